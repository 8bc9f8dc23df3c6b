// SPDX-License-Identifier: MIT

// Codable types for whole resources: identity, attributes and relationships side by side, as a program's
// own types have them.

extension ResourceOperations {
    /// Makes any `Decodable` from the resource.
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
    /// Keys are `id`, `type`, `lid`, `meta`, and the names that attributes and relationships have in
    /// JSON; the `KeyStrategy` of the schema makes these of the keys. A related resource is decoded where
    /// it is found, a to-many relationship as a list; where text is asked for, it is the id. Of a target
    /// that no document at hand contains there is the identity alone. Values have the form that attributes
    /// have (`JSON.Operations.decode(_:)`).
    ///
    /// A resource that is related in several places is decoded once, and its value used in all of them: what
    /// this takes grows with the resources, not with the ways to them.
    /// - Throws: `JSONError` with the pointer of the value at fault; code `cycle` for resources that lead
    ///   to themselves, for a value cannot hold itself, and `depthExceeded` for chains of more than
    ///   `JSONValue.maximumDepth` resources.
    public func decode<Model: Decodable>(_ type: Model.Type = Model.self) throws(JSONError) -> Model
    {
        do {
            return try ResourceDecoder(resource, strategy: Schema.keyStrategy).decode(type)
        } catch {
            throw JSONError(decoding: error, at: node)
        }
    }

    /// Writes the fields of any `Encodable` to the resource; those that it does not have stay.
    ///
    /// Keys are as in ``decode(_:)``. What the schema declares as a relationship takes something that has an
    /// id, or the id as text, or a list of such; all other keys are attributes. Where an optional
    /// property is nil and the resource has a value, it gets null, so that
    /// an update clears it; a list of related resources stays (`[]` clears it). Read-only attributes are written, too, and not sent.
    /// - Throws: `JSONError`: `notFinite`, `notConvertible` for what is no object or no linkage,
    ///   `wrongKind` for another type, as writing does; then some fields may be written.
    public func encode(_ model: some Encodable) throws(JSONError) {
        guard isResolved else { throw resource.notResolved }
        let (fields, absent) = try Node.make(encodingFieldsOf: model, in: Tree())
        guard fields.isObject else {
            throw JSONError(
                code: .notConvertible, message: "a resource is made of a type that has fields",
                pointer: node.pointer)
        }
        let writer = ResourceFieldWriter(resource)
        for field in fields.children { try writer.write(field) }
        for name in absent { try writer.clear(name) }
    }
}

extension ResourceModel where Self: Decodable {
    /// Decodes the resource; see ``ResourceOperations/decode(_:)``.
    public init(_ resource: Resource<Schema>) throws { self = try resource.vox.decode(Self.self) }
}

extension ResourceModel where Self: Encodable {
    /// Encodes itself; see ``ResourceOperations/encode(_:)``.
    public func write(to resource: Resource<Schema>) throws { try resource.vox.encode(self) }
}
