// SPDX-License-Identifier: MIT

internal import CVox

/// What every view retains: one document, and through its group all documents linked with it.
///
///     view ──▶ Tree ──▶ TreeStorage ──▶ the core's tree
///               └─────▶ TreeGroup ──▶ every TreeStorage linked
///
/// No arrow leads back, so no cycle of ownership arises however documents are linked.
@usableFromInline
package final class Tree {
    package let storage: TreeStorage
    /// That of the storage, a step nearer.
    @usableFromInline package let raw: OpaquePointer
    // Here as in what it leads to: one thread at a time has a document, and what it takes the runtime to
    // watch for overlapping accesses would show.
    /// The documents that live as long as this one; nil for a document on its own.
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
