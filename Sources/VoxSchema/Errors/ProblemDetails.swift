// SPDX-License-Identifier: MIT

struct ProblemDetails {
    /// Returns the errors in a body; nil if the body has no errors in this format.
    func validationErrors(in body: ValidationErrors.Decoder.Body) -> ValidationErrors? {
        guard let root = body.json, let object = root.node, object.isObject,
            isProblem(object, body.contentType)
        else { return nil }
        var errors = ValidationErrors()
        addErrors(root["errors"], to: &errors)
        addErrors(root["invalid-params"], to: &errors)
        let summary = String(quiet: root["detail"]) ?? String(quiet: root["title"])
        if errors.isEmpty, let summary { errors.add(summary) }
        errors.summary = summary
        return errors.orNone
    }

    private func isProblem(_ root: Node, _ contentType: String?) -> Bool {
        if contentType?.mediaType == "application/problem+json" { return true }
        func has(_ name: StaticString, _ kind: JSON.Kind, in object: Node) -> Bool {
            object.member(name)?.kind == kind
        }
        guard has("type", .string, in: root) || has("title", .string, in: root) else {
            return false
        }
        if has("status", .number, in: root) || has("detail", .string, in: root) { return true }
        return root.member("errors")?.children.contains { has("detail", .string, in: $0) } ?? false
    }

    private func addErrors(_ json: JSON, to errors: inout ValidationErrors) {
        switch json.vox.kind {
        case .object:
            for (name, messages) in json.vox.members { errors.add(messagesIn: messages, to: name) }
        case .array:
            for element in json.vox.elements {
                errors.add(messagesIn: element, to: field(of: element))
            }
        default:
            break
        }
    }

    /// Returns the field that an error is about. The error contains the field as a JSON Pointer, as
    /// a URI fragment with a pointer (RFC 6901 section 6), or as a name.
    private func field(of error: JSON) -> String {
        if let pointer = String(quiet: error["pointer"]) { return name(pointer: pointer) ?? "" }
        return String(quiet: error["name"]) ?? String(quiet: error["parameter"]) ?? ""
    }

    private func name(pointer: String) -> String? {
        let isFragment = pointer.utf8.first == UInt8(ascii: "#")
        let plain = isFragment ? Self.decoded(pointer.utf8.dropFirst()) : pointer
        return JSON.pointerNames(plain)?.joined(separator: ".")
    }

    /// Returns text without its percent-encoding (RFC 3986 section 2.1). A percent sign that is not
    /// part of an encoding is kept.
    private static func decoded(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.first != "+",
                let decoded = UInt8(digits, radix: 16)
            {
                bytes.append(decoded)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ValidationErrors.Decoder {
    /// Decodes problem details (RFC 9457) that contain validation errors in extension members.
    ///
    /// | member | errors |
    /// |---|---|
    /// | `errors`: `[{"detail": "must be positive", "pointer": "#/profile/age"}]` (section 3) | errors about `profile.age` |
    /// | `errors`: `{"profile.age": ["…"]}` | errors about `profile.age` |
    /// | `invalid-params`: `[{"name": "age", "reason": "…"}]` (an example in RFC 7807) | errors about `age` |
    /// | none of these members | one error about the whole request: `detail`, or `title` if there is no `detail` |
    ///
    /// The summary of the errors is `detail`, or `title` if there is no `detail`. A body counts as
    /// problem details if its media type is the media type of RFC 9457. A body of another media
    /// type counts as problem details if it has two members of the RFC: a `type` or `title`, and
    /// also a `status`, `detail` or `errors`.
    public static let problemDetails = ValidationErrors.Decoder(ProblemDetails().validationErrors)
}
