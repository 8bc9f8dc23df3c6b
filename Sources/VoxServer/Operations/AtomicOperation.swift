// SPDX-License-Identifier: MIT

import HTTPTypes

/// An operation of an atomic request. The checks that need no store are done.
struct AtomicOperation: Sendable {
    /// The id of a resource.
    enum Reference: Sendable {
        /// The id that the client sent.
        case id(String)
        /// The local id of a resource that an earlier operation creates.
        case lid(String)
    }

    /// The JSON Pointer of the operation, such as `/atomic:operations/3`.
    let pointer: String
    let action: ResourceService.Operation.Action
    let type: ServedType
    /// The resource that the operation changes; nil for a new resource.
    let target: Reference?
    /// The member that contains the target: `/ref`, `/href` or `/data`.
    let targetPointer: String
    var relationship: String?
    /// The member `data`, with local ids; null for the removal of a resource.
    let data: JSONValue
    var lid: String?

    /// The operation as ``ResourceService/authorize`` gets it.
    var meaning: ResourceService.Operation {
        var (id, lid): (String?, String?)
        switch target {
        case .id(let text)?: id = text
        case .lid(let text)?: lid = text
        case nil: break
        }
        return ResourceService.Operation(
            action: action, type: type.name, id: id, lid: lid, relationship: relationship)
    }

    /// True if the client has chosen the id of the new resource.
    var hasClientID: Bool { data["id"] != nil }

    /// Returns the data as a document. The document has ids in place of the local ids of existing
    /// resources.
    ///
    /// The arguments of the function `id` are an identifier with a local id, and the pointer of the
    /// local id in the document, such as `/data/relationships/artist/data/lid`.
    func document(
        _ id: (_ local: StoredResource.Identifier, _ pointer: String) throws -> String
    ) throws -> JSON {
        let data =
            relationship == nil
            ? try self.data.withIDs(isNew: action == .create, id)
            : try self.data.linkageWithIDs(at: "/data", id)
        return try JSON(.object(["data": data]))
    }
}

extension JSONValue {
    /// Replaces the local ids of a resource object and of its linkage. The local id of a new
    /// resource is kept.
    fileprivate func withIDs(
        isNew: Bool, _ id: (StoredResource.Identifier, String) throws -> String
    ) throws -> JSONValue {
        let resource = isNew ? self : try withID(at: "/data", id)
        guard case .object(var members) = resource,
            case .object(var relationships)? = members["relationships"]
        else { return resource }
        for (name, relationship) in relationships {
            guard case .object(var object) = relationship, let data = object["data"] else {
                continue
            }
            object["data"] = try data.linkageWithIDs(
                at: JSON.pointer(ofRelationship: name) + "/data", id)
            relationships[name] = .object(object)
        }
        members["relationships"] = .object(relationships)
        return .object(members)
    }

    fileprivate func linkageWithIDs(
        at pointer: String, _ id: (StoredResource.Identifier, String) throws -> String
    ) throws -> JSONValue {
        guard case .array(let elements) = self else { return try withID(at: pointer, id) }
        return .array(
            try elements.enumerated().map { index, element in
                try element.withID(at: "\(pointer)/\(index)", id)
            })
    }

    /// Replaces the local id of an object. An object with an id and a local id is refused, because
    /// it is ambiguous.
    private func withID(
        at pointer: String, _ id: (StoredResource.Identifier, String) throws -> String
    ) throws -> JSONValue {
        guard case .object(var members) = self, let lid = members["lid"] else { return self }
        let place = pointer + "/lid"
        guard case .string(let lid) = lid else {
            throw ErrorResponse(.badRequest, "a lid must be a string", at: place)
        }
        guard members["id"] == nil else {
            throw ErrorResponse(.badRequest, "an object must not have both id and lid", at: place)
        }
        // An object without a type is left to the validation of the document.
        guard case .string(let type)? = members["type"] else { return self }
        members["id"] = .string(try id(StoredResource.Identifier(type: type, id: lid), place))
        members["lid"] = nil
        return .object(members)
    }
}

extension ErrorResponse {
    /// Returns the response with pointers into an operation. An error without a source gets the
    /// pointer of the target of the operation, or of the operation itself.
    func inside(_ operation: String, otherwise pointer: String? = nil) -> ErrorResponse {
        pointing { error in
            if let inner = error.pointer { return operation + inner }
            return error.value["source"] == nil ? pointer ?? operation : nil
        }
    }
}
