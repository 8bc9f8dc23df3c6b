// SPDX-License-Identifier: MIT

extension JSON: CustomReflectable {
    /// Shows the members of an object by name, or the elements of a list; nothing below a scalar, and
    /// nothing deeper in a document than ``JSONValue/maximumDepth``: who shows it all does so by
    /// recursion.
    public var customMirror: Mirror {
        switch vox.kind {
        case _ where isTooDeep: Mirror(self, children: [])
        case .object:
            Mirror(
                self, children: vox.members.map { (label: $0.name, value: $0.value) },
                displayStyle: .struct)
        case .array:
            Mirror(self, unlabeledChildren: vox.elements, displayStyle: .collection)
        default:
            Mirror(self, children: [])
        }
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
    /// Shows the members of an object by name, or the elements of a list; nothing below a scalar.
    public var customMirror: Mirror {
        switch self {
        case .object(let members):
            Mirror(
                self, children: members.map { (label: $0.name, value: $0.value) },
                displayStyle: .struct)
        case .array(let elements):
            Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
        case .null, .bool, .number, .string:
            Mirror(self, children: [])
        }
    }
}
