// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// What a request asks a ``ResourceService`` to do, read as the service itself reads it. Path segments are
    /// percent-decoded: `DELETE /albums/%31` is the deletion of album 1.
    ///
    /// Middleware that permits or refuses by type, id or operation asks ``ResourceService/operation(of:)``. Path
    /// and method have several spellings; an operation has one.
    public struct Operation: Hashable, Sendable {
        /// What is done.
        public enum Action: Hashable, Sendable {
            /// Reads a collection.
            case list
            /// Reads a resource.
            case fetch
            /// Makes a resource in a collection.
            case create
            /// Changes a resource.
            case update
            /// Removes a resource.
            case delete
            /// Reads the resources that a relationship leads to.
            case fetchRelated
            /// Reads the linkage of a relationship.
            case fetchLinkage
            /// Replaces the linkage of a relationship.
            case replaceLinkage
            /// Adds members to a to-many relationship.
            case addLinkage
            /// Removes members from a to-many relationship.
            case removeLinkage
        }

        /// What is done.
        public let action: Action
        /// The type in the path.
        public let type: String
        /// The id in the path; nil for a collection.
        public let id: String?
        /// The relationship in the path.
        public let relationship: String?

        /// True for an action that changes nothing.
        public var isReading: Bool {
            switch action {
            case .list, .fetch, .fetchRelated, .fetchLinkage: true
            case .create, .update, .delete, .replaceLinkage, .addLinkage, .removeLinkage: false
            }
        }
    }
}

extension ResourceService {
    /// The operation that a request means; nil for a request that the service refuses whatever it
    /// contains (404, 405 or 501).
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
        guard
            let path = path(of: ServedRequest.withoutLastSlash(request.url)),
            types[path.type] != nil,
            let action = path.action(of: request.method)
        else { return nil }
        return ResourceService.Operation(
            action: action, type: path.type, id: path.id, relationship: path.relationship)
    }

    /// The path of an address, taken apart; nil for one that nothing is at. An id that no resource can
    /// have never reaches a store.
    func path(of url: HTTPURL) -> ServedPath? {
        guard let path = ServedPath(url, basePath: basePath) else { return nil }
        let fault = path.id.flatMap { ResourceID.fault(in: $0, maximumLength: maximumIDLength) }
        return fault == nil ? path : nil
    }
}

/// The path of a request, taken apart: `/TYPE`, `/TYPE/ID`, `/TYPE/ID/RELATIONSHIP` or
/// `/TYPE/ID/relationships/RELATIONSHIP`.
struct ServedPath {
    let type: String
    var id: String?
    var relationship: String?
    var isLinkage = false

    /// Nil for another path.
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

    /// What a method does here; nil for nothing.
    func action(of method: HTTPRequest.Method) -> ResourceService.Operation.Action? {
        if relationship != nil { return relationshipAction(of: method) }
        return switch method {
        case .get, .head: id == nil ? .list : .fetch
        case .post where id == nil: .create
        case .patch where id != nil: .update
        case .delete where id != nil: .delete
        default: nil
        }
    }

    private func relationshipAction(of method: HTTPRequest.Method) -> ResourceService.Operation
        .Action?
    {
        switch method {
        case .get, .head: isLinkage ? .fetchLinkage : .fetchRelated
        case .patch where isLinkage: .replaceLinkage
        case .post where isLinkage: .addLinkage
        case .delete where isLinkage: .removeLinkage
        default: nil
        }
    }
}
