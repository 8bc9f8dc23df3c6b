// SPDX-License-Identifier: MIT

/// The state of a document apart from its JSON: the resources assigned to its linkage, the
/// documents joined with it, and the options of reading.
final class DocumentState: TreeState {
    /// The resources that were assigned to linkage in this document, by identifier object.
    @exclusivity(unchecked) var targets: [OpaquePointer: LinkTarget] = [:]
    /// The number of targets at which unused ones are removed.
    private var tidyAt = 64
    /// Documents that are joined for lookups, without a link to them.
    var partners: [ObjectIdentifier: Partner] = [:]
    /// True if the document was read leniently, so that resources of unexpected types are skipped.
    var isLenient = false
    /// The primary data without the resources that were skipped in reading. Nil if none were
    /// skipped.
    var screened: ScreenedList?
    /// True if an appended page repeats a resource.
    var hasRepeated = false
    /// The resources that a server has created without returning an id.
    var created: Set<OpaquePointer> = []
    /// A value that a higher layer stores with the document.
    var note: (any Sendable)?

    /// Links an identifier to a resource.
    ///
    /// Identifiers leave the document in many ways, also when a resource is reverted. Links of such
    /// identifiers are removed each time the number of links has doubled.
    func remember(_ target: LinkTarget, for identifier: OpaquePointer, in storage: TreeStorage) {
        targets[identifier] = target
        guard targets.count >= tidyAt else { return }
        forgetDetachedLinks(in: storage)
        tidyAt = max(targets.count * 2, 64)
    }

    /// Removes the link of an identifier.
    func forget(_ identifier: OpaquePointer) { targets[identifier] = nil }

    /// Removes the links of identifiers that are no longer in the document.
    func forgetDetachedLinks(in storage: TreeStorage) {
        targets = targets.filter { storage.isAttached($0.key) }
    }

    /// Copies all state except the links.
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

/// The target of an identifier, in a storage that the same group keeps alive.
struct LinkTarget {
    unowned let storage: TreeStorage
    let node: OpaquePointer
    /// The identity in the identifier when the link was created. If it differs from the present
    /// one, the JSON was written since, and the link is no longer valid.
    let identity: Identity?
}

/// A storage that the same group keeps alive.
struct Partner {
    unowned let storage: TreeStorage
}

extension TreeStorage {
    /// The state of the document, or nil if there is none.
    var documentState: DocumentState? {
        // An unchecked cast, because every step through a relationship reads this property and
        // there is no other class of states. The cost of a checked cast would show.
        state.map { unsafeDowncast($0, to: DocumentState.self) }
    }

    /// The state of the document, which is created if it is missing.
    var madeDocumentState: DocumentState {
        if let documentState { return documentState }
        let made = DocumentState()
        state = made
        return made
    }
}
