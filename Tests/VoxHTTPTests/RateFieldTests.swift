// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What the fields of responses say about rate limits, in all their forms.
@Suite("Fields of rate limits")
struct RateFieldTests {
    /// Fields, and when the requests after the first one are sent.
    struct Row: Sendable, CustomTestStringConvertible {
        var fields: [String: String]
        var times: [Duration]

        init(_ fields: [String: String], _ times: Duration...) {
            self.fields = fields
            self.times = times
        }

        var testDescription: String {
            fields.map { "\($0): \($1)" }.sorted().joined(separator: " | ")
        }
    }

    private static let date = "Fri, 06 Nov 2026 08:49:37 GMT"
    /// The same as Unix time.
    private static let unix = 1_793_954_977

    private static func x(_ remaining: String, _ reset: String, _ more: [String: String] = [:])
        -> Row
    {
        Row(
            ["X-RateLimit-Remaining": remaining, "X-RateLimit-Reset": reset, "Date": date]
                .merging(more) { $1 }, .seconds(30))
    }

    @Test(
        "Each form says how long to wait",
        arguments: [
            Row(["RateLimit": "\"default\";r=0;t=30"], .seconds(30)),
            Row(["RateLimit": "default;r=0;t=30"], .seconds(30)),
            Row(["RateLimit": " \"a\" ; r=0 ; t=30 , \"b\";r=5;t=90"], .seconds(30)),
            Row(["RateLimit": "\"a\";r=0;t=10, \"b, c;r=9\";r=0;t=30"], .seconds(30)),
            Row(["RateLimit": "\"a\";r=1;t=30"], .zero, .seconds(30)),
            Row(
                ["RateLimit": "\"a\";r=0;t=30", "RateLimit-Policy": "\"a\";q=2;w=60"],
                .seconds(30), .milliseconds(60_100)),
            Row(
                ["RateLimit-Policy": "\"a\";q=2;w=10"], .zero, .milliseconds(10_100),
                .milliseconds(10_100)),
            Row(["RateLimit-Policy": "1000;qu=\"content-bytes\";q=1;w=10"], .zero, .zero),
            Row(["RateLimit": "limit=100, remaining=0, reset=30"], .seconds(30)),
            Row(
                ["RateLimit": "limit=100,remaining=0,reset=30", "RateLimit-Policy": "100;w=60"],
                .seconds(30)),
            Row(
                ["RateLimit-Limit": "100", "RateLimit-Remaining": "0", "RateLimit-Reset": "30"],
                .seconds(30)),
            Row(["RateLimit-Remaining": "0", "RateLimit-Reset": "0.5"], .milliseconds(500)),
            Row(
                [
                    "RateLimit-Limit": "10, 10;w=1, 3;w=60", "RateLimit-Remaining": "8",
                    "RateLimit-Reset": "1",
                ], .zero, .zero, .milliseconds(60_100)),
            Row(
                [
                    "X-RateLimit-Limit": "1, 15000", "X-RateLimit-Policy": "1;w=1, 15000;w=2592000",
                    "X-RateLimit-Remaining": "0, 100", "X-RateLimit-Reset": "1, 1419704",
                ], .milliseconds(1020), .milliseconds(2040)),
            x("0", "30"), x("0", "30.0"), x("0", "\(unix + 30)"), x("0", "\(unix + 30)000"),
            x("0", "\(unix + 30).0"), x("0", "Fri, 06 Nov 2026 08:50:07 GMT"),
            x("0", "2026-11-06T08:50:07Z"), x("0", "2026-11-06t09:50:07.000+01:00"),
            x("0", "2026-11-06 08:20:07-00:30"), x("0", "2026-11-06T08:50:07.0000000000Z"),
            Row(
                [
                    "X-Rate-Limit-Limit": "9", "X-Rate-Limit-Remaining": "0",
                    "X-Rate-Limit-Reset": "30",
                ],
                .seconds(30)),
            Row(
                [
                    "X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "2",
                    "X-RateLimit-Period": "30",
                ],
                .zero, .milliseconds(30_100), .milliseconds(30_100)),
            Row(
                [
                    "X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Period": "30",
                ], .seconds(30)),
            Row(["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:0;"], .seconds(3600)),
            Row(["X-Rate-Limit": "user-minute-lim:35;user-minute-rem:1"], .zero, .seconds(60)),
            Row(["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:500;"], .zero, .zero),
            Row(
                ["X-Rate-Limit": "user-hour-lim:3;user-hour-rem:9"], .zero, .zero,
                .milliseconds(3_600_100)),
            // The standard fields are read before the others.
            Row(
                [
                    "RateLimit": "\"a\";r=0;t=30", "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Reset": "90",
                ],
                .seconds(30)),
        ])
    func forms(row: Row) async throws {
        #expect(try await times(row.fields, count: row.times.count) == row.times)
    }

