// SPDX-License-Identifier: MIT

/// The names in JSON of what a schema describes, for who describes a type of resources by its schema.
package struct ResourceFieldNames {
    /// Of attributes, the outermost of those of nested members.
    package var attributes: Set<String> = []
    /// Of the attributes that no request carries.
    package var readOnly: Set<String> = []
    /// Of relationships, each with the type it leads to; nil for any.
    package var relationships: [(name: String, isToMany: Bool, target: String?)] = []
}

extension ResourceSchema {
    /// The names of all fields, found by reflection.
    package static var fieldNames: ResourceFieldNames {
        var names = ResourceFieldNames()
        for (_, descriptor) in fields {
            if let relationship = descriptor as? any RelationshipDescriptor {
                let target = relationship.target
                names.relationships.append(
                    (
                        name(of: relationship).text, relationship.isToMany,
                        target == AnyResource.self ? nil : target.type
                    ))
            } else if let attribute = descriptor as? any AttributeDescriptor {
                names.attributes.formUnion(name(of: attribute).names.prefix(1))
                names.attributes.formUnion(writtenName(of: attribute).names.prefix(1))
            }
        }
        names.readOnly = Set(attributeNames { $0 == .never }.map { $0.text })
        return names
    }
}
