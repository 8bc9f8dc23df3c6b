// SPDX-License-Identifier: MIT

internal import HTTPTypes

extension SentRequest {
    /// The names by which header fields, parameters and members name another method to servers.
    private static let methodNames: Set<String> = [
        "x-http-method-override", "x-http-method", "x-method-override", "_method", "__method",
        "$method", "method", "http_method", "httpmethod",
    ]

    /// The beginnings of the names of header fields that name another host or path to servers.
    private static let addressFields = [
        "host", "forwarded", "x-forwarded-", "x-original-", "x-rewrite-", "x-override-",
        "x-http-path-", "x-envoy-", "x-url", "destination",
    ]

    /// The parameters of the address.
    var queryItems: [QueryItem] { url.query.flatMap { try? QueryItem.Encoding.decode($0) } ?? [] }

    /// True if some servers read another method in the request.
    var overridesMethod: Bool {
        let names =
            headers.map(\.name.canonicalName)
            + queryItems.map { $0.name.lowercased().replacing("[]", with: "") }
        if names.contains(where: Self.methodNames.contains) { return true }
        guard let body, !body.isEmpty else { return false }
        if let json = try? Received.parsed(body) {
            return json.vox.members.contains { Self.methodNames.contains($0.name.lowercased()) }
        }
        let text = String(decoding: body, as: UTF8.self).lowercased()
        return Self.methodNames.contains { text.contains("\($0)=") }
    }

    /// True if some servers read another address in the request.
    var overridesAddress: Bool {
        headers.contains { field in
            Self.addressFields.contains { field.name.canonicalName.hasPrefix($0) }
        }
    }
}
