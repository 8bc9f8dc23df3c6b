// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer

/// What a service asks of its store, counted.
@Suite("Questions of a service to its store")
struct StoreQuestionTests {
    private let store = CountedStore(Music.store(albums: 100))

    private var service: ResourceService {
        let types = Music.types.map { type in
            var type = type
            type.parameters = ["nearBy", "far-away"]
            return type
        }
        return ResourceService(types, store: store)
    }

    private func questions(_ target: String) async throws -> (status: Int, [String]) {
        store.clear()
        let reply = try await service.send(.get, target)
        return (reply.status, store.questions)
    }

    @Test(
        "A collection is one question, and each level of the include tree one more, of any page size",
        arguments: [
            ("", 1), ("&include=artist", 2), ("&include=artist,tracks", 2),
            ("&include=artist.rival", 3), ("&include=artist.rival,tracks.album,artist", 3),
            ("&include=tracks.album.artist.rival", 4), ("&include=", 1),
        ])
    func collection(query: String, most: Int) async throws {
        for size in [1, 10, 100] {
            let (status, asked) = try await questions("/albums?page[size]=\(size)\(query)")
            #expect(status == 200)
            #expect(asked.count <= most, "page of \(size): \(asked)")
            #expect(asked.first == "list albums")
        }
    }

    @Test("A resource, what it is related to, and its linkage")
    func others() async throws {
        for (target, most) in [
            ("/albums/3", 1), ("/albums/3?include=tracks.album,artist.rival", 3),
            ("/albums/3/artist", 2), ("/albums/3/tracks", 2), ("/albums/3/tracks?include=album", 3),
            ("/albums/3/relationships/tracks", 1),
            ("/albums/3/relationships/tracks?include=tracks", 2),
        ] {
            let (status, asked) = try await questions(target)
            #expect(status == 200, "\(target)")
            #expect(asked.count <= most, "\(target): \(asked)")
        }
    }

    @Test("Filters, order and page are handed to the store as they were asked for")
    func pushedDown() async throws {
        _ = try await questions(
            "/albums?filter[artist]=1,2&filter[year]=1990&sort=-year,title&page[number]=3&page[size]=7"
        )
        var selection = ResourceSelection(type: "albums")
        selection.filter = .and([
            .anyOf(["artist", "id"], ["1", "2"]), .comparison(["year"], .equal, "1990"),
        ])
        selection.sort = [.init("year", isDescending: true), .init("title")]
        (selection.offset, selection.limit) = (14, 7)
        selection.fields = ResourceSelection.Fields()
        #expect(store.selections == [selection])
    }

