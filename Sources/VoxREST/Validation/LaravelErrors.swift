// SPDX-License-Identifier: MIT

struct LaravelErrors {
    /// The errors in a body; nil when it has none in this shape.
    func validationErrors(in body: ValidationDecoder.Body) -> ValidationErrors? {
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

extension ValidationDecoder {
    /// Validation errors as Laravel sends them:
    /// `{"message": "The given data was invalid.", "errors": {"user.email": ["…"]}}`. Names have their dots
    /// already; the message becomes the summary.
    public static let laravel = ValidationDecoder(LaravelErrors().validationErrors)
}
