// SPDX-License-Identifier: MIT

internal import CVox

/// The owner of a tree of the core, and of all state of the document except its values.
package final class TreeStorage {
    package let raw: OpaquePointer
    /// The pool from which the tree takes its memory.
    let pool: JSON.Pool?
    /// The reads and writes that failed without throwing. Failures caused by malformed text are
    /// copied from the core.
    private(set) var log = FailureLog()
    /// True during a write that may replace values that typed reads leave out.
    var replacesLeftOut = false
    /// State that a higher layer stores with the document.
    @exclusivity(unchecked) package var state: (any TreeState)?
    /// An object that a client stores with a document that the client has read.
    package var note: AnyObject?
    /// The handle of a storage in a group. The handle is stored, so that the storage never has a
    /// second handle.
    ///
    /// The handle clears this reference when it is freed. A weak reference is not necessary,
    /// because only one thread at a time uses the document. With a weak reference, every retain and
    /// release of the handle would take the slow path of the runtime.
    @exclusivity(unchecked) package unowned(unsafe) var handle: Tree?

    /// The storage that owns the tree. Nil if this storage owns the tree.
    private let keeper: TreeStorage?
    /// The owner of the tree after freezing. Other storages share this owner.
    private var frozen: FrozenCore?

    init(raw: OpaquePointer, pool: JSON.Pool?, keptBy keeper: TreeStorage? = nil) {
        self.raw = raw
        self.pool = pool
        self.keeper = keeper
    }

    /// Creates a storage for a tree that other threads may be reading.
    init(_ core: FrozenCore) {
        raw = core.raw
        pool = core.pool
        keeper = nil
        frozen = core
    }

    deinit {
        if keeper == nil, frozen == nil { vox_tree_free(raw) }
    }

    /// Freezes the tree and moves it to an owner that threads can share.
    func freeze() throws(JSONError) -> FrozenCore {
        if let frozen { return frozen }
        // A baseline is frozen together with its document and cannot be frozen alone.
        let status = keeper == nil ? vox_tree_freeze(raw) : VOX_ERROR_ARGUMENT
        guard status == VOX_OK else {
            var error = vox_error()
            throw vox_tree_materialize(raw, &error) == VOX_OK ? JSONError(status) : JSONError(error)
        }
        let core = FrozenCore(raw, pool: pool)
        frozen = core
        return core
    }

    /// The failures that this storage has recorded, and the failure that the core has recorded for
    /// malformed text.
    var failures: JSON.Failures {
        noteMalformed()
        return log.failures
    }

    func forgetFailures() {
        log = FailureLog()
        vox_tree_forget_failure(raw)
    }

    /// The first syntax error that the core has found in deferred text.
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

    /// Copies the failures of `original` to this document. This document is a copy of `original`.
    package func copyFailures(
        of original: TreeStorage, _ counterpart: (OpaquePointer) -> OpaquePointer?
    ) {
        original.noteMalformed()
        log = original.log.moved(counterpart)
    }
}