    @Test("Parameters that JSON:API does not define are handed to the store, and kept in links")
    func parameters() async throws {
        for target in ["/albums", "/albums/3/tracks"] {
            _ = try await questions("\(target)?nearBy=52,13&page[size]=1&nearBy=x&far-away")
            let near = QueryItem("nearBy", list: ["52", "13"])
            #expect(
                store.selections.first?.parameters == [
                    near, QueryItem("nearBy", "x"), QueryItem("far-away", nil),
                ])
        }
        let reply = try await service.send(.get, "/albums?nearBy=52,13&page[size]=1")
        let next: String = try #require(reply.json.links.next)
        #expect(next.contains("nearBy=52,13"))
    }

    @Test("A store that knows one type at a time is asked once for each type")
    func byType() async throws {
        let (owners, count) = (["people", "companies", "people"], 30)
        var resources = (0..<count).map { number in
            StoredResource(
                type: "cars", id: "\(number)",
                relationships: [
                    "owner": .one(.init(type: owners[number % 3], id: "\(number % 5)"))
                ])
        }
        for id in 0..<5 {
            resources.append(StoredResource(type: "people", id: "\(id)"))
            resources.append(StoredResource(type: "companies", id: "\(id)"))
        }
        let store = CountedStore(MemoryStore(resources), findsByType: true)
        var cars = ServedType("cars")
        cars.relationships["owner"] = .init(isMany: false, target: nil)
        let service = ResourceService(
            [cars, ServedType("people"), ServedType("companies")], store: store)
        let reply = try await service.send(.get, "/cars?include=owner&page[size]=\(count)")
        #expect(reply.includedIDs.count == 10)
        #expect(store.questions == ["list cars", "list companies", "list people"])
        #expect(store.selections.map(\.isCounted) == [true, false, false])
        #expect(store.selections.map { $0.ids?.count } == [nil, 5, 5])
        #expect(store.selections.allSatisfy { $0.fields != .everything })
    }

    @Test("No more relationships are included than the service allows")
    func bounded() async throws {
        var service = service
        service.maximumIncludes = 3
        #expect(
            try await service.send(.get, "/albums?include=artist.rival,tracks,artist").status == 200
        )
        let refused = try await service.send(.get, "/albums?include=artist.rival,tracks.album")
        #expect(refused.status == 400)
        #expect(refused.json.errors[0].source.parameter == "include")
        let long = Array(repeating: "rival", count: 1000).joined(separator: ".")
        #expect(
            try await ResourceService(Music.types, store: store)
                .send(.get, "/artists/1?include=\(long)").status == 400)
    }

    @Test("What may be sorted and filtered by can be said")
    func allowed() async throws {
        var types = Music.types
        types[0].sortable = ["year"]
        types[0].filterable = ["artist"]
        let service = ResourceService(types, store: store)
        #expect(try await service.send(.get, "/albums?sort=-year&filter[artist]=1").status == 200)
        for (query, parameter) in [
            ("sort=title", "sort"), ("sort=id", "sort"), ("filter[year]=1", "filter[year]"),
        ] {
            let reply = try await service.send(.get, "/albums?\(query)")
            #expect(reply.status == 400)
            #expect(reply.json.errors[0].source.parameter == .string(parameter))
        }
    }

    @Test("A schema describes a type: its fields, where they lead, and what is the server's")
    func schema() {
        struct Label: ResourceSchema {
            static let type = "labels"
        }
        struct Song: ResourceSchema {
            static let type = "songs"
            static let keyStrategy = KeyStrategy.kebabCase
            let title = Attribute<String>("title")
            let playCount = Attribute<Int>("playCount").readOnly()
            let followers = Attribute<Int>(at: "counts.followers")
            let label = ToOne<Label>("label")
            let owner = ToOne<AnyResource>("owner")
            let similar = ToMany<Song>("similarSongs")
        }
        let songs = ServedType(Song.self)
        #expect(songs.name == "songs")
        #expect(songs.attributes == ["title", "play-count", "counts"])
        #expect(songs.readOnly == ["play-count"])
        #expect(
            songs.relationships == [
                "label": .init(isMany: false, target: "labels"),
                "owner": .init(isMany: false, target: nil),
                "similar-songs": .init(isMany: true, target: "songs"),
            ])
    }
}

/// Notes what it is asked.
private final class CountedStore: PassingStore {
    let base: any ResourceStore
    private let findsByType: Bool
    private let asked = Mutex<(questions: [String], selections: [ResourceSelection])>(([], []))

    init(_ base: MemoryStore, findsByType: Bool = false) {
        self.base = base
        self.findsByType = findsByType
    }

    var questions: [String] { asked.withLock { $0.questions } }
    var selections: [ResourceSelection] { asked.withLock { $0.selections } }

    func clear() { asked.withLock { $0 = ([], []) } }

    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        asked.withLock {
            $0.questions.append("list \(selection.type)")
            $0.selections.append(selection)
        }
        return try await base.list(selection)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        if findsByType {
            return try await ByType(base: self).resources(identifiers, fields: fields)
        }
        asked.withLock { $0.questions.append("resources") }
        return try await base.resources(identifiers, fields: fields)
    }
}

/// A store that leaves finding several types to the default.
private struct ByType: PassingStore {
    let base: any ResourceStore
}
