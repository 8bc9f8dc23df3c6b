// SPDX-License-Identifier: MIT

extension JSON {
    /// A read-only JSON value that any number of threads may read at the same time.
    ///
    /// Only one thread at a time may use a document. A frozen document may be sent to any thread.
    /// Each thread takes its own view of the value (``json``), and all views read the same memory
    /// without a lock.
    ///
    /// ```swift
    /// let frozen = try JSON(parsing: #"{"rates": [1.5, 2.25]}"#).vox.frozen()
    /// async let first: Double? = frozen.json.rates[0]
    /// async let second: Double? = frozen.json.rates[1]
    /// print(await first ?? 0, await second ?? 0)  // prints: 1.5 2.25
    /// ```
    public struct Frozen: Sendable {
        private let tree: FrozenTree
        // Safe to share: `tree` keeps the tree of this node alive, and nothing writes the tree.
        nonisolated(unsafe) private let raw: OpaquePointer

        fileprivate init(_ node: Node) throws(JSONError) {
            tree = try node.tree.frozen()
            raw = node.raw
        }

        /// A view for the calling thread.
        ///
        /// Writing to the view fails with code `frozen`. This view and the views created from it
        /// share one record of failures, which other threads do not see. To edit the frozen value,
        /// copy it with ``Namespace/copy()``.
        ///
        /// - Complexity: O(1), or O(links) if the document is linked with other documents.
        public var json: JSON { JSON(Node(tree: tree.open(), raw: raw)) }
    }
}

extension JSON.Namespace {
    /// True if the document is frozen.
    public var isFrozen: Bool { json.tree?.isFrozen ?? false }

    /// Freezes the document of the value, and all documents linked with that document. Freezing
    /// cannot be undone.
    ///
    /// Existing views must stay on their thread. Existing views can still be read, but writing to
    /// them fails with code `frozen`.
    /// - Throws: ``JSONError``: the error of a failed write in one of the documents, the syntax
    ///   error of malformed text, an error with code `missing` if the view is absent, or an error
    ///   with code `outOfMemory`. If memory runs out, some linked documents may already be frozen.
    /// - Complexity: O(values).
    public func frozen() throws(JSONError) -> JSON.Frozen {
        guard let node else { throw json.missing }
        return try JSON.Frozen(node)
    }
}

extension JSON.Frozen: CustomStringConvertible {
    /// The description of the view.
    public var description: String { json.debugDescription }
}
