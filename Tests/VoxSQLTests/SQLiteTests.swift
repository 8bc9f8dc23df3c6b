// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Synchronization
import Testing
import VoxSQL
import VoxSQLite

/// What the driver of SQLite does beside the statements of a store.
@Suite("The driver of SQLite")
struct SQLiteTests {
    private func reason(_ body: () async throws -> Void) async -> SQLError.Reason? {
        let error = await #expect(throws: SQLError.self) { try await body() }
        return error?.reason
    }

    /// Counts the limits that have passed.
    private final class Limits: Sendable {
        private let count = Mutex(0)

        var passed: Int { count.withLock { $0 } }

        func pass() { count.withLock { $0 += 1 } }
    }

    @Test("A statement that takes too long is a timeout: 504")
    func timeLimit() async throws {
        let endless = """
            WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row)
            SELECT count(*) FROM row
            """
        try await withFile { path in
            let database = try SQLiteDatabase(path: path, readers: 1, timeLimit: .milliseconds(50))
            let patient = try SQLiteDatabase(patient: path)
            try await patient.run("CREATE TABLE t (n INTEGER)")
            #expect(await reason { try await database.run(endless) } == .timeout)
            #expect(
                await reason {
                    _ = try await database.read { try await $0.execute(SQLStatement(endless)) }
                } == .timeout)
            // A write that is interrupted leaves nothing, and the next statements are executed.
            let partly = await reason {
                try await database.write { connection in
                    _ = try await connection.execute(SQLStatement("INSERT INTO t VALUES (1)"))
                    _ = try await connection.execute(SQLStatement("INSERT INTO t \(endless)"))
                }
            }
            #expect(partly == .timeout)
            let left = try await againAfterTimeouts {
                try await database.run("SELECT count(*) FROM t")
            }
            #expect(left == [[.integer(0)]])
            // Each statement of a transaction has a limit of its own. This transaction lasts until
            // another connection has run into the same limit four times.
            let other = try SQLiteDatabase(path: path, readers: 1, timeLimit: .milliseconds(50))
            try await againAfterTimeouts {
                let limits = Limits()
                let waiting = Task {
                    for _ in 0..<4 {
                        let passed = await reason {
                            _ = try await other.read { try await $0.execute(SQLStatement(endless)) }
                        }
                        #expect(passed == .timeout)
                        limits.pass()
                    }
                }
                try await database.write { connection in
                    while limits.passed < 4 {
                        _ = try await connection.execute(SQLStatement("INSERT INTO t VALUES (1)"))
                    }
                }
                await waiting.value
            }
            #expect(try await patient.run("SELECT count(*) > 0 FROM t") == [[.integer(1)]])
        }
    }

    @Test("A connection that is not free in time is busy")
    func waitLimit() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(
                path: path, readers: 1, waitLimit: .milliseconds(50))
            try await database.write { _ in
                #expect(await reason { try await database.run("SELECT 1") } == .busy)
                // A read does not wait for the write.
                try await database.read { _ in
                    #expect(
                        await reason {
                            _ = try await database.read {
                                try await $0.execute(SQLStatement("SELECT 1"))
                            }
                        } == .busy)
                }
            }
            #expect(try await database.run("SELECT 1") == [[.integer(1)]])
        }
    }

    @Test("At most 256 statements are kept")
    func prepared() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path, readers: 1)
            try await database.run("CREATE TABLE note (id INTEGER PRIMARY KEY, n INTEGER)")
            func read(_ text: String) async throws -> [[SQLValue]] {
                try await database.read { try await $0.execute(SQLStatement(text)) }
            }
            // A prepared EXPLAIN keeps its plan, even if another connection creates an index.
            func isSearch() async throws -> Bool {
                let plan = try await read("EXPLAIN QUERY PLAN SELECT id FROM note WHERE n = 1")
                guard case .text(let step)? = plan.first?.last else { return false }
                return step.hasPrefix("SEARCH")
            }
            #expect(try await !isSearch())
            try await database.run("CREATE INDEX i ON note (n)")
            #expect(try await read("SELECT count(*) FROM note") == [[.integer(0)]])
            for number in 0..<100 {
                #expect(try await read("SELECT \(number)") == [[.integer(Int64(number))]])
            }
            #expect(try await !isSearch())
            for round in 0..<2 {
                for number in 0..<300 {
                    let rows = try await read("SELECT \(number)")
                    try #require(rows == [[.integer(Int64(number))]], "\(round)")
                }
            }
            #expect(try await isSearch())
        }
    }

    @Test("No statement, value or path ends at U+0000")
    func zero() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path)
            try await database.run("CREATE TABLE t (n TEXT)")
            try await database.run("INSERT INTO t VALUES ('a')")
            for statement in [
                SQLStatement("DELETE FROM t\u{0} WHERE n = 'b'"),
                SQLStatement("DELETE FROM t WHERE n = ?", [.text("a\u{0}b")]),
            ] {
                let refused = await reason {
                    _ = try await database.write { try await $0.execute(statement) }
                }
                #expect(refused == .invalidValue)
            }
            #expect(try await database.run("SELECT count(*) FROM t") == [[.integer(1)]])
            #expect(throws: SQLError.self) { try SQLiteDatabase(path: path + "\u{0}x") }
        }
    }

    @Test("The kept statements are limited by the bytes of their texts, and the oldest go first")
    func preparedBytes() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path, readers: 1)
            try await database.run("CREATE TABLE note (id INTEGER PRIMARY KEY, n INTEGER)")
            func read(_ text: String) async throws -> [[SQLValue]] {
                try await database.read { try await $0.execute(SQLStatement(text)) }
            }
            // A prepared EXPLAIN keeps its plan, even if another connection creates an index.
            func isSearch(_ length: Int) async throws -> Bool {
                let comment = "/* \(String(repeating: "x", count: length)) */"
                let plan = try await read(
                    "EXPLAIN QUERY PLAN SELECT id FROM note \(comment) WHERE n = 1")
                guard case .text(let step)? = plan.first?.last else { return false }
                return step.hasPrefix("SEARCH")
            }
            for length in [10, 20, 9000] { #expect(try await !isSearch(length)) }
            try await database.run("CREATE INDEX i ON note (n)")
            #expect(try await read("SELECT count(*) FROM note") == [[.integer(0)]])
            // 200 KiB of text.
            for number in 0..<100 {
                let comment = "/* \(String(repeating: "x", count: 2048)) */"
                #expect(
                    try await read("SELECT \(number) \(comment)") == [[.integer(Int64(number))]])
                if number % 20 == 0 { #expect(try await !isSearch(10)) }
            }
            #expect(try await !isSearch(10))
            #expect(try await isSearch(20))
            // A very long one is not kept at all.
            #expect(try await isSearch(9000))
        }
    }

    @Test("Two statements whose texts differ only in the spelling of é are two statements")
    func spelling() async throws {
        try await withFile { path in
            let database = try SQLiteDatabase(patient: path)
            try await database.run("CREATE TABLE t (\"\u{E9}\" INTEGER, \"e\u{301}\" INTEGER)")
            try await database.run("INSERT INTO t VALUES (1, 2)")
            #expect(try await database.run("SELECT \"\u{E9}\" FROM t") == [[.integer(1)]])
            #expect(try await database.run("SELECT \"e\u{301}\" FROM t") == [[.integer(2)]])
        }
    }
}

#endif
