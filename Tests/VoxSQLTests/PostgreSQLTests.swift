// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxPostgreSQL

/// What the driver of PostgreSQL does beside the statements of a store.
@Suite(
    "The driver of PostgreSQL",
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct PostgreSQLTests {
    private static let notes = [
        SQLType(
            "notes", table: "note",
            attributes: ["text": .text("text").unique(), "when": .date("when")],
            version: "version")
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

    @Test(
        "Settings that libpq does not understand are refused at once",
        arguments: ["host", "color=red", "host='x", "host=a\u{0}b", "postgresql://[x"])
    func settings(text: String) {
        #expect(throws: SQLError.self) { _ = try PostgreSQLDatabase(patient: text) }
    }

    @Test(
        "A server that cannot be reached, or refuses the caller, is unavailable: 503",
        arguments: ["host=/none", "host=127.0.0.1 port=1", "dbname=none", "user=none"])
    func unreachable(settings: String) async throws {
        let shared = try PostgreSQLServer.shared.get().settings
        let database = try PostgreSQLDatabase(
            settings.hasPrefix("host") ? settings : "\(shared) \(settings)")
        #expect(await reason { try await database.run("SELECT 1") } == .unavailable)
        let store = try SQLStore(database, Self.notes)
        // At the start of a program, the message says why.
        let start = await #expect(throws: SQLError.self) { try await store.checkTables() }
        #expect(start?.message.isEmpty == false)
        let error = await #expect(throws: SQLError.self) {
            _ = try await store.list(ResourceSelection(type: "notes"))
        }
        #expect(error?.reason == .unavailable)
        // The client does not get the reason, but the operator does.
        let failures = Mutex<[String]>([])
        var service = ResourceService([ServedType("notes")], store: store)
        service.onFailure = { error in
            failures.withLock { $0.append((error as? SQLError)?.message ?? "") }
        }
        let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes"))
        let response = try await service.execute(request)
        #expect(response.status.code == 503 && response.headers[.retryAfter] == "1")
        #expect(failures.withLock { $0 } == [error?.message ?? "none"])
    }

    @Test("A canceled statement ends on the server, and the connection can be used again")
    func cancellation() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            let observer = try PostgreSQLDatabase(patient: settings, connections: 1)
            func sleepers() async throws -> SQLValue? {
                try await observer.run(
                    """
                    SELECT count(*) FROM pg_stat_activity WHERE state = 'active'
                    AND query = 'SELECT pg_sleep(600), ''\(settings.suffix(10).filter(\.isNumber))'''
                    """
                ).first?.first
            }
            let text = "SELECT pg_sleep(600), '\(settings.suffix(10).filter(\.isNumber))'"
            let task = Task { try await database.run(text) }
            while try await sleepers() != .integer(1) { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await sleepers() == .integer(0))
            #expect(try await database.run("SELECT 1") == [[.integer(1)]])
            // A task that is canceled before its statement executes none.
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await database.read { try await $0.execute(SQLStatement(text)) }
            }
            await #expect(throws: CancellationError.self) { _ = try await early.value }
            #expect(try await database.run("SELECT 2") == [[.integer(2)]])
        }
    }

    @Test("A statement that takes too long is a timeout: 504")
    func timeLimit() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(settings, timeLimit: .milliseconds(50))
            #expect(await reason { try await database.run("SELECT pg_sleep(600)") } == .timeout)
            let next = try await againAfterTimeouts { try await database.run("SELECT 1") }
            #expect(next == [[.integer(1)]])
        }
    }

    @Test("A lock and a connection that are not free in time are busy")
    func busy() async throws {
        try await withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings)
            let store = try SQLStore(owner, Self.notes)
            try await store.createTables()
            let made = try await store.insert(type: "notes", id: nil, with: note("a"))
            let patient = try PostgreSQLDatabase(
                settings, connections: 1, waitLimit: .milliseconds(50))
            try await owner.write { connection in
                _ = try await connection.execute(SQLStatement("SELECT * FROM note FOR UPDATE"))
                await #expect(throws: StoreError.busy) {
                    _ = try await SQLStore(patient, Self.notes).update(
                        made.identifier, with: note("b"), ifVersion: nil)
                }
            }
            try await patient.read { _ in
                #expect(await reason { try await patient.run("SELECT 1") } == .busy)
                let waiting = Task { try await patient.run("SELECT 1") }
                waiting.cancel()
                await #expect(throws: (any Error).self) { try await waiting.value }
            }
            #expect(try await patient.run("SELECT 1") == [[.integer(1)]])
        }
    }

    @Test("A connection that the server has closed is opened again by the next transaction")
    func closed() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            let other = try PostgreSQLDatabase(patient: settings, connections: 1)
            func number() async throws -> String {
                let row = try await database.run("SELECT pg_backend_pid()").first
                guard case .integer(let number)? = row?.first else { return "" }
                return "\(number)"
            }
            let before = try await number()
            try await other.run("SELECT pg_terminate_backend(\(before))")
            #expect(try await number() != before)
            // In a transaction, the statements before are lost, so it fails.
            let inside = await reason {
                try await database.write { connection in
                    let row = try await connection.execute(SQLStatement("SELECT pg_backend_pid()"))
                    guard case .integer(let number)? = row.first?.first else { return }
                    try await other.run("SELECT pg_terminate_backend(\(number))")
                    _ = try await connection.execute(SQLStatement("SELECT 1"))
                }
            }
            #expect(inside == .unavailable)
            #expect(try await database.run("SELECT 1") == [[.integer(1)]])
        }
    }

    @Test("A transaction that has failed is not reported as committed")
    func failedTransactions() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            try await database.run("CREATE TABLE t (n int)")
            let swallowed = await reason {
                try await database.write { connection in
                    _ = try await connection.execute(SQLStatement("INSERT INTO t VALUES (1)"))
                    _ = try? await connection.execute(SQLStatement("SELECT 1/0"))
                }
            }
            #expect(swallowed == .other)
            #expect(try await database.run("SELECT count(*) FROM t") == [[.integer(0)]])
            // A transaction that reads does not write.
            let written = await reason {
                try await database.read {
                    _ = try await $0.execute(SQLStatement("INSERT INTO t VALUES (1)"))
                }
            }
            #expect(written == .unavailable)
        }
    }

    @Test("More statements than a session keeps, and statements that are prepared once")
    func prepared() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            for round in 0..<2 {
                for number in 0..<300 {
                    let rows = try await database.read {
                        try await $0.execute(
                            SQLStatement("SELECT \(number), $1::bigint", [.integer(7)]))
                    }
                    try #require(rows == [[.integer(Int64(number)), .integer(7)]], "\(round)")
                }
            }
            // In one transaction, too, the oldest statements are forgotten.
            try await database.read { connection in
                for number in 0..<600 {
                    let rows = try await connection.execute(SQLStatement("SELECT \(number)"))
                    try #require(rows == [[.integer(Int64(number))]])
                }
            }
            let kept = try await database.run("SELECT count(*) FROM pg_prepared_statements")
            guard case .integer(let count)? = kept.first?.first else { return }
            #expect(count > 0 && count <= 257)
        }
    }

    @Test("Statements are prepared again after the columns of a table have changed")
    func changedTables() async throws {
        try await withSchema { settings in
            let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            let store = try SQLStore(database, Self.notes)
            try await store.createTables()
            _ = try await store.insert(type: "notes", id: nil, with: note("7"))
            let all = ResourceSelection(type: "notes")
            #expect(try await store.list(all).total == 1)
            try await owner.run("ALTER TABLE note ALTER COLUMN text TYPE varchar(20)")
            // The first statement may fail. Then the session begins anew.
            _ = try? await store.list(all)
            #expect(try await store.list(all).resources.first?.attributes["text"] == "7")
        }
    }

    @Test("Settings of a role do not change values")
    func roles() async throws {
        try await withSchema { settings in
            let text = settings.replacing(
                "options='", with: "options='-c extra_float_digits=-15 ")
            let database = try PostgreSQLDatabase(patient: text, connections: 1)
            #expect(
                try await database.run("SELECT 0.1::float8 + 0.2::float8") == [[.real(0.1 + 0.2)]])
        }
    }

    @Test("A column of another type than text does not fit a text")
    func kinds() async throws {
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings)
            for (text, when, wrong) in [
                ("interval", "date", "INTERVAL"), ("char(9)", "date", "CHARACTER"),
                ("text", "time", "TIME WITHOUT TIME ZONE"),
            ] {
                try await database.run("DROP TABLE IF EXISTS note")
                try await database.run(
                    "CREATE TABLE note (id bigint PRIMARY KEY, text \(text) UNIQUE, \"when\" \(when), "
                        + "version bigint NOT NULL)")
                let error = await #expect(throws: SQLStore.SchemaError.self) {
                    try await SQLStore(database, Self.notes).checkTables()
                }
                #expect(error?.problems.count == 1)
                #expect(error?.problems.first?.contains("has the type \(wrong),") == true)
            }
        }
    }

    @Test("Values of every kind are the same after a round trip")
    func values() async throws {
        let numbers: [Double] = [
            0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
        ]
        let values: [SQLValue] =
            numbers.map { .real($0) }
            + [Int64.min, -1, 0, Int64.max].map { .integer($0) }
            + hostileTexts.filter { !$0.utf8.contains(0) }.map { .text($0) }
            + [.boolean(true), .boolean(false), .text(String(repeating: "é", count: 3_000_000))]
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings, connections: 1)
            for value in values {
                let type =
                    switch value {
                    case .real: "double precision"
                    case .integer: "bigint"
                    case .boolean: "boolean"
                    case .text, .null: "text"
                    }
                let rows = try await database.read {
                    try await $0.execute(
                        SQLStatement("SELECT $1::\(type), NULL::\(type)", [value]))
                }
                #expect(rows == [[value, .null]])
                if case .real(let double)? = rows.first?.first {
                    #expect(double.sign == (value == .real(-0.0) ? .minus : double.sign))
                }
            }
            let zero = await reason {
                _ = try await database.read {
                    try await $0.execute(SQLStatement("SELECT $1::text", [.text("a\u{0}b")]))
                }
            }
            #expect(zero == .invalidValue)
            let cut = await reason {
                _ = try await database.read {
                    try await $0.execute(SQLStatement("SELECT 1\u{0} WHERE false"))
                }
            }
            #expect(cut == .invalidValue)
        }
    }

    @Test("A point in time is returned in UTC, and compared with others as a point in time")
    func dates() async throws {
        try await withSchema { settings in
            let store = try SQLStore(PostgreSQLDatabase(patient: settings), Self.notes)
            try await store.createTables()
            for (written, read) in [
                ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z"),
                ("2024-02-29T12:00:00.125+01:00", "2024-02-29T11:00:00.125Z"),
                ("2024-02-29", "2024-02-29T00:00:00Z"),
            ] {
                let made = try await store.insert(
                    type: "notes", id: nil,
                    with: ResourceChange(attributes: ["when": .string(written)]))
                #expect(made.attributes["when"] == .string(read))
                var same = ResourceSelection(type: "notes")
                same.filter = .comparison(["when"], .equal, .string(written))
                #expect(try await store.list(same).total == 1)
            }
            for wrong in [
                "yesterday", "2024-02-30", "", "2024-13-01T00:00:00Z", "02/03/2024", "1-1-1",
                "0001-01-01T00:00:00+14:00", "2024-02-29T12:00:00Z BC",
            ] {
                let error = await #expect(throws: ErrorResponse.self) {
                    _ = try await store.insert(
                        type: "notes", id: nil,
                        with: ResourceChange(attributes: ["when": .string(wrong)]))
                }
                #expect(error?.status.code == 422)
                #expect(error?.errors.first?.pointer == "/data/attributes/when")
                var selection = ResourceSelection(type: "notes")
                selection.filter = .comparison(["when"], .greater, .string(wrong))
                #expect(try await store.list(selection).total == 0, "\(wrong)")
            }
        }
    }

    @Test("The database chooses keys that no client has chosen")
    func keys() async throws {
        try await withSchema { settings in
            let store = try SQLStore(PostgreSQLDatabase(patient: settings), Self.notes)
            try await store.createTables()
            for id in 1...20 {
                _ = try await store.insert(type: "notes", id: "\(id)", with: ResourceChange())
            }
            _ = try await store.insert(type: "notes", id: "1000000", with: ResourceChange())
            var ids: Set<String> = []
            for _ in 0..<5 {
                ids.insert(
                    try await store.insert(type: "notes", id: nil, with: ResourceChange()).id)
            }
            #expect(ids == ["1000001", "1000002", "1000003", "1000004", "1000005"])
            // Another value that must be unique is still an error of that value.
            _ = try await store.insert(type: "notes", id: nil, with: note("a"))
            let error = await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(type: "notes", id: nil, with: note("a"))
            }
            #expect(error?.status.code == 409)
            #expect(error?.errors.first?.pointer == "/data/attributes/text")
        }
    }

    @Test("Constraints of tables with unusual names lead to the attributes")
    func constraints() async throws {
        let type = SQLType(
            "notes", table: "No\"te", key: .text("The id"),
            attributes: [
                "text": .text("Te\"xt, or").required(), "size": .integer("size").unique(),
            ])
        try await withSchema { settings in
            let database = try PostgreSQLDatabase(patient: settings)
            let store = try SQLStore(database, [type])
            try await store.createTables()
            try await database.run(#"ALTER TABLE "No""te" ADD CHECK (size < 10)"#)
            func pointer(_ id: String, _ attributes: JSONObject) async throws -> String {
                do {
                    _ = try await store.insert(
                        type: "notes", id: id, with: ResourceChange(attributes: attributes))
                    return "none"
                } catch let error as ErrorResponse {
                    return "\(error.status.code) \(error.errors.first?.pointer ?? "")"
                } catch { return "\(error)" }
            }
            #expect(try await pointer("a", ["text": "x", "size": 1]) == "none")
            #expect(try await pointer("a", ["text": "x"]) == "exists")
            #expect(
                try await pointer("b", ["text": "x", "size": 1]) == "409 /data/attributes/size")
            #expect(try await pointer("b", ["size": 2]) == "422 /data/attributes/text")
            #expect(
                try await pointer("b", ["text": "x", "size": 10]) == "422 /data/attributes/size")
        }
    }
}

#endif
