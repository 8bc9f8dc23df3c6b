// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a frozen tree of the core.
final class FrozenCore: Sendable {
    // Safe to share: the core never writes a frozen tree. The tree is freed once, here, after the
    // last reference of any thread is gone.
    nonisolated(unsafe) let raw: OpaquePointer

    /// The pool of the tree's memory.
    let pool: JSONPool?

    init(_ raw: OpaquePointer, pool: JSONPool?) {
        self.raw = raw
        self.pool = pool
    }

    deinit { vox_tree_free(raw) }
}

/// A frozen document and the documents linked with it, as threads share them.
///
/// The trees of the core are shared. The state of a handle (failures, links, other handles) is not:
///
///     thread 1:  view ──▶ Tree ──▶ TreeStorage ──▶┐
///                                                 ├──▶ FrozenCore ──▶ the core's tree
///     thread 2:  view ──▶ Tree ──▶ TreeStorage ──▶┘
package final class FrozenTree: Sendable {
    /// The document is the first one, and the documents linked with it follow.
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
    /// - Throws: A failed write in one of the documents, the syntax error of malformed text, or
    ///   `outOfMemory`. In the last case, some documents may be frozen.
    package func frozen() throws(JSONError) -> FrozenTree {
        let storages = [storage] + (group?.storages ?? []).filter { $0 !== storage }
        for storage in storages {
            if let failure = storage.failures.firstWrite { throw failure }
        }
        return try FrozenTree(storages)
    }
}
