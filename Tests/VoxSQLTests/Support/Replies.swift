// SPDX-License-Identifier: MIT

import HTTPTypes
import VoxSQL

extension ResourceService {
    /// The status and the document of a response. Tags and dates of deletion differ by store.
    func reply(
        _ method: HTTPRequest.Method, _ target: String, _ body: String?
    ) async throws -> String {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://test.example\(target)"),
            body: body.map { Array($0.utf8) })
        if body != nil { request.headers[.contentType] = "application/vnd.api+json" }
        let response = try await execute(request)
        return
            "\(response.status.code) \(String(decoding: try await response.body.bytes(), as: UTF8.self))"
    }
}
