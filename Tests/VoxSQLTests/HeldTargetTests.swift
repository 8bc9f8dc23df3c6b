// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

/// Resources without a tenant that rows of tenants hold by foreign keys and join tables.
@Suite("Held targets")
struct HeldTargetTests {
    @TaskLocal static var tenant = "red"

    private static func types(deletedAt: String? = nil) -> [SQLType] {
        [
            SQLType(
                "accounts", table: "account", attributes: ["name": .text("name")],
                relationships: [
                    "tags": .toMany("tags", column: "account_id"),
                    "badge": .toOne("marks", column: "badge_id"),
                    "marks": .toMany("marks", through: "mark", owner: "account", target: "stamp"),
                ], deletedAt: "deleted"
            ).tenant(.text("tenant")) {
                if tenant.isEmpty { throw ErrorResponse(.unauthorized) }
                return .text(tenant)
            },
            SQLType(
                "tags", table: "tag", key: .text("word"), attributes: ["colour": .text("colour")],
                relationships: ["account": .toOne("accounts", column: "account_id")],
                version: "version", deletedAt: deletedAt),
            SQLType(
                "marks", table: "stamp", key: .text("word"),
                relationships: ["bearers": .toMany("accounts", column: "badge_id")],
                deletedAt: deletedAt),
            SQLType(
                "sizes", table: "size", key: .text("word"),
                relationships: ["next": .toOne("sizes", column: "next_word")]),
        ]
    }

    private static func service(_ store: SQLStore) -> ResourceService {
        var service = ResourceService(
            [
                ServedType(
                    "accounts", attributes: ["name"], toOne: ["badge": "marks"],
                    toMany: ["tags": "tags", "marks": "marks"]),
                ServedType("tags", attributes: ["colour"], toOne: ["account": "accounts"]),
                ServedType("marks", attributes: [], toMany: ["bearers": "accounts"]),
                ServedType("sizes", attributes: [], toOne: ["next": "sizes"]),
            ], store: store)
        service.operationsPath = "operations"
        return service
    }

