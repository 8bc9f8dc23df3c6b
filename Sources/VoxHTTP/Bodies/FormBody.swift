// SPDX-License-Identifier: MIT

/// The fields of a form that is sent as `application/x-www-form-urlencoded` (WHATWG URL, section
/// 5).
///
/// ```swift
/// func signIn(at url: HTTPURL) -> ClientRequest {
///     let form: FormBody = ["user[name]": "Ada", "user[city]": "Reggio & Parma"]
///     return ClientRequest(method: .post, url: url, sending: form.body())
/// }
/// ```
public struct FormBody: Hashable, Sendable {
    /// One field.
    public struct Field: Hashable, Sendable {
        /// The name of the field, not encoded.
        public var name: String
        /// The value of the field, not encoded.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields, in order. Several fields may have the same name.
    public var fields: [Field]

    /// Creates a form.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Adds a field.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// The encoded text of the form, as it is sent. Letters, digits and `*-._` are unchanged, a
    /// space is `+`, and every other byte of UTF-8 is `%XX`. The encoded text can also be used as a
    /// query.
    public var text: String {
        fields.map { Self.encode($0.name) + "=" + Self.encode($0.value) }.joined(separator: "&")
    }

    /// The body of a request, in memory.
    public func body() -> ClientRequest.Body {
        ClientRequest.Body(
            Array(text.utf8), contentType: "application/x-www-form-urlencoded")
    }

    private static func encode(_ text: String) -> String {
        let space = UInt8(ascii: " ")
        let encoded = PercentEncoding.encode(text) {
            $0 == space || $0 == UInt8(ascii: "*") || $0.isUnreserved && $0 != UInt8(ascii: "~")
        }
        return String(decoding: encoded.utf8.map { $0 == space ? 0x2B : $0 }, as: UTF8.self)
    }
}

extension FormBody: ExpressibleByDictionaryLiteral {
    /// Creates a form with fields in the order in which they are written.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field($0.0, $0.1) })
    }
}
