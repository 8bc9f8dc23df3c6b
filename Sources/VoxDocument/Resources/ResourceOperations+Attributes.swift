// SPDX-License-Identifier: MIT

extension ResourceOperations {
    /// Absent, null, or a value.
    public func state(_ path: KeyPath<Schema, some AttributeDescriptor>) -> MemberState {
        let name = Schema.name(of: Schema()[keyPath: path])
        return member(name, orNull: true)?.vox.state ?? .absent
    }

    /// An attribute, or the reason why there is none. No default stands in.
    /// - Throws: ``JSONError`` with code `missing`, `wrongKind`, `outOfRange` or `notConvertible`,
    ///   and the pointer; or what a transform throws.
    public func value<Descriptor: AttributeDescriptor>(_ path: KeyPath<Schema, Descriptor>)
        throws(JSONError) -> Descriptor.Value
    {
        let attribute = Schema()[keyPath: path]
        let place = place(Schema.name(of: attribute))
        guard place.vox.state != .absent else { throw place.missing }
        return try attribute.read(place)
    }

    /// Writes an attribute, also one that is read-only or written once; a failure changes nothing.
    /// - Throws: ``JSONError`` with code `notFinite`, `notConvertible`, `outOfMemory`, ….
    public func set<Descriptor: AttributeDescriptor>(
        _ path: KeyPath<Schema, Descriptor>, to value: Descriptor.Value
    ) throws(JSONError) {
        let attribute = Schema()[keyPath: path]
        try write(Schema.writtenName(of: attribute)) { place throws(JSONError) in
            do throws(JSONError) {
                try attribute.write(value, to: place)
            } catch {
                throw place.located(error)
            }
        }
    }
}
