// SPDX-License-Identifier: MIT

internal import CVox

extension TreeStorage {
    /// Whether a node stands in the document.
    func isAttached(_ node: OpaquePointer) -> Bool { vox_node_attached(raw, node) }
}

extension Tree {
    /// True when pages were appended that name a resource again: then the first resource object of an
    /// identity stands for all of them.
    package var hasRepeated: Bool {
        get { storage.documentState?.hasRepeated ?? false }
        set { storage.madeDocumentState.hasRepeated = newValue }
    }

    /// Whether the document was read leniently.
    var isLenient: Bool {
        get { storage.documentState?.isLenient ?? false }
        set { if newValue || isLenient { storage.madeDocumentState.isLenient = newValue } }
    }

    /// Primary data without what was skipped when it was read; nil when nothing was.
    var screened: ScreenedList? {
        get { storage.documentState?.screened }
        set { storage.madeDocumentState.screened = newValue }
    }

    /// What the layer above keeps with the document.
    package var note: (any Sendable)? {
        get { storage.documentState?.note }
        set { storage.madeDocumentState.note = newValue }
    }

    // MARK: Documents that live together

    private var linked: LinkGroup? {
        // There is no other class of groups.
        group.map { unsafeDowncast($0, to: LinkGroup.self).current }
    }

    /// The documents linked with this one, itself left out.
    package var others: [Tree] {
        guard let group = linked else { return [] }
        return group.storages.filter { $0 !== storage }.map { group.handle(of: $0) }
    }

    /// Joins two documents, so that each lives as long as a view of either.
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

    // MARK: Identifiers that stand for resources

    /// True when identifiers of this document may stand for resources that were assigned to them.
    var hasTargets: Bool { storage.documentState.map { !$0.targets.isEmpty } ?? false }

    /// The identifiers that stand for resources assigned to them.
    var linkingNodes: [Node] {
        storage.documentState?.targets.keys.map { Node(tree: self, raw: $0) } ?? []
    }

    /// Whether an identifier was made to stand for a resource.
    func isLinking(_ identifier: Node) -> Bool {
        storage.documentState?.targets[identifier.raw] != nil
    }

    /// Makes an identifier stand for a resource, of this or another document.
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

    /// The resource that an identifier was made to stand for, unless the identifier was written since.
    func target(of identifier: Node) -> Node? { link(of: identifier)?.target }

    /// The same, with what the identifier says.
    func link(of identifier: Node) -> (target: Node, identity: Identity?)? {
        guard let target = storage.documentState?.targets[identifier.raw] else { return nil }
        guard identifier.states(target.identity) else {
            unlink(identifier)
            return nil
        }
        let tree = target.storage === storage ? self : linked?.handle(of: target.storage)
        return tree.map { (Node(tree: $0, raw: target.node), target.identity) }
    }
}

extension Node {
    /// Whether a server has created this resource without saying its id.
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
