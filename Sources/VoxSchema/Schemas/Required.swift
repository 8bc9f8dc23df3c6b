// SPDX-License-Identifier: MIT

extension FieldMark {
    /// A required field. The property of a required field is not optional, and reading the property
    /// throws if the value is missing. ``AttributeDescriptor/required()`` and `required()` of a
    /// relationship create required fields.
    ///
    /// ```swift
    /// struct Place: ObjectSchema {
    ///     let street = Attribute<String>("street").required()
    /// }
    /// let json = try JSON(parsing: #"{"street": "Hauptstraße 1"}"#)
    /// let place = TypedObject<Place>(json)
    /// let street: String = try place.street    // no optional
    /// place.street = "Hauptstraße 2"           // written as any other
    /// place.street = nil
    /// do { _ = try place.street } catch { print(error.code, error.pointer) }
    /// print(street)
    /// // prints: missing /street
    /// // prints: Hauptstraße 1
    /// ```
    ///
    /// In a context that requires an optional, such as `if let` or `??`, the property is an
    /// optional and does not throw. `DocumentOptions.checksRequired` checks all required fields
    /// once, when a document is read.
    public struct Required<Base: FieldDescriptor>: FieldDescriptor {
        /// The field that is required.
        public let base: Base

        @inlinable
        package init(base: Base) { self.base = base }

        /// The name of the field in the schema.
        @inlinable
        public var schemaName: StaticString { base.schemaName }

        /// True if the name in the schema is the exact name in JSON, which the ``KeyStrategy`` does
        /// not convert.
        @inlinable
        public var isExact: Bool { base.isExact }

        /// True if the name is a dotted path to a field inside nested objects.
        @inlinable
        public var isPath: Bool { base.isPath }
    }
}

extension FieldMark.Required: AttributeDescriptor, FieldMark.Derived, FilterOperand
where Base: AttributeDescriptor {
    /// The type of the value.
    public typealias Value = Base.Value

    /// The type of the property if the context requires an optional.
    public typealias Property = Base.Property
}

extension FieldMark.Required: WritableAttribute where Base: WritableAttribute {
    /// Returns the value that the base attribute writes.
    @inlinable
    public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
}

extension AttributeDescriptor where Property == Value? {
    /// Returns a required copy of this attribute.
    ///
    /// The property of a required attribute is not optional. Reading the property throws if the
    /// value is missing or null, or cannot be converted.
    @inlinable public func required() -> FieldMark.Required<Self> { FieldMark.Required(base: self) }
}

// Other marks are applied to the base. Therefore the order of the marks does not matter.

extension FieldMark.Required where Base: WritableAttribute, Base.Property == Base.Value? {
    /// Returns a copy of this required attribute that is also read-only. See
    /// ``WritableAttribute/readOnly()``.
    @inlinable public func readOnly() -> FieldMark.Required<FieldMark.ReadOnly<Base>> {
        FieldMark.Required<FieldMark.ReadOnly<Base>>(base: base.readOnly())
    }

    /// Returns a copy of this required attribute that is also write-once. See
    /// ``WritableAttribute/writeOnce()``.
    @inlinable public func writeOnce() -> FieldMark.Required<FieldMark.WriteOnce<Base>> {
        FieldMark.Required<FieldMark.WriteOnce<Base>>(base: base.writeOnce())
    }

    /// Unavailable: a required attribute has no default.
    @available(
        *, unavailable,
        message: "a required attribute cannot have a default: remove defaulting(to:) or required()"
    ) public func defaulting(to value: Base.Value) -> FieldMark.Defaulted<Base>
    where Base.Value: Sendable { base.defaulting(to: value) }

    /// Unavailable: transform the attribute before you mark it as required.
    @available(
        *, unavailable,
        message: "call transformed(by:) before required(): transformed(by: …).required()"
    )
    public func transformed<Result>(by transform: ValueTransform<Base.Value, Result>)
        -> FieldMark.Required<FieldMark.Transformed<Base, Result>>
    {
        FieldMark.Required<FieldMark.Transformed<Base, Result>>(
            base: base.transformed(by: transform))
    }
}

/// A required attribute of any kind.
package protocol RequiredAttribute: FieldDescriptor {
    /// Throws an error if the value does not exist or cannot be converted.
    func check(_ place: JSON) throws(JSONError)
}

extension FieldMark.Required: RequiredAttribute where Base: AttributeDescriptor {
    package func check(_ place: JSON) throws(JSONError) {
        guard place.vox.state != .absent else { throw place.missing }
        do throws(JSONError) {
            _ = try read(place)
        } catch {
            throw failure(error, at: place)
        }
    }
}

extension AttributeDescriptor {
    /// Returns an error about the value at a place with the expected and the found value, or with
    /// the words that null is not allowed.
    package func failure(_ error: JSONError, at place: JSON) -> JSONError {
        guard self is any RequiredAttribute, place.vox.state == .null else {
            return error.completed(Value.self, found: place)
        }
        return error.ofNull("attribute", at: place)
    }
}
