// SPDX-License-Identifier: MIT

import HTTPTypes

/// A parsed request to a service, with its method, endpoint and media type.
///
/// All parts of a response refer to the request. The request is a class, because copying the
/// settings of the service for each part would take time.
final class ServedRequest: Sendable {
    /// What the service has at an address.
    enum Endpoint {
        /// Resources of a type, a resource, or a relationship.
        case resources(ServedType, ServedPath)
        /// Atomic requests.
        case operations
    }

    let service: ResourceService
    let request: ClientRequest
    /// The method. HEAD is replaced by GET.
    let method: HTTPRequest.Method
    let endpoint: Endpoint
    let mediaType: HTTPMediaType
    /// The beginning of all links to resources.
    private let root: String

    /// Creates a request to an endpoint. `endpoint` throws if the service has no such endpoint.
    init(
        _ request: ClientRequest, at endpoint: Result<Endpoint, any Error>,
        service: ResourceService
    ) throws {
        self.service = service
        self.request = Self.withoutLastSlash(request)
        root =
            (service.hasAbsoluteLinks ? request.url.with(target: "").text : "") + service.rootPath
        guard Self.methods.contains(request.method) else {
            throw ErrorResponse(
                .notImplemented, "the method \(request.method.rawValue.prefix(40)) is not supported"
            )
        }
        method = request.method == .head ? .get : request.method
        self.endpoint = try endpoint.get()
        guard case .operations = self.endpoint else {
            // Most clients name no media type, and then the profiles do not matter.
            mediaType =
                request.headers[.accept] == nil
                ? .jsonAPI : try service.supported.responseType(for: request.headers)
            return
        }
        try service.check(request.method, of: self.endpoint)
        mediaType = try service.negotiation.responseType(
            for: request.headers, applying: AtomicDocument.uri)
    }

