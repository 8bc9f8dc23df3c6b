// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Probes of one's own that would change resources that were on the server before.
@Suite("Probes of one's own write only to what the run has created", .timeLimit(.minutes(5)))
struct OwnProbeWriteTests {
    typealias Case = OwnProbes.Case

    private static let foreignAddresses: [Case] =
        [
            Case("DELETE", "{collection}/7"), Case("PATCH", "{collection}/6"),
            Case("PUT", "{collection}/7"), Case("DELETE", "{base}/people/3"),
            Case("DELETE", "{resource}", subject: "resource"),
            Case("PATCH", "{resource}", subject: "resource"),
            Case("PATCH", "{linkage}", #", "body": {"data": []}"#, subject: "to-many"),
            Case("POST", "{collection}", #", "body": {}"#, subject: "collection"),
            Case("POST", "{base}/people", #", "body": {"data": {"type": "people"}}"#),
            Case("DELETE", "{resource}0"), Case("DELETE", "{resource}/../7"),
            Case("DELETE", "{resource}/%2E%2E/7"), Case("DELETE", "{resource}%2F..%2F7"),
            Case("DELETE", "{resource}/relationships/..%2F..%2F7"),
            Case("DELETE", "{resource}/relationships/..%5C..%5C7"),
            Case("DELETE", "{collection}/{random}%2F..%2F7"),
            Case("DELETE", "{collection}/7;{random}"),
            Case("DELETE", "{collection}/7,{random}"), Case("DELETE", "{collection}/7{random}"),
            Case("DELETE", "{collection}/seven"),
            Case("PATCH", "{collection}/7/relationships/comments", #", "body": {"data": []}"#),
            Case("DELETE", "{collection}/918273645"), Case("DELETE", "{base}/people/{random}"),
            Case("DELETE", "{resource}/author"), Case("PATCH", "{resource}/comments"),
            Case("DELETE", "{collection}"), Case("PATCH", "{collection}"),
            Case("PUT", "{collection}"),
            Case("DELETE", "{operations}", subject: "atomic"),
            Case("DELETE", "{resource}//"), Case("PATCH", "{resource}/links/author"),
            Case("DELETE", "{resource}%00"), Case("DELETE", "{resource}%20"),
            Case("DELETE", "{resource}%252F..%252F7"), Case("DELETE", "{resource}%5C..%5C7"),
            Case("DELETE", "{collection}/%37"), Case("DELETE", "{base}/./articles/7"),
            Case("DELETE", "{base}/Articles/7"), Case("PUT", "{base}/ARTICLES/{id}"),
            Case("DELETE", "{collection}/{random}/7"), Case("DELETE", "{base}"),
            Case("POST", "{resource}/relationships"), Case("POST", "{collection}/{random}"),
            Case("DELETE", "{resource}", #", "query": {"id": "7"}"#),
            Case("DELETE", "{resource}", #", "query": {"filter[id]": "7,{id}"}"#),
            Case("PATCH", "{resource}", #", "query": {"IDs": "{id},7"}"#),
            Case("DELETE", "{collection}", #", "query": {"filter[title]": "{random}"}"#),
            Case("DELETE", "{resource}", #", "headers": {"Host": "other.example"}"#),
            Case("DELETE", "{resource}", #", "headers": {"X-Original-URL": "/articles/7"}"#),
            Case("DELETE", "{resource}", #", "headers": {"X-Rewrite-URL": "/articles/7"}"#),
            Case("DELETE", "{resource}", #", "headers": {"X-Forwarded-Host": "other.example"}"#),
            Case("DELETE", "{resource}", #", "headers": {"Forwarded": "host=other.example"}"#),
            Case("DELETE", "{resource}", #", "query": {"filter": "equals(id,'7')"}"#),
            Case("POST", "{collection}", #", "query": {"_method[]": "DELETE"}"#),
        ]
        + [
            "X-Override-URL", "X-HTTP-Path-Override", "X-Envoy-Original-Path", "X-URL",
            "Destination",
        ]
        .map { Case("DELETE", "{resource}", #", "headers": {"\#($0)": "/articles/7"}"#) }

    private static let foreignNames: [Case] =
        [
            #"{"data": {"type": "{type}", "id": "7"}}"#, #"{"data": {"id": "7"}}"#,
            #"{"data": [{"type": "{type}", "id": "{id}"}, {"type": "{type}", "id": "7"}]}"#,
            #"{"data": {"type": "people", "id": "{id}", "lid": "a-{random}"}}"#,
            #"{"data": {"type": "{type}", "lid": "7"}}"#,
            #"{"data": {"type": "noSuchType", "id": "7"}}"#,
            #"""
            {"data": {"type": "{type}", "id": "{id}",
                "relationships": {"comments": {"data": [{"type": "comments", "id": "15"}]}}}}
            """#,
            #"{"data": {"type": "{type}", "id": 7}}"#,
            #"{"data": {"type": "{type}", "id": "{id}"}, "included": [{"type": "people", "id": "1"}]}"#,
            #"{"data": {"type": "{type}", "Id": "7"}}"#, #"{"DATA": {"type": "a", "ID": "7"}}"#,
            #"{"data": {"type": "{type}", "id": ["7"]}}"#, #"{"data": {"id": {"value": "7"}}}"#,
            #"{"data": {"type": "{type}", "id": "{id}", "ID": "{id}"}}"#, #"{"data": "7"}"#,
            #"{"data": ["{id}", 7]}"#,
            #"""
            {"data": {"type": "{type}", "id": "{id}",
                "relationships": {"author": {"data": {"type": "people", "id": "1"}}}}}
            """#,
            #"{"data": {"type": "{type}", "id": "{id}", "relationships": {"author": "1"}}}"#,
            #"{"data": {"type": "{type}", "id": "{id}", "relationships": {"comments": ["15"]}}}"#,
            #"{"data": {"type": "{type}", "id": "{id}", "relationships": {"author": {"id": 1}}}}"#,
            #"{"data": {"type": "{type}", "id": "{id}"}, "href": "/articles/7"}"#,
        ].map { Case("PATCH", "{resource}", #", "body": \#($0)"#) } + [
            Case(
                "PATCH", "{resource}",
                #", "text": "{\"data\": {\"type\": \"{type}\", \"id\": \"{id}\", \"id\": \"7\"}}""#),
            Case("PATCH", "{resource}", #", "text": "{\"data\": {\"id\": \"7\",}}""#),
            Case("PATCH", "{resource}", #", "text": "{\"data\": {\"id\": 7,}}""#),
            Case("PATCH", "{resource}", #", "text": "{data: {id: 7}}""#),
            Case("PATCH", "{resource}", #", "text": "{'data': {'id': '7'}}""#),
            Case("PATCH", "{resource}", #", "text": "<data><id>7</id></data>""#),
            Case("PATCH", "{resource}", #", "text": "type=articles&id=7""#),
            Case("PATCH", "{resource}", #", "text": "data[id]=7""#),
            Case("PATCH", "{resource}", #", "text": "data%5Bid%5D=7""#),
            Case("PATCH", "{resource}", #", "text": "%69d=7""#),
            Case("PATCH", "{resource}", #", "text": "name=\"id\"\r\n\r\n7""#),
            Case("PATCH", "{resource}", #", "text": "{\"id\"/**/:\"7\"}""#),
            Case("PATCH", "{resource}", #", "text": "<id type=\"x\">7</id>""#),
            Case("PATCH", "{resource}", #", "text": "{\"data\": {\"\\u0069d\": \"7\",}}""#),
            Case("PATCH", "{linkage}", #", "body": {"data": ["15"]}"#),
            Case("PATCH", "{linkage}", #", "body": ["15"]"#),
            Case(
                "POST", "{linkage}", #", "body": {"data": {"type": "people", "id": "{target-id}"}}"#
            ),
            Case("DELETE", "{linkage}", #", "body": [{"type": "comments", "id": "15"}]"#),
            Case("POST", "{linkage}", #", "body": {"data": [{"type": "comments", "id": "15"}]}"#),
            Case("PATCH", "{linkage}", #", "body": {"data": [{"type": "comments", "id": "15"}]}"#),
            Case("DELETE", "{linkage}", #", "body": {"data": {"type": "comments", "id": "15"}}"#),
            Case("POST", "{collection}", #", "body": {"data": {"type": "articles", "id": "7"}}"#),
            Case("POST", "{collection}", #", "body": {"data": [{"type": "articles", "id": "7"}]}"#),
            Case(
                "POST", "{collection}",
                #"""
                , "body": {"data": {"type": "articles",
                    "relationships": {"comments": {"data": [{"type": "comments", "id": "15"}]}}}}
                """#),
        ]

    private static let operations: [Case] = [
        .operations(#"{"op": "remove", "ref": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "remove", "ref": {"type": "articles"}}"#),
        .operations(#"{"op": "remove", "ref": {"type": "articles", "lid": "7"}}"#),
        .operations(#"{"op": "update", "data": {"type": "articles", "lid": 7}}"#),
        .operations(
            #"{"op": "remove", "ref": {"type": "{type}"}, "data": {"type": "{type}", "id": "{id}"}}"#
        ),
        .operations(
            #"{"op": "update", "ref": {"type": "{type}"}, "data": {"type": "{type}", "id": "{id}"}}"#
        ),
        .operations(#"{"op": "remove", "href": "/articles/7"}"#),
        .operations(#"{"op": "remove", "href": "/articles"}"#),
        .operations(#"{"op": "update", "href": "/articles", "data": {"type": "articles"}}"#),
        .operations(#"{"op": "add", "href": "/people", "data": {"type": "articles"}}"#),
        .operations(#"{"op": "remove", "href": "{operations}"}"#),
        .operations(#"{"op": "remove", "href": "https://other.example/articles/7"}"#),
        .operations(#"{"op": "remove", "href": "//other.example/articles/7"}"#),
        .operations(#"{"op": "remove", "HREF": "/articles/7"}"#),
        .operations(#"{"op": "remove", "href": "articles/%37"}"#),
        .operations(#"{"op": "remove", "ref": {"type": "articles", "ID": "7"}}"#),
        .operations(#"{"op": "remove", "Ref": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "remove", "ref": null}"#),
        .operations(#"{"op": "update", "data": {"type": "articles", "attributes": {}}}"#),
        .operations(#"{"op": "update", "data": [{"type": "articles", "id": "7"}]}"#),
        .operations(#"{"op": "add", "data": [{"type": "people"}]}"#),
        .operations(#"{"op": "create", "data": {"type": "people"}}"#),
        .operations(#"{"op": "add", "data": {"type": "{type}"}, "data": {"type": "people"}}"#),
        .operations(#"{"op": "update", "href": "{resource}/../7", "data": {"type": "articles"}}"#),
        .operations(#"{"op": "update", "data": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "add", "data": {"type": "articles", "id": "7"}}"#),
        .operations(#"{"op": "add", "data": {"type": "people"}}"#),
        .operations(
            #"""
            {"op": "add", "ref": {"type": "{type}", "id": "{id}", "relationship": "comments"},
                "data": [{"type": "comments", "id": "15"}]}
            """#),
        .operations(
            #"""
            {"op": "update", "data": {"type": "{type}", "id": "{id}"}},
            {"op": "remove", "ref": {"type": "comments", "id": "15"}}
            """#),
        .operations(
            #"{"op": "update", "data": {"type": "{type}", "id": "{id}"}}"#,
            rest: #", "data": {"type": "articles", "id": "7"}"#),
        Case(
            "POST", "{operations}",
            #", "text": "{\"atomic:operations\": [{\"op\": \"remove\", \"href\": \"/people/1\"},]}""#,
            subject: "atomic"),
        Case("POST", "{operations}", #", "body": {"data": {"type": "a"}}"#, subject: "atomic"),
        Case(
            "POST", "{collection}",
            #", "body": {"atomic:operations": [{"op": "remove", "ref": {"type": "people"}}]}"#),
    ]

    private static let otherMethods: [Case] =
        [
            "X-HTTP-Method-Override", "x-http-method", "X-Method-Override",
        ].map { Case("POST", "{collection}", #", "headers": {"\#($0)": "DELETE"}, "body": {}"#) }
        + [
            Case("GET", "{collection}/7", #", "headers": {"X-HTTP-Method-Override": "DELETE"}"#),
            Case("GET", "{collection}/7", #", "query": {"_method": "DELETE"}"#),
            Case("POST", "{collection}", #", "query": {"_method": "DELETE"}, "body": {}"#),
            Case("POST", "{collection}", #", "body": {"_method": "DELETE"}"#),
            Case("POST", "{collection}", #", "text": "a=b&_method=DELETE""#),
            Case("POST", "{collection}", #", "text": "_METHOD=DELETE""#),
            Case("POST", "{collection}", #", "query": {"_METHOD": "DELETE"}, "body": {}"#),
            Case("POST", "{collection}", #", "query": {"X-HTTP-Method-Override": "PUT"}"#),
            Case("POST", "{collection}", #", "body": {"_Method": "DELETE"}"#),
            Case("HEAD", "{collection}/7", #", "headers": {"X-HTTP-Method": "DELETE"}"#),
            Case("OPTIONS", "{collection}", #", "headers": {"X-Method-Override": "DELETE"}"#),
            Case("POST", "{collection}/7", #", "headers": {"X-HTTP-Method-Override": "PATCH"}"#),
            Case(
                "POST", "{operations}", #", "headers": {"X-HTTP-Method-Override": "DELETE"}"#,
                subject: "atomic"),
        ]

    @Test(
        "A request that could change another resource is not sent",
        arguments: [foreignAddresses, foreignNames, operations, otherMethods])
    func refused(tests: [Case]) async throws {
        let without = try await OwnProbes.run(
            tests.map { Case("GET", "{base}/articles", subject: $0.subject) })
        let outcome = try await OwnProbes.run(tests)
        #expect(outcome.probes.count == tests.count)
        for (test, probe) in zip(tests, outcome.probes) {
            #expect(probe.outcome == .skipped, "\(test.request)\n\(probe)")
            let reason = probe.reason ?? ""
            #expect(reason.contains("the run may not send"), "\(test.request): \(reason)")
        }
        #expect(outcome.writes.count == without.writes.count, "\(outcome.writes)")
        #expect(outcome.isUnchanged)
    }

    private static let own: [Case] = [
        Case("DELETE", "{resource}"),
        Case(
            "PATCH", "{resource}", #", "body": {"data": {"type": "{type}", "id": "{id}"}}"#),
        Case(
            "PATCH", "{resource}",
            #"""
            , "body": {"jsonapi": {"profile": ["https://profiles.example/a"]},
                "data": {"type": "{type}", "id": "{id}"}}
            """#),
        Case("DELETE", "{target}"),
        Case(
            "PATCH", "{resource}",
            #"""
            , "body": {"data": {"type": "{type}", "id": "{id}",
                "attributes": {"body": {"type": "people", "id": "1"}},
                "relationships": {"comments": {"data": [{"type": "comments", "id": "{other-id}"}]}}}}
            """#),
        Case(
            "POST", "{linkage}",
            #", "body": {"data": [{"type": "{target-type}", "id": "{target-id}"}]}"#),
        Case("POST", "{collection}", #", "body": "{body}""#),
        Case(
            "POST", "{collection}",
            #", "body": {"$merge": ["{body}", {"data": {"id": "own-{random}"}}]}"#),
        .operations(#"{"op": "remove", "ref": {"type": "{type}", "id": "{id}"}}"#),
        .operations(#"{"op": "remove", "href": "{resource}"}"#),
        .operations(
            #"""
            {"op": "add", "data": {"$merge": ["{data}", {"lid": "a-{random}"}]}},
            {"op": "update", "data": {"type": "{type}", "lid": "a-{random}", "attributes": {"title": "B"}}}
            """#),
        Case(
            "PATCH", "{resource}",
            #"""
            , "headers": {"X-HTTP-Method-Override": "PATCH"},
                "body": {"data": {"type": "{type}", "id": "{id}"}}
            """#),
    ]

    private static let harmlessRequests: [Case] = [
        Case("PATCH", "{resource}", #", "text": "id={random}&id={id}""#),
        Case("PATCH", "{resource}", #", "body": {"data": {"type": "noSuchType", "id": "{id}"}}"#),
        Case(
            "PATCH", "{resource}",
            #"""
            , "body": {"data": {"type": "{type}", "id": "{id}", "relationships":
                {"author": {"data": {"type": "people", "id": "918273645"}}}}}
            """#),
        Case("POST", "{collection}", #", "body": {"$merge": ["{body}", {"data": {"id": ""}}]}"#),
        .operations(#"{"op": "remove", "href": "{collection}/{random}"}"#),
    ]

    @Test("A request that could change no other resource is sent", arguments: [harmlessRequests])
    func harmless(tests: [Case]) async throws {
        let outcome = try await OwnProbes.run(tests)
        #expect(outcome.probes.count == tests.count)
        for (test, probe) in zip(tests, outcome.probes) {
            #expect(probe.outcome == .failed, "\(test.request)\n\(probe)")
        }
        #expect(outcome.isUnchanged)
    }

    @Test("A request that changes only what the run has created is sent", arguments: own)
    func sent(test: Case) async throws {
        let outcome = try await OwnProbes.run(test)
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
        #expect(outcome.remaining == [])
    }

    @Test("What a step has created may be changed by the next one, after it was read")
    func createdByStep() async throws {
        let step = #"""
            {"request": {"method": "POST", "url": "{collection}", "body": "{body}"},
             "save": {"made": {"header": "location"}}, "checks": []},
            """#
        let outcome = try await OwnProbes.run(Case("DELETE", "{made}"), before: step)
        #expect(outcome.probe?.outcome == .passed, "\(String(describing: outcome.probe))")
        #expect(outcome.isUnchanged)
    }

    @Test("What a step claims to have created is not changed if it was there before")
    func claimedByStep() async throws {
        let step = #"""
            {"request": {"method": "POST", "url": "{collection}", "body": "{body}"},
             "save": {"made": {"header": "location"}}, "checks": []},
            """#
        for method in ["DELETE", "PATCH"] {
            let outcome = try await OwnProbes.run(
                Case(method, "{made}", subject: "write"), before: step
            ) { request, service in
                guard request.method == .post, request.url.path == "/articles" else { return nil }
                let old = ClientRequest(method: .get, url: request.url.with(target: "/articles/7"))
                var reply = try await Reply(service.execute(old))
                reply.status = 201
                reply.headers[.location] = "/articles/7"
                return reply
            }
            #expect(outcome.probe?.outcome == .skipped, "\(String(describing: outcome.probe))")
            #expect(!outcome.writes.contains { $0.hasSuffix("/articles/7") }, "\(outcome.writes)")
            #expect(outcome.isKept)
        }
    }

    @Test("A new id is that of another resource if the resource has other texts")
    func idOfOther() async throws {
        let steps = #"""
            {"request": {"method": "POST", "url": "{collection}",
                "body": {"$merge": ["{body}", {"data": {"id": "own-{random}"}}]}}, "checks": []},
            {"request": {"method": "GET", "url": "{collection}/own-{random}"}, "checks": []},
            """#
        let outcome = try await OwnProbes.run(
            Case("DELETE", "{collection}/own-{random}", subject: "write"), before: steps
        ) { request, service in
            guard request.method == .get, request.url.path.contains("/own-") else { return nil }
            var reply = try await Reply(service.execute(request))
            reply.document?.set("data/attributes/title", "Older")
            return reply
        }
        #expect(outcome.probe?.outcome == .skipped, "\(String(describing: outcome.probe))")
        #expect(!outcome.writes.contains { $0.contains("/own-") }, "\(outcome.writes)")
        #expect(
            outcome.remaining == ["the resource does not have the attributes that were sent"])
    }

    @Test("An address that a random text ends is that of no resource")
    func unknown() async throws {
        let outcome = try await OwnProbes.run(Case("DELETE", "{collection}/{random}"))
        #expect(outcome.probe?.outcome == .failed)
        #expect(outcome.probe?.failures.first?.got.contains("404") == true)
    }

    @Test(
        "A resource without a self link is changed only if the run has created it",
        arguments: ["resource", "write-resource"])
    func withoutSelfLink(subject: String) async throws {
        let test = Case("DELETE", "{resource}", subject: subject)
        let outcome = try await OwnProbes.run(test) { request, service in
            var reply = try await Reply(service.execute(request))
            reply.document?.set("data/@/links", nil)
            reply.headers[.location] = nil
            return reply
        }
        let isOwn = subject == "write-resource"
        #expect(outcome.probe?.outcome == (isOwn ? .passed : .skipped))
        #expect(outcome.isUnchanged)
    }

    @Test("A redirect of a write is not followed", arguments: [301, 302, 303, 307, 308])
    func redirected(status: Int) async throws {
        for method in ["DELETE", "PATCH", "PUT"] {
            let outcome = try await OwnProbes.run(Case(method, "{resource}")) { request, _ in
                guard !["GET", "POST"].contains(request.method.rawValue) else { return nil }
                var reply = Reply(status)
                reply.headers[.location] = "/articles/7"
                return reply
            }
            #expect(!outcome.writes.contains { $0.hasSuffix("/articles/7") }, "\(outcome.writes)")
            #expect(outcome.isKept)
        }
    }

    @Test("What an example refers to may be linked, and is not changed")
    func linkedByExample() async throws {
        let example = OwnProbes.article(
            "relationships", ["author": ["data": ["type": "people", "id": "1"]]])
        let body = #"""
            , "body": {"data": {"type": "{type}", "id": "{id}",
                "relationships": {"author": {"data": {"type": "people", "id": "1"}}}}}
            """#
        let own = Case("PATCH", "{resource}", body)
        let operation = Case.operations(
            #"""
            {"op": "update", "ref": {"type": "{type}", "id": "{id}", "relationship": "author"},
                "data": {"type": "people", "id": "1"}}
            """#)
        for test in [own, operation] {
            let outcome = try await OwnProbes.run(test, example: example)
            #expect(outcome.probe?.outcome == .passed, "\(test.request)")
        }
        let others = [
            Case("PATCH", "{resource}", body.replacing(#""id": "1""#, with: #""id": "2""#)),
            Case("PATCH", "{resource}", #", "body": {"data": {"type": "people", "id": "1"}}"#),
            Case("DELETE", "{base}/people/1"),
        ]
        for test in others {
            let outcome = try await OwnProbes.run(test, example: example)
            #expect(outcome.probe?.outcome == .skipped, "\(test.request)")
            #expect(outcome.isUnchanged)
        }
    }

    @Test("An example with an id without {random} is refused", arguments: ["7", 7] as [JSONValue])
    func fixedID(id: JSONValue) async throws {
        let store = Library.store()
        let before = OwnProbes.contents(of: store)
        let report = try await conform(
            Library.service(store),
            .inMemory {
                $0.writes = ["articles": ["data": ["type": "articles", "id": id]]]
                $0.only = ["creating", "updating"]
            })
        guard case .stopped(let reason) = report.ending else {
            Issue.record("the run ended with \(report.ending)")
            return
        }
        #expect(reason.contains("an id without {random}"))
        #expect(OwnProbes.contents(of: store) == before)
    }
}
