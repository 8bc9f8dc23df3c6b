// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxPostgreSQL
import VoxSQL
import VoxSQLite

private struct OwnedTask: ResourceSchema {
    static let type = "tasks"
    let owner = ToOne<TaskOwner>("owner")
}

private struct MailUser: ResourceSchema {
    static let type = "users"
    let email = Attribute<String>("email")
}

private struct MailTeam: ResourceSchema {
    static let type = "teams"
    let email = Attribute<String>("email")
}

private enum TaskOwner: ResourceUnion {
    case user(Resource<MailUser>)
    case team(Resource<MailTeam>)
    case other(Resource<AnyResource>)

    init(_ resource: Resource<AnyResource>) {
        if let user = resource.as(MailUser.self) {
            self = .user(user)
        } else {
            self = resource.as(MailTeam.self).map(TaskOwner.team) ?? .other(resource)
        }
    }
}

/// Filters through to-many relationships that are foreign keys of the targets.
@Suite("Filters through relationships")
struct NestedFilterTests {
    private static let types = [
        SQLType(
            "albums", table: "album", attributes: ["title": .text("title")],
            relationships: ["tracks": .toMany("tracks", column: "album_id")]),
        SQLType(
            "tracks", table: "track", attributes: ["length": .integer("length")],
            relationships: ["album": .toOne("albums", column: "album_id")]),
    ]

    private func ids(_ store: SQLStore, _ filter: FilterExpression) async throws -> [String] {
        var selection = ResourceSelection(type: "albums")
        selection.filter = filter
        return try await store.list(selection).resources.map(\.id)
    }

    /// An album with two tracks, an album with one track, an album without tracks, and a track
    /// without an album.
    @Test("A condition and its opposite divide the resources", arguments: TestDatabase.all)
    func opposites(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, database in
            try await database.run(
                "INSERT INTO album (id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
            try await database.run(
                """
                INSERT INTO track (id, length, album_id) VALUES \
                (1, 5, 1), (2, 6, 1), (3, 7, 2), (4, 5, NULL), (5, 8, NULL)
                """)
            let long = FilterExpression.comparison(["length"], .equal, 5)
            let rows: [(FilterExpression, [String])] = [
                (.has(["tracks"], nil), ["1", "2"]), (.has(["tracks"], long), ["1"]),
                (.has(["tracks"], .not(long)), ["1", "2"]), (.isNull(["tracks"]), ["3"]),
                (.has(["tracks"], .comparison(["length"], .equal, 8)), []),
                (.comparison(["tracks", "length"], .greater, 5), ["1", "2"]),
                (.comparison(["tracks", "id"], .equal, "3"), ["2"]),
                (.has(["tracks"], .has(["album"], .has(["tracks"], long))), ["1"]),
                (.has(["tracks"], .not(.has(["album"], .has(["tracks"], long)))), ["2"]),
                (.or([.comparison(["title"], .equal, "c"), .has(["tracks"], long)]), ["1", "3"]),
            ]
            for (filter, expected) in rows {
                #expect(try await ids(store, filter) == expected, "\(filter)")
                let others = ["1", "2", "3"].filter { !expected.contains($0) }
                #expect(try await ids(store, .not(filter)) == others, "\(filter)")
            }
        }
    }

    @Test(
        "A filter that returns to a large relationship reads its tables a few times",
        arguments: TestDatabase.all)
    func costs(on kind: TestDatabase) async throws {
        switch kind {
        case .sqlite:
            try await withFile { path in
                try await fill(SQLiteDatabase(patient: path))
                try await checkCosts(on: CountingSQLite(path))
            }
        case .postgreSQL:
            try await PostgreSQLServer.shared.get().withSchema { settings in
                let database = try PostgreSQLDatabase(patient: settings)
                try await fill(database)
                try await checkCosts(on: CountingPostgreSQL(database))
            }
        }
    }

    private static let tracks = 2000

    /// An album with many tracks, and one without.
    private func fill(_ database: some SQLDatabase) async throws {
        try await SQLStore(database, Self.types).createTables()
        try await database.run("INSERT INTO album (id, title) VALUES (1, 'a'), (2, 'b')")
        let series =
            database.dialect == .sqlite
            ? """
            WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < \(Self.tracks))
            """ : "WITH row(i) AS (SELECT generate_series(1, \(Self.tracks)))"
        try await database.run(
            "\(series) INSERT INTO track (id, length, album_id) SELECT i, i, 1 FROM row")
    }

