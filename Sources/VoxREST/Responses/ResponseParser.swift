// SPDX-License-Identifier: MIT

public import HTTPTypes

/// Makes JSON of the body of an answer, whatever form it has: models and key paths are read from that.
public protocol ResponseParser: Sendable {
    /// The media types that it reads, best first: what `Accept` says, unless the options do.
    var mediaTypes: [String] { get }

    /// Makes a document of a body.
    func parse(_ body: [UInt8], headers: HTTPFields, options: JSONOptions) throws -> JSON
}

/// Reads answers that are JSON.
public struct JSONResponseParser: ResponseParser {
    /// Makes the parser.
    public init() {}

    /// `application/json`
    public var mediaTypes: [String] { ["application/json"] }

    /// Parses JSON text.
    /// - Throws: `JSONError`.
    public func parse(
        _ body: [UInt8], headers: HTTPFields, options: JSONOptions
    ) throws -> JSON {
        try JSON(parsing: body, options: options)
    }
}

/// Reads answers that are url-encoded forms: an object of texts, in the order of the form. A name that
/// is there several times has a list of them.
///
/// Pairs are separated before they are decoded, so an encoded `&` or `=` is part of its value.
/// Source: WHATWG URL, section 5.1.
public struct FormTextParser: ResponseParser {
    /// Makes the parser.
    public init() {}

    /// `application/x-www-form-urlencoded`
    public var mediaTypes: [String] { ["application/x-www-form-urlencoded"] }

    /// Reads a form.
    /// - Throws: `RequestError` with code `document` for an encoding that is broken, `JSONError`.
    public func parse(
        _ body: [UInt8], headers: HTTPFields, options: JSONOptions
    ) throws -> JSON {
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
                code: .document, message: "the form has a percent sign that encodes nothing")
        }
        return decoded
    }
}
