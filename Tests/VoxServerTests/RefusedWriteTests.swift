// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// What is refused with 4xx has changed nothing: every write endpoint with every kind of refusal.
@Suite("Refused writes")
struct RefusedWriteTests {
    struct Endpoint: CustomStringConvertible, Sendable {
        let method: HTTPRequest.Method
        let target: String
        let document: String?

        var description: String { "\(method) \(target)" }
    }

    /// Writes that would change something.
    static let endpoints = [
        Endpoint(
            method: .post, target: "/albums",
            document: #"{"data":{"type":"albums","attributes":{"title":"New"}}}"#),
        Endpoint(
            method: .patch, target: "/albums/3",
            document: #"{"data":{"type":"albums","id":"3","attributes":{"title":"New"}}}"#),
        Endpoint(method: .delete, target: "/albums/3", document: nil),
        Endpoint(
            method: .patch, target: "/albums/3/relationships/artist",
            document: #"{"data":{"type":"artists","id":"1"}}"#),
        Endpoint(
            method: .patch, target: "/albums/3/relationships/tracks",
            document: #"{"data":[{"type":"tracks","id":"1.0"}]}"#),
        Endpoint(
            method: .post, target: "/albums/3/relationships/tracks",
            document: #"{"data":[{"type":"tracks","id":"1.0"}]}"#),
        Endpoint(
            method: .delete, target: "/albums/3/relationships/tracks",
            document: #"{"data":[{"type":"tracks","id":"3.0"}]}"#),
    ]

    static let queries = [
        "include=nope", "include=artist.nope", "include=", "sort=title", "sort=nope", "foo=1",
        "page[size]=1", "page[number]=1", "page[cursor]=x", "filter[title]=x", "filter=x", "%",
        "fields=x", "fields[albums]=title&fields[albums]=year", "include=artist&include=artist",
        "include=artist.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival.rival",
    ]

    /// Of these an endpoint with a document does what they say.
    static let understood = ["include=", "fields[albums]=title"]

    static let fields: [HTTPFields] = [
        [.accept: "application/vnd.api+json; charset=utf-8"], [.accept: "text/html"],
        [.ifMatch: #""4-x""#], [.ifMatch: ""], [.ifNoneMatch: "*"],
    ]

    private func send(
        _ endpoint: Endpoint, query: String = "", headers: HTTPFields = [:],
        document: String? = nil
    ) async throws -> (reply: Reply, isUnchanged: Bool) {
        let store = Music.store()
        let types = ["albums", "tracks", "artists"]
        let before = types.map { store.resources(of: $0) }
        let reply = try await ResourceService(Music.types, store: store).send(
            endpoint.method, endpoint.target + (query.isEmpty ? "" : "?" + query),
            document ?? endpoint.document, headers)
        return (reply, types.map { store.resources(of: $0) } == before)
    }

    @Test("Each of the writes is done when nothing is wrong", arguments: endpoints)
    func done(endpoint: Endpoint) async throws {
        let (reply, isUnchanged) = try await send(endpoint)
        #expect((200..<300).contains(reply.status))
        #expect(!isUnchanged)
    }

    @Test("Parameters that an endpoint does not process are refused", arguments: endpoints)
    func parameters(endpoint: Endpoint) async throws {
        for query in Self.queries {
            let (reply, isUnchanged) = try await send(endpoint, query: query)
            if Self.understood.contains(query),
                endpoint.method != .delete || endpoint.document != nil
            {
                #expect((200..<300).contains(reply.status), "\(query)")
                continue
            }
            #expect(reply.status == 400, "\(query)")
            #expect(isUnchanged, "\(query)")
        }
    }

    @Test("Media types and conditions are refused", arguments: endpoints)
    func headers(endpoint: Endpoint) async throws {
        for headers in Self.fields {
            let (reply, isUnchanged) = try await send(endpoint, headers: headers)
            #expect([406, 412].contains(reply.status), "\(headers)")
            #expect(isUnchanged, "\(headers)")
        }
    }

    @Test("Bodies are refused", arguments: endpoints.filter { $0.document != nil })
    func bodies(endpoint: Endpoint) async throws {
        for document in [
            "", "{", "[]", "{}", #"{"data":3}"#, #"{"data":{"type":"nope","id":"1"}}"#,
            #"{"data":[{"type":"nope","id":"1"}]}"#, #"{"data":{"type":"artists","id":"99"}}"#,
        ] {
            let (reply, isUnchanged) = try await send(endpoint, document: document)
            // To remove what is not there is no fault.
            if (200..<300).contains(reply.status) { continue }
            #expect((400..<500).contains(reply.status), "\(document)")
            #expect(isUnchanged, "\(document)")
        }
        for type in ["text/plain", "application/vnd.api+json; charset=utf-8"] {
            let (reply, isUnchanged) = try await send(endpoint, headers: [.contentType: type])
            #expect(reply.status == 415)
            #expect(isUnchanged)
        }
    }
}
