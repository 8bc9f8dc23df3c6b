// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// The example of the documentation, its networking part aside. The schemas are in Albums.swift.
@Suite("The example")
struct DesignExampleTests {
    @Test("a resource of one's own")
    func makingAResource() throws {
        let album = Resource<Album>()
        album.genres = ["dub"]
        album.title = "Blue Lines"
        let node: JSON = album.attributes.title  // the same node, by dynamic member
        album.year = .null  // JSON null
        album.genres = nil  // no such member any more

        #expect(album.title == "Blue Lines")
        #expect(String(node) == "Blue Lines")
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","attributes":{"title":"Blue Lines","#
                + #""release-year":null}}}"#
        )
    }

    @Test("a document that was read")
    func readingADocument() throws {
        let bytes = Data(AlbumDocument.list.utf8)
        var lines: [String] = []
        var seconds: [Int?] = []

        let document = try Document<[Album]>(parsing: bytes)
        for album in document.data {
            lines.append(
                [album.title ?? "untitled", album.artist?.name ?? "unknown"].joined(separator: ": ")
            )
            seconds.append(album.attachments.first?.as(Track.self)?.seconds)
        }

        #expect(lines == ["Blue Lines: Massive Attack", "Dummy: unknown"])
        #expect(seconds == [288, nil])
    }

    @Test("an edit of a resource that was read changes that value's bytes only")
    func editing() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let first = document.data[0]
        first.title = "Protection"
        let expected = AlbumDocument.list.replacing(#""Blue Lines""#, with: #""Protection""#)
        #expect(try document.documentText() == expected)
        #expect(first.vox.isChanged)
        #expect(document.data[1].vox.isChanged == false)
    }
}
