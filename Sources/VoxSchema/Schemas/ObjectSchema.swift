// SPDX-License-Identifier: MIT

/// A description of the members of JSON objects of one kind. A ``TypedObject`` is a view of a JSON
/// object with the members of a schema.
///
/// ```swift
/// struct Address: ObjectSchema {
///     let street = Attribute<String>("street")
///     let lines = Attribute<[Int]>("lineNumbers")
///     static let keyStrategy = KeyStrategy.snakeCase      // "line_numbers" in JSON
/// }
/// ```
///
/// A `ResourceSchema`, which describes a type of JSON:API resources, is also an object schema.
public protocol ObjectSchema: SendableMetatype {
    /// Creates the descriptors.
    ///
    /// This initializer is called at every access, so it must be fast and must have no side
    /// effects.
    init()

    /// The conversion of names in the schema to names in JSON. By default, names are not converted.
    ///
    /// The name of a descriptor that was created with `exactly:` is not converted.
    static var keyStrategy: KeyStrategy { get }

    /// Checks that each descriptor has a unique name that is not reserved.
    ///
    /// The check finds the descriptors by reflection, which finds only stored properties.
    /// - Throws: `JSONError` with code `duplicateName` or `reservedName`. An error with code
    ///   `duplicateName` names both properties.
    static func check() throws(JSONError)
}

extension ObjectSchema {
    /// The strategy is `asIs`, so that the names in the schema are the names in JSON.
    @inlinable
    public static var keyStrategy: KeyStrategy { .asIs }

    /// Returns the name of a field in JSON.
    @inlinable
    package static func name(of field: some FieldDescriptor) -> MemberName {
        name(field.schemaName, isPath: field.isPath, isExact: field.isExact)
    }

    /// Returns the name under which an attribute is written in JSON. In most cases, the attribute
    /// is also read under this name.
    @inlinable
    package static func writtenName(of attribute: some AttributeDescriptor) -> MemberName {
        guard let written = attribute.writtenName else { return name(of: attribute) }
        return name(written.name, isPath: written.isPath, isExact: written.isExact)
    }

    /// Returns the name in JSON for a name in the schema.
    @inlinable
    static func name(_ name: StaticString, isPath: Bool, isExact: Bool) -> MemberName {
        let strategy = isExact ? .asIs : keyStrategy
        if isPath { return MemberName(path: name, strategy) }
        return strategy == .asIs ? .stated(name) : .made(strategy.name(for: name))
    }

    /// The stored descriptors of the schema. Reflection finds the descriptors at the first use, and
    /// the result is cached.
    package static var fields: [(property: String, descriptor: any FieldDescriptor)] {
        knownFields.value(of: Self.self) {
            Mirror(reflecting: Self()).children.compactMap { child in
                (child.value as? any FieldDescriptor).map { (child.label ?? "", $0) }
            }
        }
    }

    /// Returns the names of the attributes with the given access.
    ///
    /// The result contains no attributes inside nested objects, because requests contain the
    /// outermost object as a whole.
    package static func attributeNames(where isMeant: (FieldMark.Access) -> Bool) -> Set<ExactText>
    {
        let access = knownAccess.value(of: Self.self) {
            fields.compactMap { field -> (name: ExactText, access: FieldMark.Access)? in
                guard let descriptor = field.descriptor as? any AttributeDescriptor else {
                    return nil
                }
                let name = name(of: descriptor)
                if case .nested = name { return nil }
                return (ExactText(name.text), descriptor.access)
            }
        }
        return Set(access.filter { isMeant($0.access) }.map(\.name))
    }

    /// Checks that each descriptor has a unique name, and that no descriptor is named `vox`.
    public static func check() throws(JSONError) {
        try checkNames(taken: [])
        try checkProperties(hidden: ["vox"])
    }

    /// Checks that the names in JSON are unique and not reserved.
    package static func checkNames(taken: Set<String>) throws(JSONError) {
        var known: [ExactText: String] = [:]
        for (property, descriptor) in fields {
            let name = name(of: descriptor)
            for first in name.names.prefix(1) where taken.contains(first) {
                throw reserved(first, property)
            }
            let pointer = name.names.map(JSON.pointerSegment).joined()
            if let other = known.updateValue(property, forKey: ExactText(pointer)) {
                throw JSONError(
                    code: .duplicateName,
                    message:
                        "\(Self.self): \(other) and \(property) both have the name \"\(name.text)\""
                )
            }
        }
    }

    /// Checks that no descriptor has the same name as a property of the view, because the property
    /// of the view would hide the descriptor.
    package static func checkProperties(hidden: Set<String>) throws(JSONError) {
        for (property, descriptor) in fields {
            for name in [name(of: descriptor).text, property] where hidden.contains(name) {
                throw reserved(name, property)
            }
        }
    }

    private static func reserved(_ name: String, _ property: String) -> JSONError {
        JSONError(
            code: .reservedName,
            message: "\(Self.self): \(property) has the name \"\(name)\", which is already used")
    }
}

private let knownFields = SchemaCache<[(property: String, descriptor: any FieldDescriptor)]>()
private let knownAccess = SchemaCache<[(name: ExactText, access: FieldMark.Access)]>()
