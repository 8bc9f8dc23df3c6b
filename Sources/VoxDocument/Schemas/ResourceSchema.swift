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
public protocol ResourceSchema: ObjectSchema, PrimaryData
where Content == Resource<Self>?, Schema == Self {
    /// The JSON:API type, as `albums`.
    static var type: String { get }
}

extension ResourceSchema {
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
    package static func name<Target>(of path: KeyPath<Self, ToOne<Target>>) -> String {
        name(of: Self()[keyPath: path]).text
    }

    package static func name<Target>(of path: KeyPath<Self, ToMany<Target>>) -> String {
        name(of: Self()[keyPath: path]).text
    }
}
