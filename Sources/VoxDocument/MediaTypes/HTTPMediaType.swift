// SPDX-License-Identifier: MIT

/// A media type with its parameters, as in `Content-Type` and `Accept` (RFC 9110, section 8.3).
///
/// Media types and the names of parameters are compared without regard to case. The values of
/// parameters keep their case. The two parameters of JSON:API, `ext` and `profile`, are lists of
/// URIs (JSON:API 1.1, "Content Negotiation"). The URIs are always written in quotes, because a URI
/// is not a token and would be malformed without quotes.
public struct HTTPMediaType: Hashable, Sendable {
    /// A parameter, with its name in lower case and its value without quotes.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a parameter.
        public init(name: String, value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// The type and subtype in lower case, such as `application/json`. A range in `Accept` may
    /// contain asterisks.
    public let essence: String

    /// The parameters, in order.
    public var parameters: [Parameter]

    /// The media type of JSON:API, without parameters.
    public static let jsonAPI = HTTPMediaType(essence: "application/vnd.api+json", parameters: [])

    init(essence: String, parameters: [Parameter]) {
        self.essence = essence
        self.parameters = parameters
    }

    /// Returns the media type of JSON:API with extensions and profiles.
    public static func jsonAPI(ext: [String], profile: [String] = []) -> HTTPMediaType {
        var type = jsonAPI
        type.ext = ext
        type.profile = profile
        return type
    }

    /// Parses a media type. Returns nil if the media type is malformed.
    ///
    /// The values of parameters may be quoted. A URI without quotes is accepted too, because some
    /// servers send URIs in this form.
    public init?(_ text: String) {
        guard let (type, rest) = Self.take(from: text.utf8[...]), rest.isEmpty else { return nil }
        self = type
    }

    /// True if this is the media type of JSON:API, with any parameters.
    public var isJSONAPI: Bool { essence == Self.jsonAPI.essence }

    /// Returns the value of a parameter, or nil.
    public subscript(name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name == name }?.value
    }

    /// The URIs of the applied extensions.
    public var ext: [String] {
        get { uris("ext") }
        set { setURIs("ext", newValue) }
    }

    /// The URIs of the applied profiles.
    public var profile: [String] {
        get { uris("profile") }
        set { setURIs("profile", newValue) }
    }

    private func uris(_ name: String) -> [String] {
        self[name]?.split(separator: " ").map(String.init) ?? []
    }

    private mutating func setURIs(_ name: String, _ uris: [String]) {
        parameters.removeAll { $0.name == name }
        if !uris.isEmpty {
            parameters.append(Parameter(name: name, value: uris.joined(separator: " ")))
        }
    }

    /// Returns true if this media type has the type and subtype of the given media type, or is a
    /// range that contains the given media type, such as `application/*`.
    public func includes(_ type: HTTPMediaType) -> Bool {
        essence == "*/*" || essence == type.essence
            || essence.hasSuffix("/*") && type.essence.hasPrefix(essence.dropLast(1))
    }
}

extension HTTPMediaType: CustomStringConvertible {
    /// The text of the media type in header fields.
    public var description: String {
        parameters.reduce(essence) { text, parameter in
            let value = parameter.value
            let isBare =
                !value.isEmpty && value.utf8.allSatisfy(\.isToken)
                && parameter.name != "ext" && parameter.name != "profile"
            return "\(text); \(parameter.name)=\(isBare ? value : Self.quoted(value))"
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for character in value.unicodeScalars {
            if character == "\"" || character == "\\" { text += "\\" }
            text.unicodeScalars.append(character)
        }
        return text + "\""
    }
}

extension HTTPMediaType {
    /// A media type or range that a client accepts, with its weight.
    public struct Accepted: Hashable, Sendable {
        /// The media type, without its weight.
        public var type: HTTPMediaType
        /// The weight, from 0 to 1. If the weight is 0, the client does not accept the type.
        public var quality: Double

