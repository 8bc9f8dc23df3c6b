// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxSQL

/// Edits of a to-many relationship that change the foreign keys of other resources.
@Suite("Both sides of a relationship on a database")
struct InverseTests {
    struct Room: ResourceSchema {
        static let type = "rooms"
        let bookings = ToMany<Booking>("bookings")
        let tags = ToMany<Tag>("tags")
    }
    struct Booking: ResourceSchema {
        static let type = "bookings"
        let day = Attribute<Int>("day")
        let room = ToOne<Room>("room").required()
    }
    struct Tag: ResourceSchema {
        static let type = "tags"
        let name = Attribute<String>("name")
        let rooms = ToMany<Room>("rooms")
    }

    private static let tags = SQLType(
        "tags", table: "tag", attributes: ["name": .text("name")],
        relationships: [
            "rooms": .toMany("rooms", through: "room_tag", owner: "tag", target: "room")
        ])

    /// Rooms whose bookings have a column that can be null, although the schema requires a room.
    private static func types(
        room: SQLType.Relationship = .toOne("rooms", column: "room_id"), deletedAt: String? = nil
    ) -> [SQLType] {
        [
            SQLType(
                "rooms", table: "room",
                relationships: [
                    "bookings": .toMany("bookings", column: "room_id"),
                    "tags": .toMany("tags", through: "room_tag", owner: "room", target: "tag"),
                ], version: "version", deletedAt: deletedAt),
            SQLType(
                "bookings", table: "booking", attributes: ["day": .integer("day")],
                relationships: ["room": room], version: "version"),
            tags,
        ]
    }

    private static let required = [
        ServedType(Room.self), ServedType(Booking.self), ServedType(Tag.self),
    ]

    private static func list(_ ids: Int...) -> String {
        let identifiers = ids.map { #"{"type":"bookings","id":"\#($0)"}"# }
        return #"{"data":[\#(identifiers.joined(separator: ","))]}"#
    }

    /// Fills a store with the rooms 1, 2 and 3, and with the bookings 1 and 2 of the rooms 1 and 2.
    private static func fill(_ store: SQLStore) async throws {
        for _ in 0..<3 {
            _ = try await store.insert(type: "rooms", id: nil, with: ResourceChange())
        }
        for room in ["1", "2"] {
            _ = try await store.insert(
                type: "bookings", id: nil,
                with: ResourceChange(
                    attributes: ["day": 7],
                    relationships: ["room": .replace(.one(.init(type: "rooms", id: room)))]))
        }
    }

    /// The ids of the rooms of all bookings.
    private static func rooms(_ store: SQLStore) async throws -> [String] {
        try await store.list(ResourceSelection(type: "bookings")).resources.map {
            $0.relationships["room"]?.identifiers.first?.id ?? "none"
        }
    }

    private func status(
        _ service: ResourceService, _ method: HTTPRequest.Method, _ target: String,
        _ body: String? = nil
    ) async throws -> String {
        String(try await service.reply(method, target, body).prefix(3))
    }

    @Test(
        "A store knows the relationship that has the same column or the same join table",
        arguments: [SQLDialect.sqlite, .postgreSQL])
    func inverses(dialect: SQLDialect) throws {
        let store = try SQLStore(NotingDatabase(dialect), Self.types())
        #expect(store.inverse(of: "bookings", from: "rooms", to: "bookings") == "room")
        #expect(store.inverse(of: "tags", from: "rooms", to: "tags") == "rooms")
        #expect(store.inverse(of: "rooms", from: "tags", to: "rooms") == "tags")
        #expect(store.inverse(of: "tags", from: "rooms", to: "bookings") == nil)
        #expect(store.inverse(of: "room", from: "bookings", to: "rooms") == nil)
        let tracker = try SQLStore(NotingDatabase(dialect), Tables.all)
        #expect(tracker.inverse(of: "tasks", from: "users", to: "tasks") == "owner")
        #expect(tracker.inverse(of: "teams", from: "users", to: "teams") == "members")
        let friends = SQLType(
            "people", table: "person",
            relationships: ["friends": .toMany("people", through: "f", owner: "a", target: "b")])
        let people = try SQLStore(NotingDatabase(dialect), [friends])
        #expect(people.inverse(of: "friends", from: "people", to: "people") == nil)
    }

    @Test(
        "A required to-one relationship is not emptied by an edit of the other side",
        arguments: TestDatabase.all)
    func requiredLinkage(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types()) { store, _ in
            try await Self.fill(store)
            let service = ResourceService(Self.required, store: store)
            let linkage = "/rooms/1/relationships/bookings"
            let refused = try await service.reply(.delete, linkage, Self.list(2, 1))
            #expect(refused.hasPrefix("422"))
            #expect(refused.contains(#""pointer":"/data/1""#), "\(refused)")
            #expect(try await status(service, .patch, linkage, Self.list()) == "422")
            #expect(try await status(service, .patch, linkage, Self.list(2)) == "422")
            let links = #"{"bookings":\#(Self.list())}"#
            let emptied = try await service.reply(
                .patch, "/rooms/1",
                #"{"data":{"type":"rooms","id":"1","relationships":\#(links)}}"#)
            #expect(emptied.hasPrefix("422"))
            #expect(emptied.contains(#""pointer":"/data/relationships/bookings/data""#))
            #expect(try await Self.rooms(store) == ["1", "2"])
            // Nothing is lost here: another room has the booking, or the room has it anyway.
            #expect(try await status(service, .delete, linkage, Self.list(2)) == "204")
            #expect(try await status(service, .patch, linkage, Self.list(1, 2)) == "204")
            #expect(try await Self.rooms(store) == ["1", "1"])
            #expect(
                try await status(
                    service, .patch, "/rooms/2/relationships/bookings", Self.list()) == "204")
        }
    }

