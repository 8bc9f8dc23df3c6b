// SPDX-License-Identifier: MIT

/// Describes the resources of one type: which attributes and relationships they have.
///
/// A schema is a plain struct of descriptors. It is no model: resources are views on the document,
/// ``Resource``, and read the schema to know the JSON names and the Swift types.
///
/// ```swift
/// struct Track: ResourceSchema {
///     static let type = "tracks"
///     let title = Attribute<String>("title")
///     let seconds = Attribute<Int>("seconds")
/// }
/// ```
///
/// Nothing is registered anywhere: two schemas may describe the same type in one program.
public protocol ResourceSchema: ObjectSchema, RelationshipTarget
where Content == Resource<Self>?, ListContent == ResourceList<Self>, Schema == Self {
    /// The JSON:API type, as `albums`.
    static var type: String { get }
}

extension ResourceSchema {
    /// Makes sure that every descriptor has a name of its own, and none of a member of resources.
    ///
    /// Attributes and relationships of a resource share one set of names, in which `type` and `id` are
    /// taken (JSON:API 1.1, "Fields"): the documents of requests are not made with a schema that fails
    /// in this. `lid`, `meta`, `links`, `attributes` and `relationships` are reported as well, for a
    /// property of such a name is never reached: `album.meta` is the meta information of the resource.
    /// Give the property another name to send and read one that a server has; this goes on reporting
    /// it, requests are made. Descriptors are found by reflection: those in stored properties count.
    /// - Throws: `JSONError` with code `duplicateName`, naming both properties, or `reservedName`.
    public static func check() throws(JSONError) {
        try checkForRequests()
        try checkProperties(hidden: [
            "id", "type", "lid", "meta", "links", "attributes", "relationships", "vox",
        ])
    }

    /// Makes sure of what requests need: no name stands twice, and none is `type` or `id`.
    static func checkForRequests() throws(JSONError) {
        try checked.value(of: Self.self) { () throws(JSONError) in
            try checkNames(taken: ["id", "type"])
        }
    }

    /// True when resources of that type are described by this schema.
    package static func describes(_ type: String?) -> Bool {
        self == AnyResource.self || type?.utf8.elementsEqual(Self.type.utf8) ?? false
    }
}

/// The schema of resources of any type, known or not: nothing is typed but identity, and everything
/// can be read through ``Resource/attributes``. See ``Resource/as(_:)``.
public struct AnyResource: ResourceSchema {
    /// No type of its own.
    public static let type = ""

    /// Makes the schema.
    public init() {}
}

extension ResourceSchema {
    package static func name(of path: KeyPath<Self, some RelationshipDescriptor>) -> String {
        name(of: Self()[keyPath: path]).text
    }
}

/// The schemas that passed.
private let checked = SchemaCache<Void>()
