// SPDX-License-Identifier: MIT

/// Validation errors as Laravel sends them:
/// `{"message": "The given data was invalid.", "errors": {"user.email": ["…"]}}`. Names have their dots
/// already; the message becomes the summary.
public struct LaravelErrors: ValidationDecoder {
    /// Makes the decoder.
    public init() {}

    /// The errors in a body; nil when it has none, or not in this shape.
    public func validationErrors(in body: ErrorBody) -> ValidationErrors? {
        guard let root = body.json, root["errors"].vox.kind == .object,
            let message = String(quiet: root["message"])
        else { return nil }
        var errors = ValidationErrors()
        for (name, messages) in root["errors"].vox.members {
            errors.add(messagesIn: messages, to: name)
        }
        errors.summary = message
        return errors.orNone
    }
}

extension ValidationDecoder where Self == LaravelErrors {
    /// Validation errors as Laravel sends them.
    public static var laravel: LaravelErrors { LaravelErrors() }
}
