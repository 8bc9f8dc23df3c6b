// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
public import Hummingbird
import NIOCore
public import VoxServer

extension Request {
    /// The document that was sent, whose text may have so many bytes at most.
    ///
    /// All of it is parsed at once unless the options say otherwise: what is not JSON is to be
    /// refused here, with 400, not met by a handler that has begun to work.
    ///
    /// - Parameters:
    ///   - type: what the primary data is to be.
    ///   - id: the id that the address names, in a route that changes a resource:
    ///     `context.parameters.require("id")`.
    ///   - limit: the most bytes of the body.
    ///   - options: as for reading any document.
    /// - Returns: the document.
    /// - Throws: `ErrorResponse` with 413 for a body beyond the limit, 415 for one with a
    ///   `Content-Encoding` (who decodes it hands on a request without), 400 when there is none, 409 for
    ///   a resource of another type than the schema's or of another id than the address's;
    ///   `DocumentError` as reading does. ``JSONAPIMiddleware`` makes error documents of both.
    public func document<Primary: PrimaryData>(
        _ type: Primary.Type = Primary.self, for id: String? = nil, upTo limit: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) async throws -> sending Document<Primary> {
        guard let body = try await bytes(upTo: limit) else {
            throw ErrorResponse(.badRequest, "the request has no document")
        }
        return try Document<Primary>(ofRequest: body, for: id, options: options)
    }

    /// The resources of a list that was sent, each as soon as it is complete: for uploads that are too
    /// large to be held.
    ///
    /// The client is slowed down to what the handler takes. What was handed out before a fault stays
    /// handed out, so a handler that must take all or nothing needs a transaction.
    ///
    /// - Parameters:
    ///   - type: the schema of the resources.
    ///   - limit: the most bytes of the body.
    ///   - maximumHeld: the most bytes of one resource, of `included`, and of the rest, each.
    ///   - options: as for reading the whole document.
    /// - Returns: the resources. Reading fails with `ErrorResponse` 413 beyond the limit, 400 when the body
    ///   breaks off, and with `DocumentError`.
    /// - Throws: `ErrorResponse` with 413 when `Content-Length` is beyond the limit, 415 for a body with a
    ///   `Content-Encoding`.
    public func resources<Schema: ResourceSchema>(
        _ type: Schema.Type = Schema.self, upTo limit: Int, maximumHeld: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) throws(ErrorResponse) -> sending ResourceStream<Schema> {
        _ = try announcedLength(upTo: limit)
        return ResourceStream(
            ClientResponseBody(LimitedBody(body: body, limit: limit)), options: options,
            maximumHeld: maximumHeld)
    }

    /// The query, read by the rules of JSON:API and checked against what can be asked for: fields, and of
    /// the rest what is said here. ``Response/init(document:answering:status:mediaType:headers:)`` applies
    /// fields and include.
    /// - Throws: `ErrorResponse` with 400 and an error for each parameter at fault.
    public func jsonAPIQuery(
        supporting support: RequestQuery.Support = RequestQuery.Support()
    ) throws(ErrorResponse) -> RequestQuery {
        try RequestQuery(uri.query, supporting: support)
    }

    /// The values of `Host`: the library takes the first out of the header fields.
    var hosts: [String] {
        (head.authority.map { [$0] } ?? []) + headers[values: .host]
    }

    /// The body in one piece, in memory once; nil for none.
    func bytes(upTo limit: Int) async throws(ErrorResponse) -> [UInt8]? {
        let length = try announcedLength(upTo: limit)
        var bytes: [UInt8] = []
        do {
            for try await chunk in body {
                let count = bytes.count + chunk.readableBytes
                guard count <= limit else { throw ErrorResponse.tooLarge(limit) }
                // Doubling copies, and holds both for a while. A length that is only announced is
                // believed of who sent some of it.
                if count > bytes.capacity, count > 1 << 20 {
                    bytes.reserveCapacity(length ?? limit)
                }
                bytes += chunk.readableBytesView
            }
        } catch let refusal as ErrorResponse {
            throw refusal
        } catch {
            throw .brokenOff
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The length of the body where it was said, within the limit, of a body that can be read as it is.
    private func announcedLength(upTo limit: Int) throws(ErrorResponse) -> Int? {
        try Negotiation.checkTransferCoding(in: headers)
        try Negotiation.checkEncoding(in: headers)
        guard let text = headers[.contentLength] else { return nil }
        guard let length = Int(text), length <= limit else { throw .tooLarge(limit) }
        return length
    }
}

extension HTTPField.Name {
    fileprivate static var host: HTTPField.Name { HTTPField.Name("Host") ?? .referer }
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
                throw ErrorResponse.brokenOff
            }
            received += chunk?.readableBytes ?? 0
            guard received <= limit else { throw ErrorResponse.tooLarge(limit) }
            return chunk.map { Array($0.readableBytesView) }
        }
    }
}

extension ErrorResponse {
    fileprivate static func tooLarge(_ limit: Int) -> ErrorResponse {
        ErrorResponse(.contentTooLarge, "a document may have \(limit) bytes here")
    }

    fileprivate static var brokenOff: ErrorResponse {
        ErrorResponse(.badRequest, "the body broke off")
    }
}

#endif
