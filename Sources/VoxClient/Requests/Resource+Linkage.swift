// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Changes the local linkage after a request to a relationship endpoint. The baseline of the
// resource changes in the same way, so that a later update does not send the change again.

extension Resource {
    /// Takes over the linkage that the server sent after a request. If the program has other changes
    /// of the relationship, they are kept, and the request is applied to them.
    func takeOver(
        linkage: Node, after change: LinkageChange, of name: String
    ) throws(JSONError) {
        let hasChanges = try hasChanges(of: name)
        try setBaseline(linkage, of: name)
        if hasChanges {
            try setLinkage(change.result(on: node.linkage(name), in: node.tree), of: name)
        } else {
            node.linkage(name)?.unlinkBelow()
            let placed = try node.setRelationshipData(name, to: linkage)
            placed.refer(to: change.targets)
        }
    }

    /// Sets the linkage as a request has set it on the server after another request had left it
    /// out. If the program has changed the relationship since then, its changes are kept.
    func confirm(_ change: LinkageChange, of name: String) throws(JSONError) {
        let hasChanges = try hasChanges(of: name)
        try setBaseline(change.result(on: nil, in: Tree()), of: name)
        if !hasChanges { try setLinkage(change.result(on: nil, in: node.tree), of: name) }
    }

    /// Changes the linkage as a request has changed it on the server. The baseline changes in the
    /// same way, so other changes of the program stay changes.
    func apply(_ change: LinkageChange, of name: String) throws(JSONError) {
        let scratch = try Tree()
        let former = try node.baseline()?.linkage(name) ?? node.linkage(name)
        try setBaseline(change.result(on: former, in: scratch), of: name)
        try setLinkage(change.result(on: node.linkage(name), in: node.tree), of: name)
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

    /// Sets linkage that was made in the tree of the resource.
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

    /// Returns the linkage after the change as a new value of a tree.
    func result(on linkage: Node?, in tree: Tree) throws(JSONError) -> Node {
        guard isList else {
            guard let target = targets.first else { return try Node.make(scalar: .null, in: tree) }
            return try identifier(of: target, in: tree)
        }
        let list = try Node.make(scalar: .emptyArray, in: tree)
        let named = Set(targets.map(\.node.identity))
        var present: Set<Identity?> = []
        for known in method == .patch ? [] : linkage?.identifiers ?? [] {
            let identity = known.presentIdentity
            if method == .delete && named.contains(identity) { continue }
            guard present.insert(identity).inserted || identity == nil else { continue }
            if let assigned = known.assignedResource {
                try list.append(identifier(of: Resource(assigned), in: tree))
            } else {
                try list.append(Node.make(copy: known, in: tree))
            }
        }
        for target in method == .delete ? [] : targets {
            // A replacement is the list as it was sent.
            guard method == .patch || present.insert(target.node.identity).inserted else {
                continue
            }
            try list.append(identifier(of: target, in: tree))
        }
        return list
    }

    private func identifier(
        of target: Resource<AnyResource>, in tree: Tree
    ) throws(JSONError) -> Node {
        let identifier = try Node.identifier(of: target.node, in: tree)
        identifier.stand(for: target.node, isResolved: target.isResolved)
        return identifier
    }
}

extension Node {
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

    /// The identity of the resource that was assigned to this identifier, or else the one that it
    /// states.
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
