// SPDX-License-Identifier: MIT

extension ResourceSelection {
    /// Sorts the matching resources, and returns the page of the selection.
    ///
    /// This function is for stores in memory. In a store on a database, the database sorts.
    ///
    /// - Parameter resources: the matching resources. Without a keyset, resources with equal sort
    ///   fields keep their order.
    /// - Returns: The resources sorted by ``sort``, and limited by ``keyset`` or by ``offset`` and
    ///   ``limit``.
    /// - Complexity: O(n log n) for n resources, for each sort field.
    public func page(of resources: [StoredResource]) -> [StoredResource] {
        let order = SortOrder(sort) { times.contains($0, of: type) }
        if let keyset {
            return order.page(
                of: resources.map { (order.position(of: $0), $0) }, keyset, limit: limit)
        }
        return Array(order.sorted(resources).dropFirst(offset).prefix(limit))
    }
}

extension RequestQuery.SortField {
    /// The names of a to-one relationship and of an attribute of its target; nil for any other field.
    package var related: (relationship: String, attribute: String)? {
        guard let dot = name.firstIndex(of: ".") else { return nil }
        return (String(name[..<dot]), String(name[dot...].dropFirst()))
    }

    /// Returns a resource with the value that its target has. `find` returns a target.
    func adding(
        to resource: StoredResource, _ find: (StoredResource.Identifier) -> StoredResource?
    ) -> StoredResource {
        guard let related, case .one(let target?)? = resource.relationships[related.relationship]
        else { return resource }
        var resource = resource
        resource.sortValues[name] = find(target)?.attributes[related.attribute]
        return resource
    }
}

/// An order of resources by sort fields. In keysets, resources with equal sort fields are sorted by
/// id.
struct SortOrder {
    private let fields: [(index: Int, field: RequestQuery.SortField, isTime: Bool)]

    /// Creates an order. `isTime` returns true for the name of a field that contains times.
    init(_ fields: [RequestQuery.SortField], isTime: (String) -> Bool = { _ in false }) {
        // A field that occurs again cannot change the order.
        var known: Set<ExactText> = []
        self.fields = fields.enumerated().filter {
            known.insert(ExactText($0.element.name)).inserted
        }
        .map { ($0.offset, $0.element, isTime($0.element.name)) }
    }

    func position(of resource: StoredResource) -> SortPosition {
        SortPosition(keys: keys(of: resource), id: resource.id)
    }

    /// Returns the position with values for all sort fields. Missing values count as null.
    func position(_ position: ResourceSelection.Keyset.Position) -> SortPosition {
        let values = position.values
        return SortPosition(
            keys: fields.map {
                SortKey($0.index < values.count ? values[$0.index] : nil, isTime: $0.isTime)
            },
            id: position.id)
    }

    /// Returns a negative number if `left` is before `right`, a positive number if `left` is after
    /// `right`, and 0 if both are equal.
    func compare(_ left: SortPosition, _ right: SortPosition) -> Int {
        let order = compare(left.keys, right.keys)
        if order != 0 { return order }
        let ids = SortKey.string(left.id).compare(.string(right.id))
        return fields.last?.field.isDescending ?? false ? -ids : ids
    }

    /// Sorts resources by the fields only. Resources with equal fields keep their order.
    func sorted(_ resources: [StoredResource]) -> [StoredResource] {
        if fields.isEmpty { return resources }
        // Sorting is stable.
        return resources.map { (keys: keys(of: $0), resource: $0) }
            .sorted { compare($0.keys, $1.keys) < 0 }
            .map(\.resource)
    }

    func page<Item>(
        of items: [(position: SortPosition, item: Item)], _ keyset: ResourceSelection.Keyset,
        limit: Int
    ) -> [Item] {
        let (after, before) = (keyset.after.map(position(_:)), keyset.before.map(position(_:)))
        let range = items.filter { item in
            if let after, compare(item.position, after) <= 0 { return false }
            if let before, compare(item.position, before) >= 0 { return false }
            return true
        }
        let sorted = range.sorted { compare($0.position, $1.position) < 0 }
        return (keyset.isFromEnd ? sorted.suffix(limit) : sorted.prefix(limit)).map(\.item)
    }

    private func keys(of resource: StoredResource) -> [SortKey] {
        fields.map { SortKey(resource.sortValue($0.field.name), isTime: $0.isTime) }
    }

    private func compare(_ left: [SortKey], _ right: [SortKey]) -> Int {
        for (number, pair) in zip(left, right).enumerated() {
            let order = pair.0.compare(pair.1)
            if order != 0 { return fields[number].field.isDescending ? -order : order }
        }
        return 0
    }
}

struct SortPosition {
    let keys: [SortKey]
    let id: String
}

/// A value of a sort field. Null and missing values are first, followed by booleans, numbers,
/// strings in the order of their bytes, and other values, which are equal to each other. Times have
/// the order of their instants.
enum SortKey {
    case nothing
    case bool(Bool)
    case integer(Int64)
    case number(JSONNumber)
    case string(String)
    case other

    init(_ value: JSONValue?, isTime: Bool = false) {
        switch value {
        case nil, .null?: self = .nothing
        case .bool(let value)?: self = .bool(value)
        case .number(let number)?:
            self = Int64(number.text).map { .integer($0) } ?? .number(number)
        case .string(let text)? where isTime: self = .string(Timestamp.place(of: text) ?? text)
        case .string(let text)?: self = .string(text)
        case .array?, .object?: self = .other
        }
    }

    func compare(_ other: SortKey) -> Int {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): (left ? 1 : 0) - (right ? 1 : 0)
        case (.integer(let left), .integer(let right)): left == right ? 0 : left < right ? -1 : 1
        case (.integer(let left), .number(let right)): JSONNumber(left).order(right)
        case (.number(let left), .integer(let right)): left.order(JSONNumber(right))
        case (.number(let left), .number(let right)): left.order(right)
        case (.string(let left), .string(let right)): Self.order(left.utf8, right.utf8)
        default: rank - other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .nothing: 0
        case .bool: 1
        case .integer, .number: 2
        case .string: 3
        case .other: 4
        }
    }

    static func order(_ left: String.UTF8View, _ right: String.UTF8View) -> Int {
        left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }
}

extension StoredResource {
    /// Returns the value of a sort field: the id, an attribute, or an attribute of a target.
    func sortValue(_ name: String) -> JSONValue? {
        name == "id" ? .string(id) : sortValues[name] ?? attributes[name]
    }
}
