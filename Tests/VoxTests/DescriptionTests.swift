// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("What print shows")
struct DescriptionTests {
    private static let album =
        #"{"type":"albums","id":"1","attributes":{"title":"Blue Lines","release-year":1991}}"#

    @Test("a document shows its primary data, by type and id, and what came along")
    func documents() throws {
        let one = try Document<Album>(
            parsing: #"{"data":\#(Self.album),"included":[{"type":"artists","id":"2"}]}"#)
        #expect(
            "\(one)"
                == #"Document<Album>: albums (id 1) {"title":"Blue Lines","release-year":1991}, 1 included"#
        )
        #expect(try "\(one.frozen())" == "\(one)")
        let none = try Document<Album>(parsing: #"{"data":null,"meta":{"a":1}}"#)
        #expect("\(none)" == #"Document<Album>: null, meta {"a":1}"#)
        let list = (1...5).map { #"{"type":"albums","id":"\#($0)"}"# }.joined(separator: ",")
        let many = try Document<[Album]>(parsing: #"{"data":[\#(list)]}"#)
        #expect(
            "\(many)"
                == "Document<[Album]>: 5 resources [albums (id 1), albums (id 2), albums (id 3), … 2 more]"
        )
        #expect("\(many.data)" == "\(many)".replacing("Document<[Album]>: ", with: ""))
        let errors = try Document(errors: [APIError(status: 404, title: "No such album")])
        #expect("\(errors)" == "Document<AnyResource>: errors [404, No such album]")
    }

    @Test("resources, linkage and snapshots say who they are")
    func parts() throws {
        let album = Resource<Album>()
        #expect("\(album)" == "albums (new)")
        album.title = "Blue Lines"
        #expect("\(album)" == #"albums (new) {"title":"Blue Lines"}"#)
        album.tracks = (1...4).map { number in
            let track = Resource<Track>()
            track.id = "\(number)"
            return track
        }
        #expect(
            "\(album.tracks)" == "[tracks (id 1), tracks (id 2), tracks (id 3), … 1 more]")
        #expect("\(album.vox.relationship(\.tracks).linkage)" == "\(album.tracks)")
        #expect("\(album.vox.relationship(\.artist).linkage)" == "absent")
        #expect("\(try JSONValue(parsing: #"{"a": [1, null]}"#))" == #"{"a":[1,null]}"#)
        #expect("\(album.links)" == "absent")
    }

    @Test("lengths are bounded, and what is not shown of a lazy document is not read")
    func bounds() throws {
        let long = String(repeating: "x", count: 100_000)
        let element = #"{"type":"\#(long)","id":"\#(long)","attributes":{"a":"\#(long)"}}"#
        let text = #"{"data":[\#((0..<40).map { _ in element }.joined(separator: ","))]}"#
        let document = try Document<[AnyResource]>(
            parsing: text, options: DocumentOptions(parsing: .lazy))
        let values = document.json.vox.memory.values
        #expect("\(document)".utf8.count < 4096 && "\(document.json)".utf8.count < 1100)
        #expect(document.json.vox.memory.values < values + 20)
        #expect(document.data[0].debugDescription.utf8.count < 1000)
    }
}
