// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxSQL

/// Times in all stores: one instant has one place, however it is spelled.
@Suite("Times in stores")
struct TimeTests {
    struct Event: ResourceSchema {
        static let type = "events"
        let at = Attribute<Date>("at")
        let days = Attribute<[Date]>("days")
    }

    private static let type = SQLType(
        "events", table: "event", key: .text("id"),
        attributes: ["at": .date("at"), "days": .json("days")], version: "version")

    /// The same instants with different texts, in the order of their instants.
    private static let spellings = [
        ["2023-11-14T22:13:19.999999Z", "2023-11-14T22:13:19.999999000Z"],
        [
            "2023-11-14T22:13:20Z", "2023-11-14T22:13:20.000Z", "2023-11-14T23:13:20+01:00",
            "2023-11-14 22:13:20Z", "2023-11-14T22:13:20", "2023-11-15t22:12:20.0+23:59",
        ],
        ["2023-11-14T22:13:20.123456Z"],
        ["2023-11-14T22:13:20.25Z", "2023-11-14T15:43:20.250000-06:30"],
        ["2023-11-14T22:13:20.5Z", "2023-11-15T12:13:20.50+14"], ["2023-11-14T22:13:21Z"],
        ["2023-11-15", "2023-11-14T24:00:00Z", "2023-11-14T23:59:60Z"],
        ["9999-12-31T23:59:59.9999999Z", "9999-12-31T22:59:59.9999999-0100"],
    ]

    /// Calls a function with a service for each store: in memory, and in each database.
    private static func withServices(
        _ body: (ResourceService, _ store: String) async throws -> Void
    ) async throws {
        let served = [ServedType(Event.self)]
        try await body(ResourceService(served, store: MemoryStore()), "memory")
        for kind in TestDatabase.all {
            try await kind.withStore([type]) { store, _ in
                try await body(ResourceService(served, store: store), "\(kind)")
            }
        }
    }

    private static func create(_ text: String, _ id: String, in service: ResourceService)
        async throws -> Answer
    {
        let document =
            #"{"data":{"type":"events","id":"\#(id)","attributes":{"at":"\#(text)"}}}"#
        return try await service.answer(.post, "/events", document)
    }

    private static func encoded(_ text: String) -> String {
        text.replacing("+", with: "%2B").replacing(" ", with: "%20").replacing(":", with: "%3A")
    }

    @Test("One instant has one place in sort orders, filters and cursors, and keeps its spelling")
    func places() async throws {
        try await Self.withServices { service, store in
            var ids: [[String]] = []
            for (number, texts) in Self.spellings.enumerated().reversed() {
                var group: [String] = []
                for (index, text) in texts.enumerated() {
                    let id = "\(number)-\(index)"
                    let reply = try await Self.create(text, id, in: service)
                    try #require(reply.status == 201, "\(store) \(text)")
                    if store != "postgreSQL" {
                        #expect(reply.json.data.attributes.at == .string(text), "\(store)")
                    }
                    group.append(id)
                }
                ids.insert(group, at: 0)
            }
            let all = ids.flatMap { $0 }
            func found(_ query: String) async throws -> [String] {
                try await service.answer(.get, "/events?\(query)").ids
            }
            #expect(try await found("sort=at,id&page[size]=100") == all, "\(store)")
            #expect(try await found("sort=-at,-id&page[size]=100") == all.reversed(), "\(store)")
            for (number, texts) in Self.spellings.enumerated() {
                let before = Set(ids[..<number].flatMap { $0 })
                let after = Set(ids[(number + 1)...].flatMap { $0 })
                for text in texts.map(Self.encoded) {
                    let size = "page[size]=100"
                    let equal = try await found("filter[at]=\(text)&\(size)")
                    #expect(Set(equal) == Set(ids[number]), "\(store) \(text)")
                    let less = try await found("filter[at][lt]=\(text)&\(size)")
                    #expect(Set(less) == before, "\(store) < \(text)")
                    let greater = try await found("filter[at][gt]=\(text)&\(size)")
                    #expect(Set(greater) == after, "\(store) > \(text)")
                    let any = try await found("filter[at]=\(text),2000-01-01&\(size)")
                    #expect(Set(any) == Set(ids[number]), "\(store) \(text)")
                }
            }
            for (direction, expected) in [("", all), ("-", all.reversed())] {
                let target = "/events?sort=\(direction)at&page[size]=3"
                let walked = try await service.walk(target, limit: all.count)
                #expect(walked == expected, "\(store) \(direction)")
            }
        }
    }

