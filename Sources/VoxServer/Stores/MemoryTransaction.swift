// SPDX-License-Identifier: MIT

import Synchronization

/// The store of a transaction of a ``MemoryStore``: a copy of the contents, and notes of the
/// resources that the transaction has read and written.
final class MemoryTransaction: ResourceStore {
    private struct State {
        var contents: MemoryContents
        /// The resources whose present state the transaction depends on.
        var touched: Set<StoredResource.Identifier> = []
        /// True if the transaction has listed resources. The transaction then depends on every
        /// write to the store.
        var hasListed = false
        var hasInserted = false
        var deleted: Set<StoredResource.Identifier> = []
        /// The written resources, in the order of the first write since the last deletion.
        var written: [StoredResource.Identifier] = []

        /// Notes a write before the attempt. A failed write depends on the same resources as a
        /// successful write.
        mutating func note(
            trying identifier: StoredResource.Identifier, with change: ResourceChange? = nil
        ) {
            touched.insert(identifier)
            if let change { touched.formUnion(change.targets) }
        }

        /// Returns true if the transaction has the resource, or has deleted it.
        func isTaken(_ identifier: StoredResource.Identifier) -> Bool {
            contents.resources[identifier] != nil || deleted.contains(identifier)
        }
    }

    /// The contents at the start of the transaction.
    private let start: MemoryContents
    private let freeID: @Sendable (String) -> String
    private let state: Mutex<State>

    var supportsKeysets: Bool { true }

    init(on contents: MemoryContents, freeID: @escaping @Sendable (String) -> String) {
        start = contents
        self.freeID = freeID
        state = Mutex(State(contents: contents))
    }

    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        state.withLock { state in
            state.hasListed = true
            return state.contents
        }.list(selection)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) -> [StoredResource] {
        state.withLock { state in
            state.touched.formUnion(identifiers)
            return state.contents.resources(identifiers, fields: fields)
        }
    }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSelection.Slice] {
        state.withLock { state in
            state.hasListed = true
            return state.contents
        }.related(name, of: owners, selection)
    }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource {
        // The function takes the lock of the store, so the lock of the transaction must be free.
        var chosen = id ?? freeID(type)
        // An earlier write of the transaction may have chosen or deleted the same number.
        while id == nil, state.withLock({ $0.isTaken(.init(type: type, id: chosen)) }) {
            chosen = freeID(type)
        }
        return try state.withLock { [chosen] state throws(StoreError) in
            state.note(trying: .init(type: type, id: chosen), with: content)
            let made = try state.contents.insert(type: type, id: chosen, content)
            state.hasInserted = true
            state.written.append(made.identifier)
            return made
        }
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        try state.withLock { state throws(StoreError) in
            state.note(trying: identifier, with: change)
            let updated = try state.contents.update(
                identifier, with: change, ifVersion: ifVersion)
            state.written.append(identifier)
            return updated
        }
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try state.withLock { state in
            state.note(trying: identifier)
            try state.contents.checkUnserved(linkedTo: identifier)
            for owner in try state.contents.delete(identifier, ifVersion: ifVersion) {
                state.note(trying: owner)
                state.written.append(owner)
            }
            state.deleted.insert(identifier)
            state.written.removeAll { $0 == identifier }
        }
    }

    /// Applies the writes of the transaction to the present contents of the store if nothing that
    /// the transaction has read or written has changed there.
    func commit(to contents: inout MemoryContents) throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            if state.written.isEmpty, state.deleted.isEmpty { return }
            if contents.writes != start.writes {
                if state.hasListed { throw .stale }
                // A new resource might have a version that a deleted one had.
                if state.hasInserted, contents.firstVersion != start.firstVersion { throw .stale }
                for identifier in state.touched
                where contents.resources[identifier]?.version
                    != start.resources[identifier]?.version
                {
                    throw .stale
                }
            }
            for identifier in state.deleted where contents.resources[identifier] != nil {
                _ = try contents.delete(identifier, ifVersion: nil)
            }
            for identifier in state.written {
                if let resource = state.contents.resources[identifier] { contents.put(resource) }
            }
            contents.follow(state.contents)
        }
    }
}
