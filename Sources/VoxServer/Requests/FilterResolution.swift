// SPDX-License-Identifier: MIT

/// Checks a filter from a query against the served types, and completes the filter.
///
/// A filter spelling does not know which names in a path are relationships. Most spellings write
/// numbers like strings. In the result, paths lead only through to-one relationships, and each
/// value has the kind of its attribute.
///
/// Behind a relationship to several types, a field must be a field of at least one of the served
/// types, and all served types that have the field must allow it. If other targets are possible,
/// the result excludes them by a condition on `type`, because the store may have an attribute of
/// this name that is not served.
struct FilterResolution {
    let types: [String: ServedType]
    /// True if the program has made the filter, so that ``ServedType/filterable`` limits nothing.
    var isOfService = false

    /// Returns the complete filter for a type. If the type is nil (not known), the function returns
    /// the filter unchanged.
    /// - Throws: ``FilterExpression/Failure`` for an unknown field, for a field that the type
    ///   cannot be filtered by, and for a value of the wrong kind.
    func resolve(
        _ filter: FilterExpression, on type: ServedType?
    ) throws(FilterExpression.Failure) -> FilterExpression {
        guard let type else { return filter }
        return try resolve(filter, on: FilterTypes(served: [type]))
    }

    private func resolve(
        _ filter: FilterExpression, on types: FilterTypes
    ) throws(FilterExpression.Failure) -> FilterExpression {
        switch filter {
        case .comparison(let path, .equal, .null): return try resolve(.isNull(path), on: types)
        case .comparison(let path, let comparison, let value):
            return try resolve(path[...], on: types) { field throws(FilterExpression.Failure) in
                .comparison(field.comparedPath, comparison, try field.value(value, for: comparison))
            }
        case .anyOf(let path, let values):
            return try resolve(path[...], on: types) { field throws(FilterExpression.Failure) in
                var typed: [JSONValue] = []
                for value in values { typed.append(try field.value(value, for: .equal)) }
                return .anyOf(field.comparedPath, typed)
            }
        case .isNull(let path): return try resolveNull(path[...], on: types)
        case .has(let path, let condition):
            return try resolve(targetsOf: path[...], condition, on: types)
        case .not(let condition): return .not(try resolve(condition, on: types))
        case .and(let conditions): return .and(try resolve(conditions, on: types))
        case .or(let conditions): return .or(try resolve(conditions, on: types))
        }
    }

    private func resolve(
        _ conditions: [FilterExpression], on types: FilterTypes
    ) throws(FilterExpression.Failure) -> [FilterExpression] {
        var resolved: [FilterExpression] = []
        for condition in conditions { resolved.append(try resolve(condition, on: types)) }
        return resolved
    }

    /// Follows a path to a field. The function `make` creates the condition on the field. Each
    /// to-many relationship of the path becomes ``FilterExpression/has(_:_:)``.
    private func resolve(
        _ path: ArraySlice<String>, on types: FilterTypes,
        _ make: (FilterField) throws(FilterExpression.Failure) -> FilterExpression
    ) throws(FilterExpression.Failure) -> FilterExpression {
        let (field, rest) = try walk(path, on: types)
        guard field.leadsOn(to: rest) else { return field.restricted(try make(field)) }
        let condition = try resolve(rest.isEmpty ? ["id"] : rest, on: field.targets, make)
        return field.restricted(
            field.isToMany ? .has(field.path, condition) : condition.behind(field.path))
    }

    /// Returns the condition that the field at a path is null. The field of a type that does not
    /// have it is null.
    private func resolveNull(
        _ path: ArraySlice<String>, on types: FilterTypes
    ) throws(FilterExpression.Failure) -> FilterExpression {
        let (field, rest) = try walk(path, on: types)
        if field.isToMany, !rest.isEmpty {
            return field.restricted(.has(field.path, try resolveNull(rest, on: field.targets)))
        }
        let condition: FilterExpression
        if field.isToMany {
            condition = .not(.has(field.path, nil))
        } else if rest.isEmpty {
            condition = .isNull(field.path)
        } else {
            let inner = try resolveNull(rest, on: field.targets)
            if case .isNull(let names) = inner {
                condition = .isNull(field.path + names)
            } else {
                condition = .not(.has(field.path, .not(inner)))
            }
        }
        return field.owners == nil ? condition : .not(field.restricted(.not(condition)))
    }

    private func resolve(
        targetsOf path: ArraySlice<String>, _ condition: FilterExpression?, on types: FilterTypes
    ) throws(FilterExpression.Failure) -> FilterExpression {
        let (field, rest) = try walk(path, on: types)
        guard field.isRelationship else {
            throw FilterExpression.Failure(
                "\"\(field.name)\" is not a relationship of \(types.names)")
        }
        if !rest.isEmpty {
            return field.restricted(
                .has(field.path, try resolve(.has(Array(rest), condition), on: field.targets)))
        }
        guard let condition else {
            return field.restricted(
                field.isToMany ? .has(field.path, nil) : .not(.isNull(field.path)))
        }
        return field.restricted(.has(field.path, try resolve(condition, on: field.targets)))
    }

