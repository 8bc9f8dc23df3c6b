// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
public import Hummingbird
import NIOCore
public import VoxServer

extension Request {
    /// Reads the document of the request.
    ///
    /// By default, the whole document is parsed at once. Therefore malformed JSON leads to a 400
    /// response before the handler begins its work.
    ///
    /// - Parameters:
    ///   - type: the type of the primary data.
    ///   - id: the id in the address, for a route that changes a resource:
    ///     `context.parameters.require("id")`.
    ///   - limit: the maximum number of bytes of the body.
    ///   - options: the options for reading the document.
    /// - Returns: the document in the request.
    /// - Throws: `ErrorResponse` with 413 if the body exceeds the limit; 415 if the body is a form
    ///   or has a `Content-Encoding`; 400 if the request has no body; 409 if the type of the
    ///   resource is not the type of the schema, or if the id of the resource is not the id in the
    ///   address. The method throws `DocumentError` if the document cannot be read.
    ///   ``JSONAPIMiddleware`` converts `ErrorResponse` and `DocumentError` into error documents.
    ///   Middleware that decodes bodies must remove `Content-Encoding`.
    public func document<Primary: PrimaryData>(
        _ type: Primary.Type = Primary.self, for id: String? = nil, upTo limit: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) async throws -> sending Document<Primary> {
        try refuseForm()
        guard let body = try await bytes(upTo: limit) else {
            throw ErrorResponse(.badRequest, "the request has no document")
        }
        return try Document<Primary>(ofRequest: body, for: id, options: options)
    }

    /// Reads the resources of a list in the request, and returns each resource as soon as it is
    /// complete. Use this method for uploads that are too large for memory.
    ///
    /// The client cannot send faster than the handler reads. An error does not revoke the resources
    /// that were returned before the error. A handler that must accept either all or none of the
    /// resources therefore needs a transaction.
    ///
    /// - Parameters:
    ///   - type: the schema of the resources.
    ///   - limit: the maximum number of bytes of the body.
    ///   - maximumHeld: the maximum size in bytes for each resource, for `included`, and for all
    ///     other members together.
    ///   - options: the options for reading the document.
    /// - Returns: the resources in the request. Reading the resources throws `ErrorResponse` with
    ///   413 if the body exceeds the limit, `ErrorResponse` with 400 if the body is incomplete, or
    ///   `DocumentError`.
    /// - Throws: `ErrorResponse` with 413 if `Content-Length` exceeds the limit, or 415 if the body
    ///   is a form or has a `Content-Encoding`.
    public func resources<Schema: ResourceSchema>(
        _ type: Schema.Type = Schema.self, upTo limit: Int, maximumHeld: Int = 1 << 20,
        options: DocumentOptions = DocumentOptions()
    ) throws(ErrorResponse) -> sending ResourceStream<Schema> {
        try refuseForm()
        _ = try announcedLength(upTo: limit)
        return ResourceStream(
            ClientResponse.Body(LimitedBody(body: body, limit: limit)), options: options,
            maximumHeld: maximumHeld)
    }

    /// Reads a form (`multipart/form-data`) part by part, as it arrives.
    ///
    /// The client cannot send faster than the handler reads. Behind a ``JSONAPIMiddleware``, the
    /// route must be in ``JSONAPIMiddleware/bodyTypes``.
    ///
    /// - Parameter limits: the limits of the form.
    /// - Returns: the parts of the form. Reading the parts throws `RequestError` with code
    ///   `malformedForm` or `formTooLarge`, which ``JSONAPIMiddleware`` converts into 400 or 413
    ///   responses, or `ErrorResponse` with 400 if the body is incomplete.
    /// - Throws: `ErrorResponse` with 415 if the media type is not `multipart/form-data`, or the
    ///   body has a `Content-Encoding`; 413 if `Content-Length` exceeds the limit; 400 if the
    ///   boundary is missing or malformed.
    public func multipart(
        limits: MultipartBody.Reader.Limits = MultipartBody.Reader.Limits()
    ) throws(ErrorResponse) -> MultipartBody.Reader {
        guard let type = headers[.contentType], isForm else {
            throw ErrorResponse(
                .unsupportedMediaType, "the media type must be \(HTTPMediaType.formEssence)",
                source: .header("Content-Type"))
        }
        _ = try announcedLength(upTo: limits.bytes, of: "form")
        do throws(RequestError) {
            return try MultipartBody.Reader(
                LimitedBody(body: body, limit: .max), contentType: type, limits: limits)
        } catch {
            throw ErrorResponse(error)
        }
    }

    /// Returns the body as a stream, which can be read once and has a limit of its own.
    func stream(upTo limit: Int) throws(ErrorResponse) -> ClientRequest.Body {
        _ = try announcedLength(upTo: limit, of: "form")
        return ClientRequest.Body(
            once: LimitedBody(body: body, limit: .max), contentType: headers[.contentType])
    }

    /// Reads the query by the rules of JSON:API, and checks it against the supported parameters.
    /// Pass the query to ``Response/init(document:query:status:mediaType:headers:)``, which applies
    /// `fields` and `include`.
    /// - Throws: `ErrorResponse` with 400 and an error for each invalid parameter.
    public func jsonAPIQuery(
        supporting support: RequestQuery.Support = RequestQuery.Support()
    ) throws(ErrorResponse) -> RequestQuery {
        try RequestQuery(uri.query, supporting: support)
    }

    /// The values of `Host`. Hummingbird removes the first value from the header fields.
    var hosts: [String] {
        (head.authority.map { [$0] } ?? []) + headers[values: .host]
    }

    /// Returns the whole body, or nil for an empty body. The memory contains the bytes only once.
    func bytes(upTo limit: Int) async throws(ErrorResponse) -> [UInt8]? {
        let length = try announcedLength(upTo: limit)
        var bytes: [UInt8] = []
        do {
            for try await chunk in body {
                let count = bytes.count + chunk.readableBytes
                guard count <= limit else { throw ErrorResponse.tooLarge(limit) }
                // Growing by doubling copies the bytes, and holds both copies for a while.
                // `Content-Length` is trusted only after the client has sent some bytes.
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

    /// True if the body is a form.
    private var isForm: Bool {
        headers[.contentType].flatMap { HTTPMediaType($0) }?.essence == HTTPMediaType.formEssence
    }

    /// Refuses a form where a document is needed. Any page of another site can send a form.
    private func refuseForm() throws(ErrorResponse) {
        guard isForm else { return }
        throw ErrorResponse(
            .unsupportedMediaType,
            "the media type of the document must be \(HTTPMediaType.jsonAPI)",
            source: .header("Content-Type"))
    }

    /// Checks that the body has no unsupported coding. Returns the `Content-Length`, or nil if the
    /// request has no such field. The length must be within the limit.
    private func announcedLength(
        upTo limit: Int, of content: String = "document"
    ) throws(ErrorResponse) -> Int? {
        try ResourceService.Negotiation.checkTransferCoding(in: headers)
        try ResourceService.Negotiation.checkEncoding(in: headers)
        guard let text = headers[.contentLength] else { return nil }
        guard let length = Int(text), length <= limit else {
            throw .tooLarge(limit, of: content)
        }
        return length
    }
}

/// The body of a request, with a limit.
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
    fileprivate static func tooLarge(
        _ limit: Int, of content: String = "document"
    ) -> ErrorResponse {
        ErrorResponse(.contentTooLarge, "the \(content) is larger than \(limit) bytes")
    }

    fileprivate static var brokenOff: ErrorResponse {
        ErrorResponse(.badRequest, "the body is incomplete")
    }
}

#endif
