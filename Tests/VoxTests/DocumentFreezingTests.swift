// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Frozen documents, and copies of documents. Threads that read them are in `ThreadTests`.
@Suite("Freezing documents")
struct DocumentFreezingTests {
    /// Every way to write a resource or a document.
    static let writes: [(name: String, write: @Sendable (Document<[Album]>) -> Void)] = [
        ("an attribute", { $0.data[0].title = "x" }),
        ("an attribute to what it is", { $0.data[0].year = 1991 }),
        ("an attribute to nil", { $0.data[0].title = nil }),
        ("an attribute to null", { $0.data[0].year = .null }),
        ("an attribute by name", { $0.data[0]["title"] = "x" as String? }),
        ("the id", { $0.data[0].id = "7" }),
        ("the id to nil", { $0.data[0].id = nil }),
        ("meta", { $0.meta["total"] = 3 }),
        ("a to-one", { $0.data[0].artist = makeArtist("x", id: "1") }),
        ("a to-one of the same name", { $0.data[0].artist = makeArtist("x", id: "9") }),
        ("a to-one to nil", { $0.data[0].artist = nil }),
        ("a to-one to null", { $0.data[0].artist = .null }),
        ("a to-many", { $0.data[0].tracks = [makeTrack("x", id: "3")] }),
        ("a to-many to nil", { $0.data[0].tracks = nil }),
        ("a to-many, appended", { $0.data[0].tracks.append(makeTrack("x", id: "3")) }),
        ("a to-many, removed", { $0.data[0].tracks.remove($0.data[0].tracks[0]) }),
        ("a to-many that is missing", { $0.data[1].tracks.append(makeTrack("x", id: "3")) }),
    ]

    @Test("a write changes nothing and is noted as frozen", arguments: writes.indices)
    func writing(index: Int) throws {
        let old = try Document<[Album]>(parsing: AlbumDocument.list)
        let frozen = try old.frozen()
        for document in [old, frozen.document] {
            Self.writes[index].write(document)
            #expect(document.json.vox.failure?.code == .frozen)
            #expect(throws: DocumentError.self) { try document.documentData() }
            document.json.vox.failure = nil
            #expect(try document.documentText() == AlbumDocument.list)
            #expect(document.data[0].artist?.name == "Massive Attack")
            #expect(document.data[0].tracks.map(\.title) == ["Safe", "One Love"])
        }
        #expect(frozen.document.json.vox.failure == nil)
    }

    @Test("reading is as before: attributes, relationships, look-up, the three states, validation")
    func reading() throws {
        let original = try Document<[Album]>(parsing: AlbumDocument.list)
        let findings = try Validator(profile: .response).findings(in: original.json)
        let document = try original.frozen().document
        #expect(document.data.map(\.title) == ["Blue Lines", "Dummy"])
        #expect(document.data[0].artist?.debut == document.data[0])
        #expect(document.data[1].artist?.vox.isResolved == false)
        #expect(document.resource(Track.self, id: "2")?.seconds == 288)
        #expect(document.resource(Track.self, id: "3") == nil)
        #expect(document.included.count == 3)
        #expect(document.data[1].vox.state(\.tracks) == .absent)
        #expect(try Validator(profile: .response).findings(in: document.json) == findings)
        #expect(try document.data[0].documentText().contains("Blue Lines"))
        #expect(document.json.vox.failure == nil)
    }

