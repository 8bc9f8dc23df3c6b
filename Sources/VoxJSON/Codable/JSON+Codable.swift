// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The bridge to the `Codable` types of a program. Values are decoded from the nodes of the document
// and encoded as nodes, without intermediate text. Dates, UUIDs, URLs and decimals have the same
// form as in attributes, `Data` is base64, and the keys are the names in JSON. An encoder or
// decoder of Foundation uses its own strategies and converts through JSON text.

extension JSON.Namespace {
    /// Returns the value as any `Decodable` type.
    ///
    /// ```swift
    /// import Foundation
    ///
    /// struct Line: Codable {
    ///     var sku: String
    ///     var due: Date?
    /// }
    /// let order = try JSON(parsing: #"{"lines": [{"sku": "a-1", "due": "2024-05-01"}]}"#)
    /// let lines = try order.lines.vox.decode([Line].self)
    /// print(lines[0].sku)  // prints: a-1
    /// ```
    /// - Throws: ``JSONError`` with the pointer of the failing value and one of these codes:
    ///   `missing`, `wrongKind`, `outOfRange`, `notConvertible`, or `depthExceeded` for a depth
    ///   above ``JSONValue/maximumDepth``.
    /// - Complexity: O(values decoded).
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value
    {
        guard let node else { throw json.missing }
        do {
            return try NodeDecoder(node).decode(type)
        } catch {
            throw JSONError(decoding: error, at: node)
        }
    }

    /// Writes a value of any `Encodable` type.
    ///
    /// Parts that are equal in the old and the new value keep their text byte for byte. Members of
    /// the old value that the new value does not have are removed. A failed write changes nothing.
    /// - Throws: ``JSONError`` with code `notFinite`, `notConvertible` or `outOfRange` and the
    ///   pointer of the failing part, or an error that ``set(_:)-(JSON)`` throws.
    public func encode(_ value: some Encodable) throws(JSONError) {
        if let node {
            try node.update(to: made(of: value, in: node.tree))
        } else {
            try json.place { tree throws(JSONError) in try made(of: value, in: tree) }
        }
    }

    /// Encodes the value as detached nodes. An error has the pointer that the failing part would
    /// have in this document.
    private func made(of value: some Encodable, in tree: Tree) throws(JSONError) -> Node {
        do throws(JSONError) {
            return try Node.make(encoding: value, in: tree)
        } catch {
            throw JSONError(
                code: error.code, message: error.message, pointer: pointer + error.pointer)
        }
    }

    /// Returns the value as any `Decodable` type. The given decoder of Foundation decodes the
    /// value, with its own strategies.
    /// - Throws: The error that the decoder throws, or ``JSONError`` with code `missing`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder
    ) throws -> Value {
        try decoder.decode(type, from: Data(bytes(style: .compact)))
    }

    /// Writes a value of any `Encodable` type. The given encoder of Foundation encodes the value,
    /// with its own strategies.
    /// - Throws: The error that the encoder throws, or ``JSONError`` for the same reasons as
    ///   ``set(_:)-(JSON)``.
    public func encode(_ value: some Encodable, with encoder: JSONEncoder) throws {
        try set(parsing: String(decoding: encoder.encode(value), as: UTF8.self))
    }
}

extension JSONValue {
    /// Creates a snapshot of any `Encodable` value. The snapshot has the value that
    /// ``JSON/Namespace/encode(_:)`` writes.
    /// - Throws: ``JSONError`` for the same reasons as `encode(_:)`.
    public init(encoding value: some Encodable) throws(JSONError) {
        try self.init(Node.make(encoding: value, in: Tree()))
    }

    /// Returns the value as any `Decodable` type, in the same way as ``JSON/Namespace/decode(_:)``.
    /// - Throws: ``JSONError`` for the same reasons as `JSON.Namespace.decode(_:)`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value
    {
        try JSON(self).vox.decode(type)
    }

    /// Creates a snapshot of any `Encodable` value. The given encoder of Foundation encodes the
    /// value, with its own strategies.
    /// - Throws: The error that the encoder throws.
    public init(encoding value: some Encodable, with encoder: JSONEncoder) throws {
        try self.init(Tree(parsing: encoder.encode(value), options: JSON.Options()).root)
    }

    /// Returns the value as any `Decodable` type. The given decoder of Foundation decodes the
    /// value, with its own strategies.
    /// - Throws: The error that the decoder throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder
    ) throws -> Value {
        try decoder.decode(type, from: Data(text().utf8))
    }
}

extension Node {
    /// Makes this value equal to another value. Parts that are equal in both values are not
    /// written.
    package func update(to value: Node) throws(JSONError) {
        guard isObject, value.isObject else {
            if try !isEqual(to: value) {
                let isLoose = value.tree === tree && value.parent == nil
                try take(isLoose ? value : Node.make(copy: value, in: tree))
            }
            return
        }
        for child in children where value.member(child.name) == nil { child.remove() }
        for child in value.children {
            if let member = member(child.name) {
                try member.update(to: child)
            } else {
                try setMember(child.name, to: Node.make(copy: child, in: tree))
            }
        }
    }
}
