// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// Queries: order, merging and replacing, names, and encoding.
@Suite("Queries")
struct QueryTests {
    private func text(_ change: (ReadRequest<[Album]>) -> ReadRequest<[Album]>) throws -> String {
        let albums = DataSource<Album>(
            .path("albums/<id>"), client: try Script().api("https://a.example"))
        return try change(albums.fetch()).url().text
    }

    private func decoded(_ change: (ReadRequest<[Album]>) -> ReadRequest<[Album]>) throws
        -> [String]
    {
        let url = try HTTPURL(text(change))
        return try QueryItem.Encoding.decode(url.query ?? "").map { "\($0.name)=\($0.value ?? "")" }
    }

    @Test(
        "MW-058 JA-095 Fields, filter, include and sort come in the order of the calls, once each")
    func order() throws {
        let items = try decoded {
            $0.sort(["title", "-release-year"]).fields("albums", ["title", "artist"])
                .include(["artist", "artist.debut"]).filter("title", "Blue").fields(
                    "tracks", ["title"])
        }
        #expect(
            items == [
                "sort=title,-release-year", "fields[albums]=title,artist", "fields[tracks]=title",
                "include=artist,artist.debut", "filter[title]=Blue",
            ])
    }

    @Test("Open enumerations are filter values, known and unknown")
    func openEnumerations() throws {
        enum Kind: String { case album, single }
        struct Release: ResourceSchema {
            static let type = "releases"
            let kind = Attribute<OpenEnum<Kind>>("kind")
        }
        let releases = DataSource<Release>(
            .path("releases/<id>"), client: try Script().api("https://a.example"))
        let url = try releases.fetch().filter(\.kind, .known(.album), .unknown("ep")).url()
        #expect(try QueryItem.Encoding.decode(url.query ?? "").map(\.value) == ["album,ep"])
    }

    @Test("Key paths name what the schema names, paths over several steps too")
    func keyPaths() throws {
        let items = try decoded {
            $0.include(\.artist, \.artist.debut, \.tracks).fields(Album.self, \.title, \.artist)
                .sort(.descending(\.year), .ascending(\.title)).filter(\.year, "1991", "1992")
        }
        #expect(
            items == [
                "include=artist,artist.debut,tracks", "fields[albums]=title,artist",
                "sort=-release-year,title", "filter[release-year]=1991,1992",
            ])
    }

    @Test(
        "MW-059 Include merges; sort, page, a type's fields and a filter of one name replace; free items repeat"
    )
    func repeated() throws {
        let items = try decoded {
            $0.include(["artist"]).include(["tracks", "artist"]).sort(["title"]).sort(["-title"])
                .fields("albums", ["title"]).fields("tracks", []).fields("albums", ["artist"])
                .paginate(.page(number: 1)).paginate(.page(number: 2, size: 5))
                .filter("title", "a").filter("year", "1").filter("title", "b")
                .query("fooBar", "1").query("fooBar", "2").query("fooBar", nil)
        }
        #expect(
            items == [
                "include=artist,tracks", "sort=-title", "fields[albums]=artist", "fields[tracks]=",
                "page[number]=2", "page[size]=5", "filter[year]=1", "filter[title]=b", "fooBar=1",
                "fooBar=2", "fooBar=",
            ])
    }

    @Test("JA-089 JA-092 An empty include and empty fields are sent, and are not the same as none")
    func empty() throws {
        #expect(try text { $0.include([]) } == "https://a.example/albums?include=")
        #expect(
            try text { $0.fields("albums", []) } == "https://a.example/albums?fields%5Balbums%5D=")
        #expect(try text { $0 } == "https://a.example/albums")
    }

    @Test("MW-060 JA-096 The paging strategies, nil parts left out, under another word when asked")
    func paging() throws {
        #expect(
            try decoded { $0.paginate(.page(number: 1, size: 10)) } == [
                "page[number]=1", "page[size]=10",
            ])
        #expect(try decoded { $0.paginate(.page(size: 10)) } == ["page[size]=10"])
        #expect(
            try decoded { $0.paginate(.offset(10, limit: 5)) } == [
                "page[offset]=10", "page[limit]=5",
            ])
        #expect(try decoded { $0.paginate(.offset(10)) } == ["page[offset]=10"])
        #expect(try decoded { $0.paginate(.cursor("a&b")) } == ["page[cursor]=a&b"])
        #expect(try decoded { $0.paginate(.page()) } == [])
        #expect(
            try decoded { $0.paginate(Pagination.PageBased(number: 1, family: "filter")) }
                == ["filter[number]=1"])
    }

    struct Own: Pagination.Strategy {
        let queryItems = [
            QueryItem("page[x][y]", "1"), QueryItem("page[x][y]", "2"),
            QueryItem("filter", list: ["a,b", "c"]),
        ]
    }

    @Test("MW-061 Items of custom strategies pass unchanged, repeats and order kept")
    func custom() throws {
        let expected = ["page[x][y]=1", "page[x][y]=2", "filter=a,b,c"]
        #expect(try decoded { $0.paginate(Own()) } == expected)
        #expect(try decoded { $0.filter(Own().queryItems) } == expected)
        #expect(
            try text { $0.paginate(Own()) }
                == "https://a.example/albums?page%5Bx%5D%5By%5D=1&page%5Bx%5D%5By%5D=2&filter=a%2Cb,c"
        )
    }

    @Test(
        "JA-099 JA-163 Filters: a list, nested and dotted members, an empty member, the bare word")
    func filters() throws {
        #expect(
            try text { $0.filter("post", "1", "2").filter("author", "12") }.hasSuffix(
                "?filter%5Bpost%5D=1,2&filter%5Bauthor%5D=12"))
        for name in ["filter[a][b]", "filter[a.b]", "filter[]", "filter"] {
            #expect(try decoded { $0.query(name, "x") } == ["\(name)=x"])
        }
    }

    @Test(
        "JA-100 JA-101 JA-102 Names that the standard does not allow are refused before sending",
        arguments: [
            "foo", "", "filter[_]", "filter[a", "filter]a[", "filter[a]b", "-fooBar", "fooBar_",
            "foo bar-",
            "ext:", ":name", "ext:Name", "e-x:name", "page[a..b]", "foo[bar]", "a+B",
        ])
    func illegal(name: String) throws {
        #expect(throws: RequestError.self) { try text { $0.query(name, "1") } }
    }

    @Test(
        "JA-101 JA-102 Names of one's own and of extensions are sent",
        arguments: [
            "fooBar", "foo-bar", "foo_bar", "foo1", "Foo", "größe", "fooBar[a][b]", "ext:name",
            "ver1:version[x]",
        ])
    func legal(name: String) throws {
        #expect(try decoded { $0.query(name, "1") } == ["\(name)=1"])
    }

    @Test("JA-103 Brackets of names are encoded, or not for servers that know only the bare form")
    func brackets() throws {
        var api = try Script().api("https://a.example")
        api.options.encoding.encodesBrackets = false
        let albums = DataSource<Album>(.path("albums"), client: api)
        #expect(
            try albums.fetch().paginate(.page(number: 2)).filter("a", "[1]&=+# é").url().text
                == "https://a.example/albums?page[number]=2&filter[a]=%5B1%5D%26%3D%2B%23%20%C3%A9")
    }

    @Test("MW-062 JA-104 T45 What is encoded decodes to the same pairs")
    func roundTrip() throws {
        let seed: UInt64 = 62
        var random = Seeded(seed)
        let alphabet = Array("ab[]&=+#%?/ ,;:@\u{0}\u{7F}é漢😀\"'<>\\^`{|}~-._")
        for _ in 0..<2000 {
            let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                let part = {
                    String(
                        (0..<Int.random(in: 0...5, using: &random)).map { _ in
                            alphabet.randomElement(using: &random) ?? "a"
                        })
                }
                return Bool.random(using: &random)
                    ? QueryItem(
                        "n" + part(), list: [part()] + (Bool.random(using: &random) ? [part()] : [])
                    )
                    : QueryItem("n" + part(), nil)
            }
            for encodesBrackets in [true, false] {
                var encoding = QueryItem.Encoding()
                encoding.encodesBrackets = encodesBrackets
                let text = encoding.encode(items)
                #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
                #expect(try QueryItem.Encoding.decode(text) == items, "seed \(seed): \(text)")
            }
        }
        let long = String(repeating: "1234567,", count: 131_072)
        let item = QueryItem("filter[id]", long)
        #expect(try QueryItem.Encoding.decode(QueryItem.Encoding().encode([item])) == [item])
    }

    @Test("T45 A query whose encoding is broken is refused, and an address that is too long")
    func broken() async throws {
        for text in ["a=%", "a=%4", "a=%zz", "%C3=1", "a=%FF"] {
            #expect(throws: RequestError.self) { try QueryItem.Encoding.decode(text) }
        }
        #expect(try QueryItem.Encoding.decode("a=b+c&&d&e=").map(\.value) == ["b c", nil, ""])
        let script = Script(#"{"data":[]}"#)
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let ids = Array(repeating: "12345678", count: 1 << 17)
        let long = albums.fetch().filter([QueryItem("filter[id]", list: ids)])
        #expect(await requestError { _ = try await long.result() }?.code == .invalidURL)
        #expect(throws: RequestError.self) { try HTTPURL("https://a/" + ids.joined()) }
        #expect(script.lines.isEmpty)
    }
}
