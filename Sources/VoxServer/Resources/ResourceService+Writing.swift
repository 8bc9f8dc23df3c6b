// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// The maximum number of attempts for one write. A further attempt is necessary if another
    /// request changes the same resource between the checks and the write.
    private static let maximumAttempts = 50

    func create(_ type: ServedType, _ exchange: ServedRequest) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        try await checkConditions(onWritingTo: type, exchange)
        let (resource, hasClientID) =
            hasFiles(exchange)
            ? try await receiving(exchange, of: type, updating: nil) {
                try await insert($0, of: type)
            }
            : try await insert(content(exchange, of: type), of: type)
        if hasClientID, exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        return try await respond(with: resource, query, exchange, isCreated: true)
    }

    private func content(
        _ exchange: ServedRequest, of type: ServedType
    ) throws -> CheckedContent {
        let data = try exchange.data(.create)
        try data.check(type: type.name)
        return try CheckedContent(data, of: type, isNew: true, self)
    }

    private func insert(
        _ content: CheckedContent, of type: ServedType
    ) async throws -> (resource: StoredResource, hasClientID: Bool) {
        let isTogether = needsTransaction(for: content.change, of: type)
        let resource = try await retrying { _ in
            try await inTransaction(if: isTogether) { try await $0.insert(content, type) }
        }
        return (resource, content.id != nil)
    }

    func update(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        let query = try exchange.resourceQuery(on: type)
        let resource =
            hasFiles(exchange)
            ? try await updateWithFiles(id, of: type, exchange)
            : try await change(id, of: type, exchange)
        if exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        return try await respond(with: resource, query, exchange)
    }

    private func change(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> StoredResource {
        let content = Result {
            let data = try exchange.data(.update)
            try data.check(type: type.name, id: id)
            return try CheckedContent(data, of: type, isNew: false, self)
        }
        if let content = try? content.get(), exchange.preconditions.isEmpty,
            !content.dependsOnResource(of: type)
        {
            return try await retrying { _ in
                try await update(.init(type: type.name, id: id), with: content.change)
            }
        }
        let change = (try? content.get())?.change ?? ResourceChange()
        let isTogether = needsTransaction(for: change, of: type)
        return try await writing(id, type, exchange, inTransaction: isTogether) {
            service, resource in
            // Preconditions are checked before the content (RFC 9110, section 13.2.1).
            try await service.update(resource, by: content.get(), type)
        }
    }

    private func updateWithFiles(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> StoredResource {
        // The files of a write that cannot succeed are not received.
        let old = try await found(id, type)
        try exchange.preconditions.check { $0.isOfState(tagged(old)) }
        return try await receiving(exchange, of: type, updating: old) { content in
            let isTogether = needsTransaction(for: content.change, of: type)
            return try await writing(id, type, exchange, inTransaction: isTogether) {
                service, resource in
                try await service.update(resource, by: content, type)
            }
        }
    }

    func delete(
        _ id: String, of type: ServedType, _ exchange: ServedRequest
    ) async throws -> ClientResponse {
        try exchange.refuseParameters(
            "the response has no document, so the parameter is not supported")
        let isTogether = type.validate != nil || !requirements(of: type.name).isEmpty
        try await writing(id, type, exchange, inTransaction: isTogether) { service, resource in
            try await service.delete(resource)
        }
        return exchange.emptyResponse()
    }

    func edit(
        _ name: String, of id: String, _ type: ServedType, _ exchange: ServedRequest,
        _ action: Operation.Action
    ) async throws -> ClientResponse {
        let query = try exchange.linkageQuery(on: type, named: name)
        try exchange.refusePages(query)
        let content = Result {
            try CheckedContent(
                linkage: exchange.data(.relationship), as: name, of: type, action, self)
        }
        let change = (try? content.get())?.change ?? ResourceChange()
        let isTogether = needsTransaction(for: change, of: type)
        let resource = try await writing(id, type, exchange, inTransaction: isTogether) {
            service, resource in
            try await service.edit(name, of: resource, by: content.get(), type)
        }
        if exchange.prefers("return=minimal") { return exchange.emptyResponse() }
        // The client knows the linkage that it has changed: a large one is not loaded.
        if type.relationships[name]?.isMany ?? false, resource.relationships[name] == nil {
            return exchange.emptyResponse()
        }
        return try await respond(
            with: knownLinkage(name, of: resource), as: name, of: resource, query, exchange)
    }

    // MARK: Attempts

    /// Reads a resource, checks the preconditions of the request, and writes the resource. The
    /// write succeeds only if the resource still has the checked version. A further attempt is a
    /// transaction, so that a store with locks keeps the version until the write.
    private func writing<Result: Sendable>(
        _ id: String, _ type: ServedType, _ exchange: ServedRequest, inTransaction isTogether: Bool,
        _ write: @Sendable (ResourceService, StoredResource) async throws -> Result
    ) async throws -> Result {
        try await retrying { isRepeated in
            try await inTransaction(if: isTogether || isRepeated) { service in
                let resource = try await service.found(id, type)
                try exchange.preconditions.check { $0.isOfState(tagged(resource)) }
                return try await write(service, resource)
            }
        }
    }

    /// Returns true if the checks of a change read other resources. The function
    /// ``ServedType/validate`` can read all resources.
    private func needsTransaction(for change: ResourceChange, of type: ServedType) -> Bool {
        type.validate != nil || dependsOnTargets(change, of: type)
    }

    /// Calls a function in a transaction. If the write needs no transaction, or the store has none,
    /// the service uses the store itself.
    private func inTransaction<Result: Sendable>(
        if isTogether: Bool, _ body: @Sendable (ResourceService) async throws -> Result
    ) async throws -> Result {
        if !isTogether { return try await body(self) }
        do {
            return try await transaction(body)
        } catch is MissingTransactions {
            return try await body(self)
        }
    }

    /// Calls a function with a copy of this service that uses a transaction of the store.
    func transaction<Result: Sendable>(
        _ body: @Sendable (ResourceService) async throws -> Result
    ) async throws -> Result {
        try await store.transaction { transaction in
            var service = self
            service.store = transaction
            service.isInTransaction = true
            return try await body(service)
        }
    }

    /// Repeats an attempt if another request wrote between the checks and the write. In that case,
    /// the checks are out of date, and the next attempt repeats them. If a precondition or check
    /// fails, the request ends.
    ///
    /// Long attempts that run at the same time fail again and again because of each other. After a
    /// few attempts, requests therefore make further attempts in turn. A turn is one attempt, so that
    /// a request waits for at most one attempt of each other request. `attemptsBesideOthers` is the
    /// number of attempts that do not wait for a turn. The argument of `attempt` is true for all
    /// attempts except the first.
    func retrying<Result: Sendable>(
        attemptsBesideOthers: Int = 3,
        _ attempt: @Sendable (_ isRepeated: Bool) async throws -> Result
    ) async throws -> Result {
        for number in 0..<Self.maximumAttempts {
            let result =
                number < attemptsBesideOthers
                ? try await self.result(of: attempt, number)
                : try await retries.run { try await self.result(of: attempt, number) }
            if let result { return result }
        }
        throw StoreError.busy
    }

    /// Returns the result of an attempt; nil if another request wrote during the attempt.
    private func result<Result>(
        of attempt: @Sendable (_ isRepeated: Bool) async throws -> Result, _ number: Int
    ) async throws -> Result? {
        do {
            return try await attempt(number > 0)
        } catch let error as StoreError where error == .stale || error == .missingTarget {
            try Task.checkCancellation()
            return nil
        }
    }

    /// Checks the preconditions of a request that writes to a collection.
    ///
    /// The conditions are compared with the tag of the list that GET returns at this address. The
    /// conditions are compared once, because a list has no version that a store could check.
    private func checkConditions(
        onWritingTo type: ServedType, _ exchange: ServedRequest
    ) async throws {
        guard exchange.preconditions.dependOnTags else {
            return try exchange.preconditions.check { _ in false }
        }
        let list = try await collection(of: type, exchange).headers[.eTag]
        try exchange.preconditions.check { $0.field == list || "W/" + (list ?? "") == $0.field }
    }
}

extension JSON {
    /// Checks that a resource object belongs to the endpoint of the request.
    func check(type: String, id: String? = nil) throws(ErrorResponse) {
        let values: (type: String?, id: String?) = (self["type"], self["id"])
        if values.type.map(ExactText.init) != ExactText(type) {
            throw ErrorResponse(.conflict, "the type must be \(type)", at: "/data/type")
        }
        if let id, values.id.map(ExactText.init) != ExactText(id) {
            throw ErrorResponse(
                .conflict, "the id differs from the id of the target", at: "/data/id")
        }
    }
}
