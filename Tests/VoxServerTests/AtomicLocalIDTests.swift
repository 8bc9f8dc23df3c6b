// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// Local ids in operations, and the published bugs of other servers.
@Suite("Local ids in operations")
struct AtomicLocalIDTests {
    private let store = Music.store()
    private var service: ResourceService { Atomic.service(store) }

    private func expect(
        _ status: Int, _ pointer: String, _ operations: String...
    ) async throws {
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(operations)
        #expect(reply.status == status, "\(operations)")
        #expect(reply.pointer == "/atomic:operations/" + pointer, "\(operations)")
        #expect(Atomic.contents(of: store) == before)
    }

    private static let artist =
        #"{"op":"add","data":{"type":"artists","lid":"a","attributes":{"name":"A"}}}"#
    private static let album =
        #"{"op":"add","data":{"type":"albums","lid":"b","attributes":{"title":"B"}}}"#

    @Test("JA-144 A lid names the resource of an earlier operation: in ref, data and linkage")
    func resolved() async throws {
        let reply = try await service.operate(
            Self.artist,
            #"{"op":"add","data":{"type":"albums","lid":"b","attributes":{"title":"B"},"relationships":{"artist":{"data":{"type":"artists","lid":"a"}}}}}"#,
            #"{"op":"add","data":{"type":"tracks","lid":"t","relationships":{"album":{"data":{"type":"albums","lid":"b"}}}}}"#,
            #"{"op":"add","ref":{"type":"albums","lid":"b","relationship":"tracks"},"data":[{"type":"tracks","id":"3.0"},{"type":"tracks","lid":"t"}]}"#,
            #"{"op":"update","ref":{"type":"albums","lid":"b"},"data":{"type":"albums","lid":"b","attributes":{"year":1}}}"#,
            #"{"op":"update","data":{"type":"artists","lid":"a","attributes":{"name":"AA"}}}"#,
            #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":{"type":"artists","lid":"a"}}"#,
            #"{"op":"remove","ref":{"type":"tracks","lid":"t"}}"#)
        #expect(reply.status == 200)
        let (artist, album): (String?, String?) = (
            reply.results[0].data.id, reply.results[1].data.id
        )
        #expect(reply.results.allSatisfy { $0.data.lid.vox.kind == .absent })
        #expect(reply.results[1].data.relationships.artist.data.id as String? == artist)
        let stored = try await service.send(.get, "/albums/\(album ?? "")").json.data
        #expect(stored.attributes.year == 1)
        #expect(stored.relationships.tracks.data.vox.elements.map { $0.id } == ["3.0"])
        #expect(
            try await service.send(.get, "/artists/\(artist ?? "")").json.data.attributes.name
                == "AA")
        #expect(
            try await service.send(.get, "/artists/1").json.data.relationships.rival.data.id
                as String? == artist)
    }

    @Test("JA-144 A lid of a later, of the same, and of no operation is refused at the lid")
    func unknown() async throws {
        let link =
            #"{"op":"add","data":{"type":"albums","attributes":{"title":"B"},"relationships":{"artist":{"data":{"type":"artists","lid":"a"}}}}}"#
        try await expect(
            400, "0/data/relationships/artist/data/lid", link, Self.artist)
        try await expect(400, "0/ref/lid", #"{"op":"remove","ref":{"type":"artists","lid":"a"}}"#)
        try await expect(
            400, "0/data/lid", #"{"op":"update","data":{"type":"artists","lid":"a"}}"#, Self.artist)
        try await expect(
            400, "0/data/relationships/rival/data/lid",
            #"{"op":"add","data":{"type":"artists","lid":"a","relationships":{"rival":{"data":{"type":"artists","lid":"a"}}}}}"#
        )
        try await expect(
            400, "1/data/1/lid", Self.album,
            #"{"op":"add","ref":{"type":"albums","lid":"b","relationship":"tracks"},"data":[{"type":"tracks","id":"3.0"},{"type":"tracks","lid":"x"}]}"#
        )
    }

    @Test("A lid that is given twice is refused, but each type has its own")
    func twice() async throws {
        try await expect(400, "1/data/lid", Self.artist, Self.artist)
        let other = #"{"op":"add","data":{"type":"tracks","lid":"a"}}"#
        let reply = try await service.operate(Self.artist, other)
        #expect(reply.status == 200)
        #expect(reply.results[0].data.type == "artists" && reply.results[1].data.type == "tracks")
    }

    @Test("A lid of another type is refused, and so is one that is not the target's")
    func otherType() async throws {
        try await expect(
            400, "1/ref/lid", Self.artist, #"{"op":"remove","ref":{"type":"albums","lid":"a"}}"#)
        try await expect(
            409, "2/data", Self.artist,
            #"{"op":"add","data":{"type":"artists","lid":"c"}}"#,
            #"{"op":"update","ref":{"type":"artists","lid":"a"},"data":{"type":"artists","lid":"c"}}"#
        )
        // A lid is no id: the resource with this id is another one.
        try await expect(
            409, "1/data/id", #"{"op":"add","data":{"type":"artists","lid":"1"}}"#,
            #"{"op":"update","ref":{"type":"artists","lid":"1"},"data":{"type":"artists","id":"1"}}"#
        )
    }

    @Test("An object with id and lid is refused, wherever it is")
    func both() async throws {
        try await expect(
            400, "0/data/lid", #"{"op":"add","data":{"type":"artists","id":"n","lid":"a"}}"#)
        try await expect(
            400, "1/data/relationships/rival/data/lid", Self.artist,
            #"{"op":"update","data":{"type":"artists","id":"1","relationships":{"rival":{"data":{"type":"artists","id":"2","lid":"a"}}}}}"#
        )
        try await expect(
            400, "1/data/lid", Self.artist,
            #"{"op":"update","ref":{"type":"artists","lid":"a"},"data":{"type":"artists","id":"1","lid":"a"}}"#
        )
        try await expect(
            400, "0/data/lid", #"{"op":"add","data":{"type":"artists","lid":7}}"#)
    }

    @Test("A resource that an operation deletes is missing for the next, also by its lid")
    func deleted() async throws {
        let removal = #"{"op":"remove","ref":{"type":"artists","lid":"a"}}"#
        try await expect(404, "2/ref", Self.artist, removal, removal)
        try await expect(
            404, "2/data/relationships/artist/data", Self.artist, removal,
            #"{"op":"update","data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","lid":"a"}}}}}"#
        )
    }

    // MARK: Published bugs

    @Test("JsonApiDotNetCore#1574: a lid does not replace an id that the type requires")
    func requiredID() async throws {
        var artists = ServedType("artists", attributes: ["name"])
        artists.validate = { write in
            write.new.id == nil
                ? [APIError(status: 422, title: "Missing", source: .pointer("/data/id"))] : []
        }
        let service = Atomic.service(store, types: [artists])
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(Self.artist)
        #expect(reply.status == 422 && reply.pointer == "/atomic:operations/0/data")
        #expect((reply.json.errors[0] as JSON).namedPointer == "/atomic:operations/0/data/id")
        #expect(Atomic.contents(of: store) == before)
        #expect(
            try await service.operate(#"{"op":"add","data":{"type":"artists","id":"n"}}"#).status
                == 200)
        var none = ServedType("artists", attributes: ["name"])
        none.acceptsClientIDs = false
        let refused = try await Atomic.service(store, types: [none]).operate(
            #"{"op":"add","data":{"type":"artists","id":"m"}}"#)
        #expect(refused.status == 403 && refused.pointer == "/atomic:operations/0/data/id")
    }

    @Test("JsonApiDotNetCore#1971: the extension is accepted at its address, whatever else is on")
    func negotiation() async throws {
        var service = service
        service.negotiation = ResourceService.Negotiation(
            extensions: ["https://example.com/version"], profiles: ["https://example.com/p"])
        let type = HTTPMediaType.jsonAPI(
            ext: ["https://example.com/version", AtomicDocument.uri],
            profile: ["https://example.com/p"]
        ).description
        let reply = try await service.operate(
            document: #"{"version:id":"1","atomic:operations":[\#(Self.artist)]}"#,
            headers: [.contentType: type, .accept: type])
        #expect(reply.status == 200)
        #expect(reply.headers[.contentType] == type)
    }

    @Test(
        "JsonApiDotNetCore#999, #1485: a number and an empty text are no id",
        arguments: ["1", #""""#, "null", "{}"])
    func badIDs(id: String) async throws {
        for operation in [
            #"{"op":"add","data":{"type":"artists","id":\#(id)}}"#,
            #"{"op":"update","data":{"type":"artists","id":\#(id)}}"#,
            #"{"op":"remove","ref":{"type":"artists","id":\#(id)}}"#,
            #"{"op":"update","ref":{"type":"artists","id":"1","relationship":"rival"},"data":{"type":"artists","id":\#(id)}}"#,
        ] {
            let before = Atomic.contents(of: store)
            let reply = try await service.operate(operation)
            #expect([400, 404, 422].contains(reply.status), "\(operation)")
            let pointer = try #require(reply.pointer)
            #expect(pointer.hasPrefix("/atomic:operations/0/"), "\(operation)")
            #expect(Atomic.contents(of: store) == before)
        }
    }

    @Test("JsonApiDotNetCore#424: the failure of the last operation undoes the first")
    func rollback() async throws {
        try await expect(
            422, "1/data/attributes/titel", Self.artist,
            #"{"op":"add","data":{"type":"albums","attributes":{"titel":"x"}}}"#)
    }

    @Test("elide#3232: a child is created and added to a parent that the request creates")
    func child() async throws {
        let reply = try await service.operate(
            #"{"op":"add","href":"/albums","data":{"type":"albums","lid":"12345678-1234-1234-1234-1234567890ab","attributes":{"title":"P"}}}"#,
            #"{"op":"add","data":{"type":"tracks","lid":"c"}}"#,
            #"{"op":"add","ref":{"type":"albums","lid":"12345678-1234-1234-1234-1234567890ab","relationship":"tracks"},"data":[{"type":"tracks","lid":"c"}]}"#
        )
        #expect(reply.status == 200)
        let id = try #require(String(reply.results[0].data.id))
        let tracks = try await service.send(.get, "/albums/\(id)/tracks").json.data
        #expect(tracks.vox.elements.map { $0.id as String? } == [reply.results[1].data.id])
        // A resource object is no identifier: it is refused in words, and not taken for id null.
        let before = Atomic.contents(of: store)
        let refused = try await service.operate(
            #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":{"type":"tracks","attributes":{"length":1}}}"#
        )
        #expect(refused.status == 400)
        #expect(refused.pointer?.hasPrefix("/atomic:operations/0/data") == true)
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("elide#2615: an operation without op is refused, and is no failure of the server")
    func withoutCode() async throws {
        try await expect(400, "1", Self.artist, #"{"ref":{"type":"albums","id":"1"}}"#)
        try await expect(400, "0", "{}")
    }

    @Test("elide#2814: relationships change although attributes change, too")
    func everything() async throws {
        let reply = try await service.operate(
            #"{"op":"update","data":{"type":"albums","id":"3","attributes":{"title":"T"},"relationships":{"artist":{"data":null},"tracks":{"data":[{"type":"tracks","id":"2.0"}]}}}}"#
        )
        let album = reply.results[0].data as JSON
        #expect(album.attributes.title == "T")
        #expect(album.relationships.artist.data.vox.kind == .null)
        #expect(album.relationships.tracks.data.vox.elements.map { $0.id } == ["2.0"])
        let stored = try await service.send(.get, "/albums/3").json.data as JSON
        #expect(JSONValue(stored) == JSONValue(album))
    }

    @Test("ash_json_api#430: the pointer of the first operation has the index 0")
    func firstIndex() async throws {
        try await expect(
            422, "0/data/attributes/titel",
            #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"titel":"x"}}}"#)
    }

    @Test("jsonapi_plug#95: an update with a lid reaches the resource of that lid")
    func localUpdate() async throws {
        let reply = try await service.operate(
            Self.artist,
            #"{"op":"update","data":{"type":"artists","lid":"a","attributes":{"name":"Z"}}}"#)
        #expect(reply.results[1].data.attributes.name == "Z")
        #expect(reply.results[1].data.id as String? == reply.results[0].data.id)
    }
}
