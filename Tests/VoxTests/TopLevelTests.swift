// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("The top level")
struct TopLevelTests {
    @Test("JA-006 jsonapi, links, included and meta may each be missing, in any order")
    func membersInAnyOrder() throws {
        let members = [
            #""data":[{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"9"}}}}]"#,
            #""included":[{"type":"artists","id":"9","attributes":{"name":"n"}}]"#,
            #""meta":{"m":1}"#, #""links":{"self":"/a"}"#, #""jsonapi":{"version":"1.1"}"#,
        ]
        for present in 0..<(1 << members.count) where present & 1 == 1 {
            let chosen = members.indices.filter { present >> $0 & 1 == 1 }
            // Every rotation puts each member first once, forwards and backwards.
            for start in chosen.indices {
                let turned = Array(chosen[start...] + chosen[..<start])
                for order in [turned, turned.reversed()] {
                    let text = "{" + order.map { members[$0] }.joined(separator: ",") + "}"
                    let document = try Document<[Album]>(parsing: text)
                    #expect(document.data.map(\.id) == ["1"])
                    #expect(document.data[0].artist?.id == "9")
                    #expect(document.data[0].artist?.name == (chosen.contains(1) ? "n" : nil))
                    #expect(document.includedState == (chosen.contains(1) ? .value : .absent))
                    #expect(document.meta.m == (chosen.contains(2) ? 1 : nil as Int?))
                    #expect(document.links.selfLink.href == (chosen.contains(3) ? "/a" : nil))
                    #expect(document.jsonapi.version == (chosen.contains(4) ? "1.1" : nil))
                    #expect(try document.documentText() == text)
                }
            }
        }
    }

