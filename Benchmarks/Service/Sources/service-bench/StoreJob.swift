// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import Hummingbird
import Logging
import NIOEmbedded
import Vox
import VoxHummingbird
import VoxSQLite

/// A service on a SQLite file, next to a service with the same responses that is written by hand
/// with Hummingbird, Codable and GRDB: the processor time of a request, without a socket.
struct StoreJob {
    /// The goals are the processor time of Vox divided by the time of the service by hand.
    private static let rows: [(name: String, target: String, goal: Double)] = [
        ("one resource", "/albums/500", 1.05), ("20 resources", "/albums?page[size]=20", 0.8),
        ("100 resources", "/albums?page[size]=100", 0.6),
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
        let hand = try handResponder()
        print("service on SQLite, processor time of a request, medians of 9 rounds:")
        var isGood = true
        for row in Self.rows {
            try await check(row.target, vox, hand)
            var times: [(vox: Double, hand: Double)] = []
            for _ in 0..<9 {
                times.append(
                    (try await time(row.target, vox), try await time(row.target, hand)))
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

    private func handResponder() throws -> any HTTPResponder<BasicRequestContext> {
        let pool = try DatabasePool(path: path)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let base = "http://localhost"
        let router = Router()
        func response(_ document: some Encodable, tag: Int? = nil) throws -> Response {
            var headers: HTTPFields = [.contentType: "application/vnd.api+json", .vary: "Accept"]
            if let tag { headers[.eTag] = "\"\(tag)\"" }
            let data = try encoder.encode(document)
            return Response(
                status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
        }
        router.get("albums/:id") { request, context in
            let id = try context.parameters.require("id", as: Int64.self)
            let album = try await pool.read { try HandAlbum.fetchOne($0, key: id) }
            guard let album else { throw HTTPError(.notFound) }
            let own = "\(base)/albums/\(id)"
            return try response(
                HandDocument(links: ["self": own], data: HandResource(album, base: base)),
                tag: album.version)
        }
        router.get("albums") { request, _ in
            let size = request.uri.queryParameters.get("page[size]", as: Int.self) ?? 20
            let number = request.uri.queryParameters.get("page[number]", as: Int.self) ?? 1
            let (albums, total) = try await pool.read { database in
                (
                    try HandAlbum.order(Column("id")).limit(size, offset: (number - 1) * size)
                        .fetchAll(database), try HandAlbum.fetchCount(database)
                )
            }
            func link(_ number: Int) -> String {
                "\(base)/albums?page%5Bnumber%5D=\(number)&page%5Bsize%5D=\(size)"
            }
            let last = max((total + size - 1) / size, 1)
            var links: [String: String?] = [
                "self": "\(base)/albums?page%5Bsize%5D=\(size)", "first": link(1),
                "last": link(last), "prev": nil, "next": nil,
            ]
            if number > 1 { links["prev"] = link(number - 1) }
            if number < last { links["next"] = link(number + 1) }
            return try response(
                HandDocument(
                    links: links, data: albums.map { HandResource($0, base: base) },
                    meta: ["total": total]))
        }
        return router.buildResponder()
    }

    // MARK: Measuring

    private struct Sink: ResponseBodyWriter {
        let bytes: Bytes

        func write(_ buffer: ByteBuffer) { bytes.all += buffer.readableBytesView }

        func finish(_ trailingHeaders: HTTPFields?) {}
    }

    private final class Bytes {
        var all: [UInt8] = []
    }

    private func respond(
        _ target: String, _ responder: any HTTPResponder<BasicRequestContext>
    ) async throws -> [UInt8] {
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "localhost",
                path: target.replacing("[", with: "%5B").replacing("]", with: "%5D")),
            body: .init(buffer: ByteBuffer()))
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger))
        let response = try await responder.respond(to: request, context: context)
        let bytes = Bytes()
        try await response.body.write(Sink(bytes: bytes))
        return bytes.all
    }

    /// Compares the documents of both services.
    private func check(
        _ target: String, _ vox: any HTTPResponder<BasicRequestContext>,
        _ hand: any HTTPResponder<BasicRequestContext>
    ) async throws {
        let texts = [try await respond(target, vox), try await respond(target, hand)]
        let objects = try texts.map {
            try JSONSerialization.jsonObject(with: Data($0)) as? NSDictionary
        }
        guard objects[0] == objects[1] else {
            for text in texts { print(String(decoding: text, as: UTF8.self).prefix(1500)) }
            throw Different()
        }
    }

    private struct Different: Error {}

    /// The processor time of a request in microseconds.
    private func time(
        _ target: String, _ responder: any HTTPResponder<BasicRequestContext>
    ) async throws -> Double {
        try await microseconds(of: target.contains("?") ? 300 : 3000) {
            _ = try await respond(target, responder)
        }
    }

    private func microseconds(
        of count: Int, _ body: () async throws -> Void
    ) async throws -> Double {
        for _ in 0..<count / 10 { try await body() }
        let start = processorTime()
        for _ in 0..<count { try await body() }
        return (processorTime() - start) / Double(count) * 1e6
    }

    private func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The processor time of a service whose store does nothing, for one resource.
    private func ownTime() async throws -> Double {
        let service = Self.service(on: ConstantStore())
        let request = ClientRequest(method: .get, url: try HTTPURL("http://localhost/albums/500"))
        var times: [Double] = []
        for _ in 0..<9 {
            times.append(
                try await microseconds(of: 3000) {
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

    func list(_ selection: ResourceSelection) -> ResourceSlice {
        ResourceSlice(resources: [album], total: 1)
    }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: FieldSelection
    ) -> [StoredResource] { [album] }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) -> [StoredResource.Identifier: ResourceSlice] { [:] }

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

// MARK: By hand

private struct HandAlbum: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "album"

    let id: Int64
    let title: String?
    let year: Int?
    let rating: Double?
    let live: Bool?
    let artist_id: Int64?
    let version: Int
}

private struct HandDocument<Content: Encodable>: Encodable {
    var jsonapi = ["version": "1.1"]
    let links: [String: String?]
    let data: Content
    var meta: [String: Int]?
}

private struct HandResource: Encodable {
    struct Attributes: Encodable {
        let title: String?
        let year: Int?
        let rating: Double?
        let live: Bool?
    }
    struct Identifier: Encodable {
        let type: String
        let id: String
    }
    struct Relationship: Encodable {
        let links: [String: String]
        let data: Identifier?
    }

    var type = "albums"
    let id: String
    let attributes: Attributes
    let relationships: [String: Relationship]
    let links: [String: String]

    init(_ album: HandAlbum, base: String) {
        let own = "\(base)/albums/\(album.id)"
        id = String(album.id)
        attributes = Attributes(
            title: album.title, year: album.year, rating: album.rating, live: album.live)
        relationships = [
            "artist": Relationship(
                links: ["self": own + "/relationships/artist", "related": own + "/artist"],
                data: album.artist_id.map { Identifier(type: "artists", id: String($0)) })
        ]
        links = ["self": own]
    }
}
