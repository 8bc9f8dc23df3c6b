// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a tree of the core, and what belongs to the document beside its values.
package final class TreeStorage {
    package let raw: OpaquePointer
    /// Where the tree has its memory from.
    let pool: JSONPool?
    /// The plain reads and writes that failed. What met malformed text is taken from the core.
    private(set) var log = FailureLog()
    /// What a layer above keeps with the document.
    @exclusivity(unchecked) package var state: (any TreeState)?
    /// What a client keeps with the document that it read.
    package var note: AnyObject?
    /// The handle of a storage in a group, so that there is never a second one. The handle clears it when
    /// it goes, and one thread at a time has the document: a weak reference would have every later
    /// retain and release of the handle take the slow path of the runtime.
    @exclusivity(unchecked) package unowned(unsafe) var handle: Tree?

    /// The document whose core owns the tree, when this storage does not.
    private let keeper: TreeStorage?
    /// What owns the tree once it is frozen, together with other storages.
    private var frozen: FrozenCore?

    init(raw: OpaquePointer, pool: JSONPool?, keptBy keeper: TreeStorage? = nil) {
        self.raw = raw
        self.pool = pool
        self.keeper = keeper
    }

    /// A storage of its own for a tree that other threads may be reading.
    init(_ core: FrozenCore) {
        raw = core.raw
        pool = core.pool
        keeper = nil
        frozen = core
    }

    deinit {
        if keeper == nil, frozen == nil { vox_tree_free(raw) }
    }

    /// Freezes the tree and hands it over to an owner that threads can share.
    func freeze() throws(JSONError) -> FrozenCore {
        if let frozen { return frozen }
        // A baseline is frozen with the document it belongs to, and not shared without it.
        let status = keeper == nil ? vox_tree_freeze(raw) : VOX_ERROR_ARGUMENT
        guard status == VOX_OK else {
            var error = vox_error()
            throw vox_tree_materialize(raw, &error) == VOX_OK ? JSONError(status) : JSONError(error)
        }
        let core = FrozenCore(raw, pool: pool)
        frozen = core
        return core
    }

    /// The failures noted here, and that of the core, which met malformed text.
    var failures: JSONFailures {
        noteMalformed()
        return log.failures
    }

    func forgetFailures() {
        log = FailureLog()
        vox_tree_forget_failure(raw)
    }

    /// What the core met first of malformed text.
    var malformed: JSONError? {
        guard vox_tree_failure(raw, nil) != VOX_OK else { return nil }
        var error = vox_error()
        return vox_tree_failure(raw, &error) == VOX_OK ? nil : JSONError(error)
    }

    private func noteMalformed() {
        if let malformed { log.noteRead(malformed) }
    }

    func noteRead(_ error: JSONError) {
        noteMalformed()
        log.noteRead(error)
    }

    func noteWrite(_ error: JSONError, at place: FailedWrite.Place?) {
        noteMalformed()
        log.noteWrite(error, at: place)
    }

    /// Takes over the failures of a document that this one is a copy of.
    package func copyFailures(
        of original: TreeStorage, _ counterpart: (OpaquePointer) -> OpaquePointer?
    ) {
        original.noteMalformed()
        log = original.log.moved(counterpart)
    }
}
