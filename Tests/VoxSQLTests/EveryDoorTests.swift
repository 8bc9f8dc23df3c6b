// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxSQL

/// A store that has more than its service serves: columns, links to another type, deleted rows, and
/// rows of another tenant. Each test is a walk through the doors of the service.
@Suite("Every door of a service")
struct EveryDoorTests {
    @TaskLocal static var tenant = "red"

    private static func column() throws -> SQLValue {
        if tenant.isEmpty { throw ErrorResponse(.unauthorized) }
        return .text(tenant)
    }

    private static let types = [
        SQLType(
            "accounts", table: "account",
            attributes: [
                "name": .text("name"), "secret": .text("secret"), "pinNumber": .integer("pin"),
            ],
            relationships: [
                "notes": .toMany("notes", column: "account_id"),
                "tags": .toMany("tags", through: "account_tag", owner: "account", target: "tag"),
                "hidden": .toOne("internals", column: "internal_id"),
                "owner": .toOne(["tags": "tag_id", "internals": "owner_id"]),
            ], deletedAt: "deleted"
        ).tenant(.text("tenant"), column),
        SQLType(
            "notes", table: "note", attributes: ["body": .text("body")],
            relationships: ["account": .toOne("accounts", column: "account_id")]
        ).tenant(.text("tenant"), column),
        SQLType(
            "tags", table: "tag", key: .text("word"), attributes: ["colour": .text("colour")],
            relationships: [
                "accounts": .toMany(
                    "accounts", through: "account_tag", owner: "tag", target: "account")
            ], version: "version"),
        SQLType(
            "safes", table: "safe",
            attributes: ["name": .text("name"), "cipher": .text("cipher").required()]),
        SQLType("internals", table: "internal", attributes: ["key": .text("key")]),
    ]

    private static func service(_ store: SQLStore) -> ResourceService {
        var accounts = ServedType(
            "accounts", attributes: ["name"], toMany: ["notes": "notes", "tags": "tags"])
        accounts.relationships["owner"] = .init(isMany: false, target: nil)
        var service = ResourceService(
            [
                accounts,
                ServedType("notes", attributes: ["body"], toOne: ["account": "accounts"]),
                ServedType("tags", attributes: ["colour"], toMany: ["accounts": "accounts"]),
                ServedType("safes", attributes: ["name"]),
            ], store: store)
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        return service
    }

    /// The red accounts 1 and 2, of which 2 is deleted, and the blue account 3. Each has the tag t,
    /// a note, a secret and links to the internal resource 7.
    private static func fill(_ store: SQLStore, _ database: any SQLDatabase) async throws {
        func insert(
            _ type: String, _ id: String, _ attribute: String, _ value: String,
            _ relationships: [String: ResourceChange.Edit] = [:]
        ) async throws {
            _ = try await store.insert(
                type: type, id: id,
                with: ResourceChange(
                    attributes: [attribute: .string(value)], relationships: relationships))
        }
        try await insert("tags", "t", "colour", "green")
        try await insert("internals", "7", "key", "KEY")
        let tag = ResourceChange.Edit.replace(.many([.init(type: "tags", id: "t")]))
        for (id, name, tenant) in [
            ("1", "ann", "red"), ("2", "GONE", "red"), ("3", "BLUE", "blue"),
        ] {
            try await $tenant.withValue(tenant) {
                try await insert("accounts", id, "name", name, ["tags": tag])
                let account = StoredResource.Identifier(type: "accounts", id: id)
                try await insert(
                    "notes", id, "body", "note \(id)", ["account": .replace(.one(account))])
            }
        }
        try await database.run(
            "UPDATE account SET secret = 'S3CRET', pin = 2047114711, internal_id = 7, owner_id = 7")
        try await store.delete(.init(type: "accounts", id: "2"), ifVersion: nil)
    }

    /// What no response contains: values that are not served, and their names. A name that the
    /// client has sent may come back.
    static let values = [
        "S3CRET", "2047114711", "KEY", "GONE", "BLUE", #""accounts","id":"2""#,
        #""accounts","id":"3""#,
    ]
    private static let names = ["secret", "pinNumber", "hidden", "internal", "cipher"]

