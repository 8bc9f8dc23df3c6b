// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxSQL

@Suite("A service on a database follows the standard", .timeLimit(.minutes(5)))
struct ConformanceTests {
    private static func document(
        _ type: String, _ id: String, _ attributes: String, _ relationships: String = ""
    ) -> String {
        #"{"data":{"type":"\#(type)","id":"\#(id)","attributes":{\#(attributes)},"relationships":{\#(relationships)}}}"#
    }

    /// Eight albums: the first has seven tracks, the third has none and no artist.
    private static func fill(_ service: ResourceService) async throws {
        func add(_ type: String, _ document: String) async throws {
            let reply = try await service.reply(.post, "/\(type)", document)
            #expect(reply.hasPrefix("201") || reply.hasPrefix("204"), "\(reply)")
        }
        for (id, name) in [("a", "Ann"), ("b", "Bob"), ("c", "Cid")] {
            try await add(
                "artists",
                document("artists", id, #""name":"\#(name)","founded":\#(1990 + name.count)"#))
        }
        for id in ["folk", "jazz"] {
            try await add("genres", document("genres", id, #""name":"\#(id)""#))
        }
        for number in 1...8 {
            let artist =
                number == 3
                ? "null" : #"{"type":"artists","id":"\#(["a", "b", "c"][number % 3])"}"#
            let genres =
                number == 3
                ? "" : #"{"type":"genres","id":"folk"},{"type":"genres","id":"jazz"}"#
            try await add(
                "albums",
                document(
                    "albums", "\(number)",
                    #""title":"Title \#(9 - number)","year":\#(1990 + number * 5 % 8),"live":\#(number % 2 == 0)"#,
                    #""artist":{"data":\#(artist)},"genres":{"data":[\#(genres)]}"#))
            let count = number == 1 ? 7 : number == 3 ? 0 : 2
            for track in 0..<count {
                try await add(
                    "tracks",
                    document(
                        "tracks", "\(number)0\(track)", #""length":\#(100 + track)"#,
                        #""album":{"data":{"type":"albums","id":"\#(number)"}}"#))
            }
        }
    }

    private static let writes: JSONObject = [
        "artists": example("artists", ["name": "Artist {random}", "founded": 2001]),
        "albums": example("albums", ["title": "Album {random}", "year": 2001]),
        "tracks": example("tracks", ["label": "Label {random}", "length": 60]),
        "genres": example("genres", ["name": "Genre {random}"]),
    ]

    private static func example(_ type: String, _ attributes: JSONValue) -> JSONValue {
        ["data": ["type": .string(type), "attributes": attributes]]
    }

    @Test("The service passes all probes, and keeps its rows", arguments: TestDatabase.all)
    func service(database: TestDatabase) async throws {
        try await database.withStore { store, _ in
            var service = ResourceService(Catalogue.served, store: store)
            service.pageSize = 5
            service.maximumPageSize = 20
            service.operationsPath = "operations"
            service.openAPIPath = "openapi.json"
            try await Self.fill(service)
            let before = try await service.reply(.get, "/albums?include=tracks,artist,genres", nil)
            var options = Conformance.Options()
            options.rate = nil
            options.maximumRequests = 100_000
            options.writes = Self.writes
            let report = await Conformance(
                of: try HTTPURL("http://test.example"), over: service, options: options
            ).run()
            #expect(report.ending == .complete)
            #expect(report.count(.failed) == 0, "\(report.text)")
            #expect(report.count(.warned) == 0, "\(report.text)")
            #expect(report.count(.passed) > 200)
            #expect(report.remaining.isEmpty)
            let after = try await service.reply(.get, "/albums?include=tracks,artist,genres", nil)
            #expect(after == before)
        }
    }
}

#endif
