// SPDX-License-Identifier: MIT

import Vox

extension JSONValue {
    /// Changes the values at a path, such as `data/@/attributes/title`. A segment `*` stands for
    /// each element or member. A segment `@` stands for each element of a list, or for a value that
    /// is no list. The value is nil if there is none; setting nil removes the value.
    mutating func change(_ path: String, _ change: (inout JSONValue?) -> Void) {
        visit(path.split(separator: "/").map(String.init)[...], change)
    }

    /// Sets the values at a path where the enclosing values exist; nil removes them.
    mutating func set(_ path: String, _ value: JSONValue?) {
        change(path) { $0 = value }
    }

    private mutating func visit(
        _ path: ArraySlice<String>, _ change: (inout JSONValue?) -> Void
    ) {
        guard let name = path.first else { return }
        let rest = path.dropFirst()
        switch self {
        case .array(let elements) where name == "@" || name == "*":
            var changed: [JSONValue] = []
            for element in elements {
                var value: JSONValue? = element
                if rest.isEmpty { change(&value) } else { value?.visit(rest, change) }
                if let value { changed.append(value) }
            }
            self = .array(changed)
        case .object where name == "@":
            var value: JSONValue? = self
            if rest.isEmpty { change(&value) } else { value?.visit(rest, change) }
            if let value { self = value }
        case .object(var members):
            for name in name == "*" ? members.names : [name] {
                var value: JSONValue? = members[name]
                if rest.isEmpty { change(&value) } else { value?.visit(rest, change) }
                members[name] = value
            }
            self = .object(members)
        default: break
        }
    }

    /// The elements of a list; empty for other values.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var isList: Bool { if case .array = self { true } else { false } }

    var isObject: Bool { if case .object = self { true } else { false } }
}
