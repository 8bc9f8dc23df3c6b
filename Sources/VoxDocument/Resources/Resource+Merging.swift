// SPDX-License-Identifier: MIT

extension Resource.Namespace {
    /// Merges the resource in a response of the server into this resource.
    ///
    /// If a member is missing in the response, its value is kept. If the program has changed an
    /// attribute or linkage since the resource was read, or since the last `mark()`, the changed
    /// value is kept. All other members get the values that the server sent. After the merge,
    /// changes are differences from the values in the response.
    ///
    /// Call `mark()` when a request is sent, and merge the response when it arrives. As a result,
    /// the resource keeps the edits made between the two calls, and takes the values of all other
    /// members from the server.
    /// - Throws: `JSONError` with code `outOfMemory`.
    public func merge(_ response: Resource<Schema>) throws(JSONError) {
        try merge(response, isJoining: true)
    }

    /// Merges the resource in a response.
    /// - Parameters:
    ///   - response: the resource in the response.
    ///   - sent: a copy of this resource from the time when the request was sent. This copy becomes
    ///     the baseline, and the response is also merged into this copy. If `sent` is nil, the
    ///     baseline does not change.
    ///   - isJoining: true to link the document of the response with this document, so that this
    ///     document finds the other resources of the response.
    /// - Throws: `JSONError` with code `missing` if this resource is a reference, or with code
    ///   `outOfMemory`.
    package func merge(
        _ response: Resource<Schema>, since sent: Node? = nil, isJoining: Bool
    ) throws(JSONError) {
        guard isResolved else { throw resource.notResolved }
        node.completeLinkage()
        let former: Node
        if let sent {
            former = sent
        } else if let baseline = try node.baseline() {
            former = try baseline.copied().root
        } else {
            former = try Tree().root
        }
        if !former.isObject { try former.set(.emptyObject) }
        try node.merge(resource: response.node, since: former)
        try node.setBaseline(former)
        // After joining, the included resources of the response can be found from this document.
        if isJoining { node.tree.join(response.node.tree) }
    }
}

extension Node {
    /// Merges the members of another resource object into this resource and its former state.
    /// Attributes and linkage that the program has changed are kept. The server determines all
    /// other members.
    fileprivate func merge(resource response: Node, since former: Node) throws(JSONError) {
        try response.forEachMember { member throws(JSONError) in
            if member.name == "attributes" || member.name == "relationships" { return }
            try former.put(member)
            try put(member)
        }
        if response.member("id") != nil, response.member("lid") == nil {
            former.member("lid")?.remove()
            member("lid")?.remove()
        }
        if let attributes = response.member("attributes"), attributes.isObject,
            attributes.first != nil
        {
            let (present, former) = (try object("attributes"), try former.object("attributes"))
            try attributes.forEachMember { attribute throws(JSONError) in
                try present.merge(attribute, since: former)
            }
        }
        try response.member("relationships")?.forEachMember { relationship throws(JSONError) in
            guard relationship.isObject else { return }
            let name = relationship.name
            let present = try object("relationships").object(name)
            let former = try former.object("relationships").object(name)
            try relationship.forEachMember { member throws(JSONError) in
                let isLinkage = member.name == "data" && !name.isReservedMemberName
                let isKept = isLinkage ? try present.isChanged(member, since: former) : false
                try former.put(member)
                if isKept { return }
                present.member(namedAs: member)?.unlinkBelow()
                try present.put(member)
            }
        }
    }

    /// Calls a function with each member of an object. For other kinds of values, the function is
    /// not called. The function must not change the object.
    private func forEachMember(
        _ body: (Node) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard isObject else { return }
        try forEachRawChild { raw throws(JSONError) in try body(Node(tree: tree, raw: raw)) }
    }

    /// Returns the object in a member, and creates the object if it is missing.
    package func object(_ name: String) throws(JSONError) -> Node {
        if let member = member(name), member.isObject { return member }
        return try setMember(name, to: Node.make(scalar: .emptyObject, in: tree))
    }
}
