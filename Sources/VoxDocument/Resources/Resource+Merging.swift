// SPDX-License-Identifier: MIT

extension ResourceOperations {
    /// Takes over what a server answered about this resource.
    ///
    /// Member by member: what the answer does not have stays as it is, and what was changed here
    /// since the resource was read or last marked stays changed. Everything else is what the server
    /// says from now on, and changes are told from that.
    ///
    /// Mark the resource when a request is sent and merge when it is answered: edits made in between
    /// survive, and the server's values for the rest win.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func merge(_ answer: Resource<Schema>) throws(JSONError) {
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
        try former.root.merge(answer.node, keeping: [])
        try node.merge(answer.node, keeping: kept)
        try node.setBaseline(former.root)
        // So that what the answer includes is found from here.
        node.tree.join(answer.node.tree)
    }
}

extension Node {
    /// Takes over the members of another resource object, but those in `kept`.
    fileprivate func merge(_ answer: Node, keeping kept: Set<ExactText>) throws(JSONError) {
        // Of links, meta and what extensions add the server knows best.
        for member in answer.namedChildren
        where member.name != "attributes" && member.name != "relationships" {
            try put(member, as: member.name)
        }
        if answer.member("id") != nil, answer.member("lid") == nil { member("lid")?.remove() }
        for child in answer.member("attributes")?.namedChildren ?? [] {
            if !kept.contains(ExactText("attributes" + JSON.pointerSegment(child.name))) {
                try object("attributes").put(child, as: child.name)
            }
        }
        for child in answer.member("relationships")?.namedChildren ?? [] where child.isObject {
            let relationship = try object("relationships").object(child.name)
            for member in child.children {
                // Linkage that was changed here stays; links and meta are the server's.
                let isKept =
                    member.name == "data"
                    && kept.contains(ExactText("relationships" + JSON.pointerSegment(child.name)))
                if isKept { continue }
                relationship.member(member.name)?.unlinkBelow()
                try relationship.put(member, as: member.name)
            }
        }
    }

    /// The object in a member, made when there is none.
    package func object(_ name: String) throws(JSONError) -> Node {
        if let member = member(name), member.isObject { return member }
        return try setMember(name, to: Node.make(scalar: .emptyObject, in: tree))
    }
}
