// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// Returns the resource object of this document with the given type and id. The cost is O(1)
    /// after the first call.
    package func resource(type: some StringProtocol, id: some StringProtocol, local: Bool)
        throws(JSONError) -> Node?
    {
        var found: OpaquePointer?
        let status = withCore(type) { type in
            withCore(id) { id in
                local
                    ? vox_resource_find_local(tree.raw, type, id, &found)
                    : vox_resource_find(tree.raw, type, id, &found)
            }
        }
        return try resolved(status, found)
    }

    /// The type, id and lid of a deferred resource object, from its identity prefix. The text of a
    /// missing member has no bytes. The result is nil if the prefix does not contain the identity.
    var unreadIdentityTexts: (type: vox_string, id: vox_string, lid: vox_string)? {
        var type = vox_string()
        var id = vox_string()
        var lid = vox_string()
        return vox_resource_peek(tree.raw, raw, &type, &id, &lid) ? (type, id, lid) : nil
    }

    /// Returns the text of a member that is a string or, if `orNumber` is true, a number. Otherwise
    /// the result has no bytes.
    func statedText(_ name: StaticString, orNumber: Bool) -> vox_string {
        let member = vox_object_get(tree.raw, raw, vox_string(name: name))
        let kind = vox_node_kind(member)
        return kind == VOX_STRING || orNumber && kind == VOX_NUMBER
            ? vox_node_text(tree.raw, member) : vox_string()
    }

    /// True if this resource or identifier object has a type.
    var isTyped: Bool { statedText("type", orNumber: true).bytes != nil }

    /// Returns true if this resource or identifier object has the given type.
    package func hasType(_ type: String) -> Bool {
        withCore(type) { vox_resource_has_type(tree.raw, raw, $0) }
    }

    /// Returns true if this resource or identifier object has the same type as another object.
    package func hasType(of other: Node) -> Bool {
        let type = other.unreadIdentityTexts?.type ?? other.statedText("type", orNumber: true)
        return type.bytes != nil && vox_resource_has_type(tree.raw, raw, type)
    }

    /// Returns the resource object that this identifier object refers to in its own document.
    package func resolvedResource() throws(JSONError) -> Node? {
        var found: OpaquePointer?
        return try resolved(vox_resource_resolve(tree.raw, raw, &found), found)
    }

    private func resolved(_ status: vox_status, _ found: OpaquePointer?) throws(JSONError) -> Node?
    {
        if status == VOX_ERROR_MISSING || status == VOX_ERROR_KIND { return nil }
        try check(status)
        return found.map { Node(tree: tree, raw: $0) }
    }

    /// The first resource object with the same identity. If no appended page repeats the resource,
    /// the value is the object itself.
    package var canonical: Node {
        guard tree.hasRepeated, let identity else { return self }
        let first = try? tree.root.resource(
            type: identity.type, id: identity.id, local: identity.isLocal)
        return first ?? self
    }
}
