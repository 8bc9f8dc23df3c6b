// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxPostgreSQL
import VoxTestSupport

/// A server that stops, is killed and starts again while a service writes.
@Suite(
    "A PostgreSQL server that fails", .serialized,
    .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
struct PostgreSQLFaultTests {
    private static let types = [
        SQLType(
            "accounts", table: "account", key: .text("id"),
            attributes: ["amount": .integer("amount")], version: "version")
    ]

    /// What the requests of the test came to.
    private final class Outcome: Sendable {
        private struct State {
            var ids: [String] = []
            var codes: Set<Int> = []
            var refusals = 0
            var isOver = false
        }

        private let state = Mutex(State())

        /// The ids of the acknowledged requests.
        var ids: [String] { state.withLock { $0.ids } }
        var codes: Set<Int> { state.withLock { $0.codes } }
        var refusals: Int { state.withLock { $0.refusals } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func add(_ id: String, _ code: Int) {
            state.withLock {
                $0.codes.insert(code)
                if code == 200 { $0.ids.append(id) } else { $0.refusals += 1 }
            }
        }

        func end() { state.withLock { $0.isOver = true } }

        /// Waits until as many more requests have been acknowledged.
        func wait(for count: Int) async {
            let wanted = ids.count + count
            await eventually { ids.count >= wanted }
        }
    }

    /// Sends a request with two operations: a new account, and one that takes its amount from the
    /// first account. The sum of all amounts stays 0 if no request is done by half.
    private static func send(_ id: String, to service: ResourceService) async throws -> Int {
        let document = """
            {"atomic:operations": [
              {"op": "add", "data": {"type": "accounts", "id": "\(id)", "attributes": {"amount": 1}}},
              {"op": "add", "data": {"type": "accounts", "id": "-\(id)",
               "attributes": {"amount": -1}}}]}
            """
        var request = ClientRequest(
            method: .post, url: try HTTPURL("http://test.example/operations"),
            body: Array(document.utf8))
        request.headers[.contentType] =
            HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
        let response = try await service.execute(request)
        if response.status.code == 503 { #expect(response.headers[.retryAfter] != nil) }
        return response.status.code
    }

    @Test(
        "Nothing acknowledged is lost, nothing is done by half, and the pool recovers by itself",
        arguments: ["stop", "kill"])
    func restarts(fault: String) async throws {
        let server = try PostgreSQLServer()
        let database = try PostgreSQLDatabase(patient: server.settings, connections: 4)
        let store = try SQLStore(database, Self.types)
        try await store.createTables()
        let accounts = ServedType("accounts", attributes: ["amount"])
        var service = ResourceService([accounts], store: store)
        service.operationsPath = "operations"
        let target = service
        let outcome = Outcome()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for task in 0..<8 {
                tasks.addTask {
                    var number = 0
                    while !outcome.isOver {
                        number += 1
                        let id = "t\(task)n\(number)"
                        let code = try await Self.send(id, to: target)
                        outcome.add(id, code)
                        if code == 503 { try await Task.sleep(for: .milliseconds(5)) }
                    }
                }
            }
            tasks.addTask {
                for _ in 0..<2 {
                    await outcome.wait(for: 40)
                    let refusals = outcome.refusals
                    try server.send(fault)
                    await eventually { outcome.refusals > refusals }
                    try server.send("start")
                }
                // It works again, without being told.
                await outcome.wait(for: 40)
                outcome.end()
            }
            try await tasks.waitForAll()
        }
        #expect(outcome.codes == [200, 503])
        let rows = try await database.run("SELECT id FROM account")
        let stored = Set(rows.compactMap { $0.first?.id })
        let expected = outcome.ids
        #expect(expected.count >= 120)
        for id in expected { #expect(stored.contains(id) && stored.contains("-\(id)")) }
        #expect(
            try await database.run("SELECT sum(amount)::bigint FROM account") == [[.integer(0)]])
        print("\(fault): \(expected.count) acknowledged, \(stored.count / 2) stored")
    }
}

extension SQLValue {
    fileprivate var id: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

#endif
