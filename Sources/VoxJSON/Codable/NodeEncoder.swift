// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An encoder of values as nodes of a tree, without intermediate text. The new nodes are detached
/// from the document, so a failure changes nothing.
///
/// During encoding, errors are of type `EncodingError`, because code that is written for other
/// encoders expects this type. The underlying error of each `EncodingError` is a ``JSONError``.
package final class NodeEncoder: Encoder {
    let tree: Tree
    private let parent: NodeEncoder?
    private let key: (any CodingKey)?
    /// The number of containers around this value.
    private let depth: Int
    /// The container that receives the node. The container is nil if the value is detached, or if
    /// the container could not be created.
    private let container: Node?
    /// The node of the encoded value. The node is nil until a value is encoded.
    private(set) var node: Node?
    /// The node at the position of a value that is encoded later.
    private var placeholder: Node?
    /// The keys of optional members that were nil.
    private(set) var absent: [String] = []
    /// The error that occurred when a container was created. The error is stored, because the
    /// methods that create containers cannot throw.
    private var failure: JSONError?

    /// Creates an encoder for a detached value.
    package convenience init(in tree: Tree) {
        self.init(tree: tree, parent: nil, key: nil, container: nil)
    }

    /// Creates an encoder for a value inside another value.
    convenience init(parent: NodeEncoder, key: any CodingKey, container: Node?) {
        self.init(tree: parent.tree, parent: parent, key: key, container: container)
    }

    private init(tree: Tree, parent: NodeEncoder?, key: (any CodingKey)?, container: Node?) {
        self.tree = tree
        self.parent = parent
        self.key = key
        self.container = container
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var encoder: NodeEncoder? = self
        while let current = encoder {
            if let key = current.key { path.append(key) }
            encoder = current.parent
        }
        return path.reversed()
    }

    package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            KeyedNodeWriter<Key>(encoder: self, node: open(.emptyObject)))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        NodeListWriter(encoder: self, node: open(.emptyArray))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Creates the container node of this value and returns it. A second call returns the existing
    /// node.
    private func open(_ scalar: Node.Scalar) -> Node? {
        do throws(JSONError) {
            if let node {
                let isOfKind = if case .emptyArray = scalar { node.isArray } else { node.isObject }
                if isOfKind { return node }
                throw JSONError(code: .wrongKind)
            }
            if depth >= JSONValue.maximumDepth { throw JSONError(code: .depthExceeded) }
            try put(Node.make(scalar: scalar, in: tree))
            return node
        } catch {
            failure = error
            return nil
        }
    }

    private func put(_ node: Node) throws(JSONError) {
        if let placeholder {
            try placeholder.take(node)
            self.node = placeholder
            self.placeholder = nil
        } else {
            try attach(node)
            self.node = node
        }
    }

    private func attach(_ node: Node) throws(JSONError) {
        guard let parent, let key else { return }
        guard let container else { throw parent.missing }
        if container.isArray {
            try container.append(node)
        } else {
            try container.setMember(key.stringValue, to: node)
        }
    }

    /// Reserves the position of a value that is encoded later or never.
    ///
    /// Until the value is encoded, an empty object is at the position. Foundation's encoder also
    /// writes an empty object in this case.
    func placed() -> NodeEncoder {
        placeholder = open(.emptyObject)
        node = nil
        return self
    }

    func note(absent key: any CodingKey) { absent.append(key.stringValue) }

    /// The reason why a container has no node.
    var missing: JSONError { failure ?? JSONError(code: .outOfMemory) }

    // MARK: Values

    func write(_ scalar: Node.Scalar, for value: some Encodable) throws {
        try write(value) { tree throws(JSONError) in try Node.make(scalar: scalar, in: tree) }
    }

    func write(
        _ value: some Encodable, _ make: (Tree) throws(JSONError) -> Node
    ) throws {
        do throws(JSONError) {
            try put(make(tree))
        } catch {
            throw refused(value, error)
        }
    }

    private func write(converted value: some JSONConvertible & Encodable) throws {
        try write(value) { tree throws(JSONError) in try Node.make(value.encoded(), in: tree) }
    }

    /// Encodes a value of any type. If a type conforms to ``JSONConvertible``, this conformance
    /// encodes the value, and the `Encodable` conformance is not used. Attributes of resources are
    /// encoded by the same rule.
    package func encode<Value: Encodable>(_ value: Value) throws {
        let type = Value.self
        if type == String.self {
            let text = unsafeBitCast(value, to: String.self)
            return try write(value) { tree throws(JSONError) in
                try Node.make(string: text, in: tree)
            }
        }
        if type == Int.self {
            return try write(.int64(Int64(unsafeBitCast(value, to: Int.self))), for: value)
        }
        if type == Double.self {
            return try write(.double(unsafeBitCast(value, to: Double.self)), for: value)
        }
        if type == Bool.self {
            return try write(.boolean(unsafeBitCast(value, to: Bool.self)), for: value)
        }
        if type == Date.self { return try write(converted: unsafeBitCast(value, to: Date.self)) }
        if type == UUID.self { return try write(converted: unsafeBitCast(value, to: UUID.self)) }
        if type == URL.self { return try write(converted: unsafeBitCast(value, to: URL.self)) }
        if type == Decimal.self {
            return try write(converted: unsafeBitCast(value, to: Decimal.self))
        }
        if type == JSONValue.self {
            return try write(converted: unsafeBitCast(value, to: JSONValue.self))
        }
        if type == Data.self {
            return try write(converted: unsafeBitCast(value, to: Data.self).base64EncodedString())
        }
        // A container that could not be created still accepts values, so this check stops before
        // deeper values are encoded.
        if let parent, let failure = parent.failure { throw parent.refused(value, failure) }
        try value.encode(to: self)
        // A type that encodes nothing becomes an object without members.
        if node == nil { _ = open(.emptyObject) }
        if let failure { throw refused(value, failure) }
    }

    func refused(_ value: Any, _ error: JSONError) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: codingPath, debugDescription: error.description, underlyingError: error)
        )
    }
}

extension Node {
    /// Encodes any `Encodable` value as a detached node.
    package static func make(encoding value: some Encodable, in tree: Tree) throws(JSONError)
        -> Node
    {
        try make(encodingFieldsOf: value, in: tree).fields
    }

    /// Encodes any `Encodable` value as a detached node. The result also contains the names of
    /// optional members that were nil.
    package static func make(
        encodingFieldsOf value: some Encodable, in tree: Tree
    ) throws(JSONError) -> (fields: Node, absent: [String]) {
        let encoder = NodeEncoder(in: tree)
        do {
            try encoder.encode(value)
        } catch {
            throw JSONError(encoding: error)
        }
        guard let node = encoder.node else { throw encoder.missing }
        return (node, encoder.absent)
    }
}

extension JSONError {
    /// Creates a ``JSONError`` from an error that was thrown during encoding. The pointer of the
    /// new error leads to the failing part.
    init(encoding error: any Error) {
        guard let error = error as? EncodingError, case .invalidValue(_, let context) = error else {
            self =
                error as? JSONError
                ?? JSONError(
                    code: .notConvertible, message: "the value cannot be converted: \(error)")
            return
        }
        let pointer = context.codingPath.map {
            $0.intValue.map { "/\($0)" } ?? JSON.pointerSegment($0.stringValue)
        }.joined()
        let cause = context.underlyingError as? JSONError
        self.init(
            code: cause?.code ?? .notConvertible,
            message: cause?.message ?? "the value cannot be converted: \(context.debugDescription)",
            pointer: pointer)
    }
}
