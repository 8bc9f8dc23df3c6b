// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// A store says nothing by leaving out the linkage of a to-many relationship.
@Suite("Links without linkage")
struct LinklessStoreTests {
    private let store = LinklessStore(Music.store(albums: 12))

    private var service: ResourceService { Atomic.service(store) }

    /// The service over the same resources, with all linkage.
    private var whole: ResourceService { Atomic.service(store.base) }

    private func get(_ target: String) async throws -> (reply: Reply, calls: [String]) {
        _ = store.takeCalls()
        let reply = try await service.send(.get, target)
        return (reply, store.takeCalls())
    }

    private func expectLinksOnly(_ album: JSON, _ comment: Comment) {
        let tracks: JSON = album.relationships.tracks
        #expect(tracks.vox.state == .value, comment)
        #expect(tracks.data.vox.state == .absent, comment)
        let id: String = album.id ?? ""
        #expect(
            tracks.links.related == .string("http://music.example/albums/\(id)/tracks"), comment)
        #expect(album.relationships.artist.data.vox.state != .absent, comment)
    }

    // MARK: Reading

    @Test("A resource is one call, and its to-many relationship has only links")
    func one() async throws {
        let (reply, calls) = try await get("/albums/3")
        #expect(reply.status == 200)
        expectLinksOnly(reply.json.data, "one")
        #expect(calls == ["resources albums"])
    }

    @Test("A list is one call")
    func list() async throws {
        let (reply, calls) = try await get("/albums?page[size]=4")
        #expect(reply.ids.count == 4)
        for album in reply.json.data.vox.elements { expectLinksOnly(album, "list") }
        #expect(calls == ["list albums"])
    }

    @Test("A parameter of the service's own reaches the store with each list")
    func ownParameters() async throws {
        var types = Music.types
        for index in types.indices { types[index].parameters = ["x-Y"] }
        let service = Atomic.service(store, types: types)
        for target in ["/albums", "/albums/3/tracks", "/albums/3/relationships/tracks"] {
            _ = store.takeSelections()
            #expect(try await service.send(.get, target + "?x-Y=1").status == 200)
            let parameters = store.takeSelections().map(\.parameters)
            #expect(parameters == [[QueryItem("x-Y", "1")]], "\(target)")
        }
    }

    @Test(
        "Related resources are one call, with the filter, the order and the page of the request",
        arguments: [
            "", "?page[size]=1&page[number]=2", "?sort=-id", "?filter[id]=11.0,11.2",
            "?filter[id]=11.1&sort=length", "?page[offset]=1&page[limit]=5", "?include=album",
            "?include=album.artist",
        ])
    func related(query: String) async throws {
        let target = "/albums/11/tracks\(query)"
        let (reply, calls) = try await get(target)
        #expect(reply.status == 200)
        #expect(reply.ids.count > 0)
        let expected = try await whole.send(.get, target)
        #expect(reply.ids == expected.ids)
        #expect(reply.includedIDs == expected.includedIDs)
        #expect(reply.json.meta.total as Int? == expected.json.meta.total as Int?)
        #expect(calls.first == "related albums.tracks")
        let levels = query.contains("include") ? query.split(separator: ".").count : 0
        #expect(calls.count == 1 + levels, "\(calls)")
    }

    @Test("An owner that does not exist is 404, and one without targets an empty list")
    func owners() async throws {
        for path in ["tracks", "relationships/tracks"] {
            #expect(try await get("/albums/99/\(path)").reply.status == 404)
            let (empty, _) = try await get("/albums/4/\(path)")
            #expect(empty.status == 200 && empty.json.data == [])
        }
    }

    @Test("Linkage is read in pages", arguments: ["number", "cursor"])
    func linkage(form: String) async throws {
        let path = "/albums/11/relationships/tracks"
        let accept: HTTPFields = [
            .accept:
                "application/vnd.api+json; profile=\"https://jsonapi.org/profiles/ethanresnick/cursor-pagination\""
        ]
        var ids: [String] = []
        var target: String? = path + "?page[size]=2"
        var pages = 0
        while let next = target, pages < 5 {
            _ = store.takeCalls()
            let reply = try await service.send(.get, next, nil, form == "cursor" ? accept : [:])
            #expect(reply.status == 200)
            #expect(store.takeCalls() == ["resources albums", "related albums.tracks"])
            #expect(store.takeSelections().allSatisfy { $0.limit <= 3 })
            #expect(reply.headers[.eTag] != nil)
            ids += reply.ids
            pages += 1
            let link: String? = reply.json.links.next
            target = link.map { String($0.dropFirst("http://music.example".count)) }
        }
        #expect(ids == ["11.0", "11.1", "11.2"])
        #expect(pages == 2)
    }

    @Test(
        "An include is at most one call a relationship, and has full linkage",
        arguments: [
            ("/albums/3?include=tracks", 2), ("/albums?include=tracks", 2),
            ("/albums?include=tracks,artist", 3), ("/albums?include=tracks.album.tracks", 4),
            ("/albums/3?include=artist.rival", 3), ("/tracks?include=album.tracks", 3),
            ("/albums/3/relationships/tracks?include=tracks", 3),
            ("/albums?include=tracks&fields[albums]=title", 2),
            ("/albums?include=artist&fields[albums]=title&fields[artists]=name", 2),
        ])
    func include(target: String, most: Int) async throws {
        let (reply, calls) = try await get(target)
        #expect(reply.status == 200)
        #expect(calls.count <= most, "\(calls)")
        let expected = try await whole.send(.get, target)
        #expect(reply.ids == expected.ids)
        #expect(Set(reply.includedIDs) == Set(expected.includedIDs))
        // Every included resource is linked, so the two documents have the same linkage there.
        let findings = try Validator(profile: .response).findings(in: reply.json)
        if !target.contains("fields"), !target.contains("/relationships/") {
            #expect(findings.filter { $0.severity == .error }.isEmpty, "\(findings)")
        }
        for album in reply.json.data.vox.elements
        where target.hasPrefix("/albums?include=tracks") && !target.contains("fields") {
            let id: String = album.id ?? ""
            let full = try await whole.send(.get, "/albums/\(id)")
            #expect(
                try album.relationships.tracks.data.vox.text()
                    == full.json.data.relationships.tracks.data.vox.text())
        }
    }

    @Test("An include of more targets than a page has the first, and a link to the next ones")
    func truncated() async throws {
        var service = service
        service.maximumPageSize = 2
        let reply = try await service.send(.get, "/albums/11?include=tracks")
        #expect(reply.includedIDs == ["tracks/11.0", "tracks/11.1"])
        let tracks: JSON = reply.json.data.relationships.tracks
        #expect(tracks.data.vox.count == 2)
        let next: String = try #require(tracks.links.next)
        let rest = try await service.send(
            .get, String(next.dropFirst("http://music.example".count)))
        #expect(rest.ids == ["11.2"])
        let few = try await service.send(.get, "/albums/2?include=tracks")
        #expect(few.json.data.relationships.tracks.links.next.vox.state == .absent)
    }

    // MARK: What is needed

    @Test("The store is told the fields, the linkage and the count that are needed")
    func needed() async throws {
        func selection(_ target: String) async throws -> ResourceSelection {
            _ = store.takeSelections()
            #expect(try await service.send(.get, target).status == 200, "\(target)")
            return try #require(store.takeSelections().first)
        }
        let all = try await selection("/albums")
        #expect(all.fields == ResourceSelection.Fields() && all.isCounted)
        let sparse = try await selection(
            "/albums?fields[albums]=title&include=artist.rival,tracks&fields[artists]=name")
        #expect(sparse.fields.fields["albums"] == ["title", "artist", "tracks"])
        #expect(sparse.fields.fields["artists"] == ["name", "rival"])
        #expect(sparse.fields.linkage == [:])
        let related = try await selection("/albums/3/tracks?fields[tracks]=")
        #expect(related.fields.fields == ["tracks": []])
        #expect(related.ids == nil)
    }

    @Test("A service that does not count has pages without total and last link")
    func uncounted() async throws {
        var service = service
        service.countsPages = false
        for (target, count, hasNext) in [
            ("/albums?page[size]=5", 5, true), ("/albums?page[size]=5&page[number]=3", 2, false),
            ("/albums?page[size]=12", 12, false), ("/albums/11/tracks?page[size]=2", 2, true),
            ("/albums/11/relationships/tracks?page[size]=2", 2, true),
            ("/albums/11/relationships/tracks?page[size]=3", 3, false),
        ] {
            _ = store.takeSelections()
            let reply = try await service.send(.get, target)
            #expect(reply.status == 200, "\(target)")
            #expect(reply.ids.count == count, "\(target)")
            #expect(reply.json.meta.vox.state == .absent)
            #expect(reply.json.links.last.vox.state == .absent)
            #expect((reply.json.links.next.vox.state == .value) == hasNext, "\(target)")
            // One resource more tells whether there is a next page.
            let size = Int(target.split(separator: "=")[1].prefix { $0.isNumber }) ?? 0
            let selections = store.takeSelections()
            #expect(selections.allSatisfy { !$0.isCounted })
            #expect(selections.last?.limit == size + 1, "\(target)")
        }
        for (query, links) in [
            ("page[offset]=0&page[limit]=5", ["0", nil, "5"]),
            ("page[offset]=1&page[limit]=5", ["0", "0", "6"]),
            ("page[offset]=7&page[limit]=5", ["0", "2", nil]),
        ] {
            let reply = try await service.send(.get, "/albums?\(query)")
            let found = ["first", "prev", "next"].map { name in
                let link: String? = reply.json.links[name]
                return link.flatMap { try? HTTPURL($0).value(of: "page[offset]") }
            }
            #expect(found == links, "\(query)")
        }
        var knowing = whole
        knowing.countsPages = false
        #expect(try await knowing.send(.get, "/albums?page[size]=5").json.meta.total == 12)
    }

    // MARK: Several types

    @Test("The linkage of a to-many relationship to several types is requested where it is needed")
    func severalTypes() async throws {
        let owner = StoredResource(
            type: "shelves", id: "1",
            relationships: [
                "items": .many([.init(type: "books", id: "1"), .init(type: "films", id: "1")]),
                "owner": .one(.init(type: "books", id: "1")),
            ])
        let store = LinklessStore(
            MemoryStore([
                owner, StoredResource(type: "books", id: "1"),
                StoredResource(
                    type: "shelves", id: "2",
                    relationships: ["items": .many([]), "owner": .one(nil)]),
                StoredResource(type: "films", id: "1"),
            ]))
        var shelves = ServedType("shelves")
        shelves.relationships["items"] = .init(isMany: true, targets: ["books", "films"])
        shelves.relationships["owner"] = .init(isMany: false, targets: ["books", "films"])
        let service = ResourceService(
            [shelves, ServedType("books"), ServedType("films")], store: store)
        for (target, data) in [
            ("/shelves/1/owner", #"{"type":"books","id":"1""#), ("/shelves/2/owner", "null"),
        ] {
            let found = try await service.send(.get, target)
            let text = try (found.json.data as JSON).vox.text(style: .compact)
            #expect(found.status == 200 && text.hasPrefix(data), "\(target): \(text)")
        }
        let plain = try await service.send(.get, "/shelves/1")
        #expect(plain.json.data.relationships.items.data.vox.state == .absent)
        for (target, most) in [
            ("/shelves/1/items", 2), ("/shelves/1/relationships/items", 1),
            ("/shelves?include=items", 2), ("/shelves/1?include=items", 2),
        ] {
            _ = store.takeCalls()
            let reply = try await service.send(.get, target)
            #expect(reply.status == 200, "\(target)")
            #expect(store.takeCalls().count <= most, "\(target)")
            let found = target.contains("include") ? reply.includedIDs.count : reply.ids.count
            #expect(found == 2, "\(target)")
        }
    }

    // MARK: Writing

    @Test("No write takes left-out linkage for an empty list")
    func writes() async throws {
        let linkage = "/albums/11/relationships/tracks"
        let track = #"{"data":[{"type":"tracks","id":"1.0"}]}"#
        #expect(try await service.send(.post, linkage, track).status == 204)
        let added = try await service.send(.get, linkage)
        #expect(added.ids == ["11.0", "11.1", "11.2", "1.0"])
        #expect(try await service.send(.delete, linkage, track).status == 204)
        #expect(try await service.send(.get, linkage).ids == ["11.0", "11.1", "11.2"])
        let patched = try await service.send(
            .patch, "/albums/11",
            #"{"data":{"type":"albums","id":"11","attributes":{"title":"New"}}}"#)
        #expect(patched.status == 200)
        expectLinksOnly(patched.json.data, "patch")
        let created = try await service.send(
            .post, "/albums?include=tracks",
            #"{"data":{"type":"albums","id":"n","attributes":{"title":"N"},"relationships":{"tracks":\#(track)}}}"#
        )
        #expect(created.status == 201)
        #expect(created.includedIDs == ["tracks/1.0"])
        let atomic = try await service.operate(
            #"{"op":"update","data":{"type":"albums","id":"11","attributes":{"title":"Newer"}}}"#,
            #"{"op":"add","href":"/albums/11/relationships/tracks","data":[{"type":"tracks","id":"2.0"}]}"#
        )
        #expect(atomic.status == 200)
        expectLinksOnly(atomic.results[0].data, "atomic")
        #expect(try await service.send(.get, linkage).ids.count == 4)
        #expect(
            try await service.send(.patch, linkage, #"{"data":[]}"#).status == 204)
        #expect(try await service.send(.get, linkage).json.data == [])
    }
}
