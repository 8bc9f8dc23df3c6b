// SPDX-License-Identifier: MIT

// Mirrors for `dump` and debuggers. Members have the names of their properties. The targets of
// relationships are shown only by type and id, because relationships may form cycles.

extension Resource: CustomReflectable {
    /// Shows the identity, attributes, relationships and changes. Each field of the schema has the
    /// name of its property.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = [("type", type)]
        if let id { children.append(("id", id)) }
        if let lid { children.append(("lid", lid)) }
        guard isResolved else {
            children.append(("isResolved", false))
            return Mirror(self, children: children, displayStyle: .struct)
        }
        children += Schema.mirrorChildren(of: attributes)
        children += relationshipChildren
        children += Mirror.linkChildren(of: json)
        if json["meta"].vox.count > 0 { children.append(("meta", json["meta"])) }
        let changed = changedNames
        if !changed.isEmpty { children.append(("changed", changed)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }

    private var relationshipChildren: [Mirror.Child] {
        var properties: [ExactText: String] = [:]
        for (property, descriptor) in Schema.fields where descriptor is any RelationshipDescriptor {
            properties[ExactText(Schema.name(of: descriptor).text)] = property
        }
        return node.relationshipMembers.map { relationship in
            (
                label: properties[ExactText(relationship.name)] ?? relationship.name,
                value: Relationship.Linkage(JSON(relationship)["data"])
            )
        }
    }
}

extension Document: CustomReflectable {
    /// Shows the primary data, included resources, links, meta and errors that the document has.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = []
        if dataState != .absent { children.append(("data", data)) }
        if includedState != .absent { children.append(("included", included)) }
        if json["errors"].vox.kind != .absent { children.append(("errors", json["errors"])) }
        children += Mirror.linkChildren(of: json)
        for name in ["meta", "jsonapi"] where json[name].vox.kind != .absent {
            children.append((name, json[name]))
        }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension Mirror {
    /// Returns the names of the links, without the addresses. The query of an address may contain
    /// secrets.
    fileprivate static func linkChildren(of json: JSON) -> [Child] {
        let names = json["links"].vox.members.map(\.name)
        return names.isEmpty ? [] : [("links", names)]
    }
}

extension FrozenDocument: CustomReflectable {
    /// The mirror of the document.
    public var customMirror: Mirror { document.customMirror }
}

extension ResourceList: CustomReflectable {
    /// Shows the resources.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
    }
}

extension RelatedResources: CustomReflectable {
    /// Shows the type and id of each resource.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: map(\.identityDescription), displayStyle: .collection)
    }
}

extension Relationship.Identifier: CustomReflectable {
    /// Shows only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Relationship.Linkage: CustomReflectable {
    /// Shows the identifiers if the linkage is a list with at least one identifier. Otherwise, the
    /// mirror shows only the description.
    public var customMirror: Mirror {
        guard case .many(let identifiers) = self else { return Mirror(self, children: []) }
        return Mirror(self, unlabeledChildren: identifiers, displayStyle: .collection)
    }
}

extension DocumentLinks: CustomReflectable {
    /// Shows the links in JSON.
    public var customMirror: Mirror { json.customMirror }
}

extension APIError: CustomReflectable {
    /// Shows the members of the error object.
    public var customMirror: Mirror {
        guard case .object(let members) = value else { return Mirror(self, children: []) }
        return Mirror(self, children: members.mirrorChildren, displayStyle: .struct)
    }
}
