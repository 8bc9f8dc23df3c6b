// SPDX-License-Identifier: MIT

/// A resource as a store holds it: a plain value, apart from any document.
public struct StoredResource: Hashable, Sendable {
    /// What names a resource. Compared byte by byte, as names and ids in JSON are.
    public struct Identifier: Hashable, Sendable {
        /// The type.
        public var type: String
        /// The id.
        public var id: String

        /// Names a resource.
        public init(type: String, id: String) {
            self.type = type
            self.id = id
        }

        /// True for the same bytes in type and id.
        public static func == (left: Identifier, right: Identifier) -> Bool {
            ExactText(left.type) == ExactText(right.type)
                && ExactText(left.id) == ExactText(right.id)
        }

        /// Hashes what equality compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(type))
            hasher.combine(ExactText(id))
        }
    }

    /// What a relationship leads to.
    public enum Linkage: Hashable, Sendable {
        /// One resource, or none.
        case one(Identifier?)
        /// A list.
        case many([Identifier])

        /// All that it leads to, in order.
        public var identifiers: [Identifier] {
            switch self {
            case .one(let identifier): identifier.map { [$0] } ?? []
            case .many(let identifiers): identifiers
            }
        }
    }

    /// The type and the id.
    public var identifier: Identifier
    /// The attributes, in order.
    public var attributes: JSONObject
    /// The relationships.
    public var relationships: [String: Linkage]
    /// Counts the changes. `If-Match` and the checks of a write are about it.
    public var version: Int

    /// Makes a resource.
    public init(
        type: String, id: String, attributes: JSONObject = JSONObject(),
        relationships: [String: Linkage] = [:], version: Int = 1
    ) {
        identifier = Identifier(type: type, id: id)
        self.attributes = attributes
        self.relationships = relationships
        self.version = version
    }

    /// The type.
    public var type: String { identifier.type }
    /// The id.
    public var id: String { identifier.id }

    /// Changes attributes and relationships. The version is counted up when anything is different then.
    /// O(members given, and those of the relationships edited).
    public mutating func apply(_ change: ResourceChange) {
        var isChanged = false
        for (name, value) in change.attributes where attributes[name] != value {
            attributes[name] = value
            isChanged = true
        }
        for (name, edit) in change.relationships {
            let result = edit.result(on: relationships[name])
            if relationships[name] == result { continue }
            relationships[name] = result
            isChanged = true
        }
        if isChanged { version += 1 }
    }

    /// The values by which a filter finds the resource: those of an attribute (of a list each one), the
    /// ids of a relationship, or the id. An attribute or relationship that is not there, null or empty
    /// has the one value of nothing.
    public func filterValues(of name: String) -> [String] {
        if name == "id" { return [id] }
        if let linkage = relationships[name] {
            let ids = linkage.identifiers.map(\.id)
            return ids.isEmpty ? [""] : ids
        }
        switch attributes[name] {
        case .array(let elements)? where !elements.isEmpty: return elements.map(\.filterText)
        case let value: return [value?.filterText ?? ""]
        }
    }
}

/// What is written to a resource: new values of attributes, and edits of relationships.
public struct ResourceChange: Hashable, Sendable {
    /// An edit of a relationship.
    public enum Edit: Hashable, Sendable {
        /// Other linkage instead. A list is a set: an identifier that is there twice is kept once.
        case replace(StoredResource.Linkage)
        /// Further members of a to-many; those that are there already stay as they are.
        case add([StoredResource.Identifier])
        /// Members less; those that are not there are passed over.
        case remove([StoredResource.Identifier])

        func result(on linkage: StoredResource.Linkage?) -> StoredResource.Linkage {
            let present = linkage?.identifiers ?? []
            switch self {
            case .replace(.one(let identifier)): return .one(identifier)
            case .replace(.many(let identifiers)): return .many(identifiers.withoutRepeats)
            case .add(let added): return .many((present + added).withoutRepeats)
            case .remove(let removed):
                let gone = Set(removed)
                return .many(present.filter { !gone.contains($0) })
            }
        }
    }

    /// Attributes that get a value.
    public var attributes: JSONObject
    /// Relationships that are edited.
    public var relationships: [String: Edit]

    /// Makes a change.
    public init(attributes: JSONObject = JSONObject(), relationships: [String: Edit] = [:]) {
        self.attributes = attributes
        self.relationships = relationships
    }

    /// What the change links to: the new linkage, and what is added. Each identifier once.
    public var targets: [StoredResource.Identifier] {
        relationships.values.flatMap { edit -> [StoredResource.Identifier] in
            switch edit {
            case .replace(let linkage): linkage.identifiers
            case .add(let identifiers): identifiers
            case .remove: []
            }
        }.withoutRepeats
    }
}

extension [StoredResource.Identifier] {
    /// Each identifier once, where it was first.
    var withoutRepeats: Self {
        var seen: Set<StoredResource.Identifier> = []
        return filter { seen.insert($0).inserted }
    }
}

extension JSONValue {
    fileprivate var filterText: String {
        switch self {
        case .null, .object, .array: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): text
        }
    }
}
