// SPDX-License-Identifier: MIT

/// The names of the fields of a schema, as they are in JSON. Programs that describe a resource type
/// use these names.
package struct ResourceFieldNames {
    /// A relationship of the schema.
    package struct Relationship {
        package let name: String
        package let isToMany: Bool
        /// The type of the target; nil if the target may have several types.
        package let target: String?
        /// Returns true if the target may have the given type. The function is nil if the target
        /// may have any type.
        package let accepts: (@Sendable (_ type: String) -> Bool)?
        /// Returns the name of the case for the given type; nil if the type has no case of its own.
        /// The function is nil if the target is not one of several types.
        package let caseName: (@Sendable (_ type: String) -> String?)?
    }

    /// The names of attributes. For a nested attribute, the set contains the name of the outermost
    /// object.
    package var attributes: Set<String> = []
    /// The names of the read-only attributes. No request contains these attributes.
    package var readOnly: Set<String> = []
    /// The names of the write-once attributes. Only the request that creates the resource contains
    /// these attributes.
    package var writeOnce: Set<String> = []
    /// The names of the required attributes and relationships. The name of a nested attribute is
    /// its path with dots.
    package var required: Set<String> = []
    /// The relationships.
    package var relationships: [Relationship] = []
}

extension ResourceSchema {
    /// The names of all fields, found by reflection.
    package static var fieldNames: ResourceFieldNames {
        var names = ResourceFieldNames()
        for (_, descriptor) in fields {
            guard let relationship = descriptor as? any RelationshipDescriptor else { continue }
            let name = name(of: relationship).text
            names.relationships.append(relationship.description(named: name))
            if relationship is any RequiredRelationship { names.required.insert(name) }
        }
        for (name, attribute, isWritten) in members {
            names.attributes.formUnion(name.names.prefix(1))
            // Only the server writes a read-only attribute, so no request has to contain it.
            if isWritten, attribute is any RequiredAttribute, attribute.access != .never {
                names.required.insert(name.text)
            }
            // A nested object is sent as a whole.
            guard let single = name.single else { continue }
            switch attribute.access {
            case .always: break
            case .onCreate: names.writeOnce.insert(single)
            case .never: names.readOnly.insert(single)
            }
        }
        return names
    }
}

extension RelationshipDescriptor {
    fileprivate func description(named name: String) -> ResourceFieldNames.Relationship {
        var accepts: (@Sendable (String) -> Bool)?
        var caseName: (@Sendable (String) -> String?)?
        if let union = Target.self as? any ResourceUnion.Type {
            accepts = { (type: String) -> Bool in union.hasCase(for: type) }
            caseName = { (type: String) -> String? in union.ownCaseName(for: type) }
        }
        let type: String? = target == AnyResource.self ? nil : target.type
        return ResourceFieldNames.Relationship(
            name: name, isToMany: isToMany, target: type, accepts: accepts, caseName: caseName)
    }
}

extension ResourceUnion {
    /// Returns true if the union has its own case for resources of that type. The case for all
    /// other types does not count. If the union is not an enumeration, the function returns true
    /// for every type.
    fileprivate static func hasCase(for type: String) -> Bool {
        // No schema has the empty string as its type.
        guard let other = caseName(for: "") else { return true }
        return caseName(for: type) != other
    }

    /// Returns the name of the case for that type; nil for the case for all other types, and if the
    /// union is not an enumeration.
    fileprivate static func ownCaseName(for type: String) -> String? {
        let name = caseName(for: type)
        return name == caseName(for: "") ? nil : name
    }

    private static func caseName(for type: String) -> String? {
        let identifier: JSONValue = ["type": .string(type), "id": "0"]
        guard let node = try? JSON(identifier).node else { return nil }
        let mirror = Mirror(reflecting: Self(Resource<AnyResource>(node)))
        return mirror.displayStyle == .enum ? mirror.children.first?.label : nil
    }
}
