// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The results of a unit of work, checked against its operations before anything is merged.
struct OperationResults {
    /// The document of the response; nil if no operation has a result with data.
    let document: AtomicDocument?
    /// The results in the order of the operations of the unit.
    private(set) var byOperation: [AtomicDocument.Result?]

    private let request: OperationsRequest
    private let operations: [UnitOperation]
    /// The results in the order of the request; empty if there is no document. A result is nil if
    /// the service has left it out.
    private let results: [AtomicDocument.Result?]
    /// The resources of the results, by their position in the request.
    private var resources: [Node?]

    /// Checks the results. Nothing is changed.
    /// - Throws: `RequestError` with code `unexpectedResponse`.
    init(
        _ request: OperationsRequest, _ operations: [UnitOperation], document: AtomicDocument?,
        _ exchange: Exchange, _ options: APIOptions
    ) throws(RequestError) {
        self.document = document
        self.request = request
        self.operations = operations
        byOperation = Array(repeating: nil, count: operations.count)
        let found = document?.results ?? []
        results =
            options.atomic.omitsEmptyResults ? Self.complete(found, for: request) : found
        resources = Array(repeating: nil, count: request.sent.count)
        guard let document else { return }
        guard results.count == request.sent.count else {
            throw exchange.error(
                .unexpectedResponse,
                "the response has \(found.count) results for \(request.sent.count) operations"
            )
        }
        var identities = Identities(request, operations)
        for (place, result) in results.enumerated() {
            let index = request.sent[place].index
            if let index { byOperation[index] = result }
            guard let returned = result?.resource?.node else { continue }
            guard let copy = request.sent[place].copy?.copy else {
                if !options.writes.acceptsOtherIdentities,
                    let fault = Self.fault(of: returned, besides: request.sent[place])
                {
                    throw exchange.error(.unexpectedResponse, "result \(place) \(fault)")
                }
                continue
            }
            resources[place] = returned
            let isNew = index.map { operations[$0].created != nil } ?? false
            if let fault = Self.fault(
                of: returned, at: place, for: copy, isNew: isNew, options.writes, &identities)
            {
                throw exchange.error(.unexpectedResponse, "result \(place) \(fault)")
            }
        }
        guard try !isReordered() else {
            throw exchange.error(
                .unexpectedResponse, "the results are in another order than the operations"
            )
        }
        // Included resources, which some servers add, are found from each resource of the unit.
        isJoining = document.json["included"].vox.kind == .array
    }

    private var isJoining = false

    /// Returns the fault in the resource of a result; nil if the resource has no fault.
    private static func fault(
        of returned: Node, at place: Int, for sent: Node, isNew: Bool,
        _ options: APIOptions.Writes, _ identities: inout Identities
    ) -> String? {
        if let id = returned.member("id") {
            guard id.kind == .string, let identity = returned.identity, !identity.id.isEmpty,
                identities.add(identity, at: place, isNew: isNew, hasID: sent.idText != nil)
            else { return "has an id that is no text, is empty, or is that of another resource" }
        }
        if let owner = identities.owner(ofLocalIDOf: returned), owner != place {
            return "has the local id of operation \(owner)"
        }
        return options.acceptsOtherIdentities ? nil : difference(of: returned, from: sent)
    }

    /// Returns the fault in the result of a deletion, or of a change of a relationship; nil if the
    /// result has no fault. A related resource without fields is linkage.
    private static func fault(of returned: Node, besides sent: OperationsRequest.Sent) -> String? {
        guard let subject = sent.subject else { return nil }
        let hasFields =
            returned.member("attributes") != nil || returned.member("relationships") != nil
        return sent.relationship == nil || hasFields ? difference(of: returned, from: subject) : nil
    }

    private static func difference(of returned: Node, from sent: Node) -> String? {
        let id = sent.idText
        if returned.hasType(of: sent), id == nil || id == returned.idText { return nil }
        return
            "is another resource: \(returned.typeText ?? "") \(returned.idText ?? "without id") instead of \(sent.typeText ?? "") \(id ?? "without id")"
    }

    /// Returns true if the attributes show that the results of creations without ids are in another
    /// order: some results contradict the resources that were sent, and each of them fits another
    /// one of these resources. O(attributes).
    private func isReordered() throws(RequestError) -> Bool {
        do throws(JSONError) {
            var contradicting: [ExactText: [Int]] = [:]
            for (place, returned) in resources.enumerated() {
                guard let returned, let sent = request.sent[place].copy?.copy,
                    sent.idText == nil, let type = sent.typeText,
                    try ResourcesByValues.contradicts(returned, sent)
                else { continue }
                contradicting[ExactText(type), default: []].append(place)
            }
            for places in contradicting.values {
                var sent = try ResourcesByValues(places.map { request.sent[$0].copy?.copy })
                var fitting = 0
                for place in places {
                    fitting += try sent.firstFitting(resources[place]).isEmpty ? 0 : 1
                }
                if fitting == places.count { return true }
            }
            return false
        } catch {
            throw .unsendable(error)
        }
    }

    /// If there is exactly one result for each creation and update of a resource, returns the
    /// results with nil for each other operation. Otherwise, returns the results unchanged.
    private static func complete(
        _ results: [AtomicDocument.Result], for request: OperationsRequest
    ) -> [AtomicDocument.Result?] {
        guard !results.isEmpty, results.count != request.sent.count,
            results.count == request.sent.count(where: { $0.copy != nil })
        else { return results }
        var rest = results[...]
        return request.sent.map { $0.copy == nil ? nil : rest.popFirst() }
    }

