// SPDX-License-Identifier: MIT

// The query of a request by key paths of the schema, which the compiler checks and completes.

extension APIRequest {
    /// Includes related resources: `.include(\.artist, \.artist.debut, \.tracks)`; adds to those named
    /// before.
    public func include<each Path: RelationshipPath>(
        _ path: repeat KeyPath<Schema, each Path>
    ) -> Self {
        let names = Inclusion<Schema>.paths(repeat each path).names ?? []
        return include(
            query.includePrefix.map { prefix in names.map { "\(prefix).\($0)" } } ?? names)
    }

    /// Asks for some fields of a type alone: `.fields(Album.self, \.title, \.artist)`. The linkage of a
    /// relationship comes along only when it is named, too.
    public func fields<Described: ResourceSchema, each Field: FieldDescriptor>(
        _ schema: Described.Type, _ field: repeat KeyPath<Described, each Field>
    ) -> Self {
        var names: [String] = []
        for path in repeat each field {
            names += Described.name(of: Described()[keyPath: path]).names.prefix(1)
        }
        return fields(Described.type, names)
    }

    /// Sorts by a field: `.sort(\.year)`, `.sort(\.year, .descending)`.
    public func sort(
        _ path: KeyPath<Schema, some FieldDescriptor>,
        _ direction: Query.SortField<Schema>.Direction = .ascending
    ) -> Self {
        sort(direction == .ascending ? .ascending(path) : .descending(path))
    }

    /// Sorts by several fields: `.sort(.descending(\.year), .ascending(\.title))`, the first counts most.
    public func sort(_ fields: Query.SortField<Schema>...) -> Self { sort(fields.map(\.text)) }

    /// Filters by values of an attribute: `.filter(\.year, 1996)` is `filter[year]=1996`, and
    /// `.filter(\.year, 1996, 1997)` is `filter[year]=1996,1997`.
    ///
    /// A value has the text that it has in JSON, a date that of RFC 3339. One without a text (null, a list,
    /// an object) is an error when the request is sent: `RequestError` with code `invalidQuery`.
    public func filter<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, _ values: Descriptor.Value...
    ) -> Self { filter(path, values) }

    /// Filters by the values of a list: `.filter(\.year, [1996, 1997])` is `filter[year]=1996,1997`.
    public func filter<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, _ values: [Descriptor.Value]
    ) -> Self {
        let attribute = Schema()[keyPath: path]
        let name = Schema.name(of: attribute).text
        return asking { query in
            do throws(JSONError) {
                var texts: [String] = []
                for value in values { texts.append(try attribute.queryText(of: value)) }
                query.filter([QueryItem("filter[\(name)]", list: texts)])
            } catch {
                query.refuse("the value to filter \"\(name)\" by has no text: \(error.message)")
            }
        }
    }

    /// Filters by a field as a text that is sent as it stands: what no value of the attribute says, as
    /// `.filter(\.year, "gt:1990")`, or the id of a related resource. The form by values is to be
    /// preferred.
    @_disfavoredOverload
    public func filter(_ path: KeyPath<Schema, some FieldDescriptor>, _ values: String...) -> Self {
        filter(path, values)
    }

    /// Filters by a field as texts that are sent as they stand: `.filter(\.artist, ["7", "8"])` is
    /// `filter[artist]=7,8`.
    @_disfavoredOverload
    public func filter(_ path: KeyPath<Schema, some FieldDescriptor>, _ values: [String]) -> Self {
        let name = Schema.name(of: Schema()[keyPath: path]).text
        return asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }
}

extension AttributeDescriptor {
    /// A value as a query has it: the text of a string, or that of a number or boolean.
    fileprivate func queryText(of value: Value) throws(JSONError) -> String {
        let place = try JSON(JSONValue.null)
        try write(value, to: place)
        switch try place.encoded() {
        case .string(let text): return text
        case .number(let number): return number.text
        case .bool(let boolean): return boolean ? "true" : "false"
        case .null, .array, .object:
            throw JSONError(
                code: .notConvertible, message: "null, lists and objects have none")
        }
    }
}

extension Query {
    /// A field to sort by, and which way.
    public struct SortField<Schema: ResourceSchema>: Hashable, Sendable {
        /// As the query has it: `-` before what descends.
        public let text: String

        /// Which way to sort.
        public enum Direction: Hashable, Sendable {
            /// The smallest first.
            case ascending
            /// The largest first.
            case descending
        }

        /// The smallest first.
        public static func ascending(_ path: KeyPath<Schema, some FieldDescriptor>)
            -> SortField
        {
            ascending(Schema.name(of: Schema()[keyPath: path]).text)
        }

        /// The largest first.
        public static func descending(_ path: KeyPath<Schema, some FieldDescriptor>)
            -> SortField
        {
            descending(Schema.name(of: Schema()[keyPath: path]).text)
        }

        /// The smallest first, by a JSON name or a dotted path of some.
        public static func ascending(_ name: String) -> SortField {
            SortField(text: name)
        }

        /// The largest first, by a JSON name or a dotted path of some.
        public static func descending(_ name: String) -> SortField {
            SortField(text: "-" + name)
        }
    }
}
