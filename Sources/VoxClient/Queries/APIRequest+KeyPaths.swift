// SPDX-License-Identifier: MIT

// Sets the query of a request by key paths of the schema, which the compiler checks and completes.

extension APIRequest {
    /// Includes related resources: `.include(\.artist, \.artist.debut, \.tracks)`. The paths are
    /// added to the paths of earlier calls.
    public func include<each Path: RelationshipPath>(
        _ path: repeat KeyPath<Schema, each Path>
    ) -> Self {
        let names = Inclusion<Schema>.paths(repeat each path).names ?? []
        return include(
            query.includePrefix.map { prefix in names.map { "\(prefix).\($0)" } } ?? names)
    }

    /// Requests only some fields of a type: `.fields(Album.self, \.title, \.artist)`. A server
    /// sends the linkage of a relationship only if the relationship is one of the fields.
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
        _ direction: APIOptions.Query.SortField<Schema>.Direction = .ascending
    ) -> Self {
        sort(direction == .ascending ? .ascending(path) : .descending(path))
    }

    /// Sorts by several fields: `.sort(.descending(\.year), .ascending(\.title))`. The first field
    /// has the highest priority.
    public func sort(_ fields: APIOptions.Query.SortField<Schema>...) -> Self {
        sort(fields.map(\.text))
    }

    /// Filters by a condition: `.filter(\.year > 1990 && .contains(\.title, "x"))`. A resource must
    /// meet the conditions of all calls of `filter`.
    ///
    /// The client writes the filter in the spelling of the server (``APIOptions/filters``). Some
    /// spellings cannot express every filter: brackets, for example, cannot express `||`. If the
    /// spelling cannot express the filter, sending the request throws a `RequestError` with code
    /// `invalidQuery`. The message of the error names the part of the filter that cannot be
    /// expressed.
    public func filter(_ filter: Filter<Schema>) -> Self {
        asking { query in
            do throws(FilterExpression.Failure) { query.filter(try filter.expression) } catch {
                query.refuse(error.message)
            }
        }
    }

    /// Filters by values of an attribute: `.filter(\.year, 1996)` is `.filter(\.year == 1996)`, and
    /// `.filter(\.year, 1996, 1997)` is `.filter(.in(\.year, [1996, 1997]))`. A later call for the
    /// same attribute replaces the condition.
    ///
    /// A value is written as in JSON, and a date as in RFC 3339. If a value is a list or an object,
    /// sending the request throws a `RequestError` with code `invalidQuery`.
    public func filter<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, _ values: Descriptor.Value...
    ) -> Self { filter(path, values) }

    /// Filters by the values of a list: `.filter(\.year, [1996, 1997])`.
    public func filter<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, _ values: [Descriptor.Value]
    ) -> Self {
        let name = Schema.name(of: Schema()[keyPath: path]).text
        return asking { query in
            do throws(FilterExpression.Failure) {
                query.filter(try Filter.in(path, values).expression, on: name)
            } catch {
                query.refuse(error.message)
            }
        }
    }

    /// Filters by a field. The string is sent unchanged as the value of the filter. Use this method
    /// for the id of a related resource, or for a filter in a syntax of the server, such as
    /// `.filter(\.year, "gt:1990")`. For other filters, pass values of the type of the attribute.
    @_disfavoredOverload
    public func filter(_ path: KeyPath<Schema, some FieldDescriptor>, _ values: String...) -> Self {
        filter(path, values)
    }

    /// Filters by a field. The strings are sent unchanged as the value of the filter:
    /// `.filter(\.artist, ["7", "8"])` is `filter[artist]=7,8`.
    @_disfavoredOverload
    public func filter(_ path: KeyPath<Schema, some FieldDescriptor>, _ values: [String]) -> Self {
        let name = Schema.name(of: Schema()[keyPath: path]).text
        return asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }
}

extension APIOptions.Query {
    /// A field to sort by, and the direction of sorting.
    public struct SortField<Schema: ResourceSchema>: Hashable, Sendable {
        /// The text of this field in the query. For descending order, the text begins with `-`.
        public let text: String

        /// The direction of sorting.
        public enum Direction: Hashable, Sendable {
            /// The smallest value is first.
            case ascending
            /// The largest value is first.
            case descending
        }

        /// Returns ascending order by a field: the smallest value is first.
        public static func ascending(_ path: KeyPath<Schema, some FieldDescriptor>)
            -> SortField
        {
            ascending(Schema.name(of: Schema()[keyPath: path]).text)
        }

        /// Returns descending order by a field: the largest value is first.
        public static func descending(_ path: KeyPath<Schema, some FieldDescriptor>)
            -> SortField
        {
            descending(Schema.name(of: Schema()[keyPath: path]).text)
        }

        /// Returns ascending order by a field with a JSON name, such as `year` or `artist.name`.
        public static func ascending(_ name: String) -> SortField {
            SortField(text: name)
        }

        /// Returns descending order by a field with a JSON name, such as `year` or `artist.name`.
        public static func descending(_ name: String) -> SortField {
            SortField(text: "-" + name)
        }
    }
}
