// SPDX-License-Identifier: MIT

import HTTPTypes

/// The target of an operation: its `ref`, its `href`, or the resource in its `data`.
struct AtomicTarget {
    /// The type of the target; nil if only the data contains the type.
    private var type: ServedType?
    private var reference: AtomicOperation.Reference?
    private var relationship: String?
    /// The member that contains the target: `/ref`, `/href` or `/data`.
    private(set) var pointer: String
    private let service: ResourceService

    init(
        _ operation: JSONObject, _ exchange: ServedRequest, _ namespaces: [String]
    ) throws {
        service = exchange.service
        switch (operation["ref"], operation["href"]) {
        case (nil, nil): pointer = "/data"
        case (let ref?, nil):
            pointer = "/ref"
            guard case .object(let object) = ref else {
                throw Self.refusal("the ref must be an object", at: pointer)
            }
            try Self.checkMembers(of: object, namespaces)
            try read(object)
        case (nil, let href?):
            pointer = "/href"
            guard case .string(let text) = href else {
                throw Self.refusal("the href must be a string", at: pointer)
            }
            try read(text, exchange)
        default: throw Self.refusal("an operation must not have both ref and href", at: "/href")
        }
    }

    private static func refusal(
        _ detail: String, at pointer: String, _ status: HTTPResponse.Status = .badRequest
    ) -> ErrorResponse {
        ErrorResponse(status, detail, at: pointer)
    }

    // MARK: Reading

    /// Refuses a `ref` with a member that no specification defines, because the member may be a
    /// misspelled `relationship`. Ignoring it would delete the whole resource, for example.
    ///
    /// Unknown members of all other objects are ignored, as the standard says.
    private static func checkMembers(of ref: JSONObject, _ namespaces: [String]) throws {
        for name in ref.names
        where !["type", "id", "lid", "relationship"].contains(name) && !name.hasPrefix("@") {
            let namespace = name.split(separator: ":", omittingEmptySubsequences: false).first
            if name.contains(":"), namespaces.contains(String(namespace ?? "")) { continue }
            throw refusal("the member is not allowed here", at: "/ref" + JSON.pointerSegment(name))
        }
    }

    private mutating func read(_ ref: JSONObject) throws {
        let text = try Self.text(ref["type"], "type", at: "/ref/type")
        type = try served(text, at: "/ref/type")
        reference = try Self.reference(in: ref, at: "/ref")
        guard let reference else {
            throw Self.refusal("the ref must have an id or a lid", at: "/ref")
        }
        try check(reference, at: "/ref/id")
        if let name = ref["relationship"] {
            relationship = try Self.text(name, "relationship", at: "/ref/relationship")
        }
    }

    private mutating func read(_ href: String, _ exchange: ServedRequest) throws {
        let url: HTTPURL
        do throws(RequestError) {
            url = try exchange.request.url.resolve(href)
        } catch {
            throw Self.refusal("the href is not an address", at: pointer)
        }
        guard url.hasSameOrigin(as: exchange.request.url), url.query == nil, !href.contains("#")
        else {
            throw Self.refusal(
                "the href must be an address of this service without query and fragment",
                at: pointer)
        }
        guard let path = service.path(of: ServedRequest.withoutLastSlash(url)) else {
            throw Self.refusal("the href is not an address of this service", at: pointer, .notFound)
        }
        type = try served(path.type, at: pointer)
        reference = path.id.map { .id($0) }
        relationship = path.relationship
        if path.relationship != nil, !path.isLinkage {
            throw Self.refusal(
                "the href must lead to a collection, a resource or the linkage of a relationship",
                at: pointer)
        }
    }

    private func served(_ name: String, at pointer: String) throws -> ServedType {
        guard let type = service.types[exactly: name] else {
            throw Self.refusal(
                "the type \"\(name.prefix(100))\" does not exist", at: pointer, .notFound)
        }
        return type
    }

    private static func text(
        _ value: JSONValue?, _ name: String, at pointer: String
    ) throws -> String {
        guard let value else { throw refusal("the \(name) is required", at: pointer) }
        guard case .string(let text) = value else {
            throw refusal("the \(name) must be a string", at: pointer)
        }
        return text
    }

