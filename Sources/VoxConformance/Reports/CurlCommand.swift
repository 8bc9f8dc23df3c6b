// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import VoxRedaction

/// The curl command that sends a request again. The header fields of the options are variables of
/// the shell, because they may be secret: `-H 'Authorization: '"$AUTHORIZATION"`.
struct CurlCommand {
    private let request: SentRequest
    private let secretFields: HTTPFields

    init(_ request: SentRequest, secretFields: HTTPFields) {
        self.request = request
        self.secretFields = secretFields
    }

    var text: String {
        let url = request.url.shownText
        var words = ["curl", "-sS", "-i"]
        // curl would replace brackets and braces.
        if url.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
        if request.method == .head {
            words.append("-I")
        } else if request.method != .get {
            words += ["-X", request.method.rawValue]
        }
        words.append(Self.quoted(url))
        for field in request.headers {
            words += ["-H", Self.quoted("\(field.name.rawName): \(field.shownValue)")]
        }
        // curl sends these fields by itself.
        for name in [HTTPField.Name.accept] where !request.headers.contains(name) {
            words += ["-H", Self.quoted("\(name.rawName):")]
        }
        for field in secretFields where !request.headers.contains(field.name) {
            let name = field.name.rawName
            words += ["-H", Self.quoted("\(name): ") + "\"$\(Self.variable(name))\""]
        }
        if let body = request.body {
            if !request.headers.contains(.contentType) {
                words += ["-H", Self.quoted("Content-Type:")]
            }
            words += ["--data-raw", Self.quoted(Self.text(of: body))]
        }
        return words.joined(separator: " ")
    }

    /// Returns a text as one word of the shell.
    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return "'" + text.replacing("'", with: "'\\''") + "'"
        }
        // Control characters as escapes, so that the command stays one line.
        var quoted = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.count == 1 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    private static func variable(_ name: String) -> String {
        String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The text of a body, without the values of secret members.
    private static func text(of body: [UInt8]) -> String {
        guard let value = try? JSONValue(parsing: String(decoding: body, as: UTF8.self)),
            let text = try? value.withoutSecrets.text()
        else { return String(decoding: body, as: UTF8.self) }
        return text
    }
}

extension JSONValue {
    /// The value with `[redacted]` in place of the values of secret members.
    fileprivate var withoutSecrets: JSONValue {
        switch self {
        case .object(let members):
            var shown = JSONObject()
            for (name, value) in members {
                shown[name] =
                    SecretNames.contains(name) && value != .null
                    ? .string(redacted) : value.withoutSecrets
            }
            return .object(shown)
        case .array(let elements): return .array(elements.map(\.withoutSecrets))
        case .null, .bool, .number, .string: return self
        }
    }
}
