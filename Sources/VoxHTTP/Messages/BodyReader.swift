// SPDX-License-Identifier: MIT

/// Reads a body, chunk by chunk. Any task may call the methods of the reader.
package actor BodyReader {
    private var iterator: ClientResponse.Body.AsyncIterator?
    private var isAtEnd = false

    package init(_ body: ClientResponse.Body) { iterator = body.makeAsyncIterator() }

    package func next() async throws -> [UInt8]? {
        if isAtEnd { return nil }
        // The iterator is taken out while it is in use. If a read fails or is cancelled, there is
        // no iterator any more, so an incomplete body never passes for a whole one.
        guard var reading = iterator.take() else {
            throw RequestError(
                code: .truncatedBody, message: "an earlier read of the body failed or was cancelled"
            )
        }
        let chunk = try await reading.next(isolation: self)
        if chunk == nil { isAtEnd = true } else { iterator = reading }
        return chunk
    }
}
