// SPDX-License-Identifier: MIT

public import HTTPTypes

/// A server that speaks JSON:API: its address, the transport that reaches it, and how to talk to it.
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
///
/// A value: copies are cheap, changes to one leave the others alone.
public struct APIClient: Sendable {
    /// Where paths begin. A slash at its end makes no difference.
    public var base: HTTPURL

    /// What carries the requests.
    public var transport: any HTTPTransport

    /// How to talk to the server.
    public var options: APIOptions

    /// Makes a server from its address.
    /// - Parameters:
    ///   - base: where paths begin.
    ///   - transport: what carries the requests.
    ///   - reliability: redirects, repetitions, limits, credentials (`HTTPTransport.reliable(_:)`); nil to
    ///     use the transport as it is.
    ///   - options: how to talk to the server.
    /// - Throws: `RequestError` with code `invalidURL`.
    public init(
        _ base: String, transport: any HTTPTransport,
        reliability: ReliabilityOptions? = ReliabilityOptions(), options: APIOptions = APIOptions()
    ) throws(RequestError) {
        self.base = try HTTPURL(base)
        self.transport = reliability.map { transport.reliable($0) } ?? transport
        self.options = options
    }
}

/// How to talk to a server.
public struct APIOptions: Sendable {
    /// How documents are read. The strict mode also checks that the `Location` of what was created is
    /// its self link (JSON:API 1.1, "Creating Resources").
    ///
    /// Large answers are opened lazily (`JSONOptions.Parsing.automatic`): a resource in one that is
    /// not JSON is met when it is read, noted in the document, and thrown when that is written or
    /// sent. With `JSONOptions.Parsing.eager` the request throws it.
    public var documents = DocumentOptions(parsing: .automatic)

    /// How queries are written.
    public var encoding = QueryEncoding()

    /// Header fields of every request; those of a request come before them.
    public var headers = HTTPFields()

    /// URIs of the extensions that requests and answers apply (JSON:API 1.1, "Extensions"). An answer
    /// without one of them is refused.
    public var extensions: [String] = []

    /// URIs of the profiles to ask for. An answer without them is fine.
    public var profiles: [String] = []

    /// True to send a request again without profiles when the server refuses its media type (406, 415),
    /// as servers of JSON:API 1.0 do with every parameter. Default: false.
    public var retriesWithoutProfiles = false

    /// Media types to accept instead of JSON:API's with the extensions and profiles above: several
    /// combinations, best first. Nil for that one.
    public var accepted: [AcceptedType]?

    /// Media types of answers beside JSON:API's own. Default: `application/json`, which many servers
    /// send.
    public var acceptedTypes: Set<String> = ["application/json"]

    /// True to follow links to any other origin, without credentials: also to what only this machine
    /// can reach. Never from https to http. Default: false.
    public var allowsOtherOrigins = false

    /// The most bytes of an answer, decompressed, unless it is streamed. Default: 64 MiB, which is also
    /// what a document may have unless ``documents`` say otherwise.
    public var maximumBody = 64 << 20

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
