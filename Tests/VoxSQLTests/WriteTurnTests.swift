// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// How many transactions of others a write of a service waits for.
@Suite("Turns of writes to a database")
struct WriteTurnTests {
    /// A database that lets others write before each transaction of one writer begins: they came
    /// first, and the writer waits for them.
    private final class BusyDatabase: SQLDatabase {
        @TaskLocal static var isLast = false

        let base: any SQLDatabase
        let others: @Sendable () async throws -> Void
        private let waits = Mutex(0)

        var turns: Int { waits.withLock { $0 } }
        var dialect: SQLDialect { base.dialect }

        init(_ base: any SQLDatabase, _ others: @escaping @Sendable () async throws -> Void) {
            self.base = base
            self.others = others
        }

        func read<Result: Sendable>(
            _ body: @Sendable (any SQLConnection) async throws -> Result
        ) async throws -> Result {
            try await base.read(body)
        }

        func write<Result: Sendable>(
            _ body: @Sendable (any SQLConnection) async throws -> Result
        ) async throws -> Result {
            if Self.isLast {
                waits.withLock { $0 += 1 }
                try await Self.$isLast.withValue(false) { try await others() }
            }
            return try await base.write(body)
        }
    }

    private static let types = [
        SQLType(
            "accounts", table: "account", attributes: ["amount": .integer("amount")],
            version: "version")
    ]

    typealias Request = (method: HTTPRequest.Method, headers: HTTPFields, turns: Int)

    private static let requests: [Request] = [
        (.patch, [:], 1), (.patch, [.ifMatch: "*"], 2), (.delete, [:], 2),
    ]

    @Test(
        "A write waits at most twice for others that change the same row before each of its attempts",
        arguments: TestDatabase.all, requests)
    func waits(on kind: TestDatabase, _ request: Request) async throws {
        try await kind.withStore(Self.types) { store, base in
            _ = try await store.insert(
                type: "accounts", id: nil,
                with: ResourceChange(attributes: ["amount": .number(JSONNumber(0))]))
            let unit = (0..<20).map { number in
                #"{"op":"update","data":{"type":"accounts","id":"1","attributes":{"amount":\#(number)}}}"#
            }
            let document = #"{"atomic:operations":[\#(unit.joined(separator: ","))]}"#
            var other = ResourceService(
                [ServedType("accounts", attributes: ["amount"])], store: store)
            other.operationsPath = "operations"
            let database = BusyDatabase(base) { [other] in
                var request = ClientRequest(
                    method: .post, url: try HTTPURL("http://test.example/operations"),
                    body: Array(document.utf8))
                request.headers[.contentType] =
                    HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                #expect(try await other.execute(request).status.code == 200)
            }
            let service = ResourceService(
                [ServedType("accounts", attributes: ["amount"])],
                store: try SQLStore(database, Self.types))
            var sent = ClientRequest(
                method: request.method, url: try HTTPURL("http://test.example/accounts/1"))
            sent.headers = request.headers
            if request.method == .patch {
                let body = #"{"data":{"type":"accounts","id":"1","attributes":{"amount":1}}}"#
                sent.body = Array(body.utf8)
                sent.headers[.contentType] = "application/vnd.api+json"
            }
            let status = try await BusyDatabase.$isLast.withValue(true) {
                try await service.execute(sent).status.code
            }
            #expect(status == (request.method == .delete ? 204 : 200))
            #expect(database.turns == request.turns)
        }
    }
}

#endif
