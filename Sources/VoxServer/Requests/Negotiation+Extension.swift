// SPDX-License-Identifier: MIT

import HTTPTypes

// Negotiation at an address that requires an extension.
extension ResourceService.Negotiation {
    /// Returns the media type of a request document. The media type must apply an extension.
    func requestType(
        in headers: HTTPFields, applying uri: String
    ) throws(ErrorResponse) -> HTTPMediaType {
        var negotiation = self
        negotiation.extensions.insert(uri)
        let type = try negotiation.requestType(in: headers)
        guard type.ext.contains(uri) else {
            throw ErrorResponse(
                .unsupportedMediaType,
                "the media type of the document must have the extension: \(HTTPMediaType.jsonAPI(ext: [uri]))",
                source: .header("Content-Type"))
        }
        return type
    }

    /// Returns the media type of a response that applies an extension.
    ///
    /// A missing `Accept` and a range such as `*/*` allow the extension. If `Accept` lists
    /// JSON:API, at least one item of the list must have the extension.
    func responseType(
        for headers: HTTPFields, applying uri: String
    ) throws(ErrorResponse) -> HTTPMediaType {
        var negotiation = self
        negotiation.extensions.insert(uri)
        let items = HTTPMediaType.Accepted.list(headers[values: .accept].joined(separator: ","))
        let named = items.filter(\.type.isJSONAPI)
        var accepted = headers
        if !named.isEmpty {
            let applying = named.filter { $0.type.ext.contains(uri) }
            guard !applying.isEmpty else {
                throw ErrorResponse(
                    .notAcceptable,
                    "Accept must allow the extension: \(HTTPMediaType.jsonAPI(ext: [uri]))",
                    source: .header("Accept"), headers: Self.vary)
            }
            accepted[.accept] = HTTPMediaType.Accepted.text(applying)
        }
        var type = try negotiation.responseType(for: accepted)
        if !type.ext.contains(uri) { type.ext.append(uri) }
        return type
    }
}
