// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A decoder of values from the nodes of a tree, without intermediate text. The decoder stores only
/// a node and a depth, so it fits into the inline buffer of an existential.
///
/// During decoding, errors are of type `DecodingError`, because code that is written for other
/// decoders expects this type. The underlying error of each `DecodingError` is a ``JSONError`` with
/// the pointer of the value.
package struct NodeDecoder: Decoder {
    package let node: Node
    /// The number of containers between this value and the value at which decoding began.
    package let depth: Int

    @inline(__always)
    package init(_ node: Node, depth: Int = 0) {
        self.node = node
        self.depth = depth
    }

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var node = node
        for _ in 0..<depth {
            guard let parent = node.parent else { break }
            path.append(
                parent.isArray
                    ? PathKey(intValue: node.index)
                    : PathKey(stringValue: node.name))
            node = parent
        }
        return path.reversed()
    }

    package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try enter(as: [String: Any].self, node.isObject)
        // The keys of a dictionary are strings. A type with coding keys reads each member by name.
        if MemoryLayout<Key>.size >= MemoryLayout<String>.size, Key.self != PathKey.self,
            let error = node.equivalentNames
        {
            throw refused(error, [String: Any].self)
        }
        return KeyedDecodingContainer(KeyedNodes<Key>(decoder: self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try enter(as: [Any].self, node.isArray)
        return NodeList(decoder: self)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Checks the kind and the depth, and parses a deferred node.
    ///
    /// Each container takes a call on the stack. Therefore the depth is limited regardless of the
    /// limits of the document.
    private func enter(as type: Any.Type, _ isOfKind: Bool) throws {
        guard isOfKind else {
            throw refused(JSONError(code: .wrongKind, pointer: node.pointer), type)
        }
        do throws(JSONError) {
            if depth >= JSONValue.maximumDepth {
                throw JSONError(code: .depthExceeded, pointer: node.pointer)
            }
            try node.parse()
        } catch {
            throw refused(error, type)
        }
    }

    // MARK: Values

    /// Decodes the value as a type that conforms to ``JSONConvertible``.
    @inline(__always)
    func scalar<Value: JSONConvertible>(_ type: Value.Type) throws -> Value {
        if let value = Value.decode(borrowed: JSON.BorrowedScalar(node.raw, of: node.tree)) {
            // This keeps the document alive during the call, because the compiler cannot see that
            // the borrowed value belongs to it.
            withExtendedLifetime(node.tree) {}
            return value
        }
        return try converted(type)
    }

    /// Decodes the value through a view, for types that cannot decode a borrowed value.
    @inline(never)
    func converted<Value: JSONConvertible>(_ type: Value.Type) throws -> Value {
        do throws(JSONError) {
            return try Value.decode(JSON(node))
        } catch {
            throw refused(error, type)
        }
    }

    /// Decodes the value as any type. If a type conforms to ``JSONConvertible``, this conformance
    /// decodes the value, and the `Decodable` conformance is not used. Attributes of resources are
    /// decoded by the same rule.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == String.self { return unsafeBitCast(try scalar(String.self), to: type) }
        if type == Int.self { return unsafeBitCast(try scalar(Int.self), to: type) }
        if type == Double.self { return unsafeBitCast(try scalar(Double.self), to: type) }
        if type == Bool.self { return unsafeBitCast(try scalar(Bool.self), to: type) }
        if type == Date.self { return unsafeBitCast(try scalar(Date.self), to: type) }
        if type == UUID.self { return unsafeBitCast(try converted(UUID.self), to: type) }
        if type == URL.self { return unsafeBitCast(try converted(URL.self), to: type) }
        if type == Decimal.self { return unsafeBitCast(try converted(Decimal.self), to: type) }
        if type == Data.self { return unsafeBitCast(try data(), to: type) }
        if type == JSONValue.self { return unsafeBitCast(try converted(JSONValue.self), to: type) }
        do {
            return try Value(from: self)
        } catch let error as DecodingError {
            throw located(error)
        }
    }

    /// Decodes bytes from base64 (RFC 4648, section 4). Foundation's coders use the same form.
    private func data() throws -> Data {
        guard let data = Data(base64Encoded: try scalar(String.self)) else {
            throw refused(JSONError(code: .notConvertible, pointer: node.pointer), Data.self)
        }
        return data
    }

    // MARK: Errors

    package func refused(_ error: JSONError, _ type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: error.description, underlyingError: error)
        return switch error.code {
        case .wrongKind where node.isNull: .valueNotFound(type, context)
        case .wrongKind: .typeMismatch(type, context)
        default: .dataCorrupted(context)
        }
    }

    /// Adds the location of this value to an error that the decoding code of a type has thrown.
    private func located(_ error: DecodingError) -> DecodingError {
        guard error.context.underlyingError as? JSONError == nil else { return error }
        let context = DecodingError.Context(
            codingPath: error.context.codingPath, debugDescription: error.context.debugDescription,
            underlyingError: JSONError(code: error.jsonCode, pointer: node.pointer))
        return switch error {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        default: .dataCorrupted(context)
        }
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }

    fileprivate var jsonCode: JSONError.Code {
        switch self {
        case .typeMismatch, .valueNotFound: .wrongKind
        case .keyNotFound: .missing
        default: .notConvertible
        }
    }
}

extension JSONError {
    /// Creates a ``JSONError`` from an error that was thrown during decoding. If the location
    /// inside the value is known, the new error contains this location.
    package init(decoding error: any Error, at node: Node) {
        let inside = (error as? DecodingError)?.context.underlyingError ?? error
        self =
            inside as? JSONError
            ?? JSONError(
                code: .notConvertible, message: "the value cannot be converted: \(inside)",
                pointer: node.pointer)
    }
}

/// A step on the path to a value. The step is a member name or an array index.
package struct PathKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
