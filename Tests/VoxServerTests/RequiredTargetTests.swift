// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Deletions of resources that other resources require.
@Suite("Targets of required relationships")
struct RequiredTargetTests {
    struct Room: ResourceSchema { static let type = "rooms" }
    struct Booking: ResourceSchema {
        static let type = "bookings"
        let room = ToOne<Room>("room").required()
        let spare = ToOne<Room>("spare")
    }

    private let store = MemoryStore([
        StoredResource(type: "rooms", id: "1"), StoredResource(type: "rooms", id: "2"),
        StoredResource(
            type: "bookings", id: "1",
            relationships: [
                "room": .one(.init(type: "rooms", id: "1")),
                "spare": .one(.init(type: "rooms", id: "2")),
            ]),
    ])

    private func service(_ store: any ResourceStore) -> ResourceService {
        Atomic.service(store, types: [ServedType(Room.self), ServedType(Booking.self)])
    }

    @Test("A required target is not deleted, and any other target is")
    func deletion() async throws {
        let service = service(store)
        let before = Atomic.contents(of: store)
        let refused = try await service.send(.delete, "/rooms/1")
        #expect(refused.status == 409)
        #expect(Atomic.contents(of: store) == before)
        let room = #"{"op":"remove","ref":{"type":"rooms","id":"1"}}"#
        let operations = try await service.operate(room)
        #expect(operations.status == 409 && operations.pointer == "/atomic:operations/0/ref")
        #expect(Atomic.contents(of: store) == before)
        #expect(try await service.send(.delete, "/rooms/2").status == 204)
        let booking = #"{"op":"remove","ref":{"type":"bookings","id":"1"}}"#
        #expect(try await service.operate(booking, room).status == 204)
        #expect(store.types.isEmpty)
    }

    @Test("A store without transactions refuses the same deletion")
    func withoutTransactions() async throws {
        let service = service(HookedStore(store))
        #expect(try await service.send(.delete, "/rooms/1").status == 409)
        #expect(store.resources(of: "rooms").count == 2)
        #expect(try await service.send(.delete, "/rooms/2").status == 204)
        #expect(try await service.send(.delete, "/bookings/1").status == 204)
        #expect(try await service.send(.delete, "/rooms/1").status == 204)
    }

    @Test("A target of another type with the same id is not the required one")
    func unions() async throws {
        var meetings = ServedType("meetings", toOne: ["before": "meetings"])
        meetings.relationships["place"] = .init(isMany: false, targets: ["rooms", "halls"])
        meetings.required = ["place", "before"]
        let store = MemoryStore([
            StoredResource(type: "rooms", id: "1"), StoredResource(type: "halls", id: "1"),
            StoredResource(type: "halls", id: "2"),
            StoredResource(
                type: "meetings", id: "1",
                relationships: [
                    "place": .one(.init(type: "halls", id: "1")),
                    "before": .one(.init(type: "meetings", id: "1")),
                ]),
            StoredResource(
                type: "meetings", id: "2",
                relationships: [
                    "place": .one(.init(type: "halls", id: "2")),
                    "before": .one(.init(type: "meetings", id: "2")),
                ]),
        ])
        let service = ResourceService(
            [ServedType("rooms"), ServedType("halls"), meetings], store: store)
        #expect(try await service.send(.delete, "/rooms/1").status == 204)
        for hall in 1...2 {
            #expect(try await service.send(.delete, "/halls/\(hall)").status == 409)
        }
        // A resource may be its own target.
        #expect(try await service.send(.delete, "/meetings/1").status == 204)
        #expect(try await service.send(.delete, "/halls/1").status == 204)
        let plain = ResourceService(
            [ServedType("rooms"), ServedType("halls"), meetings], store: HookedStore(store))
        #expect(try await plain.send(.delete, "/halls/2").status == 409)
        #expect(try await plain.send(.delete, "/meetings/2").status == 204)
    }
}
