// SPDX-License-Identifier: MIT

/// A container that writes the members of an object.
struct KeyedNodeWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NodeEncoder
    /// The object. The node is nil if the object could not be created.
    let node: Node?

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func member(_ key: any CodingKey) -> NodeEncoder {
        NodeEncoder(parent: encoder, key: key, container: node)
    }

    /// Writes a scalar without an encoder. If the write fails, an encoder is created to report the
    /// error.
    private func put(_ scalar: Node.Scalar, _ key: Key, _ value: some Encodable) throws {
        if let node, node.trySetMember(key.stringValue, to: scalar) { return }
        try member(key).write(scalar, for: value)
    }

    private func put(_ text: String, _ key: Key) throws {
        if let node, node.trySetMember(key.stringValue, to: text) { return }
        try member(key).encode(text)
    }

    func encodeNil(forKey key: Key) throws { try member(key).encodeNil() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try member(key).encode(value)
    }

    /// Leaves out a member that is nil, and records its name.
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

    func superEncoder() -> any Encoder { member(PathKey(stringValue: "super")).placed() }

    func superEncoder(forKey key: Key) -> any Encoder { member(key).placed() }

    // The protocol requires one method for each type.
    func encode(_ value: Bool, forKey key: Key) throws { try put(.boolean(value), key, value) }
    func encode(_ value: String, forKey key: Key) throws { try put(value, key) }
    func encode(_ value: Double, forKey key: Key) throws { try put(.double(value), key, value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) throws { try put(.int64(Int64(value)), key, value) }
    func encode(_ value: Int8, forKey key: Key) throws { try put(.int64(Int64(value)), key, value) }
    func encode(_ value: Int16, forKey key: Key) throws {
        try put(.int64(Int64(value)), key, value)
    }
    func encode(_ value: Int32, forKey key: Key) throws {
        try put(.int64(Int64(value)), key, value)
    }
    func encode(_ value: Int64, forKey key: Key) throws { try put(.int64(value), key, value) }
    func encode(_ value: UInt, forKey key: Key) throws {
        try put(.uint64(UInt64(value)), key, value)
    }
    func encode(_ value: UInt8, forKey key: Key) throws {
        try put(.uint64(UInt64(value)), key, value)
    }
    func encode(_ value: UInt16, forKey key: Key) throws {
        try put(.uint64(UInt64(value)), key, value)
    }
    func encode(_ value: UInt32, forKey key: Key) throws {
        try put(.uint64(UInt64(value)), key, value)
    }
    func encode(_ value: UInt64, forKey key: Key) throws { try put(.uint64(value), key, value) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
        guard let value else { return encoder.note(absent: key) }
        try encode(value, forKey: key)
    }
}

/// A container that writes the elements of an array.
struct NodeListWriter: UnkeyedEncodingContainer {
    let encoder: NodeEncoder
    /// The array. The node is nil if the array could not be created.
    let node: Node?

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { node?.count ?? 0 }

    private func element() -> NodeEncoder {
        NodeEncoder(parent: encoder, key: PathKey(intValue: count), container: node)
    }

    /// Writes a scalar without an encoder. If the write fails, an encoder is created to report the
    /// error.
    private func put(_ scalar: Node.Scalar, _ value: some Encodable) throws {
        if let node, node.tryAppend(scalar) { return }
        try element().write(scalar, for: value)
    }

    private func put(_ text: String) throws {
        if let node, node.tryAppend(text) { return }
        try element().encode(text)
    }

    func encodeNil() throws { try element().encodeNil() }

    /// Encodes one element. Lists of the standard library call this method for all of their
    /// elements.
    func encode<Value: Encodable>(_ value: Value) throws {
        let type = Value.self
        if type == String.self { return try put(unsafeBitCast(value, to: String.self)) }
        if type == Int.self { return try encode(unsafeBitCast(value, to: Int.self)) }
        if type == Double.self { return try encode(unsafeBitCast(value, to: Double.self)) }
        try element().encode(value)
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    func superEncoder() -> any Encoder { element().placed() }

    func encode(_ value: Bool) throws { try put(.boolean(value), value) }
    func encode(_ value: String) throws { try put(value) }
    func encode(_ value: Double) throws { try put(.double(value), value) }
    func encode(_ value: Float) throws { try element().encode(value) }
    func encode(_ value: Int) throws { try put(.int64(Int64(value)), value) }
    func encode(_ value: Int8) throws { try put(.int64(Int64(value)), value) }
    func encode(_ value: Int16) throws { try put(.int64(Int64(value)), value) }
    func encode(_ value: Int32) throws { try put(.int64(Int64(value)), value) }
    func encode(_ value: Int64) throws { try put(.int64(value), value) }
    func encode(_ value: UInt) throws { try put(.uint64(UInt64(value)), value) }
    func encode(_ value: UInt8) throws { try put(.uint64(UInt64(value)), value) }
    func encode(_ value: UInt16) throws { try put(.uint64(UInt64(value)), value) }
    func encode(_ value: UInt32) throws { try put(.uint64(UInt64(value)), value) }
    func encode(_ value: UInt64) throws { try put(.uint64(value), value) }
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
