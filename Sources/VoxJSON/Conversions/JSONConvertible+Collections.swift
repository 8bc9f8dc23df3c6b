// SPDX-License-Identifier: MIT

extension Array: JSONConvertible where Element: JSONConvertible {
    /// Decodes a JSON array. Throws an error if an element of the array does not convert.
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

    /// Returns a JSON array.
    public func encoded() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for element in self {
            elements.append(try element.encoded())
        }
        return .array(elements)
    }

    /// Creates an array from a JSON array if every element converts. Returns nil if the JSON value
    /// is not an array, or if an element does not convert.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: [Element].self) else { return nil }
        self = value
    }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    /// Decodes a JSON object. Throws an error if a member of the object does not convert.
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

    /// Returns an object whose members are sorted by name, because a dictionary has no order.
    public func encoded() throws(JSONError) -> JSONValue {
        var object = JSONObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            object[name] = try value.encoded()
        }
        return .object(object)
    }

    /// Creates a dictionary from a JSON object if every member converts. Returns nil if the JSON
    /// value is not an object, or if a member does not convert.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: [String: Value].self) else { return nil }
        self = value
    }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    /// Decodes null as nil, and any other value as the wrapped type.
    public static func decode(_ json: JSON) throws(JSONError) -> Wrapped? {
        try json.present().isNull ? nil : json.converted() as Wrapped
    }

    /// Returns null for nil, and otherwise the JSON of the wrapped value.
    public func encoded() throws(JSONError) -> JSONValue { try self?.encoded() ?? .null }

    /// The value is true, because null is decoded as nil.
    public static var acceptsNull: Bool { true }
}
