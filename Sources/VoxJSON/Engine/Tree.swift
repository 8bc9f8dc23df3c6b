// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a tree of the core, and what belongs to the document beside its values.
final class TreeStorage {
    let raw: OpaquePointer
    /// Where the tree has its memory from.
    let pool: JSONPool?
    /// The plain reads and writes that failed. What met malformed text is taken from the core.
    private(set) var log = FailureLog()
    /// Resources that were assigned to linkage in this document, by the identifier that names them.
    var targets: [OpaquePointer: LinkTarget] = [:]
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
    /// What the layer above keeps with the document.
    var note: (any Sendable)?
    /// The handle of a storage in a group, so that there is never a second one.
    weak var handle: Tree?

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
    func copyFailures(
        of original: TreeStorage, _ counterpart: (OpaquePointer) -> OpaquePointer?
    ) {
        original.noteMalformed()
        log = original.log.moved(counterpart)
    }

    /// Makes an identifier stand for a resource. Identifiers leave the document in many ways, also
    /// when a resource is set back; so those that left are looked for when the links have doubled.
    func remember(_ target: LinkTarget, for identifier: OpaquePointer) {
        targets[identifier] = target
        guard targets.count >= tidyAt else { return }
        forgetDetachedLinks()
        tidyAt = max(targets.count * 2, 64)
    }

    /// Forgets links whose identifiers were taken out of the document.
    func forgetDetachedLinks() {
        targets = targets.filter { vox_node_attached(raw, $0.key) }
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

/// What every view retains: one document, and through its group all documents linked with it.
///
///     view ──▶ Tree ──▶ TreeStorage ──▶ the core's tree
///               └─────▶ LinkGroup ──▶ every TreeStorage linked
///
/// No arrow leads back, so no cycle of ownership arises however documents are linked.
@usableFromInline
package final class Tree {
    let storage: TreeStorage
    /// That of the storage, a step nearer.
    @usableFromInline let raw: OpaquePointer
    private var linked: LinkGroup?

    init(storage: TreeStorage, group: LinkGroup? = nil) {
        self.storage = storage
        raw = storage.raw
        linked = group
        if group != nil {
            storage.handle = self
        }
    }

    /// True when pages were appended that name a resource again: then the first resource object of an
    /// identity stands for all of them.
    package var hasRepeated: Bool {
        get { storage.hasRepeated }
        set { storage.hasRepeated = newValue }
    }

    /// True when identifiers of this document may stand for resources that were assigned to them.
    package var hasTargets: Bool { !storage.targets.isEmpty }

    /// What the layer above keeps with the document.
    package var note: (any Sendable)? {
        get { storage.note }
        set { storage.note = newValue }
    }

    package var root: Node { Node(tree: self, raw: vox_tree_root(raw)) }

    // MARK: Links to other documents

    /// The group of this document, made at the first link.
    private var group: LinkGroup {
        let group = linked?.current ?? LinkGroup([storage])
        linked = group
        storage.handle = self
        return group
    }

    /// The documents linked with this one, itself left out.
    package var others: [Tree] {
        guard let group = linked?.current else { return [] }
        return otherStorages.map { group.handle(of: $0) }
    }

    var otherStorages: [TreeStorage] {
        linked?.current.members.filter { $0 !== storage } ?? []
    }

    package var isFrozen: Bool { vox_tree_frozen(raw) }

    /// Joins two documents, so that each lives as long as a view of either.
    package func join(_ other: Tree) {
        guard storage !== other.storage else { return }
        if isFrozen { return root.noteWrite(JSONError(code: .frozen)) }
        storage.partners[ObjectIdentifier(other.storage)] = Partner(storage: other.storage)
        merge(other)
    }

    private func merge(_ other: Tree) {
        let merged = group.merge(other.group)
        linked = merged
        other.linked = merged
        merged.sweepIfLarge()
    }

    /// Makes an identifier stand for a resource, of this or another document.
    package func link(_ identifier: Node, to target: Node) {
        if isFrozen {
            return identifier.noteWrite(JSONError(code: .frozen, pointer: identifier.pointer))
        }
        let link = LinkTarget(
            storage: target.tree.storage, node: target.raw, identity: identifier.identity)
        storage.remember(link, for: identifier.raw)
        if storage !== target.tree.storage {
            merge(target.tree)
        }
    }

    package func unlink(_ identifier: Node) {
        if !isFrozen { storage.targets[identifier.raw] = nil }
    }

    /// The resource that an identifier was made to stand for, unless the identifier was written since.
    package func target(of identifier: Node) -> Node? {
        guard !storage.targets.isEmpty, let target = storage.targets[identifier.raw] else {
            return nil
        }
        guard target.identity == identifier.identity else {
            unlink(identifier)
            return nil
        }
        let tree = target.storage === storage ? self : group.handle(of: target.storage)
        return Node(tree: tree, raw: target.node)
    }

    /// The identifiers that stand for resources assigned to them.
    package var linkingNodes: [Node] {
        storage.targets.keys.map { Node(tree: self, raw: $0) }
    }
}
