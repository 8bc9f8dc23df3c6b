// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer

/// What a function that validates writes is given, and what becomes of its errors.
@Suite("Validation of writes")
struct WriteValidationTests {
    struct Booking: ResourceSchema {
        static let type = "bookings"
        static let keyStrategy = KeyStrategy.snakeCase
        let room = Attribute<String>("room").required()
        let firstDay = Attribute<Int>("firstDay").required()
        let lastDay = Attribute<Int>("lastDay").required()
        let city = Attribute<String>(at: "address.city")
        let shown = Attribute<String>("shownAs").written(as: "note")
        let guest = ToOne<Guest>("mainGuest")
        let guests = ToMany<Guest>("guests")
    }
    struct Guest: ResourceSchema { static let type = "guests" }

    private final class Log: Sendable {
        /// What a write had: views cannot leave the function.
        struct Noted: Sendable {
            let action: ResourceService.Operation.Action
            let changed: Set<String>
            let fields: [Bool]
            let id: String?
            let oldLastDay, newLastDay: Int?
            let guests: Int
            let hadGuests, hasGuests, isNew: Bool
        }

        private let writes = Mutex<[Noted]>([])
        func note(_ write: ServedType.Write<Booking>) {
            let noted = Noted(
                action: write.action, changed: write.changed,
                fields: [
                    write.changes(\.lastDay), write.changes(\.city), write.changes(\.shown),
                    write.changes(\.guests), write.changes(\.room), write.changes(\.guest),
                ],
                id: write.new.id, oldLastDay: write.old?.lastDay,
                newLastDay: write.new.lastDay, guests: write.new.guests.count,
                hadGuests: write.old?.guests.state == .value,
                hasGuests: write.new.guests.state == .value, isNew: write.old == nil)
            writes.withLock { $0.append(noted) }
        }
        func take() -> [Noted] {
            writes.withLock { writes in
                defer { writes = [] }
                return writes
            }
        }
    }

    /// A room has one booking a day.
    private static let bookings = ServedType(
        Booking.self,
        .validate { write in
            let booking = write.new
            let room: String = try booking.room
            let first: Int = try booking.firstDay
            var errors: [APIError] = []
            if try booking.lastDay < first {
                errors.append(
                    APIError(status: 422, title: "Order", source: .field(\Booking.lastDay)))
            }
            if write.old != nil, write.changes(\.room) {
                errors.append(
                    APIError(status: 422, title: "Moved", source: .field(\Booking.room)))
            }
            let others = try await write.list(
                Booking.self, where: \.room == room && \.firstDay == first)
            if others.contains(where: { $0.id != booking.id }) {
                errors.append(
                    APIError(status: 409, title: "Taken", source: .field(\Booking.firstDay)))
            }
            return errors
        })

