// SPDX-License-Identifier: MIT

/// The states of documents that are frozen together.
struct FrozenDocumentState: FrozenTreeState {
    /// A ``LinkTarget`` without the storage. Instead, the link has the position of the document in
    /// the list of frozen documents.
    private struct Link: Sendable {
        // Safe to share: the frozen document keeps the trees of these nodes alive, and nothing
        // writes them.
        nonisolated(unsafe) let identifier: OpaquePointer
        nonisolated(unsafe) let target: OpaquePointer
        let identity: Identity?
        let position: Int
    }

    private struct Member: Sendable {
        let links: [Link]
        let partners: [Int]
        let isLenient: Bool
        let hasRepeated: Bool
        // Safe to share: the list refers to nodes of the same document, which nothing writes.
        nonisolated(unsafe) let screened: ScreenedList?
        let note: (any Sendable)?
    }

    /// The states in the order of the documents. An element is nil for a document without a state.
    private let members: [Member?]

    init(_ storages: [TreeStorage]) {
        var positions: [ObjectIdentifier: Int] = [:]
        for (position, storage) in storages.enumerated() {
            positions[ObjectIdentifier(storage)] = position
        }
        members = storages.map { storage in
            storage.documentState.map { state in
                Member(
                    links: state.targets.compactMap { identifier, target in
                        positions[ObjectIdentifier(target.storage)].map {
                            Link(
                                identifier: identifier, target: target.node,
                                identity: target.identity, position: $0)
                        }
                    },
                    partners: state.partners.keys.compactMap { positions[$0] },
                    isLenient: state.isLenient, hasRepeated: state.hasRepeated,
                    screened: state.screened, note: state.note)
            }
        }
    }

    func restore(to storages: [TreeStorage]) -> (any TreeGroup)? {
        for (storage, member) in zip(storages, members) {
            guard let member else { continue }
            let state = storage.madeDocumentState
            state.isLenient = member.isLenient
            state.screened = member.screened
            state.hasRepeated = member.hasRepeated
            state.note = member.note
            for link in member.links {
                state.targets[link.identifier] = LinkTarget(
                    storage: storages[link.position], node: link.target, identity: link.identity)
            }
            for partner in member.partners.map({ storages[$0] }) {
                state.partners[ObjectIdentifier(partner)] = Partner(storage: partner)
            }
        }
        return storages.count > 1 ? LinkGroup(storages) : nil
    }
}
