// SPDX-License-Identifier: MIT

internal import Synchronization

/// Observes a body while it is read.
package protocol BodyTap: Sendable {
    /// The maximum number of bytes of the body; nil for no limit.
    var limit: Int? { get }
    /// The error for a body that has more bytes than the limit.
    var excess: RequestError { get }
    /// Receives a chunk of bytes. If the whole body is read at once, this method receives all bytes
    /// in one call.
    mutating func take(_ bytes: [UInt8])
    /// Receives the end of a body, after all its bytes were read.
    mutating func end(received: Int)
    /// Receives the error that ended the body, and the number of bytes before the error.
    mutating func fail(_ error: any Error, received: Int)
}

extension BodyTap {
    /// No limit.
    package var limit: Int? { nil }

    /// Returns the error for a response that is too large.
    package var excess: RequestError {
        RequestError(code: .responseTooLarge, message: "the body is too large")
    }

    /// Does nothing.
    package mutating func take(_ bytes: [UInt8]) {}

    /// Does nothing.
    package mutating func end(received: Int) {}

    /// Does nothing.
    package mutating func fail(_ error: any Error, received: Int) {}
}

extension ClientResponse.Body {
    /// Returns this body with a tap that observes it.
    package func tapped(by tap: some BodyTap) -> ClientResponse.Body {
        ClientResponse.Body(TappedBody(body: self, tap: tap))
    }
}

private struct TappedBody<Tap: BodyTap>: WholeBody {
    typealias Element = [UInt8]

    let body: ClientResponse.Body
    let tap: Tap

    var breakOff: (@Sendable (any Error) -> Void)? { body.breakOff }

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: body.makeAsyncIterator(), tap: tap)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: ClientResponse.Body.AsyncIterator
        var tap: Tap
        var received = 0

        mutating func next() async throws -> [UInt8]? { try await next(isolation: #isolation) }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            do {
                guard let chunk = try await chunks.next(isolation: actor) else {
                    tap.end(received: received)
                    return nil
                }
                received += chunk.count
                if let limit = tap.limit, received > limit { throw tap.excess }
                tap.take(chunk)
                return chunk
            } catch {
                tap.fail(error, received: received)
                throw error
            }
        }
    }

    nonisolated(nonsending) func bytes(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        var tap = tap
        let progress = Progress()
        do {
            let bytes = try await body.bytes(upTo: Swift.min(limit, tap.limit ?? .max)) {
                count in
                progress.received.store(count, ordering: .relaxed)
                received(count)
            }
            tap.take(bytes)
            tap.end(received: bytes.count)
            return bytes
        } catch {
            var error = error
            if let own = tap.limit, own < limit,
                (error as? RequestError)?.code == .responseTooLarge
            {
                error = tap.excess
            }
            tap.fail(error, received: progress.received.load(ordering: .relaxed))
            throw error
        }
    }

    private final class Progress: Sendable {
        let received = Atomic(0)
    }
}
