// SPDX-License-Identifier: MIT

extension RequestError {
    /// The errors that a JSON:API response reports, at most the first 1,000.
    public var errors: [APIError] {
        get { (report as? ReportedErrors)?.errors ?? [] }
        set { report = ReportedErrors(newValue) }
    }
}

/// The error objects of a document.
struct ReportedErrors: ErrorReport {
    let errors: [APIError]

    /// Creates a report; nil if there are no errors.
    init?(_ errors: [APIError]) {
        guard !errors.isEmpty else { return nil }
        self.errors = errors
    }

    /// Reads the error objects of a body. The result is nil if the body is not a document with
    /// errors.
    static let read: RemoteServer.ReportReader = { body, _, _ in
        guard let json = try? JSON(parsing: body) else { return nil }
        return ReportedErrors(APIError.first(of: json["errors"].node))
    }

    var summary: String { errors.summary }

    var sentences: [String] { errors.compactMap(\.sentence) }

    var property: String { "errors" }
}
