// SPDX-License-Identifier: MIT

import Synchronization

/// A store that keeps its resources in memory.
///
/// ```swift
/// let store = try MemoryStore(
///     parsing: #"{"data": [{"type": "notes", "id": "1", "attributes": {"text": "hello"}}]}"#)
/// print(store.resources(of: "notes").count)  // prints: 1
/// ```
public final class MemoryStore: ResourceStore {
    private struct Contents {
        /// The ids by type, in the order of insertion.
        var ids: [ExactText: [ExactText]] = [:]
        var resources: [StoredResource.Identifier: StoredResource] = [:]
        var lastID = 0
        /// The version of new resources. It is higher than the version of any deleted resource, so
        /// that a resource that is created again never has a version that it had before.
        var firstVersion = 1

        mutating func add(_ resource: StoredResource) {
            if resources.updateValue(resource, forKey: resource.identifier) == nil {
                ids[ExactText(resource.type), default: []].append(ExactText(resource.id))
            }
        }

        func all(_ type: String) -> [StoredResource] {
            (ids[ExactText(type)] ?? []).compactMap { resources[.init(type: type, id: $0.text)] }
        }

        func checked(
            _ identifier: StoredResource.Identifier, _ version: Int?
        ) throws(StoreError) -> StoredResource {
            guard let resource = resources[identifier] else { throw .missing }
            if let version, version != resource.version { throw .stale }
            return resource
        }

        /// Checks that all targets of a change exist or are the resource itself.
        func checkTargets(
            of change: ResourceChange, by owner: StoredResource.Identifier
        ) throws(StoreError) {
            for target in change.targets where resources[target] == nil && target != owner {
                throw .missingTarget
            }
        }
    }

    private let contents = Mutex(Contents())

    /// Creates a store of resources. If several resources have the same type and id, the store
    /// keeps the last one.
    public init(_ resources: [StoredResource] = []) {
        contents.withLock { contents in
            for resource in resources {
                contents.add(resource)
            }
        }
    }

    /// Creates a store of the resources of a document: primary data (a list or one resource) and
    /// included resources.
    /// - Throws: `DocumentError` if the document cannot be read, or if a resource has no id.
    public convenience init(parsing document: String) throws(DocumentError) {
        let document = try Document<AnyPrimaryData>(parsing: document)
        try self.init(storing: document.data + Array(document.included))
    }

    /// Creates a store of the resources of a document: primary data and included resources.
    /// - Throws: `DocumentError` if a resource has no id.
    public convenience init(_ document: Document<[AnyResource]>) throws(DocumentError) {
        try self.init(storing: Array(document.data) + Array(document.included))
    }

    private convenience init(storing resources: [Resource<AnyResource>]) throws(DocumentError) {
        var stored: [StoredResource] = []
        for resource in resources { stored.append(try StoredResource(resource.vox.json)) }
        self.init(stored)
    }

    /// The names of the types with at least one resource, sorted.
    public var types: [String] {
        contents.withLock { $0.ids.filter { !$0.value.isEmpty }.keys.map(\.text).sorted() }
    }

    /// Returns all resources of a type, in the order of insertion.
    public func resources(of type: String) -> [StoredResource] {
        contents.withLock { $0.all(type) }
    }

    /// Finds resources of one type. For n resources of the type, the cost is O(n) for each condition
    /// of the filter, and O(n log n) for each sort field.
    public func list(_ selection: ResourceSelection) -> ResourceSlice {
        let (candidates, all) = contents.withLock { contents in
            (
                selection.ids.map { ids in
                    ids.compactMap { contents.resources[.init(type: selection.type, id: $0)] }
                } ?? contents.all(selection.type), contents.resources
            )
        }
        let found = (selection.filter?.matches(in: candidates) { all[$0] } ?? candidates)
            .sorted(by: selection.sort)
        return ResourceSlice(
            resources: Array(found.dropFirst(selection.offset).prefix(selection.limit)),
            total: found.count)
    }

    /// Returns the resources with the given types and ids that exist. The cost is O(n) for n
    /// identifiers.
    public func resources(_ identifiers: [StoredResource.Identifier]) -> [StoredResource] {
        contents.withLock { contents in identifiers.compactMap { contents.resources[$0] } }
    }

    /// Creates a resource. If no id is given, the store uses the next number as the id.
    public func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource {
        try contents.withLock { contents throws(StoreError) in
            var identifier = StoredResource.Identifier(type: type, id: id ?? "")
            if id == nil {
                repeat {
                    contents.lastID += 1
                    identifier.id = String(contents.lastID)
                } while contents.resources[identifier] != nil
            } else if contents.resources[identifier] != nil {
                throw .exists
            }
            try contents.checkTargets(of: content, by: identifier)
            let resource = StoredResource(
                type: type, id: identifier.id, content, version: contents.firstVersion)
            contents.add(resource)
            return resource
        }
    }

    /// Updates a resource.
    public func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        try contents.withLock { contents throws(StoreError) in
            var resource = try contents.checked(identifier, ifVersion)
            try contents.checkTargets(of: change, by: identifier)
            resource.apply(change)
            contents.resources[identifier] = resource
            return resource
        }
    }

    /// Deletes a resource, and removes it from all linkage. The cost is O(n) for n resources in the
    /// store.
    public func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try contents.withLock { contents throws(StoreError) in
            let deleted = try contents.checked(identifier, ifVersion)
            contents.firstVersion = max(contents.firstVersion, deleted.version + 1)
            contents.resources[identifier] = nil
            let id = ExactText(identifier.id)
            contents.ids[ExactText(identifier.type)]?.removeAll { $0 == id }
            for (key, var resource) in contents.resources
            where resource.remove(linkageTo: identifier) {
                resource.version += 1
                contents.resources[key] = resource
            }
        }
    }
}

extension [StoredResource] {
    fileprivate func sorted(by fields: [RequestQuery.SortField]) -> [StoredResource] {
        if fields.isEmpty { return self }
        // A field that occurs again cannot change the order.
        var known: Set<String> = []
        let fields = fields.filter { known.insert($0.name).inserted }
        return enumerated().sorted { left, right in
            for field in fields {
                let values = (
                    left.element.sortValue(field.name), right.element.sortValue(field.name)
                )
                if values.0.precedes(values.1) { return !field.isDescending }
                if values.1.precedes(values.0) { return field.isDescending }
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}

extension StoredResource {
    /// Removes a resource from all linkage of this resource. Returns true if the linkage contained
    /// it.
    fileprivate mutating func remove(linkageTo identifier: Identifier) -> Bool {
        let found = relationships.filter { $0.value.identifiers.contains(identifier) }
        for (name, linkage) in found {
            switch linkage {
            case .one: relationships[name] = .one(nil)
            case .many(let members):
                relationships[name] = .many(members.filter { $0 != identifier })
            }
        }
        return !found.isEmpty
    }

    fileprivate func sortValue(_ name: String) -> JSONValue {
        name == "id" ? .string(id) : attributes[name] ?? .null
    }
}

extension JSONValue {
    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array, .object: 4
        }
    }

    fileprivate func precedes(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): !left && right
        case (.number(let left), .number(let right)):
            (left.double ?? .infinity) < (right.double ?? .infinity)
        case (.string(let left), .string(let right)):
            left.utf8.lexicographicallyPrecedes(right.utf8)
        default: rank < other.rank
        }
    }
}
