// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport
import VoxTesting

@Suite("The service for tests: reading")
struct ServiceReadingTests {
    private let service = Music.service()

    @Test("One resource, a collection, related resources and linkage")
    func endpoints() async throws {
        let one = try await service.send(.get, "/albums/1")
        #expect(one.status == 200)
        #expect(one.headers[.contentType] == "application/vnd.api+json")
        #expect(one.headers[.vary] == "Accept")
        let document = try Document<AnyResource>(parsing: one.bytes)
        let album = try #require(document.data)
        #expect(album.attributes.title == "Album 1")
        #expect(album.links["self"].href == "http://music.example/albums/1")
        let links = album.relationships.artist.links
        #expect(links["self"] == "http://music.example/albums/1/relationships/artist")
        #expect(links.related == "http://music.example/albums/1/artist")

        #expect(try await service.send(.get, "/albums").ids == ["1", "2", "3", "4", "5", "6", "7"])
        #expect(
            try await service.send(.get, "/albums/1/artist").json.data.attributes.name == "Artist 2"
        )
        #expect(try await service.send(.get, "/albums/3/tracks").ids == ["3.0", "3.1", "3.2"])
        let linkage = try await service.send(.get, "/albums/3/relationships/tracks")
        #expect(linkage.ids == ["3.0", "3.1", "3.2"])
        #expect(linkage.json.links.related == "http://music.example/albums/3/tracks")
        #expect(linkage.json.data[0].attributes == nil)
    }

    @Test("What is empty is null or an empty list; what does not exist is 404")
    func emptiness() async throws {
        #expect(try await service.send(.get, "/albums/5/artist").json.data.vox.state == .null)
        #expect(
            try await service.send(.get, "/albums/5/relationships/artist").json.data.vox.state
                == .null)
        for target in ["/albums/4/tracks", "/albums/4/relationships/tracks"] {
            let reply = try await service.send(.get, target)
            #expect(reply.status == 200)
            #expect(reply.json.data == [])
        }
        for target in [
            "/albums/99", "/songs", "/albums/1/label", "/albums/1/relationships/x", "/",
            "/albums//",
            "/albums/1/artist/x", "/albums/99/artist", "/albums//1", "/albums/%GG",
        ] {
            let reply = try await service.send(.get, target)
            #expect(reply.status == 404, "\(target)")
            #expect(reply.json.errors[0].status == "404")
        }
    }

    @Test("Include, also along cycles and several steps, holds each resource once")
    func include() async throws {
        let reply = try await service.send(
            .get, "/albums?include=artist.rival.rival,tracks&page[size]=2")
        #expect(
            Set(reply.includedIDs) == [
                "artists/1", "artists/2", "tracks/1.0", "tracks/2.0", "tracks/2.1",
            ])
        #expect(reply.includedIDs.count == 5)
        let self1 = try await service.send(.get, "/artists/1?include=rival.rival")
        #expect(self1.includedIDs == ["artists/2"])
        let none = try await service.send(.get, "/albums/1?include=")
        #expect(none.json.included == [])
        #expect(try await service.send(.get, "/albums/1").json.included == nil)
        let linkage = try await service.send(
            .get, "/albums/2/relationships/tracks?include=tracks.album")
        #expect(linkage.ids == ["2.0", "2.1"])
        #expect(linkage.includedIDs == ["tracks/2.0", "tracks/2.1", "albums/2"])
        let unlinked = try await service.send(.get, "/albums/2/relationships/tracks?include=artist")
        #expect(unlinked.status == 400)
        let unknown = try await service.send(.get, "/albums?include=artist.label")
        #expect(unknown.status == 400)
        #expect(unknown.json.errors[0].source.parameter == "include")
    }

    @Test("Sparse fieldsets leave out attributes and relationships")
    func fields() async throws {
        let reply = try await service.send(
            .get, "/albums/1?fields[albums]=title,artist&fields[artists]=&include=artist")
        #expect(reply.json.data.attributes.vox.count == 1)
        #expect(reply.json.data.relationships.vox.count == 1)
        #expect(reply.json.included[0].attributes == nil)
        #expect(reply.json.included[0].relationships == nil)
    }

    @Test(
        "Sorting, with null first and ties in their order",
        arguments: [
            ("year", "7654321"), ("-year", "1234567"), ("label", "3624157"),
            ("-label,year", "7514263"),
            ("-id", "7654321"),
        ])
    func sort(fields: String, ids: String) async throws {
        let reply = try await service.send(.get, "/albums?sort=\(fields)")
        #expect(reply.ids.joined() == ids)
    }

    @Test(
        "Filters by attribute, id and relationship",
        arguments: [
            ("filter[year]=1999,1995", "15"), ("filter[label][null]=true", "36"),
            ("filter[label]=", ""), ("filter[artist]=1", "246"),
            ("filter[artist][null]=true", "5"), ("filter[artist]=", ""),
            ("filter[tracks]=3.1", "3"), ("filter[id]=2,x", "2"),
            ("filter[artist]=1&filter[year]=1998", "2"), ("filter[title]=Album+7", "7"),
            ("filter[title]=none", ""),
        ])
    func filter(query: String, ids: String) async throws {
        let reply = try await service.send(.get, "/albums?\(query)")
        #expect(reply.ids.joined() == ids)
        #expect(reply.json.meta.total == ids.count)
    }

    @Test(
        "What cannot be sorted by or filtered, and pages of what is no list, are 400 by parameter")
    func unsupported() async throws {
        for (target, parameter) in [
            ("/albums?sort=length", "sort"), ("/albums?sort=artist", "sort"),
            ("/albums?filter[x]=1", "filter[x]"), ("/albums?filter[a][b]=1", "filter[a][b]"),
            ("/albums?page[size]=-1", "page[size]"), ("/albums?page[cursor]=zzz", "page[cursor]"),
            ("/albums/1?page[size]=1", "page[size]"), ("/albums/1/artist?sort=name", "sort"),
            ("/albums?foo=1", "foo"), ("/albums?searchText=x", "searchText"),
            ("/albums/1?searchText=x", "searchText"), ("/albums/1/artist?a-b", "a-b"),
            ("/albums/3/tracks?x_y=1&x_y=2", "x_y"),
            ("/albums/3/relationships/tracks?searchText=x", "searchText"),
            ("/albums/3/relationships/tracks?sort=length", "sort"),
            ("/albums/3/relationships/tracks?filter[length]=1", "filter[length]"),
        ] {
            let reply = try await service.send(.get, target)
            #expect(reply.status == 400, "\(target)")
            #expect(reply.json.errors[0].source.parameter == .string(parameter), "\(target)")
        }
    }

    @Test("A page of size 0 has the total and no resources, in every way to ask for it")
    func totals() async throws {
        for (target, total) in [
            ("/albums?page[size]=0", 7), ("/albums?page[number]=3&page[size]=0", 7),
            ("/albums?page[limit]=0", 7), ("/albums?page[offset]=5&page[limit]=0", 7),
            ("/albums?page[cursor]=&page[size]=0", 7),
            ("/albums?filter[artist]=1&include=artist&page[size]=0", 3),
            ("/albums/3/tracks?page[size]=0", 3),
            ("/albums/3/relationships/tracks?page[limit]=0", 3),
        ] {
            let reply = try await service.send(.get, target)
            #expect(reply.status == 200 && reply.json.data == [], "\(target)")
            #expect(reply.json.meta.total == total, "\(target)")
            let links: [String] = reply.json.links.vox.members.map(\.name)
            #expect(!links.contains("next") && !links.contains("last"), "\(target)")
        }
        var uncounted = service
        uncounted.countsPages = false
        let reply = try await uncounted.send(.get, "/albums?page[size]=0")
        #expect(reply.status == 200 && reply.json.data == [])
    }

    @Test("Parameters of the service's own are those that the type declares, with every method")
    func ownParameters() async throws {
        var types = Music.types
        for index in types.indices where types[index].name == "tracks" {
            types[index].parameters = ["searchText"]
        }
        var service = ResourceService(types, store: Music.store())
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        for (method, target, status) in [
            (.get, "/tracks?searchText=x", 200), (.get, "/tracks/3.0?searchText=x", 200),
            (.get, "/albums/3/tracks?searchText=x", 200),
            (.get, "/tracks/3.0/album?searchText=x", 200),
            (.get, "/tracks?searchtext=x", 400), (.get, "/albums?searchText=x", 400),
            (.delete, "/tracks/3.0?other-one=x", 400), (.delete, "/albums/1?searchText=x", 400),
            (.delete, "/tracks/3.0?searchText=x", 204),
        ] as [(HTTPRequest.Method, String, Int)] {
            #expect(try await service.send(method, target).status == status, "\(target)")
        }
        let document = #"{"data":{"type":"albums","attributes":{"title":"x"}}}"#
        #expect(try await service.send(.post, "/albums?dryRun=true", document).status == 400)
        let change = #"{"data":{"type":"albums","id":"1","attributes":{"title":"x"}}}"#
        #expect(try await service.send(.patch, "/albums/1?dryRun=true", change).status == 400)
        let linkage = #"{"data":{"type":"artists","id":"1"}}"#
        let target = "/albums/1/relationships/artist?dryRun=true"
        #expect(try await service.send(.patch, target, linkage).status == 400)
        #expect(try await service.send(.get, "/albums/1").json.data.attributes.title == "Album 1")
        let paths = try await service.send(.get, "/openapi.json").json.paths as JSON
        func names(_ path: String) -> [String] {
            (paths[path].get.parameters as JSON).vox.elements.compactMap { $0.name as String? }
        }
        #expect(names("/tracks").contains("searchText"))
        #expect(!names("/albums").contains("searchText"))
    }

    @Test(
        "Following next walks through everything once, and prev back again",
        arguments: [
            "/albums?page[size]=3", "/albums?page[limit]=3&sort=year",
            "/albums?page[cursor]=&page[size]=2",
            "/albums?page[size]=1&filter[artist]=1&fields[albums]=title", "/albums?page[size]=7",
            "/albums/3/tracks?page[size]=2", "/albums/3/relationships/tracks?page[limit]=1",
        ])
    func pages(first: String) async throws {
        let whole = try await service.send(
            .get,
            first.replacing("page[size]=", with: "page[size]=10").replacing(
                "page[limit]=", with: "page[limit]=10"))
        var forward: [String] = []
        var seen: [JSON] = []
        var target: String? = first
        while let next = target, seen.count < 20 {
            let reply = try await service.send(.get, next)
            #expect(reply.status == 200)
            forward += reply.ids
            seen.append(reply.json)
            let link: String? = reply.json.links.next
            target = link.map { String($0.dropFirst("http://music.example".count)) }
        }
        #expect(forward == whole.ids)
        #expect(seen.last?.links.next.vox.state == .null)
        #expect(seen.first?.links.prev.vox.state == .null)
        let last: String? = seen[0].links.last
        let end = try await service.send(
            .get, String((last ?? "").dropFirst("http://music.example".count)))
        #expect(end.json.data == JSONValue(seen[seen.count - 1].data) ?? .null)
        if seen.count > 1 {
            let prev: String? = seen[1].links.prev
            let back = try await service.send(
                .get, String((prev ?? "").dropFirst("http://music.example".count)))
            #expect(back.json.data == JSONValue(seen[0].data) ?? .null)
        }
    }

    @Test("Collections of nothing, pages beyond the end, relative links and a base path")
    func edges() async throws {
        var empty = Music.service(albums: 0)
        empty.hasAbsoluteLinks = false
        empty.basePath = "/v1"
        let reply = try await empty.send(.get, "/v1/albums?page%5Bsize%5D=2")
        #expect(reply.json.data == [])
        #expect(reply.json.links["self"] == "/v1/albums?page%5Bsize%5D=2")
        #expect(reply.json.links.next.vox.state == .null)
        #expect(try await empty.send(.get, "/albums").status == 404)
        #expect(try await empty.send(.get, "/v1").status == 404)
        let beyond = try await service.send(.get, "/albums?page[number]=9&page[size]=5")
        #expect(beyond.json.data == [])
        #expect(
            beyond.json.links.prev
                == "http://music.example/albums?page%5Bnumber%5D=2&page%5Bsize%5D=5")
    }

    @Test("A slash at the end means nothing, one more is a path that there is not")
    func lastSlash() async throws {
        var service = Music.service(albums: 30)
        for path in ["/albums", "/albums/1", "/albums/3/tracks", "/albums/3/relationships/tracks"] {
            let plain = try await service.send(.get, path)
            let slashed = try await service.send(.get, path + "/")
            #expect(plain.status == 200)
            #expect((slashed.status, slashed.bytes) == (200, plain.bytes), "\(path)")
            #expect(try await service.send(.get, path + "//").status == 404)
        }
        let part = "?sort=title&page[size]=2"
        #expect(
            try await service.send(.get, "/albums/" + part).bytes
                == service.send(.get, "/albums" + part).bytes)
        #expect(try await service.send(.get, "/").status == 404)
        let created = try await service.send(
            .post, "/albums/", #"{"data":{"type":"albums","attributes":{"title":"x"}}}"#)
        #expect(created.status == 201)
        service.basePath = "/v1"
        #expect(try await service.send(.get, "/v1/albums/").status == 200)
        #expect(try await service.send(.get, "/v1/").status == 404)
    }

    @Test("An id of any text is one segment of a path")
    func ids() async throws {
        for id in ["a/b", "é", "1?x", "%41", "🙂 x"] {
            let service = ResourceService(
                serving: MemoryStore([StoredResource(type: "notes", id: id)]))
            let list = try await service.send(.get, "/notes")
            let link: String = try #require(list.json.data[0].links["self"])
            let target = String(link.dropFirst("http://music.example".count))
            #expect(try await service.send(.get, target).json.data.id == .string(id))
        }
    }

    @Test("HEAD has no body, other methods say what is allowed, other types are refused")
    func protocolErrors() async throws {
        let head = try await service.send(.head, "/albums/1")
        #expect(head.status == 200)
        #expect(head.bytes.isEmpty)
        for (method, target, allow) in [
            (HTTPRequest.Method.put, "/albums", "GET, HEAD, POST"),
            (.post, "/albums/1", "GET, HEAD, PATCH, DELETE"),
            (.post, "/albums/1/relationships/artist", "GET, HEAD, PATCH"),
            (.delete, "/albums/1/artist", "GET, HEAD"),
        ] {
            let reply = try await service.send(method, target)
            #expect(reply.status == 405)
            #expect(reply.headers[.allow] == allow)
        }
        let bad = try await service.send(.get, "/albums", nil, [.accept: "text/html"])
        #expect(bad.status == 406)
        #expect(bad.headers[.vary] == "Accept")
        let typed = try await service.send(
            .post, "/albums", #"{"data":{"type":"albums"}}"#, [.contentType: "application/json"])
        #expect(typed.status == 415)
    }

    @Test("An unchanged answer is 304 to who has it, also when only what is included could change")
    func conditional() async throws {
        let first = try await service.send(.get, "/albums/1?include=artist")
        let tag = try #require(first.headers[.eTag])
        let again = try await service.send(
            .get, "/albums/1?include=artist", nil, [.ifNoneMatch: "\"x\", W/\(tag)"])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
        #expect(again.headers[.eTag] == tag)
        _ = try await service.send(
            .patch, "/artists/2",
            #"{"data":{"type":"artists","id":"2","attributes":{"name":"New"}}}"#)
        #expect(
            try await service.send(.get, "/albums/1?include=artist", nil, [.ifNoneMatch: tag])
                .status == 200)
        let list = try await service.send(.get, "/albums")
        let listTag = try #require(list.headers[.eTag])
        #expect(try await service.send(.get, "/albums", nil, [.ifNoneMatch: listTag]).status == 304)
    }

    @Test(
        "The greatest page is the greatest, where no size is asked for too", arguments: [3, 1, 0])
    func pageSizes(maximum: Int) async throws {
        var service = Music.service()
        service.maximumPageSize = maximum
        let first = try await service.send(.get, "/albums")
        #expect(first.ids.count == max(maximum, 1))
        let next: String = try #require(first.json.links.next)
        let second = try await service.send(
            .get, String(next.dropFirst("http://music.example".count)))
        #expect(second.status == 200)
        #expect(second.ids.first == "\(max(maximum, 1) + 1)")
        service.pageSize = 0
        #expect(try await service.send(.get, "/albums").ids.count == 1)
    }

    @Test("Fields that nobody has cost each resource nothing")
    func manyFields() async throws {
        var limitless = Music.service(albums: 500)
        limitless.queryLimits.fields = .max
        let service = limitless
        func reading(_ count: Int) -> @Sendable () async throws -> Void {
            let names = (0..<count).map { "x\($0)" }.joined(separator: ",")
            return {
                let reply = try await service.send(
                    .get, "/albums?page[size]=500&fields[albums]=\(names)")
                #expect(reply.status == 200)
            }
        }
        // To look at 4,000 names for each of 500 resources would be hundreds of times the cost.
        try await expectAwaitedCost(below: 20, times: reading(1), of: reading(4000))
    }

    @Test("JA-082 HEAD says how long the response to GET is")
    func headLength() async throws {
        let service = Music.service()
        let whole = try await service.send(.get, "/albums")
        let head = try await service.send(.head, "/albums")
        #expect(head.bytes.isEmpty)
        #expect(head.headers[.contentLength] == "\(whole.bytes.count)")
    }
}
