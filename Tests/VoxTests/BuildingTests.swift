// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Building documents")
struct BuildingTests {
    private func findings<Primary>(_ document: Document<Primary>) throws -> [String] {
        try Validator(profile: .response).findings(in: document.json)
            .filter { $0.severity == .error }.map(\.description)
    }

    @Test("a new document has null or an empty list as primary data")
    func empty() throws {
        #expect(try Document<Album>().documentText() == #"{"data":null}"#)
        #expect(try Document<[Album]>().documentText() == #"{"data":[]}"#)
        #expect(try Document<Album>().dataState == .null)
        #expect(try Document<[Album]>().data.isEmpty)
        #expect(try Document<[Album]>(data: [Resource<Album>]()).documentText() == #"{"data":[]}"#)
    }

    @Test("resources are made in place, linked, and everything is one live view")
    func inPlace() throws {
        let document = try Document<[Album]>()
        let first = try document.add(id: "1")
        first.title = "One"
        let artist = try document.include(Artist.self, id: "7")
        artist.name = "A"
        first.artist = artist
        let second = try document.add(id: "2")
        second.artist = try document.include(Artist.self, id: "7")
        second.links.selfLink = "/albums/2"
        document.links.selfLink = "/albums"
        document.meta = ["total": 2]
        document.jsonapi.version = "1.1"
        #expect(second.artist == artist)
        #expect(document.data.map(\.id) == ["1", "2"])
        #expect(document.data[0] == first)
        #expect(document.included.count == 1)
        artist.name = "B"
        #expect(document.data[1].artist?.name == "B")
        #expect(
            try document.documentText()
                == #"{"data":[{"type":"albums","id":"1","attributes":{"title":"One"},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"7"}}}},"#
                + #"{"type":"albums","id":"2","#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"7"}}},"#
                + #""links":{"self":"/albums/2"}}],"#
                + #""included":[{"type":"artists","id":"7","attributes":{"name":"B"}}],"#
                + #""links":{"self":"/albums"},"meta":{"total":2},"jsonapi":{"version":"1.1"}}"#)
        #expect(try findings(document).isEmpty)
    }

    @Test("one resource")
    func single() throws {
        let document = try Document<Album>()
        let album = try document.add(id: "1")
        album.title = "x"
        #expect(document.data == album)
        #expect(try document.documentText() == album.documentText())
        let error = #expect(throws: DocumentError.self) { try document.add(id: "2") }
        #expect(error?.code == .repeated)
        #expect(error?.pointer == "/data")
        #expect(document.data?.id == "1")
        let request = try Document<Album>()
        try request.add().title = "new"
        #expect(
            try request.documentText()
                == #"{"data":{"type":"albums","attributes":{"title":"new"}}}"#)
    }

    @Test("a new resource in the place of null has nothing of the resource before it")
    func afterNull() throws {
        let document = try Document<Album>()
        let first = try document.add()
        first.title = "x"
        try document.json["data"].vox.setNull()
        let second = try document.add()
        first.title = "y"
        #expect(second.title == nil)
        #expect(first != second)
        #expect(try document.documentText() == #"{"data":{"type":"albums"}}"#)
    }

    @Test("several types in one list")
    func severalTypes() throws {
        let document = try Document<[AnyResource]>()
        try document.add(Album.self, id: "1").title = "x"
        try document.add(Artist.self, id: "1").name = "y"
        try document.add(Resource<AnyResource>(type: "notes"))
        #expect(document.data.map(\.type) == ["albums", "artists", "notes"])
        #expect(document.resource(Artist.self, id: "1")?.name == "y")
    }

