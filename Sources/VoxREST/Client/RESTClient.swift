// SPDX-License-Identifier: MIT

/// A client of a REST service that uses JSON without JSON:API.
///
/// ```swift
/// import VoxREST
/// import VoxTesting
///
/// struct Post: RESTSchema, CRUD {
///     static let path = "posts/<id>"
///     let title = Attribute<String>("title")
/// }
/// let transport = RecordedTransport()  // or AsyncHTTPClientTransport()
///
/// let api = try RESTClient("https://api.example.com/v1", transport: transport)
/// let posts = api.models(Post.self)
/// ```
public typealias RESTClient = ServiceClient<RESTOptions>

extension RESTClient {
    /// Returns the source of the models of a schema.
    /// - Parameters:
    ///   - schema: the schema of the models.
    ///   - places: the values of the placeholders that are not filled from models, such as `user`
    ///     in the path `users/<user>/posts/<id>`.
    /// - Returns: the source of these models. Creating a source sends no request.
    public func models<Schema: RESTSchema>(
        _ schema: Schema.Type, filling places: [String: String] = [:]
    ) -> ModelSource<Schema> {
        var client = self
        client.options = Schema.options(options)
        return ModelSource(client: client, places: places)
    }
}

/// The options of a client of a REST service. All properties of `ClientOptions` are also properties
/// of this type.
public struct RESTOptions: ClientOptions.Holder {
    /// The name of the type `RESTClient`. Descriptions of clients begin with this name.
    public static var clientName: String { "RESTClient" }

    /// The options that clients of all formats have.
    public var shared = ClientOptions()

    /// The options for reading JSON. By default, JSON is parsed eagerly, and may have at most 64
    /// MiB.
    public var json = JSON.Options()

    /// The accepted media types, or ranges of media types (`text/*`). Nil, the default, accepts the
    /// media types of ``responseParser``. A request throws an error if its response has none of
    /// these media types. Media types that end in `+json` count as JSON.
    public var acceptedTypes: [String]?

    /// The parser that converts the body of a response to JSON. Default:
    /// ``RESTOptions/Parser/json``.
    public var responseParser = Parser.json

    /// The format of request bodies, including models. Default: JSON.
    public var bodyFormat = BodyFormat.json

    /// The rules for writing JSON as form fields.
    public var formEncoding = FormEncoding()

    /// The decoder that finds the validation errors in an error response. Default: the formats of
    /// Rails, Laravel, Django REST framework and RFC 9457.
    public var errors = ValidationErrors.Decoder.standard

    /// The rules for list elements that are not objects, and for elements with the same id.
    public var lists = Lists()

    /// Selects how an update sends a member that is null or was removed.
    public var nulls = Nulls.sent

    /// The hooks, whose functions are called before each request and after its response. The
    /// functions `before` are called in the order of the hooks, and the functions `after` in
    /// reverse order. `before` is called before all middleware of the transport, and `after` is
    /// called after all middleware.
    public var hooks: [Hook] = []

    /// The defaults.
    public init() {}
}

extension RESTOptions {
    /// The format of a request body.
    public enum BodyFormat: Hashable, Sendable {
        /// The body is JSON.
        case json
        /// The body is a url-encoded form, with nested names in brackets.
        case form
        /// The body is a multipart form, which may have files.
        case multipart
    }

    /// Selects how an update sends a member that is null or was removed.
    public enum Nulls: Hashable, Sendable {
        /// Null is sent, so that the service clears the member.
        case sent
        /// The member is not sent, so that the service keeps its value.
        case omitted
    }

    /// The rules for list elements that are not objects, and for elements with the same id.
    public struct Lists: Hashable, Sendable {
        /// True to skip elements that are not objects (``ModelList/skipped``). If false, the
        /// default, an element that is not an object causes an error.
        public var skipsBadElements = false

        /// True to keep elements with the same id as separate models. If false, the default,
        /// elements with the same id are one model.
        public var keepsRepeatedIDs = false

        /// The defaults.
        public init() {}
    }
}

extension RESTOptions: Redacted {
    /// Describes the options by the names of the header fields.
    public var description: String { "RESTOptions(headers: \(shared.headers.names))" }
}
