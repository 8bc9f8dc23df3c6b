// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTesting

/// Each check of the format, on documents that pass it and on documents that fail it.
@Suite("The checks of probe files")
struct VerbTests {
    private static let list = """
        {"data": [
            {"type": "notes", "id": "1", "attributes": {"rank": 1, "at": "2024-01-01", "tags": ["x"]}},
            {"type": "notes", "id": "2", "attributes": {"rank": 2, "at": "2024-02-01", "tags": []}}
        ], "meta": {"total": 2, "half": 0.5, "text": "hello"}, "links": {"self": "/test", "next": null}}
        """

    @Test(
        "A check that holds passes",
        arguments: [
            #"{"status": 200}"#, #"{"status": [201, 200]}"#, #"{"status": "2xx"}"#,
            #"{"media-type": "application/vnd.api+json"}"#,
            #"{"header": "content-type", "exists": true}"#, #"{"header": "x-no", "exists": false}"#,
            #"{"header": "content-type", "is": "application/vnd.api+json"}"#,
            #"{"header": "content-type", "contains": "VND.API"}"#,
            #"{"header": "content-type", "contains-not": "charset"}"#,
            #"{"document": "response"}"#, #"{"at": "/data", "exists": true}"#,
            #"{"at": "/no", "exists": false}"#, #"{"at": "/data/0/id", "is": "1"}"#,
            #"{"at": "/data/*/type", "is": "notes"}"#, #"{"at": "/data/0/id", "is-not": "2"}"#,
            #"{"at": "/no", "is-not": "2"}"#, #"{"at": "/data", "kind": "array"}"#,
            #"{"at": "/meta/total", "kind": "integer"}"#,
            #"{"at": "/meta/half", "kind": "number"}"#,
            #"{"at": "/links/next", "kind": ["null", "missing"]}"#,
            #"{"at": "/links/prev", "kind": ["null", "missing"]}"#,
            #"{"at": "/data/1/id", "one-of": ["1", "2"]}"#, #"{"at": "/data", "length": 2}"#,
            #"{"at": "/data", "length": {"min": 1}}"#, #"{"at": "/data", "length": {"max": 2}}"#,
            #"{"at": "/data/*/attributes", "names": ["at", "rank", "tags"]}"#,
            #"{"at": "/no", "names": []}"#, #"{"at": "/data", "contains": {"id": "2"}}"#,
            #"{"at": "/data", "contains": {"attributes": {"rank": 2}}}"#,
            #"{"at": "/meta/text", "contains": "ell"}"#, #"{"at": "/meta", "contains": "total"}"#,
            #"{"at": "/data", "contains-not": {"id": "3"}}"#,
            #"{"at": "/no/x", "is": 1, "optional": true}"#,
            #"{"sorted": "/data", "by": "/attributes/rank"}"#,
            #"{"sorted": "/data", "by": "/attributes/at"}"#,
            #"{"unique": "/data", "by": ["/type", "/id"]}"#,
            #"{"same-address": ["{base}/test", "/links/self"]}"#,
            #"{"same-address": ["{base}/other", "/links/next"]}"#,
            #"{"at": "/data/0/type", "same-as": {"step": 1, "at": "/data/1/type"}}"#,
            #"{"at": "/data", "same-as": {"at": "/data"}, "by": ["/id"]}"#,
            #"{"at": "/data/0", "within": {"at": "/data"}, "by": ["/type", "/id"]}"#,
            #"{"when": {"status": 404}, "at": "/no", "exists": true}"#,
            #"{"when": {"at": "/data", "exists": true}, "status": 200}"#,
        ])
    func passing(check: String) async throws {
        let probe = try await Script.check(check, of: Self.list)
        #expect(probe.outcome == .passed, "\(check): \(probe)")
    }

