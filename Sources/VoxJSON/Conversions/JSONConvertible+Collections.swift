// SPDX-License-Identifier: MIT

extension Array: JSONConvertible where Element: JSONConvertible {
    /// Decodes a JSON array.
    ///
    /// If the type of the elements has a raw value, and the raw value of an element is unknown, the
    /// result does not contain this element. The document records a failed read of the element, and
    /// ``JSONError/isUnknownValue`` is true for the recorded error. To keep all elements in the
    /// result, use ``OpenEnum``.
    /// - Throws: ``JSONError`` with the pointer of the first element that cannot be decoded. An
    ///   unknown raw value is not an error.
    public static func decode(_ json: JSON) throws(JSONError) -> [Element] {
        let node = try json.present()
        guard node.isArray else { throw json.wrongKind([Element].self) }
        try node.parse()
        var result: [Element] = []
        for element in json.vox.elements {
            do throws(JSONError) {
                result.append(try element.converted() as Element)
            } catch {
                try element.leaveOut(error)
            }
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

    /// Writes a JSON array.
    ///
    /// If ``decode(_:)`` leaves out elements of the array in the document, only an array equal to
    /// the decoded array can be written. Any other write fails, so that no element is lost. To
    /// replace all elements, use ``JSON/Namespace/set(_:)-(JSONConvertible)``.
    /// - Throws: ``JSONError`` with code `notConvertible` and the pointer of the first element that
    ///   would be lost, or the error of an element that cannot be written.
    public func write(to json: JSON) throws(JSONError) { try json.setCollection(self) }

    /// Creates an array from a JSON array in the same way as ``decode(_:)``. Returns nil if the JSON
    /// value is not an array, or if an element cannot be converted.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: [Element].self) else { return nil }
        self = value
    }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    /// Decodes a JSON object. If a member has an unknown raw value, the result does not contain the
    /// member, and the document records a failed read.
    ///
    /// A dictionary cannot contain two names that differ only in their Unicode normal form. To read
    /// such an object, use ``JSON`` or ``JSONValue``.
    /// - Throws: ``JSONError`` with the pointer of a member that cannot be decoded. An unknown raw
    ///   value is not an error.
    public static func decode(_ json: JSON) throws(JSONError) -> [String: Value] {
        let node = try json.present()
        guard node.isObject else { throw json.wrongKind([String: Value].self) }
        try node.parse()
        if let error = node.equivalentNames { throw error }
        var result: [String: Value] = [:]
        for (name, member) in json.vox.members {
            do throws(JSONError) {
                result[name] = try member.converted() as Value
            } catch {
                try member.leaveOut(error)
            }
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

    /// Writes a JSON object. If ``decode(_:)`` leaves out members of the object in the document,
    /// only a dictionary equal to the decoded dictionary can be written. Any other write fails, so
    /// that no member is lost.
    /// - Throws: ``JSONError`` for the same reasons as writing an array.
    public func write(to json: JSON) throws(JSONError) { try json.setCollection(self) }

    /// Creates a dictionary from a JSON object in the same way as ``decode(_:)``. Returns nil if the
    /// JSON value is not an object, or if a member cannot be converted.
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

    /// Writes null for nil, and otherwise writes the wrapped value.
    public func write(to json: JSON) throws(JSONError) {
        if let self { try self.write(to: json) } else { try json.set(.null) }
    }

    /// `acceptsNull` is true, because null is decoded as nil.
    public static var acceptsNull: Bool { true }
}
