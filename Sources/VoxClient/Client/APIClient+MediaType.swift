// SPDX-License-Identifier: MIT

internal import HTTPTypes

// The media types of requests and responses (JSON:API 1.1, "Content Negotiation").

extension APIClient {
    /// The media type of the documents in requests.
    var mediaType: HTTPMediaType { .jsonAPI(ext: options.extensions, profile: options.profiles) }

    /// The media type of the bodies of requests.
    var sentType: String {
        options.sentType
            ?? (options.writes.form == .flat ? "application/json" : mediaType.description)
    }

    /// The value of `Accept`.
    var acceptText: String {
        options.accepted == nil && options.extensions.isEmpty && options.profiles.isEmpty
            ? HTTPMediaType.jsonAPI.essence : HTTPMediaType.Accepted.text(accepted)
    }

    /// The accepted media types.
    var accepted: [HTTPMediaType.Accepted] {
        options.accepted ?? [HTTPMediaType.Accepted(mediaType)]
    }

    /// Throws if the media type of a body was not requested. A body without a media type is read as
    /// JSON:API.
    func checkType(_ exchange: Exchange) throws(RequestError) {
        guard let text = exchange.headers.value(of: .contentType) else {
            return try checkExtensions([], of: exchange)
        }
        // The usual media type is compared as a whole, without parsing it.
        if text == HTTPMediaType.jsonAPI.essence { return try checkExtensions([], of: exchange) }
        guard let type = HTTPMediaType(text) else {
            throw exchange.error(
                .unexpectedContentType,
                "the media type of the response is malformed: \(text.prefix(200))")
        }
        guard type.isJSONAPI else {
            if options.acceptedTypes.contains(type.essence) {
                return try checkExtensions([], of: exchange)
            }
            throw exchange.error(
                .unexpectedContentType,
                "the response is \(type.essence), not \(HTTPMediaType.jsonAPI)"
            ).advising(
                exchange.isHTML
                    ? ": it is an HTML page, perhaps of a login or of a proxy"
                    : ": add the type to acceptedTypes to allow it")
        }
        let asked = Set(accepted.flatMap(\.type.ext))
        if let unknown = type.ext.first(where: { !asked.contains($0) }) {
            throw exchange.error(
                .unsupportedExtension,
                "the response applies the extension \(unknown), which was not requested")
        }
        try checkExtensions(type.ext, of: exchange)
    }

    /// Throws if a required extension is not applied. Only JSON:API's own media type can name the
    /// applied extensions.
    private func checkExtensions(
        _ applied: [String], of exchange: Exchange
    ) throws(RequestError) {
        if let missing = options.extensions.first(where: { !applied.contains($0) }) {
            throw exchange.error(
                .unsupportedExtension,
                "the response does not apply the extension \(missing), which is needed to read it")
        }
    }
}

extension Exchange {
    /// True for a response with the media type of an HTML page.
    var isHTML: Bool {
        guard let text = headers.value(of: .contentType), let type = HTTPMediaType(text) else {
            return false
        }
        return ["text/html", "application/xhtml+xml"].contains(type.essence)
    }
}

extension ClientResponse.Head {
    /// The media type of the response, with the applied extensions and profiles. The media type is
    /// read from `Content-Type`. The member `jsonapi.ext` of the document does not change the media
    /// type (JSON:API 1.1, "JSON:API Object").
    public var mediaType: HTTPMediaType? { headers[.contentType].flatMap { HTTPMediaType($0) } }
}
