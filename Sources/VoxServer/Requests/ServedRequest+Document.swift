// SPDX-License-Identifier: MIT

import HTTPTypes

extension ServedRequest {
    /// Validates the request document and returns its primary data.
    func data(_ profile: Validator.Profile) throws -> JSON {
        let type = try service.negotiation.requestType(in: checkedHeaders())
        return try data(profile, of: request.body ?? [], type)
    }

    func data(
        _ profile: Validator.Profile, of bytes: [UInt8], _ type: HTTPMediaType
    ) throws -> JSON {
        // A response with a list has the resource one level deeper, and must not exceed the depth
        // limit.
        let json = try document(bytes, reservedDepth: 1)
        try json.check(profile, extensions: type.ext.isEmpty ? [] : json.namespaces)
        return json["data"]
    }

    /// Returns the header fields of the request, and throws if the request has no document. The
    /// media type of a form is refused later, without reading the form.
    func checkedHeaders() throws(ErrorResponse) -> HTTPFields {
        guard request.isForm || !(request.body ?? []).isEmpty else {
            throw ErrorResponse(.badRequest, "the request has no document")
        }
        return request.headers
    }

    func document() throws -> JSON { try document(request.body ?? [], reservedDepth: 0) }

    /// Parses a document. `reservedDepth` is subtracted from the depth limit.
    private func document(_ body: [UInt8], reservedDepth: Int) throws -> JSON {
        var options = JSON.Options()
        options.mode = service.readingMode
        options.maximumDepth -= reservedDepth
        return try JSON(parsing: body, options: options)
    }
}

extension ErrorResponse {
    /// The response to a document with more bytes than the service reads.
    init(documentOver limit: Int) {
        self.init(.contentTooLarge, "the document is larger than \(limit) bytes")
    }
}

extension JSON {
    func check(_ profile: Validator.Profile, extensions: [String]) throws {
        let findings = try Validator(profile: profile, extensions: extensions).findings(in: self)
        let faults = findings.filter { $0.severity == .error }
        if !faults.isEmpty {
            throw ErrorResponse(
                faults.prefix(ErrorResponse.maximumErrors).map {
                    APIError(
                        status: 400, title: "Bad Request", detail: $0.message, code: $0.code,
                        source: .pointer($0.pointer))
                })
        }
    }

    /// The namespaces in the names of the top-level members, such as `atomic` in
    /// `atomic:operations`.
    var namespaces: [String] {
        vox.members.compactMap { name, _ in
            name.contains(":") ? String(name.prefix { $0 != ":" }) : nil
        }
    }
}
