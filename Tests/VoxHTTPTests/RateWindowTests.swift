// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// When a window of a rate limit begins, ends and is forgotten, to the millisecond.
@Suite("Windows of rate limits")
struct RateWindowTests {
    /// Sends requests, and waits before each as long as the numbers of milliseconds say.
    /// - Returns: when they were sent, in milliseconds.
    private func times(
        _ waits: [Int], limits: [(requests: Int, per: Duration)] = [],
        fields: [String: String] = [:]
    ) async throws -> [Int] {
        let clock = TestClock(jumps: true)
        let server = Scripted { request, number in
            request.answer(200, number == 0 ? HTTPFields(named: fields) : [:])
        }
        let client = server.with(ReliabilityOptions.RateBudget(limits: limits, clock: clock))
        var times: [Int] = []
        for wait in waits {
            clock.advance(by: .milliseconds(wait))
            _ = try await client.execute(.get("https://a.example/"))
            times.append(Int(clock.now.offset / .milliseconds(1)))
        }
        return times
    }

    @Test("Requests within a 64th of a window count as one time, the last")
    func groups() async throws {
        let limits: [(requests: Int, per: Duration)] = [(2, per: .seconds(64))]
        #expect(try await times([0, 999, 0], limits: limits) == [0, 999, 999 + 64_100])
        #expect(try await times([0, 1000, 0], limits: limits) == [0, 1000, 64_100])
        let three: [(requests: Int, per: Duration)] = [(3, per: .seconds(64))]
        #expect(
            try await times([0, 500, 600, 0, 0], limits: three) == [0, 500, 1100, 64_600, 64_600])
    }

    @Test("A window is a fiftieth longer than it says, and at most 100 milliseconds")
    func spans() async throws {
        for (length, span) in [
            (50, 51), (1000, 1020), (4900, 4998), (5000, 5100), (60_000, 60_100),
        ] {
            let limits: [(requests: Int, per: Duration)] = [(1, per: .milliseconds(length))]
            #expect(try await times([0, 0, 0], limits: limits) == [0, span, 2 * span])
            #expect(try await times([0, span - 1], limits: limits) == [0, span])
            #expect(try await times([0, span], limits: limits) == [0, span])
        }
    }

    @Test("What a server said once is forgotten when it was silent for more than a minute")
    func silence() async throws {
        let fields = ["RateLimit-Policy": "\"a\";q=2;w=10"]
        #expect(
            try await times([0, 60_000, 0, 0], fields: fields) == [0, 60_000, 60_000, 70_100])
        #expect(
            try await times([0, 60_001, 0, 0], fields: fields) == [0, 60_001, 60_001, 60_001])
        // A longer window is kept for its length.
        let long = ["RateLimit-Policy": "\"a\";q=2;w=100"]
        #expect(
            try await times([0, 100_000, 0, 0], fields: long) == [0, 100_000, 100_100, 100_100])
    }

    @Test("A limit of no requests allows one, and a window of no length is none")
    func oddLimits() async throws {
        #expect(try await times([0, 0], limits: [(0, per: .seconds(1))]) == [0, 1020])
        #expect(try await times([0, 0], limits: [(-5, per: .seconds(1))]) == [0, 1020])
        #expect(try await times([0, 0], limits: [(1, per: .zero)]) == [0, 0])
        #expect(try await times([0, 0], limits: [(1, per: .seconds(-1))]) == [0, 0])
    }

    @Test("A budget remembers 1,024 groups, and forgets those that rest if there are more")
    func capacity() async throws {
        let server = Scripted(200)
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(1, per: .seconds(3600))], longestWait: .zero, clock: TestClock()))
        func isRefused(_ number: Int) async -> Bool {
            await failure {
                _ = try await client.execute(.get("https://h\(number).example/"))
            } == .retryAfter
        }
        for number in 0..<1024 { #expect(await !isRefused(number)) }
        #expect(await isRefused(0))
        #expect(await isRefused(1023))
        #expect(await !isRefused(1024))
        #expect(await !isRefused(0))
        #expect(await isRefused(0))
    }

    @Test("What 1,024 servers have said is remembered, and forgotten for that of another one")
    func statedCapacity() async throws {
        let server = Scripted { request, _ in
            request.answer(
                200, HTTPFields(named: ["RateLimit-Remaining": "0", "RateLimit-Reset": "3600"]))
        }
        let client = server.with(
            ReliabilityOptions.RateBudget(longestWait: .zero, clock: TestClock()))
        func isRefused(_ number: Int) async -> Bool {
            await failure {
                _ = try await client.execute(.get("https://h\(number).example/"))
            } == .retryAfter
        }
        for number in 0..<1024 { #expect(await !isRefused(number)) }
        for number in [0, 1, 1023] { #expect(await isRefused(number)) }
        #expect(await !isRefused(1024))
        #expect(await isRefused(1024))
        #expect(await !isRefused(0))
    }

    @Test("A budget that reads no fields keeps the limits of the program alone")
    func unread() async throws {
        let clock = TestClock(jumps: true)
        let fields = HTTPFields(named: ["RateLimit": "\"a\";r=0;t=30", "Retry-After": "30"])
        let server = Scripted { request, _ in request.answer(429, fields) }
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(2, per: .seconds(5))], readsFields: false, clock: clock))
        var times: [Duration] = []
        for _ in 0..<3 {
            _ = try await client.execute(.get("https://a.example/"))
            times.append(clock.now.offset)
        }
        #expect(times == [.zero, .zero, .milliseconds(5100)])
    }

    @Test("No request is sent over a limit of the program to see whether the server minds")
    func ownLimit() async throws {
        let clock = TestClock()
        let server = Scripted(200)
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(1, per: .seconds(3600))], longestWait: .seconds(10), clock: clock))
        _ = try await client.execute(.get("https://a.example/"))
        for _ in 0..<20 {
            let code = await failure { _ = try await client.execute(.get("https://a.example/")) }
            #expect(code == .retryAfter)
            clock.advance(by: .seconds(10))
        }
        #expect(server.requests.count == 1)
    }

    @Test("Who waits behind others is told when the request after theirs may be sent")
    func queue() async throws {
        let clock = TestClock()
        let server = Scripted(200)
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(2, per: .seconds(60))], longestWait: .seconds(55), clock: clock))
        _ = try await client.execute(.get("https://a.example/"))
        clock.advance(by: .seconds(10))
        _ = try await client.execute(.get("https://a.example/"))
        let waiting = Task { try await client.execute(.get("https://a.example/")) }
        await clock.someoneSleeps()
        let error = await requestError { _ = try await client.execute(.get("https://a.example/")) }
        #expect(error?.retryAfter == .milliseconds(60_100))
        clock.advance(by: .milliseconds(50_100))
        #expect(try await waiting.value.status == .ok)
    }

    @Test("Who stops waiting makes room for another", arguments: 0..<5)
    func abandoned(index: Int) async throws {
        let clock = TestClock()
        let server = Scripted(200)
        let client = server.with(
            ReliabilityOptions.RateBudget(
                limits: [(1, per: .seconds(60))], longestWait: .seconds(301), clock: clock))
        var unlimited = try ClientRequest.get("https://a.example/")
        unlimited.timeouts.total = nil
        let request = unlimited
        _ = try await client.execute(request)
        func refusal() async -> RequestError.Code? {
            await failure { _ = try await client.execute(request) }
        }
        // Five can wait, and the sixth would wait too long.
        let thread = OneThread()
        var waiting: [Task<Void, any Error>] = []
        func wait() async {
            waiting.append(
                Task(executorPreference: thread) { _ = try await client.execute(request) })
            await thread.settle()
        }
        for _ in 0..<5 { await wait() }
        #expect(await refusal() == .retryAfter)
        waiting[index].cancel()
        _ = await waiting[index].result
        await wait()
        #expect(await refusal() == .retryAfter)
        for task in waiting { task.cancel() }
        for task in waiting {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(server.requests.count == 1)
    }

    @Test("A refusal of a month is believed, and a longer one is not")
    func longestRefusal() async throws {
        for (seconds, isBelieved) in [("2678400", true), ("2678401", false)] {
            let server = Scripted { request, number in
                request.answer(number == 0 ? 429 : 200, number == 0 ? [.retryAfter: seconds] : [:])
            }
            let client = server.with(ReliabilityOptions.RateBudget(clock: TestClock()))
            _ = try await client.execute(.get("https://a.example/"))
            let code = await failure { _ = try await client.execute(.get("https://a.example/")) }
            #expect(code == (isBelieved ? .retryAfter : nil), "\(seconds)")
        }
    }

    @Test("A budget of repetitions has its share, its reserve and its burst")
    func retryBudgets() async throws {
        /// How many of so many failing requests were repeated, after so many that were not.
        func repetitions(_ budget: ReliabilityOptions.RetryBudget, after good: Int = 0, of bad: Int)
            async throws
            -> Int
        {
            let server = Scripted { request, number in
                request.answer(number < good ? 200 : 503)
            }
            let client = server.with(
                Retrying(limit: 1, budget: budget, clock: TestClock(jumps: true)))
            for _ in 0..<good + bad { _ = try await client.execute(.get("https://a.example/")) }
            return server.requests.count - good - bad
        }
        #expect(try await repetitions(ReliabilityOptions.RetryBudget(), of: 10) == 2)
        #expect(try await repetitions(ReliabilityOptions.RetryBudget(), of: 15) == 3)
        #expect(try await repetitions(ReliabilityOptions.RetryBudget(), of: 100) == 20)
        #expect(try await repetitions(ReliabilityOptions.RetryBudget(share: 0.5), of: 100) == 50)
        #expect(
            try await repetitions(ReliabilityOptions.RetryBudget(share: 0, reserve: 5), of: 100)
                == 5)
        #expect(
            try await repetitions(ReliabilityOptions.RetryBudget(share: 0.1, reserve: 0), of: 9)
                == 0)
        #expect(
            try await repetitions(ReliabilityOptions.RetryBudget(share: 0.1, reserve: 0), of: 10)
                == 1)
        #expect(
            try await repetitions(ReliabilityOptions.RetryBudget(share: 1), after: 1000, of: 300)
                == 300)
        #expect(
            try await repetitions(ReliabilityOptions.RetryBudget(share: 0.1), after: 2000, of: 120)
                == 111)
        #expect(
            try await repetitions(
                ReliabilityOptions.RetryBudget(share: 0.01, burst: 7), after: 1000, of: 20) == 7)
        #expect(
            try await repetitions(
                ReliabilityOptions.RetryBudget(share: 0, reserve: 9, burst: 1), of: 20) == 9)
    }
}
