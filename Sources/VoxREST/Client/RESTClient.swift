// SPDX-License-Identifier: MIT

/// A client of a REST service that speaks JSON, but not JSON:API.
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
    /// The models of a schema on this service.
    /// - Parameters:
    ///   - schema: describes the models.
    ///   - places: values for places of the paths that are not filled from models, as `user` in
    ///     `users/<user>/posts/<id>`.
    /// - Returns: the calls for these models; it sends nothing.
    public func models<Schema: RESTSchema>(
        _ schema: Schema.Type, filling places: [String: String] = [:]
    ) -> ModelSource<Schema> {
        var client = self
        client.options = Schema.options(options)
        return ModelSource(client: client, places: places)
    }
}

/// The options of a client of a REST service. ``ClientOptions`` are members, too.
public struct RESTOptions: ServiceOptions {
    /// The name of the client in descriptions.
    public static var clientName: String { "RESTClient" }

    /// The options that clients of every format share.
    public var shared = ClientOptions()

    /// How JSON is read. Default: eagerly, 64 MiB at most.
    public var json = JSONOptions()

    /// Media types, or ranges of them (`text/*`), to accept; nil, the default, for those that
    /// ``responseParser`` reads. A response of another type is refused; types that end in `+json`
    /// count as JSON.
    public var acceptedTypes: [String]?

    /// What makes JSON of the body of a response. Default: JSON.
    public var responseParser = ResponseParser.json

    /// The form in which JSON is sent, models included. Default: as JSON.
    public var bodyFormat = BodyFormat.json

    /// How JSON becomes the fields of a form, where it is sent as one.
    public var formEncoding = FormEncoding()

    /// Finds the validation errors in a response that refuses what was sent. Default: the shapes of
    /// Rails, Laravel, Django REST framework and RFC 9457.
    public var errors = ValidationDecoder.standard

    /// What becomes of the elements of lists that are no models, or the same one again.
    public var lists = Lists()

    /// What is sent of a model for a member that is null or was taken out.
    public var nulls = Nulls.sent

    /// Functions that run before requests and after their responses. The first one's `before` runs
    /// first and its `after` last. They stand around all middleware of the transport.
    public var hooks: [RESTHook] = []

    /// The defaults.
    public init() {}
}

extension RESTOptions {
    /// The form in which JSON is sent.
    public enum BodyFormat: Hashable, Sendable {
        /// As JSON.
        case json
        /// As the fields of a url-encoded form, nested names in brackets.
        case form
        /// As the parts of a form with files.
        case multipart
    }

    /// What is sent of a model for a member that is null or was taken out.
    public enum Nulls: Hashable, Sendable {
        /// Null: the service clears it.
        case sent
        /// Nothing: the service keeps what it has.
        case omitted
    }

    /// What becomes of the elements of a list that are no models, or the same one again.
    public struct Lists: Hashable, Sendable {
        /// True to leave out elements that are no objects (``ModelList/skipped``); false, the
        /// default, to refuse the list.
        public var skipsBadElements = false

        /// True to keep elements of one id apart; false, the default, to make one model of them.
        public var keepsRepeatedIDs = false

        /// The defaults.
        public init() {}
    }
}

extension RESTOptions: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String { "RESTOptions(headers: \(shared.headers.names))" }

    /// Shows nothing more than the description: header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