    @Test("JA-008 a list of one stays a list; an empty list, null and no data are told apart")
    func primaryStates() throws {
        let one = try Document<[Album]>(parsing: #"{"data":[{"type":"albums","id":"1"}]}"#)
        #expect(one.data.count == 1)
        #expect(one.dataState == .value)
        #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: #"{"data":[{"type":"albums","id":"1"}]}"#)
        }
        one.data[0].title = "touched"
        #expect(
            try one.documentText(style: .compact)
                == #"{"data":[{"type":"albums","id":"1","attributes":{"title":"touched"}}]}"#)
        let empty = try Document<[Album]>(parsing: #"{"data":[]}"#)
        #expect(empty.data.isEmpty)
        #expect(empty.dataState == .value)
        let null = try Document<Album>(parsing: #"{"data":null}"#)
        #expect(null.data == nil)
        #expect(null.dataState == .null)
        for text in [#"{"meta":{}}"#, #"{"links":{},"meta":{}}"#] {
            #expect(try Document<Album>(parsing: text).dataState == .absent)
            #expect(try Document<[Album]>(parsing: text).dataState == .absent)
        }
    }

    @Test("JA-046 an empty included is told from none")
    func emptyIncluded() throws {
        let empty = try Document<[Album]>(parsing: #"{"data":[],"included":[]}"#)
        #expect(empty.includedState == .value)
        #expect(empty.included.isEmpty)
        let none = try Document<[Album]>(parsing: #"{"data":[]}"#)
        #expect(none.includedState == .absent)
        #expect(none.included.isEmpty)
    }

    @Test("JA-057 the jsonapi object gives version, ext, profile and meta, read and written")
    func jsonapi() throws {
        let document = try Document<[Album]>(
            parsing: #"{"data":[],"jsonapi":{"version":"1.1","ext":["urn:a"],"#
                + #""profile":["urn:b","urn:c"],"meta":{"by":"us"}}}"#)
        #expect(document.jsonapi.version == "1.1")
        #expect(document.jsonapi.ext == ["urn:a"])
        #expect(document.jsonapi.profile == ["urn:b", "urn:c"])
        #expect(document.jsonapi.meta.by == "us")
        let built = try Document<[Album]>()
        built.jsonapi.version = "1.1"
        built.jsonapi.profile = ["urn:b"]
        built.jsonapi.ext = []
        built.jsonapi.meta.by = "them"
        #expect(
            try built.documentText()
                == #"{"data":[],"jsonapi":{"version":"1.1","profile":["urn:b"],"#
                + #""meta":{"by":"them"}}}"#)
        built.jsonapi.version = nil
        built.jsonapi.profile = []
        #expect(try built.jsonapi.json.vox.text() == #"{"meta":{"by":"them"}}"#)
        let odd = try Document<[Album]>(
            parsing: #"{"data":[],"jsonapi":{"version":1.1,"ext":"x","profile":[7,"urn:b"]}}"#)
        #expect(odd.jsonapi.version == nil)
        #expect(odd.jsonapi.ext.isEmpty)
        #expect(odd.jsonapi.profile == ["urn:b"])
        #expect(odd.json.vox.failure == nil)
    }

    @Test("JA-059 no version means at least 1.0")
    func minimumVersion() throws {
        for text in [#"{"data":null}"#, #"{"data":null,"jsonapi":{}}"#] {
            let document = try Document<Album>(parsing: text)
            #expect(document.jsonapi.version == nil)
            #expect(document.jsonapi.minimumVersion == "1.0")
        }
        let stated = try Document<Album>(parsing: #"{"data":null,"jsonapi":{"version":"1.1"}}"#)
        #expect(stated.jsonapi.minimumVersion == "1.1")
    }

    @Test("JA-048 meta is readable at all nine places")
    func meta() throws {
        let document = try Document<Album>(
            parsing: """
                {"meta": {"n": 1}, "jsonapi": {"meta": {"n": 2}},
                 "links": {"self": {"href": "/", "meta": {"n": 6}}},
                 "data": {"type": "albums", "id": "1", "meta": {"n": 3}, "relationships": {
                   "artist": {"meta": {"n": 4},
                     "data": {"type": "artists", "id": "9", "meta": {"n": 5}}}}}}
                """)
        let album = try #require(document.data)
        #expect(document.meta.n == 1)
        #expect(document.jsonapi.meta.n == 2)
        #expect(album.meta.n == 3)
        let artist = album.vox.relationship(\.artist)
        #expect(artist.meta.n == 4)
        #expect(artist.linkage.identifiers.first?.meta.n == 5)
        #expect(document.links.selfLink.meta.n == 6)
        let error = #expect(throws: DocumentError.self) {
            try Document<Album>(parsing: #"{"errors":[{"meta":{"n":7}}]}"#)
        }
        #expect(error?.errors.first?.meta == ["n": 7])

        let operations = try Document<AnyResource>(
            parsing: """
                {"atomic:operations": [{"op": "remove", "meta": {"n": 8}}],
                 "atomic:results": [{"data": null, "meta": {"n": 9}}]}
                """)
        #expect(operations.json["atomic:operations"][0].meta.n == 8)
        #expect(operations.json["atomic:results"][0].meta.n == 9)
    }

    @Test("JA-068 @-members and extension members survive reading, changing and writing untouched")
    func foreignMembers() throws {
        /// Members to be kept, with a number for the place.
        func foreign(_ place: Int) -> String {
            #""@context" : {"n":[\#(place).0 ]}, "x:own":[{"@id" :"\#(place)"}]"#
        }
        let text =
            "{\(foreign(1)),\"links\":{\(foreign(2)),\"self\":{\(foreign(3)),\"href\":\"/\"}},"
            + "\"jsonapi\":{\(foreign(4))},\"data\":[{\"type\":\"albums\",\"id\":\"1\",\(foreign(5)),"
            + "\"attributes\":{\(foreign(6)),\"title\":\"t\"},\"relationships\":{\(foreign(7)),"
            + "\"artist\":{\(foreign(8)),\"data\":{\"type\":\"artists\",\"id\":\"9\",\(foreign(9))}}}}],"
            + "\"included\":[{\"type\":\"artists\",\"id\":\"9\",\(foreign(10))}]}"
        let document = try Document<[Album]>(parsing: text)
        let album = document.data[0]
        album.title = "new"
        album.year = 1999
        album.artist?.name = "named"
        album.links.selfLink = "/albums/1"
        album.meta.n = 1
        album.vox.relationship(\.artist).meta.n = 2
        album.vox.relationship(\.artist).linkage.identifiers[0].meta.n = 3
        document.links.selfLink.title = "changed"
        document.links.next = "/2"
        document.meta.n = 4
        document.jsonapi.version = "1.1"
        try document.include(.all)
        let written = try document.documentText()
        for place in 1...10 {
            #expect(written.contains(foreign(place)), "\(place)")
        }
        #expect(!document.data[0].vox.relationships.contains("@context"))
        let again = try Document<[Album]>(parsing: written)
        #expect(again.data[0].title == "new")
        #expect(again.data[0].artist?.name == "named")
    }

    @Test("MW-032 the whole top level is readable, jsonapi under its standard spelling")
    func wholeTopLevel() throws {
        let document = try Document<[Album]>(
            parsing: #"{"data":[],"meta":{"a":1},"jsonapi":{"version":"1.0"},"#
                + #""jsonApi":{"version":"9"},"links":{"self":"/x"},"#
                + #""included":[{"type":"artists","id":"1"}]}"#)
        #expect(document.meta.a == 1)
        #expect(document.jsonapi.version == "1.0")
        #expect(document.links.selfLink.href == "/x")
        #expect(document.included.map(\.id) == ["1"])
    }

    @Test("MW-106 the media type is a constant, and a document says whether it has errors")
    func errors() throws {
        #expect(HTTPMediaType.jsonAPI.description == "application/vnd.api+json")
        let text = #"{"errors":[{"status":"404","title":"No"},{"detail":"d"}],"meta":{"m":1}}"#
        #expect(throws: DocumentError.self) { try Document<Album>(parsing: text) }
        let options = DocumentOptions(keepsErrors: true)
        let document = try Document<Album>(parsing: text, options: options)
        #expect(document.hasErrors)
        #expect(document.errors.map(\.title) == ["No", nil])
        #expect(document.errors[0].status == "404")
        #expect(document.meta.m == 1)
        #expect(document.data == nil)
        #expect(try document.documentText() == text)
        #expect(try Document<[Album]>(parsing: text, options: options).hasErrors)
        for text in [#"{"data":null}"#, #"{"meta":{"errors":[]}}"#] {
            #expect(try !Document<Album>(parsing: text, options: options).hasErrors)
            #expect(try Document<Album>(parsing: text, options: options).errors.isEmpty)
        }
        #expect(try Document<Album>(parsing: #"{"errors":[]}"#, options: options).hasErrors)
    }
}
