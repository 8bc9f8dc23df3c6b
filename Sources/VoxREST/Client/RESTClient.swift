// SPDX-License-Identifier: MIT

/// A client of a REST service with JSON, but not JSON:API.
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
    ///   - schema: describes the models.
    ///   - places: the values of placeholders in the paths that are not filled from models, such as
    ///     `user` in `users/<user>/posts/<id>`.
    /// - Returns: the source of these models. It sends nothing by itself.
    public func models<Schema: RESTSchema>(
        _ schema: Schema.Type, filling places: [String: String] = [:]
    ) -> ModelSource<Schema> {
        var client = self
        client.options = Schema.options(options)
        return ModelSource(client: client, places: places)
    }
}

/// The options of a client of a REST service. `ClientOptions` are members, too.
public struct RESTOptions: ServiceOptions {
    /// The name of the client in descriptions.
    public static var clientName: String { "RESTClient" }

    /// The options that clients of every format share.
    public var shared = ClientOptions()

    /// The options for reading JSON. Default: eagerly, at most 64 MiB.
    public var json = JSONOptions()

    /// The accepted media types, or ranges of media types (`text/*`). Nil, the default, accepts the
    /// media types of ``responseParser``. A response of another media type is an error. Media types
    /// that end in `+json` count as JSON.
    public var acceptedTypes: [String]?

    /// Turns the body of a response into JSON. Default: ``ResponseParser/json``.
    public var responseParser = ResponseParser.json

    /// The format of request bodies, including models. Default: JSON.
    public var bodyFormat = BodyFormat.json

    /// The rules for writing JSON as form fields.
    public var formEncoding = FormEncoding()

    /// Finds the validation errors in an error response. Default: the formats of Rails, Laravel,
    /// Django REST framework and RFC 9457.
    public var errors = ValidationDecoder.standard

    /// The treatment of list elements that are not objects, and of elements with the same id.
    public var lists = Lists()

    /// The way to send a member that is null or was removed.
    public var nulls = Nulls.sent

    /// Functions that are called before requests and after their responses. The `before` of the
    /// first hook is called first, and its `after` last. Hooks are called outside of all middleware
    /// of the transport.
    public var hooks: [RESTHook] = []

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

    /// The way to send a member that is null or was removed.
    public enum Nulls: Hashable, Sendable {
        /// Null is sent, and the service clears the member.
        case sent
        /// Nothing is sent, and the service keeps its value.
        case omitted
    }

    /// The treatment of list elements that are not objects, and of elements with the same id.
    public struct Lists: Hashable, Sendable {
        /// True to skip elements that are not objects (``ModelList/skipped``). False, the default,
        /// makes them an error.
        public var skipsBadElements = false

        /// True to keep elements with the same id as separate models. False, the default, makes
        /// them one model.
        public var keepsRepeatedIDs = false

        /// The defaults.
        public init() {}
    }
}

extension RESTOptions: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String { "RESTOptions(headers: \(shared.headers.names))" }

    /// Shows only the description, because header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
