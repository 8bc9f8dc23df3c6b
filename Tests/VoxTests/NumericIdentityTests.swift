// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

@Suite("Ids that a lenient reader took as numbers")
struct NumericIdentityTests {
    private func document() throws -> Document<[Album]> {
        try Document(
            parsing: #"""
                {"data": [
                  {"type": "albums", "id": 1, "attributes": {"title": "x", "n": 1}, "relationships": {
                    "artist": {"data": {"type": "artists", "id": 7, "meta": {"id": 3}}},
                    "tracks": {"data": [{"id": 1, "type": "tracks"}, {"type": "tracks", "id": "2"}]}}},
                  {"type": "albums", "id": "2"}],
                 "included": [{"type": "artists", "id": 7, "attributes": {"name": "a"}}]}
                """#, options: DocumentOptions(mode: .lenient))
    }

    private let artist = #""artist":{"data":{"type":"artists","id":"7","meta":{"id":3}}}"#
    private let tracks =
        #""tracks":{"data":[{"id":"1","type":"tracks"},{"type":"tracks","id":"2"}]}"#

    @Test("JA-016 A number is text on every way out of the program")
    func waysOut() throws {
        let document = try document()
        let album = document.data[0]
        let whole =
            #"{"type":"albums","id":"1","attributes":{"title":"x","n":1},"relationships":{\#(artist),\#(tracks)}}"#
        func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
        #expect(try text(album.documentData()) == #"{"data":\#(whole)}"#)
        #expect(
            try text(document.data.documentData())
                == #"{"data":[\#(whole),{"type":"albums","id":"2"}]}"#)
        #expect(
            try text(album.documentData(including: .paths(["artist"])))
                == #"{"data":\#(whole),"included":[{"type":"artists","id":"7","attributes":{"name":"a"}}]}"#
        )
        #expect(try text(album.updateDocument(full: true)) == #"{"data":\#(whole)}"#)
        #expect(try text(album.createDocument()) == #"{"data":\#(whole)}"#)
        #expect(
            try text(album.linkageDocument(\.artist))
                == #"{"data":{"type":"artists","id":"7","meta":{"id":3}}}"#)
        #expect(
            try text(album.linkageDocument(\.tracks)) == "{\(tracks.dropFirst(10))")
        #expect(
            try text(document.data.identifierDocument())
                == #"{"data":[{"type":"albums","id":"1"},{"type":"albums","id":"2"}]}"#)
        album.title = "y"
        #expect(
            try text(album.updateDocument())
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"y"}}}"#)
    }

    @Test("JA-016 A resource with a number as its id is linked to by text")
    func linking() throws {
        let other = Resource<Album>()
        other.id = "3"
        other.artist = try document().data[0].artist
        #expect(
            try other.documentText()
                == #"{"data":{"type":"albums","id":"3","relationships":{"artist":{"data":{"type":"artists","id":"7"}}}}}"#
        )
    }
}
