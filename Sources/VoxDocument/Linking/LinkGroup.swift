// SPDX-License-Identifier: MIT

/// Documents that are linked with each other, so that they are freed together.
///
/// After another resource is assigned to a relationship, the document of the former resource may no
/// longer be needed, but no event reports this. Therefore the group looks for unused documents each
/// time its size has doubled. The group releases the documents that no view holds and no link
/// refers to.
final class LinkGroup: TreeGroup {
    @exclusivity(unchecked) private var members: [TreeStorage]
    @exclusivity(unchecked) private var successor: LinkGroup?
    private var sweepAt = 16

    init(_ members: [TreeStorage]) { self.members = members }

    /// The documents of the group that this group was merged into.
    var storages: [TreeStorage] { current.members }

    /// The group that this group was merged into.
    var current: LinkGroup {
        var group = self
        while let next = group.successor {
            group = next
        }
        return group
    }

    /// Merges this group with another group and returns the remaining group.
    func merge(_ other: LinkGroup) -> LinkGroup {
        if other === self { return self }
        let (larger, smaller) =
            members.count < other.members.count ? (other, self) : (self, other)
        larger.members += smaller.members
        smaller.members = []
        smaller.successor = larger
        return larger
    }

    /// Adds a document that is in no group.
    func adding(_ storage: TreeStorage) -> LinkGroup {
        members.append(storage)
        return self
    }

    func handle(of storage: TreeStorage) -> Tree {
        storage.handle ?? Tree(storage: storage, group: self)
    }

    /// Releases unused documents. O(members and links), amortized over the added members.
    func sweepIfLarge() {
        guard members.count >= sweepAt else { return }
        for storage in members {
            storage.documentState?.forgetDetachedLinks(in: storage)
        }
        var used: Set<ObjectIdentifier> = []
        var open = members.filter { $0.handle != nil }
        while let storage = open.popLast() {
            if used.insert(ObjectIdentifier(storage)).inserted {
                guard let state = storage.documentState else { continue }
                open += state.targets.values.map(\.storage)
                open += state.partners.values.map(\.storage)
            }
        }
        members.removeAll { !used.contains(ObjectIdentifier($0)) }
        sweepAt = max(members.count * 2, 16)
    }
}
