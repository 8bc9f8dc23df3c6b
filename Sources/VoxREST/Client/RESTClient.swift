// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A plain REST service: its address, the transport that reaches it, and how to talk to it.
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
///
/// A value: copies are cheap, changes to one leave the others alone.
public struct RESTClient: Sendable {
    /// Where paths begin. A slash at its end makes no difference.
    public var base: HTTPURL

    /// What carries the requests.
    public var transport: any HTTPTransport

    /// How to talk to the service.
    public var options: RESTOptions

    /// Makes a client from the address of a service.
    /// - Parameters:
    ///   - base: where paths begin.
    ///   - transport: what carries the requests.
    ///   - reliability: redirects, repetitions, limits, credentials (`HTTPTransport.reliable(_:)`); nil to
    ///     use the transport as it is.
    ///   - options: how to talk to the service.
    /// - Throws: `RequestError` with code `invalidURL`.
    public init(
        _ base: String, transport: any HTTPTransport,
        reliability: ReliabilityOptions? = ReliabilityOptions(),
        options: RESTOptions = RESTOptions()
    ) throws(RequestError) {
        self.base = try HTTPURL(base)
        self.transport = reliability.map { transport.reliable($0) } ?? transport
        self.options = options
    }

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

    /// This service, with options of another value.
    public func with(_ change: (inout RESTOptions) throws -> Void) rethrows -> RESTClient {
        var client = self
        try change(&client.options)
        return client
    }
}

/// How to talk to a plain REST service.
public struct RESTOptions: Sendable {
    /// How JSON is read. Default: eagerly, 64 MiB at most.
    public var json = JSONOptions()

    /// How queries are written.
    public var encoding = QueryEncoding()

    /// Header fields of every request; those of a request come before them.
    public var headers = HTTPFields()

    /// Media types, or ranges of them (`text/*`), to accept; nil, the default, for those that
    /// ``responseParser`` reads. An answer of another type is refused; types that end in `+json` count
    /// as JSON.
    public var acceptedTypes: [String]?

    /// What makes JSON of the body of an answer. Default: ``JSONResponseParser``.
    public var responseParser: any ResponseParser = JSONResponseParser()

    /// The form in which JSON is sent, models included. Default: as JSON.
    public var bodyFormat = BodyFormat.json

    /// How JSON becomes the fields of a form, where it is sent as one.
    public var formEncoding = FormEncoding()

    /// Finds the validation errors in an answer that refuses what was sent. Default: the shapes of
    /// Rails, Laravel, Django REST framework and RFC 9457.
    public var errors: any ValidationDecoder = FirstValidationDecoder.standard

    /// What becomes of the elements of lists that are no models, or the same one again.
    public var lists = ListOptions()

    /// What is sent of a model for a member that is null or was taken out.
    public var nulls = NullSending.sent

    /// Functions that run before requests and after their answers. The first one's `before` runs first
    /// and its `after` last. They stand around all middleware of the transport.
    public var hooks: [RESTHook] = []

    /// True to follow links to any other origin, without credentials: also to what only this machine
    /// can reach. Never from https to http. Default: false.
    public var allowsOtherOrigins = false

    /// The most bytes of an answer, decompressed. Default: 64 MiB.
    public var maximumBody = 64 << 20

    /// How long requests wait for what, unless they say otherwise.
    public var timeouts = Timeouts()

    /// The defaults.
    public init() {}
}

/// What is sent of a model for a member that is null or was taken out.
public enum NullSending: Hashable, Sendable {
    /// Null: the service clears it.
    case sent
    /// Nothing: the service keeps what it has.
    case omitted
}

extension RESTOptions: CustomStringConvertible, CustomReflectable {
    /// The names of the header fields.
    public var description: String { "RESTOptions(headers: \(headers.names))" }

    /// Shows nothing more than the description: header fields may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RESTClient: CustomStringConvertible, CustomReflectable {
    /// The address of the service.
    public var description: String { "RESTClient(\(base))" }

    /// Shows nothing more than the description: what carries the requests may hold secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
