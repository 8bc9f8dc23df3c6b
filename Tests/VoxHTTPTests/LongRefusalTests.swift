// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Servers that refuse requests for a long time, maybe by mistake.
@Suite("Long refusals")
struct LongRefusalTests {
    private let clock = TestClock()
    private let thread = OneThread()

    private static let a = "https://a.example/"

    private func client(_ server: Scripted) -> any HTTPTransport {
        server.with(ReliabilityOptions.RateBudget(clock: clock))
    }

    @Test("MW-128 After a refusal for a day, one request an hour finds out whether it still holds")
    func refusedForADay() async throws {
        let isOpen = Mutex(false)
        let server = Scripted { request, _ in
            isOpen.withLock { $0 }
                ? request.answer(200) : request.answer(429, [.retryAfter: "86400"])
        }
        let client = client(server)
        #expect(try await client.execute(.get(Self.a)).status == .tooManyRequests)
        // Each request fails at once, and its error says how long the refusal holds from now.
        for hours in [0, 0.5] {
            let error = await requestError { _ = try await client.execute(.get(Self.a)) }
            #expect(error?.code == .retryAfter)
            #expect(error?.retryAfter == .seconds(86400 - hours * 3600))
            #expect(error?.message.contains("longestWait") == true)
            clock.advance(by: .seconds(1800))
        }
        #expect(clock.sleeps.isEmpty && server.requests.count == 1)
        // One request after an hour, which is refused, too. Its wait holds from then on.
        #expect(try await client.execute(.get(Self.a)).status == .tooManyRequests)
        let again = await requestError { _ = try await client.execute(.get(Self.a)) }
        #expect(again?.retryAfter == .seconds(86400))
        clock.advance(by: .seconds(3599))
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        // The server takes requests again. The next one finds it out, and all may be sent.
        isOpen.withLock { $0 = true }
        clock.advance(by: .seconds(1))
        for _ in 0..<20 { #expect(try await client.execute(.get(Self.a)).status == .ok) }
        #expect(server.requests.count == 22)
        // A new budget has no limits at all.
        isOpen.withLock { $0 = false }
        _ = try await client.execute(.get(Self.a))
        isOpen.withLock { $0 = true }
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        #expect(try await self.client(server).execute(.get(Self.a)).status == .ok)
    }

    @Test("MW-128 A request that tests a long refusal: a shorter wait, a failure, and only one")
    func refusalTested() async throws {
        let gate = Gate()
        let server = Scripted { request, number in
            switch number {
            case 0:
                return request.answer(
                    429,
                    HTTPFields(named: [
                        "Retry-After": "86400", "X-RateLimit-Remaining": "0",
                        "X-RateLimit-Reset": "86400",
                    ]))
            case 1: throw RequestError(code: .connection, message: "reset")
            case 2:
                try await gate.pass()
                return request.answer(429, [.retryAfter: "60"])
            default: return request.answer(200)
            }
        }
        let client = client(server)
        _ = try await client.execute(.get(Self.a))
        clock.advance(by: .seconds(3600))
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .connection)
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        clock.advance(by: .seconds(3600))
        let test = Task { try await client.execute(.get(Self.a)).status }
        await eventually { server.requests.count == 3 }
        // While it runs, all others are still refused.
        #expect(await failure { _ = try await client.execute(.get(Self.a)) } == .retryAfter)
        gate.open()
        #expect(try await test.value == .tooManyRequests)
        #expect(server.requests.count == 3)
    }

    @Test("MW-128 Requests that wait when a refusal for a day comes end at once")
    func waitingWhenRefused() async throws {
        let gate = Gate()
        let server = Scripted { request, number in
            guard number > 0 else {
                return request.answer(200, HTTPFields(named: ["RateLimit": "\"a\";r=1;t=60"]))
            }
            try await gate.pass()
            return request.answer(429, [.retryAfter: "86400"])
        }
        let client = client(server)
        _ = try await client.execute(.get(Self.a))
        var tasks: [Task<ClientResponse, any Error>] = []
        for _ in 0..<3 {
            tasks.append(
                Task(executorPreference: thread) { try await client.execute(.get(Self.a)) })
            for _ in 0..<4 { await thread.settle() }
        }
        #expect(server.requests.count == 2)
        gate.open()
        #expect(try await tasks[0].value.status == .tooManyRequests)
        for task in tasks.dropFirst() {
            let error = await requestError { _ = try await task.value }
            #expect(error?.code == .retryAfter && error?.retryAfter == .seconds(86400))
        }
        #expect(server.requests.count == 2)
    }
}
