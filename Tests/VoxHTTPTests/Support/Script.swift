// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Vox

/// A client that answers by a function and keeps what it was asked.
final class Script: HTTPTransport {
    private let seen = Mutex<[ClientRequest]>([])
    private let answer: @Sendable (ClientRequest, Int) async throws -> ClientResponse

    /// Answers by a function of the request and its number from 0.
    init(_ answer: @escaping @Sendable (ClientRequest, Int) async throws -> ClientResponse) {
        self.answer = answer
    }

    /// Answers with documents, one after the other; then with 404.
    convenience init(_ bodies: String...) {
        self.init { request, number in
            number < bodies.count
                ? .document(bodies[number], of: request) : .document("", 404, of: request)
        }
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let number = seen.withLock { seen in
            seen.append(request)
            return seen.count - 1
        }
        return try await answer(request, number)
    }

    var requests: [ClientRequest] { seen.withLock { $0 } }

    /// Method and target of each request.
    var lines: [String] { requests.map { "\($0.method) \($0.url.target)" } }

    func api(_ base: String = "https://api.example.com/v1") throws -> APIClient {
        try APIClient(base, transport: self, reliability: nil)
    }
}

extension ClientRequest {
    /// The body as text.
    var text: String? { body.map { String(decoding: $0, as: UTF8.self) } }
}

extension ClientResponse {
    /// A response of JSON:API.
    static func document(
        _ text: String, _ status: Int = 200, _ fields: HTTPFields = [:], of request: ClientRequest
    ) -> ClientResponse {
        var headers = fields
        if !text.isEmpty, headers[.contentType] == nil {
            headers[.contentType] = "application/vnd.api+json"
        }
        return ClientResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: headers),
            url: request.url, body: ClientResponse.Body(Array(text.utf8)))
    }
}

struct Album: ResourceSchema {
    static let type = "albums"
    let title = Attribute<String>("title")
    let year = Attribute<Int>("release-year")
    let artist = ToOne<Artist>("artist")
    let tracks = ToMany<Track>("tracks")
}

struct Artist: ResourceSchema {
    static let type = "artists"
    let name = Attribute<String>("name")
    let debut = ToOne<Album>("debut")
}

struct Track: ResourceSchema {
    static let type = "tracks"
    let title = Attribute<String>("title")
}

/// An album as a document.
func albumDocument(
    id: String = "1", title: String = "Blue Lines", more: String = ""
) -> String {
    #"{"data":{"type":"albums","id":"\#(id)","attributes":{"title":"\#(title)","release-year":1991}\#(more)}}"#
}

/// Runs an operation that must throw a request error, and gives it.
func requestError(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Void
) async -> RequestError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? RequestError
    }
}
