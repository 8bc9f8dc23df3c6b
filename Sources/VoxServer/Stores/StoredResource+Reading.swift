// SPDX-License-Identifier: MIT

extension StoredResource {
    /// Creates a stored resource from a resource object. Relationships without linkage are left
    /// out.
    /// - Throws: `DocumentError` if the type or the id is missing, or if an identifier in linkage
    ///   has no id.
    public init(_ json: JSON) throws(DocumentError) {
        guard let type: String = json["type"], let id: String = json["id"] else {
            throw DocumentError(
                code: .missingIdentity, message: "a stored resource must have a type and an id",
                pointer: json.vox.pointer)
        }
        let change = try ResourceChange(json)
        self.init(type: type, id: id, change, version: 1)
    }

    init(type: String, id: String, _ content: ResourceChange, version: Int) {
        self.init(type: type, id: id)
        apply(content)
        self.version = version
    }
}

extension ResourceChange {
    /// Creates a change from the attributes and the linkage of a resource object.
    /// - Throws: `DocumentError` if an identifier in linkage has no id, or if the names of two
    ///   relationships differ only in their Unicode normal form.
    public init(_ resource: JSON) throws(DocumentError) {
        self.init()
        if let error = resource["relationships"].node?.equivalentNames {
            throw DocumentError(error)
        }
        if case .object(let members)? = JSONValue(resource["attributes"]) {
            for (name, value) in members where !name.hasPrefix("@") {
                attributes[name] = value
            }
        }
        for (name, relationship) in resource["relationships"].vox.members {
            let data = relationship["data"]
            if name.hasPrefix("@") || data.vox.state == .absent { continue }
            relationships[name] = .replace(try StoredResource.Linkage(data))
        }
    }
}

extension StoredResource.Linkage {
    /// Creates linkage from the JSON value of `data` in a relationship. If an identifier is
    /// repeated in a list, the linkage contains it once.
    /// - Throws: `DocumentError` if an identifier has no type or no id.
    public init(_ json: JSON) throws(DocumentError) {
        switch json.vox.kind {
        case .null: self = .one(nil)
        case .array:
            var identifiers: [StoredResource.Identifier] = []
            for element in json.vox.elements {
                identifiers.append(try StoredResource.Identifier(element))
            }
            self = .many(identifiers.withoutRepeats)
        default: self = .one(try StoredResource.Identifier(json))
        }
    }

    var json: JSONValue {
        switch self {
        case .one(let identifier): identifier?.json ?? .null
        case .many(let identifiers): .array(identifiers.map(\.json))
        }
    }
}

extension StoredResource.Identifier {
    init(_ json: JSON) throws(DocumentError) {
        guard let type: String = json["type"], let id: String = json["id"] else {
            throw DocumentError(
                code: .missingIdentity, message: "a resource identifier must have a type and an id",
                pointer: json.vox.pointer)
        }
        self.init(type: type, id: id)
    }

    var json: JSONValue { ["type": .string(type), "id": .string(id)] }
}
