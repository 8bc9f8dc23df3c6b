// SPDX-License-Identifier: MIT

extension ResourceOperations {
    /// Absent, null, or a value.
    public func state(_ path: KeyPath<Schema, some AttributeDescriptor>) -> MemberState {
        let name = Schema.name(of: Schema()[keyPath: path])
        return member(name, orNull: true)?.vox.state ?? .absent
    }

    /// An attribute, or the reason why there is none. No default stands in.
    /// - Throws: `JSONError` with code `missing`, `wrongKind`, `outOfRange` or `notConvertible`,
    ///   and the pointer; or what a transform throws.
    public func value<Descriptor: AttributeDescriptor>(_ path: KeyPath<Schema, Descriptor>)
        throws(JSONError) -> Descriptor.Value
    {
        let attribute = Schema()[keyPath: path]
        let place = place(Schema.name(of: attribute))
        do throws(JSONError) {
            guard place.vox.state != .absent else { throw place.missing }
            return try attribute.read(place)
        } catch {
            throw error.completed(Descriptor.Value.self, found: place)
                .about(SchemaField(Schema.self, Schema.name(of: attribute)))
        }
    }

    /// Writes null to an attribute, also to one whose property has a default and so is never null.
    /// - Throws: `JSONError` with code `outOfMemory`, `frozen`, ….
    public func setNull(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in try place.vox.setNull() }
    }

    /// Takes an attribute out, also one whose property has a default and so is never nil.
    /// - Throws: `JSONError` with code `missing` for a resource that is not resolved.
    public func remove(_ path: KeyPath<Schema, some AttributeDescriptor>) throws(JSONError) {
        let name = Schema.writtenName(of: Schema()[keyPath: path])
        try write(name) { place throws(JSONError) in place.vox.remove() }
    }

    /// Writes an attribute, also one that is read-only or written once; a failure changes nothing.
    /// - Throws: `JSONError` with code `notFinite`, `notConvertible`, `outOfMemory`, ….
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value
    ) throws(JSONError) {
        let attribute = Schema()[keyPath: path]
        try write(Schema.writtenName(of: attribute)) { place throws(JSONError) in
            do throws(JSONError) {
                try attribute.write(value, to: place)
            } catch {
                throw place.located(error)
                    .about(SchemaField(Schema.self, Schema.writtenName(of: attribute)))
            }
        }
    }
}
