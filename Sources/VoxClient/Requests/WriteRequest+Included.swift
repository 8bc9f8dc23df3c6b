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

    /// Finds the included resources in the relationships of the resource, by their local ids.
    func includedPositions() -> [String: IncludedPosition] {
        var positions: [String: IncludedPosition] = [:]
        for relationship in resource.node.member("relationships")?.children ?? [] {
            guard let linkage = relationship.member("data") else { continue }
            let identifiers = linkage.isArray ? linkage.children : [linkage]
            for (index, identifier) in identifiers.enumerated() {
                guard let lid = identifier.member("lid")?.string else { continue }
                positions[lid] = IncludedPosition(
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
            for draft in included where draft.id == nil {
                guard let lid = draft.lid else { continue }
                if let node = try document?.root.created(draft, lid: lid, at: positions[lid]) {
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
    /// Returns a created resource of this document: the one with the local id, or the one at the
    /// position in a relationship of the primary resource. It is an identifier if the document does
    /// not include it.
    fileprivate func created(
        _ draft: Resource<AnyResource>, lid: String, at position: IncludedPosition?
    ) throws(JSONError) -> Node? {
        // A server may send the local id back beside the id.
        let named = member("included")?.children.first { node in
            node.member("lid")?.string == lid && node.hasType(draft.type)
        }
        if let named { return named }
        guard let position,
            let linkage = member("data")?.member("relationships")?.member(position.relationship)?
                .member("data")
        else { return nil }
        let identifier: Node?
        if let index = position.index {
            guard linkage.isArray, linkage.count == position.count else { return nil }
            identifier = linkage.element(at: index)
        } else {
            identifier = linkage
        }
        guard let identifier, let identity = identifier.identity, !identity.isLocal else {
            return nil
        }
        return try resource(type: identity.type, id: identity.id, local: false) ?? identifier
    }
}
