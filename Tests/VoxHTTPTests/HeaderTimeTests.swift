// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Numbers of seconds and dates in header fields, up to the last value that is one.
@Suite("Times in header fields")
struct HeaderTimeTests {
    private func retryAfter(_ value: String, date: String? = nil) throws -> Duration? {
        var fields: HTTPFields = [.retryAfter: value]
        fields[.date] = date
        return try ClientRequest.get("https://a.example/").answer(503, fields).retryAfter
    }

    @Test("A number of seconds has up to nine decimals, and is never longer than 10^9 seconds")
    func seconds() throws {
        let texts: [(String, Duration?)] = [
            ("0", .zero), ("7", .seconds(7)), ("007", .seconds(7)), ("1.5", .milliseconds(1500)),
            ("0.123456789", .nanoseconds(123_456_789)), ("0.1234567899", .nanoseconds(123_456_789)),
            ("0.000000001", .nanoseconds(1)), ("2.00", .seconds(2)), ("9.9", .milliseconds(9900)),
            ("999999999", .seconds(999_999_999)), ("1000000000", .seconds(1_000_000_000)),
            ("1000000001", .seconds(1_000_000_000)),
            (String(repeating: "9", count: 40), .seconds(1_000_000_000)),
            ("", nil), (".", nil), (".5", nil), ("5.", nil), ("1.2.3", nil), ("/", nil), (":", nil),
            ("1/", nil), ("1:", nil), ("- 1", nil),
        ]
        for (text, time) in texts { #expect(try retryAfter(text) == time, "\(text)") }
    }

    @Test(
        "A date counts from the date of the response",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 01 Jan 1970 00:00:01 GMT", 1),
            ("Thu, 01 Jan 1970 00:01:00 GMT", 60), ("Thu, 01 Jan 1970 01:00:00 GMT", 3600),
            ("Thu, 01 Jan 1970 23:59:60 GMT", 86_400), ("Fri, 02 Jan 1970 00:00:00 GMT", 86_400),
            ("Sat, 31 Jan 1970 00:00:00 GMT", 30 * 86_400),
            ("Sun, 01 Feb 1970 00:00:00 GMT", 31 * 86_400),
            ("Sun, 01 Mar 1970 00:00:00 GMT", 59 * 86_400),
            ("Wed, 01 Apr 1970 00:00:00 GMT", 90 * 86_400),
            ("Fri, 01 May 1970 00:00:00 GMT", 120 * 86_400),
            ("Mon, 01 Jun 1970 00:00:00 GMT", 151 * 86_400),
            ("Wed, 01 Jul 1970 00:00:00 GMT", 181 * 86_400),
            ("Sat, 01 Aug 1970 00:00:00 GMT", 212 * 86_400),
            ("Tue, 01 Sep 1970 00:00:00 GMT", 243 * 86_400),
            ("Thu, 01 Oct 1970 00:00:00 GMT", 273 * 86_400),
            ("Sun, 01 Nov 1970 00:00:00 GMT", 304 * 86_400),
            ("Tue, 01 Dec 1970 00:00:00 GMT", 334 * 86_400),
            ("Fri, 01 Jan 1971 00:00:00 GMT", 365 * 86_400),
            ("Tue, 29 Feb 1972 00:00:00 GMT", 789 * 86_400),
            ("Wed, 01 Mar 1972 00:00:00 GMT", 790 * 86_400),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            // The two obsolete forms. A year of two digits from 70 belongs to the 20th century.
            ("Thursday, 01-Jan-70 00:00:05 GMT", 5),
            ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
            ("Thu Jan  1 00:00:05 1970", 5), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            // Longer than 10^9 seconds.
            ("Tuesday, 31-Dec-69 00:00:00 GMT", 1_000_000_000),
        ])
    func dates(date: String, seconds: Int) throws {
        let found = try retryAfter(date, date: "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(found.map { min($0, .seconds(1_000_000_000)) } == .seconds(seconds))
    }

    @Test("Centuries without a leap day are counted, and a date that has passed is no wait")
    func centuries() throws {
        let day = "00:00:00 GMT"
        #expect(
            try retryAfter("Mon, 01 Mar 2100 \(day)", date: "Sun, 28 Feb 2100 \(day)")
                == .seconds(86_400))
        #expect(
            try retryAfter("Fri, 01 Mar 2400 \(day)", date: "Mon, 28 Feb 2400 \(day)")
                == .seconds(2 * 86_400))
        // A year of three digits is one of the first centuries.
        #expect(
            try retryAfter("Fri, 01 Jan 100 \(day)", date: "Thu, 01 Jan 1970 \(day)") == .zero)
        #expect(
            try retryAfter("Thu, 01 Jan 1970 \(day)", date: "Thu, 01 Jan 1970 00:00:01 GMT")
                == .zero)
    }

    @Test("Without a date of the response, a date counts from now")
    func fromNow() throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let day = 86_400.0
        let text = format.string(from: Date(timeIntervalSinceNow: 10 * day))
        let wait = try #require(try retryAfter(text))
        #expect(wait > .seconds(9 * day) && wait < .seconds(11 * day))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "Thu, 00 Jan 1970 00:00:00 GMT", "Thu, 32 Jan 1970 00:00:00 GMT",
            "Thu, 01 Jan 1970 24:00:00 GMT", "Thu, 01 Jan 1970 00:60:00 GMT",
            "Thu, 01 Jan 1970 00:00:61 GMT", "Thu, 01 Jan 19700 00:00:00 GMT",
            "Thu, 01 jan 1970 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 UTC",
            "Thu, 01 Jan 1970 00:00 GMT", "Thu, 01 Jan 1970 00:00:00:00 GMT",
            "Thu, 01 Jan 1970 00::00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT GMT",
            "Thu Jan 1 1970", "Thu, xx Jan 1970 00:00:00 GMT",
        ])
    func noDates(text: String) throws {
        #expect(try retryAfter(text, date: "Thu, 01 Jan 1970 00:00:00 GMT") == nil)
    }

    /// Nothing is left until the reset; when a request is sent next.
    private func wait(
        _ reset: String, date: String = "Fri, 06 Nov 2026 08:49:37 GMT"
    ) async throws -> Duration {
        let clock = TestClock(jumps: true)
        let server = Scripted { request, number in
            let fields = [
                "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset, "Date": date,
            ]
            return request.answer(200, number == 0 ? HTTPFields(named: fields) : [:])
        }
        let client = server.with(
            ReliabilityOptions.RateBudget(longestWait: .seconds(3_000_000), clock: clock))
        var request = try ClientRequest.get("https://a.example/")
        request.timeouts.total = nil
        for _ in 0..<2 { _ = try await client.execute(request) }
        return clock.now.offset
    }

    @Test(
        "The time of a reset is exact to its last digit",
        arguments: [
            ("2026-11-06T08:49:38Z", .seconds(1)), ("2026-11-06t08:49:38z", .seconds(1)),
            ("2026-11-06 08:49:38Z", .seconds(1)), ("2026-11-06T08:50:60Z", .seconds(83)),
            ("2026-11-06T09:00:00Z", .seconds(623)), ("2026-11-07T00:00:00Z", .seconds(54_623)),
            ("2026-11-06T23:59:59Z", .seconds(54_622)),
            ("2026-12-06T08:49:37Z", .seconds(2_592_000)),
            ("2026-11-06T08:49:37.25Z", .milliseconds(250)),
            ("2026-11-06T09:49:38+01:00", .seconds(1)), ("2026-11-06T07:49:38-01:00", .seconds(1)),
            ("2026-11-07T08:48:38+23:59", .seconds(1)), ("2026-11-06T08:49:38+00:00", .seconds(1)),
            // A reset now, with nothing left, is one within the next second.
            ("2026-11-06T08:49:37Z", .seconds(1)),
            ("2678400", .seconds(2_678_400)), ("0.000000001", .nanoseconds(1)),
            ("2026-11-06T08:49:38." + String(repeating: "0", count: 43) + "Z", .seconds(1)),
            ("Fri, 06 Nov 2026 08:49:38" + String(repeating: " ", count: 36) + "GMT", .seconds(1)),
        ] as [(String, Duration)])
    func resets(reset: String, wait: Duration) async throws {
        #expect(try await self.wait(reset) == wait)
    }

    @Test(
        "A time that is malformed, has passed or is too late is none",
        arguments: [
            "2026-11-06T08:49:36Z", "2026-13-06T08:49:38Z", "2026-00-06T08:49:38Z",
            "2026-11-00T08:49:38Z", "2026-11-32T08:49:38Z", "2026-11-06T24:00:00Z",
            "2026-11-06T08:60:00Z", "2026-11-06T08:49:61Z", "2026-11-06x08:49:38Z",
            "2026/11/06T08:49:38Z", "2026-11/06T08:49:38Z", "2026-11-06T08.49:38Z",
            "2026-11-06T08:49.38Z", "2026-11-06T08:49:38", "2026-11-06T08:49:38ZZ",
            "2026-11-06T08:49:38+0100", "2026-11-06T08:49:38+24:00", "2026-11-06T08:49:38+00:60",
            "2026-11-06T08:49:38-24:00", "2026-11-06T08:49:38-00:60",
            "2026-11-06T08:49:38*01:00", "2026-11-06T08:49:38+01-00", "2026-11-06T08:49:38+01:000",
            "2026-11-06T08:49:38+1:000", "20x6-11-06T08:49:38Z", "2026-11-06T08:49:3?Z",
            "2026-11-06T08:49:38.Z",
            "2026-11-06T08:49:38.1.2Z", "2678401", "2026-12-07T08:49:38Z",
            "2026-11-06T08:49:38." + String(repeating: "0", count: 44) + "Z",
            "Fri, 06 Nov 2026 08:49:38" + String(repeating: " ", count: 37) + "GMT",
        ])
    func noResets(reset: String) async throws {
        #expect(try await wait(reset) == .zero)
    }

    @Test("Numbers from 10^9 are times since 1970, and from 10^11 in milliseconds")
    func sinceEpoch() async throws {
        #expect(
            try await wait("1000000000", date: "Sun, 09 Sep 2001 01:46:00 GMT") == .seconds(40))
        #expect(
            try await wait("100000000000", date: "Sat, 03 Mar 1973 09:46:00 GMT") == .seconds(40))
        #expect(
            try await wait("1793954977500", date: "Fri, 06 Nov 2026 08:49:37 GMT")
                == .milliseconds(500))
    }
}
