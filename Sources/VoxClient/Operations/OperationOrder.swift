// SPDX-License-Identifier: MIT

/// The order in which a unit sends its operations. An operation may refer to a new resource only by
/// a local id that an earlier operation has introduced ("Atomic Operations", section "Operation
/// Objects").
struct OperationOrder {
    /// A step of the order.
    enum Step {
        /// An operation of the unit, without some relationships of the resource that it creates.
        case operation(Int, omitting: Set<String>)
        /// An operation that sends the linkage of a relationship later, because the creation with
        /// the index `of` leaves the relationship out.
        case linkage(of: Int, name: String)
    }

    private(set) var steps: [Step] = []
    /// The creations that another step refers to.
    private(set) var referenced: Set<Int> = []

    /// The creations that each operation refers to, with the names of its relationships.
    private var references: [[(name: String, creation: Int)]] = []
    private var states: [State]
    private var omitted: [Int: Set<String>] = [:]

    private enum State {
        case new, open, done
    }

    /// Orders operations in O(operations and identifiers).
    /// - Throws: `RequestError` with code `unsendable` for a resource that is created twice, or for
    ///   a local id that no operation introduces.
    init(_ operations: [UnitOperation]) throws(RequestError) {
        states = Array(repeating: .new, count: operations.count)
        let creations = try Creations(operations)
        for index in operations.indices {
            references.append(try creations.references(of: operations[index], at: index))
        }
        for (index, operation) in operations.enumerated() {
            if operation.created != nil {
                visit(index)
                continue
            }
            for reference in references[index] {
                referenced.insert(reference.creation)
                visit(reference.creation)
            }
            steps.append(.operation(index, omitting: []))
        }
    }
}

extension OperationOrder {
    /// Adds a creation after the creations that it refers to. The method uses no recursion.
    private mutating func visit(_ first: Int) {
        guard states[first] == .new else { return }
        if references[first].isEmpty {
            states[first] = .done
            steps.append(.operation(first, omitting: []))
            return
        }
        var path = [(creation: first, next: 0)]
        var circles: [Int] = []
        states[first] = .open
        while let (creation, next) = path.last {
            let references = references[creation]
            guard next < references.count else {
                path.removeLast()
                states[creation] = .done
                steps.append(.operation(creation, omitting: omitted[creation] ?? []))
                if omitted[creation] != nil { circles.append(creation) }
                continue
            }
            path[path.count - 1].next += 1
            let reference = references[next]
            referenced.insert(reference.creation)
            switch states[reference.creation] {
            case .new:
                states[reference.creation] = .open
                path.append((reference.creation, 0))
            case .open: omitted[creation, default: []].insert(reference.name)
            case .done: break
            }
        }
        for creation in circles {
            for name in (omitted[creation] ?? []).sorted() {
                steps.append(.linkage(of: creation, name: name))
            }
        }
    }
}

/// The creations of a unit, by the resources that they create.
private struct Creations {
    private var byNode: [Node: Int] = [:]
    private var byIdentity: [Identity: Int] = [:]
    /// The first deletions of resources.
    private var deletions: [Identity: Int] = [:]

    init(_ operations: [UnitOperation]) throws(RequestError) {
        byNode.reserveCapacity(operations.count)
        for index in operations.indices {
            guard let node = operations[index].created else {
                if case .none = operations[index].content,
                    let identity = operations[index].subject?.identity, deletions[identity] == nil
                {
                    deletions[identity] = index
                }
                continue
            }
            if let first = byNode.updateValue(index, forKey: node) {
                throw .unsendable(
                    operation: index,
                    "the unit creates the resource twice, operation \(first) creates it, too")
            }
            let identity = node.identity
            if identity?.isLocal ?? true, node.wasCreated {
                throw .unsendable(
                    operation: index,
                    "the resource was already created, but the server did not return its id: set the id, or use a new resource to create another one"
                )
            }
            guard let identity else { continue }
            if let first = byIdentity.updateValue(index, forKey: identity) {
                throw .unsendable(
                    operation: index,
                    "the unit creates two resources with this type and id, the other one by operation \(first)"
                )
            }
        }
    }

    /// Returns the creations that an operation refers to, with the names of its relationships.
    func references(
        of operation: UnitOperation, at index: Int
    ) throws(RequestError) -> [(name: String, creation: Int)] {
        var found: [(name: String, creation: Int)] = []
        // A resource with the same type and id may be deleted before it is created again.
        var isDeletion = false
        if case .none = operation.content { isDeletion = true }
        func add(_ name: String, _ identifier: Node) throws(RequestError) {
            let target = identifier.assignedResource ?? identifier
            if let creation = byNode[target] { return found.append((name, creation)) }
            // Without identities of creations, only a local id could refer to one.
            if byIdentity.isEmpty, target.member("id") != nil { return }
            guard let identity = target.identity else { return }
            if let creation = byIdentity[identity],
                identity.isLocal || !isDeletion && !refersToFormer(identity, creation, at: index)
            {
                found.append((name, creation))
            } else if identity.isLocal {
                throw RequestError(
                    code: .unsendable,
                    message:
                        "no operation of the unit creates the resource with the local id \"\(identity.id.excerpt(60))\""
                )
            }
        }
        if let subject = operation.subject, operation.created == nil { try add("", subject) }
        switch operation.content {
        case .resource(let resource, _):
            var next = resource.node.member("relationships")?.first
            while let relationship = next {
                for identifier in resource.node.identifiers(in: relationship) {
                    try add(relationship.name, identifier)
                }
                next = relationship.next
            }
        case .linkage(let name, let targets, _):
            for target in targets { try add(name, target.node) }
        case .none: break
        }
        return found
    }
}

extension Creations {
    /// Returns true if an operation comes before the deletion of a resource, which is created again
    /// later. The operation then refers to the former resource.
    private func refersToFormer(_ identity: Identity, _ creation: Int, at index: Int) -> Bool {
        guard let deletion = deletions[identity] else { return false }
        return index < deletion && deletion < creation
    }
}

extension RequestError {
    static func unsendable(operation index: Int, _ reason: String) -> RequestError {
        RequestError(
            code: .unsendable, message: "operation \(index) of the unit cannot be sent: \(reason)")
    }
}
