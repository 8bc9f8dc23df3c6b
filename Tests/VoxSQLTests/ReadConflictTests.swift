// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// Reads that other transactions disturb, as on a standby of PostgreSQL.
@Suite("Conflicts of reads")
struct ReadConflictTests {
    /// A database with one note, whose first statements fail.
    private final class DisturbedDatabase: SingleConnection {
        let dialect = SQLDialect.postgreSQL
        private let conflicts: Mutex<Int>

        init(conflicts: Int) { self.conflicts = Mutex(conflicts) }

        func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
            let isDisturbed = conflicts.withLock { left in
                left -= 1
                return left >= 0
            }
            if isDisturbed { throw SQLError(.conflict, "canceled because of recovery") }
            return [[.integer(1), .integer(1)]]
        }
    }

    @Test(
        "A read is repeated a few times, and then the client may try again",
        arguments: [(0, 200), (1, 200), (4, 200), (1_000, 503)])
    func reads(conflicts: Int, status: Int) async throws {
        let database = DisturbedDatabase(conflicts: conflicts)
        let store = try SQLStore(database, [SQLType("notes", table: "note", version: "version")])
        let service = ResourceService([ServedType("notes", attributes: [])], store: store)
        let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes/1"))
        let response = try await service.execute(request)
        #expect(response.status.code == status)
        #expect((response.headers[.retryAfter] == "1") == (status == 503))
    }
}
