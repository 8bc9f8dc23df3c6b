// SPDX-License-Identifier: MIT

internal import CVox

/// The object that every view of a document retains. A `Tree` owns one document. Through its
/// `TreeGroup`, the `Tree` also owns all documents that are linked with this document.
///
///     view ──▶ Tree ──▶ TreeStorage ──▶ the core's tree
///               └─────▶ TreeGroup ──▶ every TreeStorage linked
///
/// The arrows in the picture are references that own their target. None of the arrows leads back,
/// so linked documents never form a cycle of ownership.
@usableFromInline
package final class Tree {
    package let storage: TreeStorage
    /// The tree of the storage. This copy of the pointer saves an indirection.
    @usableFromInline package let raw: OpaquePointer
    // The runtime does not check exclusive access to this object and to the objects that it refers
    // to, because the checks have a measurable cost. They are not necessary: only one thread at a
    // time uses a document.
    /// The documents that live as long as this document. The group is nil for a document without
    /// links.
    @exclusivity(unchecked) package var group: (any TreeGroup)?

    package init(storage: TreeStorage, group: (any TreeGroup)? = nil) {
        self.storage = storage
        raw = storage.raw
        self.group = group
        if group != nil {
            storage.handle = self
        }
    }

    deinit {
        if storage.handle === self { storage.handle = nil }
    }

    package var root: Node { Node(tree: self, raw: vox_tree_root(raw)) }

    package var isFrozen: Bool { vox_tree_frozen(raw) }
}
