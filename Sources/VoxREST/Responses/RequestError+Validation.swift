// SPDX-License-Identifier: MIT

/// The validation errors that a response reports.
struct ReportedValidation: ErrorReport {
    let errors: ValidationErrors
    /// True if the response contains only a message, and no validation errors in a known format.
    let isMessage: Bool

    var summary: String { errors.description }

    var sentences: [String] {
        errors.isEmpty ? errors.summary.map { [$0] } ?? [] : errors.messages
    }

    var property: String { isMessage ? "body" : "validation" }
}

extension RequestError {
    /// The validation errors that the response reports, by field and as messages; nil if the
    /// response reports no validation errors.
    public var validation: ValidationErrors? {
        (report as? ReportedValidation).flatMap { $0.isMessage ? nil : $0.errors }
    }
}

extension TypedObject.Namespace where Schema: RESTSchema {
    /// The validation errors of the last save of the model; nil if the last save reported no
    /// validation errors.
    public var validation: ValidationErrors? { saveError?.validation }
}
