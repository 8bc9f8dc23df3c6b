// SPDX-License-Identifier: MIT

/// The required fields of a schema.
private struct RequiredFields {
    private let type: String
    private var attributes:
        [(property: String, name: MemberName, attribute: any RequiredAttribute)] = []
    private var relationships: [(property: String, name: MemberName, isToMany: Bool)] = []

    init(_ schema: (some ResourceSchema).Type) {
        type = schema.type
        for (property, descriptor) in schema.fields {
            if let descriptor = descriptor as? any RequiredRelationship {
                relationships.append(
                    (property, schema.name(of: descriptor), descriptor.isToMany))
            } else if let descriptor = descriptor as? any RequiredAttribute {
                attributes.append((property, schema.name(of: descriptor), descriptor))
            }
        }
    }

    var isEmpty: Bool { attributes.isEmpty && relationships.isEmpty }

    func check(_ node: Node) throws(DocumentError) {
        let resource = Resource<AnyResource>(node)
        for (property, name, attribute) in attributes {
            do throws(JSONError) {
                try attribute.check(resource.vox.place(name))
            } catch {
                throw refused(error, property)
            }
        }
        for (property, name, isToMany) in relationships {
            do throws(JSONError) {
                try resource.checkLinkage(name, isToMany: isToMany)
            } catch {
                throw refused(error, property)
            }
        }
    }

    private func refused(_ error: JSONError, _ property: String) -> DocumentError {
        DocumentError(
            incomplete: error,
            message: "\(property), which the schema of \(type) requires: \(error.message)")
    }
}

extension Node {
    /// Checks the required fields of a resource object. The pointers of errors begin with `pointer`
    /// instead of `/data`.
    /// - Throws: ``DocumentError`` with code `shape`.
    func checkRequired(
        by schema: (some ResourceSchema).Type, at pointer: String
    ) throws(DocumentError) {
        do throws(DocumentError) {
            try RequiredFields(schema).check(self)
        } catch {
            guard let json = error.json else { throw error }
            throw DocumentError(
                incomplete: JSONError(
                    code: json.code, message: json.message,
                    pointer: pointer + json.pointer.dropFirst("/data".count)),
                message: error.message)
        }
    }
}

extension Tree {
    /// Checks the required fields of the resources of a document.
    ///
    /// Primary resources are checked by the given schema, and included resources by the schemas of
    /// its relationships.
    /// - Throws: ``DocumentError`` with code `shape` for the first resource that fails.
    func checkRequired(by schema: (some ResourceSchema).Type) throws(DocumentError) {
        let required = RequiredFields.reachable(from: schema)
        guard !required.isEmpty else { return }
        for name in ["data", "included"] as [StaticString] {
            guard let member = root.member(name) else { continue }
            for resource in member.isArray ? member.children : [member] where resource.isObject {
                guard let type = resource.typeText else { continue }
                try required[ExactText(type)]?.check(resource)
            }
        }
    }
}

extension RequiredFields {
    /// Returns the required fields by type, for all types that relationships can reach. If two
    /// schemas describe the same type, the schema with the shorter path from the given schema
    /// counts.
    static func reachable(from schema: any ResourceSchema.Type) -> [ExactText: RequiredFields] {
        var known: Set<ExactText> = []
        var required: [ExactText: RequiredFields] = [:]
        var open = [schema]
        while let schema = open.popLast() {
            guard schema != AnyResource.self, known.insert(ExactText(schema.type)).inserted else {
                continue
            }
            let fields = RequiredFields(schema)
            if !fields.isEmpty { required[ExactText(schema.type)] = fields }
            for (_, descriptor) in schema.fields {
                if let relationship = descriptor as? any RelationshipDescriptor {
                    open.insert(relationship.target, at: 0)
                }
            }
        }
        return required
    }
}
