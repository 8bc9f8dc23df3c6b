// SPDX-License-Identifier: MIT

/// A read-only JSON:API document that any number of threads may read at the same time.
///
/// Only one thread at a time may use a document, but a frozen document may be sent to any thread.
/// Each thread takes its own ``document``, and all threads read the same memory without a lock. To
/// edit the content of a frozen document, thaw the document:
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

    /// The document for the calling thread.
    ///
    /// Writing to the document fails with code `frozen`. Each access returns a document with its
    /// own record of failures, which other threads do not see.
    ///
    /// - Complexity: O(1), or O(links) if the document is linked with other documents.
    public var document: Document<Primary> { Document(tree.open()) }

    /// Returns an independent document that can be edited; see ``Document/copy()``.
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    public func thawed() throws(DocumentError) -> sending Document<Primary> {
        try document.copy()
    }
}

extension Document {
    /// Freezes the document and all documents linked with it, so that any number of threads may
    /// read it. Freezing cannot be undone.
    ///
    /// Existing resources and views must stay on their thread. Existing resources and views can
    /// still be read, but writing to them fails with code `frozen`. The changes that were made
    /// before freezing can still be listed.
    /// - Throws: ``DocumentError`` if one of the documents has recorded a failure. The code is
    ///   `missingIdentity` if a related resource has neither an id nor a lid. The code is `json` if
    ///   memory runs out. If memory runs out, some linked documents may already be frozen.
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

    /// Returns an independent document with the same content.
    ///
    /// Unchanged parts of the JSON text are written byte for byte, and a write to one of the two
    /// documents does not change the other. The documents linked with the original are copied too.
    /// The copy begins without changes: its later changes are differences from its values at the
    /// time of copying. The copy can be edited even if this document is frozen.
    /// - Throws: ``DocumentError`` with code `json` if memory runs out.
    /// - Complexity: O(bytes).
    public func copy() throws(DocumentError) -> sending Document {
        do {
            // The copy shares nothing with this document, so it may be sent to another thread.
            nonisolated(unsafe) let copy = Document(try tree.copied())
            return copy
        } catch {
            throw DocumentError(error)
        }
    }
}

extension Tree {
    /// Parses the baselines of changed resources. In a frozen tree, baselines cannot be parsed.
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
