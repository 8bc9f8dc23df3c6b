// SPDX-License-Identifier: MIT

extension ServedType {
    /// What a program says about a type besides its schema: what clients can sort and filter by,
    /// what they cannot see, and which writes are refused. The module `VoxSQL` adds the rules about
    /// the type's table, so that one list has everything about a type.
    ///
    /// ```swift
    /// struct Album: ResourceSchema {
    ///     static let type = "albums"
    ///     let title = Attribute<String>("title").required()
    ///     let year = Attribute<Int>("year")
    ///     let price = Attribute<Int>("price")
    /// }
    /// let albums = ServedType(
    ///     Album.self,
    ///     .sortable(\.title, \.year),
    ///     .filterable(\.year),
    ///     .hidden(\.price),
    ///     .options { $0.acceptsClientIDs = false },
    ///     .validate { write in
    ///         try write.new.title.isEmpty
    ///             ? [APIError(status: 422, title: "Empty", source: .field(\Album.title))] : []
    ///     })
    /// ```
    ///
    /// The rules of a table mean nothing to a service without tables.
    public struct Rule<Schema: ResourceSchema>: Sendable {
        package enum Content: Sendable {
            case service(@Sendable (inout ServedType) -> Void)
            case table(any Sendable)
        }

        package let content: Content

        package init(_ content: Content) { self.content = content }

        /// Allows clients to sort collections by attributes, besides `id`. Without such a rule,
        /// clients sort by all attributes; in a database, only by `id`.
        public static func sortable<each Field: AttributeDescriptor>(
            _ fields: repeat KeyPath<Schema, each Field>
        ) -> Rule {
            var names: Set<String> = ["id"]
            repeat names.formUnion([Schema.name(of: each fields)])
            return .options { [names] in $0.sortable = names.union($0.sortable ?? []) }
        }

        /// Allows clients to sort collections by an attribute of the target of a to-one
        /// relationship: `sort=artist.name` for `.sortableThrough(\.artist, \.name)`. A resource
        /// without a target counts as one with null. No index of a database has such an order.
        public static func sortableThrough<Link: RelationshipDescriptor>(
            _ relationship: KeyPath<Schema, Link>,
            _ field: KeyPath<Link.Target, some AttributeDescriptor>
        ) -> Rule where Link.Target: ResourceSchema, Link.Primary == Link.Target {
            let name = Schema.name(of: relationship) + "." + Link.Target.name(of: field)
            return .options { $0.sortable = Set(["id", name]).union($0.sortable ?? []) }
        }

        /// Allows clients to filter collections by fields, besides `id`. Without such a rule,
        /// clients filter by all fields; in a database, only by `id`.
        public static func filterable<each Field: FieldDescriptor>(
            _ fields: repeat KeyPath<Schema, each Field>
        ) -> Rule {
            var names: Set<String> = ["id"]
            repeat names.formUnion([Schema.name(of: each fields)])
            return .options { [names] in $0.filterable = names.union($0.filterable ?? []) }
        }

        /// Hides a field: for clients it does not exist, as if the schema did not have it.
        public static func hidden(_ field: KeyPath<Schema, some FieldDescriptor>) -> Rule {
            var names: Set = [Schema.name(of: field)]
            if let attribute = Schema()[keyPath: field] as? any AttributeDescriptor {
                names.formUnion(Schema.writtenName(of: attribute).names.prefix(1))
            }
            return .options { [names] in for name in names { $0.hide(name) } }
        }

        /// Makes an attribute a file (``ServedType/files``).
        public static func file(
            _ field: KeyPath<Schema, some AttributeDescriptor>, _ file: File
        ) -> Rule {
            let name = Schema.name(of: field)
            return .options { $0.files[name] = file }
        }

        /// Adds a function that allows or refuses writes (``ServedType/validate``). The errors of
        /// several functions are one response.
        public static func validate(
            _ function: @escaping @Sendable (Write<Schema>) async throws -> [APIError]
        ) -> Rule {
            .options { type in
                let earlier = type.validate
                type.validate = { write in
                    let errors = try await earlier?(write) ?? []
                    return try await errors + function(Write(write))
                }
            }
        }

        /// Sets other properties of the served type, such as ``ServedType/acceptsClientIDs``.
        public static func options(_ set: @escaping @Sendable (inout ServedType) -> Void) -> Rule {
            Rule(.service(set))
        }
    }

    mutating func apply(_ rules: [Rule<some ResourceSchema>]) {
        for case .service(let set) in rules.map(\.content) { set(&self) }
    }
}

extension ResourceSchema {
    /// The JSON name of a field. The name of a nested attribute is that of the outermost object.
    package static func name(of field: KeyPath<Self, some FieldDescriptor>) -> String {
        let name = name(of: Self()[keyPath: field])
        return name.names.first ?? name.text
    }
}