    @Test("documents that are linked freeze together, and every handle sees the links")
    func linkedDocuments() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = makeArtist("Portishead", id: "9")  // the document has another one of this name
        let track = makeTrack("Roads")
        document.data[1].artist = artist
        document.data[1].tracks = [track]
        artist.debut = document.data[1]
        track.id = "30"  // linkage learns this when the document is completed
        let frozen = try document.frozen()
        artist.name = "too late"
        #expect(artist.vox.failure?.code == .frozen)
        #expect(artist.name == "Portishead")
        for handle in [document, frozen.document, try frozen.document.frozen().document] {
            let album = handle.data[1]
            #expect(album.artist?.name == "Portishead")
            #expect(album.artist?.debut == album)
            #expect(album.tracks.map(\.title) == ["Roads"])
            #expect(handle.data[0].artist?.name == "Massive Attack")
            #expect(try handle.documentText(style: .compact).contains(#""id":"30""#))
        }
    }

    @Test("a free document links to resources of a frozen one")
    func linkingToFrozen() throws {
        let frozen = try Document<[Album]>(parsing: AlbumDocument.list).frozen()
        let artist = makeArtist("Tricky", id: "77")
        artist.debut = frozen.document.data[0]
        #expect(artist.debut?.title == "Blue Lines")
        #expect(artist.debut?.artist?.name == "Massive Attack")
        artist.name = "Adrian Thaws"
        #expect(try artist.documentText().contains("Adrian Thaws"))
        artist.debut?.title = "no"
        #expect(artist.debut?.vox.failure?.code == .frozen)
    }

    @Test("a document that could not be written is not frozen")
    func refusals() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = makeArtist("no id yet")
        document.data[1].artist = artist
        do throws(DocumentError) {
            _ = try document.frozen()
            Issue.record("a resource without id was passed over")
        } catch {
            #expect(error.code == .missingIdentity)
            #expect(error.pointer == "/data/1/relationships/artist/data")
        }
        artist.id = "5"
        let wrong: Int? = document.data[0].attributes.title
        #expect(wrong == nil)
        document.data[0].attributes.title = Double.nan
        do throws(DocumentError) {
            _ = try document.frozen()
            Issue.record("a failed write was passed over")
        } catch {
            #expect(error.json?.code == .notFinite)
        }
        document.json.vox.failure = nil
        document.data[0].title = "still free"
        #expect(try document.frozen().document.data[0].title == "still free")
    }

    @Test("what was changed before freezing can still be asked for, and is not to be undone")
    func changes() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        document.data[0].title = "Protection"
        document.data[1].vox.json["attributes"]["new"] = 1
        document.included[0].attributes.name = "3D"
        let frozen = try document.frozen().document
        #expect(try frozen.data[0].vox.changes().attributes == ["title"])
        #expect(try frozen.data[1].vox.changes().attributes == ["new"])
        #expect(try frozen.included[0].vox.changes().attributes == ["name"])
        #expect(try frozen.included[1].vox.changes().isEmpty)
        let update = String(decoding: try frozen.data[0].updateDocument(), as: UTF8.self)
        #expect(
            update == #"{"data":{"type":"albums","id":"1","attributes":{"title":"Protection"}}}"#)
        #expect(throws: JSONError.self) { try frozen.data[0].vox.revert() }
        #expect(throws: JSONError.self) { try frozen.data[0].vox.mark() }
        #expect(throws: JSONError.self) { try frozen.data[0].vox.merge(document.data[0]) }
        #expect(frozen.data[0].title == "Protection")
    }

    @Test("a copy is independent, and byte for byte the same")
    func copying() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let copy = try document.copy()
        #expect(try copy.documentText() == AlbumDocument.list)
        #expect(copy.data[0] != document.data[0])
        copy.data[0].title = "Mezzanine"
        document.data[1].title = "Third"
        #expect(document.data[0].title == "Blue Lines")
        #expect(copy.data[1].title == "Dummy")
        #expect(copy.data[0].artist == copy.included[0].as(Artist.self))
        #expect(try copy.data[0].vox.changes().attributes == ["title"])
        let thawed = try document.frozen().thawed()
        thawed.data[0].title = "free"
        #expect(thawed.data[0].title == "free")
        #expect(thawed.data[1].title == "Third")
        #expect(document.data[0].title == "Blue Lines")
    }

    @Test("a copy brings copies of the documents it is linked with, new resources among them")
    func copyingLinks() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let (artist, track) = (makeArtist("Portishead"), makeTrack("Roads"))
        document.data[1].artist = artist
        document.data[1].tracks = [track, try #require(document.resource(Track.self, id: "1"))]
        artist.debut = document.data[1]
        let copy = try document.copy()
        let album = copy.data[1]
        #expect(album.artist?.name == "Portishead")
        #expect(album.artist != artist)
        #expect(album.artist?.debut == album)
        #expect(album.tracks.map(\.title) == ["Roads", "Safe"])
        album.artist?.name = "another"
        album.tracks[1].title = "safer"
        #expect(artist.name == "Portishead")
        #expect(document.resource(Track.self, id: "1")?.title == "Safe")
        album.artist?.id = "50"
        album.tracks[0].id = "51"
        #expect(try copy.documentText(style: .compact).contains(#""id":"50""#))
        #expect(throws: DocumentError.self) { try document.documentData() }
    }

    @Test("a copy keeps a noted failure, and that numbers count as ids")
    func copyingState() throws {
        let text = #"{"data":[{"type":"albums","id":1},{"type":"albums","id":2}]}"#
        let document = try Document<[Album]>(
            parsing: text, options: DocumentOptions(mode: .lenient))
        #expect(try document.copy().resource(Album.self, id: "2") != nil)
        #expect(try document.frozen().document.resource(Album.self, id: "2") != nil)
        // What a lenient reader skipped stays skipped.
        let mixed = try Document<[Album]>(
            parsing:
                #"{"data":[{"type":"x","id":"0"},{"type":"albums","id":"1"},{"type":"x","id":"2"}]}"#,
            options: DocumentOptions(mode: .lenient))
        for same in [try mixed.frozen().document, try mixed.copy(), try mixed.frozen().thawed()] {
            #expect(same.data.map(\.id) == ["1"])
            #expect(same.skipped.map(\.pointer) == ["/data/0", "/data/2"])
        }
        let other = try Document<[Album]>(parsing: AlbumDocument.list)
        other.data[0].attributes.title.deep = 1
        let copy = try other.copy()
        #expect(copy.json.vox.failure?.code == .wrongKind)
        #expect(throws: DocumentError.self) { try copy.documentData() }
    }
}