        /// Creates an item of the header field `Accept`.
        public init(_ type: HTTPMediaType, quality: Double = 1) {
            self.type = type
            self.quality = min(max(quality, 0), 1)
        }

        /// Parses the value of the header field `Accept`. The items are sorted by weight in
        /// descending order, and items with the same weight keep their order. Malformed items of
        /// the list are skipped.
        public static func list(_ text: String) -> [Accepted] {
            var items: [Accepted] = []
            var rest = text.utf8[...]
            while !rest.isEmpty {
                if let (type, behind) = HTTPMediaType.take(from: rest),
                    behind.isEmpty || behind.first == comma
                {
                    items.append(Accepted(weighted: type))
                    rest = behind.dropFirst()
                } else {
                    rest = rest.drop { $0 != comma }.dropFirst()
                }
            }
            return items.enumerated().sorted {
                ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
            }.map(\.element)
        }

        /// Creates an item from a media type whose parameters may contain the weight `q`. The
        /// weight is removed from the parameters.
        private init(weighted type: HTTPMediaType) {
            let quality = type["q"].flatMap(Double.init) ?? 1
            var type = type
            type.parameters.removeAll { $0.name == "q" }
            self.init(type, quality: quality.isNaN ? 0 : quality)
        }

        /// Returns the value of `Accept` for a list of types.
        public static func text(_ items: [Accepted]) -> String {
            items.map { item in
                // A weight has at most three digits (RFC 9110, section 12.4.2).
                let thousandths = Int((item.quality * 1000).rounded())
                if thousandths == 1000 { return item.type.description }
                let digits = String(String(thousandths + 1000).dropFirst())
                return "\(item.type); q=0.\(digits)"
            }.joined(separator: ", ")
        }
    }
}

private let comma = UInt8(ascii: ",")

// Parsing works on bytes, because header fields consist of bytes.
extension HTTPMediaType {
    fileprivate typealias Bytes = Substring.UTF8View

    /// Parses a media type at the beginning of a text, and returns the media type and the rest of
    /// the text. A comma or the end of the text must follow the media type. Otherwise the text is
    /// malformed, and the result is nil.
    fileprivate static func take(from text: Bytes) -> (HTTPMediaType, rest: Bytes)? {
        var rest = text.drop(while: \.isBlank)
        let type = rest.prefix(while: \.isToken)
        rest = rest.dropFirst(type.count)
        guard !type.isEmpty, rest.popFirst() == UInt8(ascii: "/") else { return nil }
        let subtype = rest.prefix(while: \.isToken)
        rest = rest.dropFirst(subtype.count).drop(while: \.isBlank)
        guard !subtype.isEmpty else { return nil }
        var parameters: [Parameter] = []
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst().drop(while: \.isBlank)
            let name = rest.prefix(while: \.isToken)
            if name.isEmpty { continue }  // an empty parameter is allowed
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == UInt8(ascii: "="), let value = takeValue(&rest) else {
                return nil
            }
            parameters.append(Parameter(name: String(Substring(name)), value: value))
            rest = rest.drop(while: \.isBlank)
        }
        guard rest.isEmpty || rest.first == comma else { return nil }
        let essence = "\(Substring(type))/\(Substring(subtype))".lowercased()
        return (HTTPMediaType(essence: essence, parameters: parameters), rest)
    }

    /// Parses a value with or without quotes.
    private static func takeValue(_ rest: inout Bytes) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let value = rest.prefix { $0 != comma && $0 != UInt8(ascii: ";") && $0 != quote }
            rest = rest.dropFirst(value.count)
            let end = value.lastIndex { !$0.isBlank }
            return end.map { String(Substring(value[...$0])) }
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == quote { return String(validating: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return nil
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// True for a byte that may occur in a token (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool {
        isLetter || isDigit || self < 0x7F && Self.tokenMarks.contains(self)
    }

    private static let tokenMarks = Set("!#$%&'*+-.^_`|~".utf8)
}
