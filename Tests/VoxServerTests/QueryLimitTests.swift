// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTesting

/// Each limit of filters, sort orders, pages and cursors: a request at the limit passes, and a request
/// one beyond is refused in words, at its parameter.
@Suite("Limits of queries")
struct QueryLimitTests {
    private struct Limit {
        let name: String
        /// The queries at the limit and one beyond.
        let queries: (at: String, beyond: String)
        let parameter: String
        let words: String
        var usesProfile = false
    }

    private static let count = 40

    private static var service: ResourceService {
        let names = (0..<count).map { "a\($0)" }
        let notes = ServedType("notes", attributes: Set(names), toOne: ["next": "notes"])
        var service = ResourceService(
            [notes],
            store: MemoryStore(
                (1...3).map { id in
                    StoredResource(
                        type: "notes", id: "\(id)", attributes: ["a0": .number(JSONNumber(id))],
                        relationships: ["next": .one(nil)])
                }))
        service.maximumPageSize = 50
        return service
    }

    private static func list(_ count: Int, _ text: (Int) -> String, _ separator: String = ",")
        -> String
    {
        (0..<count).map(text).joined(separator: separator)
    }

    private static func both(_ most: Int, _ query: (Int) -> String) -> (at: String, beyond: String)
    {
        (query(most), query(most + 1))
    }

    private static func path(_ steps: Int, _ end: String) -> String {
        (Array(repeating: "next", count: steps) + [end]).joined(separator: ".")
    }

    private static let limits = [
        Limit(
            name: "sort fields", queries: both(10) { "sort=" + list($0) { "a\($0)" } },
            parameter: "sort", words: "at most 10 sort fields are allowed"),
        Limit(
            name: "filters", queries: both(32) { list($0, { "filter[a\($0)]=1" }, "&") },
            parameter: "filter", words: "at most 32 filters are allowed"),
        Limit(
            name: "filter values", queries: both(1000) { "filter[a0]=" + list($0) { "\($0)" } },
            parameter: "filter", words: "at most 1000 filter values are allowed"),
        Limit(
            name: "filter values together",
            queries: both(1000) { "filter[a1]=x&filter[a0]=" + list($0 - 1) { "\($0)" } },
            parameter: "filter", words: "at most 1000 filter values are allowed"),
        Limit(
            name: "depth of a filter", queries: both(15) { "filter[\(path($0, "a0"))]=1" },
            parameter: "filter[\(path(16, "a0"))]",
            words: "at most 16 levels of a filter are allowed"),
        Limit(
            name: "relationships of filters",
            queries: both(32) { count in
                "filter[\(path(14, "a0"))]=1&filter[\(path(14, "a1"))]=1"
                    + "&filter[\(path(count - 28, "a2"))]=1"
            }, parameter: "filter", words: "at most 32 relationships in filters are allowed"),
        Limit(
            name: "page size", queries: both(50) { "page[size]=\($0)" }, parameter: "page[size]",
            words: "the value must be a number from 0 to 50"),
        Limit(
            name: "limit", queries: both(50) { "page[limit]=\($0)" }, parameter: "page[limit]",
            words: "the value must be a number from 0 to 50"),
        Limit(
            name: "page number", queries: ("page[number]=1", "page[number]=0"),
            parameter: "page[number]", words: "the value must be a number from 1 to"),
        Limit(
            name: "last page",
            queries: (
                "page[size]=50&page[number]=\(Int.max / 50)",
                "page[size]=50&page[number]=\(Int.max / 50 + 1)"
            ), parameter: "page[number]", words: "from 1 to \(Int.max / 50)"),
        Limit(
            name: "offset",
            queries: (
                "page[limit]=50&page[offset]=\(Int.max - 50)",
                "page[limit]=50&page[offset]=\(Int.max - 49)"
            ), parameter: "page[offset]", words: "from 0 to \(Int.max - 50)"),
        Limit(
            name: "size of a page by cursor", queries: both(50) { "page[size]=\($0)" },
            parameter: "page[size]", words: "50 is the maximum", usesProfile: true),
        Limit(
            name: "least size of a page by cursor", queries: ("page[size]=1", "page[size]=0"),
            parameter: "page[size]", words: "must be a positive integer", usesProfile: true),
        Limit(
            name: "fields", queries: both(1000) { "fields[notes]=" + list($0) { "a\($0)" } },
            parameter: "fields", words: "at most 1000 fields are allowed"),
        Limit(
            name: "included relationships",
            queries: both(20) { "include=\(path($0 - 1, "next"))" }, parameter: "include",
            words: "at most 20 relationships can be included"),
        Limit(
            name: "paths of include",
            queries: both(100) { "include=" + list($0) { _ in "next" } }, parameter: "include",
            words: "at most 100 paths are allowed"),
    ]

