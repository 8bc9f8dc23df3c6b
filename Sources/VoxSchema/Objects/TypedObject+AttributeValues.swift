// SPDX-License-Identifier: MIT

// The functions for attributes of typed objects, and also of resources: VoxDocument compiles this
// file by a link, with its own meaning of AttributedNamespace.

extension AttributedNamespace {
    /// Returns the state of an attribute: absent, null, or a value.
    public func state(_ path: KeyPath<Schema, some AttributeDescriptor>) -> JSON.State {
        let name = Schema.name(of: Schema()[keyPath: path])
        return member(name, orNull: true)?.vox.state ?? .absent
    }

    /// Returns the value of an attribute. The default of the attribute is not used.
    /// - Throws: `JSONError` with the pointer of the attribute and code `missing`, `wrongKind`,
    ///   `outOfRange` or `notConvertible`, or the error that a transform of the attribute throws.
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

    /// Sets an attribute to null, even if the attribute has a default. The property of an attribute
    /// with a default cannot be set to null.
    /// - Throws: `JSONError` with code `outOfMemory` or `frozen`, or with another code for a failed
    ///   write.
    public func setNull(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in try place.vox.setNull() }
    }

    /// Removes an attribute, even if the attribute has a default. The property of an attribute with
    /// a default cannot be set to nil.
    /// - Throws: `JSONError` with a code such as `frozen`, or with code `missing` for a resource
    ///   that is not resolved.
    public func remove(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in place.vox.remove() }
    }

    /// Sets an attribute, even if it is read-only or write-once. A failed write changes nothing.
    ///
    /// A new list replaces all elements of the old list in the document. The new list also replaces
    /// elements that the property does not return, such as unknown values of an enumeration.
    /// - Throws: `JSONError` with code `notFinite`, `notConvertible` or `outOfMemory`, or with
    ///   another code for a failed write.
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value
    ) throws(JSONError) {
        try set(path, to: value) { place, write throws(JSONError) in try place.replacing(write) }
    }

    /// Sets an attribute like ``set(_:to:)``, but refuses to overwrite a list that contains unknown
    /// values.
    /// - Throws: `JSONError` for the same reasons as ``set(_:to:)``, and with code `notConvertible`
    ///   if the list contains unknown values.
    package func update<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value
    ) throws(JSONError) { try set(path, to: value) { _, write throws(JSONError) in try write() } }

    private func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value,
        _ run: (JSON, () throws(JSONError) -> Void) throws(JSONError) -> Void
    ) throws(JSONError) {
        let attribute = Schema()[keyPath: path]
        try write(Schema.writtenName(of: attribute)) { place throws(JSONError) in
            do throws(JSONError) {
                try run(place) { () throws(JSONError) in try attribute.write(value, to: place) }
            } catch {
                throw place.located(error)
                    .about(SchemaField(Schema.self, Schema.writtenName(of: attribute)))
            }
        }
    }
}
