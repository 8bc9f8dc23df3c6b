// SPDX-License-Identifier: MIT

/// What one can ask of the attributes of a resource, or of the members of an object, beyond reading
/// and setting their properties: what `ResourceOperations` and ``ObjectOperations`` have in common.
@usableFromInline
package protocol AttributeOperations {
    /// Describes the attributes.
    associatedtype Schema: ObjectSchema

    /// False for what was read, or marked as sent: attributes that are written once stay as they are.
    var isUnsent: Bool { get }

    /// The value of that name, when there is one; null only when it is asked for.
    func member(_ name: MemberName, orNull: Bool) -> JSON?

    /// What has the attributes.
    associatedtype Owner

    /// The value of that name, null included, lent for a call; nil when there is none.
    static func lent(_ name: MemberName, of owner: Owner) -> BorrowedJSONScalar?

    /// Writes the value of that name in one step. False where that cannot be done; nothing has changed then.
    static func trySet(_ name: StaticString, to text: String, of owner: Owner) -> Bool

    /// The same for other scalars.
    static func trySet(_ name: StaticString, to scalar: Node.Scalar, of owner: Owner) -> Bool

    /// The value of that name, or the place where it would be.
    func place(_ name: MemberName) -> JSON

    /// Runs a write to the place of that name.
    func write(_ name: MemberName, _ write: (JSON) throws(JSONError) -> Void) throws(JSONError)
}

extension AttributeOperations {
    // MARK: What properties are made of

    /// The value of an attribute; nil, and a note, when it does not convert.
    @inlinable
    package func plainValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Descriptor.Value? {
        let name = Schema.name(of: attribute)
        guard let json = member(name, orNull: attribute.acceptsNull) else { return nil }
        do {
            return try attribute.read(json)
        } catch {
            json.noteRead(error, of: Schema.self, name, as: Descriptor.Value.self)
            return nil
        }
    }

    /// Sets an attribute; nil removes it. A failure is noted.
    @inlinable
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Descriptor.Value?, to attribute: Descriptor
    ) {
        plainly(Schema.writtenName(of: attribute), attribute.access) { place throws(JSONError) in
            if attribute.hasDefault { try checkReadable(attribute) }
            if let value {
                try attribute.write(value, to: place)
            } else {
                place.vox.remove()
            }
        }
    }

    /// Throws where a value stands that does not convert.
    @usableFromInline
    func checkReadable(_ attribute: some AttributeDescriptor) throws(JSONError) {
        guard let json = member(Schema.name(of: attribute), orNull: attribute.acceptsNull) else {
            return
        }
        do {
            _ = try attribute.read(json)
        } catch {
            throw JSONError(
                code: error.code,
                message:
                    "the value that stands there does not convert (\(error.message)), and a default was read in its place: vox.set(_:to:) or vox.remove(_:) replaces it",
                pointer: error.pointer)
        }
    }

    /// Sets an attribute to a value or to null; nil removes it. A failure is noted.
    @inlinable
    package func assign<Descriptor: AttributeDescriptor>(
        _ value: Nullable<Descriptor.Value>?, to attribute: Descriptor
    ) {
        plainly(Schema.writtenName(of: attribute), attribute.access) { place throws(JSONError) in
            switch value {
            case nil: place.vox.remove()
            case .null?: try place.vox.setNull()
            case .value(let value)?: try attribute.write(value, to: place)
            }
        }
    }

    /// An attribute as it stands: nil when it is missing or does not convert.
    @inlinable
    package func nullableValue<Descriptor: AttributeDescriptor>(
        of attribute: Descriptor
    ) -> Nullable<Descriptor.Value>? {
        if let value = plainValue(of: attribute) { return .value(value) }
        let name = Schema.name(of: attribute)
        return member(name, orNull: true)?.vox.state == .null ? .null : nil
    }

    @usableFromInline
    func plainly(
        _ name: MemberName, _ access: WriteAccess, _ body: (JSON) throws(JSONError) -> Void
    ) {
        do throws(JSONError) {
            if access == .onCreate, !isUnsent {
                throw JSONError(code: .readOnly, pointer: place(name).vox.pointer)
            }
            try write(name, body)
        } catch {
            place(name).noteWrite(error.about(SchemaField(Schema.self, name)))
        }
    }
}

/// Operations on an object that is sent by itself.
package protocol SentObject {
    /// True for one that the server knows: attributes that are written once stay as they are.
    var wasSent: Bool { get }
}
