// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import VoxSQL
import VoxServer
import VoxTestSupport

/// A type that is described once: schema, table and rules become a service.
@Suite("Types that are described once")
struct DescribedTypeTests {
    struct Room: ResourceSchema {
        static let type = "rooms"
        let name = Attribute<String>("name").required()
        let pin = Attribute<String?>("pin")
        let bookings = ToMany<Booking>("bookings")
        let visits = ToMany<Visit>("visits")
    }
    struct Booking: ResourceSchema {
        static let type = "bookings"
        let day = Attribute<Int>("day").required()
        let note = Attribute<String?>("note")
        let room = ToOne<Room>("room").required()
    }
    /// An audit trail.
    struct Visit: ResourceSchema {
        static let type = "visits"
        let who = Attribute<String>("who")
        let room = ToOne<Room>("room")
    }

    private static let types = [
        SQLType(
            Room.self, table: "room", .unique(\.name), .sortable(\.name), .hidden(\.pin),
            version: "version"),
        SQLType(
            Booking.self, table: "booking",
            .column(\.day, "on_day"), .filterable(\.day, \.room),
            .validate { write in
                guard let room = write.new.room?.id else { return [] }
                let day: Int = try write.new.day
                let others = try await write.list(
                    Booking.self, where: \.room.id == room && \.day == day)
                return others.allSatisfy { $0.id == write.new.id }
                    ? [] : [APIError(status: 409, title: "Taken", source: .field(\Booking.day))]
            }),
        SQLType(Visit.self, table: "visit", .options { $0.isReadOnly = true }),
    ]

    private static func booking(_ day: Int, _ room: Int = 1) -> String {
        """
        {"data":{"type":"bookings","attributes":{"day":\(day)},"relationships":{"room":{"data":\
        {"type":"rooms","id":"\(room)"}}}}}
        """
    }

    @Test("One list of rules makes tables and service", arguments: TestDatabase.all)
    func service(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            var service = try ResourceService(serving: store)
            service.operationsPath = "operations"
            try await store.checkTables(for: service)
            func status(
                _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil
            ) async throws -> String {
                String(try await service.reply(method, target, body).prefix(3))
            }
            _ = try await store.insert(
                type: "rooms", id: nil,
                with: .init(attributes: ["name": "A", "pin": "1234"]))
            _ = try await store.insert(
                type: "rooms", id: nil, with: .init(attributes: ["name": "B"]))
            _ = try await store.insert(
                type: "visits", id: nil,
                with: .init(
                    attributes: ["who": "x"],
                    relationships: ["room": .replace(.one(.init(type: "rooms", id: "2")))]))
            #expect(try await status(.post, "/bookings", Self.booking(1)) == "201")
            #expect(try await status(.post, "/bookings", Self.booking(1)) == "409")
            #expect(try await status(.post, "/bookings", Self.booking(2)) == "201")
            let room = try await service.reply(.get, "/rooms/1", nil)
            #expect(room.hasPrefix("200") && !room.contains("1234") && !room.contains("pin"))
            for (target, expected) in [
                ("/rooms?sort=name", "200"), ("/rooms?sort=id", "200"),
                ("/rooms?filter[name]=A", "400"),
                ("/rooms?filter[id]=1", "200"), ("/rooms?filter[pin]=1234", "400"),
                ("/bookings?filter[day]=1", "200"), ("/bookings?filter[room]=1", "200"),
                ("/bookings?sort=day", "400"), ("/visits", "200"),
            ] {
                #expect(try await status(.get, target) == expected, "\(target)")
            }
            // The rows of a type that is only read stay as they are, whoever is asked.
            let visit = #"{"data":[{"type":"visits","id":"1"}]}"#
            for (method, target, body, expected) in [
                (.delete, "/visits/1", nil, "405"),
                (.post, "/rooms/1/relationships/visits", visit, "405"),
                (.delete, "/rooms/2/relationships/visits", visit, "405"),
                (.patch, "/rooms/2/relationships/visits", #"{"data":[]}"#, "405"),
                (.patch, "/rooms/2/relationships/visits", visit, "405"),
                (
                    .post, "/rooms",
                    #"{"data":{"type":"rooms","attributes":{"name":"C"},"relationships":{"visits":\#(visit)}}}"#,
                    "403"
                ),
                (.delete, "/rooms/2", nil, "409"),
            ] as [(HTTPRequest.Method, String, String?, String)] {
                #expect(try await status(method, target, body) == expected, "\(method) \(target)")
            }
            let left = try await store.resource(.init(type: "visits", id: "1"))
            #expect(left?.relationships["room"] == .one(.init(type: "rooms", id: "2")))
        }
    }

