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

/// The options of a client of a JSON:API server. `ClientOptions` are members, too.
public struct APIOptions: ServiceOptions {
    /// The name of the client in descriptions.
    public static var clientName: String { "APIClient" }

    /// The options that clients of every format share.
    public var shared = ClientOptions()

    /// The options for reading documents. Strict mode also checks that the `Location` of a created
    /// resource is its self link (JSON:API 1.1, "Creating Resources").
    ///
    /// Large responses are parsed lazily (`JSONOptions.Parsing.automatic`). A malformed resource is
    /// then found when a program reads it. The document records the error, and throws it when the
    /// document is written or sent. With `JSONOptions.Parsing.eager`, the request throws it.
    public var documents = DocumentOptions(parsing: .automatic)

    /// The URIs of the extensions that requests and responses apply (JSON:API 1.1, "Extensions"). A
    /// response that does not apply all of them is an error.
    public var extensions: [String] = []

    /// The URIs of the profiles to request. A response may ignore them.
    public var profiles: [String] = []

    /// True to repeat a request without profiles if the server refuses its media type (406, 415).
    /// Servers of JSON:API 1.0 refuse every media type parameter. Default: false.
    public var retriesWithoutProfiles = false

    /// The media types in `Accept`, with the preferred one first. Nil, the default, accepts
    /// JSON:API's media type with the extensions and profiles above.
    public var accepted: [AcceptedType]?

    /// The media types of responses that are accepted besides JSON:API's own. Default:
    /// `application/json`, which many servers send.
    public var acceptedTypes: Set<String> = ["application/json"]

    /// True to send updates as POST with `X-HTTP-Method-Override: PATCH`, for networks that block
    /// PATCH. The server must allow this; a service of `VoxServer` does with the middleware
    /// `MethodOverride`. Default: false.
    public var overridesPatch = false

    /// The limits for polling a pending job.
    public var polling = Polling()

    /// The limits for polling a ``PendingJob``.
    public struct Polling: Hashable, Sendable {
        /// The time between two requests if the server names none. Default: 1 second.
        public var interval: Duration = .seconds(1)
        /// The longest time between two requests. If the server wants a longer time, the client
        /// gives up. Default: 60 seconds.
        public var longestWait: Duration = .seconds(60)
        /// The longest time for all requests together. Default: 10 minutes.
        public var total: Duration = .seconds(600)
        /// The largest number of requests. Default: 100.
        public var limit = 100
    }

    /// The clock for the time between polls. Tests can set one of their own.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}
}