    @Test("a type and id is in a document once")
    func onceEach() throws {
        let document = try Document<[Album]>()
        try document.add(id: "1")
        try document.include(Artist.self, id: "1")
        let debut = try document.include(Album.self, id: "1")
        #expect(debut == document.data[0], "primary data is not repeated")
        #expect(document.included.count == 1)
        for refused in [
            { try document.add(id: "1") }, { try document.add(makeAlbum("x", id: "1")) },
        ] {
            let error = #expect(throws: DocumentError.self) { _ = try refused() }
            #expect(error?.code == .repeated)
            #expect(error?.pointer == "/data/1")
        }
        let artist = document.included[0].as(Artist.self)
        artist?.name = "x"
        #expect(try document.include(makeArtist("x", id: "1")) == artist)
        try document.add()
        try document.add()
        #expect(document.data.count == 3)
        #expect(try document.documentText().utf8.count > 0)
    }

    @Test("resources made elsewhere are copied, whole, with their links")
    func copies() throws {
        let album = try readAlbum(
            with: #""attributes":{"title":"t","n":1.50},"links":{"self":"/1"},"meta":{"m":1},"#
                + #""x:own":{"a":[]}"#)
        album.artist = makeArtist("linked", id: "7")
        let document = try Document(data: album)
        let copy = try #require(document.data)
        #expect(copy != album)
        #expect(copy.artist?.name == "linked")
        album.title = "later"
        #expect(copy.title == "t")
        #expect(
            try document.documentText(style: .compact)
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"t","n":1.50},"#
                + #""links":{"self":"/1"},"meta":{"m":1},"x:own":{"a":[]},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"7"}}}}}"#)
        let list = try Document(data: [album, makeAlbum("b", id: "2")])
        #expect(list.data.map(\.title) == ["later", "b"])
        let lazily = try Document(data: list.data.lazy.reversed())
        #expect(lazily.data.map(\.id) == ["2", "1"])
    }

    @Test("what has no identity, no content or a failure behind it is refused with its place")
    func refused() throws {
        let nameless = makeAlbum("x", id: "1")
        nameless.artist = makeArtist("no id")
        let document = try Document<[Album]>()
        try document.add(id: "0")
        let add = #expect(throws: DocumentError.self) { try document.add(nameless) }
        #expect(add?.code == .missingIdentity)
        #expect(add?.pointer == "/data/1/relationships/artist/data")
        let include = #expect(throws: DocumentError.self) { try document.include(nameless) }
        #expect(include?.pointer == "/included/0/relationships/artist/data")
        let itself = #expect(throws: DocumentError.self) { try document.include(makeArtist("y")) }
        #expect(itself?.code == .missingIdentity)
        #expect(itself?.pointer == "/included/0")
        let stub = try #require(
            try readAlbum(with: #""relationships":{"artist":{"data":{"type":"artists","id":"7"}}}"#)
                .artist)
        let unresolved = #expect(throws: DocumentError.self) { try document.include(stub) }
        #expect(unresolved?.json?.code == .missing)
        let failed = makeArtist("z", id: "8")
        failed["n"] = Double.nan
        let failure = #expect(throws: DocumentError.self) { try document.include(failed) }
        #expect(failure?.json?.code == .notFinite)
        #expect(document.includedState == .absent, "nothing was changed")
        #expect(document.data.count == 1)
        nameless.artist?.lid = "local"
        try document.add(nameless)
        #expect(document.data[1].artist?.lid == "local")
    }

