// SPDX-License-Identifier: MIT

extension ResourceSelection {
    /// The parts of resources that a service needs from its store.
    ///
    /// A store may always return more than the needed parts. The store may omit all parts that are
    /// not needed, so that a database reads only the needed columns. A relationship that a store
    /// omits is unknown, and never counts as empty. In the document, an unknown relationship has
    /// links but no linkage.
    ///
    /// ```swift
    /// let needed = ResourceSelection.Fields(
    ///     fields: ["albums": ["title", "artist", "tracks"]], linkage: ["albums": ["guests"]])
    /// print(needed.needs("title", of: "albums"), needed.needs("year", of: "albums"))
    /// print(needed.needs("name", of: "artists"), needed.needsLinkage(of: "tracks", in: "albums"))
    /// // prints: true false
    /// // prints: true false
    /// ```
    public struct Fields: Hashable, Sendable {
        /// The names of the needed attributes and relationships, by type. If a type has no entry,
        /// all its fields are needed. A needed to-one relationship must have its linkage.
        public var fields: [String: Set<String>]
        /// The names of the to-many relationships whose linkage is needed, by type. A store may
        /// omit the linkage of all other to-many relationships, including relationships in
        /// ``fields``. A value of nil means that the linkage of all relationships is needed.
        public var linkage: [String: Set<String>]?
        /// The names of the to-one relationships whose linkage the response contains, by type.
        var toOne: [String: Set<String>] = [:]

        /// Creates a selection. By default, the selection has all fields, but no linkage of to-many
        /// relationships.
        public init(fields: [String: Set<String>] = [:], linkage: [String: Set<String>]? = [:]) {
            self.fields = fields
            self.linkage = linkage
        }

        /// All fields, and the linkage of all relationships.
        public static let everything = Fields(linkage: nil)

        /// Returns true if an attribute or a relationship of a type is needed.
        public func needs(_ name: String, of type: String) -> Bool {
            fields[exactly: type]?.contains(exactly: name) ?? true
        }

        /// Returns true if the linkage of a to-many relationship of a type is needed.
        public func needsLinkage(of name: String, in type: String) -> Bool {
            linkage.map { $0[exactly: type]?.contains(exactly: name) ?? false } ?? true
        }
    }
}

extension ResourceService {
    /// Returns the parts of resources that the response to a query needs: the sparse fieldsets, the
    /// relationships on the paths of `include`, and the sort fields (cursors contain their values).
    ///
    /// A to-many relationship on a path needs linkage only if its targets can have several types.
    /// Otherwise the store is called with the relationship (``ResourceStore/related(_:of:_:)``).
    func fields(for query: RequestQuery, from types: some Sequence<String>)
        -> ResourceSelection.Fields
    {
        var selection = ResourceSelection.Fields(
            fields: query.fields.filter { self.types[exactly: $0.key] != nil }.mapValues(Set.init))
        if !query.sort.isEmpty, !selection.fields.isEmpty {
            for type in types { selection.fields[type]?.formUnion(query.sort.map(\.name)) }
        }
        guard let include = query.include else { return selection }
        var level = [(tree: IncludeTree(include), types: Set(types))]
        while let (tree, types) = level.popLast() {
            for (name, branch) in tree.branches {
                var targets: Set<String> = []
                for type in types {
                    guard let relationship = self.types[type]?.relationships[name] else { continue }
                    selection.fields[type]?.insert(name)
                    if !relationship.isMany {
                        selection.toOne[type, default: []].insert(name)
                    } else if servedTarget(of: relationship) == nil {
                        selection.linkage?[type, default: []].insert(name)
                    }
                    targets.formUnion(relationship.targets ?? Set(self.types.keys))
                }
                level.append((branch, targets))
            }
        }
        return selection
    }

    /// Returns the only type of the targets of a relationship. Returns nil if the targets can have
    /// several types, or if the type is not served.
    func servedTarget(of relationship: ServedType.Relationship) -> ServedType? {
        relationship.target.flatMap { types[$0] }
    }
}
