// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Hundreds of tasks, or a thousand in full, and a server with a limit: the limit is used, and not
/// exceeded.
@Suite("Throughput of rate budgets")
struct RateThroughputTests {
    private static let tasks = Size.of(quick: 300, full: 1000)
    /// After the first ten, a window for each ten.
    private static let windows = Duration.seconds(tasks / 10 - 1)

    private let thread = OneThread()
    private let clock: SimulatedClock

    init() { clock = SimulatedClock(thread) }

    private var now: @Sendable () -> Duration { { [clock] in clock.now.offset } }

    /// Sends requests from as many tasks.
    /// - Returns: the time that they took.
    private func run(
        _ count: Int, to server: LimitedServer, _ budget: ReliabilityOptions.RateBudget,
        retryLimit: Int = 2
    ) async throws -> Duration {
        let client = server.with(
            Retrying(
                limit: retryLimit, budget: ReliabilityOptions.RetryBudget(), clock: clock,
                random: { 0 }), budget)
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                let method = [HTTPRequest.Method.get, .post][number % 2]
                group.addTask(executorPreference: thread) {
                    var request = try ClientRequest(method, "https://a.example/\(number)")
                    request.timeouts.total = nil
                    #expect(try await client.execute(request).status == .ok)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.times.count == count)
        return server.times.last ?? .zero
    }

    @Test(
        "MW-128 Many tasks get what 10 requests a second allow, and no 429",
        arguments: LimitedServer.Rule.allCases, ["fields", "policy", "structured", "given"])
    func many(rule: LimitedServer.Rule, form: String) async throws {
        let server = LimitedServer([(10, .seconds(1))], rule: rule, now: now) { counts in
            let (left, reset) = (counts[0].remaining, counts[0].seconds)
            switch form {
            case "fields":
                return HTTPFields(named: [
                    "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "\(left)",
                    "X-RateLimit-Reset": "\(reset)",
                ])
            case "policy":
                return HTTPFields(named: [
                    "RateLimit": "limit=10, remaining=\(left), reset=\(reset)",
                    "RateLimit-Policy": "10;w=1",
                ])
            case "structured":
                return HTTPFields(named: [
                    "RateLimit": "\"burst\";r=\(left);t=\(reset)",
                    "RateLimit-Policy": "\"burst\";q=10;w=1",
                ])
            default: return [:]
            }
        }
        let budget = ReliabilityOptions.RateBudget(
            limits: form == "given" ? [(10, per: .seconds(1))] : [], longestWait: .seconds(600),
            clock: clock)
        let time = try await run(Self.tasks, to: server, budget)
        #expect(server.refusals == 0)
        #expect(time <= Self.windows / 0.95, "\(time)")
    }

    @Test("MW-128 A server that states its limit only when it refuses a request refuses one")
    func onlyRefusals() async throws {
        let server = LimitedServer([(10, .seconds(1))], now: now) { counts in
            counts[0].isRefused
                ? HTTPFields(named: [
                    "Retry-After": "\(counts[0].seconds)", "RateLimit-Limit": "10",
                    "RateLimit-Remaining": "0", "RateLimit-Reset": "\(counts[0].seconds)",
                ]) : [:]
        }
        let budget = ReliabilityOptions.RateBudget(longestWait: .seconds(600), clock: clock)
        let time = try await run(Self.tasks, to: server, budget)
        #expect(server.refusals == 1)
        #expect(time <= Self.windows / 0.95, "\(time)")
    }

    @Test("MW-128 Two windows of one server: 10 in a second and 150 in a minute")
    func twoWindows() async throws {
        for rule in LimitedServer.Rule.allCases {
            let clock = SimulatedClock(thread)
            let server = LimitedServer(
                [(10, .seconds(1)), (150, .seconds(60))], rule: rule,
                now: { clock.now.offset },
                fields: { counts in
                    // As Klaviyo does: the fields are missing when the request is refused.
                    counts[0].isRefused
                        ? [:]
                        : HTTPFields(named: [
                            "RateLimit-Limit": "10, 10;w=1, 150;w=60",
                            "RateLimit-Remaining": "\(counts[0].remaining)",
                            "RateLimit-Reset": "\(counts[0].seconds)",
                        ])
                })
            let budget = ReliabilityOptions.RateBudget(longestWait: .seconds(1000), clock: clock)
            let client = server.with(budget)
            try await withThrowingTaskGroup { group in
                for number in 0..<600 {
                    group.addTask(executorPreference: thread) {
                        var request = try ClientRequest.get("https://a.example/\(number)")
                        request.timeouts.total = nil
                        #expect(try await client.execute(request).status == .ok)
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.refusals == 0, "\(rule)")
            // 150 in the first 14 s, and so on, from each minute on.
            let time = try #require(server.times.last)
            #expect(time <= (.seconds(180) + .seconds(14)) / 0.95, "\(time)")
        }
    }
}
