// SPDX-License-Identifier: MIT

/// Writes the members of an object.
struct KeyedNodeWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NodeEncoder
    /// Nil where no object could be made.
    let node: Node?

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func member(_ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(tree: encoder.tree, parent: encoder, key: key) {
            [encoder, node] value throws(JSONError) in
            guard let node else { throw encoder.missing }
            guard node.isObject else { throw JSONError(code: .wrongKind) }
            try node.setMember(key.stringValue, to: value)
        }
    }

    func encodeNil(forKey key: Key) throws { try member(key).encodeNil() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try member(key).encode(value)
    }

    /// A member that is nil is left out, and known to have been.
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { member(PathKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { member(key) }

    // One for each type, as the protocol has it.
    func encode(_ value: Bool, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: String, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) throws { try member(key).encode(value) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try member(key).encode(value)
    }
}

/// Writes the elements of an array.
struct NodeListWriter: UnkeyedEncodingContainer {
    let encoder: NodeEncoder
    /// Nil where no array could be made.
    let node: Node?

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { node?.count ?? 0 }

    private func element() -> NodeEncoder {
        NodeEncoder(tree: encoder.tree, parent: encoder, key: PathKey(intValue: count)) {
            [encoder, node] value throws(JSONError) in
            guard let node else { throw encoder.missing }
            guard node.isArray else { throw JSONError(code: .wrongKind) }
            try node.append(value)
        }
    }

    func encodeNil() throws { try element().encodeNil() }

    func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    func superEncoder() -> any Encoder { element() }

    func encode(_ value: Bool) throws { try element().encode(value) }
    func encode(_ value: String) throws { try element().encode(value) }
    func encode(_ value: Double) throws { try element().encode(value) }
    func encode(_ value: Float) throws { try element().encode(value) }
    func encode(_ value: Int) throws { try element().encode(value) }
    func encode(_ value: Int8) throws { try element().encode(value) }
    func encode(_ value: Int16) throws { try element().encode(value) }
    func encode(_ value: Int32) throws { try element().encode(value) }
    func encode(_ value: Int64) throws { try element().encode(value) }
    func encode(_ value: UInt) throws { try element().encode(value) }
    func encode(_ value: UInt8) throws { try element().encode(value) }
    func encode(_ value: UInt16) throws { try element().encode(value) }
    func encode(_ value: UInt32) throws { try element().encode(value) }
    func encode(_ value: UInt64) throws { try element().encode(value) }
}

extension NodeEncoder: SingleValueEncodingContainer {
    package func encodeNil() throws { try write(.null, for: nil as Bool?) }

    package func encode(_ value: Bool) throws { try write(.boolean(value), for: value) }
    package func encode(_ value: Double) throws { try write(.double(value), for: value) }
    package func encode(_ value: Int) throws { try write(.int64(Int64(value)), for: value) }
    package func encode(_ value: Int8) throws { try write(.int64(Int64(value)), for: value) }
    package func encode(_ value: Int16) throws { try write(.int64(Int64(value)), for: value) }
    package func encode(_ value: Int32) throws { try write(.int64(Int64(value)), for: value) }
    package func encode(_ value: Int64) throws { try write(.int64(value), for: value) }
    package func encode(_ value: UInt) throws { try write(.uint64(UInt64(value)), for: value) }
    package func encode(_ value: UInt8) throws { try write(.uint64(UInt64(value)), for: value) }
    package func encode(_ value: UInt16) throws { try write(.uint64(UInt64(value)), for: value) }
    package func encode(_ value: UInt32) throws { try write(.uint64(UInt64(value)), for: value) }
    package func encode(_ value: UInt64) throws { try write(.uint64(value), for: value) }

    package func encode(_ value: String) throws {
        try write(value) { tree throws(JSONError) in try Node.make(string: value, in: tree) }
    }

    package func encode(_ value: Float) throws {
        try write(value) { tree throws(JSONError) in try Node.make(value.encoded(), in: tree) }
    }
}
