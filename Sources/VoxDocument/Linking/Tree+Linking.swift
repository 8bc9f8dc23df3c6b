// SPDX-License-Identifier: MIT

internal import CVox

extension TreeStorage {
    /// Returns true if a node is in the document.
    func isAttached(_ node: OpaquePointer) -> Bool { vox_node_attached(raw, node) }
}

extension Tree {
    /// True if an appended page repeats a resource that the document already has. The first
    /// resource object with an identity represents all later ones with the same identity.
    package var hasRepeated: Bool {
        get { storage.documentState?.hasRepeated ?? false }
        set { storage.madeDocumentState.hasRepeated = newValue }
    }

    /// True if the document was read leniently.
    var isLenient: Bool {
        get { storage.documentState?.isLenient ?? false }
        set { if newValue || isLenient { storage.madeDocumentState.isLenient = newValue } }
    }

    /// The primary data without the resources that were skipped in reading. Nil if no resources
    /// were skipped.
    var screened: ScreenedList? {
        get { storage.documentState?.screened }
        set { storage.madeDocumentState.screened = newValue }
    }

    /// A value that a higher layer stores with the document.
    package var note: (any Sendable)? {
        get { storage.documentState?.note }
        set { storage.madeDocumentState.note = newValue }
    }

    // MARK: Documents that are freed together

    private var linked: LinkGroup? {
        // LinkGroup is the only class of groups.
        group.map { unsafeDowncast($0, to: LinkGroup.self).current }
    }

    /// The other documents that are linked with this document.
    package var others: [Tree] {
        guard let group = linked else { return [] }
        return group.storages.filter { $0 !== storage }.map { group.handle(of: $0) }
    }

    /// Links two documents, so that a view of one document keeps both documents alive.
    package func join(_ other: Tree) {
        guard storage !== other.storage else { return }
        if isFrozen { return root.noteWrite(JSONError(code: .frozen)) }
        storage.madeDocumentState.partners[ObjectIdentifier(other.storage)] = Partner(
            storage: other.storage)
        merge(other)
    }

    private func merge(_ other: Tree) {
        let merged =
            if let theirs = other.linked {
                linked?.merge(theirs) ?? theirs.adding(storage)
            } else {
                linked?.adding(other.storage) ?? LinkGroup([storage, other.storage])
            }
        for tree in [self, other] {
            tree.group = merged
            tree.storage.handle = tree
        }
        merged.sweepIfLarge()
    }

    // MARK: Identifiers with assigned resources

    /// True if resources may have been assigned to identifiers of this document.
    var hasTargets: Bool { storage.documentState.map { !$0.targets.isEmpty } ?? false }

    /// The identifiers with assigned resources.
    var linkingNodes: [Node] {
        storage.documentState?.targets.keys.map { Node(tree: self, raw: $0) } ?? []
    }

    /// Returns true if a resource was assigned to the identifier, and now has another identity.
    func isStale(_ identifier: Node) -> Bool {
        guard let target = storage.documentState?.targets[identifier.raw].flatMap(node(of:)) else {
            return false
        }
        return !identifier.names(target)
    }

    private func node(of target: LinkTarget) -> Node? {
        let tree = target.storage === storage ? self : linked?.handle(of: target.storage)
        return tree.map { Node(tree: $0, raw: target.node) }
    }

    /// Makes an identifier refer to a resource of this or another document.
    func link(_ identifier: Node, to target: Node) {
        if isFrozen {
            return identifier.noteWrite(JSONError(code: .frozen, pointer: identifier.pointer))
        }
        let link = LinkTarget(
            storage: target.tree.storage, node: target.raw, identity: identifier.identity)
        storage.madeDocumentState.remember(link, for: identifier.raw, in: storage)
        if storage !== target.tree.storage {
            merge(target.tree)
        }
    }

    func unlink(_ identifier: Node) {
        if !isFrozen { storage.documentState?.forget(identifier.raw) }
    }

    /// Returns the resource assigned to an identifier. Returns nil if no resource was assigned, or
    /// if the identifier was written after the assignment.
    func target(of identifier: Node) -> Node? { link(of: identifier)?.target }

    /// Returns the resource assigned to an identifier, and the identity in the identifier.
    func link(of identifier: Node) -> (target: Node, identity: Identity?)? {
        guard let target = storage.documentState?.targets[identifier.raw] else { return nil }
        guard identifier.states(target.identity) else {
            unlink(identifier)
            return nil
        }
        return node(of: target).map { ($0, target.identity) }
    }
}

extension Node {
    /// The version of this resource on the server. The text is empty if the version is no longer
    /// known, and nil if no version was set.
    package var versionTag: String? {
        get { tree.storage.documentState?.versionTags[raw] }
        nonmutating set { tree.storage.madeDocumentState.versionTags[raw] = newValue }
    }

    /// True if a server has created this resource without returning its id.
    package var wasCreated: Bool {
        get { tree.storage.documentState?.created.contains(raw) ?? false }
        nonmutating set {
            if newValue {
                tree.storage.madeDocumentState.created.insert(raw)
            } else {
                tree.storage.documentState?.created.remove(raw)
            }
        }
    }
}
