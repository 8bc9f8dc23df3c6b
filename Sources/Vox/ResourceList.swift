// SPDX-License-Identifier: MIT

/// Resource objects of a document: primary data or `included`, in order.
///
/// - Complexity: Access by position is O(1) after the first.
public struct ResourceList<Schema: ResourceSchema>: RandomAccessCollection {
    let list: Node?

    /// The position of the first resource.
    public var startIndex: Int { 0 }

    /// The position behind the last resource.
    public var endIndex: Int { list.map { $0.isArray ? $0.count : 0 } ?? 0 }

    /// The resource at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> Resource<Schema> {
        guard let node = list?.element(at: position) else {
            preconditionFailure("position \(position) is outside of the list")
        }
        return Resource(node)
    }

    /// Iterates over the list as it is now; later edits do not disturb it.
    public func makeIterator() -> IndexingIterator<[Resource<Schema>]> {
        guard let list, list.isArray else { return [].makeIterator() }
        return list.children.map { Resource($0) }.makeIterator()
    }
}
