// SPDX-License-Identifier: MIT

extension TypedObject.Namespace {
    /// Returns the state of an attribute: absent, null, or a value.
    public func state(_ path: KeyPath<Schema, some AttributeDescriptor>) -> JSON.State {
        let name = Schema.name(of: Schema()[keyPath: path])
        return member(name, orNull: true)?.vox.state ?? .absent
    }

    /// Returns the value of an attribute, and never its default.
    /// - Throws: `JSONError` with the pointer of the attribute and code `missing`, `wrongKind`,
    ///   `outOfRange` or `notConvertible`, or the error of a transform.
    public func value<Descriptor: AttributeDescriptor>(_ path: KeyPath<Schema, Descriptor>)
        throws(JSONError) -> Descriptor.Value
    {
        let attribute = Schema()[keyPath: path]
        let place = place(Schema.name(of: attribute))
        do throws(JSONError) {
            guard place.vox.state != .absent else { throw place.missing }
            return try attribute.read(place)
        } catch {
            throw attribute.failure(error, at: place)
                .about(SchemaField(Schema.self, Schema.name(of: attribute)))
        }
    }

    /// Sets an attribute to null, even if the attribute has a default. In contrast, the property of
    /// an attribute with a default cannot be set to null.
    /// - Throws: `JSONError` with a code such as `outOfMemory` or `frozen`.
    public func setNull(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in try place.vox.setNull() }
    }

    /// Removes an attribute, even if the attribute has a default. In contrast, the property of an
    /// attribute with a default cannot be set to nil.
    /// - Throws: `JSONError` with a code such as `frozen`.
    public func remove(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in place.vox.remove() }
    }

    /// Sets an attribute, even if it is read-only or write-once. A failed write changes nothing.
    ///
    /// Setting a list replaces all elements in the document, including elements that the property
    /// does not return, such as unknown values of an enumeration.
    /// - Throws: `JSONError` with a code such as `notFinite`, `notConvertible` or `outOfMemory`.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value
    ) throws(JSONError) {
        let attribute = Schema()[keyPath: path]
        try write(Schema.writtenName(of: attribute)) { place throws(JSONError) in
            do throws(JSONError) {
                try place.replacing { () throws(JSONError) in
                    try attribute.write(value, to: place)
                }
            } catch {
                throw place.located(error)
                    .about(SchemaField(Schema.self, Schema.writtenName(of: attribute)))
            }
        }
    }
}
