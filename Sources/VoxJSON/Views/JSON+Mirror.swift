// SPDX-License-Identifier: MIT

internal import VoxRedaction

extension JSON: CustomReflectable {
    /// Shows the members of an object by name, or the elements of an array.
    ///
    /// The mirror does not show the value of a member with a secret name. The mirror of a scalar
    /// has no children. The mirror of a value deeper than ``JSONValue/maximumDepth`` has no
    /// children either, because mirrors are usually printed by recursion.
    public var customMirror: Mirror {
        switch vox.kind {
        case _ where isTooDeep: Mirror(self, children: [])
        case .object:
            Mirror(
                self,
                children: vox.members.map {
                    (label: $0.name, value: $0.value.shown(as: $0.name))
                }, displayStyle: .struct)
        case .array:
            Mirror(self, unlabeledChildren: vox.elements, displayStyle: .collection)
        default:
            Mirror(self, children: [])
        }
    }

    /// Returns the value that a mirror shows for a member with this value. The value is redacted if
    /// one of the names of the member is a secret name.
    ///
    /// A property of a schema has two names: one in Swift, and one in JSON.
    package func shown(as names: String...) -> Any {
        node.map { node in names.contains(where: node.isRedacted) } ?? false ? redacted : self
    }

    private var isTooDeep: Bool {
        var node = node
        for _ in 0..<JSONValue.maximumDepth { node = node?.parent }
        return node != nil
    }
}

extension JSON.Frozen: CustomReflectable {
    /// The mirror of the view.
    public var customMirror: Mirror { json.customMirror }
}

extension JSONValue: CustomReflectable {
    /// Shows the members of an object by name, or the elements of an array. The value of a member
    /// with a secret name is redacted.
    public var customMirror: Mirror {
        switch self {
        case .object(let members):
            Mirror(self, children: members.mirrorChildren, displayStyle: .struct)
        case .array(let elements):
            Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
        case .null, .bool, .number, .string:
            Mirror(self, children: [])
        }
    }
}

extension JSONObject: CustomReflectable {
    /// The mirror of the `JSONValue` with this object.
    public var customMirror: Mirror { JSONValue.object(self).customMirror }

    /// The members that a mirror shows. The values of members with secret names are redacted.
    package var mirrorChildren: [Mirror.Child] {
        map { name, value in
            (name, value != .null && SecretNames.contains(name) ? redacted : value)
        }
    }
}
