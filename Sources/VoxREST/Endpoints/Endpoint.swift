// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A type that describes an endpoint of a service. An endpoint declares the path, the query, and
/// the type and position of the content in responses.
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
/// To give several endpoints the same defaults, declare a protocol that refines `Endpoint`, and set
/// the defaults in an extension of this protocol.
public protocol Endpoint<Content>: Sendable {
    /// The type that responses are read as: a model, a list of models, or any other value.
    associatedtype Content: JSONConvertible

    /// The address to which ``path`` is appended. If nil, the default, the path is appended to the
    /// base of the client.
    var base: String? { get }

    /// The path with placeholders: `artists/<id>` or `artists/:id`. The last placeholder is
    /// optional if it has a question mark: `artists/<id?>`, `artists/:id?`.
    var path: String { get }

    /// The header fields of the requests. A header field of an endpoint replaces a header field of
    /// the client with the same name. Default: none.
    var headers: HTTPFields { get }

    /// The query items of the requests. Default: none.
    var query: [QueryItem] { get }

    /// The accepted media types. If nil, the default, the media types of the client are accepted.
    var acceptedTypes: [String]? { get }

    /// A dotted path to the part of the response to read. If nil, the default, the whole response
    /// is read.
    ///
    /// The path leads through objects. If the path leads nowhere or through a list, the request
    /// throws an error. So a response that is a list can only be read as a whole.
    var keyPath: String? { get }

    /// Returns the options for the requests, based on the options of the client. Default: the
    /// options of the client.
    func options(_ options: RESTOptions) -> RESTOptions

    /// Returns the value of a placeholder from the source that was passed to a call; nil if the
    /// source has no such value.
    ///
    /// By default, the name of the placeholder is a key of a dictionary, a dotted path of members
    /// in JSON and in models, and a dotted path of stored properties in any other value.
    func value(for place: String, from source: Any) -> String?

    /// Returns true if the value of a placeholder counts as missing. By default, only an empty
    /// string counts as missing.
    func isEmpty(_ value: String) -> Bool

    /// Converts a body that is not JSON to JSON. If the result is nil, the default, the parser of
    /// the options reads the body.
    func parse(_ body: [UInt8], headers: HTTPFields) throws -> JSON?
}

extension Endpoint {
    /// The default is the base of the client.
    public var base: String? { nil }

    /// Default: none.
    public var headers: HTTPFields { [:] }

    /// Default: none.
    public var query: [QueryItem] { [] }

    /// The default is to accept the media types of the client.
    public var acceptedTypes: [String]? { nil }

    /// The default is to read the whole response.
    public var keyPath: String? { nil }

    /// Default: the options of the client.
    public func options(_ options: RESTOptions) -> RESTOptions { options }

    /// By default, the function looks in the source for a value with the name of the placeholder.
    public func value(for place: String, from source: Any) -> String? {
        PlaceSource.value(of: place, in: source)
    }

    /// By default, only an empty string counts as missing.
    public func isEmpty(_ value: String) -> Bool { value.isEmpty }

    /// The default is nil, so that the parser of the options reads the body.
    public func parse(_ body: [UInt8], headers: HTTPFields) throws -> JSON? { nil }
}

/// Finds the values of placeholders.
enum PlaceSource {
    /// Returns the value with the given name from a dictionary, from JSON, or from a stored
    /// property.
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

    /// Returns a stored property, which may be inherited.
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

    /// Returns the value in an optional; nil for an empty optional.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}

/// A typed object of any schema.
private protocol ViewOfObject {
    var objectView: JSON { get }
}

extension TypedObject: ViewOfObject {
    fileprivate var objectView: JSON { vox.json }
}
