// SPDX-License-Identifier: MIT

/// Documents that link to one another and therefore live together.
///
/// Nobody says when a link is over: a resource is assigned in place of another, and the document of
/// the other one may be of no more use. So whenever the group has doubled, the documents that no
/// view holds and no link leads to are let go.
final class LinkGroup: TreeGroup {
    @exclusivity(unchecked) private var members: [TreeStorage]
    @exclusivity(unchecked) private var successor: LinkGroup?
    private var sweepAt = 16

    init(_ members: [TreeStorage]) { self.members = members }

    /// The documents of the group this one has become part of.
    var storages: [TreeStorage] { current.members }

    /// The group this one has become part of.
    var current: LinkGroup {
        var group = self
        while let next = group.successor {
            group = next
        }
        return group
    }

    /// Becomes one with another group; returns the one that goes on.
    func merge(_ other: LinkGroup) -> LinkGroup {
        if other === self { return self }
        let (larger, smaller) =
            members.count < other.members.count ? (other, self) : (self, other)
        larger.members += smaller.members
        smaller.members = []
        smaller.successor = larger
        return larger
    }

    /// Takes in a document that is in no group.
    func adding(_ storage: TreeStorage) -> LinkGroup {
        members.append(storage)
        return self
    }

    func handle(of storage: TreeStorage) -> Tree {
        storage.handle ?? Tree(storage: storage, group: self)
    }

    /// Lets go of what is of no more use. O(members and links), paid for by the members that came.
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
