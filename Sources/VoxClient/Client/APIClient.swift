// SPDX-License-Identifier: MIT

/// A client of a JSON:API server.
///
/// ```swift
/// import VoxTesting
///
/// struct Album: ResourceSchema {
///     static let type = "albums"
///     let title = Attribute<String>("title")
/// }
/// let transport = ResourceService(serving: MemoryStore())  // or AsyncHTTPClientTransport()
///
/// let api = try APIClient("https://api.example.com", transport: transport)
/// let albums = DataSource<Album>(.path("albums/<id>"), client: api)
/// ```
public typealias APIClient = ServiceClient<APIOptions>

/// The options of an ``APIClient``. All properties of `ClientOptions` are also properties of this
/// type.
public struct APIOptions: ClientOptions.Holder {
    /// The name of the type `APIClient`. Descriptions of clients begin with this name.
    public static var clientName: String { "APIClient" }

    /// The options that clients of every format share.
    public var shared = ClientOptions()

    /// The options for reading documents. Strict mode also checks that the `Location` of a created
    /// resource equals the self link of the resource (JSON:API 1.1, "Creating Resources").
    ///
    /// Large responses are parsed lazily (`JSON.Options.Parsing.automatic`). In a response that is
    /// parsed lazily, a syntax error inside a resource is found only when the program reads the
    /// resource. The document records the syntax error, and throws it when the document is written
    /// or sent. With `JSON.Options.Parsing.eager`, the request throws the syntax error.
    public var documents = DocumentOptions(parsing: .automatic)

    /// The URIs of the extensions that requests and responses apply (JSON:API 1.1, "Extensions"). A
    /// request throws an error if its response does not apply every extension in the list.
    public var extensions: [String] = []

    /// The URIs of the profiles to request. A server may ignore the requested profiles.
    public var profiles: [String] = []

    /// True to send a request again without profiles if the server refuses the media type of the
    /// request (406, 415). Servers of JSON:API 1.0 refuse all parameters of media types. Default:
    /// false.
    public var retriesWithoutProfiles = false

    /// The spelling that the server defines for filters in queries. Default: operators in brackets,
    /// such as `filter[year][gt]=1990`.
    public var filters: any FilterExpression.Spelling = .brackets

    /// The media types in `Accept`. The first media type is preferred. Nil, the default, accepts
    /// the media type of JSON:API with ``extensions`` and ``profiles``.
    public var accepted: [HTTPMediaType.Accepted]?

    /// The media types of responses that the client accepts in addition to the media type of
    /// JSON:API. Default: `application/json`, which many servers send.
    public var acceptedTypes: Set<String> = ["application/json"]

    /// The mode for reading documents whose media type is one of ``acceptedTypes``. Some services
    /// follow the rules of JSON:API only in responses with the media type of JSON:API. Nil, the
    /// default, uses the mode of ``documents`` for all documents.
    public var modeOfOtherTypes: DocumentOptions.Mode?

    /// The media type of the bodies of requests, such as `application/json`. Nil, the default,
    /// sends the media type of JSON:API with ``extensions`` and ``profiles``. If the text is not a
    /// media type, requests with a body throw `RequestError` with code `invalidHeader`.
    public var sentType: String?

    /// The format of writes that the service accepts, and how the client reads the responses to
    /// writes.
    public var writes = Writes()

    /// True to send a request for a page again if the server refuses its `page[size]` and states
    /// the maximum size (profile "Cursor Pagination", "Max Page Size Exceeded Error"). The request
    /// is repeated once, with the maximum size that the server states. Default: false.
    public var retriesWithMaximumPageSize = false

    /// The format of the atomic operations that the service accepts.
    public var atomic = AtomicOperations()

    /// The decoder for error responses that are not JSON:API documents. Each message becomes an
    /// error of `RequestError.errors`, and the name of a field becomes the pointer of the error. By
    /// default, the decoder reads the formats of Rails, Laravel, Django REST framework and RFC
    /// 9457, an object with only a message, plain text, and the title of an HTML page.
    public var errors = ValidationErrors.Decoder.first(.standard, .message)

    /// The way to find the next page of a list. Default: `Paging.Next.known`, which reads the links
    /// of JSON:API, and the pagination members of many other services.
    public var paging = Paging.Next.known

    /// True to send updates as POST with `X-HTTP-Method-Override: PATCH`, for networks that block
    /// PATCH. The server must support this header field; a service of `VoxServer` supports it with
    /// the middleware `ResourceService.MethodOverride`. Default: false.
    public var overridesPatch = false

    /// The limits for polling a pending job.
    public var polling = Polling()

    /// The limits for polling a job (``APIResponse/Job``).
    public struct Polling: Hashable, Sendable {
        /// The time between two polls if the response of the server has no `Retry-After`. If the
        /// server requests a shorter time, the time between two polls is still at least the
        /// smaller of this interval and 1 second. Default: 1 second.
        public var interval: Duration = .seconds(1)
        /// The longest time between two polls. If the server requests a longer time, polling throws
        /// an error. Default: 60 seconds.
        public var longestWait: Duration = .seconds(60)
        /// The longest time for all polls of a job together. Default: 10 minutes.
        public var total: Duration = .seconds(600)
        /// The largest number of polls of a job. Default: 100.
        public var limit = 100
    }

    /// The clock for the time between polls. Tests can set another clock.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates the default options.
    public init() {}

    /// Applies an extension or a profile: adds its URI to ``extensions`` or to ``profiles``.
    public mutating func apply(_ extension: Validator.Extension) {
        if `extension`.namespace == nil {
            profiles.append(`extension`.uri)
        } else {
            extensions.append(`extension`.uri)
        }
    }
}
