// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Changes the local linkage after a request to a relationship endpoint. The baseline of the
// resource changes in the same way, so that a later update does not send the change again.

extension Resource {
    /// Takes over the linkage that the server sent after a request. If the program has made other
    /// changes of the relationship, these changes are kept, and the change of the request is added
    /// to them.
    func takeOver(
        linkage: Node, after change: LinkageChange, of name: String
    ) throws(JSONError) {
        let hasChanges = try hasChanges(of: name)
        try setBaseline(linkage, of: name)
        if hasChanges {
            try setLinkage([change].result(on: node.linkage(name), in: node.tree), of: name)
        } else {
            node.linkage(name)?.unlinkBelow()
            let placed = try node.setRelationshipData(name, to: linkage)
            placed.refer(to: change.targets)
        }
    }

    /// Sets linkage that a creation had left out, and that a later operation has set on the server.
    /// If the program has changed the relationship since then, the changes of the program are kept.
    func confirm(_ change: LinkageChange, of name: String) throws(JSONError) {
        let hasChanges = try hasChanges(of: name)
        try setBaseline([change].result(on: nil, in: Tree()), of: name)
        if !hasChanges { try setLinkage([change].result(on: nil, in: node.tree), of: name) }
    }

    /// Changes the linkage as requests have changed it on the server. The baseline changes in the
    /// same way, so other changes of the program still count as changes. O(identifiers).
    func apply(_ changes: [LinkageChange], of name: String) throws(JSONError) {
        let scratch = try Tree()
        let former = try node.baseline()?.linkage(name) ?? node.linkage(name)
        try setBaseline(changes.result(on: former, in: scratch), of: name)
        try setLinkage(changes.result(on: node.linkage(name), in: node.tree), of: name)
    }

    private func hasChanges(of name: String) throws(JSONError) -> Bool {
        guard let former = try node.baseline()?.linkage(name), let present = node.linkage(name)
        else { return false }
        return former.identifiers.map(\.presentIdentity)
            != present.identifiers.map(\.presentIdentity)
    }

    private func setBaseline(_ linkage: Node, of name: String) throws(JSONError) {
        let former = try (try node.baseline() ?? node).copied()
        try former.root.setRelationshipData(name, to: linkage)
        try node.setBaseline(former.root)
    }

    /// Sets linkage that was created in the tree of the resource.
    private func setLinkage(_ linkage: Node, of name: String) throws(JSONError) {
        let relationship = try node.object("relationships").object(name)
        relationship.member("data")?.unlinkBelow()
        try relationship.setMember("data", to: linkage)
    }
}

/// A change of linkage by a request: targets that are set, added or removed.
struct LinkageChange {
    let method: HTTPRequest.Method
    let targets: [Resource<AnyResource>]
    let isList: Bool
}

extension [LinkageChange] {
    /// Returns the linkage after the changes as a new value of a tree. O(identifiers).
    fileprivate func result(on linkage: Node?, in tree: Tree) throws(JSONError) -> Node {
        guard let last else { return try Node.make(scalar: .null, in: tree) }
        guard last.isList else {
            guard let target = last.targets.first else {
                return try Node.make(scalar: .null, in: tree)
            }
            return try Node.identifier(referringTo: target, in: tree)
        }
        var members = LinkedMembers(linkage?.identifiers ?? [])
        for change in self { members.apply(change) }
        return try members.list(in: tree)
    }
}

/// The members of a to-many relationship while changes are applied.
private struct LinkedMembers {
    private enum Member {
        case identifier(Node)
        case target(Resource<AnyResource>)
    }

    /// The key of a member: its identity, or the resource itself if it has no identity.
    private enum Key: Hashable {
        case identity(Identity)
        case resource(Node)

        init(_ resource: Node) {
            self = resource.identity.map { .identity($0) } ?? .resource(resource)
        }
    }

