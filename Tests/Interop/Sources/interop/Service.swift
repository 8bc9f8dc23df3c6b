// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Logging
import Vox
import VoxHummingbird
import VoxTesting

/// A JSON:API service for the clients of others: albums, artists and tracks in memory, on Hummingbird.
enum Service {
    /// Serves on a free port of this machine, prints where, and goes on until the process ends.
    static func run() async throws {
        var service = ResourceService(
            types, store: try MemoryStore(Document<[AnyResource]>(parsing: sample)))
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        var logger = Logger(label: "interop")
        logger.logLevel = .critical
        let application = Application(
            responder: TransportResponder<BasicRequestContext>(service),
            server: .http1(limits: ConnectionLimits()),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("serving http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            }, logger: logger)
        try await application.run()
    }

    private struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let artist = ToOne<Artist>("artist")
        let tracks = ToMany<Track>("tracks")
    }

    private struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
    }

    private struct Track: ResourceSchema {
        static let type = "tracks"
        let title = Attribute<String>("title")
        let seconds = Attribute<Int>("seconds")
    }

    private static let types: [ServedType] = {
        var albums = ServedType(Album.self)
        albums.validate = { write in
            guard let year: Double = write.new.attributes.year, year < 1877 else { return [] }
            return [
                APIError(
                    status: 422, title: "Impossible year",
                    detail: "nothing was recorded before 1877",
                    source: .pointer("/data/attributes/year"))
            ]
        }
        return [
            albums, ServedType(Artist.self), ServedType(Track.self),
        ]
    }()

    private static let sample = #"""
        {
          "data": [
            {"type": "albums", "id": "1", "attributes": {"title": "Night Trains", "year": 1994},
             "relationships": {
               "artist": {"data": {"type": "artists", "id": "7"}},
               "tracks": {"data": [{"type": "tracks", "id": "11"}, {"type": "tracks", "id": "12"}]}}},
            {"type": "albums", "id": "2", "attributes": {"title": "Harbour Lights", "year": 2004},
             "relationships": {
               "artist": {"data": {"type": "artists", "id": "8"}}, "tracks": {"data": []}}},
            {"type": "albums", "id": "3", "attributes": {"title": "Tide Tables", "year": 2011},
             "relationships": {
               "artist": {"data": {"type": "artists", "id": "7"}}, "tracks": {"data": []}}}
          ],
          "included": [
            {"type": "artists", "id": "7", "attributes": {"name": "The Cartographers"}},
            {"type": "artists", "id": "8", "attributes": {"name": "Ada Holt"}},
            {"type": "tracks", "id": "11", "attributes": {"title": "Departure", "seconds": 241}},
            {"type": "tracks", "id": "12", "attributes": {"title": "Arrival", "seconds": 198}},
            {"type": "tracks", "id": "13", "attributes": {"title": "Delay", "seconds": 305}}
          ]
        }
        """#
}