    private func document(
        _ room: String, _ first: Int, _ last: Int, id: String? = nil, _ more: String = ""
    ) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return
            #"{"data":{"type":"bookings",\#(id)"attributes":{"room":"\#(room)","first_day":\#(first),"last_day":\#(last)}\#(more)}}"#
    }

    private func service(
        _ store: any ResourceStore,
        _ validate: (@Sendable (ServedType.Write<Booking>) async throws -> [APIError])? = nil
    ) -> ResourceService {
        let bookings =
            validate.map { ServedType(Booking.self, .validate($0)) } ?? Self.bookings
        return Atomic.service(store, types: [bookings, ServedType(Guest.self)])
    }

    private let store = MemoryStore([
        StoredResource(
            type: "bookings", id: "1",
            attributes: ["room": "A", "first_day": 1, "last_day": 2],
            relationships: ["main_guest": .one(nil), "guests": .many([])]),
        StoredResource(type: "guests", id: "1"), StoredResource(type: "guests", id: "2"),
    ])

    @Test("Several errors are one response, alike for a request and for an operation")
    func errors() async throws {
        let service = service(store)
        let data = #"{"type":"bookings","id":"1","attributes":{"room":"B","first_day":9}}"#
        let single = try await service.send(.patch, "/bookings/1", #"{"data":\#(data)}"#)
        let atomic = try await service.operate(#"{"op":"update","data":\#(data)}"#)
        for (reply, prefix) in [(single, ""), (atomic, "/atomic:operations/0")] {
            #expect(reply.status == 422)
            let pointers = reply.json.errors.vox.elements.map { $0.namedPointer ?? "" }
            #expect(pointers == ["last_day", "room"].map { prefix + "/data/attributes/" + $0 })
        }
        let taken = try await service.send(.post, "/bookings", document("A", 1, 1))
        #expect(taken.status == 409 && taken.pointer == "/data/attributes/first_day")
        #expect(store.resources(of: "bookings").count == 1)
        #expect(try await service.send(.post, "/bookings", document("A", 3, 4)).status == 201)
    }

    @Test("The write has the old and the new state, its action and what it changes")
    func contents() async throws {
        let log = Log()
        let service = service(store) { write in
            log.note(write)
            return []
        }
        func written(
            _ method: HTTPRequest.Method, _ target: String, _ document: String
        ) async throws -> Log.Noted {
            let reply = try await service.send(method, target, document)
            #expect((200..<300).contains(reply.status), "\(target)")
            let writes = log.take()
            #expect(writes.count == 1)
            return try #require(writes.first)
        }
        let guest = #"{"type":"guests","id":"1"}"#
        let create = try await written(
            .post, "/bookings",
            document("B", 1, 2, #","relationships":{"main_guest":{"data":\#(guest)}}"#))
        #expect(create.action == .create && create.isNew && create.id == nil)
        #expect(create.changed == ["room", "first_day", "last_day", "main_guest"])

        let update = try await written(
            .patch, "/bookings/1",
            #"""
            {"data":{"type":"bookings","id":"1",
             "attributes":{"room":"A","last_day":5,"address":{"city":"X"},"note":"n"},
             "relationships":{"main_guest":{"data":null},"guests":{"data":[\#(guest)]}}}}
            """#)
        #expect(update.action == .update)
        #expect(update.oldLastDay == 2)
        #expect(update.newLastDay == 5)
        #expect(update.changed == ["last_day", "address", "note", "guests"])
        #expect(update.fields == [true, true, true, true, false, false])

        let linkage = "/bookings/1/relationships/guests"
        let add = try await written(
            .post, linkage, #"{"data":[{"type":"guests","id":"2"}]}"#)
        #expect(add.action == .addLinkage && add.changed == ["guests"])
        #expect(add.guests == 2)
        let same = try await written(
            .post, linkage, #"{"data":[{"type":"guests","id":"2"}]}"#)
        #expect(same.changed.isEmpty)
        let remove = try await written(
            .delete, linkage, #"{"data":[{"type":"guests","id":"2"}]}"#)
        #expect(remove.action == .removeLinkage)
        let replace = try await written(
            .patch, "/bookings/1/relationships/main_guest", #"{"data":\#(guest)}"#)
        #expect(replace.action == .replaceLinkage && replace.fields[5])
        #expect(try await service.send(.delete, "/bookings/1").status == 204)
        #expect(log.take().isEmpty)
    }

    @Test("An error that points behind the end of a list points to the list")
    func behindTheEnd() async throws {
        for (pointer, shown) in [
            ("/data/relationships/guests/data/1/id", "/data/relationships/guests/data/1/id"),
            ("/data/relationships/guests/data/2", "/data/relationships/guests/data"),
            ("/data/relationships/guests/data/2/id", "/data/relationships/guests/data"),
            ("/data/relationships/guests/data/-1", "/data/relationships/guests/data"),
            ("/data/relationships/guests/data/x", "/data/relationships/guests/data"),
            ("/data/attributes/room/0", "/data/attributes/room"), ("/data/none/0", "/data"),
        ] {
            var type = ServedType("bookings", attributes: ["room"], toMany: ["guests": "guests"])
            type.validate = { _ in
                [APIError(status: 422, title: "No", source: .pointer(pointer))]
            }
            let guests = ["1", "2"].map { StoredResource(type: "guests", id: $0) }
            let service = ResourceService(
                [type, ServedType("guests")], store: MemoryStore(guests))
            let reply = try await service.send(
                .post, "/bookings",
                #"{"data":{"type":"bookings","attributes":{"room":"a"},"relationships":{"guests":{"data":[{"type":"guests","id":"1"},{"type":"guests","id":"2"}]}}}}"#
            )
            #expect(reply.status == 422)
            #expect(reply.pointer == shown, "\(pointer)")
        }
    }

    @Test("Left-out linkage is unknown in a write, and not an empty list")
    func unknownLinkage() async throws {
        let log = Log()
        let service = service(LinklessStore(store)) { write in
            log.note(write)
            return []
        }
        let reply = try await service.send(
            .post, "/bookings/1/relationships/guests", #"{"data":[{"type":"guests","id":"2"}]}"#)
        #expect(reply.status == 204)
        let write = try #require(log.take().first)
        #expect(!write.isNew && !write.hadGuests && !write.hasGuests)
        #expect(write.changed == ["guests"])
    }

    @Test("The pointer of a relationship leads to the linkage in a document with linkage alone")
    func linkagePointers() async throws {
        let service = service(store) { _ in
            [
                APIError(status: 422, title: "Guest", source: .field(\Booking.guest)),
                APIError(
                    status: 422, title: "Id",
                    source: .pointer("/data/relationships/main_guest/data/id")),
                APIError(status: 422, title: "Room", source: .field(\Booking.room)),
            ]
        }
        let guest = #"{"type":"guests","id":"1"}"#
        let single = try await service.send(
            .patch, "/bookings/1/relationships/main_guest", #"{"data":\#(guest)}"#)
        let target = #"{"type":"bookings","id":"1","relationship":"main_guest"}"#
        let atomic = try await service.operate(
            #"{"op":"update","ref":\#(target),"data":\#(guest)}"#)
        for (reply, prefix) in [(single, ""), (atomic, "/atomic:operations/0")] {
            #expect(reply.status == 422)
            let errors = reply.json.errors.vox.elements
            let pointers = errors.map { error -> String in error.source.pointer ?? "" }
            #expect(pointers == ["/data", "/data/id", "/data"].map { prefix + $0 })
            // Only the attribute is missing.
            let named = errors.map { $0.namedPointer ?? "" }
            #expect(
                named == ["/data", "/data/id", "/data/attributes/room"].map { prefix + $0 })
        }
        let links = #"{"main_guest":{"data":\#(guest)}}"#
        let whole = try await service.send(
            .patch, "/bookings/1",
            #"{"data":{"type":"bookings","id":"1","relationships":\#(links)}}"#)
        #expect(whole.pointer == "/data/relationships/main_guest")
    }

    @Test("A thrown response is the response, and any other error is 500")
    func thrown() async throws {
        struct Broken: Error {}
        let refusing = service(store) { _ in
            throw ErrorResponse(.serviceUnavailable, "later", headers: [.retryAfter: "9"])
        }
        let later = try await refusing.send(.post, "/bookings", document("C", 1, 1))
        #expect(later.status == 503 && later.headers[.retryAfter] == "9")
        let broken = service(store) { _ in throw Broken() }
        #expect(try await broken.send(.post, "/bookings", document("C", 1, 1)).status == 500)
        #expect(store.resources(of: "bookings").count == 1)
    }

    @Test("A rule about several resources holds whatever writes at the same time")
    func concurrent() async throws {
        let service = service(store)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await service.send(
                        .post, "/bookings", document("R", 1 + number % 6, 9)
                    ).status
                }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [201: 6, 409: 54])
        #expect(store.resources(of: "bookings").count == 7)
    }

    @Test("A store without transactions is the store of the validation")
    func withoutTransactions() async throws {
        let hooked = HookedStore(store)
        let service = service(hooked)
        #expect(try await service.send(.post, "/bookings", document("A", 1, 1)).status == 409)
        #expect(try await service.send(.post, "/bookings", document("Z", 1, 1)).status == 201)
        let operation = try await service.operate(
            #"{"op":"add","data":{"type":"guests"}}"#)
        #expect(operation.status == 501)
    }

    @Test("An edit that changes its targets needs a transaction, in which they are validated")
    func targets() async throws {
        let stored = TwoSidedStore(base: HookedStore(store))
        let bookings = #"{"data":[{"type":"bookings","id":"1"}]}"#
        var guests = ServedType("guests", toMany: ["stays": "bookings"])
        let before = Atomic.contents(of: store)
        for (isValidated, status) in [(true, 501), (false, 200)] {
            var types = [Self.bookings, guests]
            if !isValidated { types[0].validate = nil }
            let service = ResourceService(types, store: stored)
            let reply = try await service.send(.post, "/guests/1/relationships/stays", bookings)
            #expect(reply.status == status)
            if isValidated { #expect(Atomic.contents(of: store) == before) }
        }
        guests.validate = { _ in [APIError(status: 403, title: "No")] }
        let refusing = ResourceService([Self.bookings, guests], store: stored)
        #expect(
            try await refusing.send(.post, "/guests/1/relationships/stays", bookings).status == 403)
        // The target of a to-one relationship is not validated.
        let moved = try await refusing.send(
            .patch, "/bookings/1/relationships/main_guest", #"{"data":{"type":"guests","id":"1"}}"#)
        #expect(moved.status == 200)
    }

    @Test("The pointers of fields")
    func pointers() {
        #expect(APIError.Source.field(\Booking.firstDay) == .pointer("/data/attributes/first_day"))
        #expect(APIError.Source.field(\Booking.city) == .pointer("/data/attributes/address/city"))
        #expect(APIError.Source.field(\Booking.shown) == .pointer("/data/attributes/note"))
        #expect(
            APIError.Source.field(\Booking.guest) == .pointer("/data/relationships/main_guest"))
    }
}

/// A store without transactions in which the guest of a booking is the other side of the guest's
/// stays.
private struct TwoSidedStore: PassingStore {
    let base: any ResourceStore

    func inverse(of name: String, from type: String, to target: String) -> String? {
        ["stays": "main_guest", "main_guest": "stays"][name]
    }
}
