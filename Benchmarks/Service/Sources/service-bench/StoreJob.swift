// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Vox
import VoxHummingbird
import VoxSQLite

/// A service on a SQLite file, next to a service with the same responses that is written by hand
/// with Hummingbird, Codable and GRDB: the processor time of a request, without a socket.
struct StoreJob {
    /// The goals are the processor time of Vox divided by the time of the service by hand.
    private static let rows: [(name: String, target: String, goal: Double)] = [
        ("one resource", "/albums/500", 0.7), ("20 resources", "/albums?page[size]=20", 0.4),
        ("100 resources", "/albums?page[size]=100", 0.3),
    ]

    private let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-bench-\(UUID().uuidString).sqlite").path
    }

    func run() async throws -> Bool {
        defer {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        let vox = try await voxResponder()
        let hand = try HandService.responder(path: path)
        print("service on SQLite, processor time of a request, medians of 9 rounds:")
        var isGood = true
        for row in Self.rows {
            guard try await InMemory.areEqual(row.target, vox, hand) else { return false }
            var times: [(vox: Double, hand: Double)] = []
            for _ in 0..<9 {
                let count = row.target.contains("?") ? 300 : 3000
                times.append(
                    (
                        try await InMemory.time(row.target, vox, times: count),
                        try await InMemory.time(row.target, hand, times: count)
                    ))
            }
            let ratio = median(times.map { $0.vox / $0.hand })
            print(
                "  \(row.name): Vox \(rounded(median(times.map(\.vox)))) µs, by hand "
                    + "\(rounded(median(times.map(\.hand)))) µs, ratio \(rounded(ratio)), goal \(row.goal)"
            )
            isGood = isGood && ratio <= row.goal
        }
        let own = try await ownTime()
        print("  ResourceService itself, one resource: \(rounded(own)) µs, goal 20")
        return isGood && own <= 20
    }

    // MARK: Services

    private func voxResponder() async throws -> any HTTPResponder<BasicRequestContext> {
        let database = try SQLiteDatabase(path: path)
        let store = try SQLStore(
            database,
            [
                SQLType(
                    "albums", table: "album",
                    attributes: [
                        "title": .text("title"), "year": .integer("year"),
                        "rating": .real("rating"), "live": .boolean("live"),
                    ], relationships: ["artist": .toOne("artists", column: "artist_id")],
                    version: "version"),
                SQLType("artists", table: "artist", attributes: ["name": .text("name")]),
            ])
        try await store.createTables()
        for text in [
            """
            WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 100)
            INSERT INTO artist (id, name) SELECT i, 'Artist ' || i FROM row
            """,
            """
            WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 1000)
            INSERT INTO album (id, title, year, rating, live, artist_id, version)
            SELECT i, 'The title of album ' || i, 1950 + i % 70, i % 10 + 0.5, i % 2, 1 + i % 100, 1
            FROM row
            """,
        ] {
            try await database.write { _ = try await $0.execute(SQLStatement(text)) }
        }
        let router = Router()
        router.mount(Self.service(on: store))
        return router.buildResponder()
    }

    private static func service(on store: any ResourceStore) -> ResourceService {
        ResourceService(
            [
                ServedType(
                    "albums", attributes: ["title", "year", "rating", "live"],
                    toOne: ["artist": "artists"]),
                ServedType("artists", attributes: ["name"]),
            ], store: store)
    }

    // MARK: Measuring

    /// The processor time of a service whose store does nothing, for one resource.
    private func ownTime() async throws -> Double {
        let service = Self.service(on: ConstantStore())
        let request = ClientRequest(method: .get, url: try HTTPURL("http://localhost/albums/500"))
        var times: [Double] = []
        for _ in 0..<9 {
            times.append(
                try await InMemory.microseconds(of: 3000) {
                    _ = try await service.execute(request).body.bytes()
                })
        }
        return median(times)
    }
}

/// A store that returns the same resource for each request.
private struct ConstantStore: ResourceStore {
    private let album = StoredResource(
        type: "albums", id: "500",
        attributes: [
            "title": "The title of album 500", "year": 1960, "rating": 0.5, "live": false,
        ],
        relationships: ["artist": .one(.init(type: "artists", id: "1"))], version: 1)

    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice {
        ResourceSelection.Slice(resources: [album], total: 1)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) -> [StoredResource] { [album] }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSelection.Slice] { [:] }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource { throw StoreError.busy }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource { throw StoreError.busy }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        throw StoreError.busy
    }
}
