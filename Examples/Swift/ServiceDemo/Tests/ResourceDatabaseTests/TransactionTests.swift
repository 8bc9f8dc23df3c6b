// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import ResourceDatabase
import Testing
import VoxServer

/// What a service relies on when it executes several operations in one transaction of the store.
@Suite struct TransactionTests {
    private struct Failure: Error {}

    private static let first = StoredResource.Identifier(type: "accounts", id: "1")
    private static let second = StoredResource.Identifier(type: "accounts", id: "2")

    private func withAccounts(
        _ amounts: [Int], _ work: (SQLiteStore, String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("store").path
        let store = try SQLiteStore(path: path, patience: 0.05)
        for (index, amount) in amounts.enumerated() {
            _ = try await store.insert(
                type: "accounts", id: String(index + 1), with: Self.set(amount))
        }
        try await work(store, path)
    }

    private static func set(_ amount: Int) -> ResourceChange {
        ResourceChange(
            attributes: ["amount": .number(JSONNumber(amount))],
            relationships: ["friends": .replace(.many([]))])
    }

    private static func amount(of account: StoredResource?) -> Int {
        guard case .number(let amount)? = account?.attributes["amount"] else { return 0 }
        return amount.exactly() ?? 0
    }

    private static func all(in store: any ResourceStore) async throws -> [StoredResource] {
        try await store.list(ResourceSelection(type: "accounts")).resources
    }

    @Test("The writes of a transaction are kept together, and its reads see them before")
    func kept() async throws {
        try await withAccounts([10, 20]) { store, path in
            let made = try await store.transaction { inside in
                let made = try await inside.insert(type: "accounts", id: nil, with: Self.set(1))
                _ = try await inside.update(Self.first, with: Self.set(11), ifVersion: 1)
                try await inside.delete(Self.second, ifVersion: nil)
                #expect(Self.amount(of: try await inside.resource(Self.first)) == 11)
                #expect(try await Self.all(in: inside).count == 2)
                // Another connection to the file sees nothing of it.
                let other = try SQLiteStore.amounts(path: path)
                #expect(other == [10, 20])
                return made
            }
            #expect(try await Self.all(in: store).map(Self.amount) == [11, 1])
            #expect(try await store.resources([made.identifier]) == [made])
        }
    }

    @Test("An error and a cancellation undo all writes, and the store goes on")
    func undone() async throws {
        try await withAccounts([10, 20]) { store, _ in
            let before = try await Self.all(in: store)
            await #expect(throws: Failure.self) {
                try await store.transaction { inside in
                    _ = try await inside.insert(type: "accounts", id: "3", with: Self.set(1))
                    try await inside.delete(Self.first, ifVersion: nil)
                    throw Failure()
                }
            }
            #expect(try await Self.all(in: store) == before)
            let task = Task {
                try await store.transaction { inside in
                    try await inside.delete(Self.first, ifVersion: nil)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await Self.all(in: store) == before)
            try await store.transaction { try await $0.delete(Self.first, ifVersion: nil) }
            #expect(try await Self.all(in: store).map(\.id) == ["2"])
        }
    }

    @Test("A write that fails inside a transaction is undone alone, if its error is caught")
    func caught() async throws {
        try await withAccounts([10, 20]) { store, _ in
            try await store.transaction { inside in
                let link = ResourceChange(
                    attributes: ["amount": 5],
                    relationships: [
                        "friends": .add([StoredResource.Identifier(type: "accounts", id: "9")])
                    ])
                await #expect(throws: StoreError.missingTarget) {
                    _ = try await inside.insert(type: "accounts", id: "3", with: link)
                }
                _ = try await inside.update(Self.first, with: Self.set(11), ifVersion: nil)
            }
            #expect(try await Self.all(in: store).map(Self.amount) == [11, 20])
        }
    }

