// SPDX-License-Identifier: MIT

// A program may link a target twice, and its list of related resources then has the target twice.
// A document has the target once. Linkage that was read, and that the program has not changed, is
// written as it was read.

extension Tree {
    /// Runs a function that writes this document and the documents that are linked with it, without
    /// the identifiers that repeat an earlier one. O(changed values).
    func writingOnce<Output>(
        _ write: () throws(DocumentError) -> Output
    ) throws(DocumentError) -> Output {
        let repeats = isFrozen ? [] : ([self] + others).flatMap { $0.root.changedRepeats }
        for (identifier, _, _) in repeats { identifier.remove() }
        let output: Result<Output, DocumentError> = Result { () throws(DocumentError) in
            try write()
        }
        do throws(JSONError) {
            for (identifier, list, index) in repeats { try list.insert(identifier, at: index) }
        } catch {
            throw DocumentError(error)
        }
        return try output.get()
    }

    /// Removes the identifiers that repeat an earlier one.
    func removeRepeats() {
        if isFrozen { return }
        for (identifier, _, _) in root.changedRepeats { identifier.remove() }
    }
}

/// An identifier that repeats an earlier one, with its list and its position there.
private typealias Repeat = (identifier: Node, list: Node, index: Int)

extension Node {
    /// Removes the identifiers of this resource object that repeat an earlier one.
    func removeRepeats() {
        for (identifier, _, _) in repeats(where: { _ in true }) { identifier.remove() }
    }

    /// The identifiers of a document that repeat an earlier one, in linkage that the program has
    /// changed.
    fileprivate var changedRepeats: [Repeat] {
        guard isObject, isChanged else { return [] }
        var repeats: [Repeat] = []
        for name in ["data", "included"] as [StaticString] {
            guard let value = member(name), value.isChanged else { continue }
            for node in value.isArray ? value.children : [value] where node.isChanged {
                repeats += node.repeats { $0.isChanged }
            }
        }
        return repeats
    }

    private func repeats(where isMeant: (Node) -> Bool) -> [Repeat] {
        var repeats: [Repeat] = []
        for relationship in relationshipMembers {
            guard let list = relationship.member("data"), list.isArray, isMeant(list),
                let sent = try? list.sentIdentifiers(), sent.count < list.count
            else { continue }
            let kept = Set(sent)
            for (index, node) in list.children.enumerated() where !kept.contains(node) {
                repeats.append((node, list, index))
            }
        }
        return repeats
    }
}
