// SPDX-License-Identifier: MIT

extension ClientRequest {
    /// False if the body can be sent only once and has been sent already.
    package var canBeSentAgain: Bool { content?.canBeOpened ?? true }

    /// Returns this request with its body in memory, for transports without a network and for
    /// transports that cannot send a body in pieces. While the body is read, `uploadProgress`
    /// receives the number of bytes that were read.
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: a copy of the request with all bytes in `body`.
    /// - Throws: ``RequestError`` with code `limit` (the body has more bytes than `limit`) or
    ///   `unsendable` (the body cannot be read), or `CancellationError`.
    public func buffered(upTo limit: Int = .max) async throws -> ClientRequest {
        guard let content else { return self }
        var request = self
        let isInMemory = content.bytes != nil
        let bytes = try await content.collected(upTo: limit) { uploadProgress?($0) }
        if !isInMemory {
            request.content = ClientRequest.Body(bytes, contentType: content.contentType)
        }
        return request
    }

    /// Reads a body that is not in memory, and discards its bytes. `uploadProgress` receives the
    /// number of bytes that were read.
    package func drain() async throws {
        guard let content, content.bytes == nil else { return }
        var count = 0
        for try await chunk in try await content.open() {
            count += chunk.count
            uploadProgress?(count)
        }
    }
}
