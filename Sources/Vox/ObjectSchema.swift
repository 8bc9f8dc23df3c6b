// SPDX-License-Identifier: MIT

/// Describes the members of JSON objects of one kind, as ``Object`` shows them.
///
/// ```swift
/// struct Address: ObjectSchema {
///     let street = Attribute<String>("street")
///     let lines = Attribute<[Int]>("lineNumbers")
///     static let keyStrategy = KeyStrategy.snakeCase      // "line_numbers" in JSON
/// }
/// ```
///
/// A ``ResourceSchema`` is one too.
public protocol ObjectSchema {
    /// Makes the descriptors. Called at every access and expected to be free of cost and effect.
    init()

    /// How the names stated become those in JSON; as they are, unless a schema says otherwise. A
    /// descriptor made with `exactly:` is exempt.
    static var keyStrategy: KeyStrategy { get }
}

extension ObjectSchema {
    /// The names stated are those in JSON.
    @inlinable
    public static var keyStrategy: KeyStrategy { .asIs }

    /// The name in JSON of what a descriptor describes.
    @inlinable
    public static func name(of field: some FieldDescriptor) -> MemberName {
        keyStrategy == .asIs || field.isExact
            ? .stated(field.name) : .made(keyStrategy.name(for: field.name))
    }

    /// The descriptors that are stored in the schema, found by reflection.
    static var fields: [(property: String, descriptor: any FieldDescriptor)] {
        Mirror(reflecting: Self()).children.compactMap { child in
            (child.value as? any FieldDescriptor).map { (child.label ?? "", $0) }
        }
    }

    /// The names of the attributes with that access.
    static func attributeNames(where isMeant: (WriteAccess) -> Bool) -> Set<ExactText> {
        var names: Set<ExactText> = []
        for (_, descriptor) in fields {
            guard let descriptor = descriptor as? any AttributeDescriptor else { continue }
            if isMeant(descriptor.access) { names.insert(ExactText(name(of: descriptor).text)) }
        }
        return names
    }

    /// Makes sure that every descriptor has a name of its own: attributes and relationships of a
    /// resource share one set of names (JSON:API 1.1, "Fields").
    ///
    /// The documents of requests are not made with a schema that fails. Descriptors are found by
    /// reflection: those in stored properties count.
    /// - Throws: ``JSONError`` with code `duplicateName`, naming both properties.
    public static func check() throws(JSONError) {
        var known: [ExactText: String] = [:]
        for (property, descriptor) in fields {
            let name = name(of: descriptor).text
            if let other = known.updateValue(property, forKey: ExactText(name)) {
                throw JSONError(
                    code: .duplicateName,
                    message: "\(Self.self): \(other) and \(property) both have the name \"\(name)\""
                )
            }
        }
    }
}