    /// The methods of RFC 9110 and RFC 5789, and QUERY. The service responds with 501 to other
    /// methods.
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .connect, .trace,
        HTTPRequest.Method("QUERY") ?? .get,
    ]

    /// Returns the address without a trailing slash. The service treats `/albums/` as `/albums`,
    /// and its links have no trailing slash.
    static func withoutLastSlash(_ url: HTTPURL) -> HTTPURL {
        let path = url.path
        guard path.hasSuffix("/") else { return url }
        return url.with(target: path.dropLast() + (url.query.map { "?" + $0 } ?? ""))
    }

    private static func withoutLastSlash(_ request: ClientRequest) -> ClientRequest {
        let url = withoutLastSlash(request.url)
        if url.target == request.url.target { return request }
        var request = request
        request.url = url
        return request
    }

    /// Returns the endpoint of an address, and throws if the service does not serve the address.
    static func endpoint(
        of url: HTTPURL, _ service: ResourceService
    ) throws(ErrorResponse) -> Endpoint {
        guard let path = ServedPath(withoutLastSlash(url), basePath: service.rootPath) else {
            throw ErrorResponse(.notFound, "the service has no such address")
        }
        if let name = service.operationsPath, path.isCollection(name) { return .operations }
        guard service.canExist(path) else {
            throw ErrorResponse(.notFound, "no resource can have the id in the address")
        }
        guard let type = service.types[exactly: path.type] else {
            throw ErrorResponse(.notFound, "the type \"\(path.type)\" does not exist")
        }
        return .resources(type, path)
    }

    /// Returns the query after checking that the type supports its parameters. If the type is nil,
    /// the resources can have the types with the given names.
    func query(
        on type: ServedType?, or names: Set<String> = []
    ) throws(ErrorResponse) -> RequestQuery {
        guard let text = request.url.query, !text.isEmpty else { return RequestQuery() }
        var support = RequestQuery.Support.everything
        support.limits = service.queryLimits
        var query = try RequestQuery(text, supporting: support)
        var errors: [APIError] = []
        func refuse(_ parameter: String, _ detail: String) {
            errors.append(QueryFault(parameter, detail).error)
        }
        for path in query.include ?? []
        where !service.includes(path, from: type.map { [$0.name] } ?? names) {
            let owner = type.map { "\($0.name) has" } ?? "the resources have"
            refuse("include", "\(owner) no relationship path \"\(path)\"")
        }
        if let type {
            for field in query.sort where !type.canSort(by: field.name) {
                let detail = "\(type.name) cannot be sorted by \"\(field.name)\""
                if requestsCursors(query.page) {
                    errors.append(CursorProfile.unsupportedSort(detail))
                } else {
                    refuse("sort", detail)
                }
            }
        }
        let declared = declaredParameters(and: type)
        for item in query.custom where !declared.contains(ExactText(item.name)) {
            refuse(item.name, "the parameter is not supported")
        }
        do throws(ErrorResponse) {
            query.condition = try query.filter(in: service.filters, limits: service.queryLimits) {
                filter throws(FilterExpression.Failure) in
                try FilterResolution(types: service.types).resolve(filter, on: type)
            }
        } catch {
            errors += error.errors
        }
        if IncludeTree(query.include ?? []).hasMore(than: service.maximumIncludes) {
            refuse("include", "at most \(service.maximumIncludes) relationships can be included")
        }
        if !errors.isEmpty { throw ErrorResponse(errors) }
        return query
    }

    /// The parameters of the service's own that the type of the endpoint and another type declare.
    func declaredParameters(and type: ServedType? = nil) -> Set<ExactText> {
        var names = type?.parameters ?? []
        if case .resources(let type, _) = endpoint { names.formUnion(type.parameters) }
        return Set(names.map(ExactText.init))
    }

    func prefers(_ preference: String) -> Bool {
        request.headers[values: .prefer].contains { value in
            value.split(separator: ",").contains {
                $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() == preference
            }
        }
    }

    func link(_ segments: String...) -> String { link(segments) }

    /// Returns a link to a path of the service with parameters.
    func link(_ segments: [String], query items: [QueryItem] = []) -> String {
        var path = root
        for segment in segments {
            path += "/"
            path += PercentEncoding.encode(segment, allowing: \.isUnreserved)
        }
        return Self.link(path, query: items)
    }

    /// Returns a link to the path of the request with these parameters.
    func link(query items: [QueryItem]) -> String {
        Self.link(link(target: request.url.path), query: items)
    }

    /// Returns a link with parameters. All links encode parameters in the same way.
    private static func link(_ path: String, query items: [QueryItem]) -> String {
        items.isEmpty ? path : path + "?" + QueryItem.Encoding().encode(items)
    }

    /// Returns the `self` link of a document. If extensions or profiles are applied, the link has
    /// the media type of the document (section "Top Level").
    func selfLink(_ address: String) -> JSONValue {
        mediaType == .jsonAPI
            ? .string(address)
            : ["href": .string(address), "type": .string(mediaType.description)]
    }

    func link(target: String) -> String {
        service.hasAbsoluteLinks ? request.url.with(target: target).text : target
    }

    /// Returns a response in the negotiated media type.
    func respond(
        _ document: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        about resource: StoredResource? = nil
    ) throws -> ClientResponse {
        var headers = headers
        let tag = EntityTag(of: document, about: resource.map(service.tagged))
        headers[.eTag] = tag.field
        if method == .get, try preconditions.isKnown(tag) {
            return ClientResponse(.notModified, headers: headers, url: request.url)
        }
        return ClientResponse(
            status, document: document, mediaType: mediaType, headers: headers, url: request.url)
    }

    var preconditions: Preconditions { Preconditions(request.headers) }

    /// Returns a response without a body. If the client has requested `return=minimal`, the
    /// response has a `Preference-Applied` field (RFC 7240, section 3).
    func emptyResponse() -> ClientResponse {
        ClientResponse(
            .noContent, headers: prefers("return=minimal") ? Self.minimalApplied : [:],
            url: request.url)
    }

    static let minimalApplied: HTTPFields = [.preferenceApplied: "return=minimal"]
}

extension ResourceService {
    /// Returns the path of a request with `{id}` instead of an id, and with `{relationship}`
    /// instead of a relationship that the type does not have. Returns nil if the service does not
    /// serve the path.
    package func route(of request: ClientRequest) -> String? {
        if let openAPIPath, isAddress(request.url, of: openAPIPath) {
            return "\(rootPath)/\(openAPIPath)"
        }
        return (try? ServedRequest.endpoint(of: request.url, self)).map(route(to:))
    }

    func route(to endpoint: ServedRequest.Endpoint) -> String {
        guard case .resources(let type, let path) = endpoint else {
            return "\(rootPath)/\(operationsPath ?? "")"
        }
        var route = "\(rootPath)/\(type.name)"
        if path.id != nil { route += "/{id}" }
        if path.isLinkage { route += "/relationships" }
        if let name = path.relationship {
            route += type.relationships[name] == nil ? "/{relationship}" : "/\(name)"
        }
        return route
    }

    /// The negotiation, with the profile "Cursor Pagination" if the store supports keysets.
    var supported: Negotiation {
        var negotiation = negotiation
        if store.supportsKeysets { negotiation.profiles.insert(CursorProfile.uri) }
        return negotiation
    }

    /// Returns true if a relationship path exists. If the targets can have several types, one of
    /// these types must have the next relationship.
    fileprivate func includes(_ path: String, from types: Set<String>) -> Bool {
        var names = types
        for name in path.split(separator: ".") {
            let found = names.compactMap { self.types[$0]?.relationships[exactly: String(name)] }
            if found.isEmpty { return false }
            names = found.reduce(into: []) { $0.formUnion($1.targets ?? Set(self.types.keys)) }
        }
        return true
    }
}
