// SPDX-License-Identifier: MIT

public import HTTPTypes

extension RESTOptions {
    /// Converts the body of a response to JSON. Models, and values at key paths, are read from this
    /// JSON.
    public struct Parser: Sendable {
        /// The media types that the parser reads. The first media type is preferred. If
        /// `acceptedTypes` of the client's options is nil, requests send these media types in
        /// `Accept`.
        public let mediaTypes: [String]
        private let read: @Sendable ([UInt8], HTTPFields, JSON.Options) throws -> JSON

        /// Creates a parser.
        /// - Parameters:
        ///   - mediaTypes: the media types that the parser reads. The first media type is
        ///     preferred.
        ///   - parse: a function that converts a body to a document.
        public init(
            _ mediaTypes: [String],
            parse:
                @escaping @Sendable (
                    _ body: [UInt8], _ headers: HTTPFields, _ options: JSON.Options
                ) throws -> JSON
        ) {
            self.mediaTypes = mediaTypes
            read = parse
        }

        /// Converts a body to a document.
        /// - Throws: the errors of the parser. The parsers of Vox throw `JSONError`, and
        ///   `RequestError` with code `document` for a form with a malformed percent-encoding.
        public func parse(
            _ body: [UInt8], headers: HTTPFields, options: JSON.Options
        ) throws -> JSON {
            try read(body, headers, options)
        }

        /// Reads `application/json`.
        public static let json = Parser(["application/json"]) { body, _, options in
            try JSON(parsing: body, options: options)
        }

        /// Reads `application/x-www-form-urlencoded` as an object of strings, in the order of the
        /// form. If a name occurs more than once, its value is a list of strings.
        ///
        /// The parser splits the form into names and values, and then decodes each name and each
        /// value. So an encoded `&` or `=` is a part of the name or value that contains it (WHATWG
        /// URL, section 5.1).
        public static let form = Parser(["application/x-www-form-urlencoded"]) { body, _, _ in
            try FormText.parse(body)
        }
    }
}

enum FormText {
    /// Parses a form.
    /// - Throws: `RequestError` with code `document` for a malformed percent-encoding, `JSONError`.
    static func parse(_ body: [UInt8]) throws -> JSON {
        let form = [:] as JSON
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(halves[0])
            let value = halves.count == 2 ? try Self.decoded(halves[1]) : ""
            let place = form[name]
            switch place.vox.kind {
            case .absent: try place.vox.set(value)
            case .array: try place[place.vox.count].vox.set(value)
            default:
                let first = try place.vox.value(as: String.self)
                try place.vox.set([first, value])
            }
        }
        return form
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let decoded = PercentEncoding.decode(text, plusIsSpace: true) else {
            throw RequestError(
                code: .document, message: "the form has an invalid percent encoding")
        }
        return decoded
    }
}
