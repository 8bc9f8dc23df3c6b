// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import ResourceDatabase
import Vox
import VoxHummingbird
import VoxTesting

/// A JSON:API service on a port of this machine, with an SQLite file behind it.
struct MusicServer {
    let url: HTTPURL
    private let folder: URL

    /// Starts the server, which goes on until the process ends; port 0 is any that is free. Throws
    /// when the file or the port cannot be had.
    init(port: Int, sample: String) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            let store = try SQLiteStore(path: folder.appendingPathComponent("music.sqlite").path)
            let document = try Document<[AnyResource]>(parsing: try read(sample))
            try store.add(
                (Array(document.data) + Array(document.included)).map {
                    try StoredResource($0.vox.json)
                })
            let service = ResourceService(Self.types, store: store)
            url = try await Self.serve(service, port: port)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    /// Removes the file; the server ends with the process.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func serve(_ service: ResourceService, port: Int) async throws -> HTTPURL {
        let (ports, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        var logger = Logger(label: "demo")
        logger.logLevel = .critical
        let application = Application(
            responder: TransportResponder<BasicRequestContext>(service),
            server: .http1(limits: ConnectionLimits()),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? port) }, logger: logger)
        Task {
            do { try await application.run() } catch { continuation.finish(throwing: error) }
        }
        for try await port in ports { return try HTTPURL("http://127.0.0.1:\(port)") }
        throw CancellationError()
    }

    private static let types: [ServedType] = {
        var albums = ServedType(
            Album.type, attributes: ["title", "release-year", "rating", "genres"],
            toOne: ["artist": Artist.type], toMany: ["tracks": Track.type])
        albums.validate = { album in
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
        return [
            albums,
            ServedType(
                Artist.type, attributes: ["name", "members"], toOne: ["debut": Album.type]),
            ServedType(Track.type, attributes: ["title", "seconds"]),
        ]
    }()
}
