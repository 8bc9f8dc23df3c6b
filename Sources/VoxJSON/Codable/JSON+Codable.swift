// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The bridge to the Codable types of a program. Values are read where they stand in the document, and
// written there: there is no text in between. Dates, UUIDs, URLs and decimals have the form that
// attributes have, `Data` is base64, and keys are the names in JSON. With an encoder or decoder of
// Foundation its strategies apply, and the way leads through text.

extension JSON.Operations {
    /// Makes any `Decodable` from the value.
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
    /// - Throws: ``JSONError`` with the pointer of the value at fault: `missing`, `wrongKind`,
    ///   `outOfRange`, `notConvertible`, and `depthExceeded` beyond ``JSONValue/maximumDepth``.
    /// - Complexity: O(values asked for).
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value
    {
        guard let node else { throw json.missing }
        do {
            return try NodeDecoder(node).decode(type)
        } catch {
            throw JSONError(decoding: error, at: node)
        }
    }

    /// Writes the value of any `Encodable` where the view points. What is equal already stays as it was
    /// written, byte for byte; members that the value does not have are taken out. A failure changes
    /// nothing.
    /// - Throws: ``JSONError``: `notFinite`, `notConvertible`, `outOfRange` with the pointer of the place
    ///   inside, or as ``set(_:)-(JSON)`` does.
    public func encode(_ value: some Encodable) throws(JSONError) {
        if let node {
            try node.update(to: made(of: value, in: node.tree))
        } else {
            try json.place { tree throws(JSONError) in try made(of: value, in: tree) }
        }
    }

    /// The value as nodes without a place; an error has the pointer that it would have here.
    private func made(of value: some Encodable, in tree: Tree) throws(JSONError) -> Node {
        do throws(JSONError) {
            return try Node.make(encoding: value, in: tree)
        } catch {
            throw JSONError(
                code: error.code, message: error.message, pointer: pointer + error.pointer)
        }
    }

    /// Makes any `Decodable` from the value by Foundation's decoder, with its strategies.
    /// - Throws: what the decoder throws; ``JSONError`` with code `missing`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder
    ) throws -> Value {
        try decoder.decode(type, from: Data(bytes(style: .compact)))
    }

    /// Writes the value of any `Encodable` where the view points, by Foundation's encoder, with its
    /// strategies.
    /// - Throws: what the encoder throws; ``JSONError`` as ``set(_:)-(JSON)`` does.
    public func encode(_ value: some Encodable, with encoder: JSONEncoder) throws {
        try set(parsing: String(decoding: encoder.encode(value), as: UTF8.self))
    }
}

extension JSONValue {
    /// The value of any `Encodable`, as ``JSON/Operations/encode(_:)`` writes it.
    /// - Throws: ``JSONError``, as that does.
    public init(encoding value: some Encodable) throws(JSONError) {
        try self.init(Node.make(encoding: value, in: Tree()))
    }

    /// Makes any `Decodable` from the value, as ``JSON/Operations/decode(_:)`` does.
    /// - Throws: ``JSONError``, as that does.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value
    {
        try JSON(self).vox.decode(type)
    }

    /// The value of any `Encodable` by Foundation's encoder, with its strategies.
    /// - Throws: what the encoder throws.
    public init(encoding value: some Encodable, with encoder: JSONEncoder) throws {
        try self.init(Tree(parsing: encoder.encode(value), options: JSONOptions()).root)
    }

    /// Makes any `Decodable` from the value by Foundation's decoder, with its strategies.
    /// - Throws: what the decoder throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, with decoder: JSONDecoder
    ) throws -> Value {
        try decoder.decode(type, from: Data(text().utf8))
    }
}

extension Node {
    /// Becomes equal to another value. What is equal already is not written.
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
