// SPDX-License-Identifier: MIT

/// State that a higher layer stores with a document: one object for each ``TreeStorage``.
package protocol TreeState: AnyObject {
    /// Removes the state of a node. This function is called when a value is removed through a view.
    func forget(_ node: OpaquePointer)

    /// Returns the state of several documents that are frozen together, in a form that threads can
    /// share. The documents include the document of this state.
    func frozen(of storages: [TreeStorage]) -> any FrozenTreeState
}

/// The shared state of frozen documents. The shared state contains the data of several
/// ``TreeState`` objects.
package protocol FrozenTreeState: Sendable {
    /// Gives each new storage a state. The storages belong to the frozen documents and are in the
    /// same order as the documents.
    /// - Returns: The group that keeps the storages alive together.
    func restore(to storages: [TreeStorage]) -> (any TreeGroup)?
}

/// A group of documents that are freed together. A view of one document in the group keeps all
/// documents of the group alive.
package protocol TreeGroup: AnyObject {
    /// The documents.
    var storages: [TreeStorage] { get }
}