    private static let profile: HTTPFields = [
        .accept:
            #"application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#
    ]

    private static func expect(_ reply: Reply, _ parameter: String, _ words: String, _ name: String)
    {
        let error = reply.json.errors[0]
        #expect(reply.status == 400, "\(name)")
        #expect(error.source.parameter == .string(parameter), "\(name): \(error)")
        #expect((error.detail ?? "").contains(words), "\(name): \(error)")
    }

    @Test("A query at a limit passes, and one beyond it is refused", arguments: limits.indices)
    func limit(index: Int) async throws {
        let limit = Self.limits[index]
        let headers = limit.usesProfile ? Self.profile : [:]
        let passing = try await Self.service.send(.get, "/notes?\(limit.queries.at)", nil, headers)
        #expect(passing.status == 200, "\(limit.name): \(passing.json)")
        let refused = try await Self.service.send(
            .get, "/notes?\(limit.queries.beyond)", nil, headers)
        Self.expect(refused, limit.parameter, limit.words, limit.name)
    }

    @Test("A cursor has at most 4,096 bytes, when it is made and when it is read")
    func cursors() async throws {
        func service(_ length: Int) -> ResourceService {
            ResourceService(
                [ServedType("notes", attributes: ["a"])],
                store: MemoryStore(
                    (1...2).map { id in
                        StoredResource(
                            type: "notes", id: "\(id)",
                            attributes: ["a": .string(String(repeating: "x", count: length))])
                    }))
        }
        let target = "/notes?sort=a&page[size]=1"
        var length = 0
        for next in 2900...3100 {
            if try await service(next).send(.get, target, nil, Self.profile).status != 200 { break }
            length = next
        }
        #expect(length > 2900 && length < 3100)
        let page = try await service(length).send(.get, target, nil, Self.profile)
        let cursor = try #require(page.json.data[0].meta.page.cursor as String?)
        #expect(4093...4096 ~= cursor.utf8.count)
        let read = try await service(length).send(.get, "\(target)&page[after]=\(cursor)")
        #expect(read.ids == ["2"])
        let refused = try await service(length + 1).send(.get, target, nil, Self.profile)
        Self.expect(refused, "sort", "too long for a cursor", "made")
        let long = cursor + String(repeating: "A", count: 4097 - cursor.utf8.count)
        for member in ["after", "before"] {
            let reply = try await service(length).send(.get, "\(target)&page[\(member)]=\(long)")
            Self.expect(
                reply, "page[\(member)]", "must be a cursor that the server returned", member)
        }
    }

    @Test("As many targets are included as the service allows")
    func includedTargets() async throws {
        var service = ResourceService(
            [ServedType("notes", toMany: ["links": "notes"])],
            store: MemoryStore(
                (1...4).map { id in
                    StoredResource(
                        type: "notes", id: "\(id)",
                        relationships: [
                            "links": .many(
                                id == 1 ? (2...4).map { .init(type: "notes", id: "\($0)") } : [])
                        ])
                }))
        service.maximumIncludedTargets = 3
        #expect(try await service.send(.get, "/notes/1?include=links").status == 200)
        service.maximumIncludedTargets = 2
        let refused = try await service.send(.get, "/notes/1?include=links")
        Self.expect(refused, "include", "2", "targets")
        // A resource without targets is within every limit.
        for (limit, target, status) in [(1, 1, 200), (0, 1, 400), (-1, 1, 400), (-1, 0, 200)] {
            let links = (0..<target).map { _ in StoredResource.Identifier(type: "notes", id: "2") }
            var small = ResourceService(
                [ServedType("notes", toMany: ["links": "notes"])],
                store: MemoryStore([
                    StoredResource(type: "notes", id: "1", relationships: ["links": .many(links)]),
                    StoredResource(type: "notes", id: "2"),
                ]))
            small.maximumIncludedTargets = limit
            let reply = try await small.send(.get, "/notes/1?include=links")
            #expect(reply.status == status, "\(limit) \(target)")
        }
    }
}
