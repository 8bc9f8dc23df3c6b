// SPDX-License-Identifier: MIT

/// A Swift type that can stand for a JSON value.
///
/// Conforming types appear wherever a value does: as attributes of a resource, as members of a
/// ``JSON`` view, inside arrays, dictionaries and optionals.
///
/// ```swift
/// enum Medium: String, JSONConvertible { case vinyl, tape }
/// ```
///
/// A type with a raw value that is convertible only has to name the protocol.
public protocol JSONConvertible: SendableMetatype {
    /// Reads the value. Called with views of values that are there.
    /// - Throws: ``JSONError`` with code `wrongKind`, `outOfRange` or `notConvertible`.
    static func decode(_ json: JSON) throws(JSONError) -> Self

    /// Reads a value that is lent for the call, where that spares a view of it. Nil, the default, says
    /// nothing about the value: ``decode(_:)-swift.type.method`` is called next.
    static func decode(borrowed value: BorrowedJSONScalar) -> Self?

    /// The value as a snapshot.
    func encoded() throws(JSONError) -> JSONValue

    /// Writes the value where the view points. The default writes ``encoded()``.
    func write(to json: JSON) throws(JSONError)

    /// True when ``decode(_:)`` makes something of null; the default is false.
    static var acceptsNull: Bool { get }

    /// What JSON has to be to become the type, in words for errors: `text`, `an integer`. The default is
    /// the name of the type, and the cases of one that has raw values and is `CaseIterable`.
    static var expectation: String { get }
}

extension JSONConvertible {
    /// Writes ``encoded()`` where the view points.
    public func write(to json: JSON) throws(JSONError) {
        let value = try encoded()
        try json.place { tree throws(JSONError) in try Node.make(value, in: tree) }
    }

    /// Nil: a view is made.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> Self? { nil }

    /// False: null is no value of the type.
    public static var acceptsNull: Bool { false }
}

extension JSONConvertible where Self: RawRepresentable, RawValue: JSONConvertible {
    /// Reads the raw value.
    public static func decode(_ json: JSON) throws(JSONError) -> Self {
        let rawValue: RawValue
        do {
            rawValue = try RawValue.decode(json)
        } catch {
            throw error.expecting(Self.self, found: json)
        }
        guard let value = Self(rawValue: rawValue) else {
            throw JSONError(.notConvertible, expected: Self.self, found: json)
        }
        return value
    }

    /// Reads the raw value.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> Self? {
        RawValue.decode(borrowed: value).flatMap { Self(rawValue: $0) }
    }

    /// The raw value.
    public func encoded() throws(JSONError) -> JSONValue { try rawValue.encoded() }
}

extension JSON {
    /// The node, or the error that it is missing.
    func present() throws(JSONError) -> Node {
        guard let node else { throw missing }
        return node
    }

    /// That there is no value here; where the text around it turned out malformed, that.
    package var missing: JSONError {
        do { try nearestNode?.parse() } catch { return error }
        return JSONError(code: .missing, pointer: vox.pointer)
    }

    func wrongKind(_ expected: any JSONConvertible.Type) -> JSONError {
        JSONError(.wrongKind, expected: expected, found: self)
    }
}

extension JSON {
    /// The value as a type; an error says what that type is made of, and what is here.
    func converted<Value: JSONConvertible>() throws(JSONError) -> Value {
        do {
            return try Value.decode(self)
        } catch {
            throw error.completed(Value.self, found: self)
        }
    }

    /// The text that a type is made of.
    func text(for type: any JSONConvertible.Type) throws(JSONError) -> String {
        guard let string = try present().string else { throw wrongKind(type) }
        return string
    }
}

extension String: JSONConvertible {
    /// Reads text.
    public static func decode(_ json: JSON) throws(JSONError) -> String {
        guard let string = try json.present().string else {
            throw json.wrongKind(String.self)
        }
        return string
    }

    /// Reads text.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> String? { value.string }

    /// Text.
    public func encoded() -> JSONValue { .string(self) }

    /// Writes text; what stands there already is kept as it is.
    public func write(to json: JSON) throws(JSONError) { try json.set(string: self) }

    /// The text of a JSON string; nil for everything else. See also ``JSONNumber``.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: String.self) else { return nil }
        self = value
    }
}

extension Bool: JSONConvertible {
    /// Reads `true` or `false`.
    public static func decode(_ json: JSON) throws(JSONError) -> Bool {
        guard let boolean = try json.present().boolean else {
            throw json.wrongKind(Bool.self)
        }
        return boolean
    }

    /// Reads `true` or `false`.
    @inlinable
    public static func decode(borrowed value: BorrowedJSONScalar) -> Bool? { value.boolean }

    /// `true` or `false`.
    public func encoded() -> JSONValue { .bool(self) }

    /// Writes `true` or `false`.
    public func write(to json: JSON) throws(JSONError) { try json.set(.boolean(self)) }

    /// A JSON boolean; nil for everything else.
    public init?(_ json: JSON) {
        guard let value = json.plainValue(as: Bool.self) else { return nil }
        self = value
    }
}

extension JSONValue: JSONConvertible {
    /// A snapshot of any value.
    public static func decode(_ json: JSON) throws(JSONError) -> JSONValue {
        try JSONValue(json.present())
    }

    /// The value itself.
    public func encoded() -> JSONValue { self }

    /// True: null is a value.
    public static var acceptsNull: Bool { true }
}

extension JSON: JSONConvertible {
    /// The view itself.
    public static func decode(_ json: JSON) throws(JSONError) -> JSON { json }

    /// A snapshot; null for an absent view.
    public func encoded() throws(JSONError) -> JSONValue {
        if let refusal { throw refusal }
        return try node.map { node throws(JSONError) in try JSONValue(node) } ?? .null
    }

    /// Writes a copy; an absent view removes.
    public func write(to json: JSON) throws(JSONError) { try json.vox.set(self) }

    /// True: null is a value.
    public static var acceptsNull: Bool { true }
}
