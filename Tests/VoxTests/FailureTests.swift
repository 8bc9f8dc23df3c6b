// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Plain reads and writes cannot throw: the document notes what failed, and what would have carried a
/// failed write throws it.
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

    @Test(
        "a relationship that cannot be written leaves the resource as it was",
        arguments: [
            "", #","relationships":null"#, #","relationships":{}"#,
            #","relationships":{"artist":null}"#, #","relationships":{"artist":[2]}"#,
            #","relationships":{"artist":{"meta":{}}}"#,
            #","relationships":{"artist":{"data":null}}"#,
            #","relationships":{"artist":{"data":{"type":"tracks","id":"8"}}}"#,
        ])
    func relationshipsWithoutMemory(relationships: String) throws {
        let text = #"{"data":{"type":"albums","id":"1"\#(relationships)}}"#
        var outcomes: [Bool] = []
        for limit in 4...24 {
            var options = DocumentOptions()
            options.limits.maximumValues = limit
            guard let document = try? Document<Loose>(parsing: text, options: options) else {
                continue
            }
            let album = try #require(document.data)
            album.artist = Resource<Track>(id: "7")
            let isWritten = album.vox.failure == nil
            outcomes.append(isWritten)
            if isWritten {
                #expect(album.artist?.id == "7")
            } else {
                album.vox.failure = nil
                #expect(try document.documentText() == text, "\(limit)")
            }
        }
        #expect(outcomes.first == false && outcomes.last == true, "\(outcomes)")
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

    /// The codes that the ways out of a document end with; nil where they give a document.
    private func outcomes(
        _ document: Document<[Loose]>
    ) -> [String: DocumentError.Code?] {
        func code(_ body: () throws -> some Any) -> DocumentError.Code? {
            do {
                _ = try body()
                return nil
            } catch {
                return (error as? DocumentError)?.code
            }
        }
        let (first, second) = (document.data[0], document.data[1])
        return [
            "document": code { try document.documentData() },
            "document sorted": code { try document.documentData(style: .sorted) },
            "document snapshot": code { try document.documentDictionary() },
            "first": code { try first.documentData() },
            "first snapshot": code { try first.documentDictionary() },
            "first created": code { try first.createDocument() },
            "first updated": code { try first.updateDocument() },
            "first compound": code { try first.documentData(including: .all) },
            "first artist": code { try first.linkageDocument(\.artist) },
            "first tracks": code { try first.linkageDocument(\.tracks) },
            "first identifier": code { try [first].identifierDocument() },
            "first copied": code { try Document<[Loose]>(data: [first]) },
            "second": code { try second.documentData() },
            "second updated": code { try second.updateDocument(full: true) },
            "list": code { try document.data.documentData() },
            "list snapshot": code { try document.data.documentDictionary() },
            "copy": code { try document.copy().documentData() },
            "frozen copy": code { try document.copy().frozen() },
        ]
    }

    private func stopped(_ document: Document<[Loose]>) -> Set<String> {
        Set(outcomes(document).filter { $0.value != nil }.keys)
    }

    @Test("T34 a failed read is noted and stops nothing")
    func readsStopNothing() throws {
        let document = try document()
        let loose = document.data[0]
        _ = loose.title
        _ = loose.artist
        #expect(loose.year == nil)
        #expect(stopped(document) == [])
        #expect(loose.vox.failures.count == 3)
        #expect(loose.vox.failures.allSatisfy { $0.kind == .read })
        #expect(try document.documentText() == AlbumDocument.list)
    }

    @Test("a failed write stops the documents that would have carried it, and only them")
    func writesStopTheirDocuments() throws {
        let document = try document()
        let loose = document.data[0]
        let whole: Set<String> = [
            "document", "document sorted", "document snapshot", "list", "list snapshot", "copy",
            "frozen copy", "first compound", "first copied",
        ]
        let first = whole.union(["first", "first snapshot"])
        let requests = first.union(["first created", "first updated"])

        loose.ratio = .nan
        #expect(stopped(document) == requests)
        let error = #expect(throws: DocumentError.self) { try document.documentData() }
        #expect(error?.pointer == "/data/0/attributes/ratio" && error?.json?.code == .notFinite)
        #expect(throws: JSONError.self) { try document.json.vox.text() }
        #expect(throws: JSONError.self) { try loose.attributes.vox.text() }
        #expect(throws: Never.self) { try document.json.included.vox.text() }
        loose.vox.failure = nil
        #expect(stopped(document) == [])

        loose.meta.score = Double.infinity
        // A resource on its own is written without its meta information.
        #expect(stopped(document) == whole.subtracting(["list", "list snapshot"]))
        loose.vox.failure = nil
        loose.relationships.artist.data.id.deeper = 1
        #expect(stopped(document) == requests.union(["first artist"]))
        loose.vox.failure = nil
        loose["x"] = Double.nan
        #expect(loose.vox.failure?.pointer == "/data/0/attributes/x")
        #expect(stopped(document) == requests)
        loose.vox.failure = nil
        document.json.data[1].type.deeper = 1
        #expect(
            stopped(document) == [
                "document", "document sorted", "document snapshot", "second", "second updated",
                "list", "list snapshot", "copy", "frozen copy",
            ])
        document.data[1].vox.failure = nil
        document.json.meta.x = Double.nan
        #expect(
            stopped(document) == [
                "document", "document sorted", "document snapshot", "copy", "frozen copy",
            ])
    }

    @Test("a write to a related resource that is nowhere stops its own documents, not the linkage")
    func unresolvedWrites() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = try #require(document.data[1].artist)
        artist.name = "x"
        #expect(throws: DocumentError.self) { try artist.updateDocument() }
        #expect(throws: Never.self) { try document.data[1].updateDocument() }
        #expect(throws: Never.self) { try document.data[1].linkageDocument(\.artist) }
        #expect(artist.attributes.name.vox.pointer.hasSuffix("/artist/data/attributes/name"))
    }

    @Test("the value taken out of the document takes its failed writes with it")
    func detached() throws {
        let document = try document()
        document.data[0].ratio = .nan
        document.json.data[0].vox.remove()
        #expect(throws: Never.self) { try document.documentData() }
        #expect(document.json.vox.failures.count == 1)
    }

    @Test("a relationship that is not carried may lead to a resource without id and lid")
    func identities() throws {
        let album = try #require(
            try Document<Album>(parsing: #"{"data":{"type":"albums","id":"1"}}"#).data)
        album.artist = Resource<Artist>()
        #expect(throws: Never.self) { try album.linkageDocument(\.tracks) }
        #expect(throws: DocumentError.self) { try album.linkageDocument(\.artist) }
        #expect(throws: DocumentError.self) { try album.updateDocument() }
    }

    @Test("all failures are listed, each once, up to a number; what is dropped is counted")
    func list() throws {
        let document = try document()
        let loose = document.data[0]
        for _ in 0..<3 { _ = loose.title }
        loose.ratio = .nan
        _ = loose.flag
        #expect(loose.vox.failures.map(\.kind) == [.read, .write, .read])
        #expect(loose.vox.failures.first?.error == loose.vox.failure)
        #expect(loose.vox.failures.firstWrite?.pointer == "/data/0/attributes/ratio")
        #expect(loose.vox.failures.dropped == 0)
        loose.vox.failure = nil
        #expect(loose.vox.failures.isEmpty)

        let capacity = JSON.Failures.capacity
        for number in 0..<capacity + 5 { document.json.meta["m\(number)"].a = Double.nan }
        for number in 0..<capacity + 7 {
            try document.json.extra["e\(number)"].vox.set("text")
            for _ in 0..<2 { _ = Int(document.json.extra["e\(number)"]) }
        }
        #expect(loose.vox.failures.count == 2 * capacity)
        #expect(loose.vox.failures.dropped == 5 + 2 * 7)
        // Where one failed write is not listed, none is overlooked.
        #expect(stopped(document).count == outcomes(document).count)
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
