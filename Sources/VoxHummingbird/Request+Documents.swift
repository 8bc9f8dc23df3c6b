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

    /// The query, read by the rules of JSON:API and checked against what can be asked for.
    /// - Throws: ``Refusal`` with 400 and an error for each parameter at fault.
    public func jsonAPIQuery(
        supporting support: QuerySupport = QuerySupport()
    ) throws(Refusal) -> RequestQuery {
        try RequestQuery(uri.query, supporting: support)
    }

    /// The body in one piece, where it came in one without a copy.
    func bytes(upTo limit: Int) async throws(Refusal) -> ByteBuffer {
        let tooLarge = Refusal(.contentTooLarge, "a document may have \(limit) bytes here")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw tooLarge
        }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw Refusal(.badRequest, "the body broke off")
        }
    }
}

#endif
