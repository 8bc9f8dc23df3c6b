// SPDX-License-Identifier: MIT

internal import CVox

// Lookup of a field of a resource object without a view. The functions return raw pointers, which
// own nothing, so a read does not change a reference count.

extension Node {
    /// Returns the attribute with the given name. The attribute may be null.
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

    /// The object `attributes`, which is created if it is missing. The result is nil if the object
    /// cannot be created, or if `attributes` is not an object.
    @usableFromInline
    var madeAttributes: Node? {
        let name = vox_string(name: "attributes")
        var attributes = vox_object_get(tree.raw, raw, name)
        if attributes == nil {
            // The result is ignored: after a failure, the general function runs and reports the
            // reason.
            _ = vox_object_set(tree.raw, raw, name, vox_value_object(), &attributes)
        }
        guard vox_node_kind(attributes) == VOX_OBJECT else { return nil }
        return attributes.map { Node(tree: tree, raw: $0) }
    }

    /// Returns the linkage of the relationship with the given name.
    func linkage(_ name: MemberName) -> Node? {
        let raw =
            switch name {
            case .stated(let name): rawLinkage(name)
            case .made(let name): rawLinkage(name)
            case .nested: nil as OpaquePointer?
            }
        return raw.map { Node(tree: tree, raw: $0) }
    }

    /// Returns the attribute of a resource object. The attribute may be null.
    @usableFromInline
    package func rawAttribute(_ name: String) -> OpaquePointer? {
        withCore(name) { vox_resource_attribute(tree.raw, raw, $0) }
    }

    /// Returns the attribute with a name known at compile time. The attribute may be null.
    @inlinable
    package func rawAttribute(_ name: StaticString) -> OpaquePointer? {
        name.hasPointerRepresentation
            ? lentAttribute(tree.raw, raw, name.utf8Start, name.utf8CodeUnitCount) : nil
    }

    /// Returns the linkage of a relationship of a resource object.
    package func rawLinkage(_ name: StaticString) -> OpaquePointer? {
        vox_resource_linkage(tree.raw, raw, vox_string(name))
    }

    package func rawLinkage(_ name: String) -> OpaquePointer? {
        withCore(name) { vox_resource_linkage(tree.raw, raw, $0) }
    }
}

/// Returns the attribute of a resource object.
///
/// The lookup releases no object. `@_effects` declares this fact to the compiler, so that callers
/// need not retain the document.
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
