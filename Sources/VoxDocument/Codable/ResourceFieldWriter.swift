// SPDX-License-Identifier: MIT

/// A writer of encoded fields to a resource: identity, attributes, and the relationships that the
/// schema declares.
struct ResourceFieldWriter<Schema: ResourceSchema> {
    private let resource: Resource<Schema>
    private let relationships: [ExactText: any RelationshipDescriptor]

    init(_ resource: Resource<Schema>) {
        self.resource = resource
        var relationships: [ExactText: any RelationshipDescriptor] = [:]
        for case (_, let descriptor as any RelationshipDescriptor) in Schema.fields {
            relationships[ExactText(Schema.name(of: descriptor).text)] = descriptor
        }
        self.relationships = relationships
    }

    /// Writes one field. The field is a member of an object in another tree.
    func write(_ field: Node) throws(JSONError) {
        switch field.name {
        case "type":
            guard field.isString(resource.type) else {
                throw refused(.wrongKind, "the type differs from the type of the resource", "type")
            }
        case "id", "lid", "meta":
            if !field.isNull { try put(field, at: resource.json[field.name]) }
        default:
            let name = Schema.keyStrategy.name(for: field.name)
            if let relationship = relationships[ExactText(name)] {
                return try write(linkage: field, relationship, MemberName.made(name))
            }
            try resource.vox.write(.made(name)) { place throws(JSONError) in
                try put(field, at: place)
            }
        }
    }

    /// Clears a field that is nil in the model. A present value becomes null, so that an update
    /// request contains the change. A missing value stays missing.
    ///
    /// The identity and `meta` are kept. A list of related resources is kept too, because in a
    /// model nil means that the list was not loaded.
    func clear(_ key: String) throws(JSONError) {
        if ["type", "id", "lid", "meta"].contains(key) { return }
        let name = MemberName.made(Schema.keyStrategy.name(for: key))
        if relationships[ExactText(name.text)] != nil {
            guard let linkage = resource.linkage(name), !linkage.isNull, !linkage.isArray else {
                return
            }
            try resource.place(Node.make(scalar: .null, in: resource.node.tree), as: name)
        } else if resource.vox.member(name, orNull: false) != nil {
            try resource.vox.write(name) { place throws(JSONError) in try place.vox.setNull() }
        }
    }

    /// Writes a value, unless the present value is equal.
    private func put(_ value: Node, at place: JSON) throws(JSONError) {
        if let node = place.node {
            try node.update(to: value)
        } else {
            try place.vox.set(JSON(value))
        }
    }

    private func write(
        linkage value: Node, _ relationship: any RelationshipDescriptor, _ name: MemberName
    ) throws(JSONError) {
        let former = resource.linkage(name)
        let type = relationship.target.type
        if value.isNull {
            if former?.isNull != true {
                try resource.place(Node.make(scalar: .null, in: resource.node.tree), as: name)
            }
        } else if value.isArray {
            var identities: [Identity?] = []
            for element in value.children {
                identities.append(try identity(of: element, type, name))
            }
            if let former, former.isArray, former.children.map(\.identity) == identities { return }
            var known = former?.identifiersByIdentity() ?? [:]
            let list = try Node.make(scalar: .emptyArray, in: resource.node.tree)
            for case let identity? in identities {
                // An identifier that is still used keeps its meta information.
                if let known = known[identity]?.popFirst() {
                    try list.append(Node.make(copy: known, in: resource.node.tree))
                } else {
                    try list.append(identifier(identity))
                }
            }
            try resource.place(list, as: name)
        } else {
            let identity = try identity(of: value, type, name)
            if former?.identity != identity { try resource.place(identifier(identity), as: name) }
        }
    }

    /// Returns the identity of a related resource. `value` is an object with an id, or a string
    /// that is the id.
    private func identity(
        of value: Node, _ type: String, _ name: MemberName
    ) throws(JSONError) -> Identity {
        let type = value.member("type")?.string ?? type
        guard let id = value.string ?? value.member("id")?.string, !type.isEmpty else {
            throw refused(
                .notConvertible,
                "a related resource must be a string with its id, or an object with an id",
                name.text)
        }
        return Identity(type: type, id: id, isLocal: false)
    }

    private func identifier(_ identity: Identity) throws(JSONError) -> Node {
        let identifier = try Node.make(scalar: .emptyObject, in: resource.node.tree)
        try identifier.setMember("type", to: identity.type)
        try identifier.setMember("id", to: identity.id)
        return identifier
    }

    private func refused(_ code: JSONError.Code, _ message: String, _ name: String) -> JSONError {
        JSONError(
            code: code, message: message,
            pointer: resource.node.pointer + JSON.pointerSegment(name))
    }
}