    @Test("Every time of RFC 3339 is taken and found; PostgreSQL says which years it has")
    func ends() async throws {
        try await Self.withServices { service, store in
            for (number, text) in [
                "9999-12-31T23:59:59.9999999Z", "0001-01-01T00:00:00Z",
                "2024-02-29T12:00:00+23:59", "2024-02-29T12:00:00-18:01", "0000-06-01T00:00:00Z",
                "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+01:00",
            ].enumerated() {
                let reply = try await Self.create(text, "\(number)", in: service)
                if store == "postgreSQL", number > 3 {
                    #expect(reply.status == 422)
                    let error = reply.json.errors[0]
                    #expect(error.detail == "the year of a time must be from 0001 to 9999 in UTC")
                    #expect(error.source.pointer == "/data/attributes/at")
                    continue
                }
                #expect(reply.status == 201, "\(store) \(text)")
                let list = try await service.answer(
                    .get, "/events?filter[at]=\(Self.encoded(text))")
                #expect(list.json.data[0].id == .string("\(number)"), "\(store) \(text)")
                let text = try await service.answer(.get, "/events/\(number)").text
                let written = try Document<Event>(parsing: text)
                let at = try #require(written.data?.at, "\(store) \(text)")
                let copy = Resource<Event>()
                copy.at = at
                #expect(throws: Never.self) { try copy.createDocument() }
            }
        }
    }

    @Test("A write of the same instant in another spelling changes no time")
    func spelledAgain() async throws {
        struct Meeting: ResourceSchema {
            static let type = "events"
            let at = Attribute<Date>("at").writeOnce()
        }
        let counted = Mutex(0)
        var served = ServedType(Meeting.self)
        served.validate = { write in
            if write.changed.contains("at") { counted.withLock { $0 += 1 } }
            return []
        }
        func check(_ store: any ResourceStore, _ name: String) async throws {
            let service = ResourceService([served], store: store)
            let made = try await Self.create("2024-05-01T12:30:00Z", "1", in: service)
            #expect(made.status == 201)
            let before = counted.withLock { $0 }
            for (text, status) in [
                ("2024-05-01T14:30:00.000+02:00", 200), ("2024-05-01T12:30:00.001Z", 403),
            ] {
                let reply = try await service.answer(
                    .patch, "/events/1",
                    #"{"data":{"type":"events","id":"1","attributes":{"at":"\#(text)"}}}"#)
                #expect(reply.status == status, "\(name) \(text)")
            }
            #expect(counted.withLock { $0 } == before, "\(name)")
        }
        try await check(MemoryStore(), "memory")
        for kind in TestDatabase.all {
            try await kind.withStore([Self.type]) { store, _ in
                try await check(store, "\(kind)")
                let id = StoredResource.Identifier(type: "events", id: "1")
                let version = try await store.resource(id)?.version
                let change = ResourceChange(attributes: ["at": "2024-05-01T14:30:00+02:00"])
                let again = try await store.update(id, with: change, ifVersion: nil)
                // PostgreSQL keeps the instant only, and SQLite keeps the new text.
                #expect((again.version == version) == (kind == .postgreSQL))
            }
        }
    }

    @Test("Times in lists have the places of their instants, in every store")
    func lists() async throws {
        try await Self.withServices { service, store in
            for (number, texts) in Self.spellings.enumerated() {
                for (index, text) in texts.enumerated() {
                    let document = """
                        {"data":{"type":"events","id":"\(number)-\(index)",\
                        "attributes":{"days":["\(text)"]}}}
                        """
                    let reply = try await service.answer(.post, "/events", document)
                    #expect(reply.status == 201)
                }
            }
            for (number, texts) in Self.spellings.enumerated() {
                for text in texts.map(Self.encoded) {
                    for (filter, isWanted) in [
                        ("", { $0 == number }), ("[lt]", { $0 < number }),
                        ("[gt]", { $0 > number }),
                    ] as [(String, (Int) -> Bool)] {
                        let reply = try await service.answer(
                            .get, "/events?filter[days]\(filter)=\(text)&page[size]=100")
                        let wanted = Self.spellings.indices.filter(isWanted).map {
                            Self.spellings[$0].count
                        }.reduce(0, +)
                        #expect(reply.ids.count == wanted, "\(store) \(filter) \(text)")
                        let found = reply.ids.compactMap { Int($0.prefix(1)) }
                        #expect(found.allSatisfy(isWanted), "\(store) \(filter) \(text)")
                    }
                }
            }
        }
    }

    @Test("A list of texts is filtered by instants only with a schema", arguments: [true, false])
    func untyped(isTyped: Bool) async throws {
        let types = [isTyped ? ServedType(Event.self) : ServedType("events")]
        let service = ResourceService(types, store: MemoryStore())
        let document =
            #"{"data":{"type":"events","id":"1","attributes":{"days":["2024-01-01T00:00:00Z"]}}}"#
        #expect(try await service.answer(.post, "/events", document).status == 201)
        let list = try await service.answer(.get, "/events?filter[days]=2024-01-01T00:00:00.000Z")
        // Without a schema, nobody knows that the texts are times.
        #expect(list.json.meta.total == .number(isTyped ? 1 : 0))
    }

    @Test("An index of SQLite on the order of times serves sort orders and filters")
    func index() async throws {
        var served = ServedType("events", attributes: ["at"])
        served.sortable = ["at"]
        served.filterable = ["at"]
        try await TestDatabase.sqlite.withStore([Self.type]) { store, database in
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkIndexes(for: ResourceService([served], store: store))
            }
            let order = SQLType.Column.date("at").ordered(in: .sqlite)
            #expect(error?.problems.count == 2)
            #expect(
                error?.problems.allSatisfy {
                    $0.hasSuffix(#"no index on "event" (\#(order), "id")"#)
                } == true)
            try await database.run("CREATE INDEX event_at ON event (\(order), id)")
            try await store.checkIndexes(for: ResourceService([served], store: store))
        }
    }

