// SPDX-License-Identifier: MIT

extension ResourceNamespace {
    /// Merges the resource in a response of the server into this resource.
    ///
    /// If a member is missing in the response, its value is kept. If the program has changed an
    /// attribute or linkage since the resource was read or last marked, the changed value is kept.
    /// All other members get the values that the server sent. The values in the response become the
    /// baseline for changes.
    ///
    /// Mark the resource when a request is sent, and merge the response when it arrives. As a
    /// result, the resource keeps the edits made between the two calls, and gets the values of the
    /// server for all other members.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func merge(_ response: Resource<Schema>) throws(JSONError) {
        try merge(response, isJoining: true)
    }

    /// Merges the resource in a response. If `isJoining` is false, the other resources of the
    /// response cannot be found from this document.
    package func merge(_ response: Resource<Schema>, isJoining: Bool) throws(JSONError) {
        guard isResolved else { throw resource.notResolved }
        let changes = try changes()
        let kept = Set(
            changes.attributes.map { ExactText("attributes" + JSON.pointerSegment($0)) }
                + changes.relationships.map { ExactText("relationships" + JSON.pointerSegment($0)) }
        )
        let former: Tree
        if let baseline = try node.baseline() {
            former = try baseline.copied()
        } else {
            former = try Tree()
        }
        if !former.root.isObject { try former.root.set(.emptyObject) }
        try former.root.merge(response.node, keeping: [])
        try node.merge(response.node, keeping: kept)
        try node.setBaseline(former.root)
        // After joining, the included resources of the response can be found from this document.
        if isJoining { node.tree.join(response.node.tree) }
    }
}

extension Node {
    /// Copies the members of another resource object, except the members in `kept`.
    fileprivate func merge(_ response: Node, keeping kept: Set<ExactText>) throws(JSONError) {
        // The server determines links, meta and the members of extensions.
        for member in response.namedChildren
        where member.name != "attributes" && member.name != "relationships" {
            try put(member, as: member.name)
        }
        if response.member("id") != nil, response.member("lid") == nil { member("lid")?.remove() }
        for child in response.member("attributes")?.namedChildren ?? [] {
            if !kept.contains(ExactText("attributes" + JSON.pointerSegment(child.name))) {
                try object("attributes").put(child, as: child.name)
            }
        }
        for child in response.member("relationships")?.namedChildren ?? [] where child.isObject {
            let relationship = try object("relationships").object(child.name)
            for member in child.children {
                // Linkage that the program has changed is kept. Links and meta always come from the
                // server.
                let isKept =
                    member.name == "data"
                    && kept.contains(ExactText("relationships" + JSON.pointerSegment(child.name)))
                if isKept { continue }
                relationship.member(member.name)?.unlinkBelow()
                try relationship.put(member, as: member.name)
            }
        }
    }

    /// Returns the object in a member, and creates the object if it is missing.
    package func object(_ name: String) throws(JSONError) -> Node {
        if let member = member(name), member.isObject { return member }
        return try setMember(name, to: Node.make(scalar: .emptyObject, in: tree))
    }
}
