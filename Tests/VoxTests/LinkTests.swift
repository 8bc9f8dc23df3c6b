// SPDX-License-Identifier: MIT

import Testing
import Vox

@Suite("Links")
struct LinkTests {
    private func read(_ links: String) throws -> Document<AnyResource> {
        try Document<AnyResource>(parsing: #"{"data":null,"links":\#(links)}"#)
    }

    @Test("JA-051 rel, describedby, title, type, hreflang and meta of a link object are exposed")
    func members() throws {
        let links = try read(
            """
            {"self": {"href": "/a", "rel": "item", "title": "A", "type": "text/html",
               "hreflang": ["de", "fr-CH"], "meta": {"n": {"deep": 1}},
               "describedby": {"href": "/schema", "title": "S", "describedby": "/meta-schema"}},
             "next": {"href": "/b", "hreflang": "en", "describedby": "/text"}, "prev": "/c"}
            """
        ).links
        let link = links.selfLink
        #expect(link.href == "/a")
        #expect(link.rel == "item")
        #expect(link.title == "A")
        #expect(link.type == "text/html")
        #expect(link.hreflang == ["de", "fr-CH"])
        #expect(link.meta.n.deep == 1)
        #expect(link.describedBy.href == "/schema")
        #expect(link.describedBy.title == "S")
        #expect(link.describedBy.describedBy.href == "/meta-schema")
        #expect(links.next.hreflang == ["en"])
        #expect(links.next.describedBy.href == "/text")
        for bare in [links.previous, links.first] {
            #expect(bare.rel == nil && bare.title == nil && bare.type == nil)
            #expect(bare.hreflang.isEmpty)
            #expect(bare.meta.vox.state == .absent)
            #expect(bare.describedBy.state == .absent)
        }
    }

    @Test("JA-053 the relation type is the link's name, unless the link object has rel")
    func relationTypes() throws {
        let links = try read(
            #"{"self":"/a","prev":{"href":"/b"},"x":{"href":"/c","rel":"item"},"next":null,"#
                + #""last":{"href":"/d","rel":7,"describedby":"/e"}}"#
        ).links
        #expect(links.selfLink.relationType == "self")
        #expect(links.previous.relationType == "prev")
        #expect(links["x"].relationType == "item")
        #expect(links.next.relationType == "next")
        #expect(links.last.relationType == "last")
        #expect(links.last.describedBy.relationType == "describedby")
        #expect(links.first.relationType == "first")
        #expect(links.map(\.link.relationType) == ["self", "prev", "item", "next", "last"])
        #expect(DocumentLinks.Link(links.selfLink.json).relationType == "self")
        #expect(DocumentLinks.Link("/free").relationType == nil)
        links.selfLink.rel = "bookmark"
        #expect(links.selfLink.relationType == "bookmark")
    }

    @Test("JA-055 type and hreflang are hints: whatever they hold, the target stays readable")
    func hints() throws {
        for hint in ["7", "[]", "{}", "null", #""no media type""#, #"["", 5]"#, "false"] {
            let document = try read(#"{"next":{"href":"/n","type":\#(hint),"hreflang":\#(hint)}}"#)
            #expect(document.links.next.href == "/n")
            _ = (document.links.next.type, document.links.next.hreflang)
            #expect(document.json.vox.failure == nil)
        }
    }

    @Test(
        "JA-056 an href is taken and given back byte for byte",
        arguments: [
            "/albums?page[number]=2&filter[a][b]=c", "?page=2", "//host/x", "../x", "", "a b",
            "https://example.org/ä/%5B%5D?x=%zz#é", "http://[::1]:8080/", "\u{1F600}", "e\u{301}",
        ])
    func exactTargets(href: String) throws {
        let text = try JSONValue.string(href).text()
        let document = try read(#"{"self":\#(text),"next":{"href":\#(text)}}"#)
        #expect(Array(try #require(document.links.selfLink.href).utf8) == Array(href.utf8))
        #expect(Array(try #require(document.links.next.href).utf8) == Array(href.utf8))
        document.links.last = DocumentLinks.Link(href)
        document.links.first.href = href
        document.links.next.title = "t"
        let again = try Document<AnyResource>(parsing: document.documentData())
        #expect(
            again.links.map { Array(($0.link.href ?? "none").utf8) == Array(href.utf8) }
                == [true, true, true, true])
    }

    @Test("JA-012 related, describedby and the links to pages of a document are exposed")
    func topLevel() throws {
        let links = try read(
            #"{"related":"/r","describedby":"/d","first":"/1","prev":"/2","next":"/3","last":"/4","#
                + #""self":"/0","about":"/5","type":"/6","own":"/7"}"#
        ).links
        #expect(links.related.href == "/r")
        #expect(links.describedBy.href == "/d")
        #expect(links.first.href == "/1")
        #expect(links.previous.href == "/2")
        #expect(links.next.href == "/3")
        #expect(links.last.href == "/4")
        #expect(links.selfLink.href == "/0")
        #expect(links.about.href == "/5")
        #expect(links.type.href == "/6")
        #expect(links["own"].href == "/7")
        #expect(links.map(\.link.href).count == 10)
    }

    @Test("JA-011 a self link carries the full media type, read and written")
    func mediaTypeOfSelf() throws {
        let type =
            #"\#(HTTPMediaType.jsonAPI);ext="https://jsonapi.org/ext/atomic";profile="urn:x:y""#
        let document = try Document<[AnyResource]>()
        document.jsonapi.ext = ["https://jsonapi.org/ext/atomic"]
        document.links.selfLink = "/things"
        document.links.selfLink.type = type
        let read = try Document<[AnyResource]>(parsing: document.documentData())
        #expect(read.links.selfLink.href == "/things")
        #expect(read.links.selfLink.type == type)
        #expect(read.jsonapi.ext == ["https://jsonapi.org/ext/atomic"])
        #expect(try Validator().findings(in: read.json).isEmpty)
    }

    @Test("links are written as text, as objects, as null, and removed")
    func writing() throws {
        let document = try Document<[AnyResource]>()
        let links = document.links
        links.selfLink = "/a"
        let page = 2
        links.next = "/a?page=\(page)"
        links.previous = .null
        links.last.href = "/a?page=9"
        links.last.title = "Last"
        links.last.href = "/a?page=8"
        links["own"].hreflang = ["de"]
        links["own"].href = "/own"
        links["own"].hreflang = ["de", "en"]
        links.first = links.last
        #expect(
            try links.json.vox.text()
                == #"{"self":"/a","next":"/a?page=2","prev":null,"#
                + #""last":{"href":"/a?page=8","title":"Last"},"#
                + #""own":{"hreflang":["de","en"],"href":"/own"},"#
                + #""first":{"href":"/a?page=8","title":"Last"}}"#)
        links.last.title = nil
        links["own"] = nil
        links.first = nil
        links.selfLink.title = nil
        links.selfLink.hreflang = []
        links.next.href = nil
        links.previous.meta = ["n": 1]
        #expect(
            try links.json.vox.text()
                == #"{"self":"/a","prev":{"meta":{"n":1}},"last":{"href":"/a?page=8"}}"#)
        #expect(document.json.vox.failure == nil)
    }

    @Test("a text link keeps its target when it becomes an object, however deep the write goes")
    func textBecomesObject() throws {
        let links = try Document<[AnyResource]>().links
        links.selfLink = "/a"
        links.selfLink.describedBy = "/d"
        links.selfLink.describedBy.type = "text/html"
        links.next = "/b"
        links.next.describedBy.describedBy.title = "deep"
        links.next.rel = "item"
        links.first = .null
        links.first.describedBy.href = "/e"
        #expect(
            try links.json.vox.text()
                == #"{"self":{"href":"/a","describedby":{"href":"/d","type":"text/html"}},"#
                + #""next":{"href":"/b","describedby":{"describedby":{"title":"deep"}},"#
                + #""rel":"item"},"first":{"describedby":"/e"}}"#)
    }

    @Test("what is no link reads as none, and refuses members without harm")
    func badLinks() throws {
        let document = try read(#"{"self":7,"next":[1],"prev":true,"last":"/l"}"#)
        #expect(document.links.map(\.link.href) == [nil, nil, nil, "/l"])
        document.links.selfLink.title = "x"
        #expect(document.json.vox.failure?.code == .wrongKind)
        #expect(document.json.vox.failure?.pointer == "/links/self")
        document.json.vox.failure = nil
        document.links.selfLink = "/s"
        #expect(document.links.selfLink.href == "/s")
        for text in ["7", "[]", "null", #""x""#] {
            let links = try read(text).links
            #expect(Array(links).isEmpty)
            #expect(links.next.href == nil)
        }
    }

    @Test("the links of a resource known by identity alone refuse to be written")
    func unresolved() throws {
        let album = try readAlbum(
            with: #""relationships":{"artist":{"data":{"type":"artists","id":"7"}}}"#)
        let artist = try #require(album.artist)
        artist.links.selfLink = "/x"
        #expect(album.vox.failure?.code == .missing)
        #expect(artist.links.selfLink.state == .absent)
    }

    @Test("MW-031 the links of an error object are links like all others")
    func errorLinks() throws {
        let document = try Document<AnyResource>(
            parsing: #"{"errors":[{"links":{"about":{"href":"/e","title":"T"},"type":"/t"}}]}"#,
            options: DocumentOptions(keepsErrors: true))
        let links = DocumentLinks(document.json.errors[0].links)
        #expect(links.about.href == "/e")
        #expect(links.about.title == "T")
        #expect(links.type.href == "/t")
        #expect(document.errors.map(\.about) == ["/e"])
        #expect(document.errors.map(\.type) == ["/t"])
    }
}
