// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Vox
import VoxHummingbird
import VoxSQLite

/// A JSON:API service on a port of this machine, with an SQLite file behind it. It also executes atomic
/// operations, at `/operations`.
struct MusicServer {
    private let port: Int
    private let folder: URL
    private let service: ResourceService
    private let logger: Logger

    /// Fills the file with the resources of a document; port 0 is any that is free.
    init(port: Int, sample: URL) async throws {
        self.port = port
        var logger = Logger(label: "demo")
        logger.logLevel = .critical
        self.logger = logger
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let database = try SQLiteDatabase(
                path: folder.appendingPathComponent("music.sqlite").path)
            let store = try SQLStore(database, [Album.table, Artist.table, Track.table])
            try await store.createTables()
            try await database.write {
                _ = try await $0.execute(
                    SQLStatement("CREATE INDEX album_year ON album (release_year, id)"))
            }
            let document = try Document<[AnyResource]>(parsing: try Data(contentsOf: sample))
            try await Self.add(
                (Array(document.data) + Array(document.included)).map {
                    try StoredResource($0.vox.json)
                }, to: store)
            var service = ResourceService(Self.types, store: store)
            service.operationsPath = "operations"
            self.service = service
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Adds resources, and then their relationships, because a foreign key refers to a row that exists.
    private static func add(_ resources: [StoredResource], to store: SQLStore) async throws {
        try await store.transaction { store in
            for resource in resources {
                _ = try await store.insert(
                    type: resource.type, id: resource.id,
                    with: ResourceChange(attributes: resource.attributes))
            }
            for resource in resources {
                _ = try await store.update(
                    resource.identifier,
                    with: ResourceChange(
                        relationships: resource.relationships.mapValues { .replace($0) }),
                    ifVersion: nil)
            }
        }
    }

    /// Serves until the process is told to stop, and answers what was asked until then.
    func serve(_ started: @escaping @Sendable (HTTPURL) -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let group = ServiceGroup(
            services: [application { started($0) }], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        try await group.run()
    }

    /// Serves while something is done.
    func run(_ body: @escaping @Sendable (HTTPURL) async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (urls, continuation) = AsyncStream<HTTPURL>.makeStream()
        let group = ServiceGroup(
            services: [application { continuation.yield($0) }],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                for await url in urls {
                    try await body(url)
                    break
                }
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    private func application(
        _ started: @escaping @Sendable (HTTPURL) -> Void
    ) -> some ApplicationProtocol {
        Application(
            responder: TransportResponder<BasicRequestContext>(service),
            server: .http1(limits: ConnectionLimits()),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                if let url = try? HTTPURL("http://127.0.0.1:\(port)") { started(url) }
            }, logger: logger)
    }

    private static let types: [ServedType] = {
        var albums = ServedType(Album.self)
        albums.validate = { write in
            let album = write.new
            var errors: [APIError] = []
            if (album.attributes["title"] ?? .string("")) == .string("") {
                errors.append(
                    APIError(
                        status: 422, title: "No title", detail: "an album has a title",
                        source: .pointer("/data/attributes/title")))
            }
            if case .number(let year)? = album.attributes["release-year"],
                !(1877...2100).contains(year.double ?? 0)
            {
                errors.append(
                    APIError(
                        status: 422, title: "Impossible year",
                        detail: "nothing was recorded before 1877",
                        source: .pointer("/data/attributes/release-year")))
            }
            return errors
        }
        return [albums, ServedType(Artist.self), ServedType(Track.self)]
    }()
}
