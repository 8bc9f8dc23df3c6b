// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// Returns the resources that meet the filter, in order.
    ///
    /// A store in memory calls this function. A store in a database translates the filter into the
    /// language of the database and follows the same rules:
    ///
    /// - A comparison is true if it is true for one of the values at its path: the value of an
    ///   attribute, the elements of a list, the id, the type, or the ids of the targets of a
    ///   relationship. A missing value, null and an object do not count as values.
    /// - Strings are compared byte by byte, and numbers exactly by value: `1e-400` is greater than 0.
    /// - In a service with schemas, the times of a `Date` attribute are compared as instants
    ///   (``ResourceSelection/matches(in:related:)``).
    /// - For a comparison with a number in a resource, a string in the filter is converted to a
    ///   number. For a comparison with a boolean, `true` and `false` are converted to booleans.
    ///   Services without a schema need these conversions, because the services do not know the
    ///   types of the attributes. All other values of different kinds are unequal and have no
    ///   order.
    /// - Booleans have no order. `contains`, `startsWith` and `endsWith` match only strings.
    /// - `isNull` is true for a missing value, null, an empty list, an empty relationship, and any
    ///   path through an empty to-one relationship.
    ///
    /// The cost is O(n) for each condition of the filter, where n is the number of resources plus
    /// the number of identifiers in their relationships. The number of values of `anyOf` does not
    /// change the cost. A condition on related resources is evaluated once for each related
    /// resource.
    /// - Parameters:
    ///   - resources: the resources to filter.
    ///   - related: returns the target of a relationship, or nil if it does not exist.
    /// - Returns: The resources for which the filter is true.
    public func matches(
        in resources: [StoredResource],
        related: @escaping (StoredResource.Identifier) -> StoredResource? = { _ in nil }
    ) -> [StoredResource] {
        matches(in: resources, times: TimeFields(), ServedTargets(), related: related)
    }

    fileprivate func matches(
        in resources: [StoredResource], times: TimeFields, _ served: ServedTargets,
        related: @escaping (StoredResource.Identifier) -> StoredResource?
    ) -> [StoredResource] {
        var count = 0
        let matcher = FilterMatcher(self, &count)
        let targets = FilterTargets(times, served, related)
        return resources.filter { matcher.matches($0, targets) }
    }
}

extension ResourceSelection {
    /// Finds the resources that meet the filter.
    ///
    /// This function is for stores in memory. It follows the rules of
    /// `FilterExpression.matches(in:related:)`, and compares the times of a schema as instants: all
    /// texts of one instant are equal. Targets of types that the service does not serve do not count.
    /// - Parameters:
    ///   - resources: the resources to filter.
    ///   - related: returns the target of a relationship, or nil if it does not exist.
    /// - Returns: The resources that meet the filter, in order. Without a filter, these are all
    ///   resources.
    public func matches(
        in resources: [StoredResource],
        related: @escaping (StoredResource.Identifier) -> StoredResource? = { _ in nil }
    ) -> [StoredResource] {
        filter?.matches(in: resources, times: times, targets, related: related) ?? resources
    }
}

