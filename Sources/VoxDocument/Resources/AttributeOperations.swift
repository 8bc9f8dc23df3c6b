// SPDX-License-Identifier: MIT

/// What one can ask of the attributes of a resource, or of the members of an object, beyond reading
/// and setting their properties. Not for conformance elsewhere.
public protocol AttributeAccess {
    /// Describes the attributes.
    associatedtype Schema: ObjectSchema

    /// The first plain read or write in the document that failed; setting nil forgets all that failed.
    var failure: JSONError? { get nonmutating set }

    /// The plain reads and writes in the document that failed since ``failure`` was last set to nil.
    var failures: JSONFailures { get }

    /// False for what was read, or marked as sent: attributes that are written once stay as they are.
    var isNew: Bool { get }

    /// The value of that name, when there is one; null only when it is asked for.
    func member(_ name: MemberName, orNull: Bool) -> JSON?

    /// What has the attributes.
    associatedtype Owner

    /// The value of that name, null included, lent for a call; nil when there is none.
    static func lent(_ name: MemberName, of owner: Owner) -> BorrowedJSONScalar?

    /// The value of that name, or the place where it would be.
    func place(_ name: MemberName) -> JSON

    /// Runs a write to the place of that name.
    func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void) throws(JSONError)
}

extension AttributeAccess {
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
        try write(Schema.name(of: attribute)) { place throws(JSONError) in
            do throws(JSONError) {
                try attribute.write(value, to: place)
            } catch {
                throw place.located(error)
            }
        }
    }

    // MARK: What properties are made of

    /// The value of an attribute; nil, and a note, when it does not convert.
    @inlinable
    func plainValue<Descriptor: AttributeDescriptor>(of attribute: Descriptor) -> Descriptor.Value?
    {
        let name = Schema.name(of: attribute)
        guard let json = member(name, orNull: attribute.acceptsNull) else { return nil }
        do {
            return try attribute.read(json)
        } catch {
            json.noteRead(error)
            return nil
        }
    }

    /// Sets an attribute; nil removes it. A failure is noted.
    @inlinable
    func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        plainly(Schema.name(of: attribute), attribute.access) { place throws(JSONError) in
            if let value {
                try attribute.write(value, to: place)
            } else {
                place.vox.remove()
            }
        }
    }

    /// Sets an attribute to null; nil removes it. A failure is noted.
    @inlinable
    func assign(_ null: Null?, to attribute: some AttributeDescriptor) {
        plainly(Schema.name(of: attribute), attribute.access) { place throws(JSONError) in
            if null == nil {
                place.vox.remove()
            } else {
                try place.vox.setNull()
            }
        }
    }

    @usableFromInline
    func plainly(
        _ name: MemberName, _ access: WriteAccess, _ body: (JSON) throws(JSONError) -> Void
    ) {
        do throws(JSONError) {
            if access == .onCreate, !isNew {
                throw JSONError(code: .readOnly, pointer: place(name).vox.pointer)
            }
            try write(name, body)
        } catch {
            place(name).noteWrite(error)
        }
    }
}
