// SPDX-License-Identifier: MIT

// Creates related resources together with a resource. The request has them in `included`, and the
// response is merged into all of them.

/// The related resources that one request creates together with a resource.
struct IncludedDrafts {
    /// The position of a draft in a relationship of the resource that is created with it.
    struct Position {
        let relationship: String
        /// The position in the linkage; nil for a to-one relationship.
        let index: Int?
        let count: Int
    }

    /// A related resource, as it is sent.
    struct Draft {
        let resource: Resource<AnyResource>
        /// The identity in the request.
        let identity: Identity?
        /// True if the resource got its local id for this request.
        let isAssigned: Bool
        let sent: Tree
    }

    private let drafts: [Draft]
    private var positions: [Identity: Position] = [:]

    /// Gives each new resource a local id (JSON:API 1.1, "Identification"), with which the request
    /// refers to it, and keeps a copy of each resource as it is sent.
    /// - Throws: `RequestError` with code `unsendable`. No resource is changed then.
    init(_ included: [Resource<AnyResource>], with primary: Node) throws(RequestError) {
        guard !included.contains(where: { $0.id == nil && $0.node.wasCreated }) else {
            throw RequestError(
                code: .unsendable,
                message:
                    "an included resource was already created, but the server did not return its id: set the id first"
            )
        }
        var used = Set(included.compactMap(\.lid))
        if let lid = primary.member("lid")?.string { used.insert(lid) }
        var drafts: [Draft] = []
        do throws(JSONError) {
            for resource in included {
                let isNew = resource.id == nil && resource.lid == nil
                if isNew {
                    var number = drafts.count + 1
                    while !used.insert("new-\(number)").inserted { number += 1 }
                    try resource.node.setMember("lid", to: "new-\(number)")
                }
                drafts.append(
                    Draft(
                        resource: resource, identity: resource.node.identity,
                        isAssigned: isNew, sent: try resource.node.copied()))
            }
        } catch {
            for draft in drafts where draft.isAssigned {
                draft.resource.node.member("lid")?.remove()
            }
            throw .unsendable(error)
        }
        self.drafts = drafts
    }

    /// Finds the drafts in the relationships of the resource, whose linkage is complete.
    mutating func locate(in primary: Node) {
        guard !drafts.isEmpty else { return }
        for relationship in primary.member("relationships")?.children ?? [] {
            guard let linkage = relationship.member("data") else { continue }
            let identifiers = linkage.isArray ? linkage.children : [linkage]
            for (index, identifier) in identifiers.enumerated() {
                guard let identity = identifier.identity else { continue }
                positions[identity] = Position(
                    relationship: relationship.name, index: linkage.isArray ? index : nil,
                    count: identifiers.count)
            }
        }
    }

    /// Removes the local ids of the resources that got no id. A local id belongs to one request.
    func removeLocalIDs() {
        for draft in drafts where draft.isAssigned && draft.resource.id == nil {
            draft.resource.node.member("lid")?.remove()
        }
    }

    /// Merges the response into the drafts, and makes the linkage of the resource refer to them.
    /// - Throws: `RequestError` with code `document`.
    func takeOver(_ document: Tree?, for primary: Node) throws(RequestError) {
        guard !drafts.isEmpty else { return }
        do throws(JSONError) {
            for draft in drafts {
                let node = draft.resource.node
                try node.setBaseline(draft.sent.root)
                if let found = try document?.root.created(
                    draft, at: draft.identity.flatMap { positions[$0] })
                {
                    try draft.resource.vox.merge(Resource(found))
                    if draft.resource.id != nil { node.member("lid")?.remove() }
                }
                if draft.resource.id == nil { node.wasCreated = true }
            }
            let sent = drafts.compactMap { $0.identity.flatMap { positions[$0]?.relationship } }
            for name in Set(sent) { try settleLinkage(named: name, of: primary) }
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged: \(error)",
                cause: error)
        }
    }

    /// Writes the new ids into the linkage, which then is no change of the resource any more.
    private func settleLinkage(named name: String, of primary: Node) throws(JSONError) {
        guard let linkage = primary.member("relationships")?.member(name)?.member("data") else {
            return
        }
        let identifiers = linkage.isArray ? linkage.children : [linkage]
        let sent = positions.values.first { $0.relationship == name }?.count
        for identifier in identifiers {
            guard let identity = identifier.identity,
                let draft = drafts.first(where: { $0.identity == identity })
            else { continue }
            if let id = draft.resource.id, draft.resource.node.identity != identity {
                try identifier.setMember("id", to: id)
                identifier.member("lid")?.remove()
                identifier.stand(for: draft.resource.node, isResolved: true)
            }
        }
        // A program may have changed the linkage while the request was running.
        guard identifiers.count == sent else { return }
        let former = try (try primary.baseline() ?? primary).copied()
        try former.root.object("relationships").object(name)
            .setMember("data", to: Node.make(copy: linkage, in: former))
        try primary.setBaseline(former.root)
    }
}

extension Node {
    /// Returns a created resource of this document: the one with the same identity, or the one at
    /// the position in a relationship of the primary resource. It is an identifier if the document
    /// does not include it.
    ///
    /// Some services take an id such as `${new-1}` as a local id, and return another id.
    fileprivate func created(
        _ draft: IncludedDrafts.Draft, at position: IncludedDrafts.Position?
    ) throws(JSONError) -> Node? {
        guard let sent = draft.identity else { return nil }
        // A server may send the local id back beside the id.
        let named = member("included")?.children.first { node in
            sent.isLocal
                ? node.hasType(sent.type) && node.member("lid")?.string == sent.id
                : node.identity == sent
        }
        if let named { return named }
        guard let position,
            let linkage = member("data")?.member("relationships")?.member(position.relationship)?
                .member("data")
        else { return nil }
        let identifiers = linkage.isArray ? linkage.children : [linkage]
        // The order of the linkage says nothing about an id that the server kept.
        if let same = identifiers.first(where: { $0.identity == sent }) {
            return sent.isLocal ? nil : same
        }
        let index = position.index ?? 0
        guard linkage.isArray == (position.index != nil), identifiers.count == position.count,
            let identity = identifiers[index].identity, !identity.isLocal
        else { return nil }
        return try resource(type: identity.type, id: identity.id, local: false)
            ?? identifiers[index]
    }
}
