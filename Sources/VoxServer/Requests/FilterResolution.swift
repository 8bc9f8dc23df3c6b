// SPDX-License-Identifier: MIT

/// Checks a filter from a query against the served types, and completes the filter.
///
/// A filter spelling does not know which names in a path are relationships. Most spellings write
/// numbers like strings. In the result, paths lead only through to-one relationships, and each
/// value has the kind of its attribute.
struct FilterResolution {
    let types: [String: ServedType]

    /// Returns the complete filter for a type. If the type is nil (not known), the function returns
    /// the filter unchanged.
    /// - Throws: ``FilterError`` for an unknown field, for a field that the type cannot be filtered
    ///   by, and for a value of the wrong kind.
    func resolve(
        _ filter: FilterExpression, on type: ServedType?
    ) throws(FilterError) -> FilterExpression {
        guard let type else { return filter }
        switch filter {
        case .comparison(let path, .equal, .null): return try resolve(.isNull(path), on: type)
        case .comparison(let path, let comparison, let value):
            return try resolve(path[...], on: type) { field throws(FilterError) in
                .comparison(field.comparedPath, comparison, try field.value(value, for: comparison))
            }
        case .anyOf(let path, let values):
            return try resolve(path[...], on: type) { field throws(FilterError) in
                var typed: [JSONValue] = []
                for value in values { typed.append(try field.value(value, for: .equal)) }
                return .anyOf(field.comparedPath, typed)
            }
        case .isNull(let path):
            let (field, rest) = try walk(path[...], on: type)
            guard field.isToMany else { return .isNull(field.path) }
            if rest.isEmpty { return .not(.has(field.path, nil)) }
            return .has(field.path, try resolve(.isNull(Array(rest)), on: field.target))
        case .has(let path, let condition):
            return try resolve(targetsOf: path[...], condition, on: type)
        case .not(let condition): return .not(try resolve(condition, on: type))
        case .and(let conditions): return .and(try resolve(conditions, on: type))
        case .or(let conditions): return .or(try resolve(conditions, on: type))
        }
    }

    private func resolve(
        _ conditions: [FilterExpression], on type: ServedType
    ) throws(FilterError) -> [FilterExpression] {
        var resolved: [FilterExpression] = []
        for condition in conditions { resolved.append(try resolve(condition, on: type)) }
        return resolved
    }

    /// Follows a path to a field. The function `make` creates the condition on the field. Each
    /// to-many relationship of the path becomes ``FilterExpression/has(_:_:)``.
    private func resolve(
        _ path: ArraySlice<String>, on type: ServedType?,
        _ make: (FilterField) throws(FilterError) -> FilterExpression
    ) throws(FilterError) -> FilterExpression {
        guard let type else { return try make(FilterField(path: Array(path))) }
        let (field, rest) = try walk(path, on: type)
        guard field.isToMany else { return try make(field) }
        return .has(field.path, try resolve(rest.isEmpty ? ["id"] : rest, on: field.target, make))
    }

    private func resolve(
        targetsOf path: ArraySlice<String>, _ condition: FilterExpression?, on type: ServedType
    ) throws(FilterError) -> FilterExpression {
        let (field, rest) = try walk(path, on: type)
        guard field.isRelationship else {
            throw FilterError("\"\(field.name)\" is not a relationship of \(type.name)")
        }
        if !rest.isEmpty {
            return .has(
                field.path, try resolve(.has(Array(rest), condition), on: field.target))
        }
        guard let condition else {
            return field.isToMany ? .has(field.path, nil) : .not(.isNull(field.path))
        }
        return .has(field.path, try resolve(condition, on: field.target))
    }

