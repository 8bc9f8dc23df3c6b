// SPDX-License-Identifier: MIT

/// Describes the attributes and relationships of the resources of one type.
///
/// A schema is a struct of descriptors, and does not hold the values of a resource. A resource is a
/// view of the document (``Resource``). The schema provides the JSON names and the Swift types of
/// the view.
///
/// ```swift
/// struct Track: ResourceSchema {
///     static let type = "tracks"
///     let title = Attribute<String>("title")
///     let seconds = Attribute<Int>("seconds")
/// }
/// ```
///
/// Schemas are not registered, so two schemas in one program may describe the same type.
public protocol ResourceSchema: ObjectSchema, RelationshipTarget
where Content == Resource<Self>?, ListContent == ResourceList<Self>, Schema == Self {
    /// The JSON:API type, such as `albums`.
    static var type: String { get }
}

extension ResourceSchema {
    /// Checks that each descriptor has a unique name that is not reserved.
    ///
    /// The attributes and relationships of a resource share one set of names, in which `type` and
    /// `id` are reserved (JSON:API 1.1, "Fields"). A schema that breaks the rules for unique and
    /// reserved names cannot be used to create request documents.
    ///
    /// The names `lid`, `meta`, `links`, `attributes` and `relationships` are reported too, because
    /// a member of ``Resource`` hides the property: `album.meta` is the meta information of the
    /// resource. If a server has a field with a reserved name, give the property another name.
    /// After the property is renamed, the check still reports the field, but requests can be
    /// created. The check finds the descriptors by reflection, which finds only stored properties.
    /// - Throws: `JSONError` with code `duplicateName` and the names of both properties, or with
    ///   code `reservedName`.
    public static func check() throws(JSONError) {
        try checkForRequests()
        try checkProperties(hidden: [
            "id", "type", "lid", "meta", "links", "attributes", "relationships", "vox",
        ])
    }

    /// Checks the rules for request documents: each name is unique, and no name is `type` or `id`.
    static func checkForRequests() throws(JSONError) {
        try checked.value(of: Self.self) { () throws(JSONError) in
            try checkNames(taken: ["id", "type"])
        }
    }

    /// Returns true if this schema describes resources of the given type.
    package static func describes(_ type: String?) -> Bool {
        self == AnyResource.self || type?.utf8.elementsEqual(Self.type.utf8) ?? false
    }
}

/// The schema of resources of any type.
///
/// This schema declares no fields: only the identity of a resource has properties with types. Read
/// the attributes through ``Resource/attributes``. See ``Resource/as(_:)``.
public struct AnyResource: ResourceSchema {
    /// The type is the empty string, because the schema describes resources of any type.
    public static let type = ""

    /// Creates the schema.
    public init() {}
}

extension ResourceSchema {
    package static func name(of path: KeyPath<Self, some RelationshipDescriptor>) -> String {
        name(of: Self()[keyPath: path]).text
    }
}

/// The schemas that passed the check.
private let checked = SchemaCache<Void>()
