// SPDX-License-Identifier: MIT

internal import HTTPTypes

// Changes the local linkage after a request to a relationship endpoint. The baseline of the
// resource changes in the same way, so that a later update does not send the change again.

extension Resource {
    /// Replaces the linkage by the linkage that the server sent.
    func takeOver(linkage: Node, of name: String) throws(JSONError) {
        try setLinkage(linkage, of: name, standingFor: [])
    }

    /// Changes the linkage as a request has changed it on the server.
    func changeLinkage(
        _ method: HTTPRequest.Method, targets: [Resource<AnyResource>], isList: Bool,
        of name: String
    ) throws(JSONError) {
        let scratch = try Tree()
        guard isList else {
            if let target = targets.first {
                try scratch.root.take(Node.identifier(of: target.node, in: scratch))
            }
            return try setLinkage(scratch.root, of: name, standingFor: targets)
        }
        try scratch.root.set(.emptyArray)
        let named = Set(targets.map(\.node.identity))
        let known = node.member("relationships")?.member(name)?.member("data")
        var present: Set<Identity?> = []
        for identifier in known?.isArray == true ? known?.children ?? [] : [] {
            let identity = identifier.identity
            if method == .patch || method == .delete && named.contains(identity) { continue }
            present.insert(identity)
            try scratch.root.append(Node.make(copy: identifier, in: scratch))
        }
        for target in targets
        where method != .delete && present.insert(target.node.identity).inserted {
            try scratch.root.append(Node.identifier(of: target.node, in: scratch))
        }
        try setLinkage(scratch.root, of: name, standingFor: targets)
    }

    private func setLinkage(
        _ linkage: Node, of name: String, standingFor targets: [Resource<AnyResource>]
    ) throws(JSONError) {
        let former = try (try node.baseline() ?? node).copied()
        try former.root.setRelationshipData(name, to: linkage)
        node.member("relationships")?.member(name)?.member("data")?.unlinkBelow()
        let placed = try node.setRelationshipData(name, to: linkage)
        try node.setBaseline(former.root)
        var known: [Identity: Resource<AnyResource>] = [:]
        for target in targets {
            if let identity = target.node.identity { known[identity] = target }
        }
        for identifier in placed.isArray ? placed.children : [placed] {
            if let target = identifier.identity.flatMap({ known[$0] }) {
                identifier.stand(for: target.node, isResolved: target.isResolved)
            }
        }
    }
}

extension Node {
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