    /// Follows a path up to its first to-many relationship or to its end. Returns the field at that
    /// point, and the names after it in the path.
    private func walk(
        _ path: ArraySlice<String>, on type: ServedType
    ) throws(FilterError) -> (FilterField, rest: ArraySlice<String>) {
        var (names, type): ([String], ServedType) = ([], type)
        var rest = path
        while let name = rest.popFirst() {
            guard type.canFilter(by: String(name.prefix { $0 != "." })) else {
                throw FilterError("\(type.name) cannot be filtered by \"\(name.prefix(100))\"")
            }
            guard let relationship = type.relationships[name] else {
                if name == "id" {
                    guard rest.isEmpty else { throw FilterError("an id has no members") }
                    return (FilterField(path: names + ["id"], kind: .id), [])
                }
                let attribute = ([name] + rest).joined(separator: ".")
                let kind = type.descriptors[attribute].map { FilterField.Kind.attribute($0) }
                return (FilterField(path: names + [attribute], kind: kind ?? .unknown), [])
            }
            names.append(name)
            let target = relationship.target.flatMap { types[$0] }
            if relationship.isMany || rest.isEmpty {
                let kind = FilterField.Kind.relationship(isToMany: relationship.isMany)
                return (FilterField(path: names, kind: kind, target: target), rest)
            }
            guard let target else { return (FilterField(path: names + rest), []) }
            type = target
        }
        throw FilterError("the filter has no name of a field")
    }
}

/// The field at the end of a path.
struct FilterField {
    enum Kind {
        case id
        case attribute(any AttributeDescriptor)
        case relationship(isToMany: Bool)
        case unknown
    }

    /// The path. An attribute in nested objects is one name in the path.
    let path: [String]
    var kind = Kind.unknown
    /// The type of the targets of a relationship; nil if they can have any type.
    var target: ServedType?

    var name: String { String(path.joined(separator: ".").prefix(100)) }

    var isRelationship: Bool { if case .relationship = kind { true } else { false } }

    var isToMany: Bool { if case .relationship(isToMany: true) = kind { true } else { false } }

    /// The path of the value that a comparison compares. For a relationship, the path leads to the
    /// id of the target.
    var comparedPath: [String] { isRelationship ? path + ["id"] : path }

    /// Converts a value of the filter to a value of the kind that the field has.
    func value(
        _ value: JSONValue, for comparison: FilterExpression.Operator
    ) throws(FilterError) -> JSONValue {
        guard value.isScalar else {
            throw FilterError("\"\(name)\" cannot be compared with null, a list or an object")
        }
        switch kind {
        case .unknown: return value
        case .id, .relationship:
            switch value {
            case .string: return value
            case .number(let number): return .string(number.text)
            default: throw FilterError("the id of \"\(name)\" is not a boolean")
            }
        case .attribute(let descriptor):
            if comparison.isSearch {
                guard case .string = value, descriptor.hasText(like: value) else {
                    throw FilterError("\"\(name)\" is not a string that can be searched")
                }
                return value
            }
            guard let typed = value.candidates.first(where: descriptor.reads) else {
                throw FilterError("\(value.description.prefix(100)) is not a value of \"\(name)\"")
            }
            if case .bool = typed, comparison != .equal {
                throw FilterError("the values of \"\(name)\" have no order")
            }
            return typed
        }
    }
}

extension FilterExpression.Operator {
    /// True for an operator that searches a string.
    fileprivate var isSearch: Bool { self == .contains || self == .startsWith || self == .endsWith }
}

extension AttributeDescriptor {
    /// Returns true if the attribute can have this value, or can be a list that contains this
    /// value.
    fileprivate func reads(_ value: JSONValue) -> Bool {
        for candidate in [value, .array([value])] {
            do throws(JSONError) {
                _ = try read(JSON(candidate))
                return true
            } catch {
                continue
            }
        }
        return false
    }

    /// Returns true if the values of the attribute are strings. A part of such a string, such as a
    /// part of a date, need not be a valid value of the attribute.
    fileprivate func hasText(like value: JSONValue) -> Bool {
        reads(value) || !(reads(0) || reads(1.5) || reads(true))
    }
}

extension JSONValue {
    /// The possible meanings of a value in a filter. Most spellings write numbers like strings.
    fileprivate var candidates: [JSONValue] {
        guard case .string(let text) = self else { return [self] }
        if text == "true" || text == "false" { return [self, .bool(text == "true")] }
        return [self] + (JSONNumber(text: text).map { [.number($0)] } ?? [])
    }
}
