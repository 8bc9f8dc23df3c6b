// SPDX-License-Identifier: MIT

extension ResourceSelection {
    /// A page by positions in the order of the resources (keyset pagination). In contrast to an
    /// offset, a position does not move if other resources are inserted or deleted, and a store
    /// with an index finds a position at any depth in the same time.
    ///
    /// The order is total: resources with equal sort fields are sorted by id, in the order of the
    /// bytes, and in the direction of the last sort field. An index on the sort fields and the id
    /// can therefore be read in both directions. Without sort fields, the order is the ascending
    /// order of the ids.
    ///
    /// ```swift
    /// let store = MemoryStore(["a", "b", "c", "d"].map { StoredResource(type: "notes", id: $0) })
    /// var selection = ResourceSelection(type: "notes")
    /// selection.keyset = .init(after: .init(values: [], id: "b"))
    /// selection.limit = 1
    /// print(store.list(selection).resources.map(\.id))  // prints: ["c"]
    /// ```
    public struct Keyset: Hashable, Sendable {
        /// A position in the order. A resource with the same values and id is at this position, and
        /// may have been deleted.
        public struct Position: Hashable, Sendable {
            /// The values of the sort fields, one for each field of ``ResourceSelection/sort``. A
            /// value of nil is a missing attribute, which is sorted like null. Lists and objects
            /// are equal to each other.
            public var values: [JSONValue?]
            /// The id, which is the last key of the order.
            public var id: String

            /// Creates a position from its keys.
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
        /// The position behind the last resource of the page; nil for the end of the list.
        public var before: Position?
        /// False if the page has the first resources between both positions, up to the limit; true
        /// if it has the last ones. In both cases the resources are in the order of the selection.
        public var isFromEnd: Bool

        /// Creates a keyset.
        public init(after: Position? = nil, before: Position? = nil, isFromEnd: Bool = false) {
            self.after = after
            self.before = before
            self.isFromEnd = isFromEnd
        }
    }
}
