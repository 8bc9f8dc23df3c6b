// SPDX-License-Identifier: MIT

/// The members of an object, by the keys of a type.
struct KeyedNodes<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] { decoder.node.children.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { member(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try present(key).node.isNull }

    /// Returns the member of a key.
    @inline(__always)
    private func member(_ key: Key) -> NodeDecoder? {
        decoder.node.rawMember(key.stringValue, orNull: true).map {
            NodeDecoder(Node(tree: decoder.node.tree, raw: $0), depth: decoder.depth + 1)
        }
    }

    /// Returns the member of a key, or nil if it is missing or null.
    @inline(__always)
    private func value(_ key: Key) -> NodeDecoder? {
        decoder.node.rawMember(key.stringValue, orNull: false).map {
            NodeDecoder(Node(tree: decoder.node.tree, raw: $0), depth: decoder.depth + 1)
        }
    }

    @inline(__always)
    private func present(_ key: Key) throws -> NodeDecoder {
        guard let member = member(key) else { throw missing(key) }
        return member
    }

    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        let error = JSON(decoder.node)[key.stringValue].missing
        return .keyNotFound(
            key,
            .init(
                codingPath: codingPath, debugDescription: error.description, underlyingError: error)
        )
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try present(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try value(key)?.decode(type)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try present(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try present(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let raw = decoder.node.rawMember("super" as String, orNull: true) else {
            return decoder
        }
        return NodeDecoder(Node(tree: decoder.node.tree, raw: raw), depth: decoder.depth + 1)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try present(key) }

    // The protocol requires one method for each type.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try present(key).scalar(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try present(key).scalar(type)
    }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try present(key).scalar(type)
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try present(key).scalar(type)
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try present(key).scalar(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try present(key).scalar(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try present(key).scalar(type)
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try present(key).scalar(type)
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try present(key).scalar(type)
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try present(key).scalar(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try present(key).scalar(type)
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try present(key).scalar(type)
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try present(key).scalar(type)
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try present(key).scalar(type)
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try value(key)?.scalar(type)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try value(key)?.scalar(type)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try value(key)?.scalar(type)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try value(key)?.scalar(type)
    }
}

/// The elements of an array, in order.
struct NodeList: UnkeyedDecodingContainer {
    let decoder: NodeDecoder
    private var next: Node?
    private(set) var currentIndex = 0

    init(decoder: NodeDecoder) {
        self.decoder = decoder
        next = decoder.node.first
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.node.count }
    var isAtEnd: Bool { next == nil }

    private func present(_ type: Any.Type) throws -> NodeDecoder {
        if let next { return NodeDecoder(next, depth: decoder.depth + 1) }
        let error = JSONError(code: .missing, pointer: decoder.node.pointer + "/\(currentIndex)")
        throw DecodingError.valueNotFound(
            type,
            .init(
                codingPath: codingPath + [PathKey(intValue: currentIndex)],
                debugDescription: error.description, underlyingError: error))
    }

    private mutating func advance() {
        next = next?.next
        currentIndex += 1
    }

    /// Reads the current element and advances to the next one. After a failure, the current element
    /// stays the same.
    @inline(__always)
    private mutating func take<Value>(
        _ type: Any.Type, _ read: (NodeDecoder) throws -> Value
    ) throws -> Value {
        let value = try read(present(type))
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = try present(Any?.self).node.isNull
        if isNull { advance() }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(type) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try take(Any.self) { $0 as any Decoder } }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: String.Type) throws -> String {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try take(type) { try $0.scalar(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: UInt.Type) throws -> UInt {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        try take(type) { try $0.scalar(type) }
    }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        try take(type) { try $0.scalar(type) }
    }
}

extension NodeDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { node.isNull }

    package func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
    package func decode(_ type: String.Type) throws -> String { try scalar(type) }
    package func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
    package func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
    package func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
    package func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
    package func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
    package func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
    package func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
    package func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
    package func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
    package func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
    package func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
    package func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
}
