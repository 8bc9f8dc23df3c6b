// SPDX-License-Identifier: MIT

import HTTPTypes

extension ResourceService {
    /// Executes the operations of an atomic request in one transaction of the store.
    func execute(operationsOf exchange: ServedRequest) async throws -> ClientResponse {
        try exchange.refuseParameters("operations do not support the parameter")
        try exchange.preconditions.check { _ in false }
        let operations = try AtomicRequest(exchange).operations
        for operation in operations {
            do {
                try await authorize(operation.meaning)
            } catch {
                throw operation.located(error, at: operation.pointer)
            }
        }
        let isMinimal = exchange.prefers("return=minimal")
        // If another request has changed a resource meanwhile, all operations are repeated. Two long
        // transactions that wait for each other's rows cost a database a second to detect.
        let results = try await retrying(attemptsBesideOthers: operations.count > 1 ? 1 : 3) { _ in
            try await transaction { try await $0.results(of: operations, isMinimal: isMinimal) }
        }
        if results.allSatisfy({ $0 == nil }) { return exchange.emptyResponse() }
        return try exchange.respond(results: results, isMinimal: isMinimal)
    }

    /// Executes operations in order and returns the resources for their results. If an operation
    /// returns no resource, its result has no data.
    private func results(
        of operations: [AtomicOperation], isMinimal: Bool
    ) async throws -> [StoredResource?] {
        var results: [StoredResource?] = []
        var ids: [StoredResource.Identifier: String] = [:]
        for operation in operations {
            try Task.checkCancellation()
            do {
                results.append(try await result(of: operation, isMinimal: isMinimal, &ids))
            } catch let error as StoreError where error != .missing && error != .exists {
                // The transaction as a whole is late, or the store is busy.
                throw error
            } catch {
                throw operation.located(error, at: operation.targetPointer)
            }
        }
        return results
    }

    private func result(
        of operation: AtomicOperation, isMinimal: Bool,
        _ ids: inout [StoredResource.Identifier: String]
    ) async throws -> StoredResource? {
        let type = operation.type
        let known = ids
        func id(_ local: StoredResource.Identifier, _: String) throws -> String {
            guard let id = known[local] else {
                throw StoreFault(description: "the local id \"\(local.id)\" has no id")
            }
            return id
        }
        guard let target = operation.target else {
            let data = try operation.document(id)["data"] as JSON
            let made = try await insert(CheckedContent(data, of: type, isNew: true, self), type)
            if let lid = operation.lid { ids[.init(type: type.name, id: lid)] = made.id }
            return isMinimal && operation.hasClientID ? nil : made
        }
        let name =
            switch target {
            case .id(let text): text
            case .lid(let lid): try id(.init(type: type.name, id: lid), "")
            }
        let resource = try await found(name, type)
        switch operation.action {
        case .delete:
            try await delete(resource)
            return nil
        case .update:
            let data = try operation.document(id)["data"] as JSON
            try data.check(type: type.name, id: name)
            let changed = try await update(
                resource, by: CheckedContent(data, of: type, isNew: false, self), type)
            return isMinimal ? nil : changed
        default:
            let data = try operation.document(id)["data"] as JSON
            let name = operation.relationship ?? ""
            let content = try CheckedContent(
                linkage: data, as: name, of: type, operation.action, self)
            _ = try await edit(name, of: resource, by: content, type)
            return nil
        }
    }
}

extension AtomicOperation {
    /// Adds a pointer into this operation to an error that the client caused, and returns any other
    /// error unchanged. An error without a source gets the given pointer.
    fileprivate func located(_ error: any Error, at pointer: String) -> any Error {
        // The method of the request is allowed.
        let refusal =
            (error as? ReadOnlyType).map { ErrorResponse(.forbidden, $0.detail) }
            ?? ErrorResponse(error)
        if error is CancellationError || refusal.status.kind == .serverError { return error }
        return refusal.inside(self.pointer, otherwise: pointer)
    }
}

extension ServedRequest {
    fileprivate func respond(
        results: [StoredResource?], isMinimal: Bool
    ) throws -> ClientResponse {
        var text = ResourceText(self)
        text.bytes.append("{\"jsonapi\":{\"version\":\"1.1\",\"ext\":[")
        text.bytes.append(json: AtomicDocument.uri)
        text.bytes.append("]},\"atomic:results\":[")
        for (place, resource) in results.enumerated() {
            text.bytes.append(place > 0 ? ",{" : "{")
            if let resource {
                text.bytes.append("\"data\":")
                text.write(resource)
            }
            text.bytes.append("}")
        }
        text.bytes.append("]}")
        return ClientResponse(
            document: text.bytes, mediaType: mediaType,
            headers: isMinimal ? Self.minimalApplied : [:], url: request.url)
    }
}
