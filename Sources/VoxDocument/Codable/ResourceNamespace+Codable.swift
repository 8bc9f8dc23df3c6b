// SPDX-License-Identifier: MIT

// Codable types for whole resources. Identity, attributes and relationships are members of one
// type, as they are in the types of a program.

extension ResourceNamespace {
    /// Returns the resource as any `Decodable` type.
    ///
    /// ```swift
    /// struct Song: Codable {
    ///     var id: String?
    ///     var title: String
    ///     var seconds: Int?
    ///     var artist: Singer?       // a related resource, or its id alone: `var artist: String?`
    /// }
    /// struct Singer: Codable {
    ///     var id: String
    ///     var name: String?
    /// }
    /// ```
    ///
    /// The keys are `id`, `type`, `lid`, `meta`, and the names of attributes and relationships in
    /// JSON, to which the `KeyStrategy` of the schema converts the keys. A to-one relationship is
    /// decoded as the related resource, and a to-many relationship as a list. A property of type
    /// `String` receives the id. If the related resource is neither in this document nor in a
    /// linked one, only its identity is decoded. Values have the form of attributes
    /// (`JSON.Namespace.decode(_:)`).
    ///
    /// A resource with several relationships to it is decoded once, and its value is used for all
    /// of them. The cost grows with the number of resources, not with the number of paths to them.
    /// - Throws: `JSONError` with the pointer of the failing value. The code is `cycle` for a
    ///   resource that is related to itself directly or indirectly, because a value cannot contain
    ///   itself. It is `depthExceeded` for chains of more than `JSONValue.maximumDepth` resources.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws(JSONError) -> Model
    {
        do {
            return try ResourceDecoder(resource, strategy: Schema.keyStrategy).decode(type)
        } catch {
            throw JSONError(decoding: error, at: node)
        }
    }

    /// Writes the fields of any `Encodable` type to the resource. Other fields of the resource are
    /// kept.
    ///
    /// Keys are as in ``decode(_:)``. A relationship that the schema declares takes a value with an
    /// id, the id as a string, or a list of either; all other keys are attributes. If an optional
    /// property is nil and the resource has a value, the value becomes null, so that an update
    /// clears it. A list of related resources is kept in this case (`[]` clears it). Read-only
    /// attributes are written too, but not sent.
    /// - Throws: `JSONError`: `notFinite`, `notConvertible` for a model that is not an object or a
    ///   relationship that is not linkage, `wrongKind` for another type, or an error of writing.
    ///   After an error, some fields may be written.
    public func encode(_ model: some Encodable) throws(JSONError) {
        guard isResolved else { throw resource.notResolved }
        let (fields, absent) = try Node.make(encodingFieldsOf: model, in: Tree())
        guard fields.isObject else {
            throw JSONError(
                code: .notConvertible,
                message: "a resource can only be encoded from a type with named fields",
                pointer: node.pointer)
        }
        let writer = ResourceFieldWriter(resource)
        for field in fields.children { try writer.write(field) }
        for name in absent { try writer.clear(name) }
    }
}

extension ResourceModel where Self: Decodable {
    /// Decodes the resource; see ``ResourceNamespace/decode(_:)``.
    public init(_ resource: Resource<Schema>) throws { self = try resource.vox.decode(Self.self) }
}

extension ResourceModel where Self: Encodable {
    /// Encodes the model; see ``ResourceNamespace/encode(_:)``.
    public func write(to resource: Resource<Schema>) throws { try resource.vox.encode(self) }
}