    /// The members in their order. A removed member is nil.
    private var members: [Member?] = []
    private var positions: [Key: [Int]] = [:]

    /// Creates the members from a list of identifiers, without repeated members.
    init(_ identifiers: [Node]) {
        for identifier in identifiers {
            if let assigned = identifier.assignedResource {
                add(.target(Resource(assigned)), Key(assigned))
            } else {
                add(.identifier(identifier), Key(identifier))
            }
        }
    }

    mutating func apply(_ change: LinkageChange) {
        switch change.method {
        case .delete:
            for target in change.targets {
                for position in positions.removeValue(forKey: Key(target.node)) ?? [] {
                    members[position] = nil
                }
            }
        case .patch:
            // A replacement is the list as it was sent, in which a member may be repeated.
            members = []
            positions = [:]
            for target in change.targets { append(.target(target), Key(target.node)) }
        default:
            for target in change.targets { add(.target(target), Key(target.node)) }
        }
    }

    private mutating func add(_ member: Member, _ key: Key) {
        if positions[key] == nil { append(member, key) }
    }

    private mutating func append(_ member: Member, _ key: Key) {
        positions[key, default: []].append(members.count)
        members.append(member)
    }

    /// Returns the members as a list of identifiers.
    func list(in tree: Tree) throws(JSONError) -> Node {
        let list = try Node.make(scalar: .emptyArray, in: tree)
        for member in members {
            switch member {
            case .identifier(let node)?: try list.append(Node.make(copy: node, in: tree))
            case .target(let target)?:
                try list.append(Node.identifier(referringTo: target, in: tree))
            case nil: break
            }
        }
        return list
    }
}

extension Node {
    /// Returns a new identifier that refers to a resource.
    fileprivate static func identifier(
        referringTo target: Resource<AnyResource>, in tree: Tree
    ) throws(JSONError) -> Node {
        let identifier = try Node.identifier(of: target.node, in: tree)
        identifier.stand(for: target.node, isResolved: target.isResolved)
        return identifier
    }

    /// True if this value is linkage with ids: a list of identifiers, or one identifier or null.
    func isLinkage(isList: Bool) -> Bool {
        guard isArray == isList else { return false }
        return isNull
            || identifiers.allSatisfy { identifier in
                guard identifier.isObject, let identity = identifier.identity else { return false }
                return !identity.isLocal && identifier.member("type")?.string != nil
                    && identifier.member("id")?.string != nil
                    && identifier.children.allSatisfy {
                        ["type", "id", "lid", "meta"].contains($0.name)
                    }
            } && (isArray || isObject)
    }

    /// The linkage of a relationship of this resource object.
    fileprivate func linkage(_ name: String) -> Node? {
        member("relationships")?.member(name)?.member("data")
    }

    /// The identifiers of this linkage.
    fileprivate var identifiers: [Node] { isArray ? children : isObject ? [self] : [] }

    /// The identity of the resource that was assigned to this identifier. If no resource was
    /// assigned, this is the identity that the identifier contains.
    fileprivate var presentIdentity: Identity? { assignedResource?.identity ?? identity }

    /// Makes the identifiers of this linkage refer to the resources with the same identity.
    fileprivate func refer(to targets: [Resource<AnyResource>]) {
        var known: [Identity: Resource<AnyResource>] = [:]
        for target in targets {
            if let identity = target.node.identity { known[identity] = target }
        }
        for identifier in identifiers {
            if let target = identifier.identity.flatMap({ known[$0] }) {
                identifier.stand(for: target.node, isResolved: target.isResolved)
            }
        }
    }

    /// Sets the data of a relationship to a copy of a linkage. The links and the meta information
    /// of the relationship are kept.
    @discardableResult
    fileprivate func setRelationshipData(
        _ name: String, to linkage: Node
    ) throws(JSONError) -> Node {
        let copy = try Node.make(copy: linkage, in: tree)
        return try object("relationships").object(name).setMember("data", to: copy)
    }
}
