// SPDX-License-Identifier: MIT

public import HTTPTypes

extension ResourceService {
    /// Determines the media types of the request document and of the response (JSON:API 1.1,
    /// "Server Responsibilities").
    ///
    /// ```swift
    /// import HTTPTypes
    ///
    /// let negotiation = ResourceService.Negotiation()
    /// let type = try negotiation.responseType(for: [.accept: "application/vnd.api+json, */*; q=0.5"])
    /// print(type)  // prints: application/vnd.api+json
    /// ```
    public struct Negotiation: Hashable, Sendable {
        /// The URIs of the extensions that the service supports.
        public var extensions: Set<String>
        /// The URIs of the profiles that the service supports. Unsupported profiles are ignored, as
        /// the standard requires.
        public var profiles: Set<String>

        /// Creates a negotiation.
        public init(extensions: Set<String> = [], profiles: Set<String> = []) {
            self.extensions = extensions
            self.profiles = profiles
        }

        /// The header field `Vary: Accept`. Every response should contain `Vary: Accept`, because
        /// caches must distinguish responses by `Accept`.
        public static let vary: HTTPFields = [.vary: "Accept"]

        /// Returns the media type of a request document. Call this function only for requests with
        /// a body.
        /// - Throws: ``ErrorResponse`` with 415 in four cases: the media type is not JSON:API, it
        ///   has a parameter other than `ext` and `profile`, it has an unsupported extension, or
        ///   the document is compressed. If a program decompresses documents, the program must
        ///   remove `Content-Encoding` from the header fields and apply its own limits.
        public func requestType(in headers: HTTPFields) throws(ErrorResponse) -> HTTPMediaType {
            try Self.checkEncoding(in: headers)
            let source = APIError.Source.header("Content-Type")
            guard let text = headers[.contentType], let type = HTTPMediaType(text), type.isJSONAPI
            else {
                throw ErrorResponse(
                    .unsupportedMediaType,
                    "the media type of the document must be \(HTTPMediaType.jsonAPI)",
                    source: source)
            }
            if let other = type.unknownParameter {
                throw ErrorResponse(
                    .unsupportedMediaType,
                    "the media type has the parameter \"\(other.name)\", but only ext and profile are allowed",
                    source: source)
            }
            if let other = type.ext.first(where: { !extensions.contains(exactly: $0) }) {
                throw ErrorResponse(
                    .unsupportedMediaType, "the extension \"\(other)\" is not supported",
                    source: source)
            }
            return type
        }

        /// Checks that a body is not compressed.
        /// - Throws: ``ErrorResponse`` with 415 if the body is compressed. The response names the
        ///   supported encoding in `Accept-Encoding` (RFC 9110, section 15.5.16).
        package static func checkEncoding(in headers: HTTPFields) throws(ErrorResponse) {
            if Self.coding(in: headers, .contentEncoding, besides: "identity") == nil { return }
            throw ErrorResponse(
                .unsupportedMediaType, "the document must not be compressed",
                source: .header("Content-Encoding"), headers: [.acceptEncoding: "identity"])
        }

        /// Checks that a body has no transfer coding other than `chunked`. The HTTP library decodes
        /// `chunked`.
        /// - Throws: ``ErrorResponse`` with 501 for any transfer coding other than `chunked` (RFC
        ///   9112, section 6.1).
        package static func checkTransferCoding(in headers: HTTPFields) throws(ErrorResponse) {
            guard let other = Self.coding(in: headers, .transferEncoding, besides: "chunked") else {
                return
            }
            throw ErrorResponse(
                .notImplemented, "the transfer coding \"\(other.prefix(40))\" is not supported",
                source: .header("Transfer-Encoding"))
        }

        private static func coding(
            in headers: HTTPFields, _ field: HTTPField.Name, besides allowed: String
        ) -> String? {
            headers[values: field].flatMap { $0.split(separator: ",") }
                .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
                .first { $0 != allowed && $0 != "" }
        }

        /// Returns the media type of the response: the supported media type with the highest weight
        /// in `Accept`. The result does not contain unsupported profiles.
        /// - Throws: ``ErrorResponse`` with 406 in two cases: `Accept` contains JSON:API only with
        ///   unsupported parameters, or no media range in `Accept` includes JSON:API.
        public func responseType(for headers: HTTPFields) throws(ErrorResponse) -> HTTPMediaType {
            let text = headers[values: .accept].joined(separator: ",")
            let wishes = HTTPMediaType.Accepted.list(text)
            // Without `Accept`, any media type is acceptable (RFC 9110, section 12.5.1).
            if wishes.isEmpty { return .jsonAPI }
            let named = wishes.filter(\.type.isJSONAPI)
            let possible = named.filter { wish in
                wish.type.unknownParameter == nil && extensions.isSuperset(of: wish.type.ext)
            }
            if let best = possible.first, best.quality > 0 {
                return .jsonAPI(
                    ext: best.type.ext, profile: best.type.profile.filter(profiles.contains))
            }
            if named.isEmpty,
                wishes.contains(where: { $0.quality > 0 && $0.type.includes(.jsonAPI) })
            {
                return .jsonAPI
            }
            throw ErrorResponse(
                .notAcceptable,
                "Accept must allow \(HTTPMediaType.jsonAPI) without unsupported parameters",
                source: .header("Accept"), headers: Self.vary)
        }
    }
}

extension HTTPMediaType {
    fileprivate var unknownParameter: Parameter? {
        parameters.first { $0.name != "ext" && $0.name != "profile" }
    }
}