    private func checkCosts(on database: some CountingDatabase) async throws {
        let store = try SQLStore(database, Self.types)
        // tracks.album.tracks.album.tracks
        func chain(_ wrap: (FilterExpression) -> FilterExpression) -> FilterExpression {
            var filter = wrap(.has(["tracks"], .comparison(["length"], .equal, -1)))
            for _ in 0..<2 { filter = wrap(.has(["tracks"], .has(["album"], filter))) }
            return filter
        }
        let either = chain { .or([.comparison(["title"], .equal, "b"), $0]) }
        let neither = FilterExpression.not(chain { .not(.not($0)) })
        let rows: [(FilterExpression, [String])] = [
            (chain { $0 }, []), (either, ["2"]), (neither, ["1", "2"]),
        ]
        for (filter, expected) in rows {
            let before = database.steps
            #expect(try await ids(store, filter) == expected)
            let steps = database.steps - before
            print("steps of \(database.dialect), \(Self.tracks) tracks: \(steps)")
            // A row of SQLite takes some dozens of instructions. Were the tracks read for each
            // track, there would be thousands of steps for each.
            #expect(steps > Self.tracks && steps < 500 * Self.tracks, "\(database.plan)")
        }
    }

    @Test(
        "An attribute that is described but not served is not compared",
        arguments: TestDatabase.all)
    func served(on kind: TestDatabase) async throws {
        let types = [
            SQLType(
                "tasks", table: "task",
                relationships: ["owner": .toOne(["users": "user_id", "teams": "team_id"])]),
            SQLType("users", table: "person", attributes: ["email": .text("email")]),
            SQLType("teams", table: "team", attributes: ["email": .text("email")]),
        ]
        try await kind.withStore(types) { store, database in
            for text in [
                "INSERT INTO person (id, email) VALUES (1, 'ann')",
                "INSERT INTO team (id, email) VALUES (1, 'ann')",
                "INSERT INTO task (id, user_id, team_id) VALUES (1, 1, NULL), (2, NULL, 1)",
            ] {
                try await database.run(text)
            }
            var tasks = ServedType("tasks", attributes: [])
            tasks.relationships["owner"] = .init(isMany: false, targets: ["users", "teams"])
            let service = ResourceService(
                [
                    tasks, ServedType("users", attributes: ["email"]),
                    ServedType("teams", attributes: []),
                ], store: store)
            // None of the types that the owner can have has the field.
            var selection = ResourceSelection(type: "tasks")
            selection.filter = .has(["owner"], .comparison(["size"], .equal, 1))
            let unknown = selection
            let error = await #expect(throws: ErrorResponse.self) {
                _ = try await store.list(unknown)
            }
            #expect(error?.status.code == 400)
            for (query, ids) in [
                ("filter[owner.email]=ann", "1"), ("filter[owner.email][null]=true", "2"),
                ("filter[owner.email][null]=false", "1"), ("filter[owner]=1", "12"),
            ] {
                let request = ClientRequest(
                    method: .get, url: try HTTPURL("http://test.example/tasks?\(query)"))
                let response = try await service.execute(request)
                let document = try Document<[AnyResource]>(parsing: await response.body.bytes())
                #expect(document.data.compactMap(\.id).joined() == ids, "\(query)")
            }
        }
    }

    @Test(
        "A case of a union that is not served is in no response and no filter",
        arguments: TestDatabase.all)
    func unservedCase(on kind: TestDatabase) async throws {
        let types = [
            SQLType(
                "tasks", table: "task",
                relationships: ["owner": .toOne(["users": "user_id", "teams": "team_id"])]),
            SQLType("users", table: "person", attributes: ["email": .text("email")]),
            SQLType("teams", table: "team", attributes: ["email": .text("email")]),
        ]
        try await kind.withStore(types) { store, database in
            for text in [
                "INSERT INTO person (id, email) VALUES (1, 'ann')",
                "INSERT INTO team (id, email) VALUES (1, 'ann')",
                "INSERT INTO task (id, user_id, team_id) VALUES (1, 1, NULL), (2, NULL, 1)",
            ] {
                try await database.run(text)
            }
            let service = ResourceService(
                [ServedType(OwnedTask.self), ServedType(MailUser.self)], store: store)
            for (target, isFound) in [
                ("/tasks?filter[owner.email]=ann", true),
                ("/tasks?filter[owner.email][null]=false", true),
                ("/tasks?filter[owner.email][gt]=a&include=owner", true),
                ("/tasks?include=owner", true), ("/tasks/2", false), ("/tasks/2/owner", false),
                ("/tasks/2/relationships/owner", false), ("/tasks/2?include=owner", false),
            ] {
                let reply = try await service.reply(.get, target, nil)
                #expect(reply.hasPrefix("200 ") && !reply.contains("teams"), "\(target): \(reply)")
                #expect(
                    reply.contains(#""type":"users","id":"1""#) == isFound, "\(target): \(reply)")
                let isAll = !target.contains("filter") && isFound
                #expect(reply.contains(#""total":\#(isAll ? 2 : 1)"#) == isFound, "\(target)")
            }
        }
    }
}

#endif