    /// Returns the id or the local id of an object; nil if the object has neither.
    private static func reference(
        in object: JSONObject, at pointer: String
    ) throws -> AtomicOperation.Reference? {
        switch (object["id"], object["lid"]) {
        case (nil, nil): return nil
        case (let id?, nil): return .id(try text(id, "id", at: pointer + "/id"))
        case (nil, let lid?):
            let text = try text(lid, "lid", at: pointer + "/lid")
            if text.isEmpty { throw refusal("the lid is empty", at: pointer + "/lid") }
            return .lid(text)
        default: throw refusal("an object must not have both id and lid", at: pointer + "/lid")
        }
    }

    /// Refuses an id that no resource can have, so that the id never reaches a store.
    private func check(_ reference: AtomicOperation.Reference, at pointer: String) throws {
        guard case .id(let id) = reference, service.fault(ofID: id) != nil else { return }
        throw Self.refusal("the resource does not exist", at: pointer, .notFound)
    }

    // MARK: Operations

    func operation(
        _ code: AtomicDocument.Operation.Code, data: JSONValue?, at pointer: String
    ) throws -> AtomicOperation {
        if let relationship, let type {
            return try edit(relationship, of: type, code, data: data, at: pointer)
        }
        if code == .remove { return try removal(data: data, at: pointer) }
        guard case .object(let resource)? = data else {
            throw Self.refusal("the data must be a resource object", at: "/data")
        }
        let own = try Self.text(resource["type"], "type", at: "/data/type")
        let type = try self.type ?? served(own, at: "/data/type")
        if ExactText(own) != ExactText(type.name) {
            throw Self.refusal("the type must be \(type.name)", at: "/data/type", .conflict)
        }
        let identity = try Self.reference(in: resource, at: "/data")
        switch code {
        case .add:
            if self.pointer == "/ref" {
                throw Self.refusal(
                    "an operation that creates a resource must not have a ref", at: "/ref")
            }
            if reference != nil {
                throw Self.refusal("the href must lead to a collection", at: "/href")
            }
            var lid: String?
            if case .lid(let text)? = identity { lid = text }
            return AtomicOperation(
                pointer: pointer, action: .create, type: type, target: nil,
                targetPointer: pointer + self.pointer, data: .object(resource), lid: lid)
        default:
            if self.type != nil, reference == nil {
                throw Self.refusal("the href must lead to a resource", at: "/href")
            }
            guard let target = reference ?? identity else {
                throw Self.refusal("the operation has no target", at: "/data")
            }
            if reference == nil { try check(target, at: "/data/id") }
            return AtomicOperation(
                pointer: pointer, action: .update, type: type, target: target,
                targetPointer: pointer + self.pointer, data: .object(resource))
        }
    }

    private func removal(data: JSONValue?, at pointer: String) throws -> AtomicOperation {
        guard let type, let reference else {
            throw self.pointer == "/href"
                ? Self.refusal("the href must lead to a resource", at: "/href")
                : ErrorResponse(.badRequest, "a removal must have a ref or an href")
        }
        if data != nil {
            throw Self.refusal(
                "the removal of a resource must not have data; the removal of members has a relationship",
                at: "/data")
        }
        return AtomicOperation(
            pointer: pointer, action: .delete, type: type, target: reference,
            targetPointer: pointer + self.pointer, data: .null)
    }

    private func edit(
        _ name: String, of type: ServedType, _ code: AtomicDocument.Operation.Code,
        data: JSONValue?, at pointer: String
    ) throws -> AtomicOperation {
        guard let relationship = type.relationships[exactly: name] else {
            throw Self.refusal(
                "\(type.name) has no relationship \"\(name.prefix(100))\"",
                at: self.pointer == "/ref" ? "/ref/relationship" : self.pointer, .notFound)
        }
        guard relationship.isMany || code == .update else {
            throw Self.refusal("a to-one relationship supports only the op \"update\"", at: "/op")
        }
        guard let data else {
            throw Self.refusal("the data must be the linkage of the relationship", at: "/data")
        }
        let action: ResourceService.Operation.Action =
            switch code {
            case .add: .addLinkage
            case .update: .replaceLinkage
            case .remove: .removeLinkage
            }
        return AtomicOperation(
            pointer: pointer, action: action, type: type, target: reference,
            targetPointer: pointer + self.pointer, relationship: name, data: data)
    }
}
