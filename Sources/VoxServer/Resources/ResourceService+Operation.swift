// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// The operation that a ``ResourceService`` executes for a request.
    ///
    /// The service passes each operation to ``ResourceService/authorize``, which allows or refuses
    /// the operation by its action, type and id. Several paths and methods can mean the same
    /// operation. For example, path segments are percent-decoded, so `DELETE /albums/%31` deletes
    /// album 1. Two requests for the same operation always have equal values of this type. An
    /// atomic request has one operation for each element of its list of operations.
    public struct Operation: Hashable, Sendable {
        /// The action of an operation.
        public enum Action: Hashable, Sendable {
            /// Reads a collection.
            case list
            /// Reads a resource.
            case fetch
            /// Creates a resource in a collection.
            case create
            /// Updates a resource.
            case update
            /// Deletes a resource.
            case delete
            /// Reads the related resources of a relationship.
            case fetchRelated
            /// Reads the linkage of a relationship.
            case fetchLinkage
            /// Replaces the linkage of a relationship.
            case replaceLinkage
            /// Adds members to a to-many relationship.
            case addLinkage
            /// Removes members from a to-many relationship.
            case removeLinkage
            /// Reads the description of the service (``ResourceService/openAPIPath``). The operation
            /// has an empty type.
            case describe
        }

        /// The action.
        public let action: Action
        /// The type.
        public let type: String
        /// The id of the resource; nil for a collection, a new resource, and a resource with a
        /// ``lid``.
        public let id: String?
        /// The local id of a resource that an earlier operation of the same atomic request creates;
        /// nil for all other resources.
        public let lid: String?
        /// The name of the relationship; nil if the operation is not about a relationship.
        public let relationship: String?

        /// The operation that reads the description of the service.
        static var description: Operation {
            Operation(action: .describe, type: "", id: nil, lid: nil, relationship: nil)
        }

        /// True if the action only reads.
        public var isReading: Bool {
            switch action {
            case .list, .fetch, .fetchRelated, .fetchLinkage, .describe: true
            case .create, .update, .delete, .replaceLinkage, .addLinkage, .removeLinkage: false
            }
        }
    }
}

extension ResourceService {
    /// Returns the operation of a request to the address of a resource, a collection or a
    /// relationship.
    ///
    /// The result is nil if the service refuses the request without reading its body (404, 405 or
    /// 501). The result is also nil for an atomic request, because its operations are in the body.
    /// This function is for middleware that logs or counts requests. To allow or refuse operations,
    /// use ``authorize``, which the service calls for all operations.
    ///
    /// ```swift
    /// let service = ResourceService(
    ///     [ServedType("albums")], store: MemoryStore([StoredResource(type: "albums", id: "1")]))
    /// let request = ClientRequest(method: .delete, url: try HTTPURL("http://test.example/album%73/1"))
    /// let operation = service.operation(of: request)
    /// print(operation?.action == .delete, operation?.type ?? "", operation?.id ?? "")
    /// // prints: true albums 1
    /// ```
    public func operation(of request: ClientRequest) -> ResourceService.Operation? {
        guard let endpoint = try? ServedRequest.endpoint(of: request.url, self) else { return nil }
        guard methods(of: endpoint).contains(request.method) else { return nil }
        return endpoint.operation(of: request.method)
    }

    /// Returns the methods that an endpoint supports.
    private func methods(of endpoint: ServedRequest.Endpoint) -> [HTTPRequest.Method] {
        let reading: [HTTPRequest.Method] = [.get, .head]
        let writing: [HTTPRequest.Method]
        switch endpoint {
        case .operations: return [.post]
        case .collection: writing = [.post]
        case .resource: writing = [.patch, .delete]
        case .related: writing = []
        case .linkage(let type, _, let name):
            let isOne = type.relationships[exactly: name].map { !$0.isMany } ?? false
            if !canWrite(name, of: type) { return reading }
            writing = isOne ? [.patch] : [.patch, .post, .delete]
        }
        return endpoint.type.map { canWrite($0.name) } ?? true ? reading + writing : reading
    }

    /// Throws if an endpoint does not support a method.
    func check(
        _ method: HTTPRequest.Method, of endpoint: ServedRequest.Endpoint
    ) throws {
        if endpoint.type != nil, method == .get || method == .head { return }
        let supported = methods(of: endpoint)
        if supported.contains(method) { return }
        if case .linkage(let type, _, let name) = endpoint, canWrite(type.name),
            !canWrite(name, of: type), !method.isReading
        {
            throw ErrorResponse(
                .methodNotAllowed, "the relationship \"\(name)\" can only be read",
                headers: [.allow: "GET, HEAD"])
        }
        if let type = endpoint.type, !canWrite(type.name), !method.isReading {
            throw ReadOnlyType(type.name)
        }
        throw ErrorResponse(method, notAmong: supported)
    }

