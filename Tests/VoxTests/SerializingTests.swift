// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

@Suite("Serialising")
struct SerializingTests {
    @Test(
        "MW-046 one resource gives type, id when set, attributes and relationships if any"
    )
    func oneResource() throws {
        let album = Resource<Album>()
        #expect(try album.documentText() == #"{"data":{"type":"albums"}}"#)
        album.id = "1"
        #expect(try album.documentText() == #"{"data":{"type":"albums","id":"1"}}"#)
        album.title = "x"
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"x"}}}"#)
        album.artist = makeArtist("a", id: "2")
        album.title = nil
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":"#
                + #"{"type":"artists","id":"2"}}}}}"#)
    }

    @Test(
        "MW-046 nothing else is written: neither other links nor meta, nor what else the document holds"
    )
    func nothingElse() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let album = document.data[1]
        album.meta.note = "m"
        album.links.related = "/elsewhere"
        album.vox.json["ext:own"] = true
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","id":"2","attributes":{"title":"Dummy","#
                + #""release-year":1994},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"10"}}}}}"#)
        let empty = try readAlbum(with: #""attributes":{},"relationships":{}"#)
        #expect(try empty.documentText() == #"{"data":{"type":"albums","id":"1"}}"#)
    }

    @Test("MW-100 meta and self link are readable, and a self link is written back")
    func selfLink() throws {
        let album = try readAlbum(
            with: #""links":{"self":{"href":"/a?x[y]=1","meta":{"n":1}},"related":"/r"},"#
                + #""meta":{"hint":"m"}"#)
        #expect(album.meta.hint == "m")
        #expect(album.links.selfLink.href == "/a?x[y]=1")
        let link = #""links":{"self":{"href":"/a?x[y]=1","meta":{"n":1}}}"#
        let whole = #"{"type":"albums","id":"1",\#(link)}"#
        #expect(try album.documentText() == #"{"data":\#(whole)}"#)
        #expect(
            String(decoding: try [album].documentData(), as: UTF8.self) == #"{"data":[\#(whole)]}"#)
        album.links.selfLink = .null
        #expect(try album.documentText() == #"{"data":{"type":"albums","id":"1"}}"#)
        let fresh = makeAlbum("x", id: "2")
        fresh.links.selfLink = "/albums/2"
        #expect(
            try fresh.documentText()
                == #"{"data":{"type":"albums","id":"2","attributes":{"title":"x"},"#
                + #""links":{"self":"/albums/2"}}}"#)
    }

    @Test("MW-047 a list gives an array of the same")
    func list() throws {
        let albums = [makeAlbum("x", id: "1"), makeAlbum("y", id: "2")]
        albums[1].artist = makeArtist("a", id: "3")
        let data = try albums.documentData()
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"data":[{"type":"albums","id":"1","attributes":{"title":"x"}},"#
                + #"{"type":"albums","id":"2","attributes":{"title":"y"},"#
                + #""relationships":{"artist":{"data":{"type":"artists","id":"3"}}}}]}"#)
        #expect(try Document<[Album]>(parsing: data).data.map(\.title) == ["x", "y"])
        #expect(try [Resource<Album>]().documentData() == Data(#"{"data":[]}"#.utf8))
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        #expect(
            try Document<[Album]>(parsing: document.data.documentData()).data.map(\.id) == [
                "1", "2",
            ])
    }

    @Test("MW-047 a list throws when an id is missing")
    func listWithoutId() throws {
        let albums = [makeAlbum("x", id: "1"), makeAlbum("y")]
        let error = #expect(throws: DocumentError.self) { try albums.documentData() }
        #expect(error?.code == .missingIdentity)
        #expect(error?.pointer == "/data/1")
        #expect(throws: DocumentError.self) { try albums.documentDictionary() }
        albums[1].lid = "local"
        #expect(throws: Never.self) { try albums.documentData() }
    }

    @Test("MW-048 bytes and dictionary agree")
    func bothForms() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        document.data[1].title = "edited"
        document.data[1].artist = makeArtist("a", id: "11")
        func read(_ data: Data) throws -> JSONValue {
            try JSONValue(parsing: String(decoding: data, as: UTF8.self))
        }
        #expect(try read(document.documentData()) == .object(document.documentDictionary()))
        #expect(
            try read(document.data[1].documentData())
                == .object(document.data[1].documentDictionary()))
        #expect(
            try read(document.data.documentData()) == .object(document.data.documentDictionary()))
        #expect(
            try document.documentDictionary().names == [
                "jsonapi", "links", "meta", "data", "included",
            ])
    }

    @Test("MW-048 names that differ by their bytes alone are two members in both forms")
    func lookalikes() throws {
        let album = Resource<Album>()
        album["\u{e9}"] = 1
        album["e\u{301}"] = 2
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","attributes":{"é":1,"e\#u{301}":2}}}"#)
        guard case .object(let attributes) = try album.documentDictionary()["data"]?["attributes"]
        else {
            Issue.record("no attributes")
            return
        }
        #expect(attributes.count == 2)
    }

    @Test("MW-048 the dictionary is a snapshot: later writes do not alter it, nor it the resource")
    func snapshot() throws {
        let album = makeAlbum("before", id: "1")
        album.extras.deep.er = [1, 2]
        var dictionary = try album.documentDictionary()
        let copy = dictionary
        album.title = "after"
        album.extras.deep.er[0] = 9
        album.id = "2"
        #expect(dictionary == copy)
        #expect(dictionary["data"]?["attributes"]?["title"] == "before")
        #expect(dictionary["data"]?["attributes"]?["extras"]?["deep"]?["er"]?[0] == 1)
        #expect(dictionary["data"]?["id"] == "1")
        dictionary["data"] = "gone"
        #expect(album.title == "after")
        #expect(try album.documentDictionary()["data"]?["id"] == "2")
    }

    private func fill(_ article: Resource<Article<NoSuffix>>, texts: [String]) {
        article.id = texts[0]
        article["title"] = texts[1]
        article.descriptionText = .null
        article.keywords = .null
        article.hint = texts[2]
        article.rank = 3
        article.featured = .null
        article.dictionary = ["firstName": texts[3], "lastName": texts[4]]
        article.anotherDictionary = .null
        article.numericArray = .null
        article.arrayOfDictionaries = .null
        article.anotherArrayOfDictionaries = [["key": "value"]]
        article.optionalValue = nil
        article.fans = .null
        article.author = .null
        article.coauthors = .null
    }

    @Test("MW-049 nulls of every kind, nested objects, omitted nil: each is written as assigned")
    func assignments() throws {
        let article = Resource<Article<NoSuffix>>()
        fill(article, texts: ["a7", "On trees", "look", "Ann", "Archer"])
        let nulls = [
            "description", "keywords", "featured", "anotherDictionary", "numericArray",
            "arrayOfDictionaries",
        ]
        #expect(nulls.allSatisfy { article.attributes[$0].vox.state == .null })
        #expect(
            try article.documentText()
                == #"{"data":{"type":"articles","id":"a7","attributes":{"title":"On trees","#
                + #""description":null,"#
                + #""keywords":null,"hint":"look","rank":3,"featured":null,"#
                + #""dictionary":{"firstName":"Ann","lastName":"Archer"},"anotherDictionary":null,"#
                + #""numericArray":null,"arrayOfDictionaries":null,"#
                + #""anotherArrayOfDictionaries":[{"key":"value"}]},"#
                + #""relationships":{"fans":{"data":null},"#
                + #""author":{"data":null},"coauthors":{"data":null}}}}"#)
    }

    @Test(
        "MW-049 the predecessor's serialised document comes from the same assignments",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func fixture() throws {
        let article = Resource<Article<NoSuffix>>()
        fill(article, texts: ["id", "title", "hint", "fist", "last"])
        let bytes = try Corpora.bytes("predecessors/serializer-single.expected.json")
        let expected = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
        #expect(try .object(article.documentDictionary()) == expected)
        #expect(try JSONValue(parsing: article.documentText()) == expected)
        let foundation = try #require(
            JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
        let ours = try #require(
            JSONSerialization.jsonObject(with: article.documentData()) as? NSDictionary)
        #expect(ours == foundation)
    }

    @Test(
        "MW-050 JA-168 an untouched document keeps every byte: members, number text, order, white space"
    )
    func untouched() throws {
        let text =
            "\u{FEFF} {\r\n\t\"x:ext\" : [1.0e+05, -0, 1E400, 12345678901234567890123456789.10] , "
            + #""@context":{}, "data":{"id":"1", "type" :"albums", "unknown":{"b":1,"#
            + #""a":2}, "attributes":"#
            + #"{"z":1.10,"title":"\u0041\/\ud83d\ude00","a":0.10,"z":2}, "links":{},"#
            + #""relationships":{}},"#
            + "\"meta\":null, \"included\":[ ] }\n\n "
        let document = try Document<Album>(parsing: text)
        #expect(document.data?.title == "A/😀")
        #expect(document.data?.artist == nil)
        _ = document.included.count
        _ = try document.documentDictionary()
        #expect(Array(try document.documentData()) == Array(text.utf8))
        #expect(document.data?.vox.isChanged == false)
        let album = try #require(document.data)
        album.title = album.title
        #expect(
            Array(try document.documentData()) == Array(text.utf8),
            "the same value again changes no byte")
    }
}
