// SPDX-License-Identifier: MIT

// The mirror for `dump` and debuggers. Members have the names of their properties.

extension ObjectSchema {
    /// Returns the members of an object with the names of their properties. If a member has no
    /// property, its name in JSON is used.
    package static func mirrorChildren(of object: JSON) -> [Mirror.Child] {
        var children: [Mirror.Child] = []
        var known: Set<ExactText> = []
        for (property, descriptor) in fields where descriptor is any AttributeDescriptor {
            let name = name(of: descriptor)
            known.formUnion(name.names.prefix(1).map(ExactText.init))
            children.append((property, object.place(name).shown(as: property, name.text)))
        }
        for (name, value) in object.vox.members where !known.contains(ExactText(name)) {
            children.append((name, value.shown(as: name)))
        }
        return children
    }
}

extension TypedObject: CustomReflectable {
    /// Shows the members. Members of the schema have the names of their properties.
    public var customMirror: Mirror {
        Mirror(self, children: Schema.mirrorChildren(of: json), displayStyle: .struct)
    }
}
