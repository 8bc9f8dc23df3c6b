// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Plain reads and writes cannot throw: the document notes the first failure, and serialising
/// throws it.
@Suite("Recorded failures")
struct FailureTests {
    private struct Loose: ResourceSchema {
        static let type = "albums"
        let title = Attribute<Int>("title")
        let year = Attribute<UInt8>("release-year")
        let flag = Attribute<Bool>("genres")
        let ratio = Attribute<Double>("ratio")
        let artist = ToOne<Track>("artist")
        let tracks = ToOne<Track>("tracks")
    }

    private func document() throws -> Document<[Loose]> {
        try Document<[Loose]>(parsing: AlbumDocument.list)
    }

    @Test("T34 a plain read of the wrong type gives nil and is noted, with its pointer")
    func wrongReads() throws {
        let document = try document()
        let loose = document.data[0]
        #expect(loose.title == nil)
        #expect(loose.vox.failure?.code == .wrongKind)
        #expect(loose.vox.failure?.pointer == "/data/0/attributes/title")
        #expect(document.data[1].vox.failure == loose.vox.failure, "noted for the document")

        #expect(loose.year == nil)
        #expect(loose.vox.failure?.code == .wrongKind, "the first failure stays")
        loose.vox.failure = nil
        #expect(loose.year == nil)
        #expect(loose.vox.failure?.code == .outOfRange)
        #expect(loose.vox.failure?.pointer == "/data/0/attributes/release-year")
        loose.vox.failure = nil
        #expect(loose.flag == nil)
        #expect(loose.vox.failure?.pointer == "/data/0/attributes/genres")
    }

    @Test("absent and null are no failures")
    func nothingIsNoFailure() throws {
        let loose = try document().data[1]
        #expect(loose.flag == nil)
        #expect(loose.tracks == nil)
        loose.title = .null
        #expect(loose.title == nil)
        #expect(loose.vox.failure == nil)
    }

    @Test("T34 the throwing form says it at once and notes nothing")
    func throwingForms() throws {
        let loose = try document().data[0]
        let kind = #expect(throws: JSONError.self) { try loose.vox.value(\.title) }
        #expect(kind?.code == .wrongKind)
        #expect(kind?.pointer == "/data/0/attributes/title")
        let range = #expect(throws: JSONError.self) { try loose.vox.value(\.year) }
        #expect(range?.code == .outOfRange)
        let finite = #expect(throws: JSONError.self) { try loose.vox.set(\.ratio, to: .nan) }
        #expect(finite?.code == .notFinite)
        try loose.vox.set(\.ratio, to: 1.5)
        #expect(try loose.vox.value(\.ratio) == 1.5)
        #expect(loose.vox.failure == nil)
    }

    @Test("a related resource of another type than declared is noted")
    func wrongTarget() throws {
        let loose = try document().data[0]
        _ = loose.artist
        #expect(loose.vox.failure?.code == .wrongKind)
        #expect(loose.vox.failure?.pointer == "/data/0/relationships/artist/data")
        loose.vox.failure = nil
        #expect(loose.tracks == nil, "a list read as a to-one")
        #expect(loose.vox.failure?.pointer == "/data/0/relationships/tracks/data")
    }

    @Test("a plain write that cannot be done changes nothing and is noted")
    func refusedWrites() throws {
        let document = try document()
        let loose = document.data[0]
        loose.ratio = .infinity
        #expect(loose.vox.failure?.code == .notFinite)
        loose.vox.failure = nil
        document.json.data[0].attributes.title.sub.member = 1
        #expect(loose.vox.failure?.code == .wrongKind)
        #expect(loose.vox.failure?.pointer == "/data/0/attributes/title")
        loose.vox.failure = nil
        #expect(try document.documentText() == AlbumDocument.list)
        #expect(loose.vox.isChanged == false)
    }

    @Test("an unresolved resource refuses every plain write")
    func unresolved() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = try #require(document.data[1].artist)
        #expect(artist.vox.isResolved == false)
        let writes: [(Resource<Artist>) -> Void] = [
            { $0.name = "x" }, { $0.name = nil }, { $0.name = .null }, { $0["name"] = "x" },
            { $0.debut = document.data[0] }, { $0.debut = nil }, { $0.debut = .null },
        ]
        for write in writes {
            write(artist)
            #expect(artist.vox.failure?.code == .missing)
            #expect(artist.vox.failure?.pointer == "/data/1/relationships/artist/data")
            artist.vox.failure = nil
        }
        let answer = try #require(
            try Document<Artist>(
                parsing: #"{"data":{"type":"artists","id":"10","attributes":{"name":"x"}}}"#
            ).data)
        #expect(throws: JSONError.self) { try artist.vox.merge(answer) }
        #expect(throws: JSONError.self) { try artist.vox.revert(\.name) }
        #expect(throws: JSONError.self) { try artist.vox.revert(\.debut) }
        #expect(artist.name == nil)
        #expect(artist.debut == nil)
        #expect(try document.documentText() == AlbumDocument.list)
    }

    @Test("serialising in every form throws the failure; after nil it goes on")
    func serialising() throws {
        let document = try document()
        let loose = document.data[0]
        _ = loose.title
        func codes() -> [DocumentError.Code?] {
            func code(_ body: () throws -> some Any) -> DocumentError.Code? {
                do {
                    _ = try body()
                    return nil
                } catch {
                    return (error as? DocumentError)?.code
                }
            }
            return [
                code { try document.documentData() },
                code { try document.documentData(style: .sorted) },
                code { try document.documentDictionary() }, code { try loose.documentData() },
                code { try loose.documentDictionary() }, code { try document.data.documentData() },
                code { try document.data.documentDictionary() },
                code { try document.data[1].documentData() },
                code { try loose.createDocument() }, code { try loose.updateDocument() },
                code { try loose.linkageDocument(\.tracks) },
                code { try [loose].identifierDocument() },
            ]
        }
        #expect(codes() == Array(repeating: .json, count: 12))
        let error = #expect(throws: DocumentError.self) { try document.documentData() }
        #expect(error?.pointer == "/data/0/attributes/title")
        #expect(error?.json?.code == .wrongKind)

        loose.vox.failure = nil
        #expect(codes() == Array(repeating: nil, count: 12))
        #expect(try document.documentText() == AlbumDocument.list)
    }

    @Test("a failure does not stop later reads and writes")
    func goingOn() throws {
        let document = try document()
        let loose = document.data[0]
        _ = loose.title
        loose.ratio = 0.5
        #expect(loose.ratio == 0.5)
        document.json.meta.seen = true
        loose.vox.failure = nil
        #expect(try document.documentText().contains(#""seen": true"#))
    }
}
