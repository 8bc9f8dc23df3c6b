// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Why a service does not do what a request asks: the errors of the answer, and header fields that go
/// with it. Thrown by what reads requests, and by services.
public struct ErrorResponse: Error, Hashable, Sendable {
    /// The errors, at least one.
    public var errors: [APIError]
    /// Header fields of the answer, as `Allow` or `Retry-After`.
    public var headers: HTTPFields

    /// Refuses with one error.
    public init(_ error: APIError, headers: HTTPFields = [:]) {
        errors = [error]
        self.headers = headers
    }

    /// Refuses with several errors.
    public init(_ errors: [APIError], headers: HTTPFields = [:]) {
        self.errors = errors
        self.headers = headers
    }

    /// Refuses with a status and words.
    public init(
        _ status: HTTPResponse.Status, _ detail: String? = nil, source: APIError.Source? = nil,
        headers: HTTPFields = [:]
    ) {
        self.init(
            APIError(
                status: status.code, title: status.reasonPhrase, detail: detail, source: source),
            headers: headers)
    }

    /// The status of the answer: that of the errors when they agree, else the most general one that is
    /// true, 500 when there is a fault of the server among them and 400 when there is none (JSON:API
    /// 1.1, "Processing Errors").
    public var status: HTTPResponse.Status {
        let codes = Set(errors.map { $0.status.flatMap(Int.init) ?? 500 })
        if let code = codes.first, codes.count == 1, (400..<600).contains(code) {
            return HTTPResponse.Status(code: code)
        }
        return !codes.isEmpty && codes.allSatisfy { (400..<500).contains($0) }
            ? .badRequest : .internalServerError
    }

    /// How many errors an answer has at most: a request of a thousand mistakes must not be answered with
    /// many times its size.
    static let maximumErrors = 100

    /// The error document, of the first 100 errors.
    public var document: JSONObject {
        var document = JSONObject()
        document["errors"] = .array(errors.prefix(Self.maximumErrors).map(\.value))
        return document
    }
}

extension ErrorResponse {
    /// What an error means to the client of a service.
    ///
    /// | error | answer |
    /// |---|---|
    /// | ``ErrorResponse`` | itself |
    /// | `APIError` | itself |
    /// | `DocumentError` | 400 with pointer; 413 for a document beyond a limit of size; 500 when memory ran out |
    /// | `JSONError` | the same, and 422 for a value of another kind than is due |
    /// | `RequestError` | 413 for a body beyond the limit, 504 for a time limit, else 502: another server failed |
    /// | ``StoreError`` | 409 for what exists, 404 for what is missing, 412 for what was changed meanwhile, 503 with `Retry-After` for a store that is busy |
    /// | others | 500 |
    ///
    /// Errors of reading documents are taken for faults of the request: a service that reads documents
    /// of its own must catch their errors itself. Nothing is told of what went wrong inside of the
    /// service: that could hold secrets.
    public init(_ error: any Error) {
        switch error {
        case let refusal as ErrorResponse: self = refusal
        case let error as APIError: self.init([error])
        case let error as DocumentError: self.init(reading: error)
        case let error as JSONError: self.init(reading: DocumentError(error))
        case let error as RequestError: self.init(Self.status(of: error))
        case let error as StoreError: self.init(writing: error)
        default: self.init(.internalServerError)
        }
    }

    private init(writing error: StoreError) {
        switch error {
        case .exists:
            self.init(
                .conflict, "there is a resource of that type and id", source: .pointer("/data/id"))
        case .missing: self.init(.notFound, "there is no such resource")
        case .stale:
            self.init(
                .preconditionFailed, "the resource was changed by somebody else",
                source: .header("If-Match"))
        case .missingTarget: self.init(.notFound, "there is no such resource to refer to")
        case .busy:
            self.init(
                .serviceUnavailable, "the resource is in use; try again in a moment",
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
        self.init(status, error.message + place, source: .pointer(error.pointer))
    }

    private static func status(of error: RequestError) -> HTTPResponse.Status {
        switch error.code {
        case .responseTooLarge: .contentTooLarge
        case .timeout: .gatewayTimeout
        default: .badGateway
        }
    }
}
