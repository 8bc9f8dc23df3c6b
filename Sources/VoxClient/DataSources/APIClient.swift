// SPDX-License-Identifier: MIT

/// A client of a server that speaks JSON:API.
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

/// The options of a client of a server that speaks JSON:API. ``ClientOptions`` are members, too.
public struct APIOptions: ServiceOptions {
    /// The name of the client in descriptions.
    public static var clientName: String { "APIClient" }

    /// The options that clients of every format share.
    public var shared = ClientOptions()

    /// How documents are read. The strict mode also checks that the `Location` of what was created
    /// is its self link (JSON:API 1.1, "Creating Resources").
    ///
    /// Large responses are opened lazily (`JSONOptions.Parsing.automatic`): a resource in one that
    /// is not JSON is met when it is read, noted in the document, and thrown when that is written
    /// or sent. With `JSONOptions.Parsing.eager` the request throws it.
    public var documents = DocumentOptions(parsing: .automatic)

    /// URIs of the extensions that requests and responses apply (JSON:API 1.1, "Extensions"). A
    /// response without one of them is refused.
    public var extensions: [String] = []

    /// URIs of the profiles to ask for. A response without them is fine.
    public var profiles: [String] = []

    /// True to send a request again without profiles when the server refuses its media type (406,
    /// 415), as servers of JSON:API 1.0 do with every parameter. Default: false.
    public var retriesWithoutProfiles = false

    /// Media types to accept instead of JSON:API's with the extensions and profiles above: several
    /// combinations, best first. Nil for that one.
    public var accepted: [AcceptedType]?

    /// Media types of responses beside JSON:API's own. Default: `application/json`, which many
    /// servers send.
    public var acceptedTypes: Set<String> = ["application/json"]

    /// True to update with POST and `X-HTTP-Method-Override: PATCH`, for networks that let no PATCH
    /// through. The server has to allow it; a service of `VoxServer` does so behind its middleware
    /// `MethodOverride`. Default: false.
    public var overridesPatch = false

    /// How often to ask for a job that is still running, and how long at most.
    public var polling = Polling()

    /// How jobs are waited for; see ``PendingJob``.
    public struct Polling: Hashable, Sendable {
        /// Between two questions when the server does not say. Default: 1 second.
        public var interval: Duration = .seconds(1)
        /// The longest wait between two questions, also when the server asks for more: beyond, the
        /// job is given up. Default: 60 seconds.
        public var longestWait: Duration = .seconds(60)
        /// The longest time for all questions together. Default: 10 minutes.
        public var total: Duration = .seconds(600)
        /// The most questions. Default: 100.
        public var limit = 100
    }

    /// What waits between questions about jobs are measured with; tests have one that they set.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}
}
