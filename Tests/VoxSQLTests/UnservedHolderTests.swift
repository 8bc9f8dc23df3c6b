// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

/// Rows of a type that a service does not serve, and that refer to a resource that it deletes.
@Suite("Deletions beside types that are not served")
struct UnservedHolderTests {
    private static let types = [
        SQLType(
            "tags", table: "tag", key: .text("id"), attributes: ["name": .text("name")],
            relationships: [
                "owners": .toMany("accounts", column: "tag_id"),
                "users": .toMany(
                    "accounts", through: "account_tag", owner: "tag", target: "account"),
            ]),
        SQLType(
            "accounts", table: "account",
            relationships: [
                "tag": .toOne("tags", column: "tag_id"),
                "tags": .toMany("tags", through: "account_tag", owner: "account", target: "tag"),
            ], version: "version"),
    ]

    /// What a foreign key says, and the status and the rows after a deletion.
    private struct Case {
        let reference: String
        let isJoin: Bool
        let status: Int
        let accounts: [[SQLValue]]
        var links = 0
    }

    private static let kept: [[SQLValue]] = [[.text("a"), .integer(7)]]
    private static let cases = [
        Case(reference: "REFERENCES tag", isJoin: false, status: 409, accounts: kept),
        Case(reference: "", isJoin: false, status: 409, accounts: kept),
        Case(
            reference: "REFERENCES tag ON DELETE SET NULL", isJoin: false, status: 204,
            accounts: [[.null, .integer(7)]]),
        Case(
            reference: "REFERENCES tag ON DELETE CASCADE", isJoin: false, status: 204, accounts: []),
        Case(
            reference: "REFERENCES tag DEFERRABLE INITIALLY DEFERRED", isJoin: false, status: 409,
            accounts: kept),
        Case(
            reference: "REFERENCES tag", isJoin: true, status: 409,
            accounts: [[.null, .integer(7)]], links: 1),
        Case(
            reference: "", isJoin: true, status: 409, accounts: [[.null, .integer(7)]], links: 1),
        Case(
            reference: "REFERENCES tag ON DELETE CASCADE", isJoin: true, status: 204,
            accounts: [[.null, .integer(7)]]),
    ]

    @Test(
        "A row of a type that is not served is not changed: 409, or what its table says",
        arguments: TestDatabase.all, [false, true])
    func holders(on kind: TestDatabase, isAtomic: Bool) async throws {
        for example in Self.cases {
            try await kind.with { database in
                for statement in [
                    "CREATE TABLE tag (id varchar(9) PRIMARY KEY, name varchar(9))",
                    """
                    CREATE TABLE account (id INTEGER PRIMARY KEY, \
                    tag_id varchar(9) \(example.isJoin ? "" : example.reference), \
                    version bigint NOT NULL)
                    """,
                    """
                    CREATE TABLE account_tag (account integer NOT NULL, \
                    tag varchar(9) NOT NULL \(example.isJoin ? example.reference : ""), \
                    PRIMARY KEY (account, tag))
                    """,
                    "INSERT INTO tag VALUES ('a', 'x'), ('b', 'y')",
                    "INSERT INTO account VALUES (1, \(example.isJoin ? "NULL" : "'a'"), 7)",
                ] + (example.isJoin ? ["INSERT INTO account_tag VALUES (1, 'a')"] : []) {
                    try await database.run(statement)
                }
                let store = try SQLStore(database, Self.types)
                var service = ResourceService(
                    [ServedType("tags", attributes: ["name"])], store: store)
                service.operationsPath = "operations"
                let name = "\(example.reference) \(example.isJoin)"
                let status = try await delete("a", from: service, isAtomic: isAtomic)
                #expect(status == example.status, "\(name)")
                #expect(
                    try await database.run("SELECT tag_id, version FROM account")
                        == example.accounts, "\(name)")
                #expect(
                    try await database.run("SELECT tag FROM account_tag").count == example.links,
                    "\(name)")
                #expect(try await delete("b", from: service, isAtomic: isAtomic) == 204, "\(name)")
            }
        }
    }

    private func delete(
        _ id: String, from service: ResourceService, isAtomic: Bool
    ) async throws -> Int {
        guard isAtomic else { return try await service.answer(.delete, "/tags/\(id)").status }
        let document =
            #"{"atomic:operations":[{"op":"remove","ref":{"type":"tags","id":"\#(id)"}}]}"#
        var request = ClientRequest(
            method: .post, url: try HTTPURL("http://test.example/operations"),
            body: Array(document.utf8))
        request.headers[.contentType] =
            HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
        return try await service.execute(request).status.code
    }

    @Test("The store in memory refuses such a deletion, too")
    func memory() async throws {
        let store = MemoryStore([
            StoredResource(type: "tags", id: "a"), StoredResource(type: "tags", id: "b"),
            StoredResource(
                type: "accounts", id: "1",
                relationships: ["tag": .one(.init(type: "tags", id: "a"))]),
        ])
        var service = ResourceService([ServedType("tags")], store: store)
        service.operationsPath = "operations"
        for isAtomic in [false, true] {
            #expect(try await delete("a", from: service, isAtomic: isAtomic) == 409)
        }
        #expect(try await delete("b", from: service, isAtomic: false) == 204)
        #expect(
            store.resources(of: "accounts").first?.relationships["tag"]
                == .one(.init(type: "tags", id: "a")))
        // A store without a service removes the linkage, as before.
        try store.delete(.init(type: "tags", id: "a"), ifVersion: nil)
        #expect(store.resources(of: "accounts").first?.relationships["tag"] == .one(nil))
    }
}

#endif
