// SPDX-License-Identifier: MIT

import Testing
import VoxHTTP

/// When time is up, without waiting.
@Suite("State of deadlines")
struct RequestDeadlineTests {
    private func deadline(total: Duration?, idle: Duration?) -> RequestDeadline {
        var timeouts = ClientRequest.Timeouts()
        timeouts.total = total
        timeouts.idle = idle
        return RequestDeadline(timeouts, from: .seconds(100))
    }

    @Test("A wait in a message is rounded up: to tenths of a second, and below ten to thousandths")
    func words() {
        for (milliseconds, words) in [
            (12_101, "12.2 seconds"), (12_100, "12.1 seconds"), (12_999, "13.0 seconds"),
            (9_101, "9.101 seconds"), (999, "0.999 seconds"), (0, "0.0 seconds"),
            (86_400_000, "86400.0 seconds"),
        ] {
            #expect(Duration.milliseconds(milliseconds).words == words)
        }
        #expect(Duration.microseconds(9_101_001).words == "9.102 seconds")
    }

    @Test("T53 The earlier limit counts, and bytes put off that between them")
    func limits() {
        let deadline = deadline(total: .seconds(20), idle: .seconds(5))
        #expect(deadline.hasEnd)
        #expect(deadline.next(sinceBytes: nil) == .seconds(120))
        #expect(deadline.next(sinceBytes: .seconds(103)) == .seconds(108))
        #expect(deadline.next(sinceBytes: .seconds(118)) == .seconds(120))
        #expect(deadline.passed(at: .seconds(119), sinceBytes: nil) == nil)
        #expect(deadline.passed(at: .seconds(120), sinceBytes: nil) == .total(.seconds(20)))
        #expect(deadline.passed(at: .seconds(107), sinceBytes: .seconds(103)) == nil)
        #expect(
            deadline.passed(at: .seconds(108), sinceBytes: .seconds(103)) == .idle(.seconds(5)))
        #expect(
            deadline.passed(at: .seconds(121), sinceBytes: .seconds(118)) == .total(.seconds(20)))
    }

    @Test("Without a limit time is never up")
    func none() {
        let deadline = deadline(total: nil, idle: nil)
        #expect(!deadline.hasEnd)
        #expect(deadline.next(sinceBytes: .seconds(103)) == nil)
        #expect(deadline.passed(at: .seconds(1_000_000), sinceBytes: .seconds(103)) == nil)
    }
}
