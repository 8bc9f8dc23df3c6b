// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A request for what is neither reading nor writing a resource: an action that a server has beside
/// the standard, as `POST albums/1/publish`. Made by ``DataSource/action(_:_:on:as:)`` and
/// ``DataSource/action(_:_:as:)``.
///
/// It goes out without a body unless one is given. A response may have a document, meta information
/// alone, or nothing; one about the resource that the action is on is merged into it. A failure
/// changes nothing.
public struct ActionRequest<Primary: PrimaryData>: APIRequest {
    /// The schema that key paths begin at: that of the response.
    public typealias Schema = Primary.Schema

    let client: APIClient
    let method: HTTPRequest.Method
    let target: Result<HTTPURL, RequestError>
    /// What the action is on; nil for the collection.
    let subject: Resource<AnyResource>?
    private var content: Result<[UInt8], RequestError>?
    /// The header fields and the other settings of the request.
    public var settings: RequestSettings
    /// The query.
    public var query = Query()

    init(
        client: APIClient, method: HTTPRequest.Method, target: Result<HTTPURL, RequestError>,
        subject: Resource<AnyResource>?
    ) {
        self.client = client
        settings = client.settings
        self.method = method
        self.target = target
        self.subject = subject
    }

    // MARK: The body

    /// Sends a JSON value as it stands: `.body(["meta": ["notify": true]])`.
    public func body(_ json: JSON) -> Self {
        sending { () throws(DocumentError) in
            do throws(JSONError) {
                return try json.vox.bytes(style: .compact)
            } catch {
                throw DocumentError(error)
            }
        }
    }

    /// Sends a document that has one resource as primary data, with all that it has.
    public func body(_ resource: Resource<some ResourceSchema>) -> Self {
        sending { () throws(DocumentError) in Array(try resource.documentData()) }
    }

    /// Sends a document that has the identifiers of resources as primary data.
    public func body(_ resources: [Resource<some ResourceSchema>]) -> Self {
        sending { () throws(DocumentError) in Array(try resources.identifierDocument()) }
    }

    private func sending(_ make: () throws(DocumentError) -> [UInt8]) -> Self {
        var copy = self
        copy.content = Result { () throws(RequestError) in
            do throws(DocumentError) {
                return try make()
            } catch {
                throw .unsendable(error)
            }
        }
        return copy
    }

    // MARK: Sending

    /// Returns the address of the request.
    /// - Throws: `RequestError`.
    public func url() throws(RequestError) -> HTTPURL {
        try client.url(try target.get(), query: query)
    }

    /// Asks for the action, and waits for the job when the server makes one of it.
    /// - Returns: the document that the server answered, be it without primary data; nil when it
    ///   answered none.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func result() async throws -> Document<Primary>? {
        switch try await response().outcome {
        case .document(let document): return document
        case .done(let document): return document.map { Document($0.tree) }
        case .notModified, .unchanged: return nil
        case .pending(let job):
            let document = try await job.result()
            try takeOver(document)
            return document
        }
    }

    /// Asks for the action and tells what became of it, a job included.
    /// - Throws: `RequestError`, `CancellationError`.
    @discardableResult
    nonisolated(nonsending) public func response() async throws -> APIResponse<Primary> {
        let exchange = try await client.exchange(
            method, url(), body: try content?.get(), settings: settings)
        let answer: APIResponse<Primary> = try client.response(exchange, settings: settings)
        guard let document = answer.document else { return answer }
        if document.dataState == .absent {
            return APIResponse(.done(Document(document.tree)), exchange)
        }
        try takeOver(document)
        return answer
    }

    /// Merges a response about the resource that the action was on.
    private func takeOver(_ document: Document<Primary>?) throws(RequestError) {
        guard let subject, subject.isResolved, let node = document?.tree.root.member("data"),
            node.isObject, let identity = node.identity, identity == subject.node.identity
        else { return }
        do {
            try subject.vox.merge(Resource(node))
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged", cause: error)
        }
    }
}