/// A filter with its values prepared for many resources. Each condition is about one field of a
/// resource or one relationship.
private indirect enum FilterMatcher {
    case value(String, FilterValues)
    case targetID(String, FilterValues)
    case isNull(String)
    case hasTarget(String)
    case target(String, FilterMatcher, number: Int)
    case not(FilterMatcher)
    case all([FilterMatcher])
    case any([FilterMatcher])

    /// Creates the matcher. `count` is the number of conditions on related resources so far.
    init(_ expression: FilterExpression, _ count: inout Int) {
        switch expression {
        case .comparison(let path, .equal, .null): self.init(.isNull(path), &count)
        case .comparison(let path, .equal, let value):
            self.init(path[...], .anyOf(FilterValueSet([value])), &count)
        case .comparison(let path, let comparison, let value):
            self.init(path[...], .compared(comparison, value), &count)
        case .anyOf(let path, let values):
            self.init(path[...], .anyOf(FilterValueSet(values)), &count)
        case .isNull(let path):
            guard let last = path.last else {
                self = .all([])
                return
            }
            // Behind an empty relationship, all values are null.
            let value = FilterMatcher.not(.isNull(last))
            self = .not(Self.through(path.dropLast(), value, &count))
        case .has(let path, let condition):
            guard let last = path.last else {
                self = .any([])
                return
            }
            if let condition {
                self = Self.through(path[...], FilterMatcher(condition, &count), &count)
            } else {
                self = Self.through(path.dropLast(), .hasTarget(last), &count)
            }
        case .not(let condition): self = .not(FilterMatcher(condition, &count))
        case .and(let conditions): self = .all(conditions.map { FilterMatcher($0, &count) })
        case .or(let conditions): self = .any(conditions.map { FilterMatcher($0, &count) })
        }
    }

    private init(_ path: ArraySlice<String>, _ values: FilterValues, _ count: inout Int) {
        guard let last = path.last else {
            self = .any([])
            return
        }
        let rest = path.dropLast()
        if last == "id", let relationship = rest.last {
            // The id needs no search for the target.
            self = Self.through(rest.dropLast(), .targetID(relationship, values), &count)
        } else {
            self = Self.through(rest, .value(last, values), &count)
        }
    }

    /// Returns the condition that a resource at the end of these relationships meets the given
    /// condition.
    private static func through(
        _ relationships: ArraySlice<String>, _ condition: FilterMatcher, _ count: inout Int
    ) -> FilterMatcher {
        relationships.reversed().reduce(condition) { condition, name in
            count += 1
            return .target(name, condition, number: count)
        }
    }

    func matches(_ resource: StoredResource, _ targets: FilterTargets) -> Bool {
        switch self {
        case .value(let name, let values): resource.has(values, in: name, targets)
        case .targetID(let name, let values): resource.has(values, inTargetsOf: name, targets)
        case .isNull(let name): resource.isNull(name, targets)
        case .hasTarget(let name): !targets.served.of(name, resource).isEmpty
        case .target(let name, let condition, let number):
            targets.served.of(name, resource).contains { identifier in
                targets.meets(condition, number, identifier)
            }
        case .not(let condition): !condition.matches(resource, targets)
        case .all(let conditions): conditions.allSatisfy { $0.matches(resource, targets) }
        case .any(let conditions): conditions.contains { $0.matches(resource, targets) }
        }
    }
}

/// The related resources, with the conditions that they meet. Without this cache, a filter through
/// several to-many relationships would evaluate a condition once for each path to a resource.
private final class FilterTargets {
    private struct Key: Hashable {
        let condition: Int
        let identifier: StoredResource.Identifier
    }

    let times: TimeFields
    let served: ServedTargets
    private let related: (StoredResource.Identifier) -> StoredResource?
    private var results: [Key: Bool] = [:]

    init(
        _ times: TimeFields, _ served: ServedTargets,
        _ related: @escaping (StoredResource.Identifier) -> StoredResource?
    ) {
        self.times = times
        self.served = served
        self.related = related
    }

    func meets(
        _ condition: FilterMatcher, _ number: Int, _ identifier: StoredResource.Identifier
    ) -> Bool {
        let key = Key(condition: number, identifier: identifier)
        if let result = results[key] { return result }
        let result = related(identifier).map { condition.matches($0, self) } ?? false
        results[key] = result
        return result
    }
}

extension StoredResource {
    fileprivate func has(
        _ values: FilterValues, in name: String, _ targets: FilterTargets
    ) -> Bool {
        if name == "id" { return values.accept(.string(id)) }
        if name == "type" { return values.accept(.string(type)) }
        if relationships[name] != nil { return has(values, inTargetsOf: name, targets) }
        let isTime = targets.times.contains(name, of: type)
        return attribute(name)?.filterElements.contains {
            isTime ? values.accept(time: $0) : values.accept($0)
        } ?? false
    }

