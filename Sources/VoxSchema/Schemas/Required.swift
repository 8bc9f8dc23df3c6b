// SPDX-License-Identifier: MIT

/// A field that must be there: its property is the value, and reading it throws where there is none. Made
/// by ``AttributeDescriptor/required()``, and by `required()` of a relationship.
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
/// Where the context asks for an optional, as `if let` and `??` do, the property is read as that of any
/// other field, and nothing is thrown. Whether all that is required is there can be checked once, when a
/// document is read: `DocumentOptions.checksRequired`.
public struct Required<Base: FieldDescriptor>: FieldDescriptor {
    /// The field without the mark.
    public let base: Base

    @inlinable
    package init(base: Base) { self.base = base }

    /// The name that the schema states.
    @inlinable
    public var name: StaticString { base.name }

    /// True when the name is that in JSON whatever the ``KeyStrategy``.
    @inlinable
    public var isExact: Bool { base.isExact }

    /// True when the name is a dotted path to a field inside nested objects.
    @inlinable
    public var isPath: Bool { base.isPath }
}

extension Required: AttributeDescriptor, DerivedAttribute where Base: AttributeDescriptor {
    /// The type of the value.
    public typealias Value = Base.Value

    /// What the property is where an optional is asked for.
    public typealias Property = Base.Property
}

extension Required: WritableAttribute where Base: WritableAttribute {
    /// As without the mark.
    @inlinable
    public func value(_ property: Base.Property) -> Base.Value? { base.value(property) }
}

extension AttributeDescriptor where Property == Value? {
    /// The same attribute, whose property throws where the value is missing, null, or of another kind,
    /// and is no optional.
    @inlinable
    public func required() -> Required<Self> { Required(base: self) }
}

// The other marks go inside, so that the field stays a required one in whatever order they are put.

extension Required where Base: WritableAttribute, Base.Property == Base.Value? {
    /// As ``WritableAttribute/readOnly()``, and required.
    @inlinable
    public func readOnly() -> Required<ReadOnly<Base>> {
        Required<ReadOnly<Base>>(base: base.readOnly())
    }

    /// As ``WritableAttribute/writeOnce()``, and required.
    @inlinable
    public func writeOnce() -> Required<WriteOnce<Base>> {
        Required<WriteOnce<Base>>(base: base.writeOnce())
    }

    /// What is required has no default.
    @available(
        *, unavailable, message: "a required attribute has no default: leave out one of the two"
    )
    public func defaulting(to value: Base.Value) -> Defaulted<Base> where Base.Value: Sendable {
        base.defaulting(to: value)
    }

    /// The marks go behind what makes the values.
    @available(*, unavailable, message: "transform first: transformed(by: …).required()")
    public func transformed<Result>(by transform: ValueTransform<Base.Value, Result>)
        -> Required<Transformed<Base, Result>>
    { Required<Transformed<Base, Result>>(base: base.transformed(by: transform)) }
}

/// A required attribute, whatever it is made of.
package protocol RequiredAttribute: FieldDescriptor {
    /// Makes sure that there is a value that converts.
    func check(_ place: JSON) throws(JSONError)
}

extension Required: RequiredAttribute where Base: AttributeDescriptor {
    package func check(_ place: JSON) throws(JSONError) {
        guard place.vox.state != .absent else { throw place.missing }
        _ = try read(place)
    }
}
