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

    @Test("what was changed is told, of what was read; to print alters nothing")
    func changes() throws {
        let document = try Document<Album>(parsing: #"{"data":\#(Self.album)}"#)
        let album = try #require(document.data)
        album.year = 1992
        album.artist = .null
        #expect(
            "\(album)"
                == #"albums (id 1) {"title":"Blue Lines","release-year":1992}, changed: release-year, artist"#
        )
        #expect("\(document)" == "Document<Album>: \(album)")
        try album.vox.mark()
        #expect(!"\(album)".contains("changed"))
        album.genres = ["a"]
        #expect(try "\(document.frozen())".contains("changed: genres"))
    }

    @Test("the tree of a document: resources, relationships, included ones, links, meta, errors")
    func tree() throws {
        let document = try Document<[Album]>(
            parsing: #"""
                {"jsonapi": {"version": "1.1"}, "links": {"next": "/albums?page=2"},
                 "meta": {"total": 31, "by": {"genre": {"rock": [1, 2]}}},
                 "data": [
                  {"type": "albums", "id": "1",
                   "attributes": {"title": "Blue \u0007Lines", "odd name": null, "label": {"name": "V"}},
                   "relationships": {
                    "artist": {"data": {"type": "artists", "id": "7"}}, "cover": {"data": null},
                    "tracks": {"data": [{"type": "tracks", "id": "1"}, {"type": "tracks", "lid": "a b"}]},
                    "none": {"data": []}, "reviews": {"links": {"related": "/r"}}},
                   "links": {"self": "/albums/1"}},
                  {"type": "albums", "id": "2"}, {"type": "albums", "id": "3"}],
                 "included": [{"type": "artists", "id": "7", "attributes": {"name": "The Cartographers"}}]}
                """#)
        document.data[1].title = "x"
        #expect(
            document.vox.tree(limit: 2) == #"""
                data: 3 resources
                  albums 1
                    title: "Blue \u0007Lines"
                    "odd name": null
                    label
                      name: "V"
                    artist → artists 7
                    cover → none
                    tracks → tracks 1, tracks lid "a b"
                    none → []
                    reviews → not loaded
                    links
                      self: "/albums/1"
                  albums 2, changed: title
                    title: "x"
                  … 1 more
                included: 1 resource
                  artists 7
                    name: "The Cartographers"
                links
                  next: "/albums?page=2"
                meta
                  total: 31
                  by
                    genre
                      rock: [1,2]
                jsonapi
                  version: "1.1"
                """#)
        let null = try Document<Album>(parsing: #"{"data": null}"#)
        #expect(null.vox.tree() == "data: null")
        let errors = try Document(errors: [
            APIError(status: 404, title: "No such album"), APIError(),
        ])
        #expect(
            errors.vox.tree()
                == "errors\n  404, No such album\n  an error without title, detail or code")
        #expect(errors.vox.failures.isEmpty && errors.vox.failure == nil)
    }

    @Test("dump shows properties, and names what relationships lead to")
    func dumps() throws {
        let document = try Document<Album>(parsing: AlbumDocument.single)
        document.data?.year = 1994
        document.data?["label"] = "Go! Discs"
        var text = ""
        dump(document, to: &text)
        #expect(
            text == #"""
                ▿ Document<Album>: albums (id 1) {"title":"Dummy","release-year":1994,"label":"Go! Discs"}, changed: release-year, label, 1 included
                  ▿ data: Optional(albums (id 1) {"title":"Dummy","release-year":1994,"label":"Go! Discs"}, changed: release-year, label)
                    ▿ some: albums (id 1) {"title":"Dummy","release-year":1994,"label":"Go! Discs"}, changed: release-year, label
                      - type: "albums"
                      - id: "1"
                      - title: "Dummy"
                      - year: 1994
                      - genres: absent
                      - extras: absent
                      - label: "Go! Discs"
                      - artist: artists (id 9)
                      ▿ changed: 2 elements
                        - "release-year"
                        - "label"
                  ▿ included: 1 element
                    ▿ artists (id 9) {"name":"Portishead"}
                      - type: "artists"
                      - id: "9"
                      - name: "Portishead"
                      - debut: albums (id 1)

                """#)
        text = ""
        let album = try #require(document.data)
        album.tracks = [Resource<Track>(id: "3")]
        dump(album.tracks, to: &text)
        #expect(text == "▿ 1 element\n  - \"tracks (id 3, unresolved)\"\n")
        text = ""
        dump(try document.frozen(), to: &text)
        #expect(text.contains("- year: 1994"))
        text = ""
        dump(APIError(status: 404, title: "Gone"), to: &text)
        #expect(text == "▿ 404, Gone\n  - status: \"404\"\n  - title: \"Gone\"\n")
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

    @Test("names and ids of any kind are shown in one line, and cut")
    func hostileNames() throws {
        let marks = "e" + String(repeating: "\u{301}", count: 100_000)
        let line = "a\u{1B}[31m\r\nb\u{2028}c\u{202E}d"
        for name in [marks, line] {
            let quoted = try JSONValue.string(name).text()
            let document = try Document<[AnyResource]>(
                parsing: #"""
                    {"data": [{"type": "a", "id": \#(quoted), "attributes": {\#(quoted): 1},
                               "relationships": {\#(quoted): {"data": {"type": "b", "id": \#(quoted)}}}}],
                     "meta": {\#(quoted): 1}}
                    """#)
            let error = APIError(
                status: 422, title: name, detail: name, code: name, source: .pointer(name))
            let report = try Document(errors: [error, error]).json.vox.text()
            let thrown = try #require(throws: DocumentError.self) {
                _ = try Document<AnyResource>(parsing: report)
            }
            let errors = thrown.description
            let lines = document.vox.tree().split(separator: "\n").map(String.init)
            let findings = try Validator().findings(in: document.json).map(\.description)
            let texts = ["\(document.data[0])", "\(document)", "\(error)", errors, thrown.message]
            for text in texts + lines + findings {
                #expect(text.unicodeScalars.count <= 4096)
                let isLine = text.unicodeScalars.allSatisfy {
                    !$0.properties.isBidiControl && $0.properties.generalCategory != .control
                        && $0 != "\u{2028}"
                }
                #expect(isLine, "\(text.debugDescription)")
            }
            #expect(!findings.isEmpty)
            #expect(document.vox.tree().unicodeScalars.count <= 4096)
        }
    }
}
