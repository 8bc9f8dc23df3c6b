// SPDX-License-Identifier: MIT
#if Hummingbird

public import HTTPTypes
public import Hummingbird
public import VoxServer

extension Response {
    /// Creates a response with a document.
    ///
    /// - Parameters:
    ///   - document: the document to send. Applying the query changes the document.
    ///   - query: the query of the request. The `include` and `fields` of the query are applied to
    ///     the document (`Document.apply(_:)`). If the query is nil, the document is unchanged.
    ///   - status: the status of the response.
    ///   - mediaType: the media type, with the applied extensions and profiles.
    ///   - headers: further header fields.
    /// - Throws: `DocumentError` if an earlier write to the document has failed, if an identity is
    ///   missing, or if a path of `include` contains an unknown relationship.
    public init<Primary: PrimaryData>(
        document: Document<Primary>, query: RequestQuery? = nil,
        status: HTTPResponse.Status = .ok, mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:]
    ) throws(DocumentError) {
        if let query { try document.apply(query) }
        self.init(
            status, jsonAPI: try document.documentData(), mediaType: mediaType, headers: headers)
    }

    /// Creates the response to a request that created a resource: 201 with `Location` (JSON:API
    /// 1.1, "Creating Resources").
    ///
    /// - Parameters:
    ///   - document: the document with the created resource.
    ///   - location: the address of the resource. If the resource has no self link, the location
    ///     becomes its self link, because the standard requires the location and the self link to
    ///     be equal. If the location is nil, the self link of the resource is used.
    ///   - query: the query of the request. The `include` and `fields` of the query are applied to
    ///     the document.
    ///   - mediaType: the media type, with the applied extensions and profiles.
    ///   - headers: further header fields.
    /// - Throws: `DocumentError` with code `missingIdentity` if the document has no resource, or if
    ///   there is neither a location nor a self link; with code `shape` if the location and the
    ///   self link differ; or for the same reasons as
    ///   ``init(document:query:status:mediaType:headers:)``.
    public init<Schema: ResourceSchema>(
        created document: Document<Schema>, at location: String? = nil,
        query: RequestQuery? = nil, mediaType: HTTPMediaType = .jsonAPI,
        headers: HTTPFields = [:]
    ) throws(DocumentError) {
        let link = document.data?.links.selfLink
        guard let link, let location = location ?? link.href else {
            throw DocumentError(
                code: .missingIdentity, message: "the created resource has no address for Location",
                pointer: "/data/links/self")
        }
        if let own = link.href, own != location {
            throw DocumentError(
                code: .shape, message: "Location and the self link of the resource differ",
                pointer: "/data/links/self")
        }
        if link.href == nil { document.data?.links.selfLink = DocumentLinks.Link(location) }
        var headers = headers
        headers[.location] = location
        try self.init(
            document: document, query: query, status: .created, mediaType: mediaType,
            headers: headers)
    }

    /// Creates a response with a document that is already encoded.
    public init(
        _ status: HTTPResponse.Status = .ok, jsonAPI bytes: some Collection<UInt8>,
        mediaType: HTTPMediaType = .jsonAPI, headers: HTTPFields = [:]
    ) {
        var headers = headers
        headers[.contentType] = mediaType.description
        self.init(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Creates a response with an error document.
    public init(_ refusal: ErrorResponse) {
        self.init(refusal.status, jsonAPI: refusal.documentBytes, headers: refusal.headers)
    }
}

#endif
