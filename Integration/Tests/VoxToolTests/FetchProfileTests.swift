// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport
import VoxTesting

/// The tool against servers that differ from the standard.
@Suite(
    "vox fetch: services that differ", .timeLimit(.minutes(5)))
struct FetchProfileTests {
    let folder: Folder
    let log = RequestLog()

    init() throws { folder = try Folder() }

    /// Five resources in pages of two. The next page is told by a cursor in `meta`, or by a link
    /// without the first segment of the path.
    private func server(total: Int? = nil, hasLinks: Bool = false) throws -> RawServer {
        try .serving(
            TransportFunction { request in
                let items = try request.url.query.map { try QueryItem.Encoding.decode($0) } ?? []
                let start = items.last { $0.name == "c" }?.value.flatMap { Int($0) } ?? 0
                let ids = (1...5).dropFirst(start).prefix(2)
                let data = ids.map { #"{"type":"a","id":"\#($0)"}"# }.joined(separator: ",")
                let next = start + 2 < 5 ? "\(start + 2)" : nil
                var members = [#""data":[\#(data)]"#]
                if hasLinks {
                    let link = next.map { #""/list?c=\#($0)""# } ?? "null"
                    members.append(#""links":{"next":\#(link)}"#)
                }
                let total = total.map { #","total":\#($0)"# } ?? ""
                let after = hasLinks ? "null" : next.map { #""\#($0)""# } ?? "null"
                members.append(#""meta":{"after":\#(after)\#(total)}"#)
                return ClientResponse(
                    head: HTTPResponse(
                        status: .ok, headerFields: [.contentType: "application/x-api"]),
                    url: request.url,
                    body: ClientResponse.Body(
                        Array("{\(members.joined(separator: ","))}".utf8)))
            }.with(log))
    }

    private func fetch(
        _ server: RawServer, _ target: String, _ options: String
    ) async throws -> Outcome {
        let folder = folder
        let url = server.url.text + target
        let outcome = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try folder.shell("\"$VOX\" fetch '\(url)' --json \(options)")
                    })
            }
        }
        withExtendedLifetime(server) {}
        return outcome
    }

    private func ids(_ outcome: Outcome) throws -> [String] {
        try outcome.output.split(separator: "\n").map {
            try JSON(parsing: String($0)).id as String? ?? ""
        }
    }

    private static let accept = "--accept application/x-api"
    private static let way = "--next 'cursor:meta.after:c'"

    @Test("Options name the media type and the way to the next page")
    func options() async throws {
        let refused = try await fetch(try server(), "list", "--all")
        #expect(refused.code == 1 && refused.errors.contains("application/x-api"))
        let outcome = try await fetch(
            try server(), "list", "--all \(Self.accept) \(Self.way) --query 'v=1'")
        #expect(outcome.code == 0 && outcome.errors == "")
        #expect(try ids(outcome) == ["1", "2", "3", "4", "5"])
        #expect(
            log.lines.suffix(3) == [
                "GET /list?v=1", "GET /list?v=1&c=2", "GET /list?v=1&c=4",
            ])
    }

    @Test("A file has the same options, and those of the command line count first")
    func file() async throws {
        try folder.write(
            #"{"accept":["application/x-api"],"next":["cursor:meta.after:c"],"query":["v=1"],"header":["X-Key: k"],"rate":"1000/1"}"#,
            to: "profile.json")
        let outcome = try await fetch(
            try server(), "list",
            "--all --profile profile.json --query w=2 --header 'X-Key: mine' --header 'X-Key: too'")
        #expect(outcome.code == 0)
        #expect(try ids(outcome) == ["1", "2", "3", "4", "5"])
        #expect(log.lines.first == "GET /list?v=1&w=2")
        #expect(log.requests.first?.headers[try #require(HTTPField.Name("X-Key"))] == "mine, too")
        for (text, words) in [
            (#"{"nxt":[]}"#, "no option \"nxt\""), (#"{"next":"x"}"#, "list of texts"),
            (#"{"next":["x"]}"#, "invalid value"), (#"{"rate":7}"#, "must be a text"),
            ("{", "cannot be read"), (#"{"rate":"0/1"}"#, "invalid value"),
        ] {
            try folder.write(text, to: "wrong.json")
            let outcome = try await fetch(try server(), "list", "--profile wrong.json")
            #expect(outcome.code == 2 && outcome.errors.contains(words), "\(text)")
        }
        #expect(try await fetch(try server(), "list", "--profile missing.json").code == 2)
    }

    @Test("A list that is cut off exits with 1, and one whose end is unknown has a note")
    func ends() async throws {
        let cut = try await fetch(
            try server(total: 9), "list", "--all \(Self.accept) \(Self.way)")
        #expect(cut.code == 1)
        #expect(cut.errors.contains("cut off") && cut.errors.contains("9 resources"))
        #expect(try ids(cut).count == 5)
        let unknown = try await fetch(try server(), "list?page[size]=2", "--all \(Self.accept)")
        #expect(unknown.code == 0 && unknown.errors.contains("--next"))
        #expect(try ids(unknown) == ["1", "2"])
        let one = try await fetch(try server(total: 9), "list", Self.accept)
        #expect(one.code == 0 && one.errors == "")
    }

    @Test("Links can refer to the address of the service, and --query can stay out of them")
    func links() async throws {
        let server = try server(hasLinks: true)
        let base = "--base '\(server.url.text)v2' --relative-to base --plain-links --query v=1"
        let outcome = try await fetch(server, "v2/list", "--all \(Self.accept) \(base)")
        #expect(outcome.code == 0)
        #expect(
            log.lines == ["GET /v2/list?v=1", "GET /v2/list?c=2", "GET /v2/list?c=4"])
    }

    @Test(
        "Options that mean nothing are refused",
        arguments: [
            "--next x", "--next cursor:a", "--next number:", "--next number:p:x", "--next 'link:'",
            "--rate 10", "--rate 0/1", "--rate 1/0", "--rate -1/1", "--rate 1/nan",
            "--rate 1/1e-30",
            "--relative-to x", "--query x", "--base 'ftp://x'",
        ])
    func refused(options: String) async throws {
        let outcome = try await fetch(try server(), "list", options)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(log.lines.isEmpty)
    }
}
