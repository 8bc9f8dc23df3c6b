// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Why a request did not do what was asked.
///
/// Whatever is known is kept: the status, the header fields and the first bytes of the body of an
/// answer that was no success, and the cause beneath. Nothing
/// here holds the request's own header fields or query, so an error can be logged.
public struct RequestError: Error, Sendable {
    /// The kind of failure. New codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        // Before anything is sent

        /// An address is malformed, or one that requests do not go to.
        public static let invalidURL = Code(description: "invalidURL")
        /// A path template needs a value that is not there, or that cannot be a path segment.
        public static let invalidPath = Code(description: "invalidPath")
        /// A query breaks a rule of JSON:API: a family name, a member name.
        public static let invalidQuery = Code(description: "invalidQuery")
        /// A header field has a character that no header field may have.
        public static let invalidHeader = Code(description: "invalidHeader")
        /// The resource or document cannot be sent, or the body could not be read to its end; see
        /// ``RequestError/cause``.
        public static let unsendable = Code(description: "unsendable")
        /// A link or redirect leads to another origin, and that was not allowed.
        public static let crossOrigin = Code(description: "crossOrigin")
        /// Credentials would go over plain http to another machine, and that was not allowed.
        public static let insecure = Code(description: "insecure")

        // On the way

        /// No connection, or it broke.
        public static let connection = Code(description: "connection")
        /// A time limit passed; the message says which.
        public static let timeout = Code(description: "timeout")
        /// Too many redirects, or a circle of them.
        public static let redirects = Code(description: "redirects")
        /// The response is larger than allowed, decompressed or not.
        public static let responseTooLarge = Code(description: "responseTooLarge")
        /// The response ended before it was whole, or its compression is damaged.
        public static let truncatedBody = Code(description: "truncatedBody")
        /// The response is compressed in a way that was not asked for and cannot be undone safely.
        public static let unsupportedEncoding = Code(description: "unsupportedEncoding")
        /// The server asks to wait longer than allowed.
        public static let retryAfter = Code(description: "retryAfter")

        // The response

        /// 401: credentials are missing or no longer good.
        public static let unauthorized = Code(description: "unauthorized")
        /// 403: not allowed; also a client id or the replacing of a to-many that the server
        /// refuses.
        public static let forbidden = Code(description: "forbidden")
        /// 404: the resource, or a related one, does not exist.
        public static let notFound = Code(description: "notFound")
        /// 406: the server cannot answer with the extensions asked for.
        public static let notAcceptable = Code(description: "notAcceptable")
        /// 409: the id exists, or the type is not the endpoint's.
        public static let conflict = Code(description: "conflict")
        /// 410: the resource is gone for good.
        public static let gone = Code(description: "gone")
        /// 412: the resource was changed by somebody else.
        public static let preconditionFailed = Code(description: "preconditionFailed")
        /// 415: the server does not know an extension, or refuses every media type parameter.
        public static let unsupportedMediaType = Code(description: "unsupportedMediaType")
        /// 422: the values are not accepted.
        public static let invalid = Code(description: "invalid")
        /// 429: too many requests.
        public static let tooManyRequests = Code(description: "tooManyRequests")
        /// Another status from 400 to 499.
        public static let client = Code(description: "client")
        /// A status from 500 to 599.
        public static let server = Code(description: "server")
        /// Another status that is no success.
        public static let status = Code(description: "status")
        /// The status says success and the document reports errors.
        public static let reported = Code(description: "reported")
        /// The response is not of a media type that was asked for.
        public static let unexpectedContentType = Code(description: "unexpectedContentType")
        /// An extension that is needed is not applied, or one that is not known is.
        public static let unsupportedExtension = Code(description: "unsupportedExtension")
        /// The body is no document of the form asked for; see ``RequestError/cause``.
        public static let document = Code(description: "document")
        /// A success that carries nothing where something was asked for, or something that
        /// contradicts the request.
        public static let unexpectedResponse = Code(description: "unexpectedResponse")
        /// The server has not finished a job in the time allowed (202).
        public static let pending = Code(description: "pending")

        // Paging

        /// The document has no such page.
        public static let noPage = Code(description: "noPage")
        /// A link that must be followed is not a link.
        public static let malformedLink = Code(description: "malformedLink")
        /// Page links lead back to a page that was there already.
        public static let paginationCycle = Code(description: "paginationCycle")
        /// A limit on pages, resources or bytes was reached.
        public static let limit = Code(description: "limit")
    }

    /// The kind of failure.
    public var code: Code
    /// What was wrong, in words, and what can be done.
    public var message: String
    /// The method of the request.
    public var method: HTTPRequest.Method?
    /// Where the request went, or was to go.
    public var url: HTTPURL?
    /// The status of the response; nil if there was none.
    public var status: HTTPResponse.Status?
    /// The header fields of the response.
    public var headers: HTTPFields
    /// The first bytes of the body of the response, at most 65,536.
    public var body: [UInt8]
    /// The errors that the response reports, as a layer above reads them.
    package var report: (any ErrorReport)?
    /// The body that was sent, where the response is about its content and it was in memory.
    public var sent: [UInt8]?
    /// What caused it.
    public var cause: (any Error)?

    /// Makes an error.
    public init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        headers = [:]
        body = []
        self.cause = cause
    }

    /// Makes an error about a request and, where there was one, its response.
    package init(
        code: Code, message: String, request: ClientRequest, response: ClientResponse? = nil
    ) {
        self.init(code: code, message: message)
        method = request.method
        url = request.url
        status = response?.status
        headers = response?.headers ?? [:]
    }

    /// The same error about an address that somebody else wrote: a link, or a header field.
    package func about(_ place: String) -> RequestError {
        var copy = self
        copy.message = "\(place) is not followed: \(message)"
        return copy
    }

    package static func invalidURL(_ text: String, _ reason: String) -> RequestError {
        // Not the query and the fragment, and not the user information: they may hold secrets.
        let path = text.prefix { $0 != "?" && $0 != "#" }
        var shown = String(path.prefix(200))
        if let at = path.lastIndex(of: "@") { shown = "[redacted]" + path[at...].prefix(200) }
        if path.endIndex < text.endIndex { shown += "\(text[path.endIndex])[redacted]" }
        return RequestError(
            code: .invalidURL, message: "\"\(shown)\" is no address to send requests to: \(reason)")
    }
}
