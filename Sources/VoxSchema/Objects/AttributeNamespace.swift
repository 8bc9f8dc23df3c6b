// SPDX-License-Identifier: MIT

/// The methods under `vox` for the attributes of a resource, or for the members of an object.
/// `Resource.Namespace` and ``TypedObject/Namespace`` conform to this protocol.
@usableFromInline
package protocol AttributeNamespace {
    /// True if the object has never been sent to a server. False for an object that was read or
    /// marked as sent: its write-once attributes cannot be changed.
    var isUnsent: Bool { get }

    /// Returns the value with the given name, or nil. Returns null only if `orNull` is true.
    func member(_ name: MemberName, orNull: Bool) -> JSON?

    /// The type that has the attributes.
    associatedtype Owner: AttributeOwner

    /// Returns the value with the given name, borrowed for one call. Returns nil if the value is
    /// missing. Null is returned as null.
    static func lent(_ name: MemberName, of owner: Owner) -> JSON.BorrowedScalar?

    /// Writes a string with the given name in one step. Returns false if the write fails. A failed
    /// write changes nothing.
    static func trySet(_ name: StaticString, to text: String, of owner: Owner) -> Bool

    /// Writes a scalar with the given name in one step. Returns false if the write fails. A failed
    /// write changes nothing.
    static func trySet(_ name: StaticString, to scalar: Node.Scalar, of owner: Owner) -> Bool

    /// Returns a view of the value with the given name. The value may be missing.
    func place(_ name: MemberName) -> JSON

    /// Runs a write to the member with the given name.
    func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void) throws(JSONError)
}

extension AttributeNamespace {
    // MARK: Implementation of properties

    /// Returns the value of an attribute. If the value cannot be converted, the method returns nil
    /// and records the failure.
    @inlinable
    package func plainValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        let name = Owner.Schema.name(of: attribute)
        guard let json = member(name, orNull: attribute.acceptsNull) else { return nil }
        do {
            return try attribute.read(json)
        } catch {
            json.noteRead(error, of: Owner.Schema.self, name, as: Descriptor.Value.self)
            return nil
        }
    }

    /// Sets an attribute. Setting nil removes the attribute. A failed write is recorded.
    @inlinable
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        plainly(Owner.Schema.writtenName(of: attribute), attribute.access) {
            place throws(JSONError) in
            if attribute.hasDefault { try checkReadable(attribute) }
            if let value {
                try attribute.write(value, to: place)
            } else {
                place.vox.remove()
            }
        }
    }

    /// Throws an error if the present value cannot be converted.
    @usableFromInline
    func checkReadable(_ attribute: some AttributeDescriptor) throws(JSONError) {
        guard let json = member(Owner.Schema.name(of: attribute), orNull: attribute.acceptsNull)
        else {
            return
        }
        do {
            _ = try attribute.read(json)
        } catch {
            throw JSONError(
                code: error.code,
                message:
                    "the present value cannot be converted (\(error.message)), and its default was read instead: use vox.set(_:to:) or vox.remove(_:) to replace it",
                pointer: error.pointer)
        }
    }

    /// Sets an attribute to a value or to null. Setting nil removes the attribute. A failed write
    /// is recorded.
    @inlinable
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Nullable<Descriptor.Value>?, to attribute: Descriptor
    ) {
        plainly(Owner.Schema.writtenName(of: attribute), attribute.access) {
            place throws(JSONError) in
            switch value {
            case nil: place.vox.remove()
            case .null?: try place.vox.setNull()
            case .value(let value)?: try attribute.write(value, to: place)
            }
        }
    }

    /// Returns the value of an attribute, or null. Returns nil if the attribute is missing or
    /// cannot be converted.
    @inlinable
    package func nullableValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Nullable<Descriptor.Value>? {
        if let value = plainValue(of: attribute) { return .value(value) }
        let name = Owner.Schema.name(of: attribute)
        return member(name, orNull: true)?.vox.state == .null ? .null : nil
    }

    @usableFromInline
    func plainly(
        _ name: MemberName, _ access: FieldMark.Access, _ body: (JSON) throws(JSONError) -> Void
    ) {
        do throws(JSONError) {
            if access == .onCreate, !isUnsent {
                throw JSONError(code: .readOnly, pointer: place(name).vox.pointer)
            }
            try write(name, body)
        } catch {
            place(name).noteWrite(error.about(SchemaField(Owner.Schema.self, name)))
        }
    }
}

/// The operations on an object that is sent as a whole, and not as a part of another value.
package protocol SentObject {
    /// True if the server has the object. The write-once attributes of this object cannot be
    /// changed.
    var wasSent: Bool { get }
}
