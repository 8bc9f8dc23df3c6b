// SPDX-License-Identifier: MIT

struct DjangoErrors {
    /// The errors in a body; nil when it has none in this shape.
    func validationErrors(in body: ValidationDecoder.Body) -> ValidationErrors? {
        guard let root = body.json else { return nil }
        var errors = ValidationErrors()
        if let detail = String(quiet: root["detail"]) { errors.add(detail) }
        collect(root, at: [], into: &errors)
        return errors.orNone
    }

    /// Texts of a list are about the field that has the list, whatever else has a name in front of
    /// what is inside. As deep as the body was read at most.
    private func collect(_ json: JSON, at path: [String], into errors: inout ValidationErrors) {
        // A name is put together where there are messages alone: most lists and objects have none.
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
                collect(element, at: path + [String(index)], into: &errors)
            }
        default:
            break
        }
    }

    private static func name(_ path: [String]) -> String {
        // What is wrong with a nested object as a whole is about the field that holds it.
        let names = path.last == "non_field_errors" ? path.dropLast() : path[...]
        return names.joined(separator: ".")
    }
}

extension ValidationDecoder {
    /// Validation errors as Django REST framework sends them.
    ///
    /// | body | errors |
    /// |---|---|
    /// | `{"title": ["This field is required."]}` | of `title` |
    /// | `{"non_field_errors": ["…"]}`, `["…"]`, `{"detail": "…"}` | of the whole |
    /// | `{"address": {"city": ["…"]}}` | of `address.city`: a serializer in another |
    /// | `{"items": [{}, {"price": ["…"]}]}`, `[{}, {"price": ["…"]}]` | of `items.1.price`, of `1.price` |
    /// | `{"tags": {"0": ["…"]}}` | of `tags.0`: an element of a list field |
    ///
    /// Members that are neither are left out: a response without any of these has no errors of this
    /// shape.
    public static let django = ValidationDecoder(DjangoErrors().validationErrors)
}
