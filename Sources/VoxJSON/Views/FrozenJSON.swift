// SPDX-License-Identifier: MIT

/// A JSON value that nobody can write any more, to be read by any number of threads at once.
///
/// A document is used by one thread at a time. A frozen one can go anywhere: each thread asks for a
/// view of its own (``json``), and all read the same memory, without a lock.
///
/// ```swift
/// let frozen = try JSON(parsing: #"{"rates": [1.5, 2.25]}"#).vox.frozen()
/// async let first: Double? = frozen.json.rates[0]
/// async let second: Double? = frozen.json.rates[1]
/// print(await first ?? 0, await second ?? 0)  // prints: 1.5 2.25
/// ```
public struct FrozenJSON: Sendable {
    private let tree: FrozenTree
    // A node of a tree that `tree` keeps and that nobody writes any more.
    nonisolated(unsafe) private let raw: OpaquePointer

    fileprivate init(_ node: Node) throws(JSONError) {
        tree = try node.tree.frozen()
        raw = node.raw
    }

    /// A view for the calling thread. Writing it fails with code `frozen`; failures are noted in
    /// this view and those made from it, not in the views of others. To edit, take a
    /// ``JSON/Operations/copy()``.
    ///
    /// - Complexity: O(1); O(links) when the document is linked with others.
    public var json: JSON { JSON(Node(tree: tree.open(), raw: raw)) }
}

extension JSON.Operations {
    /// True for a document that was frozen.
    public var isFrozen: Bool { json.tree?.isFrozen ?? false }

    /// Freezes the document that the value belongs to, for good, together with all documents linked
    /// with it.
    ///
    /// The views there are stay on their thread: they go on reading, and a write fails with code
    /// `frozen`.
    /// - Throws: ``JSONError``: a plain write that failed in one of the documents, what is wrong with
    ///   malformed text, code `missing` when the view is absent, or `outOfMemory`: then linked
    ///   documents may be frozen by now.
    /// - Complexity: O(values).
    public func frozen() throws(JSONError) -> FrozenJSON {
        guard let node else { throw json.missing }
        return try FrozenJSON(node)
    }
}

extension FrozenJSON: CustomStringConvertible {
    /// As that of the view.
    public var description: String { json.debugDescription }
}