    /// The red accounts 1 and 2, of which 2 is deleted, and the blue account 3. Account 1 holds the
    /// tag a, account 2 the tag b, account 3 the tag c, and nobody the tag d.
    private func withService(
        on kind: TestDatabase, deletedAt: String? = nil,
        _ body: (ResourceService, any SQLDatabase) async throws -> Void
    ) async throws {
        try await kind.withStore(Self.types(deletedAt: deletedAt)) { store, database in
            for (id, name) in [(1, "red"), (2, "red"), (3, "blue")] {
                try await Self.$tenant.withValue(name) {
                    _ = try await store.insert(
                        type: "accounts", id: "\(id)", with: ResourceChange())
                }
            }
            try await store.delete(.init(type: "accounts", id: "2"), ifVersion: nil)
            for (word, account) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "NULL")] {
                _ = try await store.insert(type: "tags", id: word, with: ResourceChange())
                try await database.run(
                    "UPDATE tag SET account_id = \(account) WHERE word = '\(word)'")
            }
            for word in ["joined", "borne"] {
                _ = try await store.insert(type: "marks", id: word, with: ResourceChange())
            }
            try await database.run("INSERT INTO mark (account, stamp) VALUES (3, 'joined')")
            try await database.run("UPDATE account SET badge_id = 'borne' WHERE id = 3")
            try await body(Self.service(store), database)
        }
    }

    private static func send(
        _ method: HTTPRequest.Method, _ target: String, _ body: String?, to service: ResourceService
    ) async throws -> (status: Int, text: String) {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://test.example\(target)"),
            body: body.map { Array($0.utf8) })
        if body != nil {
            request.headers[.contentType] =
                target == "/operations"
                ? HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                : "application/vnd.api+json"
        }
        let response = try await service.execute(request)
        return (
            response.status.code, String(decoding: try await response.body.bytes(), as: UTF8.self)
        )
    }

    private static func operation(_ op: String, _ rest: String) -> String {
        #"{"atomic:operations": [{"op": "\#(op)", \#(rest)}]}"#
    }

    @Test(
        "No write takes a resource from an account that the caller cannot see",
        arguments: TestDatabase.all)
    func taking(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, database in
            let account = #"{"type": "accounts", "id": "1"}"#
            for word in ["b", "c"] {
                let tag = #"{"type": "tags", "id": "\#(word)"}"#
                let ref = #""ref": {"type": "tags", "id": "\#(word)", "relationship": "account"}"#
                let tags =
                    #""ref": {"type": "accounts", "id": "1", "relationship": "tags"}, "#
                    + #""data": [\#(tag)]"#
                let held = #""relationships": {"tags": {"data": [\#(tag)]}}"#
                let holder = #""relationships": {"account": {"data": DATA}}"#
                let own = #"{"type": "tags", "id": "\#(word)", \#(holder)}"#
                for (method, target, body, status) in [
                    (
                        .patch, "/tags/\(word)/relationships/account", #"{"data": \#(account)}"#,
                        409
                    ),
                    (.patch, "/tags/\(word)/relationships/account", #"{"data": null}"#, 200),
                    (
                        .patch, "/tags/\(word)",
                        #"{"data": \#(own.replacing("DATA", with: account))}"#, 409
                    ),
                    (
                        .patch, "/tags/\(word)",
                        #"{"data": \#(own.replacing("DATA", with: "null"))}"#, 200
                    ),
                    (.post, "/accounts/1/relationships/tags", #"{"data": [\#(tag)]}"#, 409),
                    (.patch, "/accounts/1/relationships/tags", #"{"data": [\#(tag)]}"#, 409),
                    (.delete, "/accounts/1/relationships/tags", #"{"data": [\#(tag)]}"#, 204),
                    (
                        .patch, "/accounts/1",
                        #"{"data": {"type": "accounts", "id": "1", \#(held)}}"#, 409
                    ),
                    (.post, "/accounts", #"{"data": {"type": "accounts", \#(held)}}"#, 409),
                    (
                        .post, "/operations",
                        Self.operation("update", #"\#(ref), "data": \#(account)"#), 409
                    ),
                    (
                        .post, "/operations", Self.operation("update", #"\#(ref), "data": null"#),
                        204
                    ),
                    (.post, "/operations", Self.operation("add", tags), 409),
                    (.post, "/operations", Self.operation("update", tags), 409),
                    (.post, "/operations", Self.operation("remove", tags), 204),
                    (
                        .post, "/operations",
                        Self.operation("add", #""data": {"type": "accounts", \#(held)}"#), 409
                    ),
                ] as [(HTTPRequest.Method, String, String, Int)] {
                    let reply = try await Self.send(method, target, body, to: service)
                    #expect(reply.status == status, "\(method) \(target) \(body): \(reply)")
                    let left = try await database.run(
                        "SELECT account_id FROM tag WHERE word <> 'd' ORDER BY word")
                    #expect(
                        left == [[.integer(1)], [.integer(2)], [.integer(3)]],
                        "\(method) \(target) \(body)")
                    let accounts = try await database.run("SELECT count(*) FROM account")
                    #expect(accounts == [[.integer(3)]])
                }
            }
            for (method, target, body) in [
                (
                    .post, "/accounts/1/relationships/tags",
                    #"{"data": [{"type": "tags", "id": "d"}]}"#
                ),
                (.patch, "/tags/a/relationships/account", #"{"data": null}"#),
                (.patch, "/tags/a/relationships/account", #"{"data": \#(account)}"#),
            ] as [(HTTPRequest.Method, String, String)] {
                let reply = try await Self.send(method, target, body, to: service)
                #expect([200, 204].contains(reply.status), "\(reply)")
            }
            #expect(
                try await database.run("SELECT count(*) FROM tag WHERE account_id = 1")
                    == [[.integer(2)]])
        }
    }

    @Test(
        "No deletion removes a resource that another tenant holds",
        arguments: TestDatabase.all, [nil, "gone"])
    func deletion(on kind: TestDatabase, deletedAt: String?) async throws {
        try await withService(on: kind, deletedAt: deletedAt) { service, database in
            for (type, id) in [("tags", "c"), ("marks", "joined"), ("marks", "borne")] {
                let ref = #""ref": {"type": "\#(type)", "id": "\#(id)"}"#
                for (method, target, body) in [
                    (.delete, "/\(type)/\(id)", nil),
                    (.post, "/operations", Self.operation("remove", ref)),
                ] as [(HTTPRequest.Method, String, String?)] {
                    let reply = try await Self.send(method, target, body, to: service)
                    #expect(reply.status == 409, "\(method) \(target) \(body ?? ""): \(reply)")
                }
                let reply = try await Self.send(.get, "/\(type)/\(id)", nil, to: service)
                #expect(reply.status == 200)
            }
            // The own tags can be deleted, also those of an own account that is deleted.
            for word in ["a", "b", "d"] {
                let reply = try await Self.send(.delete, "/tags/\(word)", nil, to: service)
                #expect(reply.status == 204)
            }
            try await Self.$tenant.withValue("blue") {
                let reply = try await Self.send(.delete, "/tags/c", nil, to: service)
                #expect(reply.status == 204)
            }
            try await Self.$tenant.withValue("") {
                let reply = try await Self.send(.delete, "/marks/joined", nil, to: service)
                #expect(reply.status == 401)
                let made = try await Self.send(
                    .post, "/marks", #"{"data": {"type": "marks", "id": "new"}}"#, to: service)
                #expect(made.status == 201, "\(made)")
            }
        }
    }

    @Test(
        "A resource that no tenant can hold is deleted without a tenant",
        arguments: TestDatabase.all)
    func withoutTenant(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, _ in
            try await Self.$tenant.withValue("") {
                let ref = #""ref": {"type": "sizes", "id": "s"}"#
                for (method, target, body) in [
                    (.delete, "/sizes/s", nil),
                    (.post, "/operations", Self.operation("remove", ref)),
                ] as [(HTTPRequest.Method, String, String?)] {
                    let made = try await Self.send(
                        .post, "/sizes", #"{"data": {"type": "sizes", "id": "s"}}"#, to: service)
                    #expect(made.status == 201, "\(made)")
                    let reply = try await Self.send(method, target, body, to: service)
                    #expect(reply.status == 204, "\(reply)")
                }
            }
        }
    }
}

#endif
