// SPDX-License-Identifier: MIT

struct MessageErrors {
    /// Returns the message in a body as one error; nil if the body has no message in these formats.
    func validationErrors(in body: ValidationErrors.Decoder.Body) -> ValidationErrors? {
        guard let text = message(in: body) else { return nil }
        var errors = ValidationErrors()
        errors.add(text)
        return errors
    }

    private func message(in body: ValidationErrors.Decoder.Body) -> String? {
        if let root = body.json {
            return root["error"].messageText ?? root.messageText ?? root["meta"].messageText
        }
        let text = String(decoding: body.bytes.prefix(Self.longest), as: UTF8.self)
        switch body.contentType?.mediaType {
        case "text/plain": return text.trimmed.isEmpty ? nil : text.trimmed
        case "text/html", "application/xhtml+xml": return Self.title(of: text)
        default: return nil
        }
    }

    private static let longest = 65_536

    /// Returns the content of the first element `title` of an HTML page.
    private static func title(of page: String) -> String? {
        let bytes = Array(page.utf8)
        let folded = bytes.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 32 : $0 }
        guard let tag = folded.firstRange(of: Array("<title".utf8)),
            let open = folded[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
            let close = folded[open...].firstRange(of: Array("</title".utf8))
        else { return nil }
        let text = String(decoding: bytes[(open + 1)..<close.lowerBound], as: UTF8.self)
        var title = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"),
            ("&nbsp;", " "), ("&amp;", "&"),
        ]
        for (entity, character) in entities {
            title = title.replacing(entity, with: character)
        }
        return title.isEmpty ? nil : title
    }
}

extension ValidationErrors.Decoder {
    /// Decodes one message about the whole request. Services, gateways and proxies send such a
    /// message instead of validation errors.
    ///
    /// | body | message |
    /// |---|---|
    /// | `{"message": "…"}`, `{"detail": "…"}`, `{"error_description": "…"}` | the text |
    /// | `{"error": {"message": "…"}}`, `{"error": "…"}` | the text |
    /// | `text/plain` | the whole body |
    /// | `text/html` | the title of the page |
    public static let message = ValidationErrors.Decoder(MessageErrors().validationErrors)
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }

    /// The media type in a `Content-Type`, in lower case and without parameters.
    package var mediaType: String {
        func isSpace(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        var type = utf8.prefix { $0 != UInt8(ascii: ";") }.drop(while: isSpace)
        while let last = type.last, isSpace(last) { type.removeLast() }
        return Substring(type).lowercased()
    }
}
