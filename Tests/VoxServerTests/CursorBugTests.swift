// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Published bugs of other servers with pages by cursor. They have four causes: the sort key is not
/// unique, the key is null, the cursor lacks the direction, and the links lose the rest of the
/// query.
@Suite("Published bugs of pages by cursor")
struct CursorBugTests {
    /// Requests the pages that links lead to, and returns the ids of their items.
    private func walk(
        _ service: ResourceService, _ first: String, _ link: String = "next",
        between: (Int) throws -> Void = { _ in }
    ) async throws -> [[String]] {
        var pages: [[String]] = []
        var target: String? = first
        while let next = target, pages.count < 50 {
            let reply = try await service.send(.get, next, nil, CursorPages.accept)
            #expect(reply.status == 200, "\(next)")
            pages.append(reply.ids)
            target = reply.target(link)
            try between(pages.count)
        }
        return pages
    }

    private func service(_ values: JSONValue?...) -> (ResourceService, MemoryStore) {
        let store = MemoryStore(
            values.enumerated().map { number, value in
                var attributes = JSONObject()
                attributes["n"] = value
                return CursorPages.note("\(number + 1)", attributes)
            })
        var types = CursorPages.types
        for index in types.indices { types[index].parameters = ["x-Y"] }
        return (ResourceService(types, store: store), store)
    }

    @Test("laravel/framework#42962 The row of the cursor is gone")
    func deleted() async throws {
        let (service, store) = service(1, 2, 3, 4, 5, 6)
        let pages = try await walk(service, "/notes?sort=n&page[size]=2") { number in
            if number == 1 { try store.delete(.init(type: "notes", id: "2"), ifVersion: nil) }
        }
        #expect(pages == [["1", "2"], ["3", "4"], ["5", "6"]])
        // All of the rows are gone.
        let (other, rows) = self.service(1, 2, 3)
        let cursor = try await other.send(.get, "/notes?sort=n", nil, CursorPages.accept).cursors[1]
        for id in ["1", "2", "3"] { try rows.delete(.init(type: "notes", id: id), ifVersion: nil) }
        for member in ["after", "before"] {
            let reply = try await other.send(.get, "/notes?sort=n&page[\(member)]=\(cursor)")
            #expect(reply.status == 200 && reply.json.data == [])
        }
    }

    @Test("nestjs-library-crud#593 Equal keys are not skipped")
    func equal() async throws {
        let (service, _) = service(1, 1, 1, 1, 1, 1, 1)
        for sort in ["n", "-n", "n,tags", "-tags,n"] {
            let pages = try await walk(service, "/notes?sort=\(sort)&page[size]=2")
            #expect(pages.joined().sorted() == (1...7).map(String.init), "\(sort)")
        }
    }

    @Test("tolgee#1345 Without a sort, nothing is skipped")
    func unsorted() async throws {
        let store = MemoryStore(
            ["b", "10", "a", "9", "é", "B"].map { CursorPages.note($0, JSONObject()) })
        let service = ResourceService(CursorPages.types, store: store)
        let pages = try await walk(service, "/notes?page[size]=1")
        #expect(Array(pages.joined()) == ["10", "9", "B", "a", "b", "é"])
    }

