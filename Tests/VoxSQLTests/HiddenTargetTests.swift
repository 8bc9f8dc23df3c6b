// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import HTTPTypes
import Testing
import Vox
import VoxSQL

/// Links to resources of a type that is not served: the owner of task 2 is a robot, and task 1 has a
/// robot as its helper. No robot is served.
@Suite("Targets that are not served")
struct HiddenTargetTests {
    private static let types = [
        SQLType(
            "tasks", table: "task", attributes: ["title": .text("title")],
            relationships: [
                "owner": .toOne(["users": "user_id", "robots": "robot_id"]),
                "helpers": .toMany("robots", through: "helper", owner: "task", target: "robot"),
            ], version: "version"),
        SQLType(
            "users", table: "person", attributes: ["name": .text("name")],
            relationships: ["tasks": .toMany("tasks", column: "user_id")]),
        SQLType("robots", table: "robot", attributes: ["name": .text("name")]),
    ]

    /// The databases, and nil for a store in memory.
    static let stores: [TestDatabase?] = [nil] + TestDatabase.all

    /// What a service can declare as the targets of the owner.
    static let owners: [Set<String>?] = [nil, ["users"], ["users", "robots"], ["robots"]]

    private static let user = StoredResource.Identifier(type: "users", id: "7")
    private static let robot = StoredResource.Identifier(type: "robots", id: "7")

    private func withStore(
        _ kind: TestDatabase?, _ body: (any ResourceStore) async throws -> Void
    ) async throws {
        guard let kind else {
            let store = MemoryStore()
            try await Self.fill(store)
            return try await body(store)
        }
        try await kind.withStore(Self.types) { store, _ in
            try await Self.fill(store)
            try await body(store)
        }
    }

    private static func fill(_ store: any ResourceStore) async throws {
        for type in ["users", "robots"] {
            _ = try await store.insert(
                type: type, id: "7", with: ResourceChange(attributes: ["name": "HAL"]))
        }
        for (id, owner) in [("1", user), ("2", robot), ("3", nil)] {
            let helpers = id == "1" ? [robot] : []
            _ = try await store.insert(
                type: "tasks", id: id,
                with: ResourceChange(
                    attributes: ["title": "x"],
                    relationships: [
                        "owner": .replace(.one(owner)), "helpers": .replace(.many(helpers)),
                    ]))
        }
    }

    private static func service(
        _ store: any ResourceStore, owner: Set<String>?, helpers: Set<String>? = ["robots"]
    ) -> ResourceService {
        var tasks = ServedType("tasks", attributes: ["title"])
        tasks.relationships["owner"] = .init(isMany: false, targets: owner)
        tasks.relationships["helpers"] = .init(isMany: true, targets: helpers)
        var service = ResourceService(
            [tasks, ServedType("users", attributes: ["name"], toMany: ["tasks": "tasks"])],
            store: store)
        service.operationsPath = "operations"
        return service
    }

    private static func send(
        _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil,
        to service: ResourceService
    ) async throws -> (status: Int, text: String, ids: String) {
        var request = ClientRequest(
            method: method, url: try HTTPURL("http://test.example\(target)"),
            body: body.map { Array($0.utf8) })
        if body != nil {
            request.headers[.contentType] =
                target == "/operations"
                ? HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description
                : "application/vnd.api+json"
        }
        let response = try await service.execute(request)
        let text = String(decoding: try await response.body.bytes(), as: UTF8.self)
        if !(target + (body ?? "")).contains("robots") {
            #expect(!text.contains("robots"), "\(method) \(target): \(text)")
        }
        let document = try? Document<[AnyResource]>(parsing: text)
        let ids = document?.data.compactMap(\.id).joined() ?? ""
        return (response.status.code, text, ids)
    }

