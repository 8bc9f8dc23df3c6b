// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a tree of the core that is frozen.
final class FrozenCore: Sendable {
    // Sound to share: whatever is called, the core no longer writes the tree; it is freed once, here,
    // when no thread has a reference left.
    nonisolated(unsafe) let raw: OpaquePointer

    /// Where the tree has its memory from.
    let pool: JSONPool?

    init(_ raw: OpaquePointer, pool: JSONPool?) {
        self.raw = raw
        self.pool = pool
    }

    deinit { vox_tree_free(raw) }
}

/// A frozen document with those it is linked with: what threads share.
///
/// The trees of the core are shared; what a handle notes (failures, links, other handles) is not:
///
///     thread 1:  view ──▶ Tree ──▶ TreeStorage ──▶┐
///                                                 ├──▶ FrozenCore ──▶ the core's tree
///     thread 2:  view ──▶ Tree ──▶ TreeStorage ──▶┘
package final class FrozenTree: Sendable {
    /// The document comes first, then those it is linked with.
    private let cores: [FrozenCore]
    private let state: (any FrozenTreeState)?

    fileprivate init(_ storages: [TreeStorage]) throws(JSONError) {
        var cores: [FrozenCore] = []
        for storage in storages { cores.append(try storage.freeze()) }
        self.cores = cores
        state = storages.lazy.compactMap(\.state).first?.frozen(of: storages)
    }

    /// A handle of the document for the calling thread. O(documents and links).
    package func open() -> Tree {
        let storages = cores.map { TreeStorage($0) }
        return Tree(storage: storages[0], group: state?.restore(to: storages))
    }
}

extension Tree {
    /// Freezes the document and all documents linked with it.
    ///
    /// - Throws: a plain write that failed in one of them, what is wrong with malformed text, or
    ///   `outOfMemory`; then some may be frozen by now.
    package func frozen() throws(JSONError) -> FrozenTree {
        let storages = [storage] + (group?.storages ?? []).filter { $0 !== storage }
        for storage in storages {
            if let failure = storage.failures.firstWrite { throw failure }
        }
        return try FrozenTree(storages)
    }
}
