// SPDX-License-Identifier: MIT

/// The changes of relationships by the operations of a unit. The changes of one relationship are
/// collected and applied together, because applying them copies the whole linkage.
struct SentLinkage {
    private var owners: [Node] = []
    private var changes: [Node: [(name: String, changes: [LinkageChange])]] = [:]

    /// Adds a change.
    mutating func add(_ change: LinkageChange, of name: String, in owner: Node) {
        if changes[owner] == nil { owners.append(owner) }
        var known = changes.removeValue(forKey: owner) ?? []
        if let index = known.firstIndex(where: { $0.name == name }) {
            known[index].changes.append(change)
        } else {
            known.append((name, [change]))
        }
        changes[owner] = known
    }

    /// Applies the changes of one resource, before something else changes the resource.
    mutating func apply(to owner: Node) throws(JSONError) {
        if changes.isEmpty { return }
        for (name, changes) in changes.removeValue(forKey: owner) ?? [] {
            try Resource<AnyResource>(owner).apply(changes, of: name)
        }
    }

    /// Applies all changes, in the order of their resources.
    mutating func apply() throws(JSONError) {
        for owner in owners { try apply(to: owner) }
        owners = []
    }
}
