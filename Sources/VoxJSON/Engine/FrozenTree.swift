// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a frozen tree of the core.
final class FrozenCore: Sendable {
    // Safe to share: the core never writes a frozen tree. `deinit` frees the tree once, after all
    // threads have released it.
    nonisolated(unsafe) let raw: OpaquePointer

    /// The pool from which the tree takes its memory.
    let pool: JSON.Pool?

    init(_ raw: OpaquePointer, pool: JSON.Pool?) {
        self.raw = raw
        self.pool = pool
    }

    deinit { vox_tree_free(raw) }
}

/// A frozen document and the documents linked with it. Several threads can share this object.
///
/// All threads share the trees of the core. Each thread has its own `Tree` and `TreeStorage`, whose
/// failures and links are not shared:
///
///     thread 1:  view ──▶ Tree ──▶ TreeStorage ──▶┐
///                                                 ├──▶ FrozenCore ──▶ the core's tree
///     thread 2:  view ──▶ Tree ──▶ TreeStorage ──▶┘
package final class FrozenTree: Sendable {
    /// The owners of the trees. The document itself is the first one, and the documents linked with
    /// it follow.
    private let cores: [FrozenCore]
    private let state: (any FrozenTreeState)?

    fileprivate init(_ storages: [TreeStorage]) throws(JSONError) {
        var cores: [FrozenCore] = []
        for storage in storages { cores.append(try storage.freeze()) }
        self.cores = cores
        state = storages.lazy.compactMap(\.state).first?.frozen(of: storages)
    }

    /// Returns a handle of the document for the calling thread. O(documents and links).
    package func open() -> Tree {
        let storages = cores.map { TreeStorage($0) }
        return Tree(storage: storages[0], group: state?.restore(to: storages))
    }
}

extension Tree {
    /// Freezes the document and all documents linked with it.
    ///
    /// - Throws: The error of a failed write in one of the documents, the syntax error of malformed
    ///   text, or `outOfMemory`. If memory runs out, some of the documents may already be frozen.
    package func frozen() throws(JSONError) -> FrozenTree {
        let storages = [storage] + (group?.storages ?? []).filter { $0 !== storage }
        for storage in storages {
            if let failure = storage.failures.firstWrite { throw failure }
        }
        return try FrozenTree(storages)
    }
}
