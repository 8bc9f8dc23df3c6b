// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Requests wait for their turn, and not longer than they have to.
@Suite("Rate budgets")
struct RateBudgetTests {
    private let clock = TestClock()
    private let thread = OneThread()

    private static let a = "https://a.example/"

    private func client(
        _ server: Scripted, limits: [(requests: Int, per: Duration)] = [],
        longestWait: Duration = .seconds(120)
    ) -> any HTTPTransport {
        server.with(
            ReliabilityOptions.RateBudget(limits: limits, longestWait: longestWait, clock: clock))
    }

    @Test("MW-128 Requests above a limit of the program wait, in their order")
    func given() async throws {
        let server = Scripted(200)
        let client = client(server, limits: [(2, per: .seconds(1))])
        let tasks = try await started(5, with: client)
        #expect(server.requests.count == 2)
        clock.advance(by: .milliseconds(999))
        await othersHaveTheirTurn()
        #expect(server.requests.count == 2)
        clock.advance(by: .milliseconds(21))
        await eventually { server.requests.count == 4 }
        await clock.someoneSleeps()
        clock.advance(by: .milliseconds(1020))
        for task in tasks { _ = try await task.value }
        #expect(server.requests.map(\.url.path) == ["/0", "/1", "/2", "/3", "/4"])
    }

