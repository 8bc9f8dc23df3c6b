// SPDX-License-Identifier: MIT

/// Resource objects of a document: primary data or `included`, in order.
///
/// Where a lenient reader skipped resources (``Document/skipped``), the list is what was left when it
/// was asked for; else it shows later edits.
///
/// - Complexity: Access by position is O(1) after the first.
public struct ResourceList<Schema: ResourceSchema>: RandomAccessCollection {
    let list: Node?
    /// The elements, when they are not all of the list.
    var kept: [OpaquePointer]?

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position behind the last resource.
    public var endIndex: Int {
        kept?.count ?? list.map { $0.isArray ? $0.count : 0 } ?? 0
    }

    private func element(at position: Int) -> Node? {
        guard let list, let kept else { return list?.element(at: position)?.canonical }
        return kept.indices.contains(position)
            ? Node(tree: list.tree, raw: kept[position]).canonical : nil
    }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Resource<Schema> {
        guard let node = element(at: position) else {
            preconditionFailure("position \(position) is outside of the list")
        }
        return Resource(node)
    }

    /// Iterates over the list as it is now; later edits do not disturb it.
    public func makeIterator() -> IndexingIterator<[Resource<Schema>]> {
        guard let list, list.isArray else { return [].makeIterator() }
        let elements = kept?.map { Node(tree: list.tree, raw: $0) } ?? list.children
        return elements.map { Resource($0.canonical) }.makeIterator()
    }
}