    @Test("twenty#24333 typegraph#698 Null and missing values are found in both directions")
    func null() async throws {
        let (service, _) = service(2, .null, nil, 1, .null, nil, "x", true)
        for (sort, ids) in [("n", "23568417"), ("-n", "71486532")] {
            for size in 1...4 {
                let first = "/notes?sort=\(sort)&page[size]=\(size)"
                #expect(try await walk(service, first).joined().joined() == ids)
                let all = try await service.send(
                    .get, "/notes?sort=\(sort)", nil, CursorPages.accept)
                let end = try await service.send(
                    .get, "\(first)&page[after]=\(all.cursors[7])", nil, CursorPages.accept)
                let back = try await walk(service, #require(end.target("prev")), "prev")
                #expect(back.reversed().joined().joined() == ids)
            }
        }
    }

    @Test("twenty#24354 The cursor has the sort value, although the field is not selected")
    func unselected() async throws {
        let (service, _) = service(3, 1, 2, 1)
        let pages = try await walk(
            service, "/notes?sort=-n&fields[notes]=tags&page[size]=1")
        #expect(pages == [["1"], ["3"], ["4"], ["2"]])
        #expect(try await walk(service, "/notes?sort=-n&fields[notes]=&page[size]=3").count == 2)
    }

    @Test("phoenix#9370 The cursor has the same order as the list")
    func order() async throws {
        let (service, _) = service(1, 3, 2)
        let pages = try await walk(service, "/notes?sort=-n&page[size]=1")
        #expect(pages == [["2"], ["3"], ["1"]])
    }

    @Test(
        "spatie/laravel-json-api-paginate#63 #69 laravel-json-api#175 Links keep the whole query",
        arguments: ["next", "prev", "first", "self"])
    func wholeQuery(link: String) async throws {
        let (service, _) = service(1, 2, 3, 4, 5, 6)
        let query =
            "filter[n][gt]=1&sort=-n,tags&fields[notes]=n&include=&page[size]=2&x-Y=a%26b%3D%C3%A9"
        let first = try await service.send(.get, "/notes?\(query)", nil, CursorPages.accept)
        let second = try await service.send(
            .get, #require(first.target("next")), nil, CursorPages.accept)
        #expect(second.ids == ["4", "3"])
        let target = try #require(second.target(link))
        let kept = try RequestQuery(
            HTTPURL("http://a.b\(target)").query, supporting: .everything)
        let wanted = try RequestQuery(query, supporting: .everything)
        #expect(
            kept.items.filter { !["page[after]", "page[before]"].contains($0.name) } == wanted.items
        )
        #expect(kept.items.count - wanted.items.count == (link == "first" ? 0 : 1))
    }

    @Test("laravel-json-api#201 A cursor has no keys of the database")
    func databaseKeys() async throws {
        // The text of a cursor depends only on the list, the sort fields, their values and the id.
        let first = ResourceService(CursorPages.types, store: CursorPages.store(5))
        let store = CursorPages.store(0)
        for id in ["4", "2", "5", "1", "3"] {
            let change = ResourceChange(attributes: ["n": .number(JSONNumber(text: id) ?? 0)])
            _ = try store.insert(type: "notes", id: id, with: change)
            _ = try store.update(
                .init(type: "notes", id: id), with: ResourceChange(attributes: ["other": 1]),
                ifVersion: nil)
        }
        let second = ResourceService(CursorPages.types, store: store)
        let target = "/notes?sort=-n"
        let cursors = try await first.send(.get, target, nil, CursorPages.accept).cursors
        #expect(cursors.count == 5)
        #expect(try await second.send(.get, target, nil, CursorPages.accept).cursors == cursors)
    }

    @Test(
        "cloudcreativity/laravel-json-api#338 api-platform#5063 The members are those of the profile"
    )
    func members() async throws {
        let (service, _) = service(1, 2, 3)
        let reply = try await service.send(.get, "/notes?page[size]=2", nil, CursorPages.accept)
        #expect(reply.headers[.contentType]?.contains(CursorPages.profile) == true)
        let document = try Document<[AnyResource]>(parsing: reply.bytes)
        #expect(document.vox.page.total == 3)
        #expect(document.data.allSatisfy { $0.vox.page.cursor != nil })
        #expect(reply.target("next") != nil && reply.json.links.prev.vox.state == .null)
    }

    @Test("api-platform#7799 Both directions work, from any item")
    func directions() async throws {
        let (service, _) = service(5, 4, 3, 2, 1)
        let all = try await service.send(.get, "/notes?sort=n", nil, CursorPages.accept)
        for (index, cursor) in all.cursors.enumerated() {
            let after = try await service.send(.get, "/notes?sort=n&page[after]=\(cursor)")
            #expect(after.ids == Array(all.ids.dropFirst(index + 1)))
            let before = try await service.send(.get, "/notes?sort=n&page[before]=\(cursor)")
            #expect(before.ids == Array(all.ids.prefix(index)))
        }
    }

    @Test("SemanticMediaWiki#6812 A cursor is for the order that it comes from, by any field")
    func orderOfCursor() async throws {
        let (service, _) = service(3, 1, 2)
        let sorts = ["", "sort=n&", "sort=-n&", "sort=tags&", "sort=n,tags&", "sort=id&"]
        var cursors: [(sort: String, cursor: String, rest: [String])] = []
        for sort in sorts {
            let reply = try await service.send(.get, "/notes?\(sort)", nil, CursorPages.accept)
            #expect(reply.ids.count == 3, "\(sort)")
            cursors.append((sort, reply.cursors[0], Array(reply.ids.dropFirst())))
        }
        for (sort, cursor, rest) in cursors {
            for other in sorts
            where other == sort || ![sort, other].allSatisfy(["", "sort=id&"].contains) {
                let reply = try await service.send(.get, "/notes?\(other)page[after]=\(cursor)")
                if other == sort {
                    #expect(reply.ids == rest, "\(sort)")
                } else {
                    #expect(reply.status == 400, "\(sort) \(other)")
                    #expect(reply.error?.parameter == "page[after]")
                }
            }
        }
    }

    @Test(
        "typeorm-cursor-pagination#77 The way back ends at the first page, and leads on from there")
    func thereAndBack() async throws {
        let service = CursorPages.service(18)
        func page(_ target: String?) async throws -> Reply {
            try await service.send(.get, #require(target), nil, CursorPages.accept)
        }
        let first = try await page("/notes?sort=n&page[size]=10")
        #expect(first.target("prev") == nil)
        var end = try await page(first.target("next"))
        for _ in 0..<3 {
            #expect(end.ids == (11...18).map(String.init) && end.target("next") == nil)
            let start = try await page(end.target("prev"))
            #expect(start.ids == (1...10).map(String.init))
            #expect(start.json.links.prev.vox.state == .null)
            end = try await page(start.target("next"))
        }
    }

    @Test(
        "laravel-json-api#76 #84 Related resources have the links of pages, without an empty include",
        arguments: ["/boards/1/notes", "/boards/1/relationships/notes"])
    func relatedLinks(path: String) async throws {
        let service = CursorPages.service(5)
        for headers in [CursorPages.accept, [:]] {
            var target: String? = path + "?page[size]=2"
            var ids: [String] = []
            var pages = 0
            while let next = target, pages < 5 {
                let reply = try await service.send(.get, next, nil, headers)
                #expect(reply.status == 200, "\(next)")
                for name in ["first", "prev", "next"] {
                    let link = reply.target(name)
                    #expect(
                        link?.hasPrefix(path + "?") ?? true && link?.contains("include") != true)
                }
                #expect(reply.target("first") != nil)
                #expect((reply.target("prev") == nil) == (pages == 0), "\(next)")
                ids += reply.ids
                pages += 1
                target = reply.target("next")
            }
            #expect(pages == 3 && ids.sorted() == ["1", "2", "3", "4", "5"], "\(path)")
        }
    }

    @Test(
        "JsonApiDotNetCore#1738 An included relationship has all of its members, whatever the page size",
        arguments: ["page[size]=1", "page[size]=1&sort=-id", "page[number]=1&page[size]=1"])
    func includedMembers(query: String) async throws {
        let service = CursorPages.service(5)
        for target in ["/boards?include=notes&\(query)", "/boards/1?include=notes"] {
            var reply = try await service.send(.get, target, nil, CursorPages.accept)
            if reply.ids == ["2"] {
                reply = try await service.send(
                    .get, #require(reply.target("next")), nil, CursorPages.accept)
            }
            let board = reply.json.data.vox.kind == .array ? reply.json.data[0] : reply.json.data
            #expect(board.id == "1")
            let relationship = board.relationships.notes
            let members = relationship.data.vox.elements.map { $0.id ?? "" }
            #expect(members.sorted() == ["1", "2", "3", "4", "5"])
            #expect(reply.includedIDs.sorted() == members.sorted().map { "notes/\($0)" })
            // The pages of the members are at the address of the relationship.
            let link: String = try #require(relationship.links.`self`)
            let pages = try await walk(
                service, link.replacing("http://music.example", with: "") + "?page[size]=2")
            #expect(pages.map(\.count) == [2, 2, 1])
        }
    }

    @Test(
        "planningcenter#1386 Each page has the total of the list, and all but the last a next link")
    func totals() async throws {
        let service = CursorPages.service(7)
        for query in ["page[size]=3", "page[size]=3&filter[n][lt]=7", "page[size]=3&sort=-n"] {
            var target: String? = "/notes?\(query)"
            var (ids, totals): ([String], [Int?]) = ([], [])
            while let next = target, totals.count < 5 {
                let reply = try await service.send(.get, next, nil, CursorPages.accept)
                ids += reply.ids
                totals.append(reply.page.total)
                target = reply.target("next")
            }
            #expect(ids.count == (query.contains("filter") ? 6 : 7), "\(query)")
            #expect(totals.allSatisfy { $0 == ids.count }, "\(query)")
        }
    }

    @Test("The direction is a part of the cursor")
    func direction() async throws {
        let (service, _) = service(1, 2, 3)
        let cursor = try await service.send(.get, "/notes?sort=n", nil, CursorPages.accept)
            .cursors[0]
        let reply = try await service.send(.get, "/notes?sort=-n&page[after]=\(cursor)")
        #expect(reply.status == 400 && reply.error?.parameter == "page[after]")
    }

    @Test("Numbers in cursors are exact")
    func exact() async throws {
        let texts = [
            "9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995",
        ]
        let numbers = texts.compactMap { JSONNumber(text: $0).map { JSONValue.number($0) } }
        let (service, _) = service(numbers[2], numbers[0], numbers[3], numbers[1])
        let up = try await walk(service, "/notes?sort=n&page[size]=1")
        #expect(up == [["2"], ["4"], ["1"], ["3"]])
        let down = try await walk(service, "/notes?sort=-n&page[size]=1")
        #expect(down == [["3"], ["1"], ["4"], ["2"]])
    }
}
