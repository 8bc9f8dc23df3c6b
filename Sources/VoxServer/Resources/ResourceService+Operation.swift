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
        return operation(of: request.method, at: endpoint)
    }

    /// Returns the operation of a method; nil for a method that the endpoint does not support, and for
    /// atomic requests.
    func operation(
        of method: HTTPRequest.Method, at endpoint: ServedRequest.Endpoint
    ) -> Operation? {
        guard case .resources(let type, let path) = endpoint else { return nil }
        let method = method == .head ? .get : method
        return actions(of: type, at: path).first { $0.method == method }.map {
            Operation(
                action: $0.action, type: type.name, id: path.id, lid: nil,
                relationship: path.relationship)
        }
    }

    /// Returns the methods that a path supports, besides HEAD, with what they do.
    private func actions(
        of type: ServedType, at path: ServedPath
    ) -> [(method: HTTPRequest.Method, action: Operation.Action)] {
        if path.isLinkage, let name = path.relationship {
            if !canWrite(name, of: type) { return [(.get, .fetchLinkage)] }
            let isMany = type.relationships[exactly: name]?.isMany ?? true
            return isMany
                ? [
                    (.get, .fetchLinkage), (.patch, .replaceLinkage), (.post, .addLinkage),
                    (.delete, .removeLinkage),
                ] : [(.get, .fetchLinkage), (.patch, .replaceLinkage)]
        }
        if path.relationship != nil { return [(.get, .fetchRelated)] }
        let isWritten = canWrite(type.name)
        if path.id == nil {
            return isWritten ? [(.get, .list), (.post, .create)] : [(.get, .list)]
        }
        return isWritten
            ? [(.get, .fetch), (.patch, .update), (.delete, .delete)] : [(.get, .fetch)]
    }

    /// Throws if an endpoint does not support a method.
    func check(
        _ method: HTTPRequest.Method, of endpoint: ServedRequest.Endpoint
    ) throws {
        guard case .resources(let type, let path) = endpoint else {
            if method == .post { return }
            throw ErrorResponse(method, notAmong: [.post])
        }
        if method == .get || method == .head { return }
        let writing = actions(of: type, at: path).map(\.method).filter { $0 != .get }
        let supported: [HTTPRequest.Method] = [.get, .head] + writing
        if supported.contains(method) { return }
        if [.post, .patch, .delete].contains(method) {
            if !canWrite(type.name) { throw ReadOnlyType(type.name) }
            if path.isLinkage, let name = path.relationship, !canWrite(name, of: type) {
                throw ErrorResponse(
                    .methodNotAllowed, "the relationship \"\(name)\" can only be read",
                    headers: [.allow: "GET, HEAD"])
            }
        }
        throw ErrorResponse(method, notAmong: supported)
    }

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

    func canExist(_ path: ServedPath) -> Bool {
        path.id.flatMap(fault(ofID:)) == nil
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
