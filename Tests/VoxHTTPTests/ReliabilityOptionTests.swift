// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport

/// Each option of reliability, set to another value than its default.
@Suite("Options of reliability")
struct ReliabilityOptionTests {
    private static let address = "https://a.example/a"

    private func client(
        _ server: Scripted, _ change: (inout ReliabilityOptions) -> Void
    ) -> any HTTPTransport {
        var options = ReliabilityOptions()
        options.clock = TestClock(jumping: .seconds(5))
        change(&options)
        return server.reliable(options)
    }

    @Test("Redirects lead to other origins, and so far, as the options say")
    func redirects() async throws {
        let leading = { (location: String) in
            Scripted { request, number in
                request.answer(302, [.location: location + "/\(number)"])
            }
        }
        let ending = {
            Scripted { request, number in
                number == 0
                    ? request.answer(302, [.location: "https://b.example/b"]) : request.answer(200)
            }
        }
        let refusing = ending()
        let refused = client(refusing) { _ in }
        #expect(await failure { _ = try await refused.execute(.get(Self.address)) } == .crossOrigin)
        #expect(refusing.requests.count == 1)
        let following = ending()
        let allowed = client(following) { $0.allowsRedirectsToOtherOrigins = true }
        let response = try await allowed.execute(.get(Self.address))
        #expect(response.status == .ok && response.url.text == "https://b.example/b")
        for limit in [0, 1, 3] {
            let server = leading("https://a.example")
            let limited = client(server) { $0.redirectLimit = limit }
            #expect(await failure { _ = try await limited.execute(.get(Self.address)) } != nil)
            #expect(server.requests.count == limit + 1)
        }
    }

    @Test("A cache without room is no middleware")
    func noCache() {
        for (capacity, isThere) in [(0, false), (1, true), (16 << 20, true)] {
            var options = ReliabilityOptions()
            options.cacheCapacity = capacity
            #expect(options.middleware().contains { $0 is ConditionalRequests } == isThere)
        }
    }

    @Test("Equal requests are one transfer only if the option says so", arguments: [true, false])
    func coalescing(isOn: Bool) async throws {
        let gate = Gate()
        let thread = OneThread()
        let server = Scripted { request, _ in
            try await gate.pass()
            return request.answer(200)
        }
        let arrived = Tally()
        let sharing = client(server) { options in
            options.coalescesRequests = isOn
            options.eachCall = [ClientRequest.Hooks(before: { _ in arrived.add() })]
        }
        let tasks = (0..<3).map { _ in
            Task(executorPreference: thread) {
                try await sharing.execute(.get(Self.address)).status
            }
        }
        await eventually { arrived.count == 3 }
        if !isOn { await eventually { server.requests.count == 3 } }
        await thread.settle()
        gate.open()
        for task in tasks { #expect(try await task.value == .ok) }
        #expect(server.requests.count == (isOn ? 1 : 3))
    }

    @Test("A request is repeated as often as the options say", arguments: [0, 1, 4])
    func retries(limit: Int) async throws {
        let server = Scripted(503)
        let clock = TestClock(jumping: .seconds(5))
        let retrying = client(server) { options in
            options.retryLimit = limit
            options.retryBudget = ReliabilityOptions.RetryBudget(reserve: 10)
            options.clock = clock
            options.longestRetryWait = .milliseconds(1)
        }
        #expect(try await retrying.execute(.get(Self.address)).status.code == 503)
        #expect(server.requests.count == limit + 1)
        let waits = clock.sleeps.filter { $0 < .seconds(5) }
        #expect(waits.count == limit && waits.allSatisfy { $0 <= .milliseconds(1) })
        let waiting = Scripted { request, _ in request.answer(503, [.retryAfter: "1"]) }
        let refused = client(waiting) { $0.longestRetryWait = .milliseconds(999) }
        #expect(await failure { _ = try await refused.execute(.get(Self.address)) } == .retryAfter)
    }

    @Test("A budget that is given is used by all transports that it is given to")
    func budgets() async throws {
        let budget = ReliabilityOptions.RetryBudget(share: 0, reserve: 1, burst: 1)
        let server = Scripted(503)
        let spending = client(server) { $0.retryBudget = budget }
        for _ in 0..<20 { _ = try await spending.execute(.get(Self.address)) }
        let count = server.requests.count
        _ = try await client(server) { $0.retryBudget = budget }.execute(.get(Self.address))
        #expect(server.requests.count == count + 1, "the budget is spent")
        let clock = TestClock(jumps: true)
        let rates = ReliabilityOptions.RateBudget(limits: [(1, per: .seconds(10))], clock: clock)
        for _ in 0..<2 {
            let limited = client(Scripted(200)) { $0.rateBudget = rates }
            _ = try await limited.execute(.get(Self.address))
        }
        #expect(clock.sleeps.count == 1, "both transports share one limit")
    }

    @Test("Header fields, middleware, the cache and plain HTTP are as the options say")
    func others() async throws {
        let calls = Tally()
        let sends = Tally()
        let server = Scripted { request, number in
            number == 0
                ? request.answer(503)
                : request.answer(200, [.eTag: "\"1\"", .cacheControl: "no-cache"])
        }
        let client = client(server) { options in
            options.headers = ClientRequest.DefaultHeaders(adding: [.userAgent: "test"])
            options.eachCall = [ClientRequest.Hooks(before: { _ in calls.add() })]
            options.eachSend = [ClientRequest.Hooks(before: { _ in sends.add() })]
            options.cacheCapacity = 0
        }
        for _ in 0..<2 { _ = try await client.execute(.get(Self.address)) }
        #expect(calls.count == 2 && sends.count == 3)
        #expect(server.requests.allSatisfy { $0.headers[.userAgent] == "test" })
        #expect(server.requests.allSatisfy { $0.headers[.ifNoneMatch] == nil })
        let plain = "http://plain.example/a"
        for isAllowed in [false, true] {
            let transport = self.client(Scripted(200)) { options in
                options.authentication = try? Authentication(
                    .bearer("s3cret"), for: HTTPURL(plain))
                if isAllowed, let url = try? HTTPURL(plain) { options.plainHTTPOrigins = [url] }
            }
            let code = await failure { _ = try await transport.execute(.get(plain)) }
            #expect((code == nil) == isAllowed)
        }
    }

    @Test("The guard of credentials allows plain HTTP where the program says so")
    func guarding() async throws {
        let url = try HTTPURL("http://plain.example/a")
        let request = try ClientRequest.get(url.text, headers: [.authorization: "Bearer s3cret"])
        for (origins, isAllowed) in [
            ([], false), ([try HTTPURL("http://other.example")], false), ([url], true),
        ] {
            let client = Scripted(200).with(CredentialGuard(allowing: origins))
            let code = await failure { _ = try await client.execute(request) }
            #expect((code == nil) == isAllowed)
        }
    }
}
