// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// What is let go is given back, whatever was done with it before.
///
/// Measured are the bytes that `malloc` has handed out, in a process of its own (an exit test).
@Suite(
    "Leaks", .enabled(if: Heap.canBeMeasured, "malloc does not tell what is in use here"))
struct LeakTests {
    /// Bytes held after many more rounds, for each of them; what a document's tree says it holds is
    /// not counted.
    private static func growth(beside document: JSON? = nil, _ round: (Int) throws -> Void) throws
        -> Double
    {
        func held() throws -> Int {
            try #require(Heap.bytesInUse()) - (document?.vox.memory.reserved ?? 0)
        }
        for number in 0..<500 { try round(number) }
        let before = try held()
        for number in 0..<4000 { try round(number) }
        return Double(try held() - before) / 4000
    }

    @Test("documents read, edited, refused and let go")
    func reading() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth { number in
                let document = try Document<[Album]>(parsing: AlbumDocument.list)
                document.data[0].title = "round \(number)"
                document.data[0].extras.a[0].b = 1
                try #require(document.resource(Artist.self, id: "9")?.debut == document.data[0])
                try #require(document.data[0].vox.changes().attributes.count == 2)
                _ = try document.documentData()
                _ = try document.data[0].updateDocument()
                let broken = AlbumDocument.list.dropLast(number % 400 + 1)
                try #require(throws: DocumentError.self) {
                    try Document<[Album]>(parsing: broken.utf8)
                }
                try #require(throws: DocumentError.self) {
                    try Document<Album>(parsing: #"{"errors":[{"title":"no"}]}"#)
                }
            }
            try #require(growth < 8)
        }
    }

    @Test("MW-020 cycles within and between documents")
    func cycles() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth { number in
                let album = makeAlbum("A", id: "\(number)")
                let artist = makeArtist("B")
                album.artist = artist
                artist.debut = album
                let document = try Document<[Album]>(parsing: AlbumDocument.list)
                let other = document.data[1]
                other.artist = artist
                other.attachments = [album, other, document.data[0]].compactMap {
                    $0.as(AnyResource.self)
                }
                artist.debut = document.data[0]
                artist.id = "late"
                try #require(other.artist?.debut?.artist?.name == "Massive Attack")
                _ = try document.documentData()
                other.artist = nil
                album.artist = nil
            }
            try #require(growth < 8)
        }
    }

    @Test("resources marked, set back and merged")
    func changes() async {
        await #expect(processExitsWith: .success) {
            let growth = try Self.growth { number in
                let album = try Document<[Album]>(parsing: AlbumDocument.list).data[0]
                album.title = "one"
                album.tracks = []
                try album.vox.mark()
                album.artist = makeArtist("new", id: "\(number)")
                album.extras.deep.er = "two"
                let answer = try Document<[Album]>(parsing: AlbumDocument.list).data[0]
                answer.year = 2000
                try album.vox.merge(answer)
                try album.vox.revert()
                try #require(album.vox.changes().isEmpty)
            }
            try #require(growth < 8)
        }
    }

    /// One document that lives long. What stands in the place of something else is new in the tree,
    /// which says what it holds and what editing has lost; nothing but that may grow, and writing
    /// scalars over and over takes their room once.
    @Test("a document edited and set back again and again holds its tree, and no more")
    func longLived() async {
        await #expect(processExitsWith: .success) {
            let document = try Document<[Album]>(parsing: AlbumDocument.list)
            let album = document.data[0]
            let artist = makeArtist("other", id: "77")
            let scalars = try Self.growth { number in
                album.title = "title \(number % 10)"
                try album.vox.revert()
                try #require(album.vox.changes().isEmpty)
            }
            try #require(scalars < 8)
            let all = try Self.growth(beside: document.json) { number in
                album.year = nil
                album.artist = artist
                album.tracks.append(makeTrack("new", id: "n"))
                album.attachments.append(try artist.erased())
                album.extras.list = [1, 2, 3]
                try album.vox.revert()
                try #require(album.vox.changes().isEmpty)
            }
            try #require(all < 16)
            let copy = try document.json.vox.copy()
            try #require(copy.vox.memory.reserved < 20_000)
        }
    }
}
