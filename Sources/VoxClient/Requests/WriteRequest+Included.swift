// SPDX-License-Identifier: MIT

// Creates related resources together with a resource. The request has them in `included`, and the
// response is merged into all of them.

/// The position of a new resource in a relationship of the resource that is created with it.
struct IncludedPosition {
    let relationship: String
    /// The position in the linkage; nil for a to-one relationship.
    let index: Int?
    let count: Int
}

extension WriteRequest {
    /// Gives each new related resource a local id (JSON:API 1.1, "Identification"), with which the
    /// request refers to it.
    /// - Returns: the resources that got a local id here.
    func assignLocalIDs() throws(RequestError) -> [Resource<AnyResource>] {
        var used = Set(included.compactMap(\.lid) + [resource.lid].compactMap { $0 })
        var assigned: [Resource<AnyResource>] = []
        for draft in included where draft.id == nil && draft.lid == nil {
            guard !draft.node.wasCreated else {
                throw RequestError(
                    code: .unsendable,
                    message:
                        "an included resource was already created, but the server did not return its id: set the id first"
                )
            }
            var number = assigned.count + 1
            while !used.insert("new-\(number)").inserted { number += 1 }
            do throws(JSONError) {
                try draft.node.setMember("lid", to: "new-\(number)")
            } catch {
                throw .unsendable(error)
            }
            assigned.append(draft)
        }
        return assigned
    }

    /// Finds the included resources in the relationships of the resource, by their identities.
    func includedPositions() -> [String: IncludedPosition] {
        var positions: [String: IncludedPosition] = [:]
        for relationship in resource.node.member("relationships")?.children ?? [] {
            guard let linkage = relationship.member("data") else { continue }
            let identifiers = linkage.isArray ? linkage.children : [linkage]
            for (index, identifier) in identifiers.enumerated() {
                guard let key = identifier.sentKey else { continue }
                positions[key] = IncludedPosition(
                    relationship: relationship.name, index: linkage.isArray ? index : nil,
                    count: identifiers.count)
            }
        }
        return positions
    }

    /// Merges the response into the included resources.
    func takeOverIncluded(
        _ document: Tree?, _ positions: [String: IncludedPosition]
    ) throws(RequestError) {
        do throws(JSONError) {
            for draft in included {
                guard let key = draft.node.sentKey else { continue }
                if let node = try document?.root.created(draft, at: positions[key]) {
                    let sent = try draft.node.copied()
                    try draft.node.setBaseline(sent.root)
                    try draft.vox.merge(Resource(node))
                    if draft.id != nil { draft.node.member("lid")?.remove() }
                }
                if draft.id == nil { draft.node.wasCreated = true }
            }
        } catch {
            throw RequestError(
                code: .document, message: "the response could not be merged: \(error)",
                cause: error)
        }
    }
}

extension Node {
    /// A text for the identity that a request has for a resource; nil if it has none.
    fileprivate var sentKey: String? {
        identity.map { "\($0.isLocal ? "lid" : "id") \($0.type) \($0.id)" }
    }

    /// Returns a created resource of this document: the one with the same identity, or the one at
    /// the position in a relationship of the primary resource. It is an identifier if the document
    /// does not include it.
    ///
    /// Some services take an id such as `${new-1}` as a local id, and return another id.
    fileprivate func created(
        _ draft: Resource<AnyResource>, at position: IncludedPosition?
    ) throws(JSONError) -> Node? {
        // A server may send the local id back beside the id.
        let named = member("included")?.children.first { node in
            guard node.hasType(draft.type) else { return false }
            return draft.id.map { node.member("id")?.string == $0 }
                ?? (node.member("lid")?.string == draft.lid)
        }
        if let named { return named }
        guard let position,
            let linkage = member("data")?.member("relationships")?.member(position.relationship)?
                .member("data")
        else { return nil }
        let identifiers = linkage.isArray ? linkage.children : [linkage]
        // The order of the linkage says nothing about an id that the server kept.
        if let same = identifiers.first(where: { $0.sentKey == draft.node.sentKey }) {
            return draft.id == nil ? nil : same
        }
        guard linkage.isArray == (position.index != nil), identifiers.count == position.count,
            let identity = identifiers[position.index ?? 0].identity, !identity.isLocal
        else { return nil }
        return try resource(type: identity.type, id: identity.id, local: false)
            ?? identifiers[position.index ?? 0]
    }
}
