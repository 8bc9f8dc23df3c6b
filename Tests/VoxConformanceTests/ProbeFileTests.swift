// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxConformance

@Suite("Probe files")
struct ProbeFileTests {
    private static let valid = Script.file(#"{"status": 200}"#)

    @Test("A file has a name for each probe, and its rules")
    func names() throws {
        let probes = try Conformance.Probes(parsing: [Self.valid])
        #expect(probes.names.contains("own/test"))
        #expect(probes.contains("own") && probes.contains("test") && probes.contains("own/test"))
        #expect(!probes.contains("other"))
        #expect(probes.contains("every-document"))
        #expect(probes.rules.contains("JA-001"))
    }

    @Test("Two files of one group are one group")
    func joined() throws {
        let other = Self.valid.replacing("\"test\"", with: "\"second\"")
        let probes = try Conformance.Probes(parsing: [Self.valid, other])
        #expect(probes.names.filter { $0.hasPrefix("own/") } == ["own/test", "own/second"])
    }

    @Test(
        "A mistake has its place and its reason",
        arguments: [
            (#""rules""#, #""rule""#, "there is no member"),
            (#""collection""#, #""collections""#, "is not one of"),
            (#""GET""#, #""G T""#, "is not a method"),
            (#"{"status": 200}"#, #"{"statis": 200}"#, "exactly one of"),
            (
                #"{"status": 200}"#, #"{"status": 200, "header": "x", "exists": true}"#,
                "there is no member \"header\""
            ),
            (#"{"status": 200}"#, #"{"status": 20}"#, "from 100 to 599"),
            (#"{"status": 200}"#, #"{"status": "x"}"#, "2xx"),
            (#"{"status": 200}"#, #"{"status": 200, "level": "may"}"#, "must, should"),
            (#"{"status": 200}"#, #"{"at": "data", "exists": true}"#, "begins with a slash"),
            (#"{"status": 200}"#, #"{"at": "/data"}"#, "exactly one of"),
            (#"{"status": 200}"#, #"{"at": "/a", "is": 1, "kind": "null"}"#, "exactly one of"),
            (#"{"status": 200}"#, #"{"at": "/a", "is": 1, "by": ["/b"]}"#, "have \"by\""),
            (#"{"status": 200}"#, #"{"at": "/a", "kind": "text"}"#, "is not one of"),
            (#"{"status": 200}"#, #"{"at": "/a", "length": {"min": 2, "max": 1}}"#, "greater"),
            (#"{"status": 200}"#, #"{"header": "x", "is": "a", "exists": true}"#, "exactly one of"),
            (#"{"status": 200}"#, #"{"header": "a b", "exists": true}"#, "header field"),
            (#"{"status": 200}"#, #"{"document": "page"}"#, "response, relationship"),
            (#"{"status": 200}"#, #"{"same-address": ["/a"]}"#, "list of two"),
            (#"{"status": 200}"#, #"{"unique": "/a", "by": []}"#, "no pointers"),
            (
                #"{"status": 200}"#, #"{"status": 200, "when": {"status": 200, "level": "must"}}"#,
                "no member"
            ),
            (#""checks":"#, #""skip": {"status": 200}, "checks":"#, "because"),
            (#""{base}/test""#, #""{linkage}""#, "no variable {linkage}"),
            (#"{"status": 200}"#, #"{"at": "/data/{name}", "is": 1}"#, "no variable {name}"),
            (
                #""checks":"#, #""save": {"a": "/{b}"}, "checks":"#,
                "the subject collection are base, collection, random, type"
            ),
        ])
    func mistakes(part: String, wrong: String, reason: String) {
        let file = Self.valid.replacing(part, with: wrong)
        #expect(file != Self.valid)
        do throws(JSONError) {
            _ = try Conformance.Probes(parsing: [file])
            Issue.record("\(wrong) is accepted")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
            #expect(error.pointer.hasPrefix("/probes/0"), "\(error)")
        }
    }

    @Test("A body may be the Merge Patch of several values")
    func merging() async throws {
        let file = Script.file(
            #"{"status": 200}"#,
            request: #"""
                , "body": {"$merge": [{"data": {"a": 1, "b": {"c": 2}}}, {"data": {"a": null, "b": {"d": 3}}}]}
                """#)
        let log = RequestLogs()
        _ = try await Script.run(file, on: log.server(Script.server("{}")))
        #expect(log.lastBody == #"{"data":{"b":{"c":2,"d":3}}}"#)
    }
}
