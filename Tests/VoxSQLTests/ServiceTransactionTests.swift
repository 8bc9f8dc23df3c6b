// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL
import VoxSQLite

/// What a service relies on when several requests write at once, or one request writes several times.
@Suite("Transactions of a service")
struct ServiceTransactionTests {
    private struct Failure: Error {}

    private static let types = [
        SQLType(
            "accounts", table: "account", attributes: ["amount": .integer("amount")],
            relationships: [
                "friends": .toMany("accounts", through: "friend", owner: "a", target: "b")
            ], version: "version")
    ]

    private static let all = ResourceSelection(type: "accounts")

    private func fill(_ store: SQLStore, _ amounts: Int...) async throws {
        for amount in amounts {
            _ = try await store.insert(type: "accounts", id: nil, with: Self.change(amount))
        }
    }

    private static func change(_ amount: Int) -> ResourceChange {
        ResourceChange(attributes: ["amount": .number(JSONNumber(amount))])
    }

    private static func amount(of account: StoredResource) -> Int {
        guard case .number(let amount)? = account.attributes["amount"] else { return 0 }
        return amount.exactly() ?? 0
    }

    private static func amounts(in store: any ResourceStore) async throws -> [Int] {
        try await store.list(all).resources.map(amount)
    }

    @Test(
        "Concurrent transactions move amounts, and the sum stays; no update is lost",
        arguments: TestDatabase.all)
    func sum(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            try await fill(store, 100, 100, 100, 100)
            let before = try await store.list(Self.all).resources
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for task in 0..<32 {
                    tasks.addTask {
                        for round in 0..<4 {
                            let from = 1 + (task + round) % 4
                            do {
                                try await retrying {
                                    try await Self.move(
                                        from, from % 4 + 1, in: store, fails: round == 3)
                                }
                            } catch is Failure {}
                            let amounts = try await retrying { try await Self.amounts(in: store) }
                            #expect(amounts.reduce(0, +) == 400)
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            // Each account gave and got as often as the others.
            let after = try await store.list(Self.all).resources
            #expect(after.map(Self.amount) == [100, 100, 100, 100])
            #expect(zip(before, after).map { $1.version - $0.version } == [48, 48, 48, 48])
        }
    }

    private static func move(
        _ from: Int, _ to: Int, in store: SQLStore, fails: Bool
    ) async throws {
        try await store.transaction { inside in
            for (id, change) in [(from, -1), (to, 1)] {
                let account = StoredResource.Identifier(type: "accounts", id: String(id))
                let amount = amount(of: try #require(try await inside.resource(account)))
                await Task.yield()
                _ = try await inside.update(
                    account, with: Self.change(amount + change), ifVersion: nil)
                if fails { throw Failure() }
            }
        }
    }

    @Test(
        "A service executes the operations of a request in one transaction",
        arguments: TestDatabase.all)
    func operations(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            try await fill(store, 10, 20)
            var accounts = ServedType(
                "accounts", attributes: ["amount"], toMany: ["friends": "accounts"])
            accounts.validate = { write in
                write.new.attributes["amount"] == -1
                    ? [APIError(status: 422, title: "Negative")] : []
            }
            var service = ResourceService([accounts], store: store)
            service.operationsPath = "operations"
            func send(_ amount: Int) async throws -> Int {
                let document = """
                    {"atomic:operations": [
                      {"op": "add", "data": {"type": "accounts", "lid": "a"}},
                      {"op": "add", "ref": {"type": "accounts", "id": "1", "relationship": "friends"},
                       "data": [{"type": "accounts", "lid": "a"}]},
                      {"op": "update", "data": {"type": "accounts", "id": "2",
                       "attributes": {"amount": \(amount)}}}]}
                    """
                var request = ClientRequest(
                    method: .post, url: try HTTPURL("http://test.example/operations"),
                    body: Array(document.utf8))
                request.headers[.contentType] =
                    HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                return try await service.execute(request).status.code
            }
            #expect(try await send(-1) == 422)
            #expect(try await Self.amounts(in: store) == [10, 20])
            #expect(try await send(7) == 200)
            var everything = Self.all
            everything.fields = .everything
            let after = try await store.list(everything).resources
            #expect(after.map(Self.amount) == [10, 7, 0])
            #expect(
                after.first?.relationships["friends"]?.identifiers.map(\.id)
                    == after.suffix(1).map(\.id))
        }
    }

    @Test("A file that another process has locked is busy: 503 with Retry-After")
    func locked() async throws {
        try await withFile { path in
            let store = try SQLStore(
                SQLiteDatabase(path: path, busyTimeout: .milliseconds(50)), Self.types)
            try await store.createTables()
            try await fill(store, 10)
            let service = ResourceService([ServedType("accounts")], store: store)
            let request = ClientRequest(
                method: .delete, url: try HTTPURL("http://test.example/accounts/1"))
            try await SQLiteDatabase(path: path).write { _ in
                let refused = try await service.execute(request)
                #expect(refused.status.code == 503)
                #expect(refused.headers[.retryAfter] == "1")
            }
            #expect(try await service.execute(request).status.code == 204)
        }
    }
}

#endif
