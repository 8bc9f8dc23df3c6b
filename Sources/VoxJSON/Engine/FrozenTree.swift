// SPDX-License-Identifier: MIT

internal import CVox

/// Owns a tree of the core that is frozen.
final class FrozenCore: Sendable {
    // Sound to share: whatever is called, the core no longer writes the tree; it is freed once, here,
    // when no thread has a reference left.
    nonisolated(unsafe) let raw: OpaquePointer

    /// Where the tree has its memory from.
    let pool: JSONPool?

    init(_ raw: OpaquePointer, pool: JSONPool?) {
        self.raw = raw
        self.pool = pool
    }

    deinit { vox_tree_free(raw) }
}

/// A frozen document with those it is linked with: what threads share.
///
/// The trees of the core are shared; what a handle notes (failures, links, other handles) is not:
///
///     thread 1:  view ──▶ Tree ──▶ TreeStorage ──▶┐
///                                                 ├──▶ FrozenCore ──▶ the core's tree
///     thread 2:  view ──▶ Tree ──▶ TreeStorage ──▶┘
package final class FrozenTree: Sendable {
    /// As `LinkTarget`, with the position of the document in place of its storage.
    private struct Link: Sendable {
        // Nodes of trees that `members` keeps and that nobody writes any more.
        nonisolated(unsafe) let identifier: OpaquePointer
        nonisolated(unsafe) let target: OpaquePointer
        let identity: Identity?
        let position: Int
    }

    private struct Member: Sendable {
        let core: FrozenCore
        let links: [Link]
        let partners: [Int]
        let isLenient: Bool
        let hasRepeated: Bool
        // Names nodes of the same core, which nobody writes any more.
        nonisolated(unsafe) let screened: ScreenedList?
        let note: (any Sendable)?
    }

    /// The document comes first, then those it is linked with.
    private let members: [Member]

    fileprivate init(_ storages: [TreeStorage]) throws(JSONError) {
        var positions: [ObjectIdentifier: Int] = [:]
        for (position, storage) in storages.enumerated() {
            positions[ObjectIdentifier(storage)] = position
        }
        var members: [Member] = []
        for storage in storages {
            let links = storage.targets.compactMap { identifier, target in
                positions[ObjectIdentifier(target.storage)].map {
                    Link(
                        identifier: identifier, target: target.node, identity: target.identity,
                        position: $0)
                }
            }
            let partners = storage.partners.keys.compactMap { positions[$0] }
            members.append(
                Member(
                    core: try storage.freeze(), links: links, partners: partners,
                    isLenient: storage.isLenient, hasRepeated: storage.hasRepeated,
                    screened: storage.screened, note: storage.note))
        }
        self.members = members
    }

    /// A handle of the document for the calling thread. O(documents and links).
    package func open() -> Tree {
        let storages = members.map { TreeStorage($0.core) }
        for (storage, member) in zip(storages, members) {
            storage.isLenient = member.isLenient
            storage.hasRepeated = member.hasRepeated
            storage.screened = member.screened
            storage.note = member.note
            for link in member.links {
                storage.targets[link.identifier] = LinkTarget(
                    storage: storages[link.position], node: link.target, identity: link.identity)
            }
            for partner in member.partners.map({ storages[$0] }) {
                storage.partners[ObjectIdentifier(partner)] = Partner(storage: partner)
            }
        }
        return Tree(storage: storages[0], group: LinkGroup(storages))
    }
}

extension Tree {
    /// Freezes the document and all documents linked with it.
    ///
    /// - Throws: a plain write that failed in one of them, what is wrong with malformed text, or
    ///   `outOfMemory`; then some may be frozen by now.
    package func frozen() throws(JSONError) -> FrozenTree {
        let storages = [storage] + otherStorages
        for storage in storages {
            if let failure = storage.failures.firstWrite { throw failure }
        }
        return try FrozenTree(storages)
    }
}
