// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxPostgreSQL

/// What the sessions of the driver of PostgreSQL may hold, do and leave behind.
@Suite(
    "The limits of PostgreSQL sessions",
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct PostgreSQLLimitTests {
    private static let notes = [
        SQLType(
            "notes", table: "note", attributes: ["text": .text("text")], version: "version")
    ]

    private func note(_ text: String) -> ResourceChange {
        ResourceChange(attributes: ["text": .string(text)])
    }

    private func reason(_ body: () async throws -> Void) async -> SQLError.Reason? {
        let error = await #expect(throws: SQLError.self) { try await body() }
        return error?.reason
    }

    /// Calls a function with the connection string of a new schema.
    private func withSchema(_ body: (String) async throws -> Void) async throws {
        try await PostgreSQLServer.shared.get().withSchema(body)
    }

    @Test("Prepared statements are limited by the bytes of their texts")
    func preparedBytes() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            func run(_ number: Int, _ length: Int) async throws {
                let text = "SELECT \(number) /* \(String(repeating: "x", count: length)) */"
                #expect(try await database.run(text) == [[.integer(Int64(number))]])
            }
            for number in 0..<200 { try await run(number, 3400) }
            // A long text is not kept, and a transaction that has failed keeps nothing.
            for number in 0..<4 { try await run(number, 20_000) }
            _ = try? await database.write { connection in
                _ = try? await connection.execute(SQLStatement("SELECT 1 / 0"))
                _ = try await connection.execute(SQLStatement("SELECT 7"))
            }
            let kept = try await database.run(
                """
                SELECT sum(length(statement))::bigint, max(length(statement))::bigint, \
                count(*) FILTER (WHERE statement LIKE 'SELECT 199 %') FROM pg_prepared_statements
                """)
            guard case .integer(let sum)? = kept.first?[0],
                case .integer(let longest)? = kept.first?[1]
            else { return }
            #expect(sum > 100_000 && sum < 140_000 && longest < 4000)
            #expect(kept.first?[2] == .integer(1))
        }
    }

    @Test("A session keeps 256 statements, of 4 KiB at most, and of 128 KiB in all")
    func preparedCount() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            let kept = try await database.read { connection -> [[SQLValue]] in
                func run(_ text: String, _ length: Int = 0) async throws -> [SQLValue] {
                    let rest = max(length - text.utf8.count - 6, 0)
                    let filler = length == 0 ? "" : " /*\(String(repeating: "x", count: rest))*/"
                    let rows = try await connection.execute(SQLStatement(text + filler + " "))
                    return rows.first ?? []
                }
                let all = "FROM pg_prepared_statements"
                for number in 0..<300 { _ = try await run("SELECT \(number)") }
                let count = try await run("SELECT count(*) \(all)")
                for number in 0..<40 { _ = try await run("SELECT \(number)", 4096) }
                _ = try await run("SELECT 99", 4097)
                return [
                    count,
                    try await run("SELECT sum(octet_length(statement))::bigint \(all)", 4096),
                    try await run("SELECT max(octet_length(statement))::bigint \(all)", 4096),
                ]
            }
            #expect(kept == [[.integer(256)], [.integer(1 << 17)], [.integer(1 << 12)]])
        }
    }

    @Test("A policy or a privilege of the database refuses with 403")
    func policies() async throws {
        try await withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
            try await SQLStore(owner, Self.notes).createTables()
            for text in [
                "CREATE ROLE vox_clerk", "GRANT USAGE ON SCHEMA \(schema(settings)) TO vox_clerk",
                "GRANT SELECT, INSERT, UPDATE ON note TO vox_clerk",
                "ALTER TABLE note ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY p ON note USING (true) WITH CHECK (text <> 'forbidden')",
            ] {
                try await owner.run(text)
            }
            let text = settings.replacing("options='", with: "options='-c role=vox_clerk ")
            let store = try SQLStore(PostgreSQLDatabase(patient: text, connections: 1), Self.notes)
            func status(_ body: () async throws -> Void) async -> Int? {
                let error = await #expect(throws: ErrorResponse.self) { try await body() }
                return error?.status.code
            }
            let made = try await store.insert(type: "notes", id: nil, with: note("allowed"))
            let id = made.identifier
            let refused = [
                await status {
                    _ = try await store.insert(type: "notes", id: nil, with: note("forbidden"))
                },
                await status {
                    _ = try await store.update(id, with: note("forbidden"), ifVersion: nil)
                },
                await status { try await store.delete(id, ifVersion: nil) },
                await status {
                    try await store.transaction { try await $0.delete(id, ifVersion: nil) }
                },
            ]
            #expect(refused == [403, 403, 403, 403])
            try await owner.run("DROP OWNED BY vox_clerk")
            try await owner.run("DROP ROLE vox_clerk")
        }
    }

    private func schema(_ settings: String) -> String {
        String(settings.split(separator: "search_path=").last?.prefix { $0 != "'" } ?? "")
    }

    @Test("No session compiles its statements, because no limit of time ends a compilation")
    func compilation() async throws {
        try await withSchema { settings in
            let text = settings.replacing("options='", with: "options='-c jit=on ")
            let database = try PostgreSQLDatabase(patient: text, connections: 1)
            #expect(try await database.run("SHOW jit") == [[.text("off")]])
        }
    }

    @Test("A connection counts as used until the server has ended its statement")
    func abandoned() async throws {
        try await withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
            try await owner.run("SELECT pg_advisory_lock(4711)::text")
            // It goes on when it is canceled, until it gets the lock.
            try await owner.run(
                """
                CREATE FUNCTION stubborn() RETURNS bigint LANGUAGE plpgsql AS $$
                BEGIN
                    LOOP
                        BEGIN
                            WHILE NOT pg_try_advisory_xact_lock(4711) LOOP
                                PERFORM pg_sleep(0.01);
                            END LOOP;
                            RETURN 1;
                        EXCEPTION WHEN query_canceled THEN NULL;
                        END;
                    END LOOP;
                END $$
                """)
            let database = try PostgreSQLDatabase(
                "\(settings) application_name=vox_abandoned", connections: 1,
                timeLimit: .seconds(1), waitLimit: .milliseconds(50))
            #expect(await reason { try await database.run("SELECT stubborn()") } == .timeout)
            // The connection is not free, and none is opened in its place.
            #expect(await reason { try await database.run("SELECT 1") } == .busy)
            let sessions = """
                SELECT count(*) FROM pg_stat_activity WHERE application_name = 'vox_abandoned'
                """
            #expect(try await owner.run(sessions) == [[.integer(1)]])
            try await owner.run("SELECT pg_advisory_unlock(4711)")
            let rows = try await free { try await database.run("SELECT 2") }
            #expect(rows == [[.integer(2)]])
        }
    }

    /// Calls a function again until a connection is free.
    private func free<Result>(_ body: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await body()
            } catch let error as SQLError where error.reason == .busy || error.reason == .timeout {}
        }
    }
}

#endif
