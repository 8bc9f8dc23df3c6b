// SPDX-License-Identifier: MIT

public import HTTPTypes

/// An error response: the errors and the header fields for a request that a service does not
/// execute.
///
/// Services and the functions that read requests throw an `ErrorResponse`.
public struct ErrorResponse: Error, Hashable, Sendable {
    /// The errors of the response, at least one.
    public var errors: [APIError]
    /// The header fields of the response, such as `Allow` or `Retry-After`.
    public var headers: HTTPFields

    /// Creates a response with one error.
    public init(_ error: APIError, headers: HTTPFields = [:]) {
        errors = [error]
        self.headers = headers
    }

    /// Creates a response with several errors.
    public init(_ errors: [APIError], headers: HTTPFields = [:]) {
        self.errors = errors
        self.headers = headers
    }

    /// Creates a response with one error from a status and a detail.
    public init(
        _ status: HTTPResponse.Status, _ detail: String? = nil, source: APIError.Source? = nil,
        headers: HTTPFields = [:]
    ) {
        self.init(
            APIError(
                status: status.code, title: status.reasonPhrase, detail: detail, source: source),
            headers: headers)
    }

    /// Creates a response with one error about the value at a pointer.
    package init(_ status: HTTPResponse.Status, _ detail: String, at pointer: String) {
        self.init(APIError(status, detail, at: pointer))
    }

    /// The status of the response (JSON:API 1.1, "Processing Errors").
    ///
    /// If all errors have the same status, the response has that status. Errors with different
    /// statuses result in 500 if at least one of them is a server error, and otherwise in 400.
    public var status: HTTPResponse.Status {
        let codes = Set(errors.map { $0.status.flatMap(Int.init) ?? 500 })
        if let code = codes.first, codes.count == 1, (400..<600).contains(code) {
            return HTTPResponse.Status(code: code)
        }
        return !codes.isEmpty && codes.allSatisfy { (400..<500).contains($0) }
            ? .badRequest : .internalServerError
    }

    /// The maximum number of errors in a response. The response to a request with a thousand
    /// mistakes must not be many times as large as the request.
    static let maximumErrors = 100

    /// The error document, with the first 100 errors.
    public var document: JSONObject {
        var document = JSONObject()
        document["errors"] = .array(errors.prefix(Self.maximumErrors).map(\.value))
        return document
    }
}

extension ErrorResponse {
    /// An error that determines the response to the client. The response contains no details of the
    /// error, but ``ResourceService/onFailure`` and the log of the server get the error itself.
    ///
    /// A store throws an error that conforms to this protocol when its database fails.
    public protocol Convertible: Error {
        /// The response to the client.
        var errorResponse: ErrorResponse { get }
    }

    /// Creates the response to a client from any error.
    ///
    /// | error | response |
    /// |---|---|
    /// | ``ErrorResponse`` | the same response |
    /// | ``ErrorResponse/Convertible`` | its response |
    /// | `APIError` | a response with this error |
    /// | `DocumentError` | 400 with pointer; 413 for a document that exceeds a limit of size; 422 for a value that is missing or cannot be converted; 500 if memory ran out |
    /// | `JSONError` | as for `DocumentError` |
    /// | `RequestError` | 413 for a body that exceeds the limit, 504 for a timeout, otherwise 502: another server failed |
    /// | `RequestError` with code `malformedForm` or `formTooLarge` | 400 or 413, with its message |
    /// | `RequestError` of a `MultipartBody.Reader` that the program uses in a wrong way | 500 |
    /// | ``StoreError`` | 409 for an existing resource, 404 for a missing resource, 412 for a resource that was changed meanwhile, 503 with `Retry-After` for a busy store |
    /// | all other errors | 500 |
    ///
    /// An error in a document counts as an error in the document of the request. If a service reads
    /// any other document, the service must catch the errors in that document. The response
    /// contains no details of internal errors, because the details could contain secrets.
    public init(_ error: any Error) {
        switch error {
        case let refusal as ErrorResponse: self = refusal
        case let error as any Convertible: self = error.errorResponse
        case let error as APIError: self.init([error])
        case let error as DocumentError: self.init(reading: error)
        case let error as JSONError: self.init(reading: DocumentError(error))
        case let error as RequestError where error.isAboutForm:
            self.init(Self.status(of: error), error.message)
        case let error as RequestError where error.isMisuse: self.init(.internalServerError)
        case let error as RequestError:
            self.init(Self.status(of: error), Self.detail(of: error))
        case let error as StoreError: self.init(writing: error)
        case is MissingTransactions:
            self.init(
                .notImplemented, "the store does not support transactions, which the request needs")
        default: self.init(.internalServerError)
        }
    }

    private init(writing error: StoreError) {
        switch error {
        case .exists:
            self.init(.conflict, "a resource with this type and id already exists", at: "/data/id")
        case .missing: self.init(.notFound, "the resource does not exist")
        case .stale:
            self.init(
                .preconditionFailed, "the resource was changed by another request",
                source: .header("If-Match"))
        case .missingTarget: self.init(.notFound, "the related resource does not exist")
        case .busy:
            self.init(
                .serviceUnavailable, "the resource is in use; try again later",
                headers: [.retryAfter: "1"])
        }
    }

    private init(reading error: DocumentError) {
        let status: HTTPResponse.Status =
            switch error.json?.code {
            case .documentTooLarge?, .tooManyValues?, .memoryLimitExceeded?: .contentTooLarge
            case .outOfMemory?: .internalServerError
            case .wrongKind?, .outOfRange?, .missing?, .notConvertible?: .unprocessableContent
            default: .badRequest
            }
        if status == .internalServerError {
            self.init(status)
            return
        }
        let place = error.position.map { " (line \($0.line), column \($0.column))" } ?? ""
        self.init(status, error.message + place, at: error.pointer)
    }

    /// The reason for the client, without details of the other server.
    private static func detail(of error: RequestError) -> String {
        switch status(of: error) {
        case .contentTooLarge: "a body is larger than the service reads"
        case .gatewayTimeout: "another server, which the service asked, did not respond in time"
        default: "another server, which the service asked, failed"
        }
    }

    private static func status(of error: RequestError) -> HTTPResponse.Status {
        switch error.code {
        case .responseTooLarge, .formTooLarge: .contentTooLarge
        case .malformedForm: .badRequest
        case .timeout: .gatewayTimeout
        default: .badGateway
        }
    }
}

extension RequestError {
    fileprivate var isAboutForm: Bool { code == .malformedForm || code == .formTooLarge }

    /// True if the program has made a mistake in reading a form.
    fileprivate var isMisuse: Bool {
        if case .misuse? = cause as? MultipartBody.Reader.Fault { true } else { false }
    }
}

extension APIError {
    /// Creates an error with a status. The title of the error is the reason phrase of the status.
    package init(
        _ status: HTTPResponse.Status, _ detail: String, code: String? = nil, at pointer: String?
    ) {
        self.init(
            status: status.code, title: status.reasonPhrase, detail: detail, code: code,
            source: pointer.map { .pointer($0) })
    }
}

extension JSON {
    /// Returns the pointer of an attribute in a document with one resource.
    package static func pointer(ofAttribute name: String) -> String {
        "/data/attributes" + pointerSegment(name)
    }

    /// Returns the pointer of a relationship in a document with one resource.
    package static func pointer(ofRelationship name: String) -> String {
        "/data/relationships" + pointerSegment(name)
    }
}
