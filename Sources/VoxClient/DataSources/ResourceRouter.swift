// SPDX-License-Identifier: MIT

/// Returns the path of each kind of request. Each path is relative to the base of the client, or is
/// an absolute address.
///
/// A path may contain the placeholders `<type>`, `<id>` and, for relationships and actions,
/// `<name>`. The client replaces the placeholders by encoded values. The default paths are the
/// paths that JSON:API recommends: `/type`, `/type/id`, `/type/id/name`,
/// `/type/id/relationships/name`.
public protocol ResourceRouter: Sendable {
    /// The path for reading one resource.
    func fetch(id: String, type: String) -> String
    /// The path for reading the list.
    func fetch(type: String) -> String
    /// The path for creating a resource.
    func create(_ resource: Resource<AnyResource>) -> String
    /// The path for updating a resource.
    func update(_ resource: Resource<AnyResource>) -> String
    /// The path for deleting a resource.
    func delete(id: String, type: String) -> String
    /// The path of the linkage of a relationship.
    func relationship(_ name: String, id: String, type: String) -> String
    /// The path of the resources of a relationship.
    func related(_ name: String, id: String, type: String) -> String
    /// The path of an action on one resource.
    func action(_ name: String, id: String, type: String) -> String
    /// The path of an action on the collection.
    func action(_ name: String, type: String) -> String
}

extension ResourceRouter {
    /// Returns `<type>/<id>`.
    public func fetch(id: String, type: String) -> String { "<type>/<id>" }
    /// Returns `<type>`.
    public func fetch(type: String) -> String { "<type>" }
    /// Returns `<type>`.
    public func create(_ resource: Resource<AnyResource>) -> String { "<type>" }
    /// Returns `<type>/<id>`.
    public func update(_ resource: Resource<AnyResource>) -> String { "<type>/<id>" }
    /// Returns `<type>/<id>`.
    public func delete(id: String, type: String) -> String { "<type>/<id>" }
    /// Returns `<type>/<id>/relationships/<name>`.
    public func relationship(_ name: String, id: String, type: String) -> String {
        "<type>/<id>/relationships/<name>"
    }
    /// Returns `<type>/<id>/<name>`.
    public func related(_ name: String, id: String, type: String) -> String {
        "<type>/<id>/<name>"
    }
    /// Returns `<type>/<id>/<name>`.
    public func action(_ name: String, id: String, type: String) -> String { "<type>/<id>/<name>" }
    /// Returns `<type>/<name>`.
    public func action(_ name: String, type: String) -> String { "<type>/<name>" }
}

/// The paths of the requests of a ``DataSource``.
public enum Routing: Sendable {
    /// One path for all requests, such as `articles/<id>` or `<type>/<id>`. The path of the list is
    /// the given path without its last placeholder. If the path has no `<id>`, the id is appended.
    case path(String)
    /// A router returns the paths.
    case router(any ResourceRouter)

    /// The kind of a request.
    enum Purpose {
        case one(id: String?), list
        case creation(Resource<AnyResource>), update(Resource<AnyResource>), deletion(id: String?)
        case relationship(String, id: String?), related(String, id: String?)
        case action(String, id: String?), collectionAction(String)
    }

    func path(for purpose: Purpose, type: String) throws(RequestError) -> String {
        switch self {
        case .path(let template): try Self.path(template, for: purpose, type: type)
        case .router(let router): try Self.path(router, for: purpose, type: type)
        }
    }

    private static func path(
        _ template: String, for purpose: Purpose, type: String
    ) throws(RequestError) -> String {
        var one = template
        if !PathTemplate(template).has("id") {
            one += template.utf8.last == UInt8(ascii: "/") ? "<id>" : "/<id>"
        }
        func fill(_ path: String, id: String?, name: String? = nil) throws(RequestError) -> String {
            try PathTemplate(path).path(
                [("type", type), ("id", try needed(id)), ("name", name)])
        }
        return switch purpose {
        case .one(let id), .deletion(let id): try fill(one, id: id)
        case .update(let resource):
            try fill(one, id: needed(resource.id, isRead: resource.wasRead))
        case .relationship(let name, let id):
            try fill(one + "/relationships/<name>", id: id, name: name)
        case .related(let name, let id), .action(let name, let id):
            try fill(one + "/<name>", id: id, name: name)
        case .list, .creation:
            try PathTemplate(template).path([("type", type), ("id", nil)])
        case .collectionAction(let name):
            try PathTemplate(template).path([("type", type), ("id", nil)]) + "/"
                + PathTemplate.segment(name, named: "name")
        }
    }

    private static func path(
        _ router: any ResourceRouter, for purpose: Purpose, type: String
    ) throws(RequestError) -> String {
        func fill(_ path: String, id: String?, name: String? = nil) throws(RequestError) -> String {
            // A placeholder without a value is an error here. A router has a path of its own for
            // the list, so the last placeholder is never left out.
            var values: [(name: String, value: String?)] = [("type", type)]
            if let id { values.append(("id", id)) }
            if let name { values.append(("name", name)) }
            return try PathTemplate(path).path(values)
        }
        switch purpose {
        case .one(let id):
            return try fill(router.fetch(id: needed(id), type: type), id: id)
        case .deletion(let id):
            return try fill(router.delete(id: needed(id), type: type), id: id)
        case .update(let resource):
            return try fill(
                router.update(resource), id: needed(resource.id, isRead: resource.wasRead))
        case .list:
            return try fill(router.fetch(type: type), id: nil)
        case .creation(let resource):
            return try fill(router.create(resource), id: resource.id)
        case .relationship(let name, let id):
            let path = router.relationship(name, id: try needed(id), type: type)
            return try fill(path, id: id, name: name)
        case .related(let name, let id):
            return try fill(
                router.related(name, id: needed(id), type: type), id: id, name: name)
        case .action(let name, let id):
            return try fill(
                router.action(name, id: needed(id), type: type), id: id, name: name)
        case .collectionAction(let name):
            return try fill(router.action(name, type: type), id: nil, name: name)
        }
    }

    /// Checks an id before a router receives it, and returns the id.
    private static func needed(
        _ id: String?, isRead: Bool = false
    ) throws(RequestError) -> String {
        guard let id else {
            throw RequestError(
                code: .invalidPath,
                message: "the resource has no id, so it has no path: "
                    + (isRead
                        ? "the server sent it without an id, so set the id" : "create it first"))
        }
        _ = try PathTemplate.segment(id, named: "id")
        return id
    }
}

extension Resource {
    /// True if the resource is part of a document that was read from a server.
    fileprivate var wasRead: Bool { node.tree.source != nil }
}
