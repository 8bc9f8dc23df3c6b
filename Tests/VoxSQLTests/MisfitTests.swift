// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL

/// Values that only the types and the constraints of PostgreSQL refuse.
@Suite("The place of a value that PostgreSQL refuses")
struct MisfitTests {
    private static let types = [
        SQLType(
            "things", table: "thing",
            attributes: [
                "g": .text("g"), "n": .integer("n"), "s": .integer("s"), "m": .integer("m"),
                "d": .text("d"), "p": .integer("p"), "k": .integer("k"), "free": .text("free"),
                "a": .json("a"), "v": .json("v"),
            ])
    ]

    private static let served = [
        ServedType("things", attributes: ["g", "n", "s", "m", "d", "p", "k", "free", "a", "v"])
    ]

    private static let cases = [
        (#""g":"abcd""#, "g"), (#""free":"abcd","g":"\u00e9\u00e9\u00e9e""#, "g"),
        (#""n":3000000000"#, "n"), (#""n":1,"s":40000"#, "s"), (#""m":-1"#, "m"),
        (#""n":5,"k":1"#, "k"), (#""d":"toolong""#, "d"), (#""n":7,"p":-1000"#, "p"),
        (#""n":1,"a":[1,-1]"#, "a"), (#""v":["\u00e9\u00e9\u00e9","abcd"],"a":[1]"#, "v"),
        // Other values are the largest and the smallest that fit.
        (#""g":"abc","n":2147483647,"s":32768"#, "s"), (#""n":-2147483648,"s":-32769"#, "s"),
        (#""s":32767,"n":2147483648"#, "n"), (#""s":-32768,"n":-2147483649"#, "n"),
        (#""p":999,"k":2147483648"#, "k"), (#""s":1,"p":-999,"k":-2147483649"#, "k"),
        (#""n":1,"p":1000"#, "p"), (#""g":"\u00e9\u00e9\u00e9","p":1000"#, "p"),
    ]

    @Test(
        "Every value that does not fit is refused at its attribute, or at the id",
        .enabled(if: TestDatabase.all.contains(.postgreSQL), TestDatabase.missing))
    func places() async throws {
        try await TestDatabase.postgreSQL.with { database in
            for statement in [
                "CREATE DOMAIN positive AS bigint CHECK (VALUE > 0)",
                "CREATE DOMAIN brief AS varchar(4)",
                """
                CREATE TABLE thing (id serial PRIMARY KEY, g varchar(3), n integer, s smallint, \
                m positive, d brief, p numeric(3), k integer CONSTRAINT "odd name" CHECK (k > 5), free text, \
                a positive[], v varchar(3)[])
                """,
                "INSERT INTO thing (id) VALUES (1)",
            ] {
                try await database.run(statement)
            }
            let store = try SQLStore(database, Self.types)
            var service = ResourceService(Self.served, store: store)
            service.operationsPath = "operations"
            for (attributes, name) in Self.cases {
                let pointer = "/data/attributes/\(name)" as String
                for (method, target, id) in [
                    (HTTPRequest.Method.patch, "/things/1", #""id":"1","#), (.post, "/things", ""),
                ] {
                    let document =
                        #"{"data":{"type":"things",\#(id)"attributes":{\#(attributes)}}}"#
                    let reply = try await service.answer(method, target, document)
                    #expect(reply.status == 422, "\(attributes)")
                    #expect(reply.json.errors[0].source.pointer == pointer, "\(attributes)")
                }
                // In a transaction, too: the operations of one request.
                let found = try await #require(throws: ErrorResponse.self) {
                    try await store.transaction { transaction in
                        let values = try JSONValue(parsing: "{\(attributes)}")
                        var change = ResourceChange()
                        if case .object(let object) = values { change.attributes = object }
                        _ = try await transaction.update(
                            .init(type: "things", id: "1"), with: change, ifVersion: nil)
                    }
                }
                #expect(found.errors.first?.pointer == "/data/attributes/\(name)")
            }
            let document = #"{"data":{"type":"things","id":"2147483648"}}"#
            let reply = try await service.answer(.post, "/things", document)
            #expect(reply.status == 422)
            #expect(reply.json.errors[0].source.pointer == "/data/id")
        }
    }
}

#endif
