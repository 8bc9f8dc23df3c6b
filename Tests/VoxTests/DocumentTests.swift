// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Documents")
struct DocumentTests {
    @Test("MW-032 meta, jsonapi, links and included of a document are readable")
    func topLevel() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        #expect(document.meta.total == 2)
        #expect(document.jsonapi.version == "1.1")
        #expect(document.links.selfLink.href == "/albums")
        #expect(document.links.next.state == .null)
        #expect(document.links.previous.state == .absent)
        #expect(document.included.map(\.type) == ["artists", "tracks", "tracks"])
        #expect(document.included.map(\.id) == ["9", "1", "2"])
        #expect(
            document.json.vox.members.map(\.name) == [
                "jsonapi", "links", "meta", "data", "included",
            ])
        let bare = try Document<[Album]>(parsing: #"{"data":[]}"#)
        #expect(bare.jsonapi.json.vox.state == .absent)
        #expect(bare.included.isEmpty)
    }

    @Test("MW-033 JA-010 null data, empty lists, and documents without data are read")
    func nothingInIt() throws {
        let null = try Document<Album>(parsing: #"{"data":null}"#)
        #expect(null.data == nil)
        #expect(null.dataState == .null)
        let empty = try Document<[Album]>(parsing: #"{"data":[]}"#)
        #expect(empty.data.isEmpty)
        #expect(empty.dataState == .value)
        for text in [
            #"{"meta":{"a":1}}"#, #"{"links":{"self":"/x"}}"#,
            #"{"jsonapi":{"version":"1.0"},"links":{}}"#,
        ] {
            let single = try Document<Album>(parsing: text)
            #expect(single.data == nil)
            #expect(single.dataState == .absent)
            let list = try Document<[Album]>(parsing: text)
            #expect(list.data.isEmpty)
            #expect(list.dataState == .absent)
            #expect(try list.documentText() == text)
        }
    }

    @Test(
        "JA-002 JSON that is no document is an error in every mode, which names what was found",
        arguments: [
            "{}", #"{"message":"rate limit"}"#, #"{"items":[{"id":"1"}],"total":1}"#,
            #"{"id":"1"}"#, #"{"included":[]}"#, #"{"links":{},"items":[]}"#,
        ])
    func otherJSON(_ text: String) async throws {
        for mode in [DocumentOptions.Mode.strict, .standard, .lenient] {
            for parsing in [JSON.Options.Parsing.eager, .lazy] {
                let options = DocumentOptions(mode: mode, parsing: parsing)
                let error = #expect(throws: DocumentError.self) {
                    try Document<[Album]>(parsing: text, options: options)
                }
                #expect(error?.code == .shape)
                #expect(error?.pointer == "")
                #expect(error?.position?.line == 1)
                let words = "\(try #require(error))"
                #expect(words.contains("data, errors or meta"))
                #expect(words.contains(text == "{}" ? "without members" : "an object with \""))
                #expect(throws: DocumentError.self) {
                    try Document<Album>(parsing: text, options: options)
                }
            }
            let stream = ResourceStream<Album>(
                ClientResponse.Body(Array(text.utf8)), options: DocumentOptions(mode: mode))
            await #expect(throws: DocumentError.self) {
                for try await _ in stream {}
            }
        }
    }

    @Test("MW-034 a list where one resource was expected, and the reverse, is a mismatch at /data")
    func mismatch() throws {
        let one = #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: AlbumDocument.list)
        }
        #expect(one?.code == .shape)
        #expect(one?.pointer == "/data")
        #expect(one?.message == "one resource was asked for, this is none")
        let position = try #require(one?.position)
        #expect(Array(AlbumDocument.list.utf8)[position.offset] == UInt8(ascii: "["))
        #expect(position.line == 5)
        let list = #expect(throws: DocumentError.self) {
            try Document<[Album]>(parsing: AlbumDocument.single)
        }
        #expect(list?.code == .shape)
        #expect(list?.pointer == "/data")
        #expect(throws: DocumentError.self) {
            try Document<AnyResource>(parsing: AlbumDocument.list)
        }
        #expect(throws: DocumentError.self) {
            try Document<[AnyResource]>(parsing: AlbumDocument.single)
        }
    }

    @Test("MW-035 JA-009 a foreign class in a typed list is an error with its place")
    func foreignClass() throws {
        let text =
            #"{"data":[{"type":"albums","id":"1"},{"type":"tracks","id":"2"},"#
            + #"{"type":"albums","id":"3"}]}"#
        let error = #expect(throws: DocumentError.self) { try Document<[Album]>(parsing: text) }
        #expect(error?.code == .shape)
        #expect(error?.pointer == "/data/1/type")
        #expect(error?.position?.offset == 44)
        let untyped = try Document<[AnyResource]>(parsing: text)
        #expect(untyped.data.count == 3)
        #expect(untyped.data.compactMap { $0.as(Album.self) }.map(\.id) == ["1", "3"])
        let single = #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: #"{"data":{"type":"tracks","id":"2"}}"#)
        }
        #expect(single?.pointer == "/data/type")
    }

    @Test("MW-036 JA-045 unknown types come through as generic resources")
    func genericResources() throws {
        let document = try Document<[AnyResource]>(
            parsing: """
                {"data": [{"type": "  ", "id": "1", "attributes": {"n": 1}, "relationships": {
                   "x": {"data": {"type": "never heard of", "id": "2"}},
                   "y": {"data": [{"type": "", "id": "3"}, {"type": "absent", "id": "4"}]}}}],
                 "included": [{"type": "never heard of", "id": "2", "attributes": {"n": 2}},
                   {"type": "", "id": "3", "attributes": {"n": 3}}]}
                """)
        struct Loose: ResourceSchema {
            static let type = "  "
            let related = ToOne<AnyResource>("x")
            let list = ToMany<AnyResource>("y")
        }
        let resource = document.data[0]
        #expect(resource.type == "  ")
        #expect(resource["n"] == 1)
        let loose = try #require(resource.as(Loose.self))
        #expect(loose.related?.type == "never heard of")
        #expect(loose.related?["n"] == 2)
        #expect(loose.list.map(\.type) == ["", "absent"])
        #expect(loose.list[0]["n"] == 3)
        #expect(loose.list[1].id == "4")
        #expect(document.included[0].type == "never heard of")
        #expect(document.resource(type: "  ", id: "1") == resource)
    }

    @Test(
        "MW-037 JA-043 T28 targets that are not included give type and id; a to-many keeps its count"
    )
    func notIncluded() throws {
        let album = try readAlbum(
            with:
                #""relationships":{"artist":{"data":{"type":"artists","id":"7","#
                + #""meta":{"m":1}}},"tracks":{"data":["#
                + #"{"type":"tracks","id":"1"},{"type":"tracks","id":"2"},{"type":"tracks","#
                + #""lid":"c"}]}}"#
        )
        let artist = try #require(album.artist)
        #expect(artist.type == "artists")
        #expect(artist.id == "7")
        #expect(artist.meta.m == 1)
        #expect(artist.name == nil)
        #expect(artist.vox.state(\.name) == .absent)
        #expect(artist.vox.isResolved == false)
        #expect(album.tracks.count == 3)
        #expect(album.tracks.map(\.id) == ["1", "2", nil])
        #expect(album.tracks[2].lid == "c")
        #expect(album.tracks.allSatisfy { !$0.vox.isResolved })
        #expect(album.vox.failure == nil)
    }

    @Test("MW-038 relationships resolve to primary data as well as to included")
    func primaryTargets() throws {
        struct Node: ResourceSchema {
            static let type = "nodes"
            let name = Attribute<String>("name")
            let next = ToOne<Node>("next")
        }
        let document = try Document<[Node]>(
            parsing: """
                {"data": [
                  {"type": "nodes", "id": "1", "attributes": {"name": "one"},
                   "relationships": {"next": {"data": {"type": "nodes", "id": "2"}}}},
                  {"type": "nodes", "id": "2", "attributes": {"name": "two"},
                   "relationships": {"next": {"data": {"type": "nodes", "id": "3"}}}}],
                 "included": [
                  {"type": "nodes", "id": "2", "attributes": {"name": "two, included"}},
                  {"type": "nodes", "id": "3", "attributes": {"name": "three"},
                   "relationships": {"next": {"data": {"type": "nodes", "id": "1"}}}}]}
                """)
        let first = document.data[0]
        #expect(first.next == document.data[1], "primary data comes before included")
        #expect(first.next?.name == "two")
        #expect(first.next?.next?.name == "three")
        #expect(first.next?.next?.next == first)
        #expect(document.included.map { $0["name"] as String? } == ["two, included", "three"])
    }

    @Test("MW-039 relationships with links or meta alone are readable")
    func withoutLinkage() throws {
        let album = try readAlbum(
            with:
                #""relationships":{"artist":{"links":{"related":"/a"}},"#
                + #""tracks":{"meta":{"count":3}}}"#
        )
        #expect(album.artist == nil)
        #expect(album.vox.state(\.artist) == .absent)
        #expect(album.vox.relationship(\.artist).links.related.href == "/a")
        #expect(album.tracks.isEmpty)
        #expect(album.tracks.state == .absent)
        #expect(album.vox.relationship(\.tracks).meta.count == 3)
        #expect(album.vox.failure == nil)
    }

    @Test("MW-041 a link is text, object or null, and a bad one does not disturb the others")
    func links() throws {
        let links =
            #"{"self":"/1","related":{"href":"/2","meta":{"n":1}},"next":null,"#
            + #""prev":7,"last":[],"x:own":""}"#
        let document = try Document<Album>(
            parsing: #"{"data":{"type":"albums","id":"1","links":"# + links + #"},"links":"# + links
                + "}")
        for links in [document.links, try #require(document.data).links] {
            #expect(links.selfLink.href == "/1")
            #expect(links.related.href == "/2")
            #expect(links.related.meta.n == 1)
            #expect(links.next.state == .null)
            #expect(links.previous.href == nil)
            #expect(links.previous.json.vox.kind == .number)
            #expect(links.last.href == nil)
            #expect(links.last.json.vox.kind == .array)
            #expect(links["x:own"].href == "")
            #expect(links.first.state == .absent)
            #expect(links.map(\.name) == ["self", "related", "next", "prev", "last", "x:own"])
            #expect(links.map(\.link.href) == ["/1", "/2", nil, nil, nil, ""])
        }
    }

    @Test("MW-043 of repeated names the last counts")
    func repeatedNames() throws {
        let album = try readAlbum(
            with:
                #""attributes":{"title":"first","release-year":1,"title":"last"},"#
                + #""attributes":{"title":"outer","#
                + #""title":"outermost"},"relationships":{"artist":{"data":null,"#
                + #""data":{"type":"artists","id":"2"}}}"#
        )
        #expect(album.title == "outermost")
        #expect(album.year == nil)
        #expect(album.artist?.id == "2")
        #expect(album.attributes.vox.count == 1)
        album.title = "set"
        #expect(album.title == "set")
        album.title = nil
        #expect(album.vox.state(\.title) == .absent)
    }

    @Test("lists are random access collections")
    func collections() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        #expect(document.data.count == 2)
        #expect(document.data.last?.title == "Dummy")
        #expect(document.data.reversed().map(\.id) == ["2", "1"])
        #expect(document.data.indices == 0..<2)
        #expect(document.data.first { $0.year == 1994 }?.id == "2")
        #expect(document.data.sorted { ($0.year ?? 0) > ($1.year ?? 0) }.map(\.id) == ["2", "1"])
        #expect(document.resource(Album.self, id: "2") == document.data[1])
        #expect(document.resource(Album.self, id: "3") == nil)
        #expect(document.resource(Track.self, id: "2")?.title == "One Love")
        #expect(Set(document.data.map(\.self)).count == 2)
    }
}
