// SPDX-License-Identifier: MIT

extension Tree {
    /// Returns an independent copy of this document. The linked documents are copied too, with the
    /// same links. A target that was removed from its document is not copied.
    package func copied() throws(JSONError) -> Tree {
        let copy = try copiedAlone()
        var pairs = [(original: self, copy: copy)]
        for other in others {
            pairs.append((other, try other.copiedAlone()))
        }
        let copies = Dictionary(
            uniqueKeysWithValues: pairs.map { (ObjectIdentifier($0.original.storage), $0.copy) })
        for (original, copy) in pairs {
            for identifier in original.linkingNodes {
                guard let target = original.target(of: identifier),
                    let targetCopy = copies[ObjectIdentifier(target.tree.storage)],
                    let from = identifier.counterpart(in: copy),
                    let to = target.counterpart(in: targetCopy)
                else { continue }
                copy.link(from, to: to)
            }
            guard let state = original.storage.documentState else { continue }
            for partner in state.partners.keys {
                if let partner = copies[partner] { copy.join(partner) }
            }
        }
        return copy
    }

    private func copiedAlone() throws(JSONError) -> Tree {
        let copy = try root.copied()
        copy.storage.copyFailures(of: storage) { raw in
            Node(tree: self, raw: raw).counterpart(in: copy)?.raw
        }
        if let state = storage.documentState {
            let copied = copy.storage.madeDocumentState
            copied.copyReading(of: state)
            copied.screened = screened?.moved(
                from: root.member("data"), to: copy.root.member("data"))
        }
        return copy
    }
}

extension Node {
    /// Returns the node at the same position in a copy of the document, or nil for a detached node.
    fileprivate func counterpart(in copy: Tree) -> Node? {
        tree.storage.isAttached(raw) ? try? copy.root.find(pointer: pointer) : nil
    }
}