    /// Returns true for the address of atomic requests.
    func isOperationsAddress(_ url: HTTPURL) -> Bool { isAddress(url, of: operationsPath) }

    /// Returns true for the address of a path below the root of the service.
    func isAddress(_ url: HTTPURL, of name: String?) -> Bool {
        guard let name,
            let path = ServedPath(ServedRequest.withoutLastSlash(url), basePath: rootPath)
        else { return false }
        return path.isCollection(name)
    }

    /// Returns the parsed path of an address. Returns nil if the path is not served or has an id
    /// that no resource can have, so that such an id never reaches a store.
    func path(of url: HTTPURL) -> ServedPath? {
        guard let path = ServedPath(url, basePath: rootPath) else { return nil }
        return canExist(path) ? path : nil
    }

    /// Returns false if the path has an id that no resource can have.
    func canExist(_ path: ServedPath) -> Bool {
        path.id.flatMap { ResourceID.fault(in: $0, maximumLength: maximumIDLength) } == nil
    }
}

/// The parsed path of a request: `/TYPE`, `/TYPE/ID`, `/TYPE/ID/RELATIONSHIP` or
/// `/TYPE/ID/relationships/RELATIONSHIP`.
struct ServedPath {
    let type: String
    var id: String?
    var relationship: String?
    var isLinkage = false

    /// Parses a path. Returns nil if the path has none of the four forms.
    init?(_ url: HTTPURL, basePath: String) {
        let path = url.path
        guard path.hasPrefix(basePath + "/") else { return nil }
        var segments: [String] = []
        for segment in path.dropFirst(basePath.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        {
            guard let text = PercentEncoding.decode(segment) else { return nil }
            segments.append(text)
        }
        guard !segments.contains("") else { return nil }
        type = segments[0]
        switch segments.count {
        case 1: break
        case 2: id = segments[1]
        case 3: (id, relationship) = (segments[1], segments[2])
        case 4 where segments[2] == "relationships":
            (id, relationship, isLinkage) = (segments[1], segments[3], true)
        default: return nil
        }
    }

    /// Returns true for the path `/NAME`.
    func isCollection(_ name: String) -> Bool {
        id == nil && ExactText(type) == ExactText(name)
    }
}

extension HTTPRequest.Method {
    /// True for the methods of a service that change nothing.
    private static let writing: [HTTPRequest.Method] = [.post, .patch, .delete]

    fileprivate var isReading: Bool { !Self.writing.contains(self) }
}

extension ErrorResponse {
    /// The response to a method that an endpoint does not support.
    init(_ method: HTTPRequest.Method, notAmong methods: [HTTPRequest.Method]) {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        self.init(
            .methodNotAllowed,
            "the endpoint does not support \(method.rawValue.prefix(40)), only \(names)",
            headers: [.allow: names])
    }
}

extension ServedRequest.Endpoint {
    /// The type of the resources; nil for the endpoint of atomic requests.
    fileprivate var type: ServedType? {
        switch self {
        case .collection(let type), .resource(let type, _), .related(let type, _, _),
            .linkage(let type, _, _):
            type
        case .operations: nil
        }
    }

    /// Returns the operation of a method on this endpoint. Returns nil if the endpoint does not
    /// support the method, and for the endpoint of atomic requests.
    func operation(of method: HTTPRequest.Method) -> ResourceService.Operation? {
        guard let action = action(of: method) else { return nil }
        func operation(
            _ type: ServedType, _ id: String? = nil, _ name: String? = nil
        ) -> ResourceService.Operation {
            ResourceService.Operation(
                action: action, type: type.name, id: id, lid: nil, relationship: name)
        }
        return switch self {
        case .collection(let type): operation(type)
        case .resource(let type, let id): operation(type, id)
        case .related(let type, let id, let name): operation(type, id, name)
        case .linkage(let type, let id, let name): operation(type, id, name)
        case .operations: nil
        }
    }

    private func action(of method: HTTPRequest.Method) -> ResourceService.Operation.Action? {
        switch (self, method == .head ? .get : method) {
        case (.collection, .get): .list
        case (.collection, .post): .create
        case (.resource, .get): .fetch
        case (.resource, .patch): .update
        case (.resource, .delete): .delete
        case (.related, .get): .fetchRelated
        case (.linkage, .get): .fetchLinkage
        case (.linkage, .patch): .replaceLinkage
        case (.linkage, .post): .addLinkage
        case (.linkage, .delete): .removeLinkage
        default: nil
        }
    }
}
