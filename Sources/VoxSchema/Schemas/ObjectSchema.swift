// SPDX-License-Identifier: MIT

/// Describes the members of JSON objects of one kind, as ``TypedObject`` shows them.
///
/// ```swift
/// struct Address: ObjectSchema {
///     let street = Attribute<String>("street")
///     let lines = Attribute<[Int]>("lineNumbers")
///     static let keyStrategy = KeyStrategy.snakeCase      // "line_numbers" in JSON
/// }
/// ```
///
/// A `ResourceSchema` of JSON:API is one too.
public protocol ObjectSchema: SendableMetatype {
    /// Makes the descriptors. Called at every access and expected to be free of cost and effect.
    init()

    /// How the names stated become those in JSON; as they are, unless a schema says otherwise. A
    /// descriptor made with `exactly:` is exempt.
    static var keyStrategy: KeyStrategy { get }

    /// Makes sure that every descriptor has a name of its own, and none that is taken. Descriptors are
    /// found by reflection: those in stored properties count.
    /// - Throws: `JSONError` with code `duplicateName`, naming both properties, or `reservedName`.
    static func check() throws(JSONError)
}

extension ObjectSchema {
    /// The names stated are those in JSON.
    @inlinable
    public static var keyStrategy: KeyStrategy { .asIs }

    /// The name in JSON of what a descriptor describes.
    @inlinable
    public static func name(of field: some FieldDescriptor) -> MemberName {
        name(StatedName(field.name, isPath: field.isPath, isExact: field.isExact))
    }

    /// The name in JSON under which an attribute is written: mostly that under which it is read.
    @inlinable
    public static func writtenName(of attribute: some AttributeDescriptor) -> MemberName {
        attribute.writtenName.map(name) ?? name(of: attribute)
    }

    /// The name in JSON of a name that the schema states.
    @inlinable
    static func name(_ stated: StatedName) -> MemberName {
        let strategy = stated.isExact ? .asIs : keyStrategy
        if stated.isPath { return MemberName(path: stated.name, strategy) }
        return strategy == .asIs
            ? .stated(stated.name) : .made(strategy.name(for: stated.name))
    }

    /// The descriptors that are stored in the schema, found by reflection, once.
    package static var fields: [(property: String, descriptor: any FieldDescriptor)] {
        knownFields.value(of: Self.self) {
            Mirror(reflecting: Self()).children.compactMap { child in
                (child.value as? any FieldDescriptor).map { (child.label ?? "", $0) }
            }
        }
    }

    /// The names of the attributes with that access, without those inside nested objects: what these stand
    /// in is carried whole.
    package static func attributeNames(where isMeant: (WriteAccess) -> Bool) -> Set<ExactText> {
        var names: Set<ExactText> = []
        for (_, descriptor) in fields {
            guard let descriptor = descriptor as? any AttributeDescriptor else { continue }
            let name = name(of: descriptor)
            if case .nested = name { continue }
            if isMeant(descriptor.access) { names.insert(ExactText(name.text)) }
        }
        return names
    }

    /// Makes sure that every descriptor has a name of its own, and none is `vox`.
    public static func check() throws(JSONError) {
        try checkNames(taken: [])
        try checkProperties(hidden: ["vox"])
    }

    /// Makes sure that no name in JSON stands twice, and that none is taken.
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

    /// Makes sure that no descriptor has the name of a member of its view, which hides it.
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
            message: "\(Self.self): \(property) has the name \"\(name)\", which is taken")
    }
}

private let knownFields = SchemaCache<[(property: String, descriptor: any FieldDescriptor)]>()
