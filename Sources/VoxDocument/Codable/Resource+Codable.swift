// SPDX-License-Identifier: MIT

// Decoding and encoding of whole resources with `Codable` types. One type has the identity, the
// attributes and the relationships as its properties.

extension Resource.Namespace {
    /// Returns the resource, decoded as any `Decodable` type.
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
    /// The keys are `id`, `type`, `lid`, `meta`, and the names of attributes and relationships. The
    /// `KeyStrategy` of the schema converts the keys to the names in JSON. A to-one relationship is
    /// decoded as the related resource, and a to-many relationship as a list. If the property for a
    /// relationship has the type `String`, it receives the id of the related resource. If the
    /// related resource is neither in this document nor in a linked document, only its identity is
    /// decoded. Attribute values are decoded as in `JSON.Namespace.decode(_:)`.
    ///
    /// If several relationships refer to one resource, the resource is decoded once, and all these
    /// relationships get the same value. The cost grows with the number of resources, and not with
    /// the number of relationship paths to the resources.
    /// - Throws: `JSONError` with the pointer of the failing value. The code is `cycle` for a
    ///   resource that is related to itself directly or indirectly, because a value cannot contain
    ///   itself. The code is `depthExceeded` for chains of more than `JSONValue.maximumDepth`
    ///   related resources.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws(JSONError) -> Model
    {
        do {
            return try ResourceDecoder(resource, strategy: Schema.keyStrategy).decode(type)
        } catch {
            throw JSONError(decoding: error, at: node)
        }
    }

    /// Writes the fields of any `Encodable` type to the resource. Fields of the resource that the
    /// model does not have are kept.
    ///
    /// The keys are the same as in ``decode(_:)``. A relationship that the schema declares can be
    /// written from an object with an id, from an id as a string, or from a list of objects or ids.
    /// A key other than `id`, `type`, `lid`, `meta` and the declared relationships is written as an
    /// attribute. If an optional property is nil and the resource has a value, the value becomes
    /// null, so that an update request clears the field on the server. A list of related resources
    /// is kept if its property is nil, and becomes empty if the property is an empty array.
    /// Read-only attributes are written to the resource too, but requests do not contain them.
    /// - Throws: `JSONError` with one of these codes: `notFinite`; `notConvertible` if the model is
    ///   not encoded as an object, or a relationship is not encoded as linkage; `wrongKind` if the
    ///   model has another resource type; or the code of a failed write. After an error, some
    ///   fields may have been written.
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
    /// Decodes the resource; see ``Resource/Namespace/decode(_:)``.
    public init(_ resource: Resource<Schema>) throws { self = try resource.vox.decode(Self.self) }
}

extension ResourceModel where Self: Encodable {
    /// Encodes the model; see ``Resource/Namespace/encode(_:)``.
    public func write(to resource: Resource<Schema>) throws { try resource.vox.encode(self) }
}