    fileprivate func has(
        _ values: FilterValues, inTargetsOf name: String, _ targets: FilterTargets
    ) -> Bool {
        targets.served.of(name, self).contains { values.accept(.string($0.id)) }
    }

    fileprivate func isNull(_ name: String, _ targets: FilterTargets) -> Bool {
        if name == "id" || name == "type" { return false }
        if relationships[name] != nil { return targets.served.of(name, self).isEmpty }
        switch attribute(name) {
        case nil, .null?: return true
        case .array(let elements)?: return elements.isEmpty
        default: return false
        }
    }

    /// Returns the value of an attribute. A name with dots is the path of a member in nested
    /// objects.
    private func attribute(_ name: String) -> JSONValue? {
        if let value = attributes[name] { return value }
        guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        var value: JSONValue? = .object(attributes)
        for part in name.split(separator: ".", omittingEmptySubsequences: false) {
            value = value?[String(part)]
        }
        return value
    }
}

private enum FilterValues {
    case compared(FilterExpression.Operator, JSONValue)
    case anyOf(FilterValueSet)

    /// Tests the value of a field that contains times. A search looks at the text of the time.
    func accept(time value: JSONValue) -> Bool {
        guard case .string(let text) = value, let place = Timestamp.place(of: text) else {
            return accept(value)
        }
        switch self {
        case .anyOf(let set): return set.contains(place: place)
        case .compared(.contains, _), .compared(.startsWith, _), .compared(.endsWith, _):
            return accept(value)
        case .compared(let comparison, .string(let wanted)):
            return Timestamp.place(of: wanted).map { comparison.holds(place.utf8, $0.utf8) }
                ?? false
        case .compared: return false
        }
    }

    func accept(_ value: JSONValue) -> Bool {
        switch self {
        case .anyOf(let set): return set.contains(value)
        case .compared(let comparison, let wanted):
            switch (value, wanted) {
            case (.string(let left), .string(let right)):
                return comparison.holds(left.utf8, right.utf8)
            case (.number(let left), .number(let right)):
                return comparison.holds(for: left.order(right))
            case (.number(let left), .string(let text)):
                return JSONNumber(text: text).map { comparison.holds(for: left.order($0)) } ?? false
            default: return false
            }
        }
    }
}

/// The accepted values of an equality, by kind.
private struct FilterValueSet {
    private var strings: Set<ExactText> = []
    private var numbers: Set<JSONNumber> = []
    private var booleans: Set<Bool> = []
    private var places: Set<String> = []

    init(_ values: [JSONValue]) {
        for value in values {
            switch value {
            case .string(let text):
                strings.insert(ExactText(text))
                if let place = Timestamp.place(of: text) { places.insert(place) }
                if let number = JSONNumber(text: text) { numbers.insert(number) }
                if text == "true" || text == "false" { booleans.insert(text == "true") }
            case .number(let number): numbers.insert(number)
            case .bool(let value): booleans.insert(value)
            case .null, .array, .object: break
            }
        }
    }

    func contains(place: String) -> Bool { places.contains(place) }

    func contains(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): strings.contains(ExactText(text))
        case .number(let number): numbers.contains(number)
        case .bool(let value): booleans.contains(value)
        case .null, .array, .object: false
        }
    }
}

extension FilterExpression.Operator {
    fileprivate func holds(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
        switch self {
        case .contains: left.contains(right)
        case .startsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        default: holds(for: SortKey.order(left, right))
        }
    }

    /// Returns true for two values with this order: negative, 0, or positive.
    fileprivate func holds(for order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .contains, .startsWith, .endsWith: false
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        if part.isEmpty { return true }
        let (whole, part) = (Array(self), Array(part))
        guard whole.count >= part.count else { return false }
        return (0...(whole.count - part.count)).contains { start in
            whole[start] == part[0] && whole[start..<(start + part.count)].elementsEqual(part)
        }
    }
}

extension JSONValue {
    /// The value, or the elements of a list.
    fileprivate var filterElements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }
}
