// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A client, with the data that all of its calls share.
///
/// It is a class because a client is large and requests are copied often.
final class CallContext: Sendable {
    let client: RESTClient
    /// The server, with the options for every request.
    let server: RemoteServer
    /// The value of `Accept`.
    let acceptText: String
    /// The media types to accept, in lower case and without parameters.
    private let accepted: [String]

    init(_ client: RESTClient) {
        self.client = client
        server = RemoteServer(client) { [errors = client.options.errors] body, status, headers in
            let body = ValidationErrors.Decoder.Body(
                body, status: status?.code ?? 0, contentType: headers.value(of: .contentType))
            if let found = errors.validationErrors(in: body) {
                return ReportedValidation(errors: found, isMessage: false)
            }
            return ValidationErrors.Decoder.message.validationErrors(in: body).map {
                ReportedValidation(errors: $0, isMessage: true)
            }
        }
        let types = client.options.acceptedTypes ?? client.options.responseParser.mediaTypes
        acceptText = types.joined(separator: ", ")
        accepted = types.map(\.mediaType)
    }

    /// Parses the body of a successful response. Returns nil for an empty body.
    func parse(_ exchange: Exchange) throws -> JSON? {
        guard !exchange.body.isEmpty else { return nil }
        try checkType(exchange)
        do {
            let json = try client.options.responseParser.parse(
                exchange.body, headers: exchange.headers, options: client.options.json)
            json.node?.tree.madeModelNotes.origin = ClientResponse.Head(exchange)
            return json
        } catch {
            throw exchange.error(.document, "the response cannot be read: \(error)", cause: error)
        }
    }

    /// Throws if the media type of a body was not requested. A body without a media type is read as
    /// the requested type.
    private func checkType(_ exchange: Exchange) throws(RequestError) {
        guard let text = exchange.headers.value(of: .contentType),
            !accepted.contains(where: { text.isMediaType($0) })
        else { return }
        let type = text.mediaType
        let isAccepted = accepted.contains { accepted in
            if accepted == type || accepted == "*/*" { return true }
            if accepted == "application/json", type.hasSuffix("+json") { return true }
            return accepted.hasSuffix("/*") && type.hasPrefix(accepted.dropLast())
        }
        guard isAccepted else {
            throw exchange.error(
                .unexpectedContentType,
                "the response is \(type.prefix(200)), not \(acceptText): use bytes() to read it unchanged, or add the type to acceptedTypes"
            )
        }
    }
}

extension String {
    /// True if a `Content-Type` has this media type in lower case and without spaces.
    fileprivate func isMediaType(_ type: String) -> Bool {
        guard hasPrefix(type) else { return false }
        let next = utf8.dropFirst(type.utf8.count).first
        return next == nil || next == UInt8(ascii: ";")
    }
}
