// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Servers that claim to have created what was there before.
@Suite("What a server claims to have created", .timeLimit(.minutes(5)))
struct ClaimedResourceTests {
    typealias Case = OwnProbes.Case

    /// A response to the request with the parameter `claim`, and what the server shows elsewhere.
    struct Claim: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The path of the claimed resource.
        let path: String
        var type: String
        var status = 201
        /// What follows the address in the request.
        var rest = #", "body": "{body}""#
        var url = "{collection}"
        /// The document of the response; nil for a claimed resource that has what was sent.
        var document: JSONValue?
        /// The document at `/shown`.
        var shown: JSONValue?
        /// The attributes at the address of the claimed resource; nil for those that were sent.
        var attributes: JSONValue?
        var example = OwnProbes.article()
        /// The reasons in the report.
        var remaining: [String] = []

        init(_ name: String, _ path: String, _ change: (inout Self) -> Void) {
            testDescription = name
            self.path = path
            type = path.split(separator: "/").first.map(String.init) ?? ""
            change(&self)
        }

        var id: String { path.split(separator: "/").last.map(String.init) ?? "" }
    }

    /// Claims a resource, and deletes it.
    private func run(_ claim: Claim) async throws -> OwnProbes.Outcome {
        let sent = Mutex<JSONValue?>(nil)
        let steps = #"""
            {"request": {"method": "GET", "url": "{base}/shown"}, "checks": []},
            {"request": {"method": "POST", "url": "\#(claim.url)", "query": {"claim": "1"}
                \#(claim.rest)}, "checks": []},
            """#
        let test = Case("DELETE", "{base}\(claim.path)", subject: "atomic-to-many")
        return try await OwnProbes.run(test, before: steps, example: claim.example) { request, _ in
            @Sendable func resource() -> JSONValue {
                var data: JSONValue = ["type": .string(claim.type), "id": .string(claim.id)]
                let attributes = claim.attributes ?? sent.withLock { $0?["data"]?["attributes"] }
                data.set("attributes", attributes)
                return data
            }
            if request.url.path == "/shown" { return Reply(200, claim.shown ?? ["data": []]) }
            if request.url.query == "claim=1" {
                let document = request.document
                sent.withLock { $0 = document }
                var reply = Reply(claim.status, claim.document ?? ["data": resource()])
                reply.headers[.location] = claim.document == nil ? claim.path : nil
                if claim.document == .null { reply.document = nil }
                return reply
            }
            guard request.url.path == claim.path else { return nil }
            return request.method == .get ? Reply(200, ["data": resource()]) : Reply(204)
        }
    }

    private static func result(_ type: String) -> JSONValue {
        ["atomic:results": [["data": ["type": .string(type), "id": "77"]]]]
    }

    private static let claims: [Claim] = [
        Claim("It was in a list, and has another address", "/archive/77") {
            $0.type = "articles"
            $0.shown = ["data": [["type": "articles", "id": "77"]]]
            $0.remaining = [address]
        },
        Claim("It was among the included resources", "/articles/77") {
            $0.shown = ["data": [], "included": [["type": "articles", "id": "77"]]]
            $0.remaining = [address]
        },
        Claim("Its address was the link of another resource", "/articles/slug") {
            $0.shown = [
                "data": ["type": "articles", "id": "77", "links": ["self": "/articles/slug"]]
            ]
            $0.remaining = [address]
        },
        Claim("Its address is the usual one of a resource with another type", "/articles/77") {
            $0.type = "comments"
            $0.shown = ["data": [["type": "articles", "id": "77"]]]
            $0.url = "{base}/comments"
            $0.rest = #", "body": {"data": {"type": "comments"}}"#
        },
        Claim("It has another type than was sent", "/people/77") { $0.remaining = [address] },
        Claim("It is in a list with the status 200", "/articles/77") {
            $0.status = 200
            $0.rest = #", "body": {"data": ["{data}"]}"#
            $0.document = ["data": [["type": "articles", "id": "77"]]]
            $0.remaining = [found]
        },
        Claim("An operation that updates", "/articles/77") {
            operation(#"{"op": "update", "data": {"type": "{type}", "id": "{id}"}}"#, &$0)
        },
        Claim("An operation that adds to a relationship", "/comments/77") {
            operation(
                #"""
                {"op": "add", "ref": {"type": "{type}", "id": "{id}", "relationship": "comments"},
                    "data": {"type": "comments", "id": "{target-id}"}}
                """#, &$0)
            $0.document = result("comments")
        },
        Claim("An operation that adds has a result of another type", "/comments/77") {
            operation(#"{"op": "add", "data": "{data}"}"#, &$0)
            $0.document = result("comments")
            $0.remaining = [results]
        },
        Claim("An operation that adds is refused", "/articles/77") {
            operation(#"{"op": "add", "data": "{data}"}"#, &$0)
            $0.status = 409
        },
        Claim("It has another text", "/articles/77") {
            $0.attributes = ["title": "Older", "rank": 3, "body": "Text"]
            $0.remaining = [attributes]
        },
        Claim("It has another text, and none of the example is new", "/articles/77") {
            $0.example = OwnProbes.article("attributes", ["title": "Sent"])
            $0.attributes = ["title": "Older"]
            $0.remaining = [attributes]
        },
        Claim("It has an empty text", "/articles/77") {
            $0.attributes = ["title": ""]
            $0.remaining = [attributes]
        },
    ]

    private static let address = "the response does not tell the address of the new resource"
    private static let attributes = "the resource does not have the attributes that were sent"
    private static let created = "the response does not tell what was created"
    private static let found = "the status is 200, which does not say that it was created"
    private static let later = "the server processes the request later"
    private static let results = "the results do not tell what was created"

    private static func operation(_ text: String, _ claim: inout Claim) {
        claim.url = "{operations}"
        claim.rest = #", "body": {"atomic:operations": [\#(text)]}"#
        claim.document = result("articles")
    }

    @Test("A resource that was there before is not changed, but listed", arguments: claims)
    func claimed(claim: Claim) async throws {
        let outcome = try await run(claim)
        #expect(outcome.probe?.outcome == .skipped, "\(String(describing: outcome.probe))")
        #expect(!outcome.writes.contains("DELETE \(claim.path)"), "\(outcome.writes)")
        #expect(outcome.remaining == claim.remaining)
        #expect(outcome.isKept)
    }

    private static let unknown: [Claim] = [
        Claim("201 without a document", "/articles/77") {
            $0.document = .null
            $0.remaining = [address]
        },
        Claim("202", "/articles/77") {
            ($0.status, $0.document) = (202, .null)
            $0.remaining = [later]
        },
        Claim("200 without a document", "/articles/77") {
            ($0.status, $0.document) = (200, .null)
            $0.remaining = [found]
        },
        Claim("201 to a list", "/articles/77") {
            $0.rest = #", "body": {"data": ["{data}"]}"#
            $0.document = ["data": [["type": "articles"]]]
            $0.remaining = [created]
        },
        Claim("An empty result", "/articles/77") {
            operation(#"{"op": "add", "data": "{data}"}"#, &$0)
            ($0.status, $0.document) = (200, ["atomic:results": [[:]]])
            $0.remaining = [results]
        },
        Claim("An empty result of an operation that adds to linkage", "/articles/77") {
            operation(
                #"""
                {"op": "add", "href": "{linkage}",
                    "data": [{"type": "comments", "id": "{target-id}"}]}
                """#, &$0)
            ($0.status, $0.document) = (200, ["atomic:results": [[:]]])
        },
        Claim("204 to an addition to linkage", "/articles/77") {
            $0.url = "{linkage}"
            $0.rest = #", "body": {"data": [{"type": "comments", "id": "{target-id}"}]}"#
            ($0.status, $0.document) = (204, .null)
        },
    ]

    @Test("What may have been created is listed with the reason", arguments: unknown)
    func listed(claim: Claim) async throws {
        let outcome = try await run(claim)
        #expect(outcome.remaining == claim.remaining, "\(String(describing: outcome.probe))")
    }

    @Test("A text that the server changes does not make a resource that of others")
    func changedText() async throws {
        let changes: [@Sendable (String) -> String] = [
            { $0.uppercased() }, { "The \($0)" }, { String($0.dropLast()) },
        ]
        for change in changes {
            let outcome = try await OwnProbes.run(Case("DELETE", "{resource}")) {
                request, service in
                var reply = try await Reply(service.execute(request))
                reply.document?.change("data/@/attributes/title") { title in
                    title = title?.text.map { .string(change($0)) }
                }
                return reply
            }
            #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
            #expect(outcome.isUnchanged)
        }
    }

    @Test(
        "What a lenient server creates is deleted",
        arguments: [
            #", "body": {"data": {"attributes": {"title": "a"}}}"#,
            #", "text": "{\"data\": {\"type\": \"articles\"},}""#,
        ])
    func lenient(rest: String) async throws {
        let test = Case("POST", "{collection}", #", "query": {"claim": "1"}"# + rest)
        let outcome = try await OwnProbes.run(test) { request, service in
            guard request.url.query == "claim=1" else { return nil }
            var sent = request
            sent.url = request.url.with(target: "/articles")
            sent.body = .init(
                Array(#"{"data": {"type": "articles", "attributes": {"title": "a"}}}"#.utf8))
            return try await Reply(service.execute(sent))
        }
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("An id of the example that begins with a digit is new")
    func digits() async throws {
        let outcome = try await OwnProbes.run(
            Case("POST", "{collection}", #", "body": "{body}""#),
            example: OwnProbes.article("id", "7.{random}"))
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("An included resource with the id of the primary one has its own address")
    func sameID() async throws {
        let step = #"""
            {"request": {"method": "POST", "url": "{base}/comments", "body": {"data":
                {"type": "comments", "id": "own-{random}", "attributes": {"text": "{random}"}}}},
                "checks": []},
            {"request": {"method": "POST", "url": "{collection}", "body": {"$merge": ["{body}",
                {"data": {"id": "own-{random}", "relationships": {"comments": {"data":
                    [{"type": "comments", "id": "own-{random}"}]}}}}]}}, "checks": []},
            """#
        let reading = Case("GET", "{collection}/own-{random}")
        let outcome = try await OwnProbes.run(reading, before: step) { request, service in
            guard request.method == .get, request.url.path.contains("/articles/own-") else {
                return nil
            }
            var whole = request
            whole.url = request.url.with(target: request.url.path + "?include=comments")
            return try await Reply(service.execute(whole))
        }
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.remaining == [])
        #expect(outcome.isUnchanged)
    }

    @Test("A resource that is shown at another address keeps its own")
    func otherAddress() async throws {
        let step = #"{"request": {"method": "GET", "url": "{base}/archive/{id}"}, "checks": []},"#
        let outcome = try await OwnProbes.run(
            Case("DELETE", "{resource}"), before: step
        ) { request, service in
            guard let id = request.url.path.split(separator: "/archive/").first,
                request.url.path.hasPrefix("/archive/")
            else { return nil }
            var own = request
            own.url = request.url.with(target: "/articles/\(id)")
            return try await Reply(service.execute(own))
        }
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("Results without links have the usual addresses")
    func results() async throws {
        let outcome = try await OwnProbes.run(
            .operations(#"{"op": "add", "data": "{data}"}"#)
        ) { request, service in
            var reply = try await Reply(service.execute(request))
            reply.document?.set("atomic:results/@/data/links", nil)
            return reply
        }
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test(
        "A link of a relationship is its linkage below the resource, unless it is the related one")
    func linkage() async throws {
        let step = #"""
            {"request": {"method": "GET", "url": "{resource}"}, "checks": [],
             "save": {"rel": "/data/relationships/comments/links/self"}},
            """#
        let test = Case(
            "PATCH", "{rel}", #", "body": {"data": [{"type": "comments", "id": "{target-id}"}]}"#)
        for (end, isSent) in [
            ("{id}/links/comments", true), ("{id}/comments", false),
            ("1/relationships/comments", false),
        ] {
            let outcome = try await OwnProbes.run(test, before: step) { request, service in
                if request.method == .patch { return Reply(204) }
                var reply = try await Reply(service.execute(request))
                guard request.method == .get, let id = reply.document?["data"]?["id"]?.text else {
                    return reply
                }
                reply.document?.set(
                    "data/relationships/comments/links/self",
                    .string("/articles/\(end.replacing("{id}", with: id))"))
                return reply
            }
            #expect(outcome.probe?.outcome == (isSent ? .passed : .skipped), "\(end)")
        }
    }
}
