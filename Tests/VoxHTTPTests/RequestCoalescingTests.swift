// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Equal GETs that are under way at once are one transfer.
@Suite("Coalescing of requests")
struct RequestCoalescingTests {
    private let gate = Gate()

    /// Counts who arrives; in one thread, where all have joined when it is free.
    private let thread = OneThread()
    private let arrived = Tally()

    private func sharing(_ server: Scripted) -> any HTTPTransport {
        server.with(
            ClientRequest.Hooks(before: { [arrived] _ in arrived.add() }), RequestCoalescing())
    }

    private func allJoined(_ count: Int) async {
        await eventually { arrived.count == count }
        await thread.settle()
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
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x")).text()
            }
        }
        await allJoined(50)
        gate.open()
        for task in tasks { #expect(try await task.value == "answer 0") }
        #expect(server.requests.count == 1)
        #expect(try await client.execute(.get("https://a.example/x")).text() == "answer 1")
    }

    @Test(
        "Each gets the whole body of a response that arrives in pieces and only once",
        arguments: [1, 2, 3])
    func pieces(count: Int) async throws {
        let server = Scripted { [gate] request, _ in
            try await gate.pass()
            let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
                for piece in ["one", "two"] { continuation.yield(Array(piece.utf8)) }
                continuation.finish()
            }
            return ClientResponse(
                head: HTTPResponse(status: .ok), url: request.url, body: ClientResponse.Body(pieces)
            )
        }
        let client = sharing(server)
        let tasks = (0..<count).map { _ in
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x")).text()
            }
        }
        await allJoined(count)
        gate.open()
        for task in tasks { #expect(try await task.value == "onetwo") }
        #expect(server.requests.count == 1)
    }

    @Test("Who has written does not get a response that was begun before", arguments: [201, 500])
    func writing(status: Int) async throws {
        let server = Scripted { [gate] request, number in
            if request.method == .post { return request.answer(status) }
            try await gate.pass()
            return request.answer(200, [:], "answer \(number)")
        }
        let client = sharing(server)
        func list(_ host: String) -> Task<String, any Error> {
            Task(executorPreference: thread) {
                try await client.execute(.get("https://\(host).example/x")).text()
            }
        }
        let before = (list("a"), list("b"))
        await eventually { server.requests.count == 2 }
        _ = try await client.execute(ClientRequest(.post, "https://a.example/x", body: ""))
        let after = (list("a"), list("b"))
        // The origin that was written to is asked again, the other is not.
        await eventually { server.requests.count == 4 && arrived.count == 5 }
        await thread.settle()
        gate.open()
        let texts = try await (before.0.value, before.1.value, after.0.value, after.1.value)
        #expect(texts.2 == "answer 3")
        #expect(texts.0 != texts.2 && texts.1 == texts.3)
        #expect(server.requests.count == 4)
    }

    @Test("The time of the one who came first is not that of those who joined")
    func timeOfTheFirst() async throws {
        let server = Scripted { [gate] request, number in
            try await gate.pass()
            if number == 0 { throw RequestError(code: .timeout, message: "the first is over") }
            return request.answer(200, [:], "answer \(number)")
        }
        let client = sharing(server)
        let first = Task(executorPreference: thread) {
            try await client.execute(.get("https://a.example/x")).text()
        }
        await eventually { server.requests.count == 1 }
        let second = Task(executorPreference: thread) {
            try await client.execute(.get("https://a.example/x")).text()
        }
        await allJoined(2)
        gate.open()
        #expect(await failure { _ = try await first.value } == .timeout)
        #expect(try await second.value == "answer 1")
    }

    @Test("When the second takes too long as well, all are told")
    func timeOfTheSecond() async throws {
        let server = Scripted { [gate] _, _ in
            try await gate.pass()
            throw RequestError(code: .timeout, message: "no connection was established")
        }
        let client = sharing(server)
        let tasks = (0..<20).map { _ in
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x")).text()
            }
        }
        await allJoined(20)
        gate.open()
        for task in tasks { #expect(await failure { _ = try await task.value } == .timeout) }
        #expect(server.requests.count == 2)
    }

    @Test("How a field is marked makes no difference to what is equal")
    func marks() async throws {
        let server = server()
        let client = sharing(server)
        let name = try #require(HTTPField.Name("X-Tenant"))
        let tasks = (0..<30).map { number in
            Task(executorPreference: thread) {
                var field = HTTPField(name: name, value: "7")
                if number % 2 == 0 { field.indexingStrategy = .disallow }
                var request = try ClientRequest.get("https://a.example/x")
                request.headers.append(field)
                return try await client.execute(request).text()
            }
        }
        await allJoined(30)
        gate.open()
        for task in tasks { #expect(try await task.value == "answer 0") }
        #expect(server.requests.count == 1)
    }

    @Test("What differs in anything is not shared")
    func different() async throws {
        let server = server()
        let client = server.with(RequestCoalescing())
        var impatient = try ClientRequest.get("https://a.example/x")
        impatient.timeouts.total = .seconds(1)
        var generous = try ClientRequest.get("https://a.example/x")
        generous.limits.body = nil
        var alone = try ClientRequest.get("https://a.example/x")
        alone.allowsCoalescing = false
        var informed = try ClientRequest.get("https://a.example/x")
        informed.userInfo = ["a": 1]
        let requests = [
            try .get("https://a.example/x"), try .get("https://a.example/x?1"),
            try .get("https://b.example/x"), try .get("http://a.example/x"),
            try .get("https://a.example/x", headers: [.accept: "a/b"]),
            try .get("https://a.example/x", headers: [.authorization: "Bearer 1"]),
            try .get("https://a.example/x", headers: [.authorization: "Bearer 2"]), impatient,
            generous,
            alone,
            informed, try ClientRequest(.head, "https://a.example/x"),
            try ClientRequest(.post, "https://a.example/x"),
            try ClientRequest(.post, "https://a.example/x"),
        ]
        let tasks = requests.map { request in
            Task(executorPreference: thread) { try await client.execute(request) }
        }
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
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x")).text()
            }
        }
        await allJoined(3)
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
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x"))
            }
        }
        await allJoined(5)
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
            Task(executorPreference: thread) {
                try await client.execute(.get("https://a.example/x"))
            }
        }
        await allJoined(5)
        gate.open()
        for task in tasks { #expect(await failure { _ = try await task.value } == .connection) }
    }

    @Test("A body for one is passed on as it comes")
    func streaming() async throws {
        let body = ClientResponse.Body(AsyncThrowingStream<[UInt8], any Error> { $0.yield([1]) })
        let server = Scripted { request, _ in
            var response = request.answer(200)
            response.body = body
            return response
        }
        // The body never ends; its first chunk is there all the same.
        let response = try await server.with(RequestCoalescing()).execute(
            .get("https://a.example/x"))
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next() == [1])
    }
}
