// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxSQL

/// A response of a service.
struct Answer {
    let status: Int
    let text: String

    /// The document; null when there is none.
    var json: JSON { (try? JSON(parsing: text)) ?? .null }

    var ids: [String] { json.data.vox.elements.map { $0.id ?? "" } }

    /// The cursor of the last item; nil for an empty page.
    var lastCursor: String? { json.data.vox.elements.last?.meta.page.cursor }
}

extension ResourceService {
    /// Returns the response to a request.
    func answer(
        _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil
    ) async throws -> Answer {
        let reply = try await reply(method, target, body)
        let parts = reply.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return Answer(status: Int(parts[0]) ?? 0, text: String(parts[1]))
    }

    /// Walks through a list by cursor, and returns the ids of all pages. The walk ends after `limit`
    /// resources.
    func walk(_ target: String, limit: Int) async throws -> [String] {
        var ids: [String] = []
        var request = ClientRequest(method: .get, url: try HTTPURL("http://test.example\(target)"))
        request.headers[.accept] =
            #"application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#
        while ids.count <= limit {
            let response = try await execute(request)
            let text = String(decoding: try await response.body.bytes(), as: UTF8.self)
            let page = Answer(status: response.status.code, text: text)
            guard page.status == 200 else { return ids + ["\(page.status) \(text)"] }
            ids += page.ids
            guard let cursor = page.lastCursor else { break }
            request.url = try HTTPURL("http://test.example\(target)&page[after]=\(cursor)")
        }
        return ids
    }
}
