// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// How much of the fields of rate limits is read, and what their parts mean at their ends.
@Suite("Limits of the fields of rate limits")
struct RateFieldLimitTests {
    /// Sends a request whose response has the fields, and then others.
    /// - Returns: when the others were sent.
    private func times(
        _ fields: [String: String], count: Int = 1, status: Int = 200
    ) async throws -> [Duration] {
        let clock = TestClock(jumps: true)
        let server = Scripted { request, number in
            request.answer(status, number == 0 ? HTTPFields(named: fields) : [:])
        }
        let client = server.with(
            ReliabilityOptions.RateBudget(longestWait: .seconds(90_000), clock: clock))
        var request = try ClientRequest.get("https://a.example/")
        request.timeouts.total = nil
        _ = try await client.execute(request)
        var times: [Duration] = []
        for _ in 0..<count {
            _ = try await client.execute(request)
            times.append(clock.now.offset)
        }
        return times
    }

    private func list(_ count: Int, then last: String) -> [String: String] {
        [
            "RateLimit": (["\"x\";t=1"] + Array(repeating: "\"x\";t=1", count: count - 1) + [last])
                .joined(separator: ",")
        ]
    }

    @Test("Sixteen items are read, with sixteen parameters each, and 4,096 characters in all")
    func items() async throws {
        let used = "\"a\";r=0;t=30"
        #expect(try await times(list(15, then: used)) == [.seconds(30)])
        #expect(try await times(list(16, then: used)) == [.zero])
        let parameters = { (count: Int) in
            "\"a\"" + (0..<count).map { ";p\($0)=1" }.joined() + ";r=0;t=30"
        }
        #expect(try await times(["RateLimit": parameters(14)]) == [.seconds(30)])
        #expect(try await times(["RateLimit": parameters(15)]) == [.zero])
        // The last digit of the time is behind the end.
        let filler = { (count: Int) in "\"" + String(repeating: "x", count: count - 3) + "\"," }
        let whole = 4096 - used.count
        #expect(try await times(["RateLimit": filler(whole) + used]) == [.seconds(30)])
        #expect(try await times(["RateLimit": filler(whole + 1) + used]) == [.seconds(3)])
    }

    @Test("An item without a name is none")
    func nameless() async throws {
        for field in ["; ;r=0;t=30", " ; ; r=0; t=30", ", ,"] {
            #expect(try await times(["RateLimit": field]) == [.zero], "\(field)")
        }
        #expect(try await times(["RateLimit": ", ;\"a\";r=0;t=30"]) == [.seconds(30)])
    }

    @Test("Eight limits of a server are kept")
    func windows() async throws {
        let open = { (count: Int) in (0..<count).map { "\"w\($0)\";r=9;t=90" } }
        for (count, wait) in [(7, Duration.seconds(30)), (8, .zero)] {
            let items = open(count) + ["\"a\";r=0;t=30"]
            #expect(
                try await times(["RateLimit": items.joined(separator: ",")]) == [wait], "\(count)")
        }
    }

    @Test("The names of limits are told apart by 64 characters")
    func names() async throws {
        let name = { (count: Int, end: String) in String(repeating: "x", count: count) + end }
        for (count, wait) in [(63, Duration.seconds(30)), (64, .zero)] {
            let items = [("a", "r=0;t=30"), ("b", "r=5;t=90")].map {
                "\"\(name(count, $0.0))\";\($0.1)"
            }
            #expect(
                try await times(["RateLimit": items.joined(separator: ",")]) == [wait], "\(count)")
            let policies = [("a", "q=1;w=10"), ("b", "q=5;w=10")].map {
                "\"\(name(count, $0.0))\";\($0.1)"
            }
            let sent = try await times(["RateLimit-Policy": policies.joined(separator: ",")])
            #expect(sent == [count == 63 ? .milliseconds(10_100) : .zero], "\(count)")
            let hour = "-hour-" + name(count - 6, "")
            let parts = "\(hour)a-rem:0;\(hour)b-rem:5"
            #expect(
                try await times(["X-Rate-Limit": parts])
                    == [count == 63 ? .seconds(3600) : .zero], "\(count)")
        }
    }

    @Test("A number of requests has at most 15 digits")
    func numbers() async throws {
        for (count, wait) in [(1, Duration.seconds(30)), (15, .seconds(30)), (16, .zero)] {
            let zeros = String(repeating: "0", count: count)
            #expect(
                try await times(["RateLimit-Remaining": zeros, "RateLimit-Reset": "30"]) == [wait])
            #expect(
                try await times(["RateLimit": "\"a\";r=\(zeros);t=30"]) == [wait], "\(count)")
        }
    }

    @Test("A window is not longer than the policy says, and the newest number is believed")
    func policies() async throws {
        #expect(
            try await times(["RateLimit": "\"a\";r=0;t=90", "RateLimit-Policy": "\"a\";q=9;w=60"])
                == [.seconds(60)])
        // As many as the limit may be left, but not more.
        #expect(
            try await times(
                ["RateLimit-Limit": "2", "RateLimit-Remaining": "2", "RateLimit-Reset": "30"],
                count: 3) == [.zero, .zero, .seconds(30)])
        let month = ["RateLimit-Policy": "\"a\";q=1;w=2678400"]
        #expect(await failure { _ = try await times(month) } == .retryAfter)
    }

    @Test(
        "Parts name the hour, minute, second or day that they count",
        arguments: [
            ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400),
        ])
    func parts(word: String, seconds: Int) async throws {
        let text = "user-\(word)-lim:10;user-\(word)-rem:0"
        #expect(try await times(["X-Rate-Limit": text]) == [.seconds(seconds)])
    }

    @Test("Of the parts 32 are read, and 4,096 characters")
    func manyParts() async throws {
        let used = "user-hour-rem:0"
        for (count, wait) in [(31, Duration.seconds(3600)), (32, .zero)] {
            let parts = Array(repeating: "x:1", count: count) + [used]
            #expect(
                try await times(["X-Rate-Limit": parts.joined(separator: ";")]) == [wait],
                "\(count)")
        }
        let whole = 4096 - used.count
        for (count, wait) in [(whole, Duration.seconds(3600)), (whole + 1, .zero)] {
            let filler = String(repeating: "x", count: count - 1) + ";"
            #expect(try await times(["X-Rate-Limit": filler + used]) == [wait], "\(count)")
        }
    }

    @Test("Quotes, spaces and equals signs stand where they may")
    func spelling() async throws {
        for text in [
            "\"a\";r=\"0\";t=\"30\"", "a ; r = 0 ; t = 30", "\"a=b\";r=0;t=30",
            " limit = 9 , remaining = 0 , reset = 30 ", "limit=9,remaining=0,reset=30,x",
        ] {
            #expect(try await times(["RateLimit": text]) == [.seconds(30)], "\(text)")
        }
        for text in ["\"a;r=0;t=30", ";r=0;t=30", "a;r=0=0;t=30", "limit=9,remaining,reset=30"] {
            #expect(try await times(["RateLimit": text]) == [.zero], "\(text)")
        }
        #expect(
            try await times(["X-Rate-Limit-Remaining": "0", "X-Rate-Limit-Reset": "30"])
                == [.seconds(30)])
        for name in ["X-Ratelimits-Remaining", "Rate-Limit-Remaining", "X-Rat"] {
            #expect(try await times([name: "0", "X-RateLimit-Reset": "30"]) == [.zero])
        }
    }
}