    @Test("What SQLite and other programs write as times is read, or counts as null")
    func otherPrograms() async throws {
        try await TestDatabase.sqlite.with { database in
            try await database.run(
                "CREATE TABLE event (id TEXT NOT NULL PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP, days TEXT, version INTEGER NOT NULL DEFAULT 1)"
            )
            try await database.run(
                """
                INSERT INTO event (id, at, days) VALUES ('a', '2024-05-01 12:30:00', '[1'), \
                ('b', '2024-05-01T12:30:00Z', '["\\ud800"]'), ('c', '', 'x'), \
                ('d', 1714566600, '[]'), ('e', '2024-05-01T12:30:00.5Z', NULL)
                """)
            let store = try SQLStore(database, [Self.type])
            try await store.checkTables()
            let service = ResourceService(
                [ServedType("events", attributes: ["at", "days"])], store: store)
            let list = try await service.answer(.get, "/events?sort=at,id")
            #expect(list.status == 200)
            #expect(list.ids == ["c", "d", "a", "b", "e"])
            #expect(list.json.data[0].attributes.at.vox.state == .null)
            #expect(list.json.data[2].attributes.at == "2024-05-01T12:30:00Z")
            #expect(list.json.data[2].attributes.days.vox.state == .null)
            for (query, count) in [
                ("filter[at]=2024-05-01T12:30:00Z", 2), ("filter[at][gte]=2024-05-01T12:30:00Z", 3),
                ("filter[at][null]=true", 2), ("filter[days]=1", 0), ("filter[days][null]=true", 4),
            ] {
                let reply = try await service.answer(.get, "/events?\(query)")
                #expect(reply.json.meta.total == .number(JSONNumber(count)), "\(query)")
            }
            let walked = try await service.walk("/events?sort=at&page[size]=1", limit: 5)
            #expect(walked == ["c", "d", "a", "b", "e"])
        }
    }
}

#endif
