// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// Marks of members of nested objects hold on the service, too, at every door that writes.
@Suite("Read-only and write-once members of nested objects")
struct GuardedMemberTests {
    struct Place: ObjectSchema {
        let name = Attribute<String>("name")
        let code = Attribute<String>("code").writeOnce()
        let visits = Attribute<Int>("visits").readOnly()
        let since = Attribute<Date>("since").writeOnce()
        let inner = Attribute<TypedObject<Place>>("inner")
    }
    struct Shop: ResourceSchema {
        static let type = "shops"
        let title = Attribute<String>("title")
        let city = Attribute<String>(at: "address.city").writeOnce()
        let geo = Attribute<Int>(at: "address.geo.hash").readOnly()
        let place = Attribute<TypedObject<Place>?>("place")
        let places = Attribute<[TypedObject<Place>]>("places")
    }

    private static let address: JSONValue = ["city": "Rome", "zip": 1, "geo": ["hash": 5]]
    private static let place: JSONValue = [
        "name": "A", "code": "x", "visits": 3, "since": "2024-01-01T00:00:00Z",
        "inner": ["code": "y", "visits": 4],
    ]

    private let service = Atomic.service(
        MemoryStore([
            StoredResource(
                type: "shops", id: "1", attributes: ["address": address, "place": place]),
            StoredResource(type: "shops", id: "2"),
        ]), types: [ServedType(Shop.self)])

    /// Expects the same answer to a request and to an operation.
    private func expect(
        _ pointers: [String], id: String = "1", _ attributes: String, _ comment: Comment
    ) async throws {
        let data = #"{"type":"shops","id":"\#(id)","attributes":{\#(attributes)}}"#
        let reply = try await service.send(.patch, "/shops/\(id)", #"{"data":\#(data)}"#)
        #expect(reply.status == (pointers.isEmpty ? 200 : 403), comment)
        #expect(places(reply) == pointers.map { "/data/attributes" + $0 }, comment)
        let operation = try await service.operate(#"{"op":"update","data":\#(data)}"#)
        #expect(operation.status == reply.status, comment)
    }

    private func places(_ reply: Reply) -> [String] {
        reply.json.errors.vox.elements.map { $0.namedPointer ?? "" }.sorted()
    }

    @Test("A request may send the values that the resource has")
    func same() async throws {
        let address = #""address":{"zip":2,"geo":{"hash":5.0},"city":"Rome"}"#
        try await expect([], address, "another member of the same object")
        let place =
            #""place":{"name":"B","code":"x","visits":3,"since":"2024-01-01T01:00:00+01:00""#
        try await expect([], place + #","inner":{"code":"y","visits":4}}"#, "the same instant")
        try await expect([], #""title":"New""#, "no object")
        try await expect([], #""places":[{"code":"z","visits":1}]"#, "objects of a list are new")
    }

    @Test("A request cannot change them, or leave them out")
    func changed() async throws {
        try await expect(
            ["/address/city", "/address/geo/hash"],
            #""address":{"city":"Oslo","geo":{"hash":6}}"#, "other values")
        try await expect(["/address", "/address/geo"], #""address":{"geo":{}}"#, "left out")
        try await expect(["/address", "/address"], #""address":null"#, "the whole object")
        try await expect(
            [
                "/place/code", "/place/inner/code", "/place/inner/visits", "/place/since",
                "/place/visits",
            ],
            #"""
            "place":{"name":"B","code":"z","visits":4,"since":"2025-01-01T00:00:00Z",
            "inner":{"code":null,"visits":5}}
            """#, "every level")
        try await expect(
            ["/place/code"], id: "2", #""place":{"code":"z"}"#, "an object that is new")
    }

    @Test("A new resource may set what is write-once, and not what is read-only")
    func created() async throws {
        let reply = try await service.send(
            .post, "/shops",
            #"""
            {"data":{"type":"shops","attributes":{"address":{"city":"Oslo","geo":{"hash":1}},
             "place":{"code":"x","inner":{"visits":2}}}}}
            """#)
        #expect(reply.status == 403)
        #expect(
            places(reply) == [
                "/data/attributes/address/geo/hash", "/data/attributes/place/inner/visits",
            ])
        let made = try await service.send(
            .post, "/shops",
            #"""
            {"data":{"type":"shops","attributes":{"address":{"city":"Oslo"},
             "place":{"code":"x","visits":null,"inner":{"since":"2024-01-01T00:00:00Z"}}}}}
            """#)
        #expect(made.status == 201)
    }
}
