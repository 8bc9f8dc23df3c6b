// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxSQL
import VoxTestSupport

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
            let remaining = try await Self.conform(service, writes: Self.writes)
            #expect(remaining.isEmpty)
            let after = try await service.reply(.get, "/albums?include=tracks,artist,genres", nil)
            #expect(after == before)
        }
    }

    @Test("The service of the demo passes all probes", arguments: TestDatabase.all)
    func demo(database: TestDatabase) async throws {
        try await database.with { database in
            let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
            let music = package.appending(path: "Examples/Documents/music.json")
            let service = try await MusicService.create(
                on: database, with: Document(parsing: try Data(contentsOf: music)))
            let remaining = try await Self.conform(
                service,
                writes: [
                    "albums": Self.example("albums", ["title": "Album {random}"]),
                    "artists": Self.example("artists", ["name": "Artist {random}"]),
                    "tracks": Self.example("tracks", ["title": "Track {random}"]),
                ])
            #expect(remaining.isEmpty)
        }
    }

    @Test("The tracker passes all probes", arguments: TestDatabase.all)
    func tracker(database: TestDatabase) async throws {
        try await database.with { database in
            try await SQLStore(database, Tables.all).createTables()
            let service = try ResourceService.tracker(on: database)
            for request in TrackerTests.requests where request.method == .post {
                _ = try await service.reply(request.method, request.target, request.body)
            }
            let project: JSONValue = ["data": ["type": "projects", "id": "1"]]
            let remaining = try await Self.conform(
                service,
                writes: [
                    "projects": Self.example("projects", ["name": "Project {random}"]),
                    "teams": Self.example("teams", ["name": "Team {random}"]),
                    "users": Self.example(
                        "users", ["name": "User {random}", "email": "{random}@example.org"]),
                    "tasks": [
                        "data": [
                            "type": "tasks",
                            "attributes": ["title": "Task {random}", "state": "open"],
                            "relationships": ["project": project],
                        ]
                    ],
                ])
            // The row of a deleted task is kept, and still refers to its project.
            for resource in remaining {
                #expect(resource.command.contains("/projects/"))
                #expect(resource.reason.contains("409"))
            }
        }
    }

    /// Expects that all probes pass. Returns the created resources that could not be deleted.
    private static func conform(
        _ service: ResourceService, writes: JSONObject
    ) async throws -> [Conformance.Report.RemainingResource] {
        var options = Conformance.Options()
        options.rate = nil
        options.clock = TestClock()
        options.maximumRequests = 100_000
        options.subjects = Size.of(quick: 1, full: 2)
        options.writes = writes
        let report = await Conformance(
            of: try HTTPURL("http://test.example"), over: service, options: options
        ).run()
        #expect(report.ending == .complete)
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(report.count(.warned) == 0, "\(report.text)")
        #expect(report.count(.passed) > 200)
        return report.remaining
    }
}

#endif
