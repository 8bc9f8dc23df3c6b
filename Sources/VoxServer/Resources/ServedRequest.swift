// SPDX-License-Identifier: MIT

import HTTPTypes

/// A request to a service, taken apart: what it wants of which endpoint, in which media type.
struct ServedRequest {
    enum Endpoint {
        case collection(ServedType)
        case resource(ServedType, id: String)
        case related(ServedType, id: String, name: String)
        case linkage(ServedType, id: String, name: String)
    }

    let service: ResourceService
    let request: ClientRequest
    /// GET for HEAD, and what overrides POST.
    let method: HTTPRequest.Method
    let endpoint: Endpoint
    /// The media type of the answer.
    let mediaType: HTTPMediaType

    init(_ request: ClientRequest, service: ResourceService) throws {
        self.service = service
        var request = request
        request.url = Self.withoutLastSlash(request.url)
        self.request = request
        method =
            switch request.method {
            case .head: .get
            case .post: request.headers[.methodOverride].flatMap { HTTPRequest.Method($0) } ?? .post
            default: request.method
            }
        endpoint = try Self.endpoint(of: request, service)
        mediaType = try service.negotiation.answerType(for: request.headers)
    }

    /// `/albums/` is `/albums`, in links too.
    private static func withoutLastSlash(_ url: HTTPURL) -> HTTPURL {
        let path = url.path
        guard path.hasSuffix("/"), path != "/" else { return url }
        return url.with(target: path.dropLast() + (url.query.map { "?" + $0 } ?? ""))
    }

    private static func endpoint(
        of request: ClientRequest, _ service: ResourceService
    ) throws -> Endpoint {
        let path = request.url.path
        guard path.hasPrefix(service.basePath + "/") else { throw ErrorResponse(.notFound) }
        let segments = try path.dropFirst(service.basePath.count + 1).split(
            separator: "/", omittingEmptySubsequences: false
        ).map { segment in
            guard let text = PercentEncoding.decode(segment), !text.isEmpty else {
                throw ErrorResponse(.notFound)
            }
            return text
        }
        guard let type = service.types[segments[0]] else {
            throw ErrorResponse(.notFound, "there is no type \"\(segments[0])\"")
        }
        switch segments.count {
        case 1: return .collection(type)
        case 2: return .resource(type, id: segments[1])
        case 3: return .related(type, id: segments[1], name: segments[2])
        case 4 where segments[2] == "relationships":
            return .linkage(type, id: segments[1], name: segments[3])
        default: throw ErrorResponse(.notFound)
        }
    }

    func notAllowed(_ methods: String) -> ErrorResponse {
        ErrorResponse(
            .methodNotAllowed, "\(request.method) is not possible here",
            headers: [.allow: methods])
    }

    /// The query, checked against what can be done with a type.
    func query(on type: ServedType?) throws(ErrorResponse) -> RequestQuery {
        let query = try RequestQuery(request.url.query, supporting: .everything)
        var errors: [APIError] = []
        func refuse(_ parameter: String, _ detail: String) {
            errors.append(
                APIError(
                    status: 400, title: "Bad Request", detail: detail,
                    source: .parameter(parameter)))
        }
        if let type {
            for path in query.include ?? [] where !service.includes(path, from: type) {
                refuse("include", "there is no relationship path \"\(path)\" of \(type.name)")
            }
            for field in query.sort where !type.canSort(by: field.name) {
                refuse("sort", "\(type.name) cannot be sorted by \"\(field.name)\"")
            }
            for filter in query.filters
            where filter.path.count != 1 || !type.canFilter(by: filter.path[0]) {
                refuse(filter.parameter, "\(type.name) cannot be filtered so")
            }
        }
        if IncludeTree(query.include ?? []).hasMore(than: service.maximumIncludes) {
            refuse("include", "at most \(service.maximumIncludes) relationships are included")
        }
        if !errors.isEmpty { throw ErrorResponse(errors) }
        return query
    }

    func prefers(_ preference: String) -> Bool {
        request.headers[values: .prefer].contains { value in
            value.split(separator: ",").contains {
                $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() == preference
            }
        }
    }

    /// A link to a path of the service.
    func link(_ segments: String...) -> String {
        let path = segments.map { "/" + PercentEncoding.encode($0, allowing: \.isUnreserved) }
        return link(target: service.basePath + path.joined())
    }

    func link(target: String) -> String {
        service.hasAbsoluteLinks ? request.url.with(target: target).text : target
    }

    /// An answer in the media type agreed upon.
    func answer(
        _ document: JSONObject, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        about resource: StoredResource? = nil
    ) throws -> ClientResponse {
        let bytes = try JSON(.object(document)).vox.bytes()
        var headers = headers
        let tag = EntityTag(of: bytes, about: resource)
        headers[.eTag] = tag.field
        switch method == .get ? preconditions.verdict(onReading: tag) : .proceed {
        case .proceed: break
        case .notModified:
            return ClientResponse(.notModified, headers: headers, url: request.url)
        case .failed(let field): throw Self.failedCondition(field)
        }
        return ClientResponse(
            status, document: bytes, mediaType: mediaType, headers: headers, url: request.url)
    }

    var preconditions: Preconditions { Preconditions(request.headers) }

    static func failedCondition(_ field: String) -> ErrorResponse {
        ErrorResponse(
            .preconditionFailed, "the resource is not as the condition says",
            source: .header(field))
    }

    func emptyAnswer() -> ClientResponse { ClientResponse(.noContent, url: request.url) }
}

extension HTTPField.Name {
    static var prefer: HTTPField.Name { HTTPField.Name("Prefer") ?? .allow }
}

extension ResourceService {
    /// True when a path of relationships leads somewhere, as far as the types are known.
    fileprivate func includes(_ path: String, from type: ServedType) -> Bool {
        var type: ServedType? = type
        for name in path.split(separator: ".") {
            guard let known = type else { return true }
            guard let relationship = known.relationships[String(name)] else { return false }
            type = relationship.target.flatMap { types[$0] }
        }
        return true
    }
}
