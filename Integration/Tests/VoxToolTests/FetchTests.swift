// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport
import VoxTesting

/// The tool against a server on a real socket.
@Suite("vox fetch", .timeLimit(.minutes(5)))
struct FetchTests {
    let folder: Folder
    let log = RequestLog()

    init() throws { folder = try Folder() }

    // MARK: Servers

    /// Seven albums of two artists, three a page.
    private func music() throws -> RawServer {
        let albums = (1...7).map { number in
            let artist = StoredResource.Identifier(type: "artists", id: "\(1 + number % 2)")
            var attributes = JSONObject()
            attributes["title"] = .string("Album \(number)")
            attributes["year"] = .number(JSONNumber(2000 - number))
            attributes["label"] = number == 1 ? .null : nil
            return StoredResource(
                type: "albums", id: "\(number)", attributes: attributes,
                relationships: ["artist": .one(number == 3 ? nil : artist)])
        }
        let artists = [1, 2].map { number in
            var attributes = JSONObject()
            attributes["name"] = .string("Artist \(number)")
            return StoredResource(type: "artists", id: "\(number)", attributes: attributes)
        }
        var service = ResourceService(serving: MemoryStore(albums + artists))
        service.pageSize = 3
        return try .serving(service.with(log))
    }

    /// A server that answers everything alike.
    private func server(
        _ body: String, status: HTTPResponse.Status = .ok, type: String = "application/vnd.api+json"
    ) throws -> RawServer {
        try .serving(
            TransportFunction { request in
                ClientResponse(
                    head: HTTPResponse(status: status, headerFields: [.contentType: type]),
                    url: request.url, body: ClientResponse.Body(Array(body.utf8)))
            }.with(log))
    }

