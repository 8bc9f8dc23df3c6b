// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Why a request did not do what was asked.
///
/// Whatever is known is kept: the status, the header fields and the first bytes of the body of an
/// answer that was no success, the errors a JSON:API answer reports, and the cause beneath. Nothing
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
        /// The resource or document cannot be sent; see ``RequestError/cause``.
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
        /// The answer is larger than allowed, decompressed or not.
        public static let responseTooLarge = Code(description: "responseTooLarge")
        /// The answer ended before it was whole, or its compression is damaged.
        public static let truncatedBody = Code(description: "truncatedBody")
        /// The answer is compressed in a way that was not asked for and cannot be undone safely.
        public static let unsupportedEncoding = Code(description: "unsupportedEncoding")
        /// The server asks to wait longer than allowed.
        public static let retryAfter = Code(description: "retryAfter")

        // The answer

        /// The status says that it failed.
        public static let status = Code(description: "status")
        /// The answer is not of a media type that was asked for.
        public static let unexpectedContentType = Code(description: "unexpectedContentType")
        /// An extension that is needed is not applied, or one that is not known is.
        public static let unsupportedExtension = Code(description: "unsupportedExtension")
        /// The body is no document of the form asked for; see ``RequestError/cause``.
        public static let document = Code(description: "document")
        /// A success that carries nothing where something was asked for, or something that
        /// contradicts the request.
        public static let unexpectedAnswer = Code(description: "unexpectedAnswer")
        /// The resource was changed by somebody else (412).
        public static let preconditionFailed = Code(description: "preconditionFailed")

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
    /// The status of the answer, when there was one.
    public var status: HTTPResponse.Status?
    /// The header fields of the answer.
    public var headers: HTTPFields
    /// The first bytes of the body of the answer, at most 65,536.
    public var body: [UInt8]
    /// The errors that the answer reports.
    public var errors: [APIError]
    /// What caused it.
    public var cause: (any Error)?

    /// Makes an error.
    public init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        headers = [:]
        body = []
        errors = []
        self.cause = cause
    }

    static func invalidURL(_ text: String, _ reason: String) -> RequestError {
        // Not the query: it may hold secrets.
        let shown = text.prefix { $0 != "?" }.prefix(200)
        return RequestError(
            code: .invalidURL, message: "\"\(shown)\" is no address to send requests to: \(reason)")
    }
}

extension RequestError: CustomStringConvertible {
    /// One line: what was asked of whom, the status and what went wrong; at most 4,096 characters, no
    /// header field, no query.
    public var description: String {
        var text = "\(code): \(message.prefix(2000))"
        if let method, let url { text += " (\(method) \(url))" }
        if let status { text += ", status \(status.code)" }
        let reported = errors.prefix(3).compactMap { $0.title ?? $0.detail ?? $0.code }
        if !reported.isEmpty { text += ": " + reported.joined(separator: "; ") }
        return String(text.prefix(4096))
    }
}
