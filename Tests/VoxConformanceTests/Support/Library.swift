// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxConformance
import VoxTestSupport
import VoxTesting

/// A small library, and a service over it: articles with an author and comments.
enum Library {
    static let base = "http://library.example"

    /// Articles 1 to 7. Article 1 has seven comments, article 4 has none, and article 5 has no
    /// author.
    static func store() -> MemoryStore {
        let people = (1...3).map { number in
            StoredResource(
                type: "people", id: "\(number)",
                attributes: [
                    "name": .string("Person \(number)"), "age": .number(JSONNumber(30 + number)),
                ])
        }
        var comments: [StoredResource] = []
        let articles = (1...7).map { number -> StoredResource in
            let count = number == 4 ? 0 : number == 1 ? 7 : 2
            let ids = (0..<count).map {
                StoredResource.Identifier(type: "comments", id: "\(number)\($0)")
            }
            for (index, identifier) in ids.enumerated() {
                comments.append(
                    StoredResource(
                        type: "comments", id: identifier.id,
                        attributes: [
                            "text": .string("Comment \(identifier.id)"),
                            "stars": .number(JSONNumber(index)),
                        ],
                        relationships: [
                            "article": .one(.init(type: "articles", id: "\(number)")),
                            "author": .one(.init(type: "people", id: "\(1 + index % 3)")),
                        ]))
            }
            let author = StoredResource.Identifier(type: "people", id: "\(1 + number % 3)")
            return StoredResource(
                type: "articles", id: "\(number)",
                attributes: [
                    "title": .string("Article \(number)"),
                    "rank": .number(JSONNumber((number * 5) % 7)),
                    "created": .string("2024-0\(8 - number)-01"),
                    "body": .string("Text \(number % 3)"),
                ],
                relationships: [
                    "author": .one(number == 5 ? nil : author), "comments": .many(ids),
                ])
        }
        return MemoryStore(articles + people + comments)
    }

    static let types: [ServedType] = [
        ServedType(
            "articles", attributes: ["title", "rank", "created", "body"],
            toOne: ["author": "people"], toMany: ["comments": "comments"]),
        ServedType("people", attributes: ["name", "age"]),
        ServedType(
            "comments", attributes: ["text", "stars"],
            toOne: ["article": "articles", "author": "people"]),
    ]

    static func service(_ store: MemoryStore = store()) -> ResourceService {
        var service = ResourceService(types, store: store)
        service.pageSize = 5
        service.maximumPageSize = 20
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        return service
    }

    /// The documents that a run may create.
    static let writes: JSONObject = [
        "articles": document("articles", ["title": "Article {random}", "rank": 3, "body": "Text"]),
        "people": document("people", ["name": "Person {random}", "age": 40]),
        "comments": document("comments", ["text": "Comment {random}", "stars": 5]),
    ]

    private static func document(_ type: String, _ attributes: JSONValue) -> JSONValue {
        ["data": ["type": .string(type), "attributes": attributes]]
    }
}

extension Conformance.Options {
    /// Options for a service in memory, which needs no limit of requests a second. No time limit is
    /// reached, and the wait before a repetition takes no time.
    static func inMemory(_ change: (inout Conformance.Options) -> Void = { _ in }) -> Self {
        var options = Self()
        options.rate = nil
        options.clock = TestClock(jumping: .seconds(1))
        options.maximumRequests = 100_000
        change(&options)
        return options
    }
}

/// Runs the probes on a service.
func conform(
    _ service: any HTTPTransport, base: String = Library.base,
    _ options: Conformance.Options = .inMemory()
) async throws -> Conformance.Report {
    await Conformance(of: try HTTPURL(base), over: service, options: options).run()
}

extension Conformance.Report {
    /// The results of all probes, by group and name.
    var results: [String: Probe] {
        Dictionary(
            groups.flatMap { group in group.probes.map { ("\(group.name)/\($0.name)", $0) } }
        ) { first, _ in first }
    }

    /// All failures and warnings.
    var failures: [Failure] { groups.flatMap(\.probes).flatMap(\.failures) }

    /// The rules of all failures and warnings.
    var brokenRules: Set<String> { Set(failures.flatMap(\.rules)) }
}
