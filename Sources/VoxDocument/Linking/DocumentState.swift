// SPDX-License-Identifier: MIT

/// The state of a document besides its JSON: the resources that were assigned to linkage, the
/// documents joined with it, and the options of reading.
final class DocumentState: TreeState {
    /// The resources that were assigned to linkage in this document. The key is the identifier
    /// object.
    @exclusivity(unchecked) var targets: [OpaquePointer: LinkTarget] = [:]
    /// The number of links at which unused links are removed.
    private var tidyAt = 64
    /// The documents that were joined for lookups, without a link from an identifier.
    var partners: [ObjectIdentifier: Partner] = [:]
    /// True if the document was read leniently, so that resources of unexpected types are skipped.
    var isLenient = false
    /// The primary data without the resources that were skipped in reading. Nil if no resources
    /// were skipped.
    var screened: ScreenedList?
    /// True if an appended page repeats a resource.
    var hasRepeated = false
    /// The resources that a server has created without returning their ids.
    var created: Set<OpaquePointer> = []
    /// The versions of resources on the server. An empty text means that the version is not known
    /// any more.
    var versionTags: [OpaquePointer: String] = [:]
    /// A value that a higher layer stores with the document.
    var note: (any Sendable)?

    /// Links an identifier to a resource.
    ///
    /// An identifier can leave the document in many ways, for example when a resource is reverted.
    /// Therefore the links of removed identifiers are cleaned up each time the number of links has
    /// doubled.
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
    /// The identity in the identifier at the time when the link was created. If the present
    /// identity differs, the program has written other JSON after that, and the link is no longer
    /// valid.
    let identity: Identity?
}

/// A storage that the same group keeps alive.
struct Partner {
    unowned let storage: TreeStorage
}

extension TreeStorage {
    /// The state of the document. Nil if no state was created.
    var documentState: DocumentState? {
        // The cast is unchecked, because there is no other class of states. A checked cast would
        // have a measurable cost, because every step through a relationship reads this property.
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
