// SPDX-License-Identifier: MIT

internal import CVox

/// The object that every view retains. It owns one document and, through its group, all documents
/// linked with it.
///
///     view ──▶ Tree ──▶ TreeStorage ──▶ the core's tree
///               └─────▶ TreeGroup ──▶ every TreeStorage linked
///
/// No arrow leads back, so linked documents never form a cycle of ownership.
@usableFromInline
package final class Tree {
    package let storage: TreeStorage
    /// The tree of the storage, copied here to save an indirection.
    @usableFromInline package let raw: OpaquePointer
    // Exclusivity is not checked here, nor in the objects that this one refers to. Only one thread
    // at a time has a document, and the cost of the runtime's checks would show.
    /// The documents that live as long as this one. Nil for a document without links.
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