    /// Follows a path up to its first to-many relationship, to its first relationship to several
    /// types, or to its end. Returns the field at that point, and the names after it in the path.
    private func walk(
        _ path: ArraySlice<String>, on types: FilterTypes
    ) throws(FilterExpression.Failure) -> (FilterField, rest: ArraySlice<String>) {
        var (names, types): ([String], FilterTypes) = ([], types)
        var (rest, only): (ArraySlice<String>, [String]?) = (path, nil)
        while let name = rest.popFirst() {
            let first = String(name.prefix { $0 != "." })
            let owners = types.served.filter { $0.hasField(first) }
            let refusal = FilterExpression.Failure(
                "\(types.names) cannot be filtered by \"\(name.prefix(100))\"")
            guard !owners.isEmpty, isOfService || owners.allSatisfy({ $0.canFilter(by: first) })
            else {
                throw refusal
            }
            if types.areSeveral, types.haveOthers || owners.count < types.served.count {
                only = owners.map(\.name)
            }
            let relationships = owners.compactMap { $0.relationships[exactly: name] }
            if relationships.isEmpty {
                return (try attribute(name, rest, of: owners, behind: names, only), [])
            }
            names.append(name)
            let isMany = relationships.contains(where: \.isMany)
            let targets = targets(
                of: relationships, areMore: owners.contains { $0.mayHaveOthers(name) })
            // A relationship that leads to nothing that is served is like an unknown name.
            if targets.served.isEmpty { throw refusal }
            if isMany || rest.isEmpty || targets.areSeveral {
                let kind = FilterField.Kind.relationship(isToMany: isMany)
                return (FilterField(path: names, kind: kind, targets: targets, owners: only), rest)
            }
            types = targets
        }
        throw FilterExpression.Failure("the filter has no name of a field")
    }

    private func targets(
        of relationships: [ServedType.Relationship], areMore: Bool
    ) -> FilterTypes {
        let haveOthers = areMore || relationships.contains { $0.targets == nil }
        let names = Set(relationships.flatMap { $0.targets ?? Set(types.keys) })
        return FilterTypes(
            served: names.sorted().compactMap { types[$0] },
            areSeveral: haveOthers || names.count != 1, haveOthers: haveOthers)
    }

    /// Returns the attribute or the id at the end of a path.
    private func attribute(
        _ name: String, _ rest: ArraySlice<String>, of owners: [ServedType],
        behind names: [String], _ only: [String]?
    ) throws(FilterExpression.Failure) -> FilterField {
        if name == "id" {
            guard rest.isEmpty else { throw FilterExpression.Failure("an id has no members") }
            return FilterField(path: names + ["id"], kind: .id)
        }
        let attribute = ([name] + rest).joined(separator: ".")
        var field = FilterField(path: names + [attribute], owners: only)
        // The values of several types may have several kinds.
        if owners.count == 1, let descriptor = owners[0].descriptors[exactly: attribute] {
            field.kind = .attribute(descriptor)
        }
        return field
    }
}

/// The types that the resources at a point of a path can have.
struct FilterTypes {
    var served: [ServedType] = []
    /// True if the resources can have several types.
    var areSeveral = false
    /// True if the resources can also have types that are not served.
    var haveOthers = false

    var names: String {
        served.isEmpty ? "the targets" : served.map(\.name).joined(separator: ", ")
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
    var targets = FilterTypes()
    /// The types that have the first field of the path; nil if all possible types have it.
    var owners: [String]?

    var name: String { String(path.joined(separator: ".").prefix(100)) }

    var isRelationship: Bool { if case .relationship = kind { true } else { false } }

    var isToMany: Bool { if case .relationship(isToMany: true) = kind { true } else { false } }

    /// Returns true if the field is a relationship, and the condition is about its targets.
    func leadsOn(to rest: ArraySlice<String>) -> Bool {
        isToMany || isRelationship && !rest.isEmpty
    }

    /// Returns the condition for the types that have the field.
    func restricted(_ condition: FilterExpression) -> FilterExpression {
        guard let owners else { return condition }
        return .and([.anyOf(["type"], owners.map { .string($0) }), condition])
    }

    /// The path of the value that a comparison compares. For a relationship, the path leads to the
    /// id of the target.
    var comparedPath: [String] { isRelationship ? path + ["id"] : path }

    /// Converts a value of the filter to a value of the kind that the field has.
    func value(
        _ value: JSONValue, for comparison: FilterExpression.Operator
    ) throws(FilterExpression.Failure) -> JSONValue {
        guard value.isScalar else {
            throw FilterExpression.Failure(
                "\"\(name)\" cannot be compared with null, a list or an object")
        }
        switch kind {
        case .unknown: return value
        case .id, .relationship:
            switch value {
            case .string: return value
            case .number(let number): return .string(number.text)
            default: throw FilterExpression.Failure("the id of \"\(name)\" is not a boolean")
            }
        case .attribute(let descriptor):
            if comparison.isSearch {
                guard case .string = value, descriptor.hasText(like: value) else {
                    throw FilterExpression.Failure(
                        "\"\(name)\" is not a string that can be searched")
                }
                return value
            }
            guard let typed = value.candidates.first(where: descriptor.reads) else {
                throw FilterExpression.Failure(
                    "\(value.description.prefix(100)) is not a value of \"\(name)\"")
            }
            if case .bool = typed, comparison != .equal {
                throw FilterExpression.Failure("the values of \"\(name)\" have no order")
            }
            return typed
        }
    }
}

extension FilterExpression {
    /// Returns the condition that the target of a path of to-one relationships meets this
    /// condition.
    fileprivate func behind(_ path: [String]) -> FilterExpression {
        switch self {
        case .comparison(let names, let comparison, let value):
            .comparison(path + names, comparison, value)
        case .anyOf(let names, let values): .anyOf(path + names, values)
        default: .has(path, self)
        }
    }
}

extension FilterExpression.Operator {
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
