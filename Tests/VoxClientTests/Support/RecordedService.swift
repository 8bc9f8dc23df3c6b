// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Vox
import VoxTestSupport

/// One recorded exchange of a real service.
struct RecordedExchange: Sendable {
    let file: String
    let method: HTTPRequest.Method
    /// The path and the query of the request.
    let target: String
    let status: Int
    let contentType: String?
    let headers: HTTPFields
    let requestBody: String
    let body: [UInt8]
    /// The walk through pages that the exchange is a part of.
    let walk: String?

    init?(_ file: String, _ text: [UInt8]) throws {
        let json = try JSON(parsing: text)
        guard let method = (json.method as String?).flatMap({ HTTPRequest.Method($0) }),
            let target = json.url as String?, let status = json.status as Int?
        else { return nil }
        self.file = file
        self.method = method
        self.target = target
        self.status = status
        contentType = json.contentType as String?
        var fields = HTTPFields()
        for (name, values) in (json.headers as JSON).vox.members {
            guard let name = HTTPField.Name(name), name != .contentType, name != .contentLength,
                name != .contentEncoding
            else { continue }
            for value in values.vox.elements {
                if let value = String(value) {
                    fields.append(HTTPField(name: name, value: value))
                }
            }
        }
        headers = fields
        requestBody = json.requestBody as String? ?? ""
        body = Array((json.body as String? ?? "").utf8)
        walk = json.walk as String?
    }

    /// The folder of the recorded exchanges: `VOX_SERVICES`, or that of the corpora.
    private static let folder =
        ProcessInfo.processInfo.environment["VOX_SERVICES"].map { URL(filePath: $0) }
        ?? Corpora.root.appending(path: "services")

    /// All exchanges in the folder.
    static func all() throws -> [RecordedExchange] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
            .compactMap { name in
                let bytes = try Data(contentsOf: folder.appending(path: name))
                return try RecordedExchange(name, Array(bytes))
            }
    }

    /// The body as JSON; nil if it is none.
    var json: JSON? { try? JSON(parsing: body) }

    /// True for a success that has a document with primary data.
    var hasData: Bool {
        guard let json, json.vox.kind == .object else { return false }
        return (json["data"] as JSON).vox.kind != .absent
    }

    func response(to request: ClientRequest, body: [UInt8]? = nil) -> ClientResponse {
        var fields = headers
        if let contentType { fields[.contentType] = contentType }
        return ClientResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: fields),
            url: request.url, body: ClientResponse.Body(body ?? self.body))
    }
}

/// A client of a service that gives one recorded response to each request.
struct RecordedService {
    static let base = "https://api.service.example"

    /// The profile of the recorded service: JSON:API under several media types, with other writes.
    static var profile: APIOptions {
        var options = APIOptions()
        options.acceptedTypes = ["application/json", "text/json"]
        options.sentType = "application/json"
        options.writes.acceptsOtherIdentities = true
        options.writes.acceptsOtherBodies = true
        options.paging = .first(.known, .cursor("meta.page.after", parameter: "page[cursor]"))
        return options
    }

    static func api(
        _ exchange: RecordedExchange, body: [UInt8]? = nil, options: APIOptions = profile
    ) throws -> APIClient {
        try APIClient(
            base, transport: Script { request, _ in exchange.response(to: request, body: body) },
            reliability: nil, options: options)
    }

    /// A client of a service that has all recorded pages, and an empty page for every other address.
    static func api(
        pages exchanges: [RecordedExchange], options: APIOptions = profile
    ) throws -> (APIClient, Script) {
        var pages: [String: RecordedExchange] = [:]
        for exchange in exchanges where exchange.method == .get && exchange.status == 200 {
            pages[try key(HTTPURL(base + exchange.target))] = exchange
        }
        let known = pages
        let script = Script { request, _ in
            known[key(request.url)]?.response(to: request)
                ?? .document(#"{"data":[]}"#, of: request)
        }
        return (
            try APIClient(base, transport: script, reliability: nil, options: options), script
        )
    }

    /// The path and the query, whatever the order of the query and its encoding.
    private static func key(_ url: HTTPURL) -> String {
        let items = url.query.flatMap { try? QueryItem.Encoding.decode($0) } ?? []
        return url.path + "?"
            + items.map { "\($0.name)=\($0.value ?? "")" }.sorted().joined(separator: "&")
    }
}

/// Sends every request to one address.
struct FixedRouter: ResourceRouter {
    let address: String

    func fetch(id: String, type: String) -> String { address }
    func fetch(type: String) -> String { address }
    func create(_ resource: Resource<AnyResource>) -> String { address }
    func update(_ resource: Resource<AnyResource>) -> String { address }
    func delete(id: String, type: String) -> String { address }
}