    @Test(
        "A resource that another one requires is not deleted", arguments: TestDatabase.all,
        [nil, "deleted"])
    func requiredDeletion(on kind: TestDatabase, deletedAt: String?) async throws {
        try await kind.withStore(Self.types(deletedAt: deletedAt)) { store, _ in
            try await Self.fill(store)
            var service = ResourceService(Self.required, store: store)
            #expect(try await status(service, .delete, "/rooms/1") == "409")
            #expect(try await Self.rooms(store) == ["1", "2"])
            #expect(try await status(service, .delete, "/rooms/3") == "204")
            #expect(try await status(service, .delete, "/bookings/1") == "204")
            #expect(try await status(service, .delete, "/rooms/1") == "204")
            // Without the requirement, the linkage is removed.
            service = ResourceService(
                [
                    ServedType("rooms"), ServedType("bookings", toOne: ["room": "rooms"]),
                ], store: store)
            #expect(try await status(service, .delete, "/rooms/2") == "204")
            #expect(try await Self.rooms(store) == ["none"])
        }
    }

    @Test(
        "A target that gets an owner of another type loses its earlier owner",
        arguments: TestDatabase.all)
    func ownersOfTypes(on kind: TestDatabase) async throws {
        try await kind.withStore(Tables.all) { store, _ in
            let project = try await store.insert(
                type: "projects", id: nil, with: ResourceChange(attributes: ["name": "Vox"]))
            let team = try await store.insert(
                type: "teams", id: nil, with: ResourceChange(attributes: ["name": "Core"]))
            let user = try await store.insert(
                type: "users", id: nil,
                with: ResourceChange(attributes: ["name": "Ann", "email": "ann@example.org"]))
            let task = try await store.insert(
                type: "tasks", id: nil,
                with: ResourceChange(
                    attributes: ["title": "Read", "state": "open"],
                    relationships: [
                        "project": .replace(.one(project.identifier)),
                        "owner": .replace(.one(team.identifier)),
                    ])
            ).identifier
            for owner in [user.identifier, team.identifier] {
                _ = try await store.update(
                    owner, with: ResourceChange(relationships: ["tasks": .add([task])]),
                    ifVersion: nil)
                let changed = try await store.resource(task)
                #expect(changed?.relationships["owner"] == .one(owner))
                for possible in [user.identifier, team.identifier] {
                    let tasks = try await store.resource(possible)?.relationships["tasks"]
                    #expect(tasks == .many(possible == owner ? [task] : []))
                }
            }
        }
    }

    // MARK: Validation