    /// Merges the results into the resources.
    /// - Throws: `RequestError` with code `document` if memory runs out.
    func merge() throws(RequestError) {
        do {
            try bindIDs()
            var linkage = SentLinkage()
            for place in request.sent.indices {
                if let index = request.sent[place].index {
                    try merge(operations[index], at: place, &linkage)
                } else if let omitted = request.sent[place].omitted,
                    let owner = request.sent[place].subject,
                    let name = request.sent[place].relationship
                {
                    try linkage.apply(to: owner)
                    try Resource<AnyResource>(owner).confirm(omitted, of: name)
                }
            }
            try linkage.apply()
        } catch {
            throw RequestError(
                code: .document, message: "the results could not be merged: \(error)",
                cause: error
            )
        }
    }

    /// Sets the ids of all new resources, before linkage between them is merged. The id of the
    /// server replaces an id that the program has set while the request was running. If there is no
    /// linkage between new resources, the merge of each resource sets its id.
    private func bindIDs() throws(JSONError) {
        for place in request.sent.indices {
            let returned = resources[place]
            if !request.refersToCreations, returned?.member("id") != nil { continue }
            guard let sent = request.sent[place].copy, sent.copy.idText == nil else { continue }
            guard let id = returned?.idText else {
                sent.node.wasCreated = sent.node.idText == nil
                continue
            }
            for node in [sent.node, sent.copy] {
                try node.setMember("id", to: id)
                node.member("lid")?.remove()
            }
        }
    }

    /// Merges the result of an operation. If the operation changes linkage and its result has no
    /// linkage, the change is added to `linkage`.
    private func merge(
        _ operation: UnitOperation, at place: Int, _ linkage: inout SentLinkage
    ) throws(JSONError) {
        guard let subject = operation.subject else { return }
        switch operation.content {
        case .resource(let resource, _):
            guard let sent = request.sent[place].copy else { return }
            try linkage.apply(to: subject)
            let returned = resources[place]
            // The id and the resource are one object, whose local id is a matter of the request.
            returned?.member("lid")?.remove()
            try resource.confirm(sent, merging: returned, isJoining: isJoining)
        case .linkage(let name, let targets, let isList):
            let change = LinkageChange(
                method: operation.code.method, targets: targets, isList: isList)
            let result = results.isEmpty ? nil : results[place]
            if let data = result?.node.member("data"), data.isLinkage(isList: isList) {
                try linkage.apply(to: subject)
                try Resource<AnyResource>(subject).takeOver(
                    linkage: data, after: change, of: name)
            } else {
                linkage.add(change, of: name, in: subject)
            }
        case .none: break
        }
    }
}

extension AtomicDocument.Operation.Code {
    /// The method of the equivalent request to a relationship endpoint.
    fileprivate var method: HTTPRequest.Method {
        switch self {
        case .add: .post
        case .update: .patch
        case .remove: .delete
        }
    }
}

/// The identities of a request and its results. A creation must not get the id of another resource
/// of the unit.
private struct Identities {
    private var inResults: Set<Identity> = []
    /// The resources that exist while the operations are carried out, with the place of the
    /// deletion for a resource that is deleted.
    private var existing: [Identity: Int?] = [:]
    /// The operations that introduce local ids.
    private var localIDs: [Identity: Int] = [:]

    init(_ request: OperationsRequest, _ operations: [UnitOperation]) {
        for (place, sent) in request.sent.enumerated() {
            let operation = sent.index.map { operations[$0] }
            let isCreation = operation?.created != nil
            if let identity = request.identity(of: sent) {
                if isCreation, identity.isLocal {
                    localIDs[identity] = place
                } else if !isCreation {
                    var deletion: Int?
                    if case .none? = operation?.content { deletion = place }
                    existing[identity] = .some(deletion)
                }
            }
            if case .linkage(_, let targets, _)? = operation?.content {
                for target in targets { exists(target.node) }
            }
            // A creation sends all of its relationships, and an update only those that changed.
            guard isCreation, let copy = sent.copy?.copy else { continue }
            for relationship in copy.member("relationships")?.children ?? [] {
                for identifier in copy.identifiers(in: relationship) { exists(identifier) }
            }
        }
    }

    private mutating func exists(_ node: Node) {
        if let identity = node.identity, existing[identity] == nil {
            existing[identity] = .some(nil)
        }
    }

    /// Adds the identity of a result. Returns false for a creation with the identity of another
    /// resource. A resource that was deleted before may have had the same identity.
    mutating func add(_ identity: Identity, at place: Int, isNew: Bool, hasID: Bool) -> Bool {
        let isFirst = inResults.insert(identity).inserted
        if !isNew { return true }
        if isFirst, !hasID, let deletion = existing[identity] { return (deletion ?? .max) < place }
        return isFirst
    }

    /// Returns the operation that introduces the local id of a result.
    func owner(ofLocalIDOf returned: Node) -> Int? {
        guard let type = returned.typeText, let lid = returned.member("lid")?.string else {
            return nil
        }
        return localIDs[Identity(type: type, id: lid, isLocal: true)]
    }
}
