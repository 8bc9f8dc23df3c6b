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

    /// Makes sure that every descriptor has a name of its own, and in a ``ResourceSchema`` none of a
    /// member of resources.
    ///
    /// Attributes and relationships of a resource share one set of names, in which `type` and `id` are
    /// taken (JSON:API 1.1, "Fields"): the documents of requests are not made with a schema that fails
    /// in this. `lid`, `meta`, `links`, `attributes` and `relationships` are reported as well, for a
    /// property of such a name is never reached: `album.meta` is the meta information of the resource.
    /// Give the property another name to send and read one that a server has; ``check()`` goes on
    /// reporting it, requests are made. Descriptors are found by reflection: those in stored properties
    /// count.
    /// - Throws: ``JSONError`` with code `duplicateName`, naming both properties, or `reservedName`.
    public static func check() throws(JSONError) {
        try checkForRequests()
        for (property, descriptor) in fields {
            for name in [name(of: descriptor).text, property] where isReserved(name) {
                throw reserved(name, property)
            }
        }
    }

    private static func isReserved(_ name: String) -> Bool {
        let names = ["id", "type", "lid", "meta", "links", "attributes", "relationships"]
        return name == "vox" || self is any ResourceSchema.Type && names.contains(name)
    }

    private static func reserved(_ name: String, _ property: String) -> JSONError {
        JSONError(
            code: .reservedName,
            message: "\(Self.self): \(property) has the name \"\(name)\", which is taken")
    }

    /// Makes sure of what requests need: no name stands twice, and none is `type` or `id`.
    static func checkForRequests() throws(JSONError) {
        var known: [ExactText: String] = [:]
        for (property, descriptor) in fields {
            let name = name(of: descriptor).text
            if self is any ResourceSchema.Type, ["id", "type"].contains(name) {
                throw reserved(name, property)
            }
            if let other = known.updateValue(property, forKey: ExactText(name)) {
                throw JSONError(
                    code: .duplicateName,
                    message: "\(Self.self): \(other) and \(property) both have the name \"\(name)\""
                )
            }
        }
    }
}
