// SPDX-License-Identifier: MIT

struct RailsErrors {
    /// Returns the errors in a body; nil if the body has no errors in this format.
    func validationErrors(in body: ValidationErrors.Decoder.Body) -> ValidationErrors? {
        guard let root = body.json, root.vox.kind == .object else { return nil }
        for object in [root] + root.vox.members.prefix(1).map(\.value) {
            guard object.vox.kind == .object, object["errors"] != nil else { continue }
            if let errors = errors(in: object["errors"]) { return errors }
        }
        if let text = root["error"].messageText {
            var errors = ValidationErrors()
            errors.add(text)
            return errors
        }
        return bare(root)
    }

    private func errors(in json: JSON) -> ValidationErrors? {
        var errors = ValidationErrors()
        switch json.vox.kind {
        case .object:
            for (name, messages) in json.vox.members { errors.add(messagesIn: messages, to: name) }
        case .array:
            for element in json.vox.elements {
                errors.add(messagesIn: element, to: element.fieldName ?? "")
            }
        default:
            errors.add(messagesIn: json, to: "")
        }
        return errors.orNone
    }

    private func bare(_ root: JSON) -> ValidationErrors? {
        let members = root.vox.members
        guard members.allSatisfy({ $0.value.isListOfText }) else { return nil }
        var errors = ValidationErrors()
        for (name, messages) in members { errors.add(messagesIn: messages, to: name) }
        return errors.orNone
    }
}

extension ValidationErrors.Decoder {
    /// Decodes validation errors in the formats of Rails services.
    ///
    /// | body | errors |
    /// |---|---|
    /// | `{"errors": {"title": ["can't be blank"], "base": ["is full"]}}` | errors about `title` and about the whole request |
    /// | `{"post": {"errors": {"title": ["can't be blank"]}}}` | errors about `title`; `post` is an envelope |
    /// | `{"errors": ["Title can't be blank"]}`, `{"errors": "…"}`, `{"error": "…"}` | errors about the whole request |
    /// | `{"errors": [{"field": "title", "message": "can't be blank"}]}` | errors about `title` |
    /// | `{"title": ["can't be blank"]}` | errors about `title`, if all members of the body are lists of strings |
    public static let rails = ValidationErrors.Decoder(RailsErrors().validationErrors)
}