    @Test(
        "Nonsense is ignored",
        arguments: [
            ["RateLimit": ""], ["RateLimit": ";;;,,,\"\"\""], ["RateLimit": "\"a\";r=-1;t=30"],
            ["RateLimit": "\"a\";r=0x0;t=30"], ["RateLimit": "\"a\";t=30"],
            ["RateLimit": "limit=NaN, remaining=NaN, reset=30"],
            ["RateLimit-Limit": "0"], ["RateLimit-Limit": "-5", "RateLimit-Policy": "-5;w=-1"],
            ["RateLimit-Limit": "1", "RateLimit-Policy": "1;w=99999999999999999999"],
            ["RateLimit-Limit": "1;w=0"], ["RateLimit-Policy": "1;w=2678401"],
            ["RateLimit-Reset": "30"],
            ["RateLimit-Limit": "5", "RateLimit-Remaining": "9", "RateLimit-Reset": "30"],
            ["RateLimit-Remaining": "-1", "RateLimit-Reset": "30"],
            ["RateLimit-Remaining": "99999999999999999999", "RateLimit-Reset": "30"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-30"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "NaN"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999999999"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2678401"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000001"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000001000"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2996-11-06T08:50:07"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999-99-99T99:99:99Z"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["X-Rate-Limit": "user-hour-lim;rem:;:0;;"], ["X-Rate-Limit": "hour-rem:-5;"],
        ])
    func nonsense(fields: [String: String]) async throws {
        #expect(try await times(fields, count: 3) == [.zero, .zero, .zero])
    }

    @Test("A reset in 0 seconds with nothing left is a reset within the next second")
    func roundedDown() async throws {
        let fields = ["RateLimit-Remaining": "0", "RateLimit-Reset": "0"]
        #expect(try await times(fields, count: 1) == [.seconds(1)])
    }

    @Test("20,000 random values: nothing traps, and no wait is above its bound")
    func random() async throws {
        let seed = Seeded.drawnSeed()
        var seeded = Seeded(seed)
        let bound = Duration.seconds(30)
        for _ in 0..<20_000 {
            let clock = TestClock(jumps: true)
            let first = Self.randomFields(&seeded)
            let second = Self.randomFields(&seeded)
            let statuses = [200, 200, 403, 429, 503]
            let status = seeded.pick(statuses)
            let server = Scripted { request, number in
                request.answer(
                    number == 0 ? status : 200,
                    HTTPFields(named: number == 0 ? first : number == 1 ? second : [:]))
            }
            let client = server.with(
                ReliabilityOptions.RateBudget(longestWait: bound, clock: clock))
            for _ in 0..<4 {
                let before = clock.now.offset
                do {
                    _ = try await client.execute(.get("https://a.example/"))
                } catch let error as RequestError {
                    #expect(error.code == .retryAfter, "seed \(seed) \(first) \(second)")
                }
                #expect(clock.now.offset - before <= bound, "seed \(seed) \(first) \(second)")
            }
        }
    }

    private static func randomFields(_ seeded: inout Seeded) -> [String: String] {
        let names = [
            "Retry-After", "RateLimit", "RateLimit-Policy", "RateLimit-Limit", "RateLimit-Reset",
            "RateLimit-Remaining", "X-RateLimit-Limit", "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            "X-RateLimit-Period", "X-RateLimit-Policy", "X-Rate-Limit", "X-Rate-Limit-Reset",
            "Date",
        ]
        var fields: [String: String] = [:]
        for _ in 0...seeded.below(5) { fields[seeded.pick(names)] = randomValue(&seeded) }
        return fields
    }

    private static func randomValue(_ seeded: inout Seeded) -> String {
        func number(_ seeded: inout Seeded) -> String {
            switch seeded.below(8) {
            case 0: "\(seeded.next())"
            case 1: "-\(seeded.below(100))"
            case 2: "\(seeded.double())"
            case 3: "\(seeded.pick([Int.max, Int.min, 0, 1, 999_999_999, 1_000_000_000]))"
            case 4: String(repeating: "9", count: seeded.below(400))
            case 5: "\(seeded.below(100)).\(seeded.next())"
            default: "\(seeded.below(100))"
            }
        }
        let pieces = [
            "\"a\"", "r=", "t=", "q=", "w=", ";", ",", "limit=", "remaining=", "reset=", " ", "\"",
            "=",
            "user-hour-lim:", "user-hour-rem:", "NaN", "inf", "Sun, 06 Nov 1994 08:49:37 GMT",
            "9999-12-31T23:59:60Z", "0000-01-01T00:00:00+23:59", "-", ".", "é", "\u{0}",
        ]
        switch seeded.below(4) {
        case 0: return number(&seeded)
        case 1:
            return
                "\"a\";r=\(number(&seeded));t=\(number(&seeded));q=\(number(&seeded));w=\(number(&seeded))"
        case 2:
            return
                "limit=\(number(&seeded)), remaining=\(number(&seeded)), reset=\(number(&seeded))"
        default:
            return (0...seeded.below(12)).map { _ in
                seeded.chance(40) ? number(&seeded) : seeded.pick(pieces)
            }.joined()
        }
    }

    /// Sends a request whose response has the fields, and then others.
    /// - Returns: when the others were sent.
    private func times(_ fields: [String: String], count: Int) async throws -> [Duration] {
        let clock = TestClock(jumps: true)
        let server = Scripted { request, number in
            request.answer(200, number == 0 ? HTTPFields(named: fields) : [:])
        }
        let client = server.with(
            ReliabilityOptions.RateBudget(longestWait: .seconds(5000), clock: clock))
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
}
