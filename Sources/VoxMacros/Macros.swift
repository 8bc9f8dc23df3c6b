// SPDX-License-Identifier: MIT
#if Macros

// The macros have the names of the descriptors they stand for: an attribute in front of a property is
// looked up among macros, a type anywhere else.

/// Makes a struct the model of resources of one type: the compiler writes the schema, the conformance to
/// `ResourceModel`, and what makes a new resource.
///
/// <!-- not run: the macro is behind a trait -->
/// ```swift
/// @Resource("albums")
/// struct Album {
///     var title: String
///     @Attribute("release-year") var year: Int?
///     @ToOne var artist: Artist
///     @ToMany var tracks: [Track]
/// }
/// ```
///
/// | member | what it is |
/// |---|---|
/// | `Album.Schema` | the schema: `Resource<Album.Schema>`, `DataSource<Album.Schema>` |
/// | `id` | `var id: String?`, unless the struct has one |
/// | `init(id:title:…)` | takes all properties; not where the struct has an initializer |
/// | `Album.makeResource(…)` | makes a resource to send; what may be left out has a default |
/// | `init(_:)`, `write(to:)` | what `ResourceModel` asks for |
///
/// All have the access level of the struct. Computed and static properties are no fields of the resource,
/// and neither is what is marked ``Transient()``.
/// - Parameters:
///   - type: the type in JSON:API, a literal.
///   - keys: how the names of properties become those in JSON.
@attached(
    member, names: named(Schema), named(id), named(init), named(makeResource))
@attached(
    extension, conformances: ResourceModel, names: named(init), named(write))
public macro Resource(_ type: StaticString, keys: KeyStrategy = .asIs) =
    #externalMacro(module: "VoxMacrosPlugin", type: "ResourceMacro")

/// What a property of a `@Resource` struct can say about its attribute.
public enum AttributeMark: Sendable {
    /// No request carries it (`Attribute.readOnly()`); ``Resource(_:keys:)`` leaves it out of
    /// `makeResource`.
    case readOnly
    /// Only the request that creates the resource carries it (`Attribute.writeOnce()`).
    case writeOnce
    /// The property of the resource, `resource.title`, throws where there is no value
    /// (`Attribute.required()`), and documents can be checked for it when they are read.
    case required
}

/// Marks an attribute of a `@Resource` struct, which keeps the name of the property.
@attached(peer)
public macro Attribute(_ marks: AttributeMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Gives an attribute of a `@Resource` struct another name than that of its property. The key strategy of
/// the struct makes that in JSON of it.
@attached(peer)
public macro Attribute(_ name: StaticString, _ marks: AttributeMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Gives an attribute of a `@Resource` struct the name that JSON has, whatever the key strategy.
@attached(peer)
public macro Attribute(exactly name: StaticString, _ marks: AttributeMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Says where an attribute of a `@Resource` struct is found in nested objects: `"followers.total"`.
@attached(peer)
public macro Attribute(at path: StaticString, _ marks: AttributeMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property of a `@Resource` struct a relationship to one resource.
///
/// Its type is a model, `Artist`; a view of the resource, `Resource<Artist.Schema>`; or with
/// ``ToOne(_:to:)`` an id.
@attached(peer)
public macro ToOne() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property a relationship to one resource, with a name other than that of the property.
@attached(peer)
public macro ToOne(_ name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property a relationship to one resource, with the name that JSON has, whatever the key strategy.
@attached(peer)
public macro ToOne(exactly name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property, `String` or `String?`, the id of the resource at the end of a relationship.
/// - Parameter target: its model, or its schema.
@attached(peer)
public macro ToOne<Target>(to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property, `String` or `String?`, the id of the resource at the end of a relationship that has
/// another name than the property.
/// - Parameters:
///   - name: the name; the key strategy of the struct makes that in JSON of it.
///   - target: the model of the resource, or its schema.
@attached(peer)
public macro ToOne<Target>(_ name: StaticString, to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property of a `@Resource` struct a relationship to any number of resources.
///
/// Its type is a list of models, `[Track]`; of views, `[Resource<Track.Schema>]`; or with
/// ``ToMany(_:to:)`` of ids.
@attached(peer)
public macro ToMany() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property a relationship to any number of resources, with a name other than that of the property.
@attached(peer)
public macro ToMany(_ name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property a relationship to any number of resources, with the name that JSON has, whatever the
/// key strategy.
@attached(peer)
public macro ToMany(exactly name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property, `[String]`, the ids of the resources at the end of a relationship.
/// - Parameter target: their model, or their schema.
@attached(peer)
public macro ToMany<Target>(to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Makes a property, `[String]`, the ids of the resources at the end of a relationship that has another
/// name than the property.
/// - Parameters:
///   - name: the name; the key strategy of the struct makes that in JSON of it.
///   - target: the model of the resources, or their schema.
@attached(peer)
public macro ToMany<Target>(_ name: StaticString, to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Keeps a stored property of a `@Resource` struct out of the resource. It is an optional or has a value to
/// begin with.
@attached(peer)
public macro Transient() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")
#endif
