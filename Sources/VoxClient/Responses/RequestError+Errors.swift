// SPDX-License-Identifier: MIT

extension RequestError {
    /// The errors that a JSON:API answer reports.
    public var errors: [APIError] {
        get { (report as? ReportedErrors)?.errors ?? [] }
        set { report = newValue.isEmpty ? nil : ReportedErrors(errors: newValue) }
    }
}

private struct ReportedErrors: ErrorReport {
    let errors: [APIError]

    var summary: String {
        errors.prefix(3).compactMap { $0.title ?? $0.detail ?? $0.code }.joined(separator: "; ")
    }
}