    @Test(
        "What clients cannot write on one side is not written from the other side either",
        arguments: TestDatabase.all)
    func otherSide(on kind: TestDatabase) async throws {
        let room = SQLType(Room.self, table: "room", .hidden(\.pin))
        let types = [
            [
                room, SQLType(Booking.self, table: "booking"),
                SQLType(
                    Visit.self, table: "visit", .hidden(\.room), .options { $0.isReadOnly = true }),
            ],
            [
                room, SQLType(Booking.self, table: "booking"),
                SQLType(Visit.self, table: "visit", .hidden(\.room), .validate { _ in [] }),
            ],
        ]
        for types in types {
            try await kind.withStore(types) { store, _ in
                var service = try ResourceService(serving: store)
                service.operationsPath = "operations"
                _ = try await store.insert(
                    type: "rooms", id: nil, with: .init(attributes: ["name": "A"]))
                _ = try await store.insert(
                    type: "visits", id: nil,
                    with: .init(
                        attributes: ["who": "x"],
                        relationships: ["room": .replace(.one(.init(type: "rooms", id: "1")))]))
                let visit = #"{"type":"visits","id":"1"}"#
                let room = #"{"type":"rooms","id":"1","relationships":{"visits":{"data":[]}}}"#
                for (method, target, body, expected) in [
                    (.patch, "/rooms/1/relationships/visits", #"{"data":[]}"#, "405"),
                    (.post, "/rooms/1/relationships/visits", #"{"data":[\#(visit)]}"#, "405"),
                    (.delete, "/rooms/1/relationships/visits", #"{"data":[\#(visit)]}"#, "405"),
                    (.patch, "/rooms/1", #"{"data":\#(room)}"#, "403"),
                ] as [(HTTPRequest.Method, String, String, String)] {
                    let reply = try await service.reply(method, target, body)
                    #expect(reply.hasPrefix(expected), "\(method) \(target): \(reply)")
                }
                let left = try await store.resource(.init(type: "visits", id: "1"))
                #expect(left?.relationships["room"] == .one(.init(type: "rooms", id: "1")))
                let item = service.openAPI()["paths"]?["/rooms/{id}/relationships/visits"]
                #expect(item?["get"] != nil && item?["patch"] == nil && item?["post"] == nil)
            }
        }
    }

    @Test("A type without a schema is named: nothing is served because it is in a table")
    func untyped() throws {
        let store = try SQLStore(
            NotingDatabase(.sqlite),
            [
                SQLType("notes", table: "note"),
                SQLType(Visit.self, table: "visit", .omitted(\.room)),
            ])
        let error = #expect(throws: SQLStore.SchemaError.self) {
            try ResourceService(serving: store)
        }
        #expect(
            error?.problems == [
                "type \"notes\": it has no schema: describe what is served by a ServedType, in"
                    + " ResourceService(_:store:)"
            ])
    }

    @Test(
        "A column without its unique index, and the exchanged columns of a join table, are named",
        arguments: TestDatabase.all)
    func otherTables(on kind: TestDatabase) async throws {
        struct Book: ResourceSchema {
            static let type = "books"
            let title = Attribute<String>("title")
            let writers = ToMany<Writer>("writers")
        }
        struct Writer: ResourceSchema {
            static let type = "writers"
            let name = Attribute<String>("name")
            let books = ToMany<Book>("books")
        }
        try await kind.with { database in
            func store(_ rules: ServedType.Rule<Book>..., name: ServedType.Rule<Writer>...) throws
                -> SQLStore
            {
                try SQLStore(
                    database,
                    [
                        SQLType(Book.self, table: "book", rules: rules),
                        SQLType(Writer.self, table: "writer", rules: name),
                    ])
            }
            let right = try store(
                .through(\.writers, "wrote", owner: "book_id", target: "writer_id"))
            try await right.createTables()
            try await right.checkTables(for: ResourceService(serving: right))
            let wrong = try store(
                .through(\.writers, "wrote", owner: "writer_id", target: "book_id"),
                name: .unique(\.name))
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await wrong.checkTables()
            }
            #expect(
                error?.problems == [
                    "the column \"name\" of the table \"writer\" is not unique: no unique index"
                        + " consists of this column",
                    "the columns \"writer_id\" and \"book_id\" of the table \"wrote\" are described"
                        + " the other way round: \"writer_id\" refers to \"writer\"",
                ])
        }
    }