    static func send(
        _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil,
        headers: HTTPFields = [:], to service: ResourceService
    ) async throws -> (status: Int, text: String, tag: String) {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://test.example\(target)"),
            body: body.map { Array($0.utf8) })
        request.headers = headers
        if body != nil {
            request.headers[.contentType] =
                target == "/operations"
                ? HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                : "application/vnd.api+json"
        }
        let response = try await service.execute(request)
        let text = String(decoding: try await response.body.bytes(), as: UTF8.self)
        let sent = target + (body ?? "")
        let all = text + response.headers.map { "\n\($0.name): \($0.value)" }.joined()
        for word in values + names.filter({ !sent.contains($0) }) {
            #expect(!all.contains(word), "\(method) \(target) \(body ?? ""): \(word) in \(all)")
        }
        return (response.status.code, text, response.headers[.eTag] ?? "")
    }

    func withService(
        on kind: TestDatabase,
        _ body: (ResourceService, any SQLDatabase) async throws -> Void
    ) async throws {
        try await kind.withStore(Self.types) { store, database in
            try await Self.fill(store, database)
            try await body(Self.service(store), database)
        }
    }

    static let account = #"{"type": "accounts", "id": "1""#

    @Test(
        "No response has what is not served, a deleted row, or a row of another tenant",
        arguments: TestDatabase.all)
    func responses(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, _ in
            var service = service
            let actions = Mutex<Set<ResourceService.Operation.Action>>([])
            service.authorize = { operation in
                _ = actions.withLock { $0.insert(operation.action) }
            }
            for (target, found) in [
                ("/accounts", #""total":1"#), ("/notes", #""total":2"#), ("/tags", #""total":1"#),
                ("/accounts?sort=name", "ann"), ("/accounts?sort=-name,id", "ann"),
                ("/accounts?filter[name][gt]=A", #""total":1"#),
                ("/accounts?filter[id]=1,2,3", #""total":1"#),
                ("/accounts?filter[tags]=t", #""total":1"#),
                ("/accounts?filter[tags.accounts.name][gt]=A", #""total":1"#),
                ("/tags?filter[accounts]=2,3", #""total":0"#),
                ("/tags?filter[accounts.notes]=2,3", #""total":0"#),
                ("/notes?filter[account]=2,3", #""total":0"#),
                ("/notes?filter[account][null]=true", #""total":1"#),
                ("/accounts/1", "ann"), ("/accounts/1/notes", #""total":1"#),
                ("/accounts/1/owner", #""data":null"#), ("/accounts/1/tags", #""total":1"#),
                ("/accounts/1/relationships/owner", #""data":null"#),
                ("/accounts/1/relationships/notes", #""id":"1""#),
                ("/notes/1/account", "ann"), ("/notes/2/account", #""data":null"#),
                ("/notes/2/relationships/account", #""data":null"#),
                ("/tags/t/accounts", #""total":1"#), ("/tags/t/accounts?sort=-name", "ann"),
                ("/tags/t/relationships/accounts", #""data":[{"#),
                ("/tags/t/relationships/accounts?include=accounts.notes", "ann"),
                ("/tags?include=accounts.notes.account", "ann"), ("/notes?include=account", "ann"),
                ("/accounts?include=owner,tags,notes", "ann"),
                ("/accounts?fields[accounts]=name,secret,pinNumber,hidden,owner", "ann"),
                ("/accounts/1?fields[accounts]=secret", #""id":"1""#),
                ("/openapi.json", "accounts"),
            ] {
                let reply = try await Self.send(.get, target, to: service)
                #expect(reply.status == 200 && reply.text.contains(found), "\(target): \(reply)")
            }
            var profile = HTTPFields()
            profile[.accept] =
                #"application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#
            for target in [
                "/accounts", "/accounts?sort=name&page[size]=1", "/tags/t/accounts?sort=-name",
                "/tags/t/relationships/accounts",
            ] {
                let reply = try await Self.send(.get, target, headers: profile, to: service)
                #expect(reply.status == 200 && reply.text.contains(#""cursor""#), "\(reply)")
            }
            for id in ["2", "3"] {
                for (method, body) in [
                    (.get, nil), (.delete, nil),
                    (.patch, #"{"data": {"type": "accounts", "id": "\#(id)"}}"#),
                ] as [(HTTPRequest.Method, String?)] {
                    let reply = try await Self.send(method, "/accounts/\(id)", body, to: service)
                    #expect(reply.status == 404)
                }
                for target in ["notes", "relationships/notes", "owner", "relationships/tags"] {
                    let reply = try await Self.send(.get, "/accounts/\(id)/\(target)", to: service)
                    #expect(reply.status == 404)
                }
            }
            for (method, target, body, status) in [
                (.post, "/accounts", #"{"data": {"type": "accounts"}}"#, 201),
                (.patch, "/accounts/1", #"{"data": \#(Self.account)}}"#, 200),
                (
                    .patch, "/accounts/1",
                    #"{"data": \#(Self.account), "attributes": {"name": "bob"}}}"#, 200
                ),
                (.patch, "/accounts/1/relationships/owner", #"{"data": null}"#, 200),
                (.post, "/accounts/1/relationships/tags", #"{"data": []}"#, 204),
                (.delete, "/accounts/1/relationships/tags", #"{"data": []}"#, 204),
                (
                    .post, "/operations",
                    #"{"atomic:operations": [{"op": "add", "data": {"type": "accounts"}}, "#
                        + #"{"op": "update", "data": \#(Self.account), "attributes": {"name": "c"}}}]}"#,
                    200
                ),
                // The column of the cipher is NOT NULL, and nobody can set it.
                (
                    .post, "/safes", #"{"data": {"type": "safes", "attributes": {"name": "x"}}}"#,
                    500
                ),
                (
                    .post, "/operations",
                    #"{"atomic:operations": [{"op": "add", "data": {"type": "safes"}}]}"#, 500
                ),
            ] as [(HTTPRequest.Method, String, String, Int)] {
                let reply = try await Self.send(method, target, body, to: service)
                #expect(reply.status == status, "\(method) \(target): \(reply)")
            }
            // Each action was walked: a new one has no case here.
            for action in actions.withLock({ $0 }) {
                switch action {
                case .list, .fetch, .create, .update, .delete, .fetchRelated, .fetchLinkage,
                    .replaceLinkage, .addLinkage, .removeLinkage, .describe:
                    break
                }
            }
            #expect(actions.withLock { $0.count } == 11)
        }
    }

    @Test(
        "What is not served is refused as if it did not exist", arguments: TestDatabase.all)
    func refusals(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, _ in
            for (method, target, body) in [
                (.get, "/accounts?filter[NAME]=S3", nil), (.get, "/accounts?sort=NAME", nil),
                (.get, "/notes?filter[account.NAME]=S3", nil), (.get, "/accounts/1/NAME", nil),
                (.get, "/tags?filter[accounts.NAME.key]=K", nil),
                (.get, "/accounts?include=NAME", nil), (.get, "/tags?include=accounts.NAME", nil),
                (.get, "/accounts/1/relationships/NAME", nil), (.get, "/NAMEs", nil),
                (
                    .patch, "/accounts/1",
                    #"{"data": \#(Self.account), "attributes": {"NAME": "x"}}}"#
                ),
                (
                    .patch, "/accounts/1",
                    #"{"data": \#(Self.account), "relationships": {"NAME": {"data": null}}}}"#
                ),
                (.patch, "/accounts/1/relationships/NAME", #"{"data": null}"#),
            ] as [(HTTPRequest.Method, String, String?)] {
                func reply(_ name: String) async throws -> String {
                    let reply = try await Self.send(
                        method, target.replacing("NAME", with: name),
                        body?.replacing("NAME", with: name), to: service)
                    return "\(reply.status) \(reply.text.replacing(name, with: "NAME"))"
                }
                let unknown = try await reply("nothing")
                #expect(unknown.hasPrefix("4"))
                for name in ["secret", "hidden", "internal"] {
                    #expect(try await reply(name) == unknown, "\(method) \(target)")
                }
            }
        }
    }

    @Test("A tag depends on what is served, and on nothing else", arguments: TestDatabase.all)
    func tags(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, database in
            func tag(_ target: String = "/accounts/1") async throws -> String {
                try await Self.send(.get, target, to: service).tag
            }
            let targets = ["/accounts/1", "/accounts", "/accounts/1/relationships/owner"]
            var before: [String] = []
            for target in targets { before.append(try await tag(target)) }
            try await database.run(
                "UPDATE account SET secret = 'other', pin = 1, internal_id = NULL")
            try await database.run("UPDATE account SET owner_id = NULL")
            for (target, before) in zip(targets, before) {
                #expect(try await tag(target) == before, "\(target)")
            }
            var headers = HTTPFields()
            headers[.ifMatch] = before[0]
            let change = #"{"data": \#(Self.account), "attributes": {"name": "x"}}}"#
            for status in [200, 412] {
                let reply = try await Self.send(
                    .patch, "/accounts/1", change, headers: headers, to: service)
                #expect(reply.status == status)
            }
            let named = try await tag()
            #expect(named != before[0])
            try await database.run("UPDATE account SET tag_id = 't' WHERE id = 1")
            #expect(try await tag() != named)
        }
    }

    @Test(
        "No write removes the link of a row that is not visible", arguments: TestDatabase.all)
    func links(on kind: TestDatabase) async throws {
        try await withService(on: kind) { service, database in
            let target = "/tags/t/relationships/accounts"
            let others =
                #"[{"type": "accounts", "id": "2"}, {"type": "accounts", "id": "3"}]"#
            let tag = #"{"type": "tags", "id": "t""#
            func operation(_ op: String, _ data: String) -> String {
                #"{"atomic:operations": [{"op": "\#(op)", "ref": \#(tag), "#
                    + #""relationship": "accounts"}, "data": \#(data)}]}"#
            }
            for (method, target, body, status) in [
                (.delete, target, #"{"data": \#(others)}"#, 204),
                (.patch, target, #"{"data": []}"#, 204),
                (
                    .patch, "/tags/t",
                    #"{"data": \#(tag), "relationships": {"accounts": {"data": []}}}}"#, 200
                ),
                (.post, "/operations", operation("update", "[]"), 204),
                (.post, "/operations", operation("remove", others), 204),
                // The other rows still refer to the tag.
                (.delete, "/tags/t", nil, 409),
                (
                    .post, "/operations",
                    #"{"atomic:operations": [{"op": "remove", "ref": \#(tag)}}]}"#, 409
                ),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let linked = try await Self.send(
                    .post, "/tags/t/relationships/accounts", #"{"data": [\#(Self.account)}]}"#,
                    to: service)
                #expect(linked.status == 204)
                let reply = try await Self.send(method, target, body, to: service)
                #expect(reply.status == status, "\(method) \(target): \(reply)")
                let left = try await database.run(
                    "SELECT account FROM account_tag WHERE account > 1 ORDER BY account")
                #expect(
                    left == [[.integer(2)], [.integer(3)]], "\(method) \(target) \(body ?? "")")
            }
            let deleted = try await Self.send(.delete, "/accounts/1", to: service)
            #expect(deleted.status == 204)
            // A caller without a tenant creates a tag, and changes no links.
            try await Self.$tenant.withValue("") {
                for (method, target, body, status) in [
                    (.post, "/tags", #"{"data": {"type": "tags", "id": "u"}}"#, 201),
                    (.patch, target, #"{"data": []}"#, 401), (.delete, "/tags/t", nil, 401),
                ] as [(HTTPRequest.Method, String, String?, Int)] {
                    let reply = try await Self.send(method, target, body, to: service)
                    #expect(reply.status == status, "\(method) \(target): \(reply)")
                }
            }
        }
    }
}

#endif
