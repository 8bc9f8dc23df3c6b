// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

/// The table of the tenants themselves: its key is the tenant.
@Suite("The table of the tenants")
struct TenantTableTests {
    @TaskLocal static var caller: SQLValue?

    struct Customer: ResourceSchema {
        static let type = "customers"
        let name = Attribute<String>("name").required()
        let plan = ToOne<Plan>("plan")
    }
    /// A type that all tenants share.
    struct Plan: ResourceSchema {
        static let type = "plans"
        let title = Attribute<String>("title")
        let customers = ToMany<Customer>("customers")
    }

    private static func types(_ key: SQLType.Column) -> [SQLType] {
        [
            SQLType(
                Customer.self, table: "customer", .sortable(\.name), .filterable(\.name),
                .unique(\.name), key: key, version: "version"
            ).tenant(key) {
                guard let caller else { throw ErrorResponse(.unauthorized) }
                return caller
            },
            SQLType(Plan.self, table: "plan"),
        ]
    }

    private static func customer(_ name: String, id: String? = nil) -> String {
        let id = id.map { #","id":"\#($0)""# } ?? ""
        return #"{"data":{"type":"customers"\#(id),"attributes":{"name":"\#(name)"}}}"#
    }

    private func check(
        _ key: SQLType.Column, _ callers: [SQLValue], on kind: TestDatabase
    ) async throws {
        try await kind.withStore(Self.types(key)) { store, _ in
            let service = try ResourceService(serving: store)
            try await store.checkTables(for: service)
            try await store.checkIndexes(for: service)
            func answer(
                _ caller: SQLValue?, _ method: HTTPRequest.Method, _ target: String,
                _ body: String? = nil
            ) async throws -> Answer {
                try await Self.$caller.withValue(caller) {
                    try await service.answer(method, target, body)
                }
            }
            let (first, second) = (callers[0], callers[1])
            let ids = ["4", "5"]
            #expect(try await answer(nil, .get, "/customers").status == 401)
            #expect(try await answer(nil, .post, "/customers", Self.customer("A")).status == 401)
            // A tenant creates its own resource, with its id or without, and no other.
            let other = try await answer(first, .post, "/customers", Self.customer("A", id: "5"))
            #expect(other.status == 403, "\(other.text)")
            #expect(other.json.errors[0].source.pointer == "/data/id")
            let made = try await answer(first, .post, "/customers", Self.customer("A"))
            #expect(made.status == 201 && made.json.data.id == "4", "\(made.text)")
            let own = try await answer(second, .post, "/customers", Self.customer("B", id: "5"))
            #expect(own.status == 201, "\(own.text)")
            #expect(try await answer(first, .post, "/customers", Self.customer("C")).status == 409)
            // It sees and changes this one alone.
            for (caller, id) in zip(callers, ids) {
                for query in ["", "?sort=-name", "?filter[id]=4,5", "?filter[name]=A,B"] {
                    let list = try await answer(caller, .get, "/customers\(query)")
                    #expect(list.ids == [id], "\(query) \(list.text)")
                }
            }
            #expect(try await answer(first, .get, "/customers/5").status == 404)
            let changed = try await answer(
                first, .patch, "/customers/5", Self.customer("C", id: "5"))
            #expect(changed.status == 404)
            #expect(try await answer(first, .delete, "/customers/5").status == 404)
            #expect(
                try await answer(first, .patch, "/customers/4", Self.customer("C", id: "4")).status
                    == 200)
            // The shared type shows it, and takes no other.
            let link =
                #"{"data":{"type":"plans","attributes":{"title":"P"},"relationships":{"customers":{"data":[{"type":"customers","id":"ID"}]}}}}"#
            let foreign = try await answer(
                first, .post, "/plans", link.replacing("ID", with: "5"))
            #expect(foreign.status == 404, "\(foreign.text)")
            let plan = try await answer(first, .post, "/plans", link.replacing("ID", with: "4"))
            #expect(plan.status == 201, "\(plan.text)")
            for (caller, expected) in [(first, ["4"]), (second, [])] {
                let list = try await answer(caller, .get, "/plans?include=customers")
                let included: JSON = list.json.included
                #expect(included.vox.elements.map { $0.id ?? "" } == expected, "\(list.text)")
            }
            #expect(try await answer(first, .delete, "/customers/4").status == 204)
            #expect(try await answer(first, .get, "/customers").ids == [])
            #expect(try await answer(second, .get, "/customers").ids == ["5"])
        }
    }

    @Test("A tenant sees and writes its own row only", arguments: TestDatabase.all)
    func integers(on kind: TestDatabase) async throws {
        try await check(.integer("id"), [.integer(4), .integer(5)], on: kind)
    }

    @Test("The same with keys that are texts", arguments: TestDatabase.all)
    func texts(on kind: TestDatabase) async throws {
        try await check(.text("code"), [.text("4"), .text("5")], on: kind)
    }

    @Test("A key of another kind than the tenant is refused")
    func kinds() throws {
        let type = SQLType("customers", table: "customer").tenant(.text("id")) { .text("4") }
        let error = #expect(throws: SQLStore.SchemaError.self) {
            try SQLStore(NotingDatabase(.sqlite), [type])
        }
        #expect(error.map { "\($0)".contains("has another kind") } == true)
    }
}

#endif
