// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

@Suite("The service for tests: writing")
struct ServiceWritingTests {
    private let service = Music.service()

    private func album(
        _ attributes: String, id: String? = nil, _ more: String = ""
    ) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{"data":{"type":"albums",\#(id)"attributes":\#(attributes)\#(more)}}"#
    }

    @Test("A member that is there twice is refused where reading is strict; else the last counts")
    func repeatedMembers() async throws {
        var service = ResourceService(
            serving: MemoryStore([StoredResource(type: "notes", id: "1")]))
        let request = try ClientRequest(
            .post, "https://a.example/notes",
            headers: [.contentType: "application/vnd.api+json"],
            body: #"{"data":{"type":"notes","id":"2","attributes":{"a":1,"a":2}}}"#)
        service.readingMode = .strict
        let refused = try await service.execute(request)
        #expect(refused.status == .badRequest)
        let document = try JSON(parsing: try await refused.body.bytes())
        #expect(document["errors"][0].status == "400")
        service.readingMode = .standard
        #expect(try await service.execute(request).status == .created)
    }

    @Test("A resource is created, with Location and its self link the same")
    func create() async throws {
        let reply = try await service.send(
            .post, "/albums?include=artist",
            album(
                #"{"title":"New"}"#,
                #","relationships":{"artist":{"data":{"type":"artists","id":"1"}}}"#))
        #expect(reply.status == 201)
        let location = try #require(reply.headers[.location])
        #expect(reply.json.data.links["self"] == .string(location))
        #expect(reply.json.links["self"] == .string(location))
        #expect(reply.json.data.id == "8")
        #expect(reply.includedIDs == ["artists/1"])
        #expect(try await service.send(.get, "/albums/8").json.data.attributes.title == "New")
    }

    @Test("Ids of clients: taken, in conflict, and refused where they are not wanted")
    func clientIDs() async throws {
        #expect(
            try await service.send(.post, "/albums", album(#"{"title":"x"}"#, id: "mine")).status
                == 201)
        let conflict = try await service.send(
            .post, "/albums", album(#"{"title":"x"}"#, id: "mine"))
        #expect(conflict.status == 409)
        #expect(conflict.json.errors[0].source.pointer == "/data/id")
        let quiet = try await service.send(
            .post, "/albums", album(#"{"title":"x"}"#, id: "q"),
            [.contentType: "application/vnd.api+json", prefer: "return=minimal"])
        #expect(quiet.status == 204)
        var types = Music.types
        types[0].acceptsClientIDs = false
        let strict = ResourceService(types, store: Music.store())
        let refused = try await strict.send(.post, "/albums", album(#"{"title":"x"}"#, id: "a"))
        #expect(refused.status == 403)
    }

    private let prefer = HTTPField.Name("Prefer") ?? .accept

    @Test(
        "A document that cannot be written is refused, with its place, and nothing is written",
        arguments: [
            (#"{"data":{"type":"albums","attributes":{"year":1}}}"#, 422, "/data/attributes/title"),
            (
                #"{"data":{"type":"albums","attributes":{"title":"x","genre":1}}}"#, 422,
                "/data/attributes/genre"
            ),
            (#"{"data":{"type":"artists"}}"#, 409, "/data/type"),
            (#"{"data":{"type":"albums","id":1}}"#, 400, "/data/id"),
            (#"{"data":[]}"#, 400, "/data"), (#"{"data""#, 400, ""), ("[]", 400, ""),
            (
                #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"artist":{"data":{"type":"artists","id":"9"}}}}}"#,
                404, "/data/relationships/artist/data"
            ),
            (
                #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"artist":{"data":[]}}}}"#,
                422, "/data/relationships/artist/data"
            ),
            (
                #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"tracks":{"data":[{"type":"tracks","id":"1.0"},{"type":"albums","id":"1"}]}}}}"#,
                422, "/data/relationships/tracks/data/1/type"
            ),
            (
                #"{"data":{"type":"albums","attributes":{"title":"x"},"relationships":{"rival":{"data":null}}}}"#,
                422, "/data/relationships/rival"
            ),
        ])
    func refused(document: String, status: Int, pointer: String) async throws {
        let reply = try await service.send(.post, "/albums", document)
        #expect(reply.status == status)
        let error: JSON = reply.json.errors[0]
        #expect(error.namedPointer == pointer)
        // Whatever is missing, the pointer leads to a value of the request.
        let existing = try #require(error.source.pointer as String?)
        if let sent = try? JSON(parsing: document) {
            #expect(throws: Never.self) { try sent.vox.find(existing) }
        }
        #expect(try await service.send(.get, "/albums").ids.count == 7)
    }

    @Test("A change keeps what it does not name; null is written; the linkage is replaced")
    func update() async throws {
        let reply = try await service.send(
            .patch, "/albums/1",
            album(
                #"{"year":null}"#, id: "1",
                #","relationships":{"tracks":{"data":[]}}"#))
        #expect(reply.status == 200)
        #expect(reply.json.data.attributes.title == "Album 1")
        #expect(reply.json.data.attributes.year.vox.state == .null)
        #expect(reply.json.data.relationships.tracks.data == [])
        #expect(reply.json.data.relationships.artist.data.id == "2")
        #expect(try await service.send(.patch, "/albums/1", album("{}", id: "2")).status == 409)
        #expect(try await service.send(.patch, "/albums/99", album("{}", id: "99")).status == 404)
        #expect(try await service.send(.patch, "/albums/1").status == 400)
        let invalid = try await service.send(.patch, "/albums/1", album(#"{"title":""}"#, id: "1"))
        #expect(invalid.status == 422)
        #expect(try await service.send(.get, "/albums/1").json.data.attributes.title == "Album 1")
        let overridden = try await service.with(ResourceService.MethodOverride()).send(
            .post, "/albums/1", album(#"{"title":"By POST"}"#, id: "1"),
            [
                .contentType: "application/vnd.api+json",
                HTTPField.Name("X-HTTP-Method-Override") ?? .accept: "PATCH",
            ])
        #expect(overridden.status == 200)
    }

    @Test("Who changes what somebody else changed is told so (412), and changes nothing")
    func conditional() async throws {
        let tag = try #require(
            try await service.send(.get, "/albums/1?include=tracks").headers[.eTag])
        let headers: HTTPFields = [.contentType: "application/vnd.api+json", .ifMatch: tag]
        let mine = album(#"{"title":"mine"}"#, id: "1")
        let first = try await service.send(.patch, "/albums/1", mine, headers)
        #expect(first.status == 200)
        #expect(
            try await service.send(
                .patch, "/albums/1", album(#"{"title":"late"}"#, id: "1"), headers
            ).status == 412)
        #expect(try await service.send(.delete, "/albums/1", nil, [.ifMatch: tag]).status == 412)
        #expect(try await service.send(.get, "/albums/1").json.data.attributes.title == "mine")
        let next = try #require(first.headers[.eTag])
        #expect(try await service.send(.delete, "/albums/1", nil, [.ifMatch: next]).status == 204)
        #expect(try await service.send(.delete, "/albums/1", nil, [.ifMatch: "*"]).status == 404)
    }

    @Test("A deleted resource is gone from the linkage of others")
    func delete() async throws {
        #expect(try await service.send(.delete, "/tracks/3.1").status == 204)
        #expect(try await service.send(.delete, "/tracks/3.1").status == 404)
        #expect(
            try await service.send(.get, "/albums/3/relationships/tracks").ids == ["3.0", "3.2"])
        #expect(try await service.send(.delete, "/artists/2").status == 204)
        #expect(try await service.send(.get, "/albums/1/artist").json.data.vox.state == .null)
    }

    @Test("A to-one is set and cleared; a to-many is replaced, added to and taken from")
    func linkage() async throws {
        let toOne = "/albums/1/relationships/artist"
        let set = try await service.send(.patch, toOne, #"{"data":{"type":"artists","id":"1"}}"#)
        #expect(set.json.data.id == "1")
        #expect(
            try await service.send(.patch, toOne, #"{"data":null}"#).json.data.vox.state == .null)
        let toMany = "/albums/3/relationships/tracks"
        func list(_ ids: String...) -> String {
            #"{"data":[\#(ids.map { #"{"type":"tracks","id":"\#($0)"}"# }.joined(separator: ","))]}"#
        }
        // What is there already is no fault, and neither is what is not.
        #expect(
            try await service.send(.post, toMany, list("3.1", "1.0", "1.0")).ids == [
                "3.0", "3.1", "3.2", "1.0",
            ])
        #expect(
            try await service.send(.delete, toMany, list("3.0", "9.9")).ids == [
                "3.1", "3.2", "1.0",
            ])
        #expect(try await service.send(.patch, toMany, list("2.0")).ids == ["2.0"])
        #expect(try await service.send(.patch, toMany, list()).json.data == [])
        #expect(try await service.send(.post, toMany, list("9.9")).status == 404)
        #expect(try await service.send(.patch, toMany, #"{"data":null}"#).status == 422)
        #expect(try await service.send(.patch, toOne, list()).status == 422)
        var types = Music.types
        types[0].allowsReplacement = false
        let strict = ResourceService(types, store: Music.store())
        #expect(try await strict.send(.patch, toMany, list()).status == 403)
        #expect(
            try await strict.send(
                .patch, "/albums/3",
                album("{}", id: "3", #","relationships":{"tracks":\#(list())}"#)
            ).status == 403)
    }

    @Test("A creation that is done later is a job to poll, then a redirect")
    func later() async throws {
        let service = service.with(DelayedCreation(of: ["albums"], polls: 2, retryAfter: 3))
        let accepted = try await service.send(
            .post, "/albums", album(#"{"title":"Later"}"#, id: "x"))
        #expect(accepted.status == 202)
        #expect(accepted.headers[.retryAfter] == "3")
        #expect(accepted.json.data.type == "jobs")
        let place = try #require(accepted.headers[.contentLocation])
        let target = String(place.dropFirst("http://music.example".count))
        for _ in 0..<2 {
            let pending = try await service.send(.get, target)
            #expect(pending.status == 200)
            #expect(pending.headers[.retryAfter] == "3")
            #expect(try await service.send(.get, "/albums/x").status == 404)
        }
        for _ in 0..<2 {
            let done = try await service.send(.get, target)
            #expect(done.status == 303)
            #expect(done.headers[.location] == "http://music.example/albums/x")
        }
        #expect(try await service.send(.get, "/albums/x").status == 200)
        #expect(try await service.send(.get, "/albums").ids.filter { $0 == "x" }.count == 1)
        #expect(try await service.send(.get, "/jobs/99").status == 404)
    }

    @Test(
        "Of other types those are made later that the client allows to be; refusals come with the poll"
    )
    func laterByPreference() async throws {
        let service = service.with(DelayedCreation(of: ["artists"], polls: 0))
        let document = album(#"{"title":"x"}"#, id: "y")
        #expect(try await service.send(.post, "/albums", document).status == 201)
        let asked: HTTPFields = [
            .contentType: "application/vnd.api+json", prefer: "respond-async, return=minimal",
        ]
        #expect(try await service.send(.post, "/albums", document, asked).status == 202)
        #expect(try await service.send(.get, "/jobs/1").status == 409)
        let members = #"{"data":[{"type":"tracks","id":"1.0"}]}"#
        #expect(
            try await service.send(.post, "/albums/2/relationships/tracks", members, asked).status
                == 204)
    }

    @Test("What only the server sets is refused with its place")
    func readOnly() async throws {
        var types = Music.types
        types[0].readOnly = ["year"]
        let service = ResourceService(types, store: Music.store())
        for (method, target, id) in [
            (HTTPRequest.Method.post, "/albums", nil), (.patch, "/albums/1", "1"),
        ] {
            let reply = try await service.send(
                method, target, album(#"{"title":"x","year":1}"#, id: id))
            #expect(reply.status == 403)
            #expect(reply.json.errors[0].source.pointer == "/data/attributes/year")
        }
    }

    @Test("Of many who create and change at once each is served once")
    func concurrency() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let id = "c\(number % 100)"
                    return try await service.send(
                        .post, "/albums", album(#"{"title":"x"}"#, id: id)
                    ).status
                }
            }
            var statuses: [Int: Int] = [:]
            for try await status in group {
                statuses[status, default: 0] += 1
            }
            #expect(statuses == [201: 100, 409: 100])
        }
    }

    @Test("A request of thousands of mistakes is responded with the first hundred")
    func manyMistakes() async throws {
        var service = Music.service()
        service.queryLimits.sortFields = .max
        let identifiers = Array(repeating: "5", count: 5000).joined(separator: ",")
        let body = try await service.send(
            .post, "/albums",
            #"{"data":{"type":"albums","relationships":{"tracks":{"data":[\#(identifiers)]}}}}"#)
        #expect(body.status == 400)
        #expect(body.json.errors.vox.count == 100)
        let names = (0..<5000).map { "x\($0)" }.joined(separator: ",")
        let query = try await service.send(.get, "/albums?sort=\(names)")
        #expect(query.status == 400)
        #expect(query.json.errors.vox.count == 100)
    }

    @Test(
        "What is as deep as can be written can be read in lists, too",
        arguments: [507, 508, 509, 510])
    func depth(of depth: Int) async throws {
        let service = Music.service()
        let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let reply = try await service.send(
            .post, "/albums", album(#"{"title":"A","label":\#(value)}"#))
        #expect(reply.status == (depth <= 508 ? 201 : 400))
        let list = try await service.send(.get, "/albums")
        #expect(throws: Never.self) { try Document<[AnyResource]>(parsing: list.bytes) }
    }
}