    @Test("MW-128 Of two limits each holds")
    func twoGiven() async throws {
        let clock = TestClock(jumps: true)
        let times = Mutex<[Duration]>([])
        let server = Scripted { request, _ in
            times.withLock { $0.append(clock.now.offset) }
            return request.answer(200)
        }
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(2, per: .seconds(1)), (6, per: .seconds(60))], clock: clock))
        for _ in 0..<20 { _ = try await client.execute(.get(Self.a)) }
        let sent = times.withLock { $0 }
        for time in sent {
            #expect(sent.count { $0 >= time && $0 < time + .seconds(1) } <= 2)
            #expect(sent.count { $0 >= time && $0 < time + .seconds(60) } <= 6)
        }
        #expect(clock.now.offset < .seconds(183))
    }

    @Test("MW-128 Each origin has its own budget, and each group")
    func origins() async throws {
        let server = Scripted(200)
        let budget = ReliabilityOptions.RateBudget(
            limits: [(1, per: .seconds(60))], group: { $0.url.path }, clock: clock)
        let client = server.with(budget)
        for url in [
            "https://a.example/", "https://b.example/", "http://a.example/",
            "https://a.example:444/", "https://a.example/other",
        ] {
            _ = try await client.execute(.get(url))
        }
        #expect(server.requests.count == 5)
        let second = Task { try await client.execute(.get(Self.a)) }
        await clock.someoneSleeps()
        #expect(server.requests.count == 5)
        clock.advance(by: .seconds(61))
        _ = try await second.value
    }

    @Test("MW-128 Requests that have no response yet count")
    func inFlight() async throws {
        let gate = Gate()
        let server = Scripted { request, number in
            if number > 0 { try await gate.pass() }
            return request.answer(200, HTTPFields(named: ["RateLimit": "\"a\";r=5;t=30"]))
        }
        let client = client(server)
        _ = try await client.execute(.get(Self.a))
        let tasks = try await started(20, with: client)
        await othersHaveTheirTurn()
        #expect(server.requests.count == 6)
        for task in tasks { task.cancel() }
        gate.open()
        for task in tasks { _ = try? await task.value }
        #expect(server.requests.count == 6)
    }

    @Test("MW-128 A request that is cancelled while it waits leaves its turn to the next")
    func cancelled() async throws {
        let server = Scripted(200)
        let client = client(server, limits: [(1, per: .seconds(1))])
        let tasks = try await started(3, with: client)
        await clock.someoneSleeps()
        await othersHaveTheirTurn()
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        clock.advance(by: .milliseconds(1020))
        _ = try await tasks[2].value
        #expect(server.requests.map(\.url.path) == ["/0", "/2"])
        let cancelledBefore = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.execute(.get(Self.a))
        }
        await #expect(throws: CancellationError.self) { try await cancelledBefore.value }
        #expect(server.requests.count == 2)
    }

    @Test("MW-128 Cancelled requests and turns at the same time lose no turn")
    func cancelledAtOnce() async throws {
        let clock = TestClock(jumps: true)
        let server = Scripted(200)
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(5, per: .seconds(1))], longestWait: .seconds(1000), clock: clock))
        let tasks = (0..<200).map { number in
            Task { try await client.execute(.get("https://a.example/\(number)")) }
        }
        let seed = Seeded.drawnSeed()
        var seeded = Seeded(seed)
        for task in tasks where seeded.chance(33) { task.cancel() }
        var sent = 0
        for task in tasks {
            do {
                _ = try await task.value
                sent += 1
            } catch { #expect(error is CancellationError) }
        }
        #expect(server.requests.count >= sent)
        // All turns are there again.
        let before = clock.now.offset
        for _ in 0..<10 { _ = try await client.execute(.get(Self.a)) }
        #expect(clock.now.offset - before <= .seconds(3), "seed \(seed)")
    }

    @Test("MW-128 The last response of a window says nothing about the next window")
    func lateResponse() async throws {
        let clock = TestClock(jumps: true)
        let gate = Gate()
        let server = Scripted { request, number in
            guard number < 2 else { return request.answer(200) }
            if number == 1 { try await gate.pass() }
            return request.answer(
                200,
                [
                    .rate("Limit"): "10", .rate("Remaining"): number == 0 ? "5" : "0",
                    .rate("Reset"): "10",
                ])
        }
        let client = server.with(ReliabilityOptions.RateBudget(clock: clock))
        _ = try await client.execute(.get(Self.a))
        let late = Task { try await client.execute(.get(Self.a)) }
        await eventually { server.requests.count == 2 }
        clock.advance(by: .seconds(11))
        _ = try await client.execute(.get(Self.a))
        gate.open()
        _ = try await late.value
        _ = try await client.execute(.get(Self.a))
        #expect(server.requests.count == 4 && clock.sleeps.isEmpty)
    }

    @Test("MW-128 A wait that is too long fails at once, and says what to do")
    func bound() async throws {
        let server = Scripted(200)
        let client = client(server, limits: [(1, per: .seconds(3600))])
        _ = try await client.execute(.get(Self.a))
        let error = await requestError { _ = try await client.execute(.get(Self.a)) }
        #expect(error?.code == .retryAfter)
        #expect(error?.retryAfter == .milliseconds(3_600_100))
        #expect(error?.status == nil && error?.method == .get)
        #expect(error?.url?.host == "a.example")
        for part in ["3600.1 seconds", "longestWait", "120.0 seconds"] {
            #expect(error?.message.contains(part) ?? false)
        }
        #expect(server.requests.count == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test("MW-128 A queue that is too long refuses a request at once, a short one does not")
    func queueBound() async throws {
        let server = Scripted(200)
        let client = client(
            server, limits: [(1, per: .seconds(1))], longestWait: .milliseconds(3500))
        let tasks = try await started(4, with: client)
        await othersHaveTheirTurn()
        for _ in 0..<3 {
            let error = await requestError { _ = try await client.execute(.get(Self.a)) }
            #expect(error?.code == .retryAfter)
            #expect(error?.retryAfter == .milliseconds(4080))
        }
        for _ in 0..<3 {
            await clock.someoneSleeps()
            clock.advance(by: .milliseconds(1020))
            await othersHaveTheirTurn()
        }
        for task in tasks { _ = try await task.value }
        #expect(server.requests.count == 4)
    }

    @Test("MW-128 The total limit of a request bounds its wait too")
    func totalLimit() async throws {
        let server = Scripted(200)
        let client = client(server, limits: [(1, per: .seconds(60))])
        var request = try ClientRequest.get(Self.a)
        request.timeouts.total = .seconds(59)
        _ = try await client.execute(request)
        let hasty = request
        #expect(await failure { _ = try await client.execute(hasty) } == .retryAfter)
        request.timeouts.total = nil
        let patient = Task { [request] in try await client.execute(request) }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(61))
        _ = try await patient.value
    }

    @Test("MW-128 A request that may not wait at all is refused at once")
    func noWait() async throws {
        let gate = Gate()
        let server = Scripted { request, _ in
            try await gate.pass()
            return request.answer(200)
        }
        let tasks = try await started(9, with: client(server, longestWait: .zero))
        // The last one has ended, so that cancelling it comes too late.
        tasks[8].cancel()
        #expect(await failure { _ = try await tasks[8].value } == .retryAfter)
        gate.open()
        for task in tasks.dropLast() { #expect(try await task.value.status == .ok) }
        #expect(server.requests.count == 8)
    }

    @Test("MW-128 A wait for a response that does not come ends too")
    func boundByTime() async throws {
        let gate = Gate()
        let server = Scripted { request, number in
            if number > 0 { try await gate.pass() }
            return request.answer(200, HTTPFields(named: ["RateLimit-Remaining": "1"]))
        }
        let client = client(server, longestWait: .seconds(10))
        _ = try await client.execute(.get(Self.a))
        let hanging = Task { try await client.execute(.get(Self.a)) }
        await eventually { server.requests.count == 2 }
        let waiting = Task { try await client.execute(.get(Self.a)) }
        await clock.someoneSleeps()
        clock.advance(by: .seconds(10))
        #expect(await failure { _ = try await waiting.value } == .retryAfter)
        gate.open()
        _ = try await hanging.value
        _ = try await client.execute(.get(Self.a))
        #expect(server.requests.count == 3)
    }

    @Test(
        "MW-128 After a 429 all requests wait for the time that it names; after a 503 they do not")
    func refused() async throws {
        let server = Scripted { request, number in
            number == 0 ? request.answer(429, [.retryAfter: "7.5"]) : request.answer(200)
        }
        let client = client(server)
        #expect(try await client.execute(.get(Self.a)).status == .tooManyRequests)
        let tasks = try await started(5, with: client)
        clock.advance(by: .milliseconds(7499))
        await othersHaveTheirTurn()
        #expect(server.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        for task in tasks { #expect(try await task.value.status == .ok) }

        let busy = Scripted { request, _ in request.answer(503, [.retryAfter: "7"]) }
        let other = self.client(busy)
        for _ in 0..<3 { _ = try await other.execute(.get(Self.a)) }
        #expect(busy.requests.count == 3)
    }

    @Test("MW-128 Before the first response only a few requests are sent, but not for long")
    func unknown() async throws {
        let first = Gate()
        let rest = Gate()
        let server = Scripted { request, number in
            try await (number == 0 ? first : rest).pass()
            return request.answer(200)
        }
        let tasks = try await started(30, with: client(server))
        #expect(server.requests.count == 8)
        // The first response states no limit, so all are sent.
        first.open()
        await eventually { server.requests.count == 30 }
        rest.open()
        for task in tasks { _ = try await task.value }

        let shut = Gate()
        let slow = Scripted { request, _ in
            try await shut.pass()
            return request.answer(200)
        }
        let others = try await started(30, with: client(slow))
        #expect(slow.requests.count == 8)
        clock.advance(by: .milliseconds(999))
        await othersHaveTheirTurn()
        #expect(slow.requests.count == 8)
        clock.advance(by: .milliseconds(1))
        await eventually { slow.requests.count == 30 }
        shut.open()
        for task in others { _ = try await task.value }
    }

    @Test(
        "MW-128 A failure ends the wait for the first response, and gives nothing back that it used"
    )
    func failures() async throws {
        let server = Scripted { _, _ in throw RequestError(code: .connection, message: "reset") }
        let client = client(server, limits: [(2, per: .seconds(1))])
        for _ in 0..<2 {
            #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .connection)
        }
        let third = Task { await failure { _ = try await client.execute(.get(Self.a)) } }
        await clock.someoneSleeps()
        #expect(server.requests.count == 2)
        clock.advance(by: .milliseconds(1020))
        #expect(await third.value == .connection)
    }

    @Test("MW-128 Wrong fields do not stop a client: now and then a request is sent nevertheless")
    func wrong() async throws {
        let server = Scripted { request, _ in
            request.answer(
                200, HTTPFields(named: ["RateLimit-Remaining": "0", "RateLimit-Reset": "86400"]))
        }
        let client = client(server)
        _ = try await client.execute(.get(Self.a))
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        clock.advance(by: .seconds(119))
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        clock.advance(by: .seconds(1))
        // It works, so the fields were wrong.
        for _ in 0..<10 { _ = try await client.execute(.get(Self.a)) }
        #expect(server.requests.count == 11)
    }

    @Test("MW-128 A refusal with 429 or 403 is believed for as long as it says")
    func believed() async throws {
        for status in [403, 429] {
            let clock = TestClock()
            let server = Scripted { request, number in
                request.answer(
                    number == 0 ? status : 200,
                    number == 0
                        ? HTTPFields(named: [
                            "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600",
                        ])
                        : [:])
            }
            let client = server.with(ReliabilityOptions.RateBudget(clock: clock))
            _ = try await client.execute(.get(Self.a))
            for _ in 0..<10 {
                #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
                clock.advance(by: .seconds(300))
            }
            #expect(server.requests.count == 1)
            clock.advance(by: .seconds(600))
            #expect(try await client.execute(.get(Self.a)).status == .ok)
        }
    }

    @Test("MW-128 A budget that reads no fields and has no limits does nothing")
    func off() async throws {
        let server = Scripted { request, _ in request.answer(429, [.retryAfter: "100"]) }
        let client = server.with(ReliabilityOptions.RateBudget(readsFields: false, clock: clock))
        for _ in 0..<50 { _ = try await client.execute(.get(Self.a)) }
        #expect(server.requests.count == 50)
        #expect(clock.sleeps.isEmpty)
        // Nor is it waited for the first response.
        let gate = Gate()
        let slow = Scripted { request, _ in
            try await gate.pass()
            return request.answer(200)
        }
        let tasks = try await started(
            12, with: slow.with(ReliabilityOptions.RateBudget(readsFields: false, clock: clock)))
        #expect(slow.requests.count == 12)
        gate.open()
        for task in tasks { _ = try await task.value }
        let odd = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(0, per: .zero), (-1, per: .seconds(-5))], readsFields: false,
                longestWait: .seconds(-1), clock: clock))
        _ = try await odd.execute(.get(Self.a))
    }

    @Test("MW-128 Clients share a budget, and thousands of origins fit into one")
    func shared() async throws {
        let server = Scripted(200)
        let budget = ReliabilityOptions.RateBudget(limits: [(1, per: .seconds(60))], clock: clock)
        _ = try await server.with(budget).execute(.get(Self.a))
        let other = Task { try await server.with(budget).execute(.get(Self.a)) }
        await clock.someoneSleeps()
        #expect(server.requests.count == 1)
        clock.advance(by: .seconds(61))
        _ = try await other.value
        for number in 0..<5000 {
            _ = try await server.with(budget).execute(.get("https://h\(number).example/"))
        }
        #expect(server.requests.count == 5002)
    }

    /// Starts requests, one after the other, and waits until each was sent or waits.
    private func started(
        _ count: Int, with client: any HTTPTransport
    ) async throws -> [Task<ClientResponse, any Error>] {
        var tasks: [Task<ClientResponse, any Error>] = []
        for number in 0..<count {
            let request = try ClientRequest.get("https://a.example/\(number)")
            tasks.append(Task(executorPreference: thread) { try await client.execute(request) })
            for _ in 0..<4 { await thread.settle() }
        }
        return tasks
    }
}

extension HTTPField.Name {
    fileprivate static func rate(_ name: String) -> HTTPField.Name {
        HTTPField.Name("RateLimit-" + name) ?? .age
    }
}
