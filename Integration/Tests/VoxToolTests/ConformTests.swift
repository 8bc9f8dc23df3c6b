// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport
import VoxTesting

/// The tool against a server on a real socket.
@Suite("vox conform", .timeLimit(.minutes(5)))
struct ConformTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let notes = (1...3).map { number in
        StoredResource(
            type: "notes", id: "\(number)",
            attributes: ["text": .string("Note \(number)"), "rank": .number(JSONNumber(number))])
    }

    private func server() throws -> RawServer {
        try .serving(ResourceService(serving: MemoryStore(Self.notes)))
    }

    /// Runs the tool in a thread of its own: those of tasks are the server's.
    private func conform(_ arguments: String, before: String = "") async throws -> Outcome {
        let folder = folder
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try folder.shell("\(before)\"$VOX\" conform \(arguments)") })
            }
        }
    }

    private func conform(_ server: RawServer, _ options: String) async throws -> Outcome {
        let outcome = try await conform("\(server.url.text) --rate 1000 \(options)")
        return withExtendedLifetime(server) { outcome }
    }

    @Test("A server that follows the standard: a table, and exit code 0")
    func passing() async throws {
        let outcome = try await conform(server(), "--collections notes --only fieldsets,documents")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("fieldsets"))
        #expect(!outcome.output.contains("failed:"))
        #expect(outcome.errors.isEmpty)
    }

    @Test("A server that does not: exit code 1, and a baseline makes it 0")
    func failing() async throws {
        let service = ResourceService(serving: MemoryStore(Self.notes))
        func faulty() throws -> RawServer {
            try .serving(
                TransportFunction { request in
                    var response = try await service.execute(request)
                    response.head.headerFields[.contentType] = "application/json"
                    return response
                })
        }
        let options = "--collections notes --only negotiation,documents"
        let first = try await conform(faulty(), options)
        #expect(first.code == 1, "\(first)")
        #expect(first.output.contains("JA-069"))
        let written = try await conform(faulty(), options + " --write-baseline known.json")
        #expect(written.code == 0, "\(written)")
        let again = try await conform(
            faulty(), options + " --baseline known.json --junit r.xml --html r.html")
        #expect(again.code == 0, "\(again)")
        for file in ["r.xml", "r.html"] {
            let text = try String(contentsOf: folder.files.appending(path: file), encoding: .utf8)
            #expect(text.contains("every-media-type"))
        }
    }

    @Test("The report as JSON")
    func json() async throws {
        let outcome = try await conform(server(), "--collections notes --only fieldsets --json")
        let value = try JSONValue(parsing: outcome.output)
        #expect(value["counts"]?["failed"] == 0)
        #expect(value["collections"] == ["/notes"])
    }

    @Test("A server that cannot be probed: exit code 3")
    func unreachable() async throws {
        let html = try RawServer.serving(
            TransportFunction { request in
                ClientResponse(
                    head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/html"]),
                    url: request.url, body: ClientResponse.Body(Array("<html>".utf8)))
            })
        let outcome = try await conform(html, "--collections notes")
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.output.contains("text/html"))
        let closed = try await conform("http://127.0.0.1:1 --collections notes")
        #expect(closed.code == 3)
    }

    @Test(
        "Wrong usage: exit code 2, and no header value in the message",
        arguments: [
            ("ftp://x", "scheme"), ("http://x/?a=b", "query"), ("http://x --rate 0", "rate"),
            ("http://x --only nothing", "nothing"), ("http://x --skip nothing", "nothing"),
            ("http://x --write missing.json", "missing.json"),
            ("http://x --baseline missing.json", "missing.json"),
            ("http://x --probes missing.json", "missing.json"),
            ("http://x --header secretvalue", "Name: value"), ("", "url"),
        ])
    func usage(arguments: String, word: String) async throws {
        let outcome = try await conform(arguments)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(outcome.errors.contains(word), "\(outcome)")
        #expect(!outcome.errors.contains("secretvalue"))
    }

    @Test(
        "Files that cannot be used are found before the run: exit code 2",
        arguments: [
            "--baseline bad.json", "--baseline other.json", "--html .", "--junit no/r.xml",
            "--write-baseline /proc/known.json",
        ])
    func files(options: String) async throws {
        try folder.write(#"{"failures": [}"#, to: "bad.json")
        try folder.write(#"{"failures": 1}"#, to: "other.json")
        let outcome = try await conform("http://x \(options)")
        #expect(outcome.code == 2, "\(outcome)")
        let file = String(options.split(separator: " ")[1])
        #expect(outcome.errors.contains(file), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }

    @Test("Checking that a report can be written changes no file")
    func unchanged() async throws {
        try folder.write("old", to: "old.html")
        let outcome = try await conform(
            "http://127.0.0.1:1 --html old.html --junit new.xml --write-baseline known.json")
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.errors.contains("known.json is not written"))
        #expect(!FileManager.default.fileExists(atPath: folder.files.path + "/known.json"))
        #expect(try folder.read("old.html").contains("<html"))
    }

    @Test("SIGINT: the report so far is printed, and the exit code is 130")
    func interruption() async throws {
        let service = ResourceService(serving: MemoryStore(Self.notes))
        let count = Mutex(0)
        let (never, end) = AsyncStream<Void>.makeStream()
        let folder = folder
        // The third request of the run gets no response but the signal.
        let server = try RawServer.serving(
            TransportFunction { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 3 {
                    let pid = try folder.read("pid").dropLast()
                    kill(try #require(pid_t(pid)), SIGINT)
                    for await _ in never {}
                }
                return try await service.execute(request)
            })
        let outcome = try await conform(
            "\(server.url.text) --collections notes", before: "echo $$ >pid; exec ")
        end.finish()
        #expect(outcome.code == 130, "\(outcome)")
        #expect(outcome.output.contains("The run was interrupted."))
        withExtendedLifetime(server) {}
    }
}
