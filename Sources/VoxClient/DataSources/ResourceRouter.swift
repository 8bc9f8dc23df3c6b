// SPDX-License-Identifier: MIT

/// Says where requests go: a path for each kind of request, below the server's base or absolute.
///
/// A path may have the places `<type>`, `<id>` and, for relationships, `<name>`: they are filled in,
/// encoded. What a router leaves out goes where JSON:API recommends: `/type`, `/type/id`,
/// `/type/id/name`, `/type/id/relationships/name`.
public protocol ResourceRouter: Sendable {
    /// Where one resource is read.
    func fetch(id: String, type: String) -> String
    /// Where the list is read.
    func fetch(type: String) -> String
    /// Where a resource is created.
    func create(_ resource: Resource<AnyResource>) -> String
    /// Where a resource is updated.
    func update(_ resource: Resource<AnyResource>) -> String
    /// Where a resource is deleted.
    func delete(id: String, type: String) -> String
    /// Where the linkage of a relationship is.
    func relationship(_ name: String, id: String, type: String) -> String
    /// Where the resources of a relationship are.
    func related(_ name: String, id: String, type: String) -> String
    /// Where an action on one resource is asked for.
    func action(_ name: String, id: String, type: String) -> String
    /// Where an action on the collection is asked for.
    func action(_ name: String, type: String) -> String
}

extension ResourceRouter {
    /// `<type>/<id>`
    public func fetch(id: String, type: String) -> String { "<type>/<id>" }
    /// `<type>`
    public func fetch(type: String) -> String { "<type>" }
    /// `<type>`
    public func create(_ resource: Resource<AnyResource>) -> String { "<type>" }
    /// `<type>/<id>`
    public func update(_ resource: Resource<AnyResource>) -> String { "<type>/<id>" }
    /// `<type>/<id>`
    public func delete(id: String, type: String) -> String { "<type>/<id>" }
    /// `<type>/<id>/relationships/<name>`
    public func relationship(_ name: String, id: String, type: String) -> String {
        "<type>/<id>/relationships/<name>"
    }
    /// `<type>/<id>/<name>`
    public func related(_ name: String, id: String, type: String) -> String {
        "<type>/<id>/<name>"
    }
    /// `<type>/<id>/<name>`
    public func action(_ name: String, id: String, type: String) -> String { "<type>/<id>/<name>" }
    /// `<type>/<name>`
    public func action(_ name: String, type: String) -> String { "<type>/<name>" }
}

/// How a ``DataSource`` finds the paths of its requests.
public enum Routing: Sendable {
    /// One path for all: `articles/<id>`, `<type>/<id>`. The list is read where the last place is left
    /// out; where a path names no id, ids are appended to it.
    case path(String)
    /// As a router says.
    case router(any ResourceRouter)

    /// What a request is for.
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
        case .update(let resource): try fill(one, id: resource.id)
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
            // A place that has no value is an error here: a router knows whether it means the list.
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
            return try fill(router.update(resource), id: needed(resource.id))
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

    /// The id, checked before a router may put it anywhere.
    private static func needed(_ id: String?) throws(RequestError) -> String {
        guard let id else {
            throw RequestError(
                code: .invalidPath,
                message: "the resource has no id, so there is no path to it: create it first")
        }
        _ = try PathTemplate.segment(id, named: "id")
        return id
    }
}
