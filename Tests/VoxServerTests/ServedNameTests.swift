// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Names of requests are those of the service byte by byte: the same letters in another normal form
/// are another name.
@Suite("Names of a service in another normal form")
struct ServedNameTests {
    private static let served = "caf\u{E9}"
    private static let other = "cafe\u{301}"

    private static func service() -> ResourceService {
        var type = ServedType(served, attributes: [served, "n"], toOne: [served + "s": served])
        type.relationships["any\(served)"] = .init(isMany: true, target: nil)
        type.readOnly = [served]
        type.sortable = [served]
        type.filterable = [served, served + "s", "id"]
        var open = ServedType("open")
        open.readOnly = [served]
        let first = StoredResource(
            type: served, id: "1", attributes: [served: "a"],
            relationships: [served + "s": .one(nil), "any\(served)": .many([])])
        var service = ResourceService([type, open], store: MemoryStore([first]))
        service.operationsPath = "operations"
        return service
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16) }
            .joined()
    }

    @Test(
        "Paths and parameters",
        arguments: [
            ("/TYPE", 404), ("/TYPE/1", 404), ("/BASE/1/NAMEs", 404),
            ("/BASE/1/relationships/NAMEs", 404), ("/BASE?sort=NAME", 400),
            ("/BASE?filter[NAME]=a", 400), ("/BASE?filter[NAMEs.id]=a", 400),
            ("/BASE?include=NAMEs", 400),
        ])
    func addresses(target: String, status: Int) async throws {
        let other = target.replacing("TYPE", with: Self.other).replacing("NAME", with: Self.other)
        let right = target.replacing("TYPE", with: Self.served).replacing("NAME", with: Self.served)
        let own = right.replacing("BASE", with: Self.served)
        let service = Self.service()
        let refused = Self.encoded(other.replacing("BASE", with: Self.served))
        #expect(try await service.send(.get, refused).status == status)
        #expect(try await service.send(.get, Self.encoded(own)).status == 200)
    }

    @Test("A store in memory refuses a document whose relationships it could not keep apart")
    func stored() {
        let none = #"{"data":null}"#
        let relationships = #"{"\#(Self.served)":\#(none),"\#(Self.other)":\#(none)}"#
        #expect(throws: DocumentError.self) {
            try MemoryStore(
                parsing: #"{"data":{"type":"a","id":"1","relationships":\#(relationships)}}"#)
        }
    }

    @Test("Sparse fieldsets of another type say nothing about this one")
    func fields() async throws {
        let service = Self.service()
        let path = "/\(Self.encoded(Self.served))"
        let other = try await service.send(.get, "\(path)?fields[\(Self.encoded(Self.other))]=n")
        #expect(other.status == 200)
        #expect(other.json.data[0].attributes[Self.served] == "a")
        let own = try await service.send(
            .get, "\(path)?fields[\(Self.encoded(Self.served))]=\(Self.encoded(Self.other))")
        #expect(own.json.data[0].attributes.vox.state == .absent)
    }

    @Test("Attributes, relationships and types of documents and operations")
    func documents() async throws {
        let service = Self.service()
        let path = "/\(Self.encoded(Self.served))"
        func post(_ members: String) async throws -> Reply {
            try await service.send(.post, path, #"{"data":{"type":"\#(Self.served)",\#(members)}}"#)
        }
        let none = #"{"data":null}"#
        #expect(try await post(#""attributes":{"\#(Self.served)":1}"#).status == 403)
        #expect(try await post(#""attributes":{"\#(Self.other)":1}"#).status == 422)
        #expect(try await post(#""relationships":{"\#(Self.other)s":\#(none)}"#).status == 422)
        let both = #""relationships":{"\#(Self.served)s":\#(none),"\#(Self.other)s":\#(none)}"#
        let refused = try await post(both)
        #expect(refused.status == 422 && refused.json.errors.vox.elements.count == 1)
        let link = #"{"data":{"type":"\#(Self.other)","id":"1"}}"#
        let linked = try await post(#""relationships":{"\#(Self.served)s":\#(link)}"#)
        #expect(linked.status == 422)
        // Where all attributes are allowed, the other name is another attribute, which is writable.
        let open = #"{"data":{"type":"open","id":"1","attributes":{"\#(Self.other)":1}}}"#
        let made = try await service.send(.post, "/open", open)
        #expect(made.status == 201 && made.json.data.attributes[Self.other] == 1)
        for (type, relationship) in [(Self.other, Self.served), (Self.served, Self.other)] {
            let operation = """
                {"atomic:operations":[{"op":"update","ref":{"type":"\(type)","id":"1",\
                "relationship":"\(relationship)s"},"data":null}]}
                """
            let reply = try await service.send(
                .post, "/operations", operation, [.contentType: atomicType])
            #expect([400, 404, 422].contains(reply.status), "\(reply.status)")
        }
    }
}