    @Test("MW-103 an empty to-one reads as empty; null to-one and empty to-many are written")
    func emptyRelationships() throws {
        let album = try readAlbum(
            with: #""relationships":{"artist":{"data":null},"tracks":{"data":[]}}"#)
        #expect(album.artist == nil)
        #expect(album.vox.state(\.artist) == .null)
        #expect(album.tracks.isEmpty)
        #expect(album.vox.state(\.tracks) == .value)
        let document = try Document<Album>()
        let made = try document.add(id: "1")
        made.artist = .null
        made.tracks = []
        #expect(
            try document.documentText()
                == #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":null},"#
                + #""tracks":{"data":[]}}}}"#)
        #expect(try findings(document).isEmpty)
    }

    @Test("errors, from every member to the document")
    func errors() throws {
        let error = APIError(
            id: "e1", status: 422, code: "year", title: "No such year", detail: "It is 19x4.",
            pointer: "/data/attributes/release-year", parameter: "p", header: "h",
            about: "/e/1", type: "https://example.org/year", meta: JSONObject())
        #expect(error.id == "e1" && error.status == "422" && error.code == "year")
        #expect(error.title == "No such year" && error.detail == "It is 19x4.")
        #expect(error.pointer == "/data/attributes/release-year")
        #expect(error.parameter == "p" && error.header == "h")
        #expect(error.about == "/e/1" && error.type == "https://example.org/year")
        #expect(error.meta == [:])
        let document = try Document(errors: [error, APIError(title: "short")])
        #expect(document.hasErrors)
        #expect(document.errors == [error, APIError(title: "short")])
        #expect(document.dataState == .absent)
        document.meta.request = "r1"
        #expect(try findings(document).isEmpty)
        let read = #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: document.documentData())
        }
        #expect(read?.errors == document.errors)
        #expect(
            try APIError(status: 404, title: "No").value.text() == #"{"status":"404","title":"No"}"#
        )
        #expect(try Document(errors: []).documentText() == #"{"errors":[]}"#)
    }

    @Test("a document of meta information alone")
    func metaAlone() throws {
        var meta = JSONObject()
        meta["total"] = 7
        let document = try Document(meta: meta)
        #expect(try document.documentText() == #"{"meta":{"total":7}}"#)
        #expect(document.meta.total == 7)
        #expect(document.dataState == .absent)
        #expect(try findings(document).isEmpty)
    }

    @Test("a document that was read can be added to")
    func readThenExtended() throws {
        let document = try Document<[Album]>(parsing: #"{ "meta": {"m": 1} }"#)
        try document.add(id: "1").title = "x"
        try document.include(Track.self, id: "1").title = "t"
        #expect(document.data.map(\.title) == ["x"])
        #expect(document.included.count == 1)
        let read = try Document<[Album]>(parsing: document.documentData())
        #expect(read.meta.m == 1)
        #expect(read.data.map(\.id) == ["1"])
        #expect(read.included.map(\.type) == ["tracks"])
    }

    @Test("JA-015 a resource of any type has one before it is written")
    func types() throws {
        let document = try Document<[AnyResource]>()
        let error = #expect(throws: DocumentError.self) { try document.add(id: "1") }
        #expect(error?.code == .missingIdentity)
        try document.add(type: "notes", id: "1").attributes.text = "a"
        try document.include(type: "tags", id: "2")
        #expect(throws: DocumentError.self) { try document.add(type: "notes", id: "1") }
        #expect(
            try document.json.vox.text()
                == #"{"data":[{"type":"notes","id":"1","attributes":{"text":"a"}}],"#
                + #""included":[{"type":"tags","id":"2"}]}"#)
        let loose = Resource<AnyResource>()
        #expect(throws: DocumentError.self) { try loose.documentData() }
        #expect(throws: DocumentError.self) { try loose.createDocument() }
    }

    @Test("JA-040 a list that has a resource twice is not written")
    func twice() throws {
        let album = makeAlbum("A", id: "1")
        let error = #expect(throws: DocumentError.self) { try [album, album].documentData() }
        #expect(error?.code == .repeated && error?.pointer == "/data/1")
    }

    @Test("Resources are found by local id, too")
    func localIDs() throws {
        let document = try Document<[AnyResource]>(
            parsing: #"{"data":[{"type":"a","lid":"1"},{"type":"a","id":"1"}]}"#)
        #expect(document.resource(type: "a", lid: "1") == document.data[0])
        #expect(document.resource(type: "a", id: "1") == document.data[1])
        #expect(document.resource(type: "a", lid: "2") == nil)
    }
}
