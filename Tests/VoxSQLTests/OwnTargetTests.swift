// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

@Suite("A new resource that is its own target")
struct OwnTargetTests {
    struct Node: ResourceSchema {
        static let type = "nodes"
        let parent = ToOne<Node>("parent")
        let others = ToMany<Node>("others")
    }

    private static let type: SQLType = SQLType(
        Node.self, table: "node", .through(\.others, "node_other", owner: "node", target: "other"))

    /// The same answers with and without a function that allows writes: with it, the service checks
    /// the targets before the store writes.
    private func check(_ store: any ResourceStore, _ comment: Comment) async throws {
        var checked = ServedType(Node.self)
        checked.validate = { _ in [] }
        for (type, id) in [(ServedType(Node.self), "1"), (checked, "2")] {
            let service = ResourceService([type], store: store)
            func post(_ other: String) async throws -> Answer {
                let own = #"{"type":"nodes","id":"\#(id)"}"#
                return try await service.answer(
                    .post, "/nodes",
                    #"""
                    {"data":{"type":"nodes","id":"\#(id)","relationships":{
                     "parent":{"data":\#(own)},"others":{"data":[\#(own)\#(other)]}}}}
                    """#)
            }
            let refused = try await post(#",{"type":"nodes","id":"9"}"#)
            let pointers = refused.json.errors.vox.elements.map { $0.source.pointer ?? "" }
            #expect(refused.status == 404, comment)
            #expect(pointers == ["/data/relationships/others/data/1"], comment)
            let made = try await post("")
            #expect(made.status == 201, comment)
            let others = try await service.answer(.get, "/nodes/\(id)/others", nil)
            let parent = try await service.answer(.get, "/nodes/\(id)/parent", nil)
            #expect(others.ids == [id], comment)
            #expect(parent.json.data.id == id, comment)
        }
    }

    @Test("It is known to each store, and to the service", arguments: TestDatabase.all)
    func stores(on kind: TestDatabase) async throws {
        try await check(MemoryStore(), "memory")
        try await kind.withStore([Self.type]) { store, _ in try await check(store, "\(kind)") }
    }
}

#endif