    @Test(
        "A check that does not hold fails, and says what was expected and found",
        arguments: [
            (#"{"status": 201}"#, "status 201", "status 200"),
            (#"{"status": "4xx"}"#, "status 4xx", "status 200"),
            (#"{"media-type": "text/plain"}"#, "text/plain", "application/vnd.api+json"),
            (#"{"header": "x-no", "exists": true}"#, "x-no", "no x-no"),
            (#"{"header": "content-type", "contains": "charset"}"#, "charset", "vnd.api"),
            (#"{"header": "content-type", "contains-not": "vnd"}"#, "without vnd", "vnd.api"),
            (#"{"at": "/no", "exists": true}"#, "at /no: a value", "nothing, status 200"),
            (#"{"at": "/data", "exists": false}"#, "no value", "["),
            (#"{"at": "/data/*/id", "is": "1"}"#, "at /data/1/id: \"1\"", "\"2\""),
            (#"{"at": "/data/0/id", "is-not": "1"}"#, "another value", "\"1\""),
            (#"{"at": "/meta/half", "kind": "integer"}"#, "integer", "0.5"),
            (#"{"at": "/data/0/id", "one-of": ["2", "3"]}"#, "one of", "\"1\""),
            (#"{"at": "/data", "length": 3}"#, "3 elements", "2 elements"),
            (#"{"at": "/data", "length": {"min": 3}}"#, "at least 3", "2 elements"),
            (#"{"at": "/data/0/attributes", "names": ["rank"]}"#, "rank", "at, rank, tags"),
            (#"{"at": "/data", "contains": {"id": "3"}}"#, "\"3\"", "["),
            (#"{"at": "/data", "contains-not": {"id": "2"}}"#, "without", "["),
            (#"{"at": "/data/*/attributes/no", "is": 1}"#, "at /data/0/attributes/no", "nothing"),
            (
                #"{"sorted": "/data", "by": "/attributes/rank", "descending": true}"#, "descending",
                "1, 2"
            ),
            (
                #"{"sorted": "/data", "by": "/attributes/at", "descending": true}"#, "descending",
                "2024"
            ),
            (#"{"sorted": "/meta", "by": "/x"}"#, "ascending", "no list"),
            (#"{"unique": "/data", "by": "/type"}"#, "differ in /type", "elements 0 and 1"),
            (#"{"same-address": ["{base}/other", "/links/self"]}"#, "/other", "/test"),
            (#"{"at": "/data/0/id", "same-as": {"at": "/data/1/id"}}"#, "the same as", "\"1\""),
            (#"{"at": "/data", "within": {"at": "/data/0"}, "by": ["/id"]}"#, "only", "\"2\""),
            (
                #"{"at": "/data", "same-as": {"at": "/data/0"}, "by": ["/id"]}"#,
                "with the elements", "\"2\""
            ),
        ])
    func failing(check: String, expected: String, got: String) async throws {
        let probe = try await Script.check(check, of: Self.list)
        #expect(probe.outcome == .failed, "\(check)")
        let failure = try #require(probe.failures.first)
        #expect(failure.expected.contains(expected), "\(failure)")
        #expect(failure.got.contains(got), "\(failure)")
        #expect(failure.rules == ["JA-001"])
        #expect(failure.section == "https://example.com/own")
        #expect(failure.commands.count == 1)
    }

    @Test("A document is checked by the validator, and each finding has its rule")
    func validator() async throws {
        let probe = try await Script.check(
            #"{"document": "response"}"#,
            of: #"{"data": {"type": "notes", "id": 1, "attributes": []}}"#)
        #expect(Set(probe.failures.flatMap(\.rules)) == ["JA-016", "JA-025"])
        let broken = try await Script.check(#"{"document": "response"}"#, of: #"{"data": "#)
        #expect(broken.failures.first?.rules == ["JA-001"])
    }

    @Test("A document must not have members that JSON:API does not define, and may have @-members")
    func unknownMembers() async throws {
        let check = #"{"document": "response"}"#
        let probe = try await Script.check(check, of: #"{"data": [], "count": 0}"#)
        #expect(probe.outcome == .failed)
        #expect(probe.failures.map(\.rules) == [["JA-005"]])
        let allowed = try await Script.check(check, of: #"{"data": [], "@count": 0}"#)
        #expect(allowed.outcome == .passed, "\(allowed)")
    }

    @Test("A check of the level should is a warning, and has rules and words of its own")
    func levels() async throws {
        let probe = try await Script.check(
            #"{"at": "/no", "exists": true, "level": "should", "rules": ["JA-082"], "because": "so"}"#,
            of: Self.list)
        #expect(probe.outcome == .warned)
        #expect(probe.failures.first?.rules == ["JA-082"])
        #expect(probe.failures.first?.expected.contains("(so)") == true)
    }

    @Test(
        "The words of a failure have the values of variables",
        arguments: [
            #"{"sorted": "/data", "by": "/attributes/{type}"}"#,
            #"{"unique": "/data", "by": ["/attributes/{type}", "/same"]}"#,
            #"{"at": "/data", "same-as": {"at": "/data/0/attributes/{type}"}, "by": ["/id"]}"#,
            #"{"at": "/data", "within": {"at": "/data/0/attributes/{type}"}, "by": ["/attributes"]}"#,
        ])
    func filledWords(check: String) async throws {
        let element = #"{"attributes": {"notes": 2}}, {"attributes": {"notes": 2}}"#
        let document = #"{"data": [\#(element), {"attributes": {"notes": 1}}]}"#
        let probe = try await Script.check(check, of: document)
        #expect(probe.outcome == .failed, "\(probe)")
        let expected = try #require(probe.failures.first).expected
        #expect(expected.contains("/attributes/notes"), "\(expected)")
        #expect(!expected.contains("{"), "\(expected)")
    }

    @Test("Texts that are no dates are in no order")
    func otherTexts() async throws {
        let document = #"{"data": [{"x": "b"}, {"x": "a"}]}"#
        let probe = try await Script.check(#"{"sorted": "/data", "by": "/x"}"#, of: document)
        #expect(probe.outcome == .passed)
        let zones =
            #"{"data": [{"x": "2024-01-01T12:00:00+02:00"}, {"x": "2024-01-01T11:30:00+01:00"}]}"#
        let other = try await Script.check(#"{"sorted": "/data", "by": "/x"}"#, of: zones)
        #expect(other.outcome == .passed)
    }

    @Test(
        "A skip by status, by a check that passes, and by one that fails",
        arguments: [
            #"{"status": 200, "because": "why"}"#, #"{"status": "2xx", "because": "why"}"#,
            #"{"when": {"at": "/data", "exists": true}, "because": "why"}"#,
            #"[{"status": 404, "because": "no"}, {"unless": {"at": "/no", "exists": true}, "because": "why"}]"#,
        ])
    func skips(skip: String) async throws {
        let file = Script.file(#"{"status": 500}"#, step: #", "skip": \#(skip)"#)
        let report = try await Script.run(file, on: Script.server(Self.list))
        #expect(report.results["own/test"]?.outcome == .skipped)
        #expect(report.results["own/test"]?.reason == "why")
    }

    @Test(
        "A status that has nothing to do with the probe skips it, unless the probe names it",
        arguments: [401, 403, 429, 503])
    func unrelated(status: Int) async throws {
        let probe = try await Script.check(#"{"status": 200}"#, of: "{}", status: status)
        #expect(probe.outcome == .skipped)
        #expect(probe.reason?.contains("\(status)") == true)
        let named = try await Script.check(
            #"{"status": [200, \#(status)]}"#, of: "{}", status: status)
        #expect(named.outcome == .passed)
    }

    @Test("A saved value is a variable of later steps: an address, or a value")
    func saves() async throws {
        let first = #"""
            {"request": {"method": "GET", "url": "{base}/first"}, "save": {
                "link": "/links/self", "total": "/meta/total", "type": {"header": "content-type"}}},
            """#
        let file = Script.file(
            url: "{link}",
            #"{"at": "/data", "length": "{total}"}, {"header": "content-type", "is": "{type}"}"#,
            steps: first)
        let log = RequestLog()
        let report = try await Script.run(file, on: Script.server(Self.list).with(log))
        #expect(report.results["own/test"]?.outcome == .passed, "\(report.text)")
        #expect(log.lines.suffix(2) == ["GET /first", "GET /test"])
        let missing = Script.file(
            url: "{link}", #"{"status": 200}"#,
            steps: #"{"request": {"method": "GET", "url": "{base}/a"}, "save": {"link": "/no"}},"#)
        let skipped = try await Script.run(missing, on: Script.server(Self.list))
        #expect(skipped.results["own/test"]?.outcome == .skipped)
    }

    @Test("Values are encoded in paths and in queries")
    func encoding() async throws {
        let file = Script.file(
            url: "{base}/a/{name}", #"{"status": 200}"#,
            request: #", "query": {"fields[{name}]": "a,{name}", "x": null}"#,
            steps:
                #"{"request": {"method": "GET", "url": "{base}/a"}, "save": {"name": "/meta/name"}},"#
        )
        let log = RequestLog()
        _ = try await Script.run(
            file, on: Script.server(#"{"meta": {"name": "a/b,c é"}}"#).with(log))
        #expect(
            log.lines.last
                == "GET /a/a%2Fb%2Cc%20%C3%A9?fields%5Ba%2Fb%2Cc%20%C3%A9%5D=a,a%2Fb%2Cc%20%C3%A9&x"
        )
    }
}
