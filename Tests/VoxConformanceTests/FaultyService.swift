// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// A service with one deviation from the standard.
struct FaultyService: HTTPTransport {
    let service: ResourceService
    let fault: ServerFault

    init(_ fault: ServerFault) {
        service = Library.service()
        self.fault = fault
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        try await fault.respond(request, service).response(to: request)
    }
}

/// A response that a fault changes.
struct Reply: Sendable {
    var status: Int
    var headers: HTTPFields
    /// The document; nil without a body.
    var document: JSONValue?
    /// A body that is no JSON.
    var text: String?

    init(
        _ status: Int, headers: HTTPFields = [.contentType: "application/vnd.api+json"],
        _ document: JSONValue? = nil
    ) {
        self.status = status
        self.headers = headers
        self.document = document
    }

    static func error(_ status: Int) -> Reply {
        Reply(status, ["errors": [["status": .string("\(status)"), "title": "Refused"]]])
    }

    init(_ response: ClientResponse) async throws {
        status = response.status.code
        headers = response.headers
        let bytes = try await response.body.bytes()
        document =
            bytes.isEmpty
            ? JSONValue?.none : try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    }

    func response(to request: ClientRequest) throws -> ClientResponse {
        let body = try text ?? document?.text() ?? ""
        var headers = headers
        if body.isEmpty, request.method != .head { headers[.contentType] = nil }
        return ClientResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: headers),
            url: request.url, body: ClientResponse.Body(Array(body.utf8)))
    }

    var isSuccess: Bool { (200...299).contains(status) }
}

/// A deviation of a server from the standard.
struct ServerFault: Sendable, CustomTestStringConvertible {
    typealias Response = @Sendable (ClientRequest, ResourceService) async throws -> Reply

    let name: String
    /// The rules of which a run must name at least one.
    let rules: [String]
    /// The groups and probes that find the fault.
    let probes: [String]
    let respond: Response

    var testDescription: String { "\(rules.joined(separator: " ")) \(name)" }

    init(_ rules: String, _ name: String, in probes: String, _ respond: @escaping Response) {
        self.name = name
        self.rules = rules.split(separator: " ").map { "JA-\($0)" }
        self.probes = probes.split(separator: " ").map(String.init)
        self.respond = respond
    }

    /// A fault in requests: the service gets another one.
    static func asking(
        _ rules: String, _ name: String, in probes: String,
        _ change: @escaping @Sendable (inout ClientRequest) -> Void
    ) -> ServerFault {
        ServerFault(rules, name, in: probes) { request, service in
            var request = request
            change(&request)
            return try await Reply(service.execute(request))
        }
    }

    /// A fault in responses.
    static func replying(
        _ rules: String, _ name: String, in probes: String,
        _ change: @escaping @Sendable (ClientRequest, inout Reply) -> Void
    ) -> ServerFault {
        ServerFault(rules, name, in: probes) { request, service in
            var reply = try await Reply(service.execute(request))
            change(request, &reply)
            return reply
        }
    }

    /// A fault in the documents of successful responses at some addresses.
    static func writing(
        _ rules: String, _ name: String, in probes: String, at places: Place,
        _ change: @escaping @Sendable (inout JSONValue) -> Void
    ) -> ServerFault {
        .replying(rules, name, in: probes) { request, reply in
            guard reply.isSuccess, places.contains(request.place), var document = reply.document
            else { return }
            change(&document)
            reply.document = document
        }
    }

    /// A fault that refuses some requests.
    static func refusing(
        _ rules: String, _ name: String, in probes: String, with status: Int,
        _ isRefused: @escaping @Sendable (ClientRequest) -> Bool
    ) -> ServerFault {
        ServerFault(rules, name, in: probes) { request, service in
            isRefused(request) ? .error(status) : try await Reply(service.execute(request))
        }
    }
}

/// The addresses of a service.
struct Place: OptionSet, Sendable {
    let rawValue: Int

    static let list = Place(rawValue: 1)
    static let resource = Place(rawValue: 2)
    static let related = Place(rawValue: 4)
    static let linkage = Place(rawValue: 8)
    static let operations = Place(rawValue: 16)
    static let other = Place(rawValue: 32)
    static let resources: Place = [.list, .resource, .related]
}

extension ClientRequest {
    /// The segments of the path.
    var segments: [String] { url.path.split(separator: "/").map(String.init) }

    var place: Place {
        switch segments.count {
        case 1 where segments[0] == "operations": .operations
        case 1 where segments[0] != "openapi.json": .list
        case 2: .resource
        case 3: .related
        case 4: .linkage
        default: .other
        }
    }

    /// The query, decoded.
    var query: [QueryItem] {
        get { (try? QueryItem.Encoding.decode(url.query ?? "")) ?? [] }
        set {
            let query = QueryItem.Encoding().encode(newValue)
            url = url.with(target: url.path + (query.isEmpty ? "" : "?" + query))
        }
    }

    func has(_ parameter: String) -> Bool { query.contains { $0.name == parameter } }

    /// True if a parameter begins with this text.
    func has(family: String) -> Bool { query.contains { $0.name.hasPrefix(family) } }

    mutating func remove(_ isRemoved: (QueryItem) -> Bool) {
        query = query.filter { !isRemoved($0) }
    }

    /// The document of the request.
    var document: JSONValue? {
        get { body.flatMap { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self)) } }
        set { body = newValue.flatMap { try? $0.text() }.map { Array($0.utf8) } }
    }

    var isWrite: Bool { [.post, .patch].contains(method) }
}
