// SPDX-License-Identifier: MIT

extension Array: JSONConvertible where Element: JSONConvertible {
    /// Reads a list; one element that does not convert fails the whole.
    public static func decode(_ json: JSON) throws(JSONError) -> [Element] {
        let node = try json.present()
        guard node.isArray else { throw json.wrongKind([Element].self) }
        try node.parse()
        var result: [Element] = []
        for element in json.vox.elements {
            result.append(try element.converted() as Element)
        }
        return result
    }

    /// A list.
    public func encoded() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for element in self {
            elements.append(try element.encoded())
        }
        return .array(elements)
    }

    /// A JSON array whose elements all convert; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: [Element].self) else { return nil }
        self = value
    }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    /// Reads an object; one member that does not convert fails the whole.
    public static func decode(_ json: JSON) throws(JSONError) -> [String: Value] {
        let node = try json.present()
        guard node.isObject else { throw json.wrongKind([String: Value].self) }
        try node.parse()
        var result: [String: Value] = [:]
        for (name, member) in json.vox.members {
            result[name] = try member.converted() as Value
        }
        return result
    }

    /// An object, members in order of their names: a dictionary has no order of its own.
    public func encoded() throws(JSONError) -> JSONValue {
        var object = JSONObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            object[name] = try value.encoded()
        }
        return .object(object)
    }

    /// A JSON object whose members all convert; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: [String: Value].self) else { return nil }
        self = value
    }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    /// Null is nil; everything else is read as the wrapped type.
    public static func decode(_ json: JSON) throws(JSONError) -> Wrapped? {
        try json.present().isNull ? nil : json.converted() as Wrapped
    }

    /// Nil is null.
    public func encoded() throws(JSONError) -> JSONValue { try self?.encoded() ?? .null }

    /// True: null is nil.
    public static var acceptsNull: Bool { true }
}
