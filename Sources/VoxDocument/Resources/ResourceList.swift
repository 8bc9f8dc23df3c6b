// SPDX-License-Identifier: MIT

/// A list of resource objects in a document, in order: either primary data or `included`.
///
/// The list shows later edits of the document if lenient reading has skipped no resource
/// (``Document/skipped``). If lenient reading has skipped resources, the list does not show later
/// edits.
///
/// - Complexity: Access by position is O(1) after the first access.
public struct ResourceList<Schema: ResourceSchema>: RandomAccessCollection {
    @usableFromInline let list: Node?
    /// The remaining elements, if some were skipped. Nil if no elements were skipped.
    @usableFromInline var kept: [OpaquePointer]?

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position after the last resource.
    public var endIndex: Int {
        kept?.count ?? list.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    /// Returns the resource at a position. Traps if the position is out of range, like the
    /// subscript of an array.
    @inlinable
    public subscript(position: Int) -> Resource<Schema> {
        guard let list, let raw = list.rawResource(at: position, kept: kept) else {
            preconditionFailure("position \(position) is outside of the list")
        }
        return Resource(Node(tree: list.tree, raw: raw))
    }

    /// Returns an iterator over the resources that the list has at the time of the call. Later
    /// edits of the list do not affect the iteration.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(tree: list?.tree, resources: list?.rawResources(kept: kept) ?? [])
    }

    /// An iterator over the resources that a list had when the iterator was created.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let tree: Tree?
        @usableFromInline let resources: [OpaquePointer]
        @usableFromInline var position = 0

        @inlinable
        init(tree: Tree?, resources: [OpaquePointer]) {
            self.tree = tree
            self.resources = resources
        }

        /// Returns the next resource, or nil.
        @inlinable
        public mutating func next() -> Resource<Schema>? {
            guard position < resources.count, let tree else { return nil }
            defer { position += 1 }
            return Resource(Node(tree: tree, raw: resources[position]))
        }
    }
}

extension Node {
    @usableFromInline
    func rawResource(at position: Int, kept: [OpaquePointer]?) -> OpaquePointer? {
        guard let kept else {
            return rawElement(at: position).map { rawCanonical($0) }
        }
        return kept.indices.contains(position) ? rawCanonical(kept[position]) : nil
    }

    @usableFromInline
    func rawResources(kept: [OpaquePointer]?) -> [OpaquePointer] {
        guard isArray else { return [] }
        let elements = kept ?? rawChildren
        return tree.hasRepeated ? elements.map { rawCanonical($0) } : elements
    }

    private func rawCanonical(_ resource: OpaquePointer) -> OpaquePointer {
        tree.hasRepeated ? Node(tree: tree, raw: resource).canonical.raw : resource
    }
}
