// SPDX-License-Identifier: MIT

public import HTTPTypes

/// The reason why a request failed.
///
/// A `RequestError` contains the underlying error. For an unsuccessful response, the error contains
/// the status, the header fields and the first bytes of the body. The error does not contain the
/// header fields or the query of the request, so it can be logged.
public struct RequestError: Error, Sendable {
    /// The kind of failure. Later versions may add codes.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        // Before anything is sent

        /// An address is malformed, or requests cannot be sent to it.
        public static let invalidURL = Code(description: "invalidURL")
        /// A value for a path template is missing, or cannot be used as a path segment.
        public static let invalidPath = Code(description: "invalidPath")
        /// A query breaks a rule of JSON:API, such as the rules for names.
        public static let invalidQuery = Code(description: "invalidQuery")
        /// A header field has a forbidden character.
        public static let invalidHeader = Code(description: "invalidHeader")
        /// The resource or document cannot be sent, or the body of the request could not be read
        /// completely; see ``RequestError/cause``.
        public static let unsendable = Code(description: "unsendable")
        /// A link or redirect leads to another origin, and the program does not allow this.
        public static let crossOrigin = Code(description: "crossOrigin")
        /// The request would send credentials over http to another machine, and the program does
        /// not allow this.
        public static let insecure = Code(description: "insecure")

        // A form that is read

        /// A `multipart/form-data` form is malformed or incomplete. The message names the fault.
        public static let malformedForm = Code(description: "malformedForm")
        /// A `multipart/form-data` form exceeds a limit. The message names the limit.
        public static let formTooLarge = Code(description: "formTooLarge")

        // On the way

        /// The connection could not be opened, or was lost.
        public static let connection = Code(description: "connection")
        /// A time limit was exceeded. The message names the limit.
        public static let timeout = Code(description: "timeout")
        /// There were too many redirects, or the redirects form a cycle.
        public static let redirects = Code(description: "redirects")
        /// The response is larger than the client allows, before or after decompression.
        public static let responseTooLarge = Code(description: "responseTooLarge")
        /// The response ended early, or its compression is damaged.
        public static let truncatedBody = Code(description: "truncatedBody")
        /// The response has a compression that was not requested and is not supported.
        public static let unsupportedEncoding = Code(description: "unsupportedEncoding")
        /// The server or a rate limit requires a longer wait than the client allows; see
        /// ``RequestError/retryAfter``.
        public static let retryAfter = Code(description: "retryAfter")

        // The response

        /// 401: credentials are missing or expired.
        public static let unauthorized = Code(description: "unauthorized")
        /// 403: the server does not allow the request, for example because it refuses
        /// client-generated ids or the full replacement of a to-many relationship.
        public static let forbidden = Code(description: "forbidden")
        /// 404: the resource, or a related resource, does not exist.
        public static let notFound = Code(description: "notFound")
        /// 406: the server cannot respond with the requested extensions.
        public static let notAcceptable = Code(description: "notAcceptable")
        /// 409: the id already exists, or the type of the resource does not fit the endpoint.
        public static let conflict = Code(description: "conflict")
        /// 410: the resource was removed permanently.
        public static let gone = Code(description: "gone")
        /// 412: the resource was changed by another client.
        public static let preconditionFailed = Code(description: "preconditionFailed")
        /// 415: the server does not support an extension, or refuses every media type parameter.
        public static let unsupportedMediaType = Code(description: "unsupportedMediaType")
        /// 422: the server does not accept the values in the request.
        public static let invalid = Code(description: "invalid")
        /// 429: the client has sent too many requests.
        public static let tooManyRequests = Code(description: "tooManyRequests")
        /// A status from 400 to 499 that has no code of its own.
        public static let client = Code(description: "client")
        /// A status from 500 to 599.
        public static let server = Code(description: "server")
        /// An unsuccessful status that is neither from 400 to 499 nor from 500 to 599.
        public static let status = Code(description: "status")
        /// The status reports success, but the document reports errors.
        public static let reported = Code(description: "reported")
        /// The media type of the response was not requested.
        public static let unexpectedContentType = Code(description: "unexpectedContentType")
        /// The response does not apply a required extension, or applies an unknown extension.
        public static let unsupportedExtension = Code(description: "unsupportedExtension")
        /// The body is not the expected document; see ``RequestError/cause``.
        public static let document = Code(description: "document")
        /// A successful response has no content although the request requires content, or has
        /// content that contradicts the request.
        public static let unexpectedResponse = Code(description: "unexpectedResponse")
        /// The server accepted a job (202), but did not finish it within the time limit.
        public static let pending = Code(description: "pending")

