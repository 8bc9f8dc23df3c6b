// SPDX-License-Identifier: MIT

extension FilterExpression {
    /// Returns the resources that meet the filter, in order.
    ///
    /// A store in memory calls this function. A store in a database translates the filter into the
    /// language of the database and follows the same rules:
    ///
    /// - A comparison is true if it is true for one of the values at its path: the value of an
    ///   attribute, the elements of a list, the id, or the ids of the targets of a relationship. A
    ///   missing value, null and an object are no values.
    /// - Strings are compared byte by byte, and numbers by value.
    /// - A string in the filter is compared with a number of a resource as a number, and with a
    ///   boolean as `true` or `false`: a service without a schema does not know the types of the
    ///   attributes. Other values of different kinds are not equal, and have no order.
    /// - Booleans have no order. `contains`, `startsWith` and `endsWith` find only strings.
    /// - `isNull` is true for a missing value, null, an empty list, an empty relationship, and
    ///   behind an empty to-one relationship.
    ///
    /// The cost is O(n) for n resources, and does not depend on the number of values of `anyOf`.
    /// - Parameters:
    ///   - resources: the resources to filter.
    ///   - related: returns the target of a relationship, or nil if it does not exist.
    /// - Returns: The resources for which the filter is true.
    public func matches(
        in resources: [StoredResource],
        related: (StoredResource.Identifier) -> StoredResource? = { _ in nil }
    ) -> [StoredResource] {
        let matcher = FilterMatcher(self)
        return resources.filter { matcher.matches($0, related) }
    }
}

/// A filter with its values prepared for many resources.
private indirect enum FilterMatcher {
    case values(path: [String], FilterValues)
    case isNull([String])
    case has([String], FilterMatcher?)
    case not(FilterMatcher)
    case all([FilterMatcher])
    case any([FilterMatcher])

    typealias Related = (StoredResource.Identifier) -> StoredResource?

    init(_ expression: FilterExpression) {
        switch expression {
        case .comparison(let path, .equal, .null): self = .isNull(path)
        case .comparison(let path, .equal, let value):
            self = .values(path: path, .anyOf(FilterValueSet([value])))
        case .comparison(let path, let comparison, let value):
            self = .values(path: path, .compared(comparison, value))
        case .anyOf(let path, let values):
            self = .values(path: path, .anyOf(FilterValueSet(values)))
        case .isNull(let path): self = .isNull(path)
        case .has(let path, let condition): self = .has(path, condition.map(FilterMatcher.init))
        case .not(let condition): self = .not(FilterMatcher(condition))
        case .and(let conditions): self = .all(conditions.map(FilterMatcher.init))
        case .or(let conditions): self = .any(conditions.map(FilterMatcher.init))
        }
    }

    func matches(_ resource: StoredResource, _ related: Related) -> Bool {
        switch self {
        case .values(let path, let values): resource.has(values, at: path[...], related)
        case .isNull(let path): resource.isNull(at: path[...], related)
        case .has(let path, let condition):
            resource.targets(at: path[...], related).contains { identifier in
                guard let condition else { return true }
                return related(identifier).map { condition.matches($0, related) } ?? false
            }
        case .not(let condition): !condition.matches(resource, related)
        case .all(let conditions): conditions.allSatisfy { $0.matches(resource, related) }
        case .any(let conditions): conditions.contains { $0.matches(resource, related) }
        }
    }
}

extension StoredResource {
    fileprivate func has(
        _ values: FilterValues, at path: ArraySlice<String>, _ related: FilterMatcher.Related
    ) -> Bool {
        guard let name = path.first else { return false }
        let rest = path.dropFirst()
        if rest.isEmpty {
            if name == "id" { return values.accept(.string(id)) }
            if let linkage = relationships[name] {
                return linkage.identifiers.contains { values.accept(.string($0.id)) }
            }
            return attribute(name)?.filterElements.contains(where: values.accept) ?? false
        }
        return relationships[name]?.identifiers.contains { target in
            // The id needs no search for the target.
            if rest.count == 1, rest.first == "id" { return values.accept(.string(target.id)) }
            return related(target)?.has(values, at: rest, related) ?? false
        } ?? false
    }

    fileprivate func isNull(
        at path: ArraySlice<String>, _ related: FilterMatcher.Related
    ) -> Bool {
        guard let name = path.first else { return true }
        let rest = path.dropFirst()
        if rest.isEmpty {
            if name == "id" { return false }
            if let linkage = relationships[name] { return linkage.identifiers.isEmpty }
            switch attribute(name) {
            case nil, .null?: return true
            case .array(let elements)?: return elements.isEmpty
            default: return false
            }
        }
        let targets = relationships[name]?.identifiers ?? []
        return targets.allSatisfy { related($0)?.isNull(at: rest, related) ?? true }
    }

    /// Returns the targets of the last relationship of a path.
    fileprivate func targets(
        at path: ArraySlice<String>, _ related: FilterMatcher.Related
    ) -> [Identifier] {
        guard let name = path.first, let linkage = relationships[name] else { return [] }
        let rest = path.dropFirst()
        if rest.isEmpty { return linkage.identifiers }
        return linkage.identifiers.compactMap(related).flatMap { $0.targets(at: rest, related) }
    }

    /// Returns the value of an attribute, or of a member of nested objects for a name with dots.
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

/// A test of one value.
private enum FilterValues {
    case compared(FilterExpression.Operator, JSONValue)
    case anyOf(FilterValueSet)

    func accept(_ value: JSONValue) -> Bool {
        switch self {
        case .anyOf(let set): return set.contains(value)
        case .compared(let comparison, let wanted):
            switch (value, wanted) {
            case (.string(let left), .string(let right)):
                return comparison.holds(left.utf8, right.utf8)
            case (.number(let left), .number(let right)): return comparison.holds(left, right)
            case (.number(let left), .string(let text)):
                return JSONNumber(text: text).map { comparison.holds(left, $0) } ?? false
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

    init(_ values: [JSONValue]) {
        for value in values {
            switch value {
            case .string(let text):
                strings.insert(ExactText(text))
                if let number = JSONNumber(text: text) { numbers.insert(number) }
                if text == "true" || text == "false" { booleans.insert(text == "true") }
            case .number(let number): numbers.insert(number)
            case .bool(let value): booleans.insert(value)
            case .null, .array, .object: break
            }
        }
    }

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
        case .equal: left.elementsEqual(right)
        case .less: left.lexicographicallyPrecedes(right)
        case .lessOrEqual: !right.lexicographicallyPrecedes(left)
        case .greater: right.lexicographicallyPrecedes(left)
        case .greaterOrEqual: !left.lexicographicallyPrecedes(right)
        case .contains: left.contains(right)
        case .startsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        }
    }

    fileprivate func holds(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
        if self == .equal { return left == right }
        let isLess = left.precedes(right)
        return switch self {
        case .less: isLess
        case .lessOrEqual: isLess || left == right
        case .greater: !isLess && left != right
        case .greaterOrEqual: !isLess
        case .equal, .contains, .startsWith, .endsWith: false
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

extension JSONNumber {
    /// Returns true if this number is less than another. Integers up to 64 bits are compared
    /// exactly, and other numbers as doubles. A number outside the range of doubles is infinite.
    func precedes(_ other: JSONNumber) -> Bool {
        if let left = exactly(Int64.self), let right = other.exactly(Int64.self) {
            return left < right
        }
        return approximation < other.approximation
    }

    private var approximation: Double {
        double ?? (text.hasPrefix("-") ? -.infinity : .infinity)
    }
}

extension JSONValue {
    /// The value, or the elements of a list.
    fileprivate var filterElements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }
}