    @Test("Other calls wait for the end of a transaction, and another process finds it locked")
    func isolated() async throws {
        try await withAccounts([10, 20]) { store, path in
            let other = try SQLiteStore(path: path, patience: 0.05)
            async let writes: Void = withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        _ = try await store.update(
                            Self.second, with: Self.set(21), ifVersion: nil)
                    }
                }
                try await tasks.waitForAll()
            }
            try await store.transaction { inside in
                let amount = Self.amount(of: try await inside.resource(Self.first))
                await #expect(throws: StoreError.busy) {
                    _ = try await other.update(Self.first, with: Self.set(0), ifVersion: nil)
                }
                _ = try await inside.update(Self.first, with: Self.set(amount + 1), ifVersion: nil)
            }
            try await writes
            #expect(try await Self.all(in: store).map(Self.amount) == [11, 21])
        }
    }

    @Test("Concurrent transactions move amounts, and the sum stays; no update is lost")
    func sum() async throws {
        try await withAccounts([100, 100, 100, 100]) { store, _ in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for task in 0..<32 {
                    tasks.addTask {
                        for round in 0..<4 {
                            let from = 1 + (task + round) % 4
                            do {
                                try await Self.move(
                                    from, from % 4 + 1, in: store, fails: round == 3)
                            } catch is Failure {}
                            let sum = try await Self.all(in: store).map(Self.amount).reduce(0, +)
                            #expect(sum == 400)
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            // Each account gave and got as often as the others.
            let accounts = try await Self.all(in: store)
            var writes = 0
            for account in accounts { writes += account.version - 1 }
            #expect(writes == 192)
            #expect(accounts.map(Self.amount) == [100, 100, 100, 100])
        }
    }

    private static func move(
        _ from: Int, _ to: Int, in store: SQLiteStore, fails: Bool
    ) async throws {
        try await store.transaction { inside in
            for (id, change) in [(from, -1), (to, 1)] {
                let account = StoredResource.Identifier(type: "accounts", id: String(id))
                let amount = Self.amount(of: try await inside.resource(account))
                await Task.yield()
                _ = try await inside.update(
                    account, with: Self.set(amount + change), ifVersion: nil)
                if fails { throw Failure() }
            }
        }
    }

    @Test("A service executes the operations of a request in one transaction")
    func service() async throws {
        try await withAccounts([10, 20]) { store, _ in
            var accounts = ServedType("accounts", toMany: ["friends": "accounts"])
            accounts.validate = { write in
                write.new.attributes["amount"] == -1
                    ? [APIError(status: 422, title: "Negative")] : []
            }
            var service = ResourceService([accounts], store: store)
            service.operationsPath = "operations"
            func send(_ amount: Int) async throws -> ClientResponse {
                let document = """
                    {"atomic:operations": [
                      {"op": "add", "data": {"type": "accounts", "lid": "a"}},
                      {"op": "add", "ref": {"type": "accounts", "id": "1", "relationship": "friends"},
                       "data": [{"type": "accounts", "lid": "a"}]},
                      {"op": "update", "data": {"type": "accounts", "id": "2",
                       "attributes": {"amount": \(amount)}}}]}
                    """
                var request = ClientRequest(
                    method: .post, url: try HTTPURL("http://test.example/operations"))
                request.headers[.contentType] =
                    HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                request.body = Array(document.utf8)
                return try await service.execute(request)
            }
            let before = try await Self.all(in: store)
            #expect(try await send(-1).status.code == 422)
            #expect(try await Self.all(in: store) == before)
            let response = try await send(7)
            #expect(response.status.code == 200)
            let results = try AtomicDocument(parsing: try await response.body.bytes()).results
            let made = try #require(results.first?.resource?.id)
            let after = try await Self.all(in: store)
            #expect(after.map(Self.amount) == [10, 7, 0])
            #expect(after[0].relationships["friends"]?.identifiers.map(\.id) == [made])
        }
    }
}

extension SQLiteStore {
    /// The amounts in a file, as another connection sees them.
    fileprivate static func amounts(path: String) throws -> [Int] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { db in
            try Int.fetchAll(
                db,
                sql: """
                    SELECT json_extract(attributes, '$.amount') FROM resource
                    WHERE type = 'accounts' ORDER BY key
                    """)
        }
    }
}
