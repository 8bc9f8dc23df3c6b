// SPDX-License-Identifier: MIT

/// A JSON:API document that nobody can write any more, to be read by any number of threads at once.
///
/// A document is used by one thread at a time. A frozen one can go anywhere: each thread asks for a
/// ``document`` of its own, and all read the same memory, without a lock. To go on editing, thaw it:
///
/// ```swift
/// let text = #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#
/// let frozen = try Document<[AnyResource]>(parsing: text).frozen()
/// let reader = Task { frozen.document.data[0].attributes.text as String? }
/// let edited = try frozen.thawed()
/// edited.data[0].attributes.text = "bye"
/// print(await reader.value ?? "")  // prints: hello
/// ```
public struct FrozenDocument<Primary: PrimaryData>: Sendable {
    private let tree: FrozenTree

    fileprivate init(_ tree: FrozenTree) { self.tree = tree }

    /// The document for the calling thread. Writing it fails with code `frozen`; failures are noted
    /// in this document and the views made from it, not in those of others.
    ///
    /// - Complexity: O(1); O(links) when the document is linked with others.
    public var document: Document<Primary> { Document(tree.open()) }

    /// An independent document to be edited; see ``Document/copy()``.
    /// - Throws: ``DocumentError`` with code `json`, when memory is out.
    public func thawed() throws(DocumentError) -> sending Document<Primary> {
        try document.copy()
    }
}

extension Document {
    /// Freezes the document for good, together with all documents linked with it, so that any number
    /// of threads may read it.
    ///
    /// The resources and views there are stay on their thread: they go on reading, and a write fails
    /// with code `frozen`. What was changed up to now can still be asked for.
    /// - Throws: ``DocumentError``: a failure noted in one of the documents, `missingIdentity` for a
    ///   related resource without id and lid, `json` when memory is out; then linked documents may be
    ///   frozen by now.
    /// - Complexity: O(values).
    public func frozen() throws(DocumentError) -> FrozenDocument<Primary> {
        for tree in [tree] + tree.others {
            try tree.completeLinkage(below: tree.root, at: "")
            do {
                try tree.prepareChanges()
            } catch {
                throw DocumentError(error)
            }
        }
        do {
            return FrozenDocument(try tree.frozen())
        } catch {
            throw DocumentError(error)
        }
    }

    /// An independent document with the same content: what nobody touched comes out byte for byte,
    /// and nothing that is written to the one shows in the other. Documents linked with it are copied
    /// along. The copy counts as just read: changes are told from its present values. It can be
    /// edited, also when this one is frozen.
    /// - Throws: ``DocumentError`` with code `json`, when memory is out.
    /// - Complexity: O(bytes).
    public func copy() throws(DocumentError) -> sending Document {
        do {
            // The copy shares nothing with this document, so it may go to another thread.
            nonisolated(unsafe) let copy = Document(try tree.copied())
            return copy
        } catch {
            throw DocumentError(error)
        }
    }
}

extension Tree {
    /// Makes what changed resources were read from known: a frozen tree can no longer.
    fileprivate func prepareChanges() throws(JSONError) {
        guard !isFrozen, root.isChanged else { return }
        for name in ["data", "included"] as [StaticString] {
            guard let member = root.member(name) else { continue }
            for resource in member.isArray ? member.children : [member] where resource.isChanged {
                _ = try resource.baseline()
            }
        }
    }
}
