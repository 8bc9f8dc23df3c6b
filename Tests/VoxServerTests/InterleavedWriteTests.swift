// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// Somebody else writes between the checks of a request and its write.
@Suite("Interleaved writes")
struct InterleavedWriteTests {
    /// A booking ends after it begins, and may be of a room.
    private static let bookings: ServedType = {
        var bookings = ServedType(
            "bookings", toOne: ["room": "rooms"], toMany: ["extras": "rooms"])
        bookings.validate = { write in
            let booking = write.new
            guard let from: Double = booking.attributes.from,
                let to: Double = booking.attributes.to, from < to
            else { return [APIError(status: 422, title: "Ends before it begins")] }
            return []
        }
        return bookings
    }()

    private static let booking = StoredResource.Identifier(type: "bookings", id: "1")
    private static let room = StoredResource.Identifier(type: "rooms", id: "7")

    private func serve(_ hooks: HookedStore.Hook...) -> (ResourceService, HookedStore) {
        let store = HookedStore(
            MemoryStore([
                StoredResource(
                    type: "bookings", id: "1", attributes: ["from": 1, "to": 10],
                    relationships: ["room": .one(nil), "extras": .many([])]),
                StoredResource(type: "rooms", id: "7"),
            ]), beforeWrites: hooks)
        return (ResourceService([Self.bookings, ServedType("rooms")], store: store), store)
    }

    private func attributes(_ members: String) -> String {
        #"{"data":{"type":"bookings","id":"1","attributes":\#(members)}}"#
    }

    private static let setTo: HookedStore.Hook = { store in
        _ = try store.update(
            booking, with: ResourceChange(attributes: ["to": 5]), ifVersion: nil)
    }

    private static let deleteRoom: HookedStore.Hook = { try $0.delete(room, ifVersion: nil) }

    @Test("A rule of two attributes holds, whoever writes in between")
    func rule() async throws {
        let (service, store) = serve(Self.setTo)
        // Right on what was read, wrong on what is written to.
        let reply = try await service.send(.patch, "/bookings/1", attributes(#"{"from":8}"#))
        #expect(reply.status == 422)
        let left = try #require(store.base.resources(of: "bookings").first)
        #expect(left.attributes == ["from": 1, "to": 5])
        #expect(store.attempts == 1)
    }

    @Test("A write that still fits is done on the newer version")
    func again() async throws {
        let (service, store) = serve(Self.setTo)
        let reply = try await service.send(.patch, "/bookings/1", attributes(#"{"from":3}"#))
        #expect(reply.status == 200)
        #expect(store.base.resources(of: "bookings").first?.attributes == ["from": 3, "to": 5])
        #expect(store.attempts == 2)
    }

    @Test("With If-Match it is 412, with If-Match: * it is tried again")
    func conditional() async throws {
        for (isAny, status) in [(false, 412), (true, 200)] {
            let (service, _) = serve(Self.setTo)
            let tag = try #require(try await service.send(.get, "/bookings/1").headers[.eTag])
            let reply = try await service.send(
                .patch, "/bookings/1", attributes(#"{"from":3}"#), [.ifMatch: isAny ? "*" : tag])
            #expect(reply.status == status)
        }
        let (service, store) = serve(Self.setTo)
        let tag = try #require(try await service.send(.get, "/bookings/1").headers[.eTag])
        #expect(try await service.send(.delete, "/bookings/1", nil, [.ifMatch: tag]).status == 412)
        #expect(store.base.resources(of: "bookings").count == 1)
    }

    @Test(
        "What is deleted at that moment is linked with nothing",
        arguments: [
            (
                HTTPRequest.Method.post, "/bookings",
                #"{"data":{"type":"bookings","attributes":{"from":1,"to":2},"relationships":{"room":{"data":{"type":"rooms","id":"7"}}}}}"#,
                "/data/relationships/room/data"
            ),
            (
                .patch, "/bookings/1",
                #"{"data":{"type":"bookings","id":"1","relationships":{"extras":{"data":[{"type":"rooms","id":"7"}]}}}}"#,
                "/data/relationships/extras/data/0"
            ),
            (
                .patch, "/bookings/1/relationships/room",
                #"{"data":{"type":"rooms","id":"7"}}"#, "/data"
            ),
            (
                .post, "/bookings/1/relationships/extras",
                #"{"data":[{"type":"rooms","id":"7"}]}"#, "/data/0"
            ),
        ])
    func deleted(
        method: HTTPRequest.Method, target: String, document: String, pointer: String
    ) async throws {
        let (service, store) = serve(Self.deleteRoom)
        let before = store.base.resources(of: "bookings")
        let reply = try await service.send(method, target, document)
        #expect(reply.status == 404)
        #expect(reply.json.errors[0].source.pointer == .string(pointer))
        #expect(store.base.resources(of: "bookings") == before)
    }

    @Test("What is deleted in between is missing")
    func missing() async throws {
        let (service, _) = serve { try $0.delete(Self.booking, ifVersion: nil) }
        let reply = try await service.send(.patch, "/bookings/1", attributes(#"{"from":3}"#))
        #expect(reply.status == 404)
    }

    @Test("A write that is always late ends, and says when to come back")
    func bounded() async throws {
        let (_, store) = serve()
        let late: HookedStore.Hook = { store in
            guard let booking = store.resources([Self.booking]).first else { return }
            let other = JSONValue.number(JSONNumber(20 + booking.version))
            _ = try store.update(
                Self.booking, with: ResourceChange(attributes: ["to": other]), ifVersion: nil)
        }
        let busy = HookedStore(store.base, beforeWrites: Array(repeating: late, count: 1000))
        let service = ResourceService([Self.bookings, ServedType("rooms")], store: busy)
        let reply = try await service.send(.patch, "/bookings/1", attributes(#"{"from":3}"#))
        #expect(reply.status == 503)
        #expect(reply.headers[.retryAfter] == "1")
        #expect(busy.attempts == 50)
    }

    @Test("A store that is busy is responded with 503 and Retry-After")
    func busy() async throws {
        let (service, store) = serve { _ in throw StoreError.busy }
        let reply = try await service.send(.delete, "/bookings/1")
        #expect(reply.status == 503)
        #expect(reply.headers[.retryAfter] == "1")
        #expect(store.base.resources(of: "bookings").count == 1)
    }
}
