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
        guard let document else { return }
        guard results.count == request.sent.count else {
            throw exchange.error(
                .unexpectedResponse,
                "the response has \(found.count) results for \(request.sent.count) operations"
            ).afterSuccess
        }
        var identities: Set<Identity> = []
        for (place, (sent, result)) in zip(request.sent, results).enumerated() {
            if request.copies[place] != nil, let returned = result?.resource?.node,
                let id = returned.member("id")
            {
                let isNew = sent.index.map { operations[$0].created != nil } ?? false
                guard let text = id.string, !text.isEmpty, let identity = returned.identity,
                    identities.insert(identity).inserted || !isNew
                else {
                    throw exchange.error(
                        .unexpectedResponse,
                        "result \(place) has an id that is no text, is empty, or is that of another result"
                    ).afterSuccess
                }
            }
            if let index = sent.index { byOperation[index] = result }
            guard request.copies[place] != nil, let subject = sent.subject,
                let returned = result?.resource, !options.writes.acceptsOtherIdentities
            else { continue }
            let isOther =
                returned.type != subject.typeText
                || subject.idText.map { $0 != returned.id } ?? false
            if isOther {
                throw exchange.error(
                    .unexpectedResponse,
                    "result \(place) is another resource: \(returned.type) \(returned.id ?? "without id") instead of \(subject.typeText ?? "") \(subject.idText ?? "without id")"
                ).afterSuccess
            }
        }
        // Included resources, which some servers add, are found from each resource of the unit.
        isJoining = document.json["included"].vox.kind == .array
    }

    private var isJoining = false

    /// Returns the results with nil for each operation that has no result, if there is one result
    /// for each creation and update of a resource. Returns all other results unchanged.
    private static func complete(
        _ results: [AtomicDocument.Result], for request: OperationsRequest
    ) -> [AtomicDocument.Result?] {
        guard !results.isEmpty, results.count != request.sent.count,
            results.count == request.copies.count
        else { return results }
        var rest = results[...]
        return request.sent.indices.map { request.copies[$0] == nil ? nil : rest.popFirst() }
    }

    /// Merges the results into the resources.
    /// - Throws: `RequestError` with code `document` if memory runs out.
    func merge() throws(RequestError) {
        do {
            try bindIDs()
            for (place, sent) in request.sent.enumerated() {
                try request.copies[place]?.becomeBaseline()
                if let omitted = sent.omitted, let owner = sent.subject,
                    let name = sent.relationship
                {
                    try Resource<AnyResource>(owner).confirm(omitted, of: name)
                }
                guard let index = sent.index else { continue }
                try merge(operations[index], results.isEmpty ? nil : results[place])
            }
        } catch {
            throw RequestError(
                code: .document, message: "the results could not be merged: \(error)",
                cause: error
            ).afterSuccess
        }
    }

    /// Sets the ids of all new resources, before linkage between them is merged.
    private func bindIDs() throws(JSONError) {
        for place in request.sent.indices {
            guard let index = request.sent[place].index, let node = operations[index].created,
                node.idText == nil
            else { continue }
            guard !results.isEmpty, let id = results[place]?.resource?.id else {
                node.wasCreated = true
                continue
            }
            try node.setMember("id", to: id)
            try request.copies[place]?.copy.setMember("id", to: id)
            node.member("lid")?.remove()
            request.copies[place]?.copy.member("lid")?.remove()
        }
    }

    private func merge(
        _ operation: UnitOperation, _ result: AtomicDocument.Result?
    ) throws(JSONError) {
        switch operation.content {
        case .resource(let resource, _):
            guard let returned = result?.resource else { return }
            // The id and the resource are one object, whose local id is a matter of the request.
            returned.node.member("lid")?.remove()
            try resource.merge(returned.node, isJoining: isJoining)
        case .linkage(let name, let targets, let isList):
            guard let owner = operation.subject else { return }
            let resource = Resource<AnyResource>(owner)
            let method: HTTPRequest.Method =
                switch operation.code {
                case .add: .post
                case .update: .patch
                case .remove: .delete
                }
            let change = LinkageChange(method: method, targets: targets, isList: isList)
            if let data = result?.node.member("data"), data.isLinkage(isList: isList) {
                try resource.takeOver(linkage: data, after: change, of: name)
            } else {
                try resource.apply(change, of: name)
            }
        case .none: break
        }
    }
}
