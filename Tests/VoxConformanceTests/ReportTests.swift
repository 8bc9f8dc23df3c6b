// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("Reports of conformance")
struct ReportTests {
    /// A report with failures, warnings and skipped probes, of a server with hostile texts.
    private func report(
        _ change: (inout Conformance.Options) -> Void = { _ in }
    ) async throws -> Conformance.Report {
        let file = Script.file(
            """
            {"at": "/meta/text", "is": "<b>&'\\"]]>"},
            {"at": "/no", "exists": true, "level": "should"}
            """)
        let hostile =
            #"{"meta": {"text": "</script>\u0000\u001b[31m\ufffe'\"<&", "password": "hunter2"}}"#
        return try await Script.run(file, on: Script.server(hostile), change)
    }

    @Test("The text has a table, and each failure with rule, section, expected, got and command")
    func text() async throws {
        let report = try await report()
        let text = report.text
        #expect(text.contains("own"))
        #expect(text.contains("failed: own/test: A test"))
        for part in ["JA-001 (must) https://example.com/own", "expected", "got", "curl -sS -i"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(text.contains("https://notes.example/: 1 failed"))
        let controls = text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n"
        }
        #expect(controls.isEmpty)
    }

    @Test("The JSON report has the members of its schema")
    func json() async throws {
        let report = try await report()
        let value = try JSONValue(parsing: report.json)
        #expect(value["server"] == "https://notes.example/")
        #expect(value["ending"]?["kind"] == "complete")
        #expect(value["counts"]?["failed"] == 1)
        let probe = value["groups"]?[0]?["probes"]?[0]
        #expect(probe?["outcome"] == "failed")
        let failure = probe?["failures"]?[0]
        #expect(failure?["rules"] == ["JA-001"])
        #expect(failure?["level"] == "must")
        #expect(failure?["commands"]?[0]?.text?.hasPrefix("curl ") == true)
    }

    @Test("JUnit XML is well-formed, whatever the server sends")
    func junit() async throws {
        let report = try await report()
        let parser = XMLElements()
        #expect(parser.parse(report.junit), "\(report.junit)")
        #expect(parser.names.filter { $0 == "testcase" }.count == 1)
        #expect(parser.names.contains("failure"))
        #expect(report.junit.contains("failures=\"1\""))
    }

    @Test("The page of HTML is one file, escaped, for light and dark, and for small screens")
    func html() async throws {
        let html = try await report().html
        #expect(!html.contains("</script>") && !html.contains("<b>&"))
        #expect(html.contains("&lt;b&gt;&amp;"))
        #expect(html.contains("prefers-color-scheme: dark"))
        #expect(html.contains("name=\"viewport\""))
        for part in ["<script", "src=", "<link", "@import", "url("] {
            #expect(!html.contains(part))
        }
        #expect(html.contains("<a href=\"https://example.com/own\">"))
        #expect(!html.unicodeScalars.contains { $0.value == 0 || $0.value == 0x1B })
    }

    @Test("Secrets are in no report: fields of the options, members, parameters")
    func secrets() async throws {
        let report = try await report { options in
            options.headers = [.authorization: "Bearer abc123", .cookie: "id=abc123"]
        }
        for text in [report.text, report.json, report.junit, report.html, report.baseline] {
            #expect(!text.contains("abc123"))
            #expect(!text.contains("hunter2"))
        }
        #expect(report.text.contains(#"-H 'Authorization: '"$AUTHORIZATION""#))
    }

