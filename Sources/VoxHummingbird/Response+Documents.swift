// SPDX-License-Identifier: MIT
#if Hummingbird

public import HTTPTypes
public import Hummingbird
public import VoxServer

extension Response {
    /// A response with a document.
    ///
    /// - Parameters:
    ///   - document: what is sent. It is changed to what the query asks for.
    ///   - query: what the client asked for: `include` and `fields` are applied
    ///     (`Document.apply(_:)`); nil leaves the document as it is.
    ///   - status: the status.
    ///   - mediaType: the media type, with extensions and profiles that are applied.
    ///   - headers: further header fields.
    /// - Throws: `DocumentError`: a plain write to the document that failed, an identity that is
    ///   missing, a path of `include` that names no relationship.
    public init<Primary: PrimaryData>(
        document: Document<Primary>, answering query: RequestQuery? = nil,
        status: HTTPResponse.Status = .ok, mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:]
    ) throws(DocumentError) {
        if let query { try document.apply(query) }
        self.init(
            status, jsonAPI: try document.documentData(), mediaType: mediaType, headers: headers)
    }

    /// The response to a request that created a resource: 201 with `Location` (JSON:API 1.1,
    /// "Creating Resources").
    ///
    /// - Parameters:
    ///   - document: the resource as it was created.
    ///   - location: its address. It becomes the self link of a resource that has none, for the
    ///     standard wants both the same; nil stands for the self link that there is.
    ///   - query: what the client asked for, which is applied.
    ///   - mediaType: the media type, with extensions and profiles that are applied.
    ///   - headers: further header fields.
    /// - Throws: `DocumentError`: `missingIdentity` when there is no resource, or neither a
    ///   location nor a self link; `shape` when both are there and differ; and as
    ///   ``init(document:answering:status:mediaType:headers:)``.
    public init<Schema: ResourceSchema>(
        created document: Document<Schema>, at location: String? = nil,
        answering query: RequestQuery? = nil, mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:]
    ) throws(DocumentError) {
        let link = document.data?.links.selfLink
        guard let link, let location = location ?? link.href else {
            throw DocumentError(
                code: .missingIdentity, message: "what was created has no address to say",
                pointer: "/data/links/self")
        }
        if let own = link.href, own != location {
            throw DocumentError(
                code: .shape, message: "Location and the link of the resource to itself differ",
                pointer: "/data/links/self")
        }
        if link.href == nil { document.data?.links.selfLink = DocumentLink(location) }
        var headers = headers
        headers[.location] = location
        try self.init(
            document: document, answering: query, status: .created, mediaType: mediaType,
            headers: headers)
    }

    /// A response with a document that is text already.
    public init(
        _ status: HTTPResponse.Status = .ok, jsonAPI bytes: some Collection<UInt8>,
        mediaType: HTTPMediaType = .jsonAPI, headers: HTTPFields = [:]
    ) {
        var headers = headers
        headers[.contentType] = mediaType.description
        self.init(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The error document of a refusal.
    public init(_ refusal: ErrorResponse) {
        self.init(refusal.status, jsonAPI: refusal.documentBytes, headers: refusal.headers)
    }
}

#endif
