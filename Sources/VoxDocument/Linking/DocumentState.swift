// SPDX-License-Identifier: MIT

/// What a document knows beside its JSON: the resources assigned to its linkage, the documents it is
/// joined with, and how it was read.
final class DocumentState: TreeState {
    /// Resources that were assigned to linkage in this document, by the identifier that names them.
    @exclusivity(unchecked) var targets: [OpaquePointer: LinkTarget] = [:]
    /// When there are so many of them, those of no more use are looked for.
    private var tidyAt = 64
    /// Documents joined for look-ups, without a link of their own.
    var partners: [ObjectIdentifier: Partner] = [:]
    /// Whether the document was read leniently, so that what is of another type than asked for is
    /// skipped.
    var isLenient = false
    /// Primary data without what was skipped when it was read; nil when nothing was.
    var screened: ScreenedList?
    /// Whether pages were appended that name a resource again.
    var hasRepeated = false
    /// Resources without an id that a server has created.
    var created: Set<OpaquePointer> = []
    /// What the layer above keeps with the document.
    var note: (any Sendable)?

    /// Makes an identifier stand for a resource. Identifiers leave the document in many ways, also
    /// when a resource is set back; so those that left are looked for when the links have doubled.
    func remember(_ target: LinkTarget, for identifier: OpaquePointer, in storage: TreeStorage) {
        targets[identifier] = target
        guard targets.count >= tidyAt else { return }
        forgetDetachedLinks(in: storage)
        tidyAt = max(targets.count * 2, 64)
    }

    /// Forgets what an identifier stands for.
    func forget(_ identifier: OpaquePointer) { targets[identifier] = nil }

    /// Forgets links whose identifiers were taken out of the document.
    func forgetDetachedLinks(in storage: TreeStorage) {
        targets = targets.filter { storage.isAttached($0.key) }
    }

    /// Takes over all but the links.
    func copyReading(of other: DocumentState) {
        isLenient = other.isLenient
        hasRepeated = other.hasRepeated
        screened = other.screened
        note = other.note
    }

    func frozen(of storages: [TreeStorage]) -> any FrozenTreeState {
        FrozenDocumentState(storages)
    }
}

/// A resource that an identifier stands for, in a storage that the same group keeps alive.
struct LinkTarget {
    unowned let storage: TreeStorage
    let node: OpaquePointer
    /// What the identifier said when the link was made: if it says something else, somebody wrote
    /// the JSON, and the link no longer holds.
    let identity: Identity?
}

/// A storage that the same group keeps alive.
struct Partner {
    unowned let storage: TreeStorage
}

extension TreeStorage {
    /// The state of the document; nil when there is nothing to know of it.
    var documentState: DocumentState? {
        // Asked for at every step through a relationship, and there is no other class of states: what a
        // checked cast costs would show.
        state.map { unsafeDowncast($0, to: DocumentState.self) }
    }

    /// The state of the document, made when there is none.
    var madeDocumentState: DocumentState {
        if let documentState { return documentState }
        let made = DocumentState()
        state = made
        return made
    }
}
