// SPDX-License-Identifier: MIT

public import HTTPTypes

/// An endpoint of a service as a type: its path and query, and how its responses are read.
///
/// ```swift
/// import VoxREST
///
/// protocol MusicEndpoint: Endpoint {}
/// extension MusicEndpoint {  // what all of them have in common
///     var base: String? { "https://music.example/v1" }
///     var acceptedTypes: [String]? { ["application/json"] }
/// }
/// struct Artist: ObjectSchema {
///     let name = Attribute<String>("name")
/// }
/// struct ArtistSearch: MusicEndpoint {
///     typealias Content = [TypedObject<Artist>]
///     let path = "search"
///     let keyPath: String? = "artists.items"
/// }
/// func search(_ api: RESTClient) async throws {
///     let found = try await api.get(ArtistSearch()).query("q", "cartographers").result()
///     print(found.map { $0.name ?? "" })
/// }
/// ```
///
/// A protocol that refines this one can set defaults in an extension for all types that conform to
/// it.
public protocol Endpoint<Content>: Sendable {
    /// What its answers are read as: a model, a list of some, any value.
    associatedtype Content: JSONConvertible

    /// Where ``path`` begins; nil, the default, for the base of the client.
    var base: String? { get }

    /// The path, with places: `artists/<id>` or `artists/:id`. One that may be absent is the last
    /// and has a question mark: `artists/<id?>`, `artists/:id?`.
    var path: String { get }

    /// Header fields of its requests, over those of the client. Default: none.
    var headers: HTTPFields { get }

    /// Items of the query of its requests. Default: none.
    var query: [QueryItem] { get }

    /// The media types to accept; nil, the default, for those of the client.
    var acceptedTypes: [String]? { get }

    /// What to read of a response, by a dotted path; nil, the default, for all of it.
    ///
    /// The path leads through objects: one that leads nowhere, or through a list, is an error. So
    /// of an answer whose root is a list, all of it is read or nothing.
    var keyPath: String? { get }

    /// The options for its requests, made of those of the client; the same by default.
    func options(_ options: RESTOptions) -> RESTOptions

    /// The value for a place, taken from what a call was given for it; nil for none.
    ///
    /// By default: of a dictionary the value of that name; of JSON and of models the member that a
    /// dotted path of that name leads to; of any other value its stored property of that name, or
    /// what a dotted path of such names leads to.
    func value(for place: String, from source: Any) -> String?

    /// True for a value that counts as none; by default that of no length.
    func isEmpty(_ value: String) -> Bool

    /// Makes JSON of a response that is none; nil, the default, leaves that to the parser of the
    /// options.
    func parse(_ body: [UInt8], headers: HTTPFields) throws -> JSON?
}

extension Endpoint {
    /// Default: the base of the client.
    public var base: String? { nil }

    /// None.
    public var headers: HTTPFields { [:] }

    /// None.
    public var query: [QueryItem] { [] }

    /// Default: those of the client.
    public var acceptedTypes: [String]? { nil }

    /// Default: the whole response.
    public var keyPath: String? { nil }

    /// Default: those of the client.
    public func options(_ options: RESTOptions) -> RESTOptions { options }

    /// Default: the value with that name in the source.
    public func value(for place: String, from source: Any) -> String? {
        PlaceSource.value(of: place, in: source)
    }

    /// Default: true for an empty string.
    public func isEmpty(_ value: String) -> Bool { value.isEmpty }

    /// Default: nil, so that the parser of the options reads it.
    public func parse(_ body: [UInt8], headers: HTTPFields) throws -> JSON? { nil }
}

/// Where values for places come from.
enum PlaceSource {
    /// Returns the value with that name in a dictionary, in JSON, or of a stored property.
    static func value(of place: String, in source: Any) -> String? {
        switch source {
        case let values as [String: String]: return values[place]
        case let values as [String: Any]: return values[place].flatMap(text)
        case let object as any JSONConvertible:
            if let json = viewed(object) { return json.vox.member(at: place)?.placeText }
        default: break
        }
        var found: Any = source
        for name in place.split(separator: ".") {
            guard let property = property(name, of: unwrapped(found) ?? found) else { return nil }
            found = property
        }
        return text(found)
    }

    /// A stored property, inherited ones included.
    private static func property(_ name: Substring, of value: Any) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: value)
        while let level = mirror {
            let child = level.children.first { $0.label.map { $0 == name } ?? false }
            if let child { return child.value }
            mirror = level.superclassMirror
        }
        return nil
    }

    private static func viewed(_ object: any JSONConvertible) -> JSON? {
        if let json = object as? JSON { return json }
        return (object as? any ViewOfObject)?.objectView
    }

    /// Returns the text of a value for a path.
    private static func text(_ value: Any) -> String? {
        switch unwrapped(value) {
        case let text as String: text
        case let json as JSON: json.placeText
        case let value as JSONValue: (try? JSON(value))?.placeText
        case let value? where isContainer(value): nil
        case let value as any LosslessStringConvertible: value.description
        case let value as any RawRepresentable:
            (value.rawValue as? any LosslessStringConvertible)?.description
        case let value as any CustomStringConvertible: value.description
        default: nil
        }
    }

    /// True for a list or another value whose description cannot be part of a path.
    private static func isContainer(_ value: Any) -> Bool {
        switch Mirror(reflecting: value).displayStyle {
        case .collection, .dictionary, .set, .tuple: true
        default: false
        }
    }

    /// What an optional holds; nil for nothing.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}

/// A typed object, whatever its schema.
private protocol ViewOfObject {
    var objectView: JSON { get }
}

extension TypedObject: ViewOfObject {
    fileprivate var objectView: JSON { vox.json }
}
