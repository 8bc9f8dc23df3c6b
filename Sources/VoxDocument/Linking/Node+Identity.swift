// SPDX-License-Identifier: MIT

internal import CVox

extension Node {
    /// The resource object of this document with that type and id. O(1) after the first call.
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

    /// Type, id and lid of a resource object that is not parsed yet, where its beginning tells; those
    /// that it lacks have no bytes.
    var unreadIdentityTexts: (type: vox_string, id: vox_string, lid: vox_string)? {
        var type = vox_string()
        var id = vox_string()
        var lid = vox_string()
        return vox_resource_peek(tree.raw, raw, &type, &id, &lid) ? (type, id, lid) : nil
    }

    /// The text of a member that is a string or, where that counts, a number; no bytes else.
    func statedText(_ name: StaticString, orNumber: Bool) -> vox_string {
        let member = vox_object_get(tree.raw, raw, vox_string(name: name))
        let kind = vox_node_kind(member)
        return kind == VOX_STRING || orNumber && kind == VOX_NUMBER
            ? vox_node_text(tree.raw, member) : vox_string()
    }

    /// True for a resource or identifier object that says its type.
    var isTyped: Bool { statedText("type", orNumber: true).bytes != nil }

    /// True for a resource or identifier object of that type.
    package func hasType(_ type: String) -> Bool {
        withCore(type) { vox_resource_has_type(tree.raw, raw, $0) }
    }

    /// The resource object that this identifier object names in its own document.
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
}

extension Node {
    /// The resource object that stands for all of its identity; itself, unless pages were appended
    /// that repeat it.
    package var canonical: Node {
        guard tree.hasRepeated, let identity else { return self }
        let first = try? tree.root.resource(
            type: identity.type, id: identity.id, local: identity.isLocal)
        return first ?? self
    }
}
