// SPDX-License-Identifier: MIT

/// A Swift type that can be used as a JSON value.
///
/// Values of conforming types can be attributes of a resource, members of a ``JSON`` view, and
/// parts of arrays, dictionaries and optionals.
///
/// ```swift
/// enum Medium: String, JSONConvertible { case vinyl, tape }
/// ```
///
/// If the raw value of a type is `JSONConvertible`, the type only needs to declare the conformance.
public protocol JSONConvertible: SendableMetatype {
    /// Decodes the value of a view. The view is never absent.
    /// - Throws: ``JSONError`` with code `wrongKind`, `outOfRange` or `notConvertible`.
    static func decode(_ json: JSON) throws(JSONError) -> Self

    /// Decodes a value that is borrowed for the call. Decoding a borrowed value is faster than
    /// ``decode(_:)-swift.type.method``, because no view is created.
    ///
    /// The default implementation returns nil. If the result is nil,
    /// ``decode(_:)-swift.type.method`` is called.
    static func decode(borrowed value: JSON.BorrowedScalar) -> Self?

    /// Returns the value as a snapshot.
    func encoded() throws(JSONError) -> JSONValue

    /// Writes the value at the position of the view. The default writes ``encoded()``.
    func write(to json: JSON) throws(JSONError)

    /// True if ``decode(_:)`` accepts null. The default is false.
    static var acceptsNull: Bool { get }

    /// A description of the JSON that the type requires, for error messages: `text`, `an integer`.
    ///
    /// The default is the name of the type. For a `CaseIterable` type with raw values, the default
    /// is a list of these values.
    static var expectation: String { get }
}

extension JSONConvertible {
    /// Writes the snapshot ``encoded()`` at the position of the view.
    public func write(to json: JSON) throws(JSONError) {
        let value = try encoded()
        try json.place { tree throws(JSONError) in try Node.make(value, in: tree) }
    }

    /// Returns nil, so that the caller decodes the value through a view.
    @inlinable public static func decode(borrowed value: JSON.BorrowedScalar) -> Self? { nil }

    /// `acceptsNull` is false, because null is not a value of the type.
    public static var acceptsNull: Bool { false }
}

extension JSONConvertible where Self: RawRepresentable, RawValue: JSONConvertible {
    /// Decodes the raw value.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        let rawValue: RawValue
        do {
            rawValue = try RawValue.decode(json)
        } catch {
            throw error.expecting(Self.self, found: json)
        }
        guard let value = Self(rawValue: rawValue) else {
            throw JSONError(unknown: Self.self, found: json)
        }
        return value
    }

    /// Decodes the raw value from a borrowed value.
    @inlinable public static func decode(borrowed value: JSON.BorrowedScalar) -> Self? {
        RawValue.decode(borrowed: value).flatMap { Self(rawValue: $0) }
    }

    /// Returns the raw value as a snapshot.
    public func encoded() throws(JSONError) -> JSONValue { try rawValue.encoded() }
}

extension JSON {
    /// Returns the node of the value, or throws `missing` if the view is absent.
    func present() throws(JSONError) -> Node {
        guard let node else { throw missing }
        return node
    }

    /// The error for a missing value. If the JSON text around the missing value is malformed, the
    /// error is the syntax error.
    package var missing: JSONError {
        do { try nearestNode?.parse() } catch { return error }
        return JSONError(code: .missing, pointer: vox.pointer)
    }

    func wrongKind(_ expected: any JSONConvertible.Type) -> JSONError {
        JSONError(.wrongKind, expected: expected, found: self)
    }

    /// Returns the value as a type. An error contains the JSON that the type requires and the JSON
    /// that was found.
    func converted<Value: JSONConvertible>() throws(JSONError) -> Value {
        do {
            return try Value.decode(self)
        } catch {
            throw error.completed(Value.self, found: self)
        }
    }

    /// Returns the string of the value. If the value is of another kind, the error contains the
    /// expectation of `type`.
    func text(for type: any JSONConvertible.Type) throws(JSONError) -> String {
        guard let string = try present().string else { throw wrongKind(type) }
        return string
    }
}

extension String: JSONConvertible {
    /// Decodes a string.
    public static func decode(_ json: JSON) throws(JSONError) -> String {
        guard let string = try json.present().string else {
            throw json.wrongKind(String.self)
        }
        return string
    }

    /// Decodes a string from a borrowed value.
    @inlinable
    public static func decode(borrowed value: JSON.BorrowedScalar) -> String? { value.string }

    /// Returns a JSON string.
    public func encoded() -> JSONValue { .string(self) }

    /// Writes a string. If the existing string is equal, its JSON text is kept.
    public func write(to json: JSON) throws(JSONError) { try json.set(string: self) }

    /// Creates a string from a JSON string. Returns nil if the JSON value is not a string. For the
    /// text of a number, see ``JSONNumber``.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: String.self) else { return nil }
        self = value
    }
}

extension Bool: JSONConvertible {
    /// Decodes `true` or `false`.
    public static func decode(_ json: JSON) throws(JSONError) -> Bool {
        guard let boolean = try json.present().boolean else {
            throw json.wrongKind(Bool.self)
        }
        return boolean
    }

    /// Decodes `true` or `false` from a borrowed value.
    @inlinable
    public static func decode(borrowed value: JSON.BorrowedScalar) -> Bool? { value.boolean }

    /// Returns `true` or `false` in JSON.
    public func encoded() -> JSONValue { .bool(self) }

    /// Writes `true` or `false`.
    public func write(to json: JSON) throws(JSONError) { try json.set(.boolean(self)) }

    /// Creates a boolean from a JSON boolean. Returns nil if the JSON value is not a boolean.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Bool.self) else { return nil }
        self = value
    }
}

extension JSONValue: JSONConvertible {
    /// Takes a snapshot of any value.
    public static func decode(_ json: JSON) throws(JSONError) -> JSONValue {
        try JSONValue(json.present())
    }

    /// Returns the value itself.
    public func encoded() -> JSONValue { self }

    /// `acceptsNull` is true, because null is a JSON value.
    public static var acceptsNull: Bool { true }
}

extension JSON: JSONConvertible {
    /// Returns the view itself.
    public static func decode(_ json: JSON) throws(JSONError) -> JSON { json }

    /// Returns a snapshot, or null for an absent view.
    public func encoded() throws(JSONError) -> JSONValue {
        if let refusal { throw refusal }
        return try node.map { node throws(JSONError) in try JSONValue(node) } ?? .null
    }

    /// Writes a copy of this value. If this view is absent, the value at the position of `json` is
    /// removed.
    public func write(to json: JSON) throws(JSONError) { try json.vox.set(self) }

    /// `acceptsNull` is true, because null is a JSON value.
    public static var acceptsNull: Bool { true }
}