        // Paging

        /// The document does not link to the requested page.
        public static let noPage = Code(description: "noPage")
        /// The value of a link that must be followed is malformed.
        public static let malformedLink = Code(description: "malformedLink")
        /// The links between pages lead back to an earlier page.
        public static let paginationCycle = Code(description: "paginationCycle")
        /// A body is larger than a limit allows, or a list has more pages than a limit allows.
        public static let limit = Code(description: "limit")
        /// Resources of the list are missing; see ``Paging/End``.
        public static let incomplete = Code(description: "incomplete")
    }

    /// The kind of failure.
    public var code: Code
    /// The reason for the failure, and a way to fix it.
    public var message: String
    /// Advice at the end of the message. The advice names Swift declarations, such as `: set
    /// allowsOtherOrigins to allow this`.
    package private(set) var advice: String?
    /// The method of the request.
    public var method: HTTPRequest.Method?
    /// The address of the request.
    public var url: HTTPURL?
    /// The status of the response; nil if there was no response.
    public var status: HTTPResponse.Status?
    /// The header fields of the response.
    public var headers: HTTPFields
    /// The first bytes of the body of the response, at most 65,536.
    public var body: [UInt8]
    /// The errors that the client has found in the response.
    package var report: (any ErrorReport)?
    /// The body of the request; nil if the body was not in memory, or if the response is not about
    /// this body.
    public var sent: [UInt8]?
    /// The underlying error.
    public var cause: (any Error)?
    /// If a rate limit stopped the request: the time until the limit allows the request.
    package var wait: Duration?

    /// The time after which the request may succeed: the wait that a rate limit requires, or the
    /// `Retry-After` of the response. Nil if the error has neither a wait nor a `Retry-After`.
    public var retryAfter: Duration? { wait ?? headers.retryAfter }

    /// Creates an error.
    public init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        headers = [:]
        body = []
        self.cause = cause
    }

    /// Creates an error about a request and its response. `response` is nil if there was no
    /// response.
    package init(
        code: Code, message: String, request: ClientRequest, response: ClientResponse? = nil
    ) {
        self.init(code: code, message: message)
        method = request.method
        url = request.url
        status = response?.status
        headers = response?.headers ?? [:]
    }

    /// The message without the names of Swift declarations, for users of a program.
    public var reason: String {
        guard let advice, message.hasSuffix(advice) else { return message }
        return String(message.dropLast(advice.count))
    }

    /// Returns this error with advice for Swift programs at the end of its message.
    package func advising(_ advice: String) -> RequestError {
        var copy = self
        copy.message += advice
        copy.advice = advice
        return copy
    }

    /// Returns this error with a message that names the source of the address: a link or a header
    /// field.
    package func about(_ place: String) -> RequestError {
        var copy = self
        copy.message = "\(place) is not followed: \(message)"
        return copy
    }

    package static func invalidURL(_ text: String, _ reason: String) -> RequestError {
        // The query, the fragment and the user information are left out, because they may hold
        // secrets.
        let path = text.prefix { $0 != "?" && $0 != "#" }
        var shown = String(path.prefix(200))
        if let at = path.lastIndex(of: "@") { shown = "[redacted]" + path[at...].prefix(200) }
        if path.endIndex < text.endIndex { shown += "\(text[path.endIndex])[redacted]" }
        return RequestError(
            code: .invalidURL, message: "\"\(shown)\" is not a valid address: \(reason)")
    }
}
