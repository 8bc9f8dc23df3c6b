// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// Filters through relationships whose targets can have several types.
@Suite("Filters behind several types")
struct SeveralTypesFilterTests {
    /// Tasks of a user, a team and a robot. All owners have the same attributes, and no robot is
    /// served.
    private static let store: MemoryStore = {
        let owners = ["users", "teams", "robots"].map { type in
            StoredResource(
                type: type, id: "7", attributes: ["name": "Ann", "email": "ann", "pin": "1"])
        }
        let tasks = owners.enumerated().map { number, owner in
            StoredResource(
                type: "tasks", id: "\(number + 1)",
                relationships: ["owner": .one(owner.identifier)])
        }
        let list = StoredResource(
            type: "lists", id: "1", relationships: ["owners": .many([owners[0].identifier])])
        return MemoryStore(owners + tasks + [list])
    }()

    private func service(
        _ store: any ResourceStore = Self.store, _ change: (inout [ServedType]) -> Void = { _ in }
    ) -> ResourceService {
        var tasks = ServedType("tasks", attributes: [])
        tasks.relationships["owner"] = .init(
            isMany: false, targets: ["users", "teams", "robots"])
        var lists = ServedType("lists", attributes: [])
        lists.relationships["owners"] = .init(isMany: true, targets: ["users", "teams"])
        var types = [
            tasks, ServedType("users", attributes: ["name", "email"]),
            ServedType("teams", attributes: ["name"]), lists,
        ]
        change(&types)
        return ResourceService(types, store: store)
    }

    @Test("A text that is longer than a value is not in it, and no list is compared")
    func longTexts() async throws {
        let service = service()
        for (search, ids) in [
            ("contains", "nn"), ("contains", "Ann"), ("startsWith", "Ann"), ("endsWith", "Ann"),
        ] {
            for (more, count) in [("", 1), ("x", 0), (String(repeating: "n", count: 100), 0)] {
                let found = try await service.send(
                    .get, "/users?filter[name][\(search)]=\(ids)\(more)")
                #expect(found.ids.count == count, "\(search) \(more)")
            }
        }
        var own = service
        for (value, status) in [
            ("Ann", 200), (.null, 200), ([], 400), (["Ann"], 400), (.object([:]), 400),
        ] as [(JSONValue, Int)] {
            own.filters = Fixed(filter: .comparison(["name"], .equal, value))
            #expect(try await own.send(.get, "/users?filter=x").status == status, "\(value)")
        }
    }

    /// A spelling of a program, in which each parameter is the same filter.
    private struct Fixed: FilterExpression.Spelling {
        let filter: FilterExpression

        func parameters(
            for filter: FilterExpression
        ) throws(FilterExpression.Failure) -> [(name: String, values: [String])] { [] }

        func filter(
            from parameters: [(name: String, values: [String])]
        ) throws(FilterExpression.Failure) -> FilterExpression? { filter }
    }

    @Test("A filter about no relationship, no field or no id is refused in words")
    func impossible() async throws {
        for (filter, words) in [
            (.has(["name"], nil), "\"name\" is not a relationship of users"),
            (.has(["name"], .isNull(["id"])), "\"name\" is not a relationship of users"),
            (.comparison(["id"], .equal, true), "the id of \"id\" is not a boolean"),
            (.comparison([], .equal, 1), "the filter has no name of a field"),
            (.comparison(["name"], .greater, [1]), "cannot be compared with null, a list"),
        ] as [(FilterExpression, String)] {
            var service = service()
            service.filters = Fixed(filter: filter)
            let reply = try await service.send(.get, "/users?filter=x")
            let detail: String? = reply.json.errors[0].detail
            #expect(reply.status == 400 && detail?.contains(words) == true, "\(reply.json)")
        }
    }

    @Test("The store is told which types count where it has others, and only there")
    func told() async throws {
        let store = LinklessStore(Self.store)
        for (hasOthers, isTold) in [(true, true), (false, false)] {
            let service = service(store) { types in
                if hasOthers { return }
                types[0].relationships["owner"] = .init(isMany: false, targets: ["users", "teams"])
            }
            _ = store.takeSelections()
            #expect(
                try await service.send(.get, "/tasks?filter[owner.name]=Ann").ids == ["1", "2"])
            let filter = try #require(store.takeSelections().first?.filter)
            #expect("\(filter)".contains("\"teams\"") == isTold, "\(filter)")
        }
    }

    @Test("MW-130 Behind a relationship to several types, only served attributes are compared")
    func severalTypes() async throws {
        let service = service()
        for (query, ids) in [
            ("filter[owner.name]=Ann", "12"), ("filter[owner.name]=Bob", ""),
            // A team has the attribute in the store, but it is not served.
            ("filter[owner.email]=ann", "1"), ("filter[owner.email][null]=true", "23"),
            ("filter[owner.name][null]=false", "12"), ("filter[owner]=7", "12"),
            // For a client, the task of the robot has no owner.
            ("filter[owner.id]=7", "12"), ("filter[owner.id]=8", ""),
            ("filter[owner][null]=true", "3"), ("filter[owner][ne]=7", "3"),
        ] {
            let reply = try await service.send(.get, "/tasks?\(query)")
            #expect(reply.status == 200, "\(query)")
            #expect(reply.ids.joined() == ids, "\(query)")
        }
        for query in ["filter[owner.pin]=1", "filter[owner.pin][null]=true"] {
            #expect(try await service.send(.get, "/tasks?\(query)").status == 400, "\(query)")
        }
        var functions = service
        functions.filters = FilterSpellingTests.spellings[1].spelling
        for (filter, ids) in [
            ("has(owner,equals(email,'ann'))", "1"), ("not(equals(owner.email,'ann'))", "23"),
            ("has(owner,or(equals(email,'x'),equals(name,'Ann')))", "12"),
        ] {
            let reply = try await functions.send(.get, "/tasks?filter=\(filter)")
            #expect(reply.ids.joined() == ids, "\(filter)")
        }
        let refused = try await functions.send(.get, "/tasks?filter=has(owner,equals(pin,'1'))")
        #expect(refused.status == 400)
    }

    @Test("MW-130 Behind a relationship to several types, all types with the field must allow it")
    func severalFilterable() async throws {
        let service = service { $0[2].filterable = ["id"] }
        for (query, status) in [
            ("filter[owner.name]=Ann", 400), ("filter[owner.email]=ann", 200),
            ("filter[owner.id]=7", 200),
        ] {
            #expect(try await service.send(.get, "/tasks?\(query)").status == status, "\(query)")
        }
    }

    @Test("MW-130 A list of related resources that can have several types is checked, too")
    func relatedTypes() async throws {
        let service = service {
            $0[1].filterable = ["name"]
            $0[1].sortable = ["name"]
        }
        for (query, status) in [
            ("filter[name]=Ann", 200), ("sort=name", 200), ("filter[email]=ann", 400),
            ("filter[pin]=1", 400), ("sort=email", 400), ("sort=pin", 400),
        ] {
            let reply = try await service.send(.get, "/lists/1/owners?\(query)")
            #expect(reply.status == status, "\(query)")
        }
    }
}