    @Test(
        "The fields of the options are sent with each request, and do not replace those of probes")
    func fields() async throws {
        let log = RequestLog()
        let file = Script.file(
            #"{"status": 200}"#, request: #", "headers": {"X-Own": "probe", "Accept": null}"#)
        _ = try await Script.run(file, on: Script.server("{}").with(log)) { options in
            options.headers = [.authorization: "Bearer abc123", .init("X-Own")!: "options"]
        }
        #expect(log.requests.allSatisfy { $0.headers[.authorization] == "Bearer abc123" })
        let last = try #require(log.requests.last)
        #expect(last.headers[.init("X-Own")!] == "probe")
        #expect(last.headers[.accept] == nil)
    }

    @Test("A server that repeats the fields of the options: their values are in no report")
    func repeatedSecrets() async throws {
        let file = Script.file(#"{"status": 200}, {"at": "/meta/echo", "is": "x"}"#)
        let echo = #"{"meta": {"echo": "abc1234567"}, "errors": [{"detail": "got abc1234567"}]}"#
        for status in [200, 500] {
            let report = try await Script.run(file, on: Script.server(echo, status: status)) {
                $0.headers = [.authorization: "Bearer abc1234567"]
            }
            #expect(report.count(.failed) == 1)
            for text in [report.text, report.json, report.junit, report.html, report.baseline] {
                #expect(!text.contains("abc1234567"), "\(text)")
            }
        }
    }

    @Test("A failure of a baseline is known for its subject alone")
    func baselineOfSubject() async throws {
        let report = try await Script.run(
            Script.file(#"{"status": 201}"#), on: Script.server("{}"))
        let other = try report.without(
            baseline: #"{"failures": ["own/test JA-001 at /people"]}"#)
        #expect(other.count(.failed) == 1)
        let known = try report.without(baseline: #"{"failures": ["own/test JA-001 at /notes"]}"#)
        #expect(known.count(.known) == 1)
    }

    @Test("A baseline keeps the failures of probes that were not run")
    func keptFailures() async throws {
        let old =
            #"{"failures": ["own/test JA-001 at /notes", "sorting/other JA-095 at /notes"]}"#
        let report = try await report().without(baseline: old)
        #expect(report.baseline.contains("sorting/other JA-095 at /notes"))
        #expect(!report.notes.contains { $0.contains("sorting/other") })
    }

    @Test("Known failures of a baseline do not count, and those that are gone are named")
    func baseline() async throws {
        let report = try await report()
        let known = try report.without(baseline: report.baseline)
        #expect(known.count(.failed) == 0)
        #expect(known.count(.known) == 1)
        #expect(known.baseline == report.baseline)
        let other = try report.without(baseline: #"{"failures": ["own/test JA-009"]}"#)
        #expect(other.count(.failed) == 1)
        #expect(other.notes.contains { $0.contains("own/test JA-009") })
        #expect(throws: JSONError.self) { try report.without(baseline: "{\"x\": 1}") }
        #expect(throws: JSONError.self) { try report.without(baseline: "[") }
    }

    @Test("A command can be pasted into a shell")
    func quoting() async throws {
        let file = Script.file(
            url: "{base}/it's", #"{"status": 500}"#,
            request: #", "body": {"text": "it's $HOME `x`"}"#)
        let report = try await Script.run(file, on: Script.server("{}"))
        let command = try #require(report.failures.first?.commands.last)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "curl() { printf '%s\\n' \"$@\"; }; " + command]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let words = output.split(separator: "\n").map(String.init)
        #expect(words.contains("https://notes.example/it's"))
        #expect(words.last == #"{"text":"it's $HOME `x`"}"#)
    }
}

/// The names of the elements of an XML text.
private final class XMLElements {
    private(set) var names: [String] = []

    /// Returns true if the elements are closed in their order, and all characters are allowed.
    func parse(_ text: String) -> Bool {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            if rest[..<start].contains(where: { $0 == ">" }) { return false }
            rest = rest[start...].dropFirst()
            guard let end = rest.firstIndex(of: ">") else { return false }
            let tag = rest[..<end]
            rest = rest[end...].dropFirst()
            if tag.hasPrefix("?") || tag.hasPrefix("!--") { continue }
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return false }
            } else {
                names.append(String(name))
                if !tag.hasSuffix("/") { open.append(name) }
            }
        }
        return open.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.value >= 0x20 || "\n\r\t".unicodeScalars.contains($0)
            }
    }
}
