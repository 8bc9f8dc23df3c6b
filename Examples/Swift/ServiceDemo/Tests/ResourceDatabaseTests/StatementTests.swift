// SPDX-License-Identifier: MIT

import Foundation
import ResourceDatabase
import Synchronization
import Testing
import VoxServer

/// A service over the store, and the statements that it costs.
@Suite struct StatementTests {
    private final class Log: Sendable {
        private let statements = Mutex<[String]>([])

        /// Those that read, since this was asked for last.
        func take() -> [String] {
            statements.withLock { statements in
                defer { statements = [] }
                return statements.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }
            }
        }

        func add(_ statement: String) { statements.withLock { $0.append(statement) } }
    }

    private func withService(
        _ work: (ResourceService, Log) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = Log()
        let store = try SQLiteStore(path: folder.appendingPathComponent("store").path) {
            log.add($0)
        }
        try store.add(Self.resources)
        var albums = ServedType(
            "albums", toOne: ["artist": "artists"], toMany: ["tracks": "tracks"])
        albums.relationships["owner"] = .init(isMany: false, target: nil)
        let types = [
            albums, ServedType("artists", toOne: ["rival": "artists"]),
            ServedType("tracks", toMany: ["writers": "artists"]), ServedType("people"),
            ServedType("labels"),
        ]
        try await work(ResourceService(types, store: store), log)
    }

    /// A hundred albums of ten artists, three tracks each, owned by people and labels.
    private static let resources: [StoredResource] = {
        func name(_ type: String, _ number: Int) -> StoredResource.Identifier {
            .init(type: type, id: "\(number)")
        }
        var all: [StoredResource] = []
        for number in 0..<100 {
            var title = JSONObject()
            title["title"] = .string("Album \(number)")
            title["year"] = .number(JSONNumber(1950 + number % 70))
            all.append(
                StoredResource(
                    type: "albums", id: "\(number)", attributes: title,
                    relationships: [
                        "artist": .one(name("artists", number % 10)),
                        "tracks": .many((0..<3).map { name("tracks", number * 3 + $0) }),
                        "owner": .one(name(number % 2 == 0 ? "people" : "labels", number % 10)),
                    ]))
        }
        for number in 0..<300 {
            all.append(
                StoredResource(
                    type: "tracks", id: "\(number)",
                    relationships: ["writers": .many([name("artists", number % 10)])]))
        }
        for number in 0..<10 {
            all.append(
                StoredResource(
                    type: "artists", id: "\(number)",
                    relationships: ["rival": .one(name("artists", (number + 1) % 10))]))
            all.append(StoredResource(type: "people", id: "\(number)"))
            all.append(StoredResource(type: "labels", id: "\(number)"))
        }
        return all
    }()

    private func get(_ service: ResourceService, _ target: String) async throws -> JSON {
        let request = ClientRequest(
            method: .get, url: try HTTPURL("http://test.example\(target)"))
        let response = try await service.execute(request)
        #expect(response.status.code == 200, "\(target)")
        return try JSON(parsing: await response.body.bytes())
    }

    @Test(
        "One statement for a page, and at most one for each relationship of the include tree",
        arguments: [
            ("", 0), ("include=artist", 1), ("include=owner", 1),
            ("include=artist,tracks,owner", 3),
            ("include=artist.rival.rival,tracks.writers", 5),
            ("include=artist&filter[artist]=1,2,3&sort=-year,title", 1),
            ("include=artist&filter[artist.rival]=1&filter[year][gte]=1960&sort=-year,title", 1),
        ])
    func collection(query: String, relationships: Int) async throws {
        try await withService { service, log in
            for size in [1, 5, 20, 100] {
                _ = log.take()
                // The second page where there is one, of all albums and of those found.
                let page = "page[size]=\(size)&page[number]=\(size < 20 ? 2 : 1)"
                let document = try await get(service, "/albums?\(query)&\(page)")
                let statements = log.take()
                #expect(statements.count <= 1 + relationships, "\(statements)")
                #expect(document.data.vox.count > 0)
                #expect(document.included.vox.count > 0 || relationships == 0)
            }
        }
    }

    @Test("A resource and what is related to it")
    func others() async throws {
        try await withService { service, log in
            for (target, most) in [
                ("/albums/7", 1), ("/albums/7?include=artist.rival,tracks", 3),
                ("/albums/7/artist", 2),
                ("/albums/7/tracks?page[size]=2", 2), ("/albums/7/relationships/tracks", 1),
            ] {
                _ = log.take()
                _ = try await get(service, target)
                let statements = log.take()
                #expect(statements.count <= most, "\(target): \(statements)")
            }
        }
    }

    @Test("A page beyond the last has no resources, and the number of all")
    func beyond() async throws {
        try await withService { service, _ in
            let document = try await get(service, "/albums?page[number]=99&page[size]=10")
            #expect(document.data == [])
            #expect(document.meta.total == 100)
        }
    }
}
