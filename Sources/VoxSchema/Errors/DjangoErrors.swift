// SPDX-License-Identifier: MIT

struct DjangoErrors {
    /// Returns the errors in a body; nil if the body has no errors in this format.
    func validationErrors(in body: ValidationErrors.Decoder.Body) -> ValidationErrors? {
        guard let root = body.json else { return nil }
        var errors = ValidationErrors()
        if let detail = String(quiet: root["detail"]) { errors.add(detail) }
        collect(root, at: [], into: &errors)
        return errors.orNone
    }

    /// Collects the messages in a value. Strings in a list are about the field that has the list.
    /// For all other values, the name or the position is added to the path. The recursion is
    /// limited, because the depth of the parsed body is limited.
    private func collect(_ json: JSON, at path: [String], into errors: inout ValidationErrors) {
        // A field name is built only for messages, because most lists and objects have no messages.
        guard !errors.isFull else { return }
        switch json.vox.kind {
        case .object:
            for (name, value) in json.vox.members {
                collect(value, at: path + [ValidationErrors.bounded(name)], into: &errors)
            }
        case .array:
            let elements = json.vox.elements
            let texts = elements.lazy.compactMap { String(quiet: $0) }
            if texts.first != nil { errors.add(texts, to: Self.name(path)) }
            for (index, element) in elements.enumerated() where element.vox.kind != .string {
                // FastAPI and others send objects with a message instead of strings.
                if element.vox.kind == .object, let text = element.messageText {
                    errors.add(text, to: element.fieldName ?? Self.name(path))
                    continue
                }
                collect(element, at: path + [String(index)], into: &errors)
            }
        default:
            break
        }
    }

    private static func name(_ path: [String]) -> String {
        // An error about a nested object as a whole is about the field that has the object.
        let names = path.last == "non_field_errors" ? path.dropLast() : path[...]
        return names.joined(separator: ".")
    }
}

extension ValidationErrors.Decoder {
    /// Decodes validation errors in the format of Django REST framework.
    ///
    /// | body | errors |
    /// |---|---|
    /// | `{"title": ["This field is required."]}` | errors about `title` |
    /// | `{"non_field_errors": ["…"]}`, `["…"]`, `{"detail": "…"}` | errors about the whole request |
    /// | `{"address": {"city": ["…"]}}` | errors about `address.city`, a field of a nested serializer |
    /// | `{"items": [{}, {"price": ["…"]}]}`, `[{}, {"price": ["…"]}]` | errors about `items.1.price` or `1.price` |
    /// | `{"tags": {"0": ["…"]}}` | errors about `tags.0`, an element of a list field |
    /// | `{"detail": [{"loc": ["body", "title"], "msg": "…"}]}` | errors about `title`, as FastAPI sends them |
    ///
    /// Members of the body that match no row of the table are ignored. If nothing in the body
    /// matches a row, the decoder returns nil.
    public static let django = ValidationErrors.Decoder(DjangoErrors().validationErrors)
}
