// SPDX-License-Identifier: MIT

internal import Synchronization

/// Sees a body as it is read.
package protocol BodyTap: Sendable {
    /// The most bytes that it lets through, and the error that more of them are.
    var limit: (bytes: Int, error: RequestError)? { get }
    /// Sees some bytes; all of them at once when the body is read in one go.
    mutating func take(_ bytes: [UInt8])
    /// Sees the end of a body that was read whole.
    mutating func end(received: Int)
    /// Sees what broke it off, and after how many bytes.
    mutating func fail(_ error: any Error, received: Int)
}

extension BodyTap {
    /// None.
    package var limit: (bytes: Int, error: RequestError)? { nil }

    /// Does nothing.
    package mutating func take(_ bytes: [UInt8]) {}

    /// Does nothing.
    package mutating func end(received: Int) {}

    /// Does nothing.
    package mutating func fail(_ error: any Error, received: Int) {}
}

extension ResponseBody {
    /// This body, seen by a tap.
    package func tapped(by tap: some BodyTap) -> ResponseBody {
        ResponseBody(TappedBody(body: self, tap: tap))
    }
}

private struct TappedBody<Tap: BodyTap>: WholeBody {
    typealias Element = [UInt8]

    let body: ResponseBody
    let tap: Tap

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: body.makeAsyncIterator(), tap: tap)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: ResponseBody.AsyncIterator
        var tap: Tap
        var received = 0
        var isAtEnd = false

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            if isAtEnd { return nil }
            do {
                guard let chunk = try await chunks.next(isolation: actor) else {
                    isAtEnd = true
                    tap.end(received: received)
                    return nil
                }
                received += chunk.count
                if let limit = tap.limit, received > limit.bytes { throw limit.error }
                tap.take(chunk)
                return chunk
            } catch {
                tap.fail(error, received: received)
                throw error
            }
        }
    }

    func bytes(
        upTo limit: Int, received: @escaping ResponseBody.Received
    ) async throws -> [UInt8] {
        var tap = tap
        let progress = Progress()
        do {
            let bytes = try await body.bytes(upTo: Swift.min(limit, tap.limit?.bytes ?? .max)) {
                count in
                progress.received.store(count, ordering: .relaxed)
                received(count)
            }
            tap.take(bytes)
            tap.end(received: bytes.count)
            return bytes
        } catch {
            var error = error
            if let own = tap.limit, own.bytes < limit,
                (error as? RequestError)?.code == .responseTooLarge
            {
                error = own.error
            }
            tap.fail(error, received: progress.received.load(ordering: .relaxed))
            throw error
        }
    }

    private final class Progress: Sendable {
        let received = Atomic(0)
    }
}
