// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Equal GETs that are under way at once are one transfer.
@Suite("Shared transfers")
struct SharedTransferTests {
    private let gate = Gate()

    /// Counts who arrives, and waits until all had the time to join.
    private let arrived = Tally()

    private func sharing(_ server: Scripted) -> any Client {
        server.with(Hooks(before: { [arrived] _ in arrived.add() }), SharedTransfers())
    }

    private func allJoined(_ count: Int) async throws {
        await eventually { arrived.count == count }
        try await Task.sleep(for: .milliseconds(50))
    }

    private func server() -> Scripted {
        Scripted { [gate] request, number in
            try await gate.pass()
            return request.answer(200, [:], "answer \(number)")
        }
    }

    @Test("Equal GETs share one transfer, and each gets the whole body")
    func shared() async throws {
        let server = server()
        let client = sharing(server)
        let tasks = (0..<50).map { _ in
            Task { try await client.execute(.get("https://a.example/x")).text() }
        }
        try await allJoined(50)
        gate.open()
        for task in tasks { #expect(try await task.value == "answer 0") }
        #expect(server.requests.count == 1)
        #expect(try await client.execute(.get("https://a.example/x")).text() == "answer 1")
    }

    @Test("What differs in anything is not shared")
    func different() async throws {
        let server = server()
        let client = server.with(SharedTransfers())
        var impatient = try ClientRequest.get("https://a.example/x")
        impatient.timeouts.total = .seconds(1)
        var alone = try ClientRequest.get("https://a.example/x")
        alone.sharesTransfer = false
        var informed = try ClientRequest.get("https://a.example/x")
        informed.userInfo = ["a": 1]
        let requests = [
            try .get("https://a.example/x"), try .get("https://a.example/x?1"),
            try .get("https://b.example/x"), try .get("http://a.example/x"),
            try .get("https://a.example/x", headers: [.accept: "a/b"]),
            try .get("https://a.example/x", headers: [.authorization: "Bearer 1"]),
            try .get("https://a.example/x", headers: [.authorization: "Bearer 2"]), impatient,
            alone,
            informed, try ClientRequest(.head, "https://a.example/x"),
            try ClientRequest(.post, "https://a.example/x"),
            try ClientRequest(.post, "https://a.example/x"),
        ]
        let tasks = requests.map { request in Task { try await client.execute(request) } }
        await eventually { server.requests.count == requests.count }
        gate.open()
        for task in tasks { _ = try await task.value }
        #expect(server.requests.count == requests.count)
    }

    @Test("Cancelling one leaves the others alone")
    func oneLeaves() async throws {
        let server = server()
        let client = sharing(server)
        let tasks = (0..<3).map { _ in
            Task { try await client.execute(.get("https://a.example/x")).text() }
        }
        try await allJoined(3)
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        gate.open()
        #expect(try await tasks[1].value == "answer 0")
        #expect(try await tasks[2].value == "answer 0")
        #expect(server.requests.count == 1)
    }

    @Test("When all have gone the transfer is cancelled, and the next one begins anew")
    func allLeave() async throws {
        let cancelled = Tally()
        let server = Scripted { [gate] request, number in
            do {
                try await gate.pass()
            } catch {
                cancelled.add()
                throw error
            }
            return request.answer(200, [:], "answer \(number)")
        }
        let client = sharing(server)
        let tasks = (0..<5).map { _ in
            Task { try await client.execute(.get("https://a.example/x")) }
        }
        try await allJoined(5)
        for task in tasks { task.cancel() }
        for task in tasks {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await eventually { cancelled.count == 1 }
        gate.open()
        #expect(try await client.execute(.get("https://a.example/x")).text() == "answer 1")
    }

    @Test("A failure is everybody's")
    func failing() async throws {
        let server = Scripted { [gate] _, _ in
            try await gate.pass()
            throw RequestError(code: .connection, message: "reset")
        }
        let client = sharing(server)
        let tasks = (0..<5).map { _ in
            Task { try await client.execute(.get("https://a.example/x")) }
        }
        try await allJoined(5)
        gate.open()
        for task in tasks { #expect(await failure { _ = try await task.value } == .connection) }
    }

    @Test("A body for one is passed on as it comes")
    func streaming() async throws {
        let body = ResponseBody(AsyncThrowingStream<[UInt8], any Error> { $0.yield([1]) })
        let server = Scripted { request, _ in
            var response = request.answer(200)
            response.body = body
            return response
        }
        // The body never ends; its first chunk is there all the same.
        let response = try await server.with(SharedTransfers()).execute(.get("https://a.example/x"))
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == [1])
    }
}
