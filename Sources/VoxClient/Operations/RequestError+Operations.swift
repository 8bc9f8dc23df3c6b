// SPDX-License-Identifier: MIT

/// The operations of a request, which are used to find the resource that an error is about.
struct SentOperations: Sendable {
    /// An operation, by its position in the request.
    struct Operation: Sendable {
        let index: Int?
        let resource: ResourceKey?
        let relationship: String?
    }

    let operations: [Operation]

    /// Returns the operation that an error is about, and the rest of its pointer.
    func place(of error: APIError) -> (operation: Operation, rest: [String])? {
        guard let pointer = error.namedPointer else { return nil }
        // `operations[3]` and `operations/3` are the same place.
        let text = String(
            pointer.replacing("[", with: "/").filter { $0 != "]" })
        var names = FieldPlace.names(of: text)[...]
        if ["atomic:operations", "operations"].contains(names.first) { names.removeFirst() }
        guard let index = names.popFirst().flatMap(JSON.pointerIndex),
            operations.indices.contains(index)
        else { return nil }
        return (operations[index], Array(names))
    }
}

/// A key for a resource object in memory. The key does not keep the object alive.
struct ResourceKey: Hashable, Sendable {
    private let storage: ObjectIdentifier
    private let node: Int

    init(_ node: Node) {
        storage = ObjectIdentifier(node.tree.storage)
        self.node = Int(bitPattern: node.raw)
    }
}

extension RequestError {
    /// Adds the operations of the request to the errors of the response.
    func about(_ request: OperationsRequest) -> RequestError {
        guard let report = report as? ReportedErrors else { return self }
        var copy = self
        copy.report = report.about(
            SentOperations(
                operations: request.sent.map {
                    SentOperations.Operation(
                        index: $0.index, resource: $0.subject.map(ResourceKey.init),
                        relationship: $0.relationship)
                }))
        return copy
    }

    /// Returns the index of the operation of a ``UnitOfWork`` that an error refers to. Returns nil
    /// if the error has no pointer into an operation. If new resources refer to one another in a
    /// circle, the unit adds operations. The result is also nil for such an operation. The pointer
    /// may have the form that the extension defines (`/atomic:operations/3/data`), or another form
    /// that servers use (`/atomic:operations[3]/data`, `/operations/3/data`, `/3/data`).
    public func operation(of error: APIError) -> Int? {
        sentOperation(of: error)?.operation.index
    }

    /// Returns the errors of a ``UnitOfWork`` about the operations on a resource. The cost is
    /// O(errors of the resource).
    public func errors<Schema>(of resource: Resource<Schema>) -> [APIError] {
        (report as? ReportedErrors)?.errors(of: ResourceKey(resource.node)) ?? []
    }

    /// Returns the errors of a ``UnitOfWork`` about an attribute of a resource, or about a part of
    /// its value.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some AttributeDescriptor>, of resource: Resource<Schema>
    ) -> [APIError] {
        let names = Schema.writtenName(of: Schema()[keyPath: path]).names
        return errors(of: resource).filter { error in
            guard let (operation, rest) = sentOperation(of: error), operation.relationship == nil
            else { return false }
            return FieldPlace(names: rest)?.isInside(names, of: Schema.self) ?? false
        }
    }

    /// Returns the errors of a ``UnitOfWork`` about a relationship of a resource: errors about the
    /// relationship in the resource, and errors about operations on the relationship.
    public func errors<Schema: ResourceSchema>(
        at path: KeyPath<Schema, some RelationshipDescriptor>, of resource: Resource<Schema>
    ) -> [APIError] {
        let name = Schema.name(of: path)
        return errors(of: resource).filter { error in
            guard let (operation, rest) = sentOperation(of: error) else { return false }
            return
                (operation.relationship
                ?? FieldPlace(names: rest)?.fieldName(in: Schema.self)) == name
        }
    }

    private func sentOperation(
        of error: APIError
    ) -> (operation: SentOperations.Operation, rest: [String])? {
        (report as? ReportedErrors)?.operations?.place(of: error)
    }
}
