// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import Music
import ServiceLifecycle
import Vox
import VoxHummingbird
import VoxSQLite

/// The service of `MusicService` on a port of this machine, with an SQLite file behind it.
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
            service = try await MusicService.create(
                on: SQLiteDatabase(path: folder.appendingPathComponent("music.sqlite").path),
                with: Document(parsing: try Data(contentsOf: sample)))
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
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
            // Nothing else comes from this client: its kept connections are closed at once.
            services: [
                application(ConnectionLimits(drain: .milliseconds(50))) { continuation.yield($0) }
            ],
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
        _ limits: ConnectionLimits = ConnectionLimits(),
        _ started: @escaping @Sendable (HTTPURL) -> Void
    ) -> some ApplicationProtocol {
        Application(
            responder: TransportResponder<BasicRequestContext>(service),
            server: .http1(limits: limits),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                if let url = try? HTTPURL("http://127.0.0.1:\(port)") { started(url) }
            }, logger: logger)
    }
}
