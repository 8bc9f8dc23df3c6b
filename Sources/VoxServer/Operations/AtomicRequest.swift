// SPDX-License-Identifier: MIT

import HTTPTypes

/// Reads the operations of an atomic request ("Atomic Operations", section "Operation Objects").
///
/// The reader makes all checks that need no store: the structure of the document, the targets, and
/// the order of the local ids. The pointers in its errors begin with `/atomic:operations`.
struct AtomicRequest {
    private let exchange: ServedRequest
    private let namespaces: [String]
    /// The resources that earlier operations create, by type and local id.
    private var created: Set<StoredResource.Identifier> = []
    private(set) var operations: [AtomicOperation] = []

    private var service: ResourceService { exchange.service }

    init(_ exchange: ServedRequest) throws {
        self.exchange = exchange
        _ = try exchange.service.negotiation.requestType(
            in: exchange.checkedHeaders(), applying: AtomicDocument.uri)
        let json = try exchange.document()
        namespaces = json.namespaces
        let list = try Self.list(in: json, maximum: exchange.service.maximumOperations)
        for (index, value) in list.enumerated() {
            let pointer = "/atomic:operations/\(index)"
            do {
                operations.append(try read(value, at: pointer))
            } catch {
                throw ErrorResponse(error).inside(pointer)
            }
        }
    }

    private static func list(in json: JSON, maximum: Int) throws -> [JSONValue] {
        guard case .object(let document)? = JSONValue(json) else {
            throw ErrorResponse(.badRequest, "the document must be an object", at: "")
        }
        for name in ["data", "included", "errors", "atomic:results"] where document[name] != nil {
            throw ErrorResponse(
                .badRequest, "a document with operations must not have \"\(name)\"",
                at: "/\(name)")
        }
        guard let operations = document["atomic:operations"] else {
            throw ErrorResponse(.badRequest, "the document has no \"atomic:operations\"", at: "")
        }
        guard case .array(let list) = operations, !list.isEmpty else {
            throw ErrorResponse(
                .badRequest, "the operations must be a list with at least one operation",
                at: "/atomic:operations")
        }
        guard list.count <= maximum else {
            throw ErrorResponse(
                .contentTooLarge, "a request can have at most \(maximum) operations",
                at: "/atomic:operations")
        }
        return list
    }

    // MARK: Operations

    private mutating func read(_ value: JSONValue, at pointer: String) throws -> AtomicOperation {
        guard case .object(let object) = value else {
            throw ErrorResponse(.badRequest, "an operation must be an object")
        }
        guard case .string(let text)? = object["op"],
            let code = AtomicDocument.Operation.Code(rawValue: text)
        else {
            throw ErrorResponse(
                .badRequest, "the op must be \"add\", \"update\" or \"remove\"",
                at: "/op")
        }
        let target = try AtomicTarget(object, exchange, namespaces)
        let operation = try target.operation(code, data: object["data"], at: pointer)
        if !service.canWrite(operation.type.name) {
            throw ErrorResponse(
                .forbidden, ReadOnlyType(operation.type.name).detail,
                at: target.pointer)
        }
        if case .lid(let lid)? = operation.target {
            try check(lid, of: operation.type, at: target.pointer + "/lid")
        }
        try checkData(of: operation)
        if let lid = operation.lid {
            let local = StoredResource.Identifier(type: operation.type.name, id: lid)
            guard created.insert(local).inserted else {
                throw ErrorResponse(
                    .badRequest, "an earlier operation has the same lid",
                    at: "/data/lid")
            }
        }
        return operation
    }

    /// Checks that the data of an operation follows the rules of JSON:API, and checks its local
    /// ids.
    private func checkData(of operation: AtomicOperation) throws {
        let profile: Validator.Profile
        switch operation.action {
        case .create: profile = .create
        case .update: profile = .update
        case .delete: return
        default: profile = .relationship
        }
        let document = try operation.document { local, pointer in
            try check(local, at: pointer)
            return local.id
        }
        try document.check(profile, extensions: namespaces)
    }

    private func check(_ lid: String, of type: ServedType, at pointer: String) throws {
        try check(StoredResource.Identifier(type: type.name, id: lid), at: pointer)
    }

    /// Checks that an earlier operation creates the resource with a local id.
    private func check(_ local: StoredResource.Identifier, at pointer: String) throws {
        if created.contains(local) { return }
        let lid = ExactText(local.id)
        throw ErrorResponse(
            .badRequest,
            created.contains { ExactText($0.id) == lid }
                ? "the lid belongs to a resource of another type"
                : "no earlier operation creates a resource with this lid",
            at: pointer)
    }
}
