// SPDX-License-Identifier: MIT

/// A resource in a store: a Swift value that does not depend on a document.
public struct StoredResource: Hashable, Sendable {
    /// The type and id of a resource. Identifiers are compared byte by byte, like all names and ids
    /// in JSON.
    public struct Identifier: Hashable, Sendable {
        /// The type.
        public var type: String
        /// The id.
        public var id: String

        /// Creates an identifier.
        public init(type: String, id: String) {
            self.type = type
            self.id = id
        }

        /// Returns true if two identifiers have the same type and id, byte by byte.
        public static func == (left: Identifier, right: Identifier) -> Bool {
            ExactText(left.type) == ExactText(right.type)
                && ExactText(left.id) == ExactText(right.id)
        }

        /// Hashes the properties that `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(type))
            hasher.combine(ExactText(id))
        }
    }

    /// The targets of a relationship.
    public enum Linkage: Hashable, Sendable {
        /// The linkage of a to-one relationship: one target, or nil.
        case one(Identifier?)
        /// The linkage of a to-many relationship: a list of targets.
        case many([Identifier])

        /// All targets, in order.
        public var identifiers: [Identifier] {
            switch self {
            case .one(let identifier): identifier.map { [$0] } ?? []
            case .many(let identifiers): identifiers
            }
        }
    }

    /// The type and the id of the resource.
    public var identifier: Identifier
    /// The attributes, in order.
    public var attributes: JSONObject
    /// The relationships. If the store has omitted the linkage of a relationship, the relationship
    /// has no entry and is unknown.
    public var relationships: [String: Linkage]
    /// The version, which increases with each change. A write with `ifVersion` succeeds only if the
    /// resource still has this version. For a write, a service compares `If-Match` with the
    /// version.
    public var version: Int
    /// True if the version is a digest of the columns. A client must not get such a version, because
    /// it could find out the columns that are not served.
    package var hasDigest = false
    /// The values of the sort fields that targets have, such as `project.title`.
    package var sortValues: [String: JSONValue] = [:]

    /// Creates a resource.
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

    /// Changes attributes and relationships. The version increases if the resource has changed. The
    /// cost is O(n), where n is the number of changed members and of identifiers in the edited
    /// relationships.
    public mutating func apply(_ change: ResourceChange) {
        var isChanged = false
        for (name, value) in change.attributes where attributes[name] != value {
            attributes[name] = value
            isChanged = true
        }
        for (name, edit) in change.relationships {
            guard let result = edit.result(on: relationships[name]) else { continue }
            relationships[name] = result
            isChanged = true
        }
        if isChanged { version += 1 }
    }
}

/// A change to a resource: new values of attributes, and edits of relationships.
public struct ResourceChange: Hashable, Sendable {
    /// An edit of a relationship.
    public enum Edit: Hashable, Sendable {
        /// Replaces the linkage. If an identifier is repeated in a list, the new linkage contains
        /// it once.
        case replace(StoredResource.Linkage)
        /// Adds targets to a to-many relationship. Existing targets of the relationship are kept.
        case add([StoredResource.Identifier])
        /// Removes targets. An identifier that is not a target of the relationship is ignored.
        case remove([StoredResource.Identifier])

        /// Returns the linkage after the edit; nil if the edit changes nothing.
        func result(on linkage: StoredResource.Linkage?) -> StoredResource.Linkage? {
            let present = linkage?.identifiers ?? []
            let result: StoredResource.Linkage
            switch self {
            case .replace(.one(let identifier)): result = .one(identifier)
            case .replace(.many(let identifiers)): result = .many(identifiers.withoutRepeats)
            case .add(let added):
                let isKnown = present.filter(added.finder).finder
                let new = added.withoutRepeats.filter { !isKnown($0) }
                if new.isEmpty, case .many? = linkage { return nil }
                return .many(present + new)
            case .remove(let removed):
                let isRemoved = removed.finder
                let rest = present.filter { !isRemoved($0) }
                if rest.count == present.count, case .many? = linkage { return nil }
                return .many(rest)
            }
            return result == linkage ? nil : result
        }
    }

    /// The new values of attributes.
    public var attributes: JSONObject
    /// The edits of relationships, by name.
    public var relationships: [String: Edit]

    /// Creates a change.
    public init(attributes: JSONObject = JSONObject(), relationships: [String: Edit] = [:]) {
        self.attributes = attributes
        self.relationships = relationships
    }

    /// The targets that the change writes: the new targets of replaced linkage, and the targets
    /// added to a to-many relationship. Each identifier occurs once in the list.
    public var targets: [StoredResource.Identifier] {
        relationships.values.flatMap { edit -> [StoredResource.Identifier] in
            if case .remove = edit { [] } else { edit.named }
        }.withoutRepeats
    }
}

extension [StoredResource.Identifier] {
    /// The identifiers without repetitions, in the order of their first occurrence.
    package var withoutRepeats: Self {
        if count < 2 { return self }
        var seen: Set<StoredResource.Identifier> = []
        return filter { seen.insert($0).inserted }
    }

    /// The ids by type, in the order of the first identifier of each type.
    package var idsByType: [(type: String, ids: [String])] {
        var types: [(type: String, ids: [String])] = []
        var places: [ExactText: Int] = [:]
        for identifier in self {
            if let place = places[ExactText(identifier.type)] {
                types[place].ids.append(identifier.id)
            } else {
                places[ExactText(identifier.type)] = types.count
                types.append((identifier.type, [identifier.id]))
            }
        }
        return types
    }

    /// A function that returns true for the identifiers of this list. A few identifiers are found
    /// faster without hashes.
    var finder: (StoredResource.Identifier) -> Bool {
        if count <= 8 { return { contains($0) } }
        let all = Set(self)
        return { all.contains($0) }
    }
}
