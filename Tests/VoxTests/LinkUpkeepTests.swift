// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// Links after their making: identities that change, targets that are replaced, JSON written by hand.
@Suite("Links are kept up to date")
struct LinkUpkeepTests {
    private static let text = #"""
        {"data":{"type":"albums","id":"1","relationships":{
          "artist":{"data":{"type":"artists","id":"9","meta":{"since":1991}}}}},
         "included":[{"type":"artists","id":"9","attributes":{"name":"N"}},
                     {"type":"artists","id":"8","attributes":{"name":"M"}}]}
        """#

    private func linkage(_ album: Resource<Album>) throws -> String {
        _ = try album.documentData()
        return try album.relationships.artist.data.vox.text(style: .compact)
    }

    @Test("a lid in place of an id replaces it in the linkage")
    func idToLid() throws {
        let album = Resource<Album>()
        let artist = Resource<Artist>()
        artist.id = "7"
        album.artist = artist
        artist.id = nil
        artist.lid = "l"
        #expect(try linkage(album) == #"{"type":"artists","lid":"l"}"#)
        artist.id = "70"
        #expect(try linkage(album) == #"{"type":"artists","id":"70"}"#)
    }

    @Test("a target of the same document may change its id afterwards")
    func idOfAnIncludedTarget() throws {
        let document = try Document<Album>(parsing: Self.text)
        let album = try #require(document.data)
        let artist = try #require(document.resource(Artist.self, id: "8"))
        album.artist = artist
        artist.id = "88"
        #expect(album.artist == artist)
        #expect(try linkage(album) == #"{"type":"artists","id":"88"}"#)
    }

    @Test("linkage written in the raw JSON counts more than what was assigned before")
    func rawLinkage() throws {
        let document = try Document<Album>(parsing: Self.text)
        let album = try #require(document.data)
        album.artist = document.resource(Artist.self, id: "8")
        album.relationships.artist.data.id = "9"
        #expect(album.artist?.name == "N")
        #expect(try linkage(album) == #"{"type":"artists","id":"9"}"#)
    }

    @Test("assigning the resource that is there already keeps the meta of the linkage")
    func sameTarget() throws {
        let document = try Document<Album>(parsing: Self.text)
        let album = try #require(document.data)
        album.artist = document.resource(Artist.self, id: "9")
        #expect(try linkage(album) == #"{"type":"artists","id":"9","meta":{"since":1991}}"#)
    }

    @Test("the place of a missing identity is told as it stands in a list")
    func missingIdentityInAList() throws {
        let first = Resource<Album>()
        let second = Resource<Album>()
        first.id = "1"
        second.id = "2"
        second.artist = Resource<Artist>()
        let error = try #require(throws: DocumentError.self) {
            try [first, second].documentData()
        }
        #expect(error.code == .missingIdentity)
        #expect(error.pointer == "/data/1/relationships/artist/data")
        #expect(error.message.contains("artist"))
    }

    @Test(
        "targets that were replaced are let go",
        .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
    func replacedTargets() async {
        // In a process of its own, where nobody else allocates.
        await #expect(processExitsWith: .success) {
            let album = Resource<Album>()
            let name = String(repeating: "n", count: 1 << 18)
            func hold(_ count: Int) {
                for number in 0..<count {
                    let artist = Resource<Artist>()
                    artist.id = "\(number)"
                    artist.name = name
                    album.artist = artist
                }
            }
            hold(100)
            let before = try #require(Heap.bytesInUse())
            hold(500)
            let after = try #require(Heap.bytesInUse())
            // 500 of them are 128 MiB and more; a sweep leaves a dozen or so.
            try #require(after - before < 32 << 20)
            try #require(album.artist?.name == name)
        }
    }
}

/// A resource that no document at hand contains is an identity, and nothing can be written to it.
@Suite("Unresolved resources refuse to be written")
struct UnresolvedTests {
    private func unresolved() throws -> (Document<Album>, Resource<Artist>) {
        let document = try Document<Album>(
            parsing:
                #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"9"}}}}}"#
        )
        let artist = try #require(document.data?.artist)
        try #require(!artist.vox.isResolved)
        return (document, artist)
    }

    @Test(
        "by every way, and the failure is noted",
        arguments: [
            { $0.name = "x" }, { $0.name = nil }, { $0["name"] = "x" },
            { $0["name"] = JSON?.none ?? nil },
            { $0.attributes.name = "x" }, { $0.attributes = ["name": "x"] }, { $0.id = "10" },
            { $0.lid = "l" },
            { $0.links["self"] = "x" }, { $0.relationships.debut.data = .null }, { $0.debut = nil },
        ] as [@Sendable (Resource<Artist>) -> Void])
    func refused(write: @Sendable (Resource<Artist>) -> Void) throws {
        let (document, artist) = try unresolved()
        write(artist)
        #expect(artist.vox.failure?.code == .missing)
        artist.vox.failure = nil
        #expect(
            try document.json.vox.text()
                == String(decoding: document.json.vox.source ?? [], as: UTF8.self))
    }

    @Test("but the meta of the linkage can")
    func meta() throws {
        let (document, artist) = try unresolved()
        artist.meta.since = 1991
        #expect(document.json[pointer: "/data/relationships/artist/data/meta/since"] == 1991)
    }
}

/// Null where an object is due, and members of the wrong kind.
@Suite("Null in place of an object")
struct NullObjectTests {
    @Test("attributes and relationships that are null read as absent, and can be written")
    func nullObjects() throws {
        let text = #"{"data":{"type":"albums","id":"1","attributes":null,"relationships":null}}"#
        let document = try Document<Album>(parsing: text)
        let album = try #require(document.data)
        #expect(album.title == nil && album.artist == nil && album.tracks.isEmpty)
        album.title = "x"
        album.tracks = []
        #expect(
            try document.json.vox.text()
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"x"},"relationships":{"tracks":{"data":[]}}}}"#
        )
        #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: text, options: DocumentOptions(mode: .strict))
        }
    }

    @Test(
        "a list that is null is empty, and says so",
        arguments: [DocumentOptions.Mode.standard, .lenient])
    func nullList(mode: DocumentOptions.Mode) throws {
        let document = try Document<[Album]>(
            parsing: #"{"data":null}"#, options: DocumentOptions(mode: mode))
        #expect(document.data.isEmpty && document.dataState == .null)
    }

    @Test(
        "errors of the wrong kind are a fault, in every mode",
        arguments: [#"{"errors":{}}"#, #"{"errors":null,"data":null}"#])
    func errors(text: String) throws {
        for mode in OptionsTests.modes {
            let error = try #require(throws: DocumentError.self) {
                try Document<Album>(parsing: text, options: DocumentOptions(mode: mode))
            }
            #expect(error.code == .shape && error.pointer == "/errors")
        }
    }

    @Test("a resource of any type can be made")
    func anyType() throws {
        let resource = try Resource<AnyResource>(type: "things")
        resource.attributes.size = 3
        #expect(
            String(decoding: try resource.documentData(), as: UTF8.self)
                == #"{"data":{"type":"things","attributes":{"size":3}}}"#)
    }
}
