// SPDX-License-Identifier: MIT

extension ResourceSelection {
    /// A page that lies between two positions in the sort order of the resources (keyset
    /// pagination). In contrast to an offset, a position does not move if other resources are
    /// inserted or deleted. A store with an index finds all positions equally fast.
    ///
    /// The order is total: resources with equal sort fields are sorted by the bytes of their ids,
    /// in the direction of the last sort field. A store needs only one index, on the sort fields
    /// and the id, and reads the index forwards or backwards. Without sort fields, the order is the
    /// ascending order of the ids.
    ///
    /// ```swift
    /// let store = MemoryStore(["a", "b", "c", "d"].map { StoredResource(type: "notes", id: $0) })
    /// var selection = ResourceSelection(type: "notes")
    /// selection.keyset = .init(after: .init(values: [], id: "b"))
    /// selection.limit = 1
    /// print(store.list(selection).resources.map(\.id))  // prints: ["c"]
    /// ```
    public struct Keyset: Hashable, Sendable {
        /// A position in the sort order. The values and the id of a resource determine its
        /// position. The position stays valid if the resource is deleted.
        public struct Position: Hashable, Sendable {
            /// The values of the sort fields, one for each field of ``ResourceSelection/sort``. A
            /// value of nil is a missing attribute, which is sorted like null. All lists and
            /// objects count as the same value in the order.
            public var values: [JSONValue?]
            /// The id, which is the last key of the sort order.
            public var id: String

            /// Creates a position from its values and its id.
            public init(values: [JSONValue?], id: String) {
                self.values = values
                self.id = id
            }

            /// Creates the position of a resource. A list or an object is replaced by an empty
            /// list.
            init(of resource: StoredResource, in sort: [RequestQuery.SortField]) {
                values = sort.map { field in
                    let value = resource.sortValue(field.name)
                    switch value {
                    case .array?, .object?: return .array([])
                    default: return value
                    }
                }
                id = resource.id
            }
        }

        /// The position before the first resource of the page; nil for the beginning of the list.
        public var after: Position?
        /// The position after the last resource of the page; nil for the end of the list.
        public var before: Position?
        /// If there are more resources between the two positions than the limit, true selects the
        /// last resources, and false selects the first resources. The resources are always in the
        /// order of the selection.
        public var isFromEnd: Bool

        /// Creates a keyset.
        public init(after: Position? = nil, before: Position? = nil, isFromEnd: Bool = false) {
            self.after = after
            self.before = before
            self.isFromEnd = isFromEnd
        }
    }
}
