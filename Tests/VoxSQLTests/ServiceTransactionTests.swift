// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL
import VoxSQLite
import VoxTestSupport

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
            let count = Size.of(quick: 12, full: 32)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for task in 0..<count {
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
            // Three moves of each task, each with two writes.
            let writes = Array(repeating: count * 6 / 4, count: 4)
            #expect(zip(before, after).map { $1.version - $0.version } == writes)
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
                write.new.attributes.amount == -1
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

    @Test(
        "Long requests that write the same rows in other orders all end",
        arguments: TestDatabase.all)
    func crowded(on kind: TestDatabase) async throws {
        // No wait ends here because of time: 503 then says that the service has given up.
        try await kind.withStore(Self.types) { store, _ in
            let (writers, rows) = (8, Size.of(quick: 40, full: 120))
            for _ in 0..<rows { try await fill(store, 0) }
            var service = ResourceService(
                [ServedType("accounts", attributes: ["amount"])], store: store)
            service.operationsPath = "operations"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for writer in 1...writers {
                    // The even ones write from the first row to the last one, and the others back.
                    let order = writer.isMultiple(of: 2) ? Array(1...rows) : (1...rows).reversed()
                    let operations = order.map { row in
                        #"{"op": "update", "data": {"type": "accounts", "id": "\#(row)", "attributes": {"amount": \#(writer)}}}"#
                    }
                    let document =
                        #"{"atomic:operations": [\#(operations.joined(separator: ","))]}"#
                    tasks.addTask { [service] in
                        var request = ClientRequest(
                            method: .post, url: try HTTPURL("http://test.example/operations"),
                            body: Array(document.utf8))
                        request.headers[.contentType] =
                            HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                        return try await service.execute(request).status.code
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: writers))
            // All rows are those of the last request.
            #expect(Set(try await Self.amounts(in: store)).count == 1)
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
            try await SQLiteDatabase(patient: path).write { _ in
                let refused = try await service.execute(request)
                #expect(refused.status.code == 503)
                #expect(refused.headers[.retryAfter] == "1")
            }
            #expect(try await service.execute(request).status.code == 204)
        }
    }

    /// A database whose COMMIT always ends with an error.
    private struct FailingDatabase: SQLDatabase {
        let base: SQLiteDatabase
        let reason: SQLError.Reason
        /// True if the database has committed nevertheless.
        let isCommitting: Bool

        var dialect: SQLDialect { base.dialect }

        func read<Result: Sendable>(
            _ body: @Sendable (any SQLConnection) async throws -> Result
        ) async throws -> Result {
            try await base.read(body)
        }

        func write<Result: Sendable>(
            _ body: @Sendable (any SQLConnection) async throws -> Result
        ) async throws -> Result {
            let error = SQLError(reason, "the transaction has ended")
            guard isCommitting else {
                return try await base.write { connection -> Result in
                    _ = try await body(connection)
                    throw error
                }
            }
            _ = try await base.write(body)
            throw error
        }
    }

    /// The files that a service has received.
    private final class Scans: Sendable {
        private let keys = Mutex<[String]>([])

        var all: [String] { keys.withLock { $0 } }

        var file: ServedType.File {
            ServedType.File { part in
                _ = try await part.body.bytes()
                self.keys.withLock { $0.append("scan") }
                return "scan"
            } discard: { _ in
                self.keys.withLock { $0.removeAll() }
            }
        }
    }

    @Test(
        "The file of a write stays if COMMIT gets no response, and not if COMMIT is refused",
        arguments: [SQLError.Reason.unavailable, .timeout, .busy], [false, true])
    func commit(reason: SQLError.Reason, isValidated: Bool) async throws {
        let isUnknown = reason != .busy
        try await withFile { path in
            let types = [
                SQLType("accounts", table: "account", attributes: ["scan": .text("scan")])
            ]
            let base = try SQLiteDatabase(patient: path)
            try await SQLStore(base, types).createTables()
            let database = FailingDatabase(base: base, reason: reason, isCommitting: isUnknown)
            let scans = Scans()
            var accounts = ServedType("accounts", attributes: ["scan"])
            accounts.files["scan"] = scans.file
            if isValidated { accounts.validate = { _ in [] } }
            let failures = Mutex<[SQLError.Reason?]>([])
            var service = ResourceService([accounts], store: try SQLStore(database, types))
            service.onFailure = { error in
                failures.withLock { $0.append((error as? SQLError)?.reason) }
            }
            let form = MultipartBody([
                .init(
                    "document",
                    ClientRequest.Body(
                        Array(#"{"data":{"type":"accounts"}}"#.utf8),
                        contentType: "application/vnd.api+json")),
                .init("scan", [1, 2], fileName: "a.png", contentType: "image/png"),
            ])
            let response = try await service.execute(
                ClientRequest(
                    method: .post, url: try HTTPURL("http://test.example/accounts"),
                    sending: try form.body()))
            #expect(response.status.code == (reason == .timeout ? 504 : 503))
            let rows: [[SQLValue]] = isUnknown ? [[.text("scan")]] : []
            #expect(try await base.run("SELECT scan FROM account") == rows)
            #expect(scans.all.count == rows.count)
            let reported: [SQLError.Reason?] = [isUnknown ? reason : nil]
            #expect(failures.withLock { $0 } == reported)
        }
    }
}

#endif
