// SPDX-License-Identifier: MIT

/// What a layer above keeps with a document: one object for each ``TreeStorage``.
package protocol TreeState: AnyObject {
    /// A value is taken out of its place through a view.
    func forget(_ node: OpaquePointer)

    /// The state of several documents that are frozen together, that of this state among them, as threads
    /// can share it.
    func frozen(of storages: [TreeStorage]) -> any FrozenTreeState
}

/// The state of documents that are frozen: what threads share of several ``TreeState``.
package protocol FrozenTreeState: Sendable {
    /// Gives new storages of the same documents, in the same order, a state each.
    /// - Returns: what keeps them alive together.
    func restore(to storages: [TreeStorage]) -> (any TreeGroup)?
}

/// Documents that live together: every view of one keeps all of them alive.
package protocol TreeGroup: AnyObject {
    /// The documents.
    var storages: [TreeStorage] { get }
}
