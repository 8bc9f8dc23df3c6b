// SPDX-License-Identifier: MIT

struct LaravelErrors {
    /// Returns the errors in a body; nil if the body has no errors in this format.
    func validationErrors(in body: ValidationErrors.Decoder.Body) -> ValidationErrors? {
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

extension ValidationErrors.Decoder {
    /// Decodes validation errors in the format of Laravel: `{"message": "The given data was
    /// invalid.", "errors": {"user.email": ["…"]}}`. In this format, the server itself writes the
    /// names of nested fields with dots. The member `message` becomes the summary.
    public static let laravel = ValidationErrors.Decoder(LaravelErrors().validationErrors)
}
