// SPDX-License-Identifier: MIT

/// A decoder of one resource. The identity, the attributes and the relationships of the resource
/// are the members of one container.
final class ResourceDecoder: Decoder {
    let resource: Resource<AnyResource>
    let strategy: KeyStrategy
    /// The decoder of the resource that has the relationship. The decoder is nil for the first
    /// resource.
    private let parent: ResourceDecoder?
    private let key: (any CodingKey)?
    /// The number of relationships between the first resource and this resource.
    private let depth: Int
    /// The values that were decoded from resources so far.
    ///
    /// A resource that several relationships refer to is decoded only once. Otherwise the resource
    /// would be decoded once for each path to it, and the number of paths can double with each
    /// level.
    private let made: MadeValues

    init(
        _ resource: Resource<some ResourceSchema>, strategy: KeyStrategy,
        parent: ResourceDecoder? = nil, key: (any CodingKey)? = nil
    ) {
        self.resource = Resource(resource.node, isResolved: resource.isResolved)
        self.strategy = strategy
        self.parent = parent
        self.key = key
        depth = parent.map { $0.depth + 1 } ?? 0
        made = parent?.made ?? MadeValues()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + [key].compactMap(\.self) }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        // As in the decoder of objects.
        if MemoryLayout<Key>.size >= MemoryLayout<String>.size, resource.isResolved,
            let error = resource.node.member("attributes")?.equivalentNames
        {
            throw NodeDecoder(resource.node).refused(error, [String: Any].self)
        }
        return KeyedDecodingContainer(ResourceContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw wrongKind([Any].self) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        ResourceIdentity(decoder: self)
    }

    /// Decodes the resource as a type. If the type is `String`, the value is the id of the
    /// resource.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let id = resource.id as? Value { return id }
        guard parent != nil else { return try Value(from: self) }
        if let value = made[resource.node, type] { return value }
        try checkPath(type)
        let value = try Value(from: self)
        made[resource.node, type] = value
        return value
    }

    /// Checks that no resource is decoded inside itself, and that the depth is within its limit.
    /// The depth is limited, because the decoding of each related resource is a call on the stack.
    private func checkPath(_ type: Any.Type) throws {
        func refused(_ code: JSONError.Code, _ message: String? = nil) -> DecodingError {
            NodeDecoder(resource.node).refused(
                JSONError(code: code, message: message, pointer: resource.node.pointer), type)
        }
        if depth >= JSONValue.maximumDepth { throw refused(.depthExceeded) }
        var ancestor = parent
        while let current = ancestor {
            if current.resource == resource {
                throw refused(.cycle, "the included resources form a cycle")
            }
            ancestor = current.parent
        }
    }

    func wrongKind(_ type: Any.Type) -> DecodingError {
        NodeDecoder(resource.node).refused(
            JSONError(code: .wrongKind, pointer: resource.node.pointer), type)
    }
}

/// A table of the values that were decoded from resources, by resource and type.
private final class MadeValues {
    /// A node and a type. The node is not retained: the first resource keeps the trees of all nodes
    /// alive.
    private struct Key: Hashable {
        let node: OpaquePointer
        let type: ObjectIdentifier
    }

    private var values: [Key: Any] = [:]

    subscript<Value>(node: Node, type: Value.Type) -> Value? {
        get { values[Key(node: node.raw, type: ObjectIdentifier(type))] as? Value }
        set { values[Key(node: node.raw, type: ObjectIdentifier(type))] = newValue }
    }
}

