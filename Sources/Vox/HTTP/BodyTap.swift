// SPDX-License-Identifier: MIT

/// Sees the chunks of a body as they are read.
package protocol BodyTap: Sendable {
    /// Sees a chunk; an error ends the body.
    mutating func take(_ chunk: [UInt8]) throws
    /// Sees the end of a body that was read whole.
    mutating func end()
    /// Sees what broke it off.
    mutating func fail(_ error: any Error)
}

extension BodyTap {
    /// Does nothing.
    package mutating func end() {}

    /// Does nothing.
    package mutating func fail(_ error: any Error) {}
}

extension ResponseBody {
    /// This body, seen by a tap.
    package func tapped(by tap: some BodyTap) -> ResponseBody {
        ResponseBody(TappedBody(body: self, tap: tap))
    }
}

private struct TappedBody<Tap: BodyTap>: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let body: ResponseBody
    let tap: Tap

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: body.makeAsyncIterator(), tap: tap)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: ResponseBody.AsyncIterator
        var tap: Tap
        var isAtEnd = false

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            if isAtEnd { return nil }
            do {
                guard let chunk = try await chunks.next(isolation: actor) else {
                    isAtEnd = true
                    tap.end()
                    return nil
                }
                try tap.take(chunk)
                return chunk
            } catch {
                tap.fail(error)
                throw error
            }
        }
    }
}
