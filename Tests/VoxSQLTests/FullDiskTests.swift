// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxPostgreSQL
import VoxSQLite

/// A service whose database has no room left.
@Suite("A database on a full disk")
struct FullDiskTests {
    private static let types = [
        SQLType(
            "accounts", table: "account", key: .text("id"),
            attributes: ["amount": .integer("amount"), "note": .text("note")], version: "version")
    ]

    /// The statuses of writes, and the ids of the acknowledged ones.
    private final class Outcome: Sendable {
        private let state = Mutex<(ids: [String], codes: Set<Int>)>(([], []))

        var ids: [String] { state.withLock { $0.ids } }
        var codes: Set<Int> { state.withLock { $0.codes } }

        func add(_ id: String, _ code: Int) {
            state.withLock {
                $0.codes.insert(code)
                if code == 200 { $0.ids.append(id) }
            }
        }
    }

    private let outcome = Outcome()

    // MARK: Requests

    /// A text that a database cannot compress.
    private static func note() -> String {
        (0..<120).map { _ in String(UInt64.random(in: (.max / 2) ... .max), radix: 36) }.joined()
    }

    private static func account(_ id: String, _ amount: Int) -> String {
        """
        {"type": "accounts", "id": "\(id)",
         "attributes": {"amount": \(amount), "note": "\(note())"}}
        """
    }

    private static func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        ext: String? = nil, to service: ResourceService
    ) async throws -> Int {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://test.example/\(path)"),
            body: body.map { Array($0.utf8) })
        if body != nil {
            request.headers[.contentType] =
                ext.map { HTTPMediaType.jsonAPI(ext: [$0]).description }
                ?? "application/vnd.api+json"
        }
        let response = try await service.execute(request)
        if response.status.code == 503 { #expect(response.headers[.retryAfter] != nil) }
        return response.status.code
    }

    /// Sends a request with two operations: a new account, and one that takes its amount from the
    /// first account. The sum of all amounts stays 0 if no request is done by half.
    private func add(_ id: String, to service: ResourceService) async throws -> Int {
        let document = """
            {"atomic:operations": [
              {"op": "add", "data": \(Self.account(id, 1))},
              {"op": "add", "data": \(Self.account("-\(id)", -1))}]}
            """
        let code = try await Self.send(
            .post, "operations", document, ext: AtomicDocument.uri, to: service)
        outcome.add(id, code)
        return code
    }

    // MARK: The test

    /// Writes until the disk is full, writes on, makes room and writes again.
    private func check(
        _ database: any SQLDatabase, fullMessage: String,
        occupy: () async throws -> Void, makeRoom: () async throws -> Void
    ) async throws {
        let store = try SQLStore(database, Self.types)
        try await store.createTables()
        var service = ResourceService(
            [ServedType("accounts", attributes: ["amount", "note"])], store: store)
        service.operationsPath = "operations"
        let target = service
        for number in 0..<10 { #expect(try await add("a\(number)", to: target) == 200) }

        try await occupy()
        // Several tasks write until each of them was refused three times.
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    var refusals = 0
                    for number in 0..<20_000 where refusals < 3 {
                        let code = try await add("t\(task)n\(number)", to: target)
                        if code == 503 { refusals += 1 }
                    }
                    #expect(refusals == 3)
                }
            }
            try await tasks.waitForAll()
        }
        #expect(outcome.codes == [200, 503])
        try await expectFullness(database, fullMessage)
        // Reads still work, and so does the check of everything that was acknowledged.
        #expect(try await Self.send(.get, "accounts/a0", to: target) == 200)
        let count = try await expectAllStored(database)

        try await makeRoom()
        for number in 0..<10 { #expect(try await add("z\(number)", to: target) == 200) }
        let change = """
            {"data": {"type": "accounts", "id": "a0", "attributes": {"note": "\(Self.note())"}}}
            """
        #expect(try await Self.send(.patch, "accounts/a0", change, to: target) == 200)
        #expect(try await expectAllStored(database) == count + 10)
    }

    /// Expects that the database refuses a row because the disk is full, and for no other reason.
    private func expectFullness(_ database: any SQLDatabase, _ message: String) async throws {
        // Small rows may still have found room in a page.
        let error = await #expect(throws: SQLError.self) {
            for number in 0..<1000 {
                try await database.run(
                    """
                    INSERT INTO account (id, amount, note, version)
                    VALUES ('full\(number)', 0, '\(Self.note())', 1)
                    """)
            }
        }
        #expect(error?.reason == .unavailable)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        // The disk may be too full for this, too. The rows with 0 are not counted.
        _ = try? await database.run("DELETE FROM account WHERE amount = 0")
    }

    /// Expects that each acknowledged request is stored as a whole. Returns the number of stored
    /// requests.
    private func expectAllStored(_ database: any SQLDatabase) async throws -> Int {
        let rows = try await database.read {
            try await $0.execute(SQLStatement("SELECT id, amount FROM account WHERE amount <> 0"))
        }
        var amounts: [String: Int64] = [:]
        for row in rows {
            guard case .text(let id) = row[0], case .integer(let amount) = row[1] else { continue }
            amounts[id] = amount
        }
        let ids = outcome.ids
        for id in ids { #expect(amounts[id] == 1 && amounts["-\(id)"] == -1, "\(id)") }
        // A refused request left nothing.
        #expect(amounts.count == ids.count * 2)
        return ids.count
    }

    // MARK: Databases

    @Test("SQLite without free pages: writes get 503, nothing is lost, and room lets them go on")
    func sqlitePages() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path)
            try await check(database, fullMessage: "full") {
                // The limit of the only connection that writes: 2 MB.
                try await database.run("PRAGMA max_page_count = 500")
            } makeRoom: {
                try await database.run("PRAGMA max_page_count = 1000000")
            }
        }
    }

    @Test(
        "SQLite on a full disk: writes get 503, nothing is lost, and room lets them go on",
        .enabled(if: SmallDisk.isAvailable, SmallDisk.missing))
    func sqliteDisk() async throws {
        let disk = try SmallDisk(megabytes: 16)
        defer { disk.remove() }
        let database = try SQLiteDatabase(patient: "\(disk.path)/store.sqlite")
        try await check(database, fullMessage: "full") {
            try disk.occupy(allBut: 3 << 20)
        } makeRoom: {
            try disk.makeRoom()
        }
    }

    @Test(
        "PostgreSQL on a full disk: writes get 503, nothing is lost, and room lets them go on",
        .enabled(if: SmallDisk.isAvailable, SmallDisk.missing),
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func postgreSQLDisk() async throws {
        let disk = try SmallDisk(megabytes: 128)
        defer { disk.remove() }
        let server = try PostgreSQLServer(folder: disk.path)
        let database = try PostgreSQLDatabase(patient: server.settings, connections: 4)
        // The write-ahead log has room in its first file, of 16 MB, so the table fills the disk.
        try await check(database, fullMessage: "53100") {
            try disk.occupy(allBut: 3 << 20)
        } makeRoom: {
            try disk.makeRoom()
        }
        try server.send("stop")
    }
}

#endif