    /// Runs the tool in a thread of its own: those of tasks are the server's.
    private func apart(_ run: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: run)) }
        }
    }

    private func fetch(_ url: String, _ options: String = "") async throws -> Outcome {
        let folder = folder
        return try await apart { try folder.shell("\"$VOX\" fetch '\(url)' \(options)") }
    }

    /// Fetches from a server, which lives as long.
    private func fetch(
        _ server: RawServer, _ target: String = "", _ options: String = ""
    ) async throws -> Outcome {
        let outcome = try await fetch(server.url.text + target, options)
        return withExtendedLifetime(server) { outcome }
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    }

    // MARK: What is printed

    @Test("A table of a list: identity, then all attributes there are, and what is included")
    func table() async throws {
        let server = try music()
        let outcome = try await fetch(server, "albums", "--include artist")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty, "no progress where nobody looks")
        #expect(
            lines(outcome.output) == [
                "TYPE ID title year label", "albums 1 Album 1 1999 null", "albums 2 Album 2 1998",
                "albums 3 Album 3 1997", "included: 2 artists",
            ])
        #expect(controls(in: outcome.output) == [])
    }

    @Test("The columns are the fields that were asked for, relationships too")
    func columns() async throws {
        let server = try music()
        let outcome = try await fetch(
            server, "albums", "--fields albums=artist,title --sort -title --limit 1")
        #expect(
            outcome == .good("  TYPE    ID  artist     title\n  albums  7   artists 2  Album 7\n"))
        #expect(log.lines == ["GET /albums?fields%5Balbums%5D=artist,title&sort=-title"])
    }

    @Test("Blanks around the names of --include, --fields and --sort are not sent")
    func blanks() async throws {
        let server = try server(#"{"data": []}"#)
        let outcome = try await fetch(
            server, "a",
            "--include ' b, c.d ' --fields ' a = t , u' --sort ' -t, u ,- v'")
        #expect(outcome == .good("no resources\n"))
        #expect(log.lines == ["GET /a?include=b,c.d&fields%5Ba%5D=t,u&sort=-t,u,-v"])
    }

    @Test("One resource, null, an empty list, and a document without data")
    func forms() async throws {
        let server = try music()
        let one = try await fetch(server, "artists/1")
        #expect(one == .good("  TYPE     ID  name\n  artists  1   Artist 1\n"))
        let null = "albums/3/artist"
        #expect(try await fetch(server, null) == .good("null\n"))
        #expect(try await fetch(server, null, "--json") == .good(""))
        let none = "albums?filter[title]=x"
        #expect(try await fetch(server, none) == .good("no resources\n"))
        #expect(try await fetch(server, none, "--json") == .good(""))
        let meta = try self.server(#"{"meta": {"count": 5}}"#)
        #expect(try await fetch(meta) == .good("no primary data\n"))
    }

    @Test("JSON Lines are the resource objects as they came, but for white space")
    func jsonLines() async throws {
        let server = try server(
            #"""
            {"data": [
              {"type": "a", "id": "1", "attributes": {"n": 1.50e+3, "t": "\u0041\/é", "n2" : [1, 2]}},
              {"id": "2", "type": "a"}],
             "included": [{"type": "b", "id": "1"}]}
            """#)
        let outcome = try await fetch(server, "", "--json")
        #expect(
            outcome
                == .good(
                    #"""
                    {"type":"a","id":"1","attributes":{"n":1.50e+3,"t":"\u0041\/é","n2":[1,2]}}
                    {"id":"2","type":"a"}
                    {"type":"b","id":"1"}

                    """#))
    }

    @Test("Characters that steer a terminal do not reach the table")
    func control() async throws {
        let server = try server(
            #"{"data": {"type": "t\u001b[31m", "id": "\u0007", "attributes": {"a\r": "\u009b1m", "b": ["\u007f"]}}}"#
        )
        let outcome = try await fetch(server)
        #expect(outcome.code == 0)
        #expect(controls(in: outcome.output) == [])
        #expect(lines(outcome.output).count == 2)
    }

    // MARK: What is asked

    @Test("The query of the address is kept, and what options ask for comes behind it")
    func query() async throws {
        let server = try self.server(#"{"data": []}"#)
        let outcome = try await fetch(
            server, "v1/albums?sort=x&a-B=1",
            "--page number=2 --page size=5 --include artist,tracks.album --filter title=a,b "
                + "--filter 'year.from=1 2' --fields albums=title --fields artists= --sort -year,title"
        )
        #expect(outcome.code == 0)
        #expect(
            log.lines == [
                "GET /v1/albums?sort=x&a-B=1&include=artist,tracks.album"
                    + "&fields%5Balbums%5D=title&fields%5Bartists%5D="
                    + "&filter%5Btitle%5D=a,b&filter%5Byear.from%5D=1%202&sort=-year,title"
                    + "&page%5Bnumber%5D=2&page%5Bsize%5D=5"
            ])
        #expect(log.requests.first?.headers[.accept] == "application/vnd.api+json")
    }

    @Test("Header fields are sent")
    func headers() async throws {
        let server = try self.server(#"{"data": []}"#)
        let outcome = try await fetch(
            server, "",
            "--header 'Authorization: Bearer a:b' --header 'X-One:1' --header 'Accept: a/b'")
        #expect(outcome.code == 0)
        let fields = try #require(log.requests.first).headers
        #expect(fields[.authorization] == "Bearer a:b")
        #expect(fields[.accept] == "a/b")
        #expect(fields.contains { $0.name.canonicalName == "x-one" && $0.value == "1" })
    }

    // MARK: Pages

    @Test("--all follows the links to the next page, --limit stops")
    func pages() async throws {
        let server = try music()
        let all = try await fetch(server, "albums", "--all --json --include artist")
        #expect(all.code == 0)
        let printed = try all.output.split(separator: "\n").map { line in
            let json = try JSON(parsing: String(line))
            return "\(json.type as String? ?? "") \(json.id as String? ?? "")"
        }
        #expect(printed.filter { $0.hasPrefix("albums") } == (1...7).map { "albums \($0)" })
        #expect(
            printed.count { $0.hasPrefix("artists") } == 2, "each once, whatever page it was on")
        #expect(log.lines.count == 3)

        log.clear()
        let some = try await fetch(server, "albums", "--all --limit 5")
        #expect(some.code == 0)
        #expect(lines(some.output).count == 6)
        #expect(log.lines.count == 2, "no page more than needed")

        log.clear()
        #expect(lines(try await fetch(server, "albums").output).count == 4)
        #expect(log.lines.count == 1)
    }

    @Test(
        "Pages that go in circles, and pages of another server, are an error behind what was read")
    func badPages() async throws {
        for next in ["?page[number]=1", "http://other.example/albums"] {
            let server = try self.server(
                #"{"data": [{"type": "a", "id": "1"}], "links": {"next": "\#(next)"}}"#)
            let outcome = try await fetch(server, "?page[number]=1", "--all")
            #expect(outcome.code == 1)
            #expect(lines(outcome.output) == ["TYPE ID", "a 1"])
            #expect(outcome.errors.hasPrefix("vox: "))
            #expect(log.lines.count == 1)
            log.clear()
        }
    }

    // MARK: Errors

    @Test("Each error that the server reports, with status, title, detail and pointer")
    func reported() async throws {
        let server = try server(
            #"""
            {"errors": [
              {"status": "422", "title": "Too long", "detail": "at most\u001b[31m 5", "source": {"pointer": "/data/a"}},
              {"code": "x1", "source": {"parameter": "sort"}}, {}]}
            """#, status: .unprocessableContent)
        let outcome = try await fetch(server, "albums?token=secret")
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors == """
                vox: GET \(server.url.text)albums?[redacted]: the server responded with 422 Unprocessable Entity
                  422 Too long: at most\u{FFFD}[31m 5 (at "/data/a")
                  x1 (parameter "sort")
                  error

                """)
    }

    @Test("An error document with a status of success, no JSON, no document, nothing, HTML")
    func unreadable() async throws {
        for (body, type) in [
            (#"{"errors": [{"title": "Odd"}]}"#, "application/vnd.api+json"),
            ("{", "application/vnd.api+json"), ("[1]", "application/vnd.api+json"),
            (#"{"data": [{"id": "1"}]}"#, "application/json"), ("", "application/vnd.api+json"),
            ("<html></html>", "text/html"),
            // JSON that is no document of JSON:API is not an empty list.
            ("{}", "application/json"), (#"{"message":"rate limit"}"#, "application/json"),
            (#"{"items":[{"id":"1"}]}"#, "application/vnd.api+json"),
            (#"{"id":"1"}"#, "application/json"),
        ] {
            let server = try server(body, type: type)
            let outcome = try await fetch(server)
            #expect(outcome.isFailure(naming: "vox: "), "\(body)")
            #expect(outcome.code == 1 && outcome.output.isEmpty, "\(body)")
            #expect(controls(in: outcome.errors) == [])
        }
    }

    @Test("Messages name no declaration of Swift, and keep their reason")
    func words() async throws {
        let text =
            #"{"data": [{"type": "a", "id": "1"}], "links": {"next": "http://other.example/b"}}"#
        let messages = [
            (
                try await fetch(try server(text), "", "--all"),
                "it leads to another origin, http://other.example\n"
            ),
            (
                try await fetch(try server("<p>", type: "text/html")),
                "the response is text/html, not application/vnd.api+json\n"
            ),
            (
                try await fetch("http://192.0.2.1/", "--header 'Authorization: Bearer x'"),
                "would be sent over unencrypted http: use https\n"
            ),
            (
                try await fetch("http://192.0.2.1/", "--filter 'a]b=1'"),
                "the text in its brackets is not a member name\n"
            ),
        ]
        for (outcome, reason) in messages {
            #expect(outcome.code > 0)
            #expect(outcome.errors.contains(reason), "\(outcome)")
            for word in ["allowsOther", "allow this", "acceptedTypes", "exactly", "query("] {
                #expect(!outcome.errors.contains(word), "\(outcome)")
            }
        }
    }

    @Test("A server that is not there")
    func unreachable() async throws {
        let free = try RawServer(backlog: 0) { _ in }.url  // stops at once
        let outcome = try await fetch(free.text)
        #expect(outcome.isFailure(naming: "127.0.0.1"))
    }

    @Test("Secrets are never shown, whatever is wrong, and never sent in the open")
    func secrets() async throws {
        let server = try server("{}", status: .unauthorized)
        let options = "--header 'Authorization: Bearer s3cret'"
        for outcome in [
            try await fetch(server, "?token=s3cret", options),
            try await fetch("http://192.0.2.1/?token=s3cret", options),
            try await fetch("nonsense?token=s3cret", options),
        ] {
            #expect(outcome.code != 0)
            #expect(!(outcome.output + outcome.errors).contains("s3cret"))
        }
        for header in ["Authorization s3cret", "A\tb: s3cret", "X: s3cret\n\r", ": s3cret"] {
            let outcome = try await fetch(server, "", "--header '\(header)'")
            #expect(outcome.code == 2, "\(header)")
            #expect(!outcome.errors.contains("s3cret"))
        }
    }

    @Test(
        "What is no usage: exit code 2, and nothing is sent",
        arguments: [
            "", "localhost:1/a", "ftp://a.example/", "'http://a@b.example/'",
            "--loud http://a.example/",
            "http://a.example/ --limit 0", "http://a.example/ --filter title",
            "http://a.example/ --page =2", "http://a.example/ --fields title",
            "http://a.example/ --filter 'a]b=1'", "http://a.example/ http://b.example/",
        ])
    func usage(line: String) async throws {
        let folder = folder
        let outcome = try await apart { try folder.shell("\"$VOX\" fetch \(line)") }
        #expect(outcome.isRefusal(naming: "vox fetch"), "\(outcome)")
    }

    @Test("Help names the options, with examples")
    func help() throws {
        let outcome = try folder.vox("help", "fetch")
        #expect(outcome.code == 0)
        for word in [
            "USAGE: vox fetch [<options>] <url>", "--include", "--fields", "--filter", "--sort",
            "--page",
            "--all",
            "--limit", "--header", "--json", "Examples:", "Exit codes:",
        ] {
            #expect(outcome.output.contains(word), "\(word)")
        }
        #expect(try folder.vox("fetch", "--help") == outcome)
    }

    // MARK: Terminals

    /// A program of Linux that lends another one a terminal.
    private static let script = "/usr/bin/script"

    @Test(
        "On a terminal progress is shown and taken away, and columns fit the width",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: script),
            "there is no /usr/bin/script"))
    func terminal() async throws {
        let server = try server(
            #"""
            {"data": [{"type": "articles", "id": "1", "attributes":
              {"title": "A title that is far too long for so small a terminal", "b": "second value",
               "c": "third value", "d": "fourth value"}}]}
            """#)
        let folder = folder
        let url = server.url.text
        let command = "stty cols 40; \"$VOX\" fetch \(url)"
        let outcome = try await apart {
            try folder.shell("NO_COLOR=1 \(Self.script) -qec '\(command)' /dev/null </dev/null")
        }
        withExtendedLifetime(server) {}
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\r\u{1B}[K"))
        #expect(outcome.output.contains("bytes"))
        let shown = outcome.output.split(whereSeparator: \.isNewline).map {
            $0.components(separatedBy: "\u{1B}[K").last ?? ""
        }
        #expect(shown.allSatisfy { $0.count <= 40 }, "\(shown)")
        #expect(shown.contains { $0.contains("A title") && $0.contains("…") })
        #expect(shown.contains { $0.contains("2 more columns: --fields") })
    }
}
