// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// False if the body can be sent only once and has been sent.
    package var canBeSentAgain: Bool { content?.canBeOpened ?? true }

    /// Returns this request with its body in memory, for transports without a network and for
    /// transports that cannot send a body in pieces. It reports the bytes that it reads to
    /// `uploadProgress`.
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: a copy of the request whose `body` has the bytes.
    /// - Throws: ``RequestError`` with code `limit` when there are more, `unsendable` when the body
    ///   cannot be read; `CancellationError`.
    public func buffered(upTo limit: Int = .max) async throws -> ClientRequest {
        guard let content else { return self }
        var request = self
        let isInMemory = content.bytes != nil
        let bytes = try await content.collected(upTo: limit) { uploadProgress?($0) }
        if !isInMemory {
            request.content = ClientRequestBody(bytes, contentType: content.contentType)
        }
        return request
    }

    /// Reads a body that is not in memory, and drops it. `uploadProgress` is called as usual.
    package func drain() async throws {
        guard let content, content.bytes == nil else { return }
        var count = 0
        for try await chunk in try await content.open() {
            count += chunk.count
            uploadProgress?(count)
        }
    }
}
