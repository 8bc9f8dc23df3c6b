// SPDX-License-Identifier: MIT

internal import CVox

// Looking up a field of a resource object without a view: a pointer owns nothing, so that of a value
// that is only read nobody counts references.

extension Node {
    /// The attribute of that name, null included.
    @inlinable
    package func rawAttribute(_ name: MemberName) -> OpaquePointer? {
        switch name {
        case .stated(let name): rawAttribute(name)
        case .made(let name): rawAttribute(name)
        case .nested(let name): rawAttribute(name)
        }
    }

    @usableFromInline
    func rawAttribute(_ name: NestedName) -> OpaquePointer? {
        rawNested(name, orNull: true) { rawAttribute($0) }
    }

    /// The attributes, made where there are none; nil where that cannot be, or something else stands there.
    @usableFromInline
    var madeAttributes: Node? {
        let name = vox_string(name: "attributes")
        var attributes = vox_object_get(tree.raw, raw, name)
        if attributes == nil {
            // Where it cannot be made, the long way says why.
            _ = vox_object_set(tree.raw, raw, name, vox_value_object(), &attributes)
        }
        guard vox_node_kind(attributes) == VOX_OBJECT else { return nil }
        return attributes.map { Node(tree: tree, raw: $0) }
    }

    /// The linkage of the relationship of that name.
    func linkage(_ name: MemberName) -> Node? {
        let raw =
            switch name {
            case .stated(let name): rawLinkage(name)
            case .made(let name): rawLinkage(name)
            case .nested: nil as OpaquePointer?
            }
        return raw.map { Node(tree: tree, raw: $0) }
    }

    /// The attribute of a resource object, null included.
    @usableFromInline
    package func rawAttribute(_ name: String) -> OpaquePointer? {
        withCore(name) { vox_resource_attribute(tree.raw, raw, $0) }
    }

    /// The same for a name known at compile time.
    @inlinable
    package func rawAttribute(_ name: StaticString) -> OpaquePointer? {
        name.hasPointerRepresentation
            ? lentAttribute(tree.raw, raw, name.utf8Start, name.utf8CodeUnitCount) : nil
    }

    /// The linkage of a relationship of a resource object.
    package func rawLinkage(_ name: StaticString) -> OpaquePointer? {
        vox_resource_linkage(tree.raw, raw, vox_string(name))
    }

    package func rawLinkage(_ name: String) -> OpaquePointer? {
        withCore(name) { vox_resource_linkage(tree.raw, raw, $0) }
    }
}

/// The attribute of a resource object. Looking it up releases nothing, and where the compiler knows
/// that, callers need not retain the document.
@usableFromInline
@_effects(releasenone)
package func lentAttribute(
    _ core: OpaquePointer, _ resource: OpaquePointer, _ name: UnsafePointer<UInt8>, _ length: Int
) -> OpaquePointer? {
    vox_resource_attribute(
        core, resource,
        vox_string(
            bytes: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), length: length))
}
