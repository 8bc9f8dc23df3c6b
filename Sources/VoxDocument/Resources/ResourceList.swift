// SPDX-License-Identifier: MIT

/// Resource objects of a document: primary data or `included`, in order.
///
/// Where a lenient reader skipped resources (``Document/skipped``), the list is what was left when it
/// was asked for; else it shows later edits.
///
/// - Complexity: Access by position is O(1) after the first.
public struct ResourceList<Schema: ResourceSchema>: RandomAccessCollection {
    @usableFromInline let list: Node?
    /// The elements, when they are not all of the list.
    @usableFromInline var kept: [OpaquePointer]?

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position behind the last resource.
    public var endIndex: Int {
        kept?.count ?? list.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    @inlinable
    public subscript(position: Int) -> Resource<Schema> {
        guard let list, let raw = list.rawResource(at: position, kept: kept) else {
            preconditionFailure("position \(position) is outside of the list")
        }
        return Resource(Node(tree: list.tree, raw: raw))
    }

    /// Iterates over the list as it is now; later edits do not disturb it.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(tree: list?.tree, resources: list?.rawResources(kept: kept) ?? [])
    }

    /// The resources of a list as it was.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let tree: Tree?
        @usableFromInline let resources: [OpaquePointer]
        @usableFromInline var position = 0

        @inlinable
        init(tree: Tree?, resources: [OpaquePointer]) {
            self.tree = tree
            self.resources = resources
        }

        /// The next resource.
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
