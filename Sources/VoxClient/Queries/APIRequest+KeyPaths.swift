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

    /// Sorts: `.sort(.descending(\.year), .ascending(\.title))`, the first counts most.
    public func sort(_ fields: SortField<Schema>...) -> Self { sort(fields.map(\.text)) }

    /// Filters by a field: `filter[title]=value`, or `filter[title]=a,b`.
    public func filter(_ path: KeyPath<Schema, some FieldDescriptor>, _ values: String...) -> Self {
        let name = Schema.name(of: Schema()[keyPath: path]).text
        return asking { $0.filter([QueryItem("filter[\(name)]", list: values)]) }
    }
}

/// A field to sort by, and which way.
public struct SortField<Schema: ResourceSchema>: Hashable, Sendable {
    /// As the query has it: `-` before what descends.
    public let text: String

    /// The smallest first.
    public static func ascending(_ path: KeyPath<Schema, some FieldDescriptor>) -> SortField {
        ascending(Schema.name(of: Schema()[keyPath: path]).text)
    }

    /// The largest first.
    public static func descending(_ path: KeyPath<Schema, some FieldDescriptor>) -> SortField {
        descending(Schema.name(of: Schema()[keyPath: path]).text)
    }

    /// The smallest first, by a JSON name or a dotted path of some.
    public static func ascending(_ name: String) -> SortField { SortField(text: name) }

    /// The largest first, by a JSON name or a dotted path of some.
    public static func descending(_ name: String) -> SortField { SortField(text: "-" + name) }
}