    @Test("No filter finds a target that is not served", arguments: stores, owners)
    func filters(on kind: TestDatabase?, owner: Set<String>?) async throws {
        try await withStore(kind) { store in
            let service = Self.service(store, owner: owner)
            for (query, ids) in [
                ("filter[owner]=7", "1"), ("filter[owner]=7,8", "1"), ("filter[owner.id]=7", "1"),
                ("filter[owner][gt]=0", "1"), ("filter[owner.id][lt]=9", "1"),
                ("filter[owner][contains]=7", "1"), ("filter[owner][ne]=7", "23"),
                ("filter[owner][nin]=7,8", "23"), ("filter[owner][null]=true", "23"),
                ("filter[owner][null]=false", "1"), ("filter[owner.name]=HAL", "1"),
                ("filter[owner.name][null]=true", "23"), ("filter[owner.name][ne]=HAL", "23"),
            ] {
                let reply = try await Self.send(.get, "/tasks?\(query)", to: service)
                if owner == ["robots"] {
                    let name = query.prefix { $0 != "=" }
                    let isNamed = reply.text.contains(#""parameter":"\#(name)""#)
                    #expect(reply.status == 400 && isNamed, "\(query): \(reply)")
                } else {
                    #expect(reply.status == 200 && reply.ids == ids, "\(query): \(reply)")
                }
            }
            // The same behind another relationship.
            let nested = try await Self.send(.get, "/users?filter[tasks.owner]=7", to: service)
            #expect(nested.status == (owner == ["robots"] ? 400 : 200))
        }
    }

    @Test("A relationship that leads to nothing that is served has no filters", arguments: stores)
    func helpers(on kind: TestDatabase?) async throws {
        try await withStore(kind) { store in
            let service = Self.service(store, owner: nil)
            let any = Self.service(store, owner: nil, helpers: nil)
            for (query, ids) in [
                ("filter[helpers]=7", ""), ("filter[helpers.id]=7", ""),
                ("filter[helpers][gt]=0", ""), ("filter[helpers][contains]=7", ""),
                ("filter[helpers.name]=HAL", ""), ("filter[helpers][ne]=7", "123"),
                ("filter[helpers][nin]=7,8", "123"), ("filter[helpers][null]=true", "123"),
                ("filter[helpers][null]=false", ""),
            ] {
                let name = query.prefix { $0 != "=" }
                let refused = try await Self.send(.get, "/tasks?\(query)", to: service)
                let isNamed = refused.text.contains(#""parameter":"\#(name)""#)
                #expect(refused.status == 400 && isNamed, "\(query): \(refused)")
                let found = try await Self.send(.get, "/tasks?\(query)", to: any)
                #expect(found.status == 200 && found.ids == ids, "\(query): \(found)")
            }
        }
    }

    @Test("Targets of a declared type that is not served are in no response", arguments: stores)
    func responses(on kind: TestDatabase?) async throws {
        try await withStore(kind) { store in
            for owner in Self.owners {
                let service = Self.service(store, owner: owner)
                for (target, status) in [
                    ("/tasks", 200), ("/tasks/2", 200), ("/tasks/2/owner", 200),
                    ("/tasks/2/relationships/owner", 200), ("/tasks/1/helpers", 200),
                    ("/tasks/1/relationships/helpers", 200),
                    ("/tasks?include=owner,helpers", 200), ("/tasks?include=owner.nothing", 400),
                    ("/tasks?include=helpers.nothing", 400),
                    ("/tasks/2/owner?include=nothing", 400),
                    ("/tasks/1/helpers?include=nothing", 400),
                    ("/tasks/2/relationships/owner?include=owner.nothing", 400),
                ] {
                    let reply = try await Self.send(.get, target, to: service)
                    #expect(reply.status == status, "\(target): \(reply)")
                }
                let known = try await Self.send(.get, "/tasks?include=owner.tasks", to: service)
                #expect(known.status == (owner == ["robots"] ? 400 : 200))
            }
        }
    }

    private static let task = #"{"type": "tasks", "id": "2""#

    private static func operation(_ body: String) -> String {
        #"{"atomic:operations": [{"op": "update", \#(body)}]}"#
    }

    @Test("No write changes a link to a target that is not served", arguments: stores, owners)
    func writes(on kind: TestDatabase?, owner: Set<String>?) async throws {
        try await withStore(kind) { store in
            let path = "/tasks/2/relationships/owner"
            let user = #"{"type": "users", "id": "7"}"#
            let robots = #"{"data": [{"type": "robots", "id": "7"}]}"#
            let one = #"{"type": "tasks", "id": "1""#
            let ref = #""ref": \#(Self.task), "relationship": "owner"}"#
            let helpers = #""ref": \#(one), "relationship": "helpers"}"#
            var writes: [(HTTPRequest.Method, String, String, Set<Int>)] = [
                (.patch, path, #"{"data": null}"#, [200]),
                (
                    .patch, "/tasks/2",
                    #"{"data": \#(Self.task), "relationships": {"owner": {"data": null}}}}"#, [200]
                ),
                (.post, "/operations", Self.operation(#"\#(ref), "data": null"#), [204]),
                (
                    .post, "/operations",
                    Self.operation(
                        #""data": \#(Self.task), "relationships": {"owner": {"data": null}}}"#),
                    [200]
                ),
                (.patch, "/tasks/1/relationships/helpers", #"{"data": []}"#, [200, 204]),
                (.delete, "/tasks/1/relationships/helpers", robots, [200, 204, 422]),
                (
                    .patch, "/tasks/1",
                    #"{"data": \#(one), "relationships": {"helpers": {"data": []}}}}"#, [200]
                ),
                (.post, "/operations", Self.operation(#"\#(helpers), "data": []"#), [204]),
            ]
            if owner != ["robots"] {
                writes += [
                    (.patch, path, #"{"data": \#(user)}"#, [409]),
                    (
                        .patch, "/tasks/2",
                        #"{"data": \#(Self.task), "relationships": {"owner": {"data": \#(user)}}}}"#,
                        [409]
                    ),
                    (.post, "/operations", Self.operation(#"\#(ref), "data": \#(user)"#), [409]),
                ]
            }
            if kind != nil {
                writes += [
                    (
                        .post, "/users/7/relationships/tasks", #"{"data": [\#(Self.task)}]}"#, [409]
                    ),
                    (
                        .patch, "/users/7/relationships/tasks", #"{"data": [\#(Self.task)}]}"#,
                        [409]
                    ),
                    (
                        .post, "/users",
                        #"{"data": {"type": "users", "relationships": {"tasks": {"data": ["#
                            + #"\#(Self.task)}]}}}}"#, [409]
                    ),
                ]
            }
            for targets in [["robots"], nil] as [Set<String>?] {
                let service = Self.service(store, owner: owner, helpers: targets)
                for (method, target, body, statuses) in writes {
                    let reply = try await Self.send(method, target, body, to: service)
                    #expect(
                        statuses.contains(reply.status), "\(method) \(target) \(body): \(reply)")
                    let first = try await store.resource(.init(type: "tasks", id: "1"))
                    let second = try await store.resource(.init(type: "tasks", id: "2"))
                    #expect(
                        first?.relationships["helpers"] == .many([Self.robot]),
                        "\(method) \(target) \(body)")
                    #expect(
                        second?.relationships["owner"] == .one(Self.robot),
                        "\(method) \(target) \(body)")
                }
            }
        }
    }

    @Test("A list keeps its hidden targets when its other targets are replaced")
    func mixed() async throws {
        let store = MemoryStore([
            StoredResource(type: "users", id: "7"), StoredResource(type: "users", id: "8"),
            StoredResource(
                type: "tasks", id: "1",
                relationships: ["team": .many([Self.user, Self.robot])]),
        ])
        for targets in [nil, ["users"], ["users", "robots"]] as [Set<String>?] {
            var tasks = ServedType("tasks", attributes: [])
            tasks.relationships["team"] = .init(isMany: true, targets: targets)
            let service = ResourceService(
                [tasks, ServedType("users", attributes: [])], store: store)
            for (method, users, left) in [
                (.patch, ["8"], ["8"]), (.post, ["7"], ["8", "7"]), (.delete, ["8"], ["7"]),
                (.patch, [], []), (.patch, ["7"], ["7"]),
            ] as [(HTTPRequest.Method, [String], [String])] {
                let data = users.map { #"{"type": "users", "id": "\#($0)"}"# }
                let reply = try await Self.send(
                    method, "/tasks/1/relationships/team",
                    #"{"data": [\#(data.joined(separator: ","))]}"#, to: service)
                #expect(reply.status == 200, "\(reply)")
                let task = try #require(store.resources(of: "tasks").first)
                let found = task.relationships["team"]?.identifiers ?? []
                #expect(found.contains(Self.robot))
                #expect(found.filter { $0.type == "users" }.map(\.id) == left)
            }
        }
    }
}

#endif
