// SPDX-License-Identifier: MIT

/// Reads a body from whichever task asks.
package actor BodyReader {
    private var iterator: ClientResponseBody.AsyncIterator?
    private var isAtEnd = false

    package init(_ body: ClientResponseBody) { iterator = body.makeAsyncIterator() }

    package func next() async throws -> [UInt8]? {
        if isAtEnd { return nil }
        // Taken out while it is in use: after a read that failed or was given up there is no other,
        // and what was read so far is never taken for the whole.
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
