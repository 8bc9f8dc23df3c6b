// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Published bugs of other servers with operations, apart from local ids.
@Suite("Published bugs of operations")
struct AtomicBugTests {
    private let store = Music.store()
    private var service: ResourceService { Atomic.service(store) }

    @Test(
        "JsonApiDotNetCore#340: a type that does not exist is refused, and is no failure of the server",
        arguments: [
            (#"{"op":"add","data":{"type":"nothings"}}"#, "/data/type"),
            (#"{"op":"add","href":"/nothings","data":{"type":"nothings"}}"#, "/href"),
            (#"{"op":"update","data":{"type":"nothings","id":"1"}}"#, "/data/type"),
            (
                #"{"op":"update","ref":{"type":"nothings","id":"1"},"data":{"type":"nothings","id":"1"}}"#,
                "/ref/type"
            ),
            (#"{"op":"remove","ref":{"type":"nothings","id":"1"}}"#, "/ref/type"),
            (#"{"op":"remove","href":"/nothings/1"}"#, "/href"),
            (
                #"{"op":"add","ref":{"type":"nothings","id":"1","relationship":"tracks"},"data":[]}"#,
                "/ref/type"
            ),
        ])
    func unknownType(operation: String, place: String) async throws {
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(
            #"{"op":"add","data":{"type":"artists","attributes":{"name":"A"}}}"#, operation)
        #expect(reply.status == 404, "\(operation)")
        #expect(reply.pointer == "/atomic:operations/1" + place, "\(operation)")
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("JsonApiDotNetCore#340: linkage of a type that does not exist is refused at the linkage")
    func unknownTarget() async throws {
        for data in [#"{"type":"nothings","id":"1"}"#, #"{"type":"albums","id":"1"}"#] {
            let before = Atomic.contents(of: store)
            let reply = try await service.operate(
                #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":\#(data)}"#
            )
            #expect((400..<500).contains(reply.status), "\(data)")
            #expect(reply.pointer?.hasPrefix("/atomic:operations/0/data") == true, "\(data)")
            #expect(Atomic.contents(of: store) == before)
        }
    }

    @Test(
        "JsonApiDotNetCore#340, #357: a to-many relationship has none, one and several members",
        arguments: 0...3)
    func toMany(count: Int) async throws {
        let ids = ["3.0", "2.1", "2.0"].prefix(count)
        let linkage = ids.map { #"{"type":"tracks","id":"\#($0)"}"# }.joined(separator: ",")
        let reply = try await service.operate(
            #"{"op":"update","ref":{"type":"albums","id":"3","relationship":"tracks"},"data":[\#(linkage)]}"#
        )
        #expect(reply.status == 204)
        for target in ["/albums/3/relationships/tracks", "/albums/3/tracks"] {
            let stored = try await service.send(.get, target)
            #expect(stored.ids.sorted() == ids.sorted(), "\(target)")
        }
    }

    @Test(
        "JsonApiDotNetCore#1593: an empty id is refused in every document", arguments: ["", "\\t"])
    func emptyID(id: String) async throws {
        let identifier = #"{"type":"artists","id":"\#(id)"}"#
        let rival = #"{"rival":{"data":\#(identifier)}}"#
        let before = Atomic.contents(of: store)
        for (method, target, data) in [
            (.post, "/artists", identifier), (.patch, "/artists/1", identifier),
            (.patch, "/artists/1/relationships/rival", identifier),
            (.post, "/artists", #"{"type":"artists","relationships":\#(rival)}"#),
            (.patch, "/artists/1", #"{"type":"artists","id":"1","relationships":\#(rival)}"#),
        ] as [(HTTPRequest.Method, String, String)] {
            let reply = try await service.send(method, target, #"{"data":\#(data)}"#)
            #expect((400..<500).contains(reply.status), "\(method) \(target) \(data)")
            #expect(reply.pointer?.hasPrefix("/data") == true, "\(method) \(target) \(data)")
        }
        for operation in [
            #"{"op":"add","data":\#(identifier)}"#, #"{"op":"update","data":\#(identifier)}"#,
            #"{"op":"remove","ref":\#(identifier)}"#,
            #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":\#(identifier)}"#,
        ] {
            let reply = try await service.operate(operation)
            #expect((400..<500).contains(reply.status), "\(operation)")
            #expect(
                reply.pointer?.hasPrefix("/atomic:operations/0/") == true, "\(operation)")
        }
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("JsonApiDotNetCore#1593: a resource whose id is a space can be read, changed and deleted")
    func space() async throws {
        let created = try await service.send(
            .post, "/artists", #"{"data":{"type":"artists","id":" ","attributes":{"name":"A"}}}"#)
        #expect(created.status == 201)
        let link: String = try #require(created.json.data.links.`self`)
        #expect(link == "http://music.example/artists/%20")
        #expect(created.headers[.location] == link)
        #expect(try await service.send(.get, "/artists/%20").json.data.id == " ")
        let changed = try await service.operate(
            #"{"op":"update","data":{"type":"artists","id":" ","attributes":{"name":"B"}}}"#,
            #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":{"type":"artists","id":" "}}"#
        )
        #expect(changed.results.first?.data.attributes.name == "B")
        #expect(try await service.send(.get, "/artists/1/rival").json.data.id == " ")
        #expect(try await service.send(.delete, "/artists/%20").status == 204)
        #expect(try await service.send(.get, "/artists/%20").status == 404)
    }

    @Test(
        "JsonApiDotNetCore#1776: names that are equal when they are joined are different names")
    func joinedNames() async throws {
        // "puzzles" with the relationship "Picture", and a type "puzzlesPicture".
        let types = [
            ServedType(
                "puzzles", attributes: ["name"], toOne: ["Picture": "puzzlesPicture"]),
            ServedType("puzzlesPicture", attributes: ["name"]),
        ]
        let service = Atomic.service(MemoryStore(), types: types)
        let reply = try await service.operate(
            #"{"op":"add","data":{"type":"puzzlesPicture","lid":"1","attributes":{"name":"picture"}}}"#,
            #"{"op":"add","data":{"type":"puzzles","lid":"Picture1","attributes":{"name":"puzzle"}}}"#,
            #"{"op":"update","ref":{"type":"puzzles","lid":"Picture1","relationship":"Picture"},"data":{"type":"puzzlesPicture","lid":"1"}}"#,
            #"{"op":"update","data":{"type":"puzzles","lid":"Picture1","attributes":{"name":"again"}}}"#
        )
        #expect(reply.status == 200)
        let (picture, puzzle) = (reply.results[0].data, reply.results[3].data)
        #expect(picture.type == "puzzlesPicture" && picture.attributes.name == "picture")
        #expect(puzzle.type == "puzzles" && puzzle.attributes.name == "again")
        #expect(
            puzzle.relationships.Picture.data.id as String? == picture.id as String?)
    }

    @Test("elide#1277: a parent without id and lid is named as the fault")
    func withoutID() async throws {
        let parent = #"{"op":"add","data":{"type":"albums","attributes":{"title":"P"}}}"#
        for (operation, place) in [
            (
                #"{"op":"add","data":{"type":"tracks","relationships":{"album":{"data":{"type":"albums"}}}}}"#,
                "/data/relationships/album/data"
            ),
            (
                #"{"op":"add","ref":{"type":"albums","relationship":"tracks"},"data":[{"type":"tracks","id":"3.0"}]}"#,
                "/ref"
            ),
            (
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[{"type":"tracks"}]}"#,
                "/data/0"
            ),
        ] {
            let before = Atomic.contents(of: store)
            let reply = try await service.operate(parent, operation)
            #expect(reply.status == 400, "\(operation)")
            #expect(reply.pointer == "/atomic:operations/1" + place, "\(operation)")
            let detail: String = try #require(reply.json.errors[0].detail)
            #expect(detail.contains("id"), "\(detail)")
            #expect(Atomic.contents(of: store) == before)
        }
    }

    @Test("MarkoMilos/jsonapi#2: a new resource needs neither id nor lid")
    func anonymous() async throws {
        let data = #"{"type":"artists","attributes":{"name":"A"}}"#
        let reply = try await service.operate(
            #"{"op":"add","data":\#(data)}"#, #"{"op":"add","data":\#(data)}"#)
        #expect(reply.status == 200)
        let ids = reply.results.compactMap { $0.data.id as String? }
        #expect(Set(ids).count == 2)
        let document = #"{"data":\#(data)}"#
        #expect(try Validator(profile: .create).findings(in: JSON(parsing: document)).isEmpty)
        let read = try #require(try Document<Artist>(parsing: document).data)
        #expect(read.id == nil && read.lid == nil && read.name == "A")
        let unit = try Script.creating().api().atomic()
        unit.create(Resource<Artist>())
        let sent = try unit.document().operations.first?.resource
        #expect(sent?.type == "artists" && sent?.id == nil && sent?.lid == nil)
    }

    @Test("json-api-nestjs: a member tmpId is no local id")
    func otherName() async throws {
        let before = Atomic.contents(of: store)
        for (target, status, place) in [
            (#"{"type":"artists","id":"t"}"#, 404, ""),
            (#"{"type":"artists","tmpId":"t"}"#, 400, ""),
            (#"{"type":"artists","lid":"t"}"#, 400, "/lid"),
        ] {
            let reply = try await service.operate(
                #"{"op":"add","data":{"type":"artists","tmpId":"t","attributes":{"name":"A"}}}"#,
                #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":\#(target)}"#
            )
            #expect(reply.status == status, "\(target)")
            #expect(reply.pointer == "/atomic:operations/1/data" + place, "\(target)")
            #expect(Atomic.contents(of: store) == before)
        }
    }
}
