// SPDX-License-Identifier: MIT

/// The local ids that one request document gives to new resources (JSON:API 1.1, "Identification").
/// Vox writes the local ids only into the document, and not into the resources.
package struct LocalIDs {
    private var texts: [Node: String] = [:]
    private var used: Set<String> = []

    /// No local ids.
    package init() {}

    /// True if this value has given no resource a local id.
    package var isEmpty: Bool { texts.isEmpty }

    /// Reserves the local ids that these resources already have.
    package mutating func reserve(_ resources: some Sequence<Node>) {
        for node in resources {
            if let lid = node.member("lid")?.string { used.insert(lid) }
        }
    }

    /// Gives a local id to a resource that has neither an id nor a local id: `new-1`, `new-2`, in
    /// the order of the calls. O(1) amortized.
    package mutating func add(_ resource: Node) {
        guard texts[resource] == nil, resource.identity == nil else { return }
        var number = texts.count + 1
        while !used.insert("new-\(number)").inserted { number += 1 }
        texts[resource] = "new-\(number)"
    }

    /// The local id of a resource.
    package subscript(_ resource: Node) -> String? { texts[resource] }

    /// Returns the identity that the document writes for a resource. If the resource has a local
    /// id, the identity consists of the type and the local id. Otherwise, the identity consists of
    /// the type and the id.
    package func identity(of resource: Node) -> Identity? {
        if let lid = texts[resource], let type = resource.typeText {
            return Identity(type: type, id: lid, isLocal: true)
        }
        return resource.identity
    }

    /// Returns the resource that an identifier refers to if this value has given that resource a
    /// local id.
    package func target(of identifier: Node) -> Node? {
        guard !isEmpty, let target = identifier.assignedResource, texts[target] != nil else {
            return nil
        }
        return target
    }
}

extension Node {
    /// The resource that a program has assigned to this identifier; nil if none was assigned.
    package var assignedResource: Node? { tree.hasTargets ? tree.target(of: self) : nil }

    /// The identifiers in the linkage of a relationship of this resource object.
    package func identifiers(in relationship: Node) -> [Node] {
        guard let linkage = relationship.member("data") else { return [] }
        return linkage.isArray ? linkage.children : linkage.isObject ? [linkage] : []
    }
}
