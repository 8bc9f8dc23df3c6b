// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The request of a unit of work: its body, and the resources as they are sent.
struct OperationsRequest {
    /// An operation of the request.
    struct Sent {
        /// The index of the operation in the unit; nil for linkage that a creation had to leave out.
        let index: Int?
        /// The resource of the operation.
        let subject: Node?
        /// The name of the relationship that the operation changes.
        let relationship: String?
        /// The resource as a creation or an update sends it.
        var copy: SentResource?
        /// The linkage that a creation had to leave out.
        var omitted: LinkageChange?
    }

    /// The operations in the order of the request.
    private(set) var sent: [Sent] = []
    /// The indexes of the updates that are left out, because they have nothing to send.
    private(set) var leftOut: [Int] = []
    /// The document. It has no operations if all operations are left out.
    private(set) var body: [UInt8] = Array(#"{"atomic:operations":["#.utf8)

    /// True if an operation refers to a resource that the unit creates.
    let refersToCreations: Bool

    private let operations: [UnitOperation]
    private let lids: LocalIDs

    /// Writes the operations. Nothing is changed. O(operations and sent values).
    /// - Throws: `RequestError` with code `unsendable`.
    init(_ operations: [UnitOperation]) throws(RequestError) {
        self.operations = operations
        let order = try OperationOrder(operations)
        lids = Self.localIDs(operations, order)
        var written: [IdentityKey: [Int]] = [:]
        var deletions = UnitDeletions()
        if operations.contains(where: { $0.code == .update }) {
            for (index, operation) in operations.enumerated() {
                if let created = operation.created { written[IdentityKey(created)] = [index] }
            }
        }
        refersToCreations = !order.referenced.isEmpty
        sent.reserveCapacity(order.steps.count)
        let tree: Tree
        do { tree = try Tree() } catch { throw .unsendable(error) }
        for step in order.steps {
            switch step {
            case .operation(let index, let omitted):
                guard try hasNews(operations[index], index, &written) else {
                    leftOut.append(index)
                    continue
                }
                try deletions.add(operations[index], index)
                try add(index, omitting: omitted, in: tree)
            case .linkage(let index, let name):
                try addLinkage(name, of: operations[index])
            }
        }
        body += "]}".utf8
    }

    /// Gives a local id to each new resource that another operation refers to.
    private static func localIDs(_ operations: [UnitOperation], _ order: OperationOrder) -> LocalIDs
    {
        var lids = LocalIDs()
        if order.referenced.isEmpty { return lids }
        lids.reserve(operations.lazy.compactMap(\.created))
        for case .operation(let index, _) in order.steps where order.referenced.contains(index) {
            if let node = operations[index].created { lids.add(node) }
        }
        return lids
    }

    private mutating func add(
        _ index: Int, omitting omitted: Set<String>, in tree: Tree
    ) throws(RequestError) {
        let operation = operations[index]
        var copy: SentResource?
        begin(operation.code)
        do throws(DocumentError) {
            switch operation.content {
            case .resource(let resource, let isFull):
                write(href: operation.href)
                let place = "/atomic:operations/\(sent.count)/data"
                body += #","data":"#.utf8
                if operation.code == .add {
                    try resource.writeCreation(
                        to: &body, at: place, lids: lids, omitting: omitted)
                } else {
                    guard lids.identity(of: resource.node) != nil else {
                        throw DocumentError(
                            code: .missingIdentity,
                            message: "a resource without an id cannot be updated", pointer: place)
                    }
                    try resource.writeUpdate(
                        to: &body, full: isFull, at: place, withID: true, lids: lids)
                }
                copy = try self.copy(resource.node, in: tree)
            case .linkage(let name, let targets, let isList):
                try write(ref: operation.subject, relationship: name)
                try write(linkage: targets, isList: isList)
            case .none:
                if let subject = operation.subject {
                    try write(ref: subject, relationship: nil)
                } else {
                    write(href: operation.href)
                }
            }
            try end(operation.meta)
        } catch {
            var failure = RequestError.unsendable(operation: index, "\(error)")
            failure.cause = error
            throw failure
        }
        var relationship: String?
        if case .linkage(let name, _, _) = operation.content { relationship = name }
        sent.append(
            Sent(index: index, subject: operation.subject, relationship: relationship, copy: copy))
    }

    /// Adds the linkage of a relationship that a creation left out: an update of a to-one
    /// relationship, or an addition to a to-many relationship, which is still empty.
    private mutating func addLinkage(
        _ name: String, of operation: UnitOperation
    ) throws(RequestError) {
        guard let node = operation.subject,
            let relationship = node.member("relationships")?.member(name)
        else { return }
        let isList = relationship.member("data")?.isArray ?? false
        let targets = node.identifiers(in: relationship).map { identifier in
            let assigned = identifier.assignedResource
            return Resource<AnyResource>(assigned ?? identifier, isResolved: assigned != nil)
        }
        begin(isList ? .add : .update)
        do throws(DocumentError) {
            try write(ref: node, relationship: name)
            try write(linkage: targets, isList: isList)
            try end(nil)
        } catch {
            throw .unsendable(error)
        }
        sent.append(
            Sent(
                index: nil, subject: node, relationship: name,
                omitted: LinkageChange(method: .patch, targets: targets, isList: isList)))
    }

    /// Returns false for an update that has nothing to send, because the resource has no changes,
    /// or because other operations of the unit send its values. `written` contains the operations
    /// that send a resource or its linkage. Two views of one resource must not send different
    /// values.
    private func hasNews(
        _ operation: UnitOperation, _ index: Int, _ written: inout [IdentityKey: [Int]]
    ) throws(RequestError) -> Bool {
        guard let subject = operation.subject else { return true }
        let key = IdentityKey(subject)
        let earlier = written[key] ?? []
        do {
            if case .resource(let resource, let isFull) = operation.content,
                operation.code == .update
            {
                let senders = earlier.filter { operations[$0].sendsResource }
                for other in senders where operations[other].subject == subject {
                    if !isFull || operations[other].sendsAllFields { return false }
                }
                guard try isFull || resource.hasNews() else { return false }
                guard try senders.isEmpty || hasNews(operation, index, besides: senders) else {
                    return false
                }
            } else if case .none = operation.content {
                return true
            }
            for other in earlier where operations[other].subject != subject {
                try checkLinkage(of: index, after: other)
            }
        } catch let error as RequestError {
            throw error
        } catch {
            throw .unsendable(operation: index, "\(error)")
        }
        if operation.created == nil { written[key, default: []].append(index) }
        return true
    }

    /// Returns true if an update sends fields that the operations with the indexes `earlier` do not
    /// send.
    private func hasNews(
        _ operation: UnitOperation, _ index: Int, besides earlier: [Int]
    ) throws -> Bool {
        let fields = try sentFields(operation)
        var isNew = fields.map { _ in true }
        for other in earlier {
            let sent = try sentFields(operations[other])
            for (position, field) in fields.enumerated() {
                guard let known = sent.first(where: { $0.name == field.name }) else { continue }
                isNew[position] = false
                if try field.value.isEqual(to: known.value) { continue }
                throw anotherValue(of: field.name, index, other)
            }
        }
        return isNew.contains(true)
    }

    /// Throws if an operation sets a relationship in another way than an earlier operation on
    /// another view of the resource.
    private func checkLinkage(of index: Int, after other: Int) throws {
        let both = [operations[index], operations[other]]
        if both.allSatisfy(\.sendsResource) { return }
        let changes = try sentLinkage(both[0]).filter { $0.code == .update }
        for earlier in changes.isEmpty ? [] : try sentLinkage(both[1]) {
            guard let change = changes.first(where: { $0.name == earlier.name }) else { continue }
            let fits =
                switch earlier.code {
                case .add: earlier.targets.isSubset(of: change.targets)
                case .update: earlier.targets == change.targets
                case .remove: earlier.targets.isDisjoint(with: change.targets)
                }
            if !fits { throw anotherValue(of: change.name, index, other) }
        }
    }

    private func anotherValue(of name: ExactText, _ index: Int, _ other: Int) -> RequestError {
        .unsendable(
            operation: index,
            "operation \(other) sends another value of \"\(name.text)\" for the same resource\(operations[index].subjectText)"
        )
    }

    /// The attributes and the linkage that an operation sends, by their names.
    private func sentFields(
        _ operation: UnitOperation, in members: [String] = ["attributes", "relationships"]
    ) throws -> [(name: ExactText, value: Node)] {
        guard case .resource(let resource, let isFull) = operation.content else { return [] }
        var text: [UInt8] = []
        if operation.code == .add {
            try resource.writeCreation(to: &text, at: "", lids: lids, omitting: [])
        } else {
            try resource.writeUpdate(to: &text, full: isFull, at: "", withID: true, lids: lids)
        }
        var options = JSON.Options()
        options.maximumSize = .max
        options.maximumValues = .max
        let object = try Tree(parsing: text, options: options).root
        return members.flatMap { object.member($0)?.children ?? [] }
            .map { (ExactText($0.name), $0.member("data") ?? $0) }
    }

    private typealias SentLinkage = (
        name: ExactText, code: AtomicDocument.Operation.Code, targets: Set<Identity?>
    )

    /// The relationships that an operation changes, with their targets.
    private func sentLinkage(_ operation: UnitOperation) throws -> [SentLinkage] {
        if case .linkage(let name, let targets, _) = operation.content {
            let targets = Set(targets.map { lids.identity(of: $0.node) })
            return [(ExactText(name), operation.code, targets)]
        }
        return try sentFields(operation, in: ["relationships"]).map { name, linkage in
            let identifiers = linkage.isArray ? linkage.children : linkage.isNull ? [] : [linkage]
            return (name, .update, Set(identifiers.map(\.identity)))
        }
    }

    private func copy(_ node: Node, in tree: Tree) throws(DocumentError) -> SentResource {
        do throws(JSONError) {
            return try SentResource(node, in: tree, target: lids.target)
        } catch {
            throw DocumentError(error)
        }
    }

    /// Returns the identity that the request has for the resource of an operation.
    func identity(of sent: Sent) -> Identity? { sent.subject.flatMap(lids.identity) }

    // MARK: Text

    private mutating func begin(_ code: AtomicDocument.Operation.Code) {
        body += (sent.isEmpty ? #"{"op":""# : #",{"op":""#).utf8
        body += code.rawValue.utf8
        body += "\"".utf8
    }

    private mutating func write(href: String?) {
        guard let href, let text = try? JSONValue.string(href).text() else { return }
        body += #","href":"#.utf8
        body += text.utf8
    }

    private mutating func write(
        ref node: Node?, relationship: String?
    ) throws(DocumentError) {
        guard let node else { return }
        body += #","ref":"#.utf8
        try Resource<AnyResource>(node).writeIdentifier(
            to: &body, at: "/atomic:operations/\(sent.count)/ref", lids: lids)
        guard let relationship else { return }
        body.removeLast()
        body += #","relationship":"#.utf8
        body += try text(.string(relationship)).utf8
        body += "}".utf8
    }

    private mutating func write(
        linkage targets: [Resource<AnyResource>], isList: Bool
    ) throws(DocumentError) {
        let place = "/atomic:operations/\(sent.count)/data"
        body += #","data":"#.utf8
        guard isList else {
            guard let target = targets.first else {
                body += "null".utf8
                return
            }
            return try target.writeIdentifier(to: &body, at: place, lids: lids)
        }
        try targets.writeIdentifiers(to: &body, at: place, lids: lids)
    }

    private mutating func end(_ meta: JSONObject?) throws(DocumentError) {
        if let meta {
            body += #","meta":"#.utf8
            body += try text(.object(meta)).utf8
        }
        body += "}".utf8
    }

    private func text(_ value: JSONValue) throws(DocumentError) -> String {
        do throws(JSONError) {
            return try value.text()
        } catch {
            throw DocumentError(error)
        }
    }
}