/// The members of a resource, by the keys of a type.
private struct ResourceContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ResourceDecoder

    /// The kind of a member.
    private enum Field {
        case value(NodeDecoder)
        case one(ResourceDecoder)
        case many([ResourceDecoder])

        var decoder: any Decoder {
            switch self {
            case .value(let decoder): decoder
            case .one(let decoder): decoder
            case .many(let decoders): ResourceListDecoder(resources: decoders)
            }
        }
    }

    private var node: Node { decoder.resource.node }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        let fields = ["attributes", "relationships"].flatMap {
            decoder.resource.isResolved ? node.member($0 as String)?.namedChildren ?? [] : []
        }
        let own = ["id", "type", "lid", "meta"].filter { node.member($0 as String) != nil }
        return (own + fields.map(\.name)).compactMap { Key(stringValue: $0) }
    }

    private func field(_ key: Key) -> Field? {
        if ["id", "type", "lid", "meta"].contains(key.stringValue) {
            return node.member(key.stringValue).map { .value(NodeDecoder($0, depth: 1)) }
        }
        guard decoder.resource.isResolved else { return nil }
        let name = decoder.strategy.name(for: key.stringValue)
        if let raw = node.rawAttribute(name) {
            return .value(NodeDecoder(Node(tree: node.tree, raw: raw), depth: 1))
        }
        guard let linkage = node.linkage(.made(name)) else { return nil }
        func related(_ identifier: Node, _ key: any CodingKey) -> ResourceDecoder {
            ResourceDecoder(
                identifier.resolve(AnyResource.self), strategy: decoder.strategy, parent: decoder,
                key: key)
        }
        if linkage.isArray {
            return .many(linkage.children.map { related($0, key) })
        }
        return linkage.isObject
            ? .one(related(linkage, key)) : .value(NodeDecoder(linkage, depth: 1))
    }

    private func present(_ key: Key) throws -> Field {
        if let field = field(key) { return field }
        let isOwn = ["id", "type", "lid", "meta"].contains(key.stringValue)
        let place: JSON =
            isOwn
            ? JSON(node)[key.stringValue]
            : decoder.resource.vox.place(.made(decoder.strategy.name(for: key.stringValue)))
        let error = place.missing
        throw DecodingError.keyNotFound(
            key,
            .init(
                codingPath: codingPath, debugDescription: error.description, underlyingError: error)
        )
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        switch try present(key) {
        case .value(let decoder): try decoder.decode(type)
        case .one(let decoder): try decoder.decode(type)
        case .many(let decoders): try Value(from: ResourceListDecoder(resources: decoders))
        }
    }

    func contains(_ key: Key) -> Bool { field(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .value(let decoder) = try present(key) { decoder.decodeNil() } else { false }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try read(type, key)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try present(key).decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try present(key).decoder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try present(key).decoder }

    // The protocol requires one method for each type.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(type, key) }
}

/// A container in which each resource is one value: a type of the program, or the id of the
/// resource.
private protocol ResourceValues {
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value
}

extension ResourceValues {
    func decode(_ type: Bool.Type) throws -> Bool { try read(type) }
    func decode(_ type: String.Type) throws -> String { try read(type) }
    func decode(_ type: Double.Type) throws -> Double { try read(type) }
    func decode(_ type: Float.Type) throws -> Float { try read(type) }
    func decode(_ type: Int.Type) throws -> Int { try read(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try read(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try read(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try read(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try read(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try read(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) }
}

private struct ResourceIdentity: SingleValueDecodingContainer, ResourceValues {
    let decoder: ResourceDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let id = decoder.resource.id as? Value else { throw decoder.wrongKind(type) }
        return id
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

/// The resources of a to-many relationship.
private struct ResourceListDecoder: Decoder {
    let resources: [ResourceDecoder]

    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] { resources.first?.codingPath ?? [] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw refused([String: Any].self)
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ResourceSeries(resources: resources) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw refused(Any.self)
    }

    private func refused(_ type: Any.Type) -> DecodingError {
        let error = JSONError(
            code: .wrongKind,
            message: "the relationship is to-many, and cannot be decoded as a single resource",
            pointer: resources.first?.resource.node.pointer ?? "")
        return .typeMismatch(
            type,
            .init(
                codingPath: codingPath, debugDescription: error.description, underlyingError: error)
        )
    }
}

/// Decodes the resources of a list in order.
private final class ResourceSeries: UnkeyedDecodingContainer, ResourceValues {
    let resources: [ResourceDecoder]
    private(set) var currentIndex = 0

    init(resources: [ResourceDecoder]) { self.resources = resources }

    var codingPath: [any CodingKey] { resources.first?.codingPath ?? [] }
    var count: Int? { resources.count }
    var isAtEnd: Bool { currentIndex == resources.count }

    private func take<Value>(
        _ type: Any.Type, _ read: (ResourceDecoder) throws -> Value
    ) throws -> Value {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath, debugDescription: "there are no more resources")
            )
        }
        let value = try read(resources[currentIndex])
        currentIndex += 1
        return value
    }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try take(type) { try $0.decode(type) }
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) }

    func decodeNil() throws -> Bool { false }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try take(type) { try $0.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take([Any].self) { try $0.unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder { try take(Any.self) { $0 as any Decoder } }
}