    @Test("A field without a column is not served")
    func omitted() throws {
        let store = try SQLStore(
            NotingDatabase(.sqlite),
            [SQLType(Visit.self, table: "visit", .omitted(\.room), .omitted(\.who))])
        let visits = try ResourceService(serving: store).types["visits"]
        #expect(visits?.attributes == [] && visits?.relationships.isEmpty == true)
    }

    private static let canCompile = Compiler.has("VoxSQL")

    private static let schemas = """
        import Vox
        import VoxServer
        import VoxSQL
        struct Task: ResourceSchema {
            static let type = "tasks"
            let title = Attribute<String>("title").required()
            let state = Attribute<State>("state")
            let due = Attribute<Int?>("due")
            let owner = ToOne<User>("owner")
            let labels = ToMany<Label>("labels")
            enum State: String, JSONConvertible { case open, done }
        }
        struct User: ResourceSchema {
            static let type = "users"
            let name = Attribute<String>("name")
        }
        struct Label: ResourceSchema { static let type = "labels" }

        """

    /// Mistakes in rules, and what the compiler says.
    private static let mistakes: [(line: String, message: String)] = [
        (".sortable(\\.titel)", "has no member 'titel'"),
        (".filterable(\\.titel)", "has no member 'titel'"),
        (".hidden(\\.titel)", "has no member 'titel'"),
        (".column(\\.titel, \"t\")", "has no member 'titel'"),
        (".sortable(\\.labels)", "'ToMany<Label>' conform to 'AttributeDescriptor'"),
        (".sortable(\\.owner)", "'ToOne<User>' conform to 'AttributeDescriptor'"),
        (".unique(\\.owner)", "'ToOne<User>' conform to 'AttributeDescriptor'"),
        (".column(\\.owner, .text(\"owner\"))", ""),
        (".through(\\.title, \"t\", owner: \"a\", target: \"b\")", ""),
        (".columns(\\.title, [\"users\": \"user_id\"])", ""),
        (".through(\\.labels, \"t\", own: \"a\", target: \"b\")", "incorrect argument label"),
        (".sortable(\\User.name)", ""),
        (".sortabel(\\.title)", "has no member 'sortabel'"),
        (
            ".validate { write in write.new.titel == nil ? [] : [] }",
            "has no dynamic member 'titel'"
        ),
        (".validate { write in write.new.state == .finished ? [] : [] }", "'Task.State?'"),
        (".validate { write in write.changes(\\.titel) ? [] : [] }", "has no member 'titel'"),
        (
            ".validate { write in _ = try await write.list(User.self, where: \\.title == \"x\"); return [] }",
            "to expected argument type 'Filter<User>'"
        ),
        (
            ".validate { write in _ = try await write.list(Task.self, where: \\.due == \"x\"); return [] }",
            ""
        ),
    ]

    @Test(
        "The compiler finds mistakes in rules",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func compiler() throws {
        let right = [
            ".sortable(\\.title, \\.due)", ".filterable(\\.title, \\.owner, \\.labels)",
            ".validate { write in write.new.state == .done && write.changes(\\.owner) ? [] : [] }",
        ]
        let lines = (Self.mistakes.map(\.line) + right).enumerated().map {
            "enum E\($0) { static func line() { _ = SQLType(Task.self, table: \"task\", \($1)) } }"
        }
        let found = try Compiler.errors(
            in: Self.schemas + lines.joined(separator: "\n") + "\n")
        let first = Self.schemas.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, (line, message)) in Self.mistakes.enumerated() {
            let said = found[first + index] ?? []
            #expect(
                message.isEmpty ? !said.isEmpty : said.contains { $0.contains(message) },
                "\(line): \(said)")
        }
        for (index, line) in right.enumerated() {
            #expect(found[first + Self.mistakes.count + index] == nil, "\(line)")
        }
    }
}

#endif
