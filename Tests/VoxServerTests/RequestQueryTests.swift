// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

@Suite("Queries of requests to a service")
struct RequestQueryTests {
    private func parameters(
        _ query: String, _ support: RequestQuery.Support = .everything
    ) -> [String] {
        do throws(ErrorResponse) {
            _ = try RequestQuery(query, supporting: support)
            return []
        } catch {
            #expect(error.status.code == 400)
            return error.errors.map { $0.parameter ?? "" }
        }
    }

    @Test("Include that is empty is not include that is absent")
    func include() throws {
        #expect(try RequestQuery(nil, supporting: .everything).include == nil)
        #expect(try RequestQuery("", supporting: .everything).include == nil)
        #expect(try RequestQuery("include=", supporting: .everything).include == [])
        #expect(try RequestQuery("include", supporting: .everything).include == [])
        #expect(
            try RequestQuery("include=a,b.c-d.e", supporting: .everything).include == [
                "a", "b.c-d.e",
            ])
        #expect(try RequestQuery("include=%C3%A9", supporting: .everything).include == ["é"])
    }

    @Test("Fieldsets are lists by type; an empty one is no fields at all")
    func fields() throws {
        let query = try RequestQuery(
            "fields%5Ba%5D=x,y&fields[b]=&fields[c-d]=z", supporting: .everything)
        #expect(query.fields == ["a": ["x", "y"], "b": [], "c-d": ["z"]])
    }

    @Test("An encoded comma separates names as a bare one does, for no name has a comma")
    func encodedCommas() throws {
        let query = try RequestQuery(
            "include=a%2Cb.c&fields[d]=e%2cf,g&sort=-h%2Ci", supporting: .everything)
        #expect(query.include == ["a", "b.c"])
        #expect(query.fields == ["d": ["e", "f", "g"]])
        #expect(query.sort == [.init("h", isDescending: true), .init("i")])
        #expect(parameters("include=a%2C%2Cb") == ["include"])
    }

    @Test("Sort fields keep their order and direction, and may have dots")
    func sort() throws {
        let query = try RequestQuery("sort=-a,b.c,-d", supporting: .everything)
        #expect(
            query.sort == [
                .init("a", isDescending: true), .init("b.c"), .init("d", isDescending: true),
            ])
    }

    @Test("Filters of every form")
    func filters() throws {
        let query = try RequestQuery(
            "filter[a][b]=1&filter[a.b]=2&filter[]=3&filter=4,5&filter[c]=x%2Cy,z+w&filter[c]=again&filter[d]",
            supporting: .everything)
        #expect(
            query.filters == [
                .init(path: ["a", "b"], values: ["1"]), .init(path: ["a.b"], values: ["2"]),
                .init(path: [""], values: ["3"]), .init(path: [], values: ["4", "5"]),
                .init(path: ["c"], values: ["x,y", "z w"]), .init(path: ["c"], values: ["again"]),
                .init(path: ["d"], values: []),
            ])
        #expect(
            query.filters.map(\.parameter).prefix(4) == [
                "filter[a][b]", "filter[a.b]", "filter[]", "filter",
            ])
    }

    @Test("The values of all filters count together, up to their limit")
    func filterValues() {
        var support = RequestQuery.Support.everything
        support.limits.filterValues = 3
        #expect(parameters("filter[a]=1,2&filter[b]=3", support) == [])
        #expect(parameters("filter[a]=1,2&filter[b]=3,4", support) == ["filter"])
    }

    @Test("The values of a filter count, too, where one text has them all")
    func valuesOfOneText() throws {
        let query = try RequestQuery(
            "filter=a%3Din%3D%281%2C2%2C3%29", supporting: .everything)
        var limits = RequestQuery.Limits()
        limits.filterValues = 3
        #expect(try query.filter(in: .rsql, limits: limits) != nil)
        limits.filterValues = 2
        let error = #expect(throws: ErrorResponse.self) {
            try query.filter(in: .rsql, limits: limits)
        }
        #expect(error?.errors.first?.detail == "at most 2 filter values are allowed")
    }

    @Test(
        "JA-100 Names of families are legal, or refused by name",
        arguments: [
            ("filter[_]=1", "filter[_]"), ("filter[a=1", "filter[a"),
            ("filter[a]]=1", "filter[a]]"),
            ("filter[a]b=1", "filter[a]b"), ("filter[.]=1", "filter[.]"),
            ("filter[a..b]=1", "filter[a..b]"), ("page=1", "page"), ("fields[]=a", "fields[]"),
            ("page[]=1", "page[]"),
            ("fields=a", "fields"), ("fields[a][b]=x", "fields[a][b]"),
            ("include[a]=b", "include[a]"),
            ("sort[]=a", "sort[]"), ("page[-x]=1", "page[-x]"), ("filter[%5B]=1", "filter[[]"),
        ])
    func illegal(query: String, parameter: String) {
        #expect(parameters(query) == [parameter])
    }

    @Test(
        "JA-102 Parameters of extensions are a namespace, a colon, and letters a to z",
        arguments: [
            ("ns:name=1", true), ("ns2:name[x]=1", true), ("ns:Name=1", false), (":name=1", false),
            ("ns:=1", false), ("n-s:name=1", false), ("ns:na-me=1", false),
        ])
    func extensionParameters(query: String, isLegal: Bool) throws {
        #expect(parameters(query).isEmpty == isLegal)
        if isLegal { #expect(try RequestQuery(query, supporting: .everything).custom.count == 1) }
    }

    @Test("Custom parameters keep order and repeats; names of a to z alone are the standard's")
    func custom() throws {
        let query = try RequestQuery("fooBar=1&foo-bar[x]=a+b&fooBar=2&x1", supporting: .everything)
        #expect(query.custom.map(\.name) == ["fooBar", "foo-bar[x]", "fooBar", "x1"])
        #expect(query.custom.map(\.value) == ["1", "a b", "2", nil])
        #expect(parameters("foo=1&bar=2&fooBar=3") == ["foo", "bar"])
        #expect(parameters("_a=1") == ["_a"])
    }

    @Test("What the service cannot do is refused by parameter")
    func support() throws {
        let support = RequestQuery.Support(
            include: ["artist.label"], sort: ["title"], filters: ["a][b", "year"], page: ["size"])
        #expect(
            parameters(
                "include=artist,artist.label&sort=-title&filter[a][b]=1&page[size]=2", support
            ).isEmpty)
        #expect(
            parameters("include=label,artist&sort=title,year&filter[b]=1&page[number]=1", support)
                == ["include", "sort", "filter[b]", "page[number]"])
        #expect(parameters("include=artistx", support) == ["include"])
        #expect(parameters("include=a", RequestQuery.Support(include: [])) == ["include"])
    }

    @Test("Of whom nothing is said gives fields, and refuses every other family")
    func unsupported() throws {
        let asked = "include=&sort=a&filter[a]=1&page[size]=1&fields[a]=b&fooBar=1"
        let nothing = ["include", "sort", "filter[a]", "page[size]"]
        #expect(parameters(asked, RequestQuery.Support()) == nothing)
        do throws(ErrorResponse) {
            _ = try RequestQuery(asked)
            Issue.record("it was taken")
        } catch {
            #expect(error.errors.map(\.parameter) == nothing)
        }
        #expect(parameters(asked, .everything).isEmpty)
        #expect(try RequestQuery("fields[a]=b").fields == ["a": ["b"]])
    }

    @Test("What is said twice, or encodes nothing, is refused")
    func malformed() {
        #expect(parameters("include=a&include=b") == ["include"])
        #expect(parameters("page[size]=1&page%5Bsize%5D=2") == ["page[size]"])
        #expect(parameters("fields[a]=x&fields[a]=y&fields[b]=z") == ["fields[a]"])
        #expect(parameters("sort=a,,b") == ["sort"])
        #expect(parameters("include=-a") == ["include"])
        #expect(parameters("include=a.") == ["include"])
        #expect(parameters("sort=%GG") == [""])
        #expect(parameters("sort=%FF") == [""])
    }

    @Test("Pages by number, offset and cursor, within bounds")
    func pages() throws {
        func part(_ query: String) throws -> RequestQuery.Page.Part {
            try RequestQuery(query, supporting: .everything).page.part(
                defaultSize: 10, maximumSize: 100)
        }
        #expect(try part("") == .page(number: 1, size: 10))
        #expect(try part("page[number]=3") == .page(number: 3, size: 10))
        #expect(try part("page[size]=100") == .page(number: 1, size: 100))
        #expect(try part("page[offset]=0&page[limit]=1") == .range(offset: 0, limit: 1))
        #expect(try part("page[cursor]=abc%2B&page[size]=5") == .cursor("abc+", size: 5))
        #expect(try part("page[size]=0") == .page(number: 1, size: 0))
        #expect(try part("page[offset]=4&page[limit]=0") == .range(offset: 4, limit: 0))
        for bad in [
            "page[number]=0", "page[size]=101", "page[size]=-1", "page[number]=x",
            "page[number]=%2B1", "page[number]=-1", "page[offset]=1&page[number]=1",
            "page[number]=99999999999999999999", "page[number]=9223372036854775807", "page[x]=1",
            "page[offset]=9223372036854775807",
        ] {
            #expect(throws: ErrorResponse.self, "\(bad)") { try part(bad) }
        }
        let page = try RequestQuery("page[after]=x", supporting: .everything).page
        #expect(page["after"] == "x")
        #expect(page["before"] == nil)
        #expect(try page.number("size", in: 1...5) == nil)
        #expect(!page.isEmpty)
    }

    @Test("A query has at most as many paths in include as the limits allow")
    func includePaths() throws {
        var support = RequestQuery.Support.everything
        support.limits.includePaths = 2
        #expect(try RequestQuery("include=a,b", supporting: support).include == ["a", "b"])
        let error = #expect(throws: ErrorResponse.self) {
            try RequestQuery("include=a,b,c", supporting: support)
        }
        #expect(error?.errors.first?.parameter == "include")
    }

    @Test("A response with a document has the media type that the program names")
    func mediaTypes() throws {
        let type = HTTPMediaType.jsonAPI(ext: [], profile: ["https://example.com/p"])
        let response = ClientResponse(
            document: [], mediaType: type, url: try HTTPURL("http://a.example/"))
        #expect(response.headers[.contentType] == type.description)
        #expect(type.description.contains("https://example.com/p"))
    }

    @Test("Any query is read or refused, and never traps")
    func noise() {
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        let words = [
            "include", "fields", "sort", "page", "filter", "[", "]", "=", "&", ",", ".", "-", "%",
            "%41", "+", "a", "é", "ns:", "size", "number", "9",
        ]
        for _ in 0..<3000 {
            let query = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined()
            do throws(ErrorResponse) {
                let read = try RequestQuery(query, supporting: .everything)
                _ = try read.page.part(defaultSize: 1, maximumSize: 2)
            } catch {
                #expect(error.status.code == 400, "VOX_SEED=\(seed): \(query)")
            }
        }
    }
}
