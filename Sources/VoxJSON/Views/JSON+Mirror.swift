// SPDX-License-Identifier: MIT

internal import VoxRedaction

extension JSON: CustomReflectable {
    /// Shows the members of an object by name, or the elements of a list; no value of a member whose name
    /// is that of a secret, nothing below a scalar, and nothing deeper in a document than
    /// ``JSONValue/maximumDepth``: who shows it all does so by recursion.
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

    /// What a mirror shows of this member: not its value when one of its names is that of a secret. A
    /// property of a schema has two names, in Swift and in JSON.
    package func shown(as names: String...) -> Any {
        node.map { node in names.contains(where: node.isRedacted) } ?? false ? redacted : self
    }

    private var isTooDeep: Bool {
        var node = node
        for _ in 0..<JSONValue.maximumDepth { node = node?.parent }
        return node != nil
    }
}

extension FrozenJSON: CustomReflectable {
    /// As that of the view.
    public var customMirror: Mirror { json.customMirror }
}

extension JSONValue: CustomReflectable {
    /// Shows the members of an object by name, or the elements of a list; no value of a member whose name
    /// is that of a secret, and nothing below a scalar.
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
    /// As that of the value.
    public var customMirror: Mirror { JSONValue.object(self).customMirror }

    /// What a mirror shows of the members: no value whose name is that of a secret.
    package var mirrorChildren: [Mirror.Child] {
        map { name, value in
            (name, value != .null && SecretNames.contains(name) ? redacted : value)
        }
    }
}
