// SPDX-License-Identifier: MIT
#if Hummingbird

public import Hummingbird
import NIOCore
public import Vox

extension Request {
    /// The document that was sent, whose text may have so many bytes at most.
    ///
    /// All of it is parsed at once unless the options say otherwise: what is not JSON is to be
    /// refused here, with 400, not met by a handler that has begun to work.
    ///
    /// - Throws: ``Refusal`` with 413 for a body beyond the limit, and 400 when there is none;
    ///   ``DocumentError`` as reading does. ``JSONAPIMiddleware`` makes error documents of both.
    public func document<Primary: PrimaryData>(
        _ type: Primary.Type = Primary.self, upTo limit: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) async throws -> sending Document<Primary> {
        let body = try await bytes(upTo: limit)
        guard body.readableBytes > 0 else {
            throw Refusal(.badRequest, "the request has no document")
        }
        return try Document<Primary>(parsing: body.readableBytesView, options: options)
    }

    /// The resources of a list that was sent, each as soon as it is complete: for uploads that are too
    /// large to be held.
    ///
    /// The client is slowed down to what the handler takes. What was handed out before a fault stays
    /// handed out, so a handler that must take all or nothing needs a transaction.
    ///
    /// - Parameters:
    ///   - type: the schema of the resources.
    ///   - limit: the most bytes of the body, below 4 GiB.
    ///   - maximumHeld: the most bytes of one resource, of `included`, and of the rest, each.
    ///   - options: as for reading the whole document.
    /// - Returns: the resources. Reading fails with ``Refusal`` 413 beyond the limit, 400 when the body
    ///   breaks off, and with ``DocumentError``.
    /// - Throws: ``Refusal`` with 413 when `Content-Length` is beyond the limit.
    public func resources<Schema: ResourceSchema>(
        _ type: Schema.Type = Schema.self, upTo limit: Int, maximumHeld: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) throws(Refusal) -> sending ResourceStream<Schema> {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw .tooLarge(limit)
        }
        var options = options
        options.limits.maximumSize = limit
        return ResourceStream(
            Vox.ResponseBody(LimitedBody(body: body, limit: limit)), options: options,
            maximumHeld: maximumHeld)
    }

    /// The query, read by the rules of JSON:API and checked against what can be asked for.
    /// - Throws: ``Refusal`` with 400 and an error for each parameter at fault.
    public func jsonAPIQuery(
        supporting support: QuerySupport = QuerySupport()
    ) throws(Refusal) -> RequestQuery {
        try RequestQuery(uri.query, supporting: support)
    }

    /// The body in one piece, where it came in one without a copy.
    func bytes(upTo limit: Int) async throws(Refusal) -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw .tooLarge(limit)
        }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit)
        } catch {
            throw .brokenOff
        }
    }
}

/// The body of a request, counted.
private struct LimitedBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let body: RequestBody
    let limit: Int

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: body.makeAsyncIterator(), limit: limit)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: RequestBody.AsyncIterator
        let limit: Int
        var received = 0

        mutating func next() async throws -> [UInt8]? {
            let chunk: ByteBuffer?
            do {
                chunk = try await chunks.next()
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw Refusal.brokenOff
            }
            received += chunk?.readableBytes ?? 0
            guard received <= limit else { throw Refusal.tooLarge(limit) }
            return chunk.map { Array($0.readableBytesView) }
        }
    }
}

extension Refusal {
    fileprivate static func tooLarge(_ limit: Int) -> Refusal {
        Refusal(.contentTooLarge, "a document may have \(limit) bytes here")
    }

    fileprivate static var brokenOff: Refusal { Refusal(.badRequest, "the body broke off") }
}

#endif
