// SPDX-License-Identifier: MIT
#if Macros

// The macros have the names of descriptors. The compiler looks up an attribute of a property among
// macros, and a type elsewhere, so the names do not conflict.

/// Makes a struct the model of resources of one type. The macro generates the schema, the
/// conformance to `ResourceModel`, and a function that creates a new resource.
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
/// | member | description |
/// |---|---|
/// | `Album.Schema` | the schema: `Resource<Album.Schema>`, `DataSource<Album.Schema>` |
/// | `id` | `var id: String?`, unless the struct has an `id` |
/// | `init(id:title:…)` | takes all properties; left out if the struct has an initializer |
/// | `Album.makeResource(…)` | creates a resource to send; optional fields have a default |
/// | `init(_:)`, `write(to:)` | the requirements of `ResourceModel` |
///
/// All members have the access level of the struct. Computed properties, static properties, and
/// properties marked ``Transient()`` are not fields of the resource.
/// - Parameters:
///   - type: the type in JSON:API, a literal.
///   - keys: the conversion of property names to names in JSON.
@attached(
    member, names: named(Schema), named(id), named(init), named(makeResource))
@attached(
    extension, conformances: ResourceModel, names: named(init), named(write))
public macro Resource(_ type: StaticString, keys: KeyStrategy = .asIs) =
    #externalMacro(module: "VoxMacrosPlugin", type: "ResourceMacro")

/// Sets the options of an attribute of a `@Resource` struct. The attribute has the name of its
/// property.
@attached(peer) public macro Attribute(_ marks: FieldMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Gives an attribute of a `@Resource` struct a name that differs from the name of its property.
/// The key strategy of the struct converts this name to the name in JSON.
@attached(peer) public macro Attribute(_ name: StaticString, _ marks: FieldMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Gives an attribute of a `@Resource` struct its exact name in JSON. The key strategy does not
/// change this name.
@attached(peer) public macro Attribute(exactly name: StaticString, _ marks: FieldMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Gives an attribute of a `@Resource` struct its path in nested objects, such as
/// `"followers.total"`.
@attached(peer) public macro Attribute(at path: StaticString, _ marks: FieldMark...) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of a `@Resource` struct is a relationship to one resource.
///
/// The type of the property is a model, such as `Artist`; a view of the resource, such as
/// `Resource<Artist.Schema>`; or, with ``ToOne(_:to:)``, an id.
@attached(peer)
public macro ToOne() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property is a relationship to one resource. The name of the relationship differs
/// from the name of the property.
@attached(peer)
public macro ToOne(_ name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property is a relationship to one resource, and gives the relationship its exact
/// name in JSON. The key strategy does not change this name.
@attached(peer)
public macro ToOne(exactly name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of type `String` or `String?` is a relationship to one resource. The
/// value of the property is the id of the related resource.
/// - Parameter target: the model or the schema of the resource.
@attached(peer)
public macro ToOne<Target>(to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of type `String` or `String?` is a relationship to one resource. The
/// name of the relationship differs from the name of the property. The value of the property is the
/// id of the related resource.
/// - Parameters:
///   - name: the name. The key strategy of the struct converts this name to the name in JSON.
///   - target: the model or the schema of the resource.
@attached(peer)
public macro ToOne<Target>(_ name: StaticString, to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of a `@Resource` struct is a relationship to any number of resources.
///
/// The type of the property is a list of models, such as `[Track]`; a list of views, such as
/// `[Resource<Track.Schema>]`; or, with ``ToMany(_:to:)``, a list of ids.
@attached(peer)
public macro ToMany() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property is a relationship to any number of resources. The name of the
/// relationship differs from the name of the property.
@attached(peer)
public macro ToMany(_ name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property is a relationship to any number of resources, and gives the
/// relationship its exact name in JSON. The key strategy does not change this name.
@attached(peer)
public macro ToMany(exactly name: StaticString) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of type `[String]` is a relationship to any number of resources. The
/// elements of the property are the ids of the related resources.
/// - Parameter target: the model or the schema of the resources.
@attached(peer)
public macro ToMany<Target>(to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Declares that a property of type `[String]` is a relationship to any number of resources. The
/// name of the relationship differs from the name of the property. The elements of the property are
/// the ids of the related resources.
/// - Parameters:
///   - name: the name. The key strategy of the struct converts this name to the name in JSON.
///   - target: the model or the schema of the resources.
@attached(peer)
public macro ToMany<Target>(_ name: StaticString, to target: Target.Type) =
    #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")

/// Excludes a stored property of a `@Resource` struct from the resource. The excluded property must
/// be optional, or have a default value.
@attached(peer)
public macro Transient() = #externalMacro(module: "VoxMacrosPlugin", type: "FieldMacro")
#endif
