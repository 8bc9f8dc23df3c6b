// SPDX-License-Identifier: MIT

/// The names of the fields of a schema, as they are in JSON. Programs that describe a resource type
/// use these names.
package struct ResourceFieldNames {
    /// The names of attributes. The name of a nested attribute in this set is the name of its
    /// outermost object.
    package var attributes: Set<String> = []
    /// The names of the read-only attributes, which no request contains.
    package var readOnly: Set<String> = []
    /// The relationships, each with the type of its target. If the type of the target is nil, the
    /// target may have any type.
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