    /// Services whose rooms have one booking a day, and a log of the validated writes.
    private static func services(
        _ store: any ResourceStore, _ log: WriteLog = WriteLog()
    ) -> ResourceService {
        var bookings = ServedType("bookings", attributes: ["day"], toOne: ["room": "rooms"])
        bookings.validate = { write in
            log.add(write)
            guard let room: String = write.new.relationships.room.data.id,
                let day = JSONValue(write.new.attributes["day"])
            else { return [] }
            var others = ResourceSelection(type: "bookings")
            others.filter = .and([
                .comparison(["room", "id"], .equal, .string(room)),
                .comparison(["day"], .equal, day),
            ])
            let found = try await write.store.list(others).resources
            if found.allSatisfy({ $0.id == write.new.id }) { return [] }
            return [
                APIError(
                    status: 409, title: "Taken", source: .pointer("/data/relationships/room"))
            ]
        }
        var rooms = ServedType("rooms", toMany: ["bookings": "bookings", "tags": "tags"])
        rooms.validate = { write in
            log.add(write)
            return []
        }
        var service = ResourceService(
            [bookings, rooms, ServedType("tags", toMany: ["rooms": "rooms"])], store: store)
        service.operationsPath = "operations"
        return service
    }

    @Test(
        "A rule about a foreign key holds for edits of the other side",
        arguments: TestDatabase.all)
    func rules(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types()) { store, _ in
            try await Self.fill(store)
            let service = Self.services(store)
            let linkage = "/rooms/1/relationships/bookings"
            let links = #""relationships":{"bookings":\#(Self.list(1, 2))}"#
            let refused: [(HTTPRequest.Method, String, String, String)] = [
                (
                    .patch, "/bookings/2/relationships/room",
                    #"{"data":{"type":"rooms","id":"1"}}"#, "/data"
                ),
                (.post, linkage, Self.list(2), "/data/0"),
                (.patch, linkage, Self.list(1, 2), "/data/1"),
                (
                    .patch, "/rooms/1", #"{"data":{"type":"rooms","id":"1",\#(links)}}"#,
                    "/data/relationships/bookings/data/1"
                ),
                // Each booking alone could move to the new room.
                (
                    .post, "/rooms", #"{"data":{"type":"rooms",\#(links)}}"#,
                    "/data/relationships/bookings/data/1"
                ),
            ]
            for (method, target, body, pointer) in refused {
                let name = "\(method) \(target)"
                let reply = try await service.reply(method, target, body)
                #expect(reply.hasPrefix("409"), "\(name): \(reply)")
                #expect(reply.contains(#""pointer":"\#(pointer)""#), "\(name): \(reply)")
                #expect(try await Self.rooms(store) == ["1", "2"], "\(name)")
            }
            #expect(try await store.list(ResourceSelection(type: "rooms")).total == 3)
            // One after the other.
            #expect(try await status(service, .post, linkage, Self.list(1)) == "204")
            let third = "/rooms/3/relationships/bookings"
            #expect(try await status(service, .post, third, Self.list(1)) == "204")
            #expect(try await status(service, .post, linkage, Self.list(2)) == "204")
            #expect(try await Self.rooms(store) == ["3", "1"])
            #expect(try await status(service, .patch, third, Self.list(2)) == "204")
            #expect(try await Self.rooms(store) == ["none", "3"])
        }
    }

    @Test("Each target is validated with its old and its new state", arguments: TestDatabase.all)
    func contents(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types()) { store, _ in
            try await Self.fill(store)
            let log = WriteLog()
            let service = Self.services(store, log)
            let room = StoredResource.Identifier(type: "rooms", id: "3")
            let before = try await store.resource(room)?.version ?? 0
            #expect(
                try await status(
                    service, .post, "/rooms/3/relationships/bookings", Self.list(1)) == "204")
            let after = try await store.resource(room)?.version ?? 0
            #expect(after > before)
            var writes = log.take()
            #expect(writes.map(\.type) == ["rooms", "bookings"])
            let moved = try #require(writes.last)
            #expect(moved.action == .replaceLinkage && moved.changed == ["room"])
            #expect(moved.old == ["type": "rooms", "id": "1"])
            #expect(moved.new == ["type": "rooms", "id": "3"] && moved.day == 7)
            // A target that stays is not validated.
            _ = try await service.reply(
                .patch, "/rooms/3/relationships/bookings", Self.list(1))
            #expect(log.take().map(\.type) == ["rooms"])
            // The other direction of a join table.
            _ = try await store.insert(type: "tags", id: "1", with: ResourceChange())
            let edits: [(HTTPRequest.Method, ResourceService.Operation.Action)] = [
                (.post, .addLinkage), (.delete, .removeLinkage),
            ]
            for (method, action) in edits {
                let reply = try await service.reply(
                    method, "/tags/1/relationships/rooms",
                    #"{"data":[{"type":"rooms","id":"2"}]}"#)
                #expect(reply.hasPrefix("204"))
                writes = log.take()
                #expect(writes.map(\.id) == ["2"])
                #expect(writes.first?.action == action && writes.first?.changed == ["tags"])
            }
        }
    }

    @Test("The row of a deleted resource still refers to its target", arguments: TestDatabase.all)
    func deletedRows(on kind: TestDatabase) async throws {
        let types = [
            SQLType("buildings", table: "building", attributes: ["name": .text("name")]),
            SQLType(
                "rooms", table: "room",
                relationships: [
                    "building": .toOne("buildings", column: "building_id").required()
                ],
                deletedAt: "deleted"),
        ]
        try await kind.withStore(types) { store, _ in
            let building = try await store.insert(
                type: "buildings", id: nil, with: ResourceChange())
            let room = try await store.insert(
                type: "rooms", id: nil,
                with: ResourceChange(
                    relationships: ["building": .replace(.one(building.identifier))]))
            try await store.delete(room.identifier, ifVersion: nil)
            #expect(try await store.list(ResourceSelection(type: "rooms")).resources.isEmpty)
            let error = await #expect(throws: ErrorResponse.self) {
                try await store.delete(building.identifier, ifVersion: nil)
            }
            #expect(error?.status.code == 409)
            #expect(error?.errors.first?.detail?.contains("deleted resource") == true)
        }
    }

    @Test(
        "A database may delete the resources that require the deleted one",
        arguments: TestDatabase.all)
    func cascade(on kind: TestDatabase) async throws {
        let types = Self.types(room: .toOne("rooms", column: "room_id").required())
        try await kind.with { database in
            let key =
                kind == .sqlite
                ? "id INTEGER PRIMARY KEY"
                : "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
            for text in [
                "CREATE TABLE room (\(key), version BIGINT NOT NULL)",
                """
                CREATE TABLE booking (\(key), day BIGINT, version BIGINT NOT NULL, \
                room_id BIGINT NOT NULL REFERENCES room (id) ON DELETE CASCADE)
                """,
                "CREATE TABLE tag (\(key), name TEXT)",
                "CREATE TABLE room_tag (room BIGINT NOT NULL, tag BIGINT NOT NULL)",
            ] {
                try await database.run(text)
            }
            let store = try SQLStore(database, types)
            try await store.checkTables()
            try await Self.fill(store)
            var service = ResourceService(Self.required, store: store)
            service.operationsPath = "operations"
            #expect(try await status(service, .delete, "/rooms/1") == "204")
            #expect(try await Self.rooms(store) == ["2"])
            var request = ClientRequest(
                method: .post, url: try HTTPURL("http://test.example/operations"),
                body: Array(
                    #"{"atomic:operations":[{"op":"remove","ref":{"type":"rooms","id":"2"}}]}"#.utf8
                ))
            let media = #"application/vnd.api+json;ext="https://jsonapi.org/ext/atomic""#
            request.headers[.accept] = media
            request.headers[.contentType] = media
            #expect(try await service.execute(request).status.code == 204)
            #expect(try await Self.rooms(store) == [])
        }
    }
}

/// The writes that a type validated.
private final class WriteLog: Sendable {
    /// What a write had: views cannot leave the function.
    struct Noted: Sendable {
        let action: ResourceService.Operation.Action
        let type: String
        let id: String?
        let old, new: JSONValue?
        let changed: Set<String>
        let day: Int?
    }

    private let writes = Mutex<[Noted]>([])

    func add(_ write: ServedType.Write<AnyResource>) {
        let noted = Noted(
            action: write.action, type: write.new.type, id: write.new.id,
            old: write.old.flatMap { JSONValue($0.relationships.room.data) },
            new: JSONValue(write.new.relationships.room.data),
            changed: write.changed, day: write.new.attributes.day)
        writes.withLock { $0.append(noted) }
    }

    /// Returns the writes since the last call.
    func take() -> [Noted] {
        writes.withLock { writes in
            defer { writes = [] }
            return writes
        }
    }
}

#endif
