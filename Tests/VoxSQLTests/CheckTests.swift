// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// The place of values that a CHECK constraint does not allow.
@Suite("CHECK constraints")
struct CheckTests {
    private static let type = SQLType(
        "things", table: "thing", key: .text("id"),
        attributes: [
            "first": .integer("a"), "second": .integer("b"), "text": .text("odd \"name"),
            "from": .integer("from"), "to": .integer("to"),
        ],
        relationships: ["next": .toOne("things", column: "next_id")])

    private static let table = """
        CREATE TABLE thing (id varchar(40) PRIMARY KEY CHECK (length(id) < 20), -- CHECK (b = 7)
        a BIGINT CHECK (  a > 0 AND /* CHECK ( */ 'b' <> 'c' ), b BIGINT,
        "odd ""name" TEXT CONSTRAINT brief CHECK (length("odd ""name") < 5 AND CAST(1 AS text) <> ')'),
        "from" BIGINT, "to" BIGINT, text TEXT, length BIGINT, next_id varchar(40) REFERENCES thing (id),
        CONSTRAINT "in order" CHECK ("from" <= "to"), CONSTRAINT "thing_a_check2" CHECK (b < 9),
        CHECK (a + b < 15), CONSTRAINT own CHECK (next_id <> id))
        """

    private static let cases = [
        (#""first":-1"#, "/data/attributes/first", nil),
        (#""text":"too long""#, "/data/attributes/text", nil),
        (#""second":10"#, "/data/attributes/second", nil),
        (#""from":2,"to":1"#, "/data", "\"in order\""),
        (#""first":8,"second":8"#, "/data", nil),
    ]

    @Test(
        "A constraint on one column is refused at its field, and any other one by its name",
        arguments: TestDatabase.all)
    func places(on kind: TestDatabase) async throws {
        try await kind.with { database in
            try await database.run(Self.table)
            try await database.run("INSERT INTO thing (id) VALUES ('x')")
            let store = try SQLStore(database, [Self.type])
            try await store.checkTables()
            var service = ResourceService(
                [
                    ServedType(
                        "things", attributes: ["first", "second", "text", "from", "to"],
                        toOne: ["next": "things"])
                ], store: store)
            service.operationsPath = "operations"
            for (attributes, pointer, name) in Self.cases {
                for (method, target, id) in [
                    (HTTPRequest.Method.patch, "/things/x", "x"), (.post, "/things", "y"),
                ] {
                    let resource =
                        #"{"type":"things","id":"\#(id)","attributes":{\#(attributes)}}"#
                    let reply = try await service.answer(method, target, #"{"data":\#(resource)}"#)
                    #expect(reply.status == 422, "\(attributes) \(reply.text)")
                    #expect(reply.json.errors[0].source.pointer == pointer, "\(reply.text)")
                    let detail: String = reply.json.errors[0].detail ?? ""
                    if let name { #expect(detail.contains(name), "\(detail)") }
                    // The condition of a constraint without a name may have columns that are not served.
                    #expect(!detail.contains("<"), "\(detail)")
                    let op = method == .post ? "add" : "update"
                    let change = try await operation(
                        #"{"op":"\#(op)","data":\#(resource)}"#, in: service)
                    #expect(change.status == 422)
                    #expect(
                        change.json.errors[0].source.pointer == "/atomic:operations/0" + pointer,
                        "\(change.text)")
                }
            }
            let long = String(repeating: "l", count: 30)
            let reply = try await service.answer(
                .post, "/things", #"{"data":{"type":"things","id":"\#(long)"}}"#)
            #expect(reply.status == 422 && reply.json.errors[0].source.pointer == "/data/id")
            let loop = #"{"data":{"type":"things","id":"x"}}"#
            let linked = try await service.answer(.patch, "/things/x/relationships/next", loop)
            #expect(linked.status == 422, "\(linked.text)")
            let own: String? = linked.json.errors[0].detail
            #expect(own?.contains("\"own\"") == true, "\(linked.text)")
        }
    }

    @Test("A name in a constraint may have any letters and any quotation marks")
    func names() async throws {
        try await TestDatabase.sqlite.with { database in
            try await database.run(
                """
                CREATE TABLE thing (id INTEGER PRIMARY KEY, z_$9À INT CHECK(Z_$9À<>1),
                [a b] INT CHECK ([a b]<>1 ), `c``d` INT CHECK ( `c``d` <> 1),\t"(" INT CHECK ("(" <> 1),
                x INT CHECK (x COLLATE NOCASE<>1), y INT CONSTRAINT brief check (((y)) <> 1 ), nocase INT,
                b INT, d INT, a INT)
                """)
            let type = SQLType(
                "things", table: "thing",
                attributes: [
                    "n0": .integer("z_$9À"), "n1": .integer("a b"), "n2": .integer("c`d"),
                    "n3": .integer("("), "n4": .integer("x"), "n5": .integer("y"),
                ])
            let names = Set((0..<6).map { "n\($0)" })
            let service = ResourceService(
                [ServedType("things", attributes: names)], store: try SQLStore(database, [type]))
            for name in names {
                let reply = try await service.answer(
                    .post, "/things", #"{"data":{"type":"things","attributes":{"\#(name)":1}}}"#)
                #expect(
                    reply.json.errors[0].source.pointer == .some("/data/attributes/\(name)"),
                    "\(reply.text)")
            }
        }
    }

    private func operation(_ text: String, in service: ResourceService) async throws -> Answer {
        var request = ClientRequest(
            method: .post, url: try HTTPURL("http://test.example/operations"),
            body: Array(#"{"atomic:operations":[\#(text)]}"#.utf8))
        let media = #"application/vnd.api+json;ext="https://jsonapi.org/ext/atomic""#
        request.headers[.accept] = media
        request.headers[.contentType] = media
        let response = try await service.execute(request)
        let reply = String(decoding: try await response.body.bytes(), as: UTF8.self)
        return Answer(status: response.status.code, text: reply)
    }

    @Test("A value that a STRICT table of SQLite does not take is refused at its attribute")
    func strict() async throws {
        try await TestDatabase.sqlite.with { database in
            try await database.run(
                "CREATE TABLE thing (id INTEGER PRIMARY KEY, a INTEGER, b INT) STRICT")
            let type = SQLType(
                "things", table: "thing", attributes: ["a": .integer("a"), "b": .real("b")])
            let service = ResourceService(
                [ServedType("things", attributes: ["a", "b"])],
                store: try SQLStore(database, [type]))
            let reply = try await service.answer(
                .post, "/things", #"{"data":{"type":"things","attributes":{"a":1,"b":1.5}}}"#)
            #expect(reply.status == 422)
            #expect(reply.json.errors[0].source.pointer == "/data/attributes/b", "\(reply.text)")
        }
    }
}

#endif
