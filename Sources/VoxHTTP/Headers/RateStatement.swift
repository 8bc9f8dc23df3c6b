// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The statement of a response about one rate limit. All times are relative to the response.
///
/// Impossible values are left out: times above ``longest``, a limit of 0, numbers that are negative
/// or not whole, and a number of remaining requests above the limit.
struct RateStatement: Equatable {
    /// The longest time that is accepted. A month is the longest window that services use.
    static let longest = Duration.seconds(31 * 86400)

    /// Distinguishes the limits of a server: the name of a policy, the length of a window, or the
    /// position in the list.
    var key: String
    /// The maximum number of requests in a window.
    var limit: Int?
    /// The length of the window.
    var length: Duration?
    /// The number of requests that are left.
    var remaining: Int?
    /// The time until the limit is available again.
    var reset: Duration?

    /// Creates a statement without the impossible values; nil if the other values state no limit.
    init?(
        key: String, limit: Int? = nil, length: Duration? = nil, remaining: Int? = nil,
        reset: Duration? = nil
    ) {
        self.key = key
        self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
        self.length = length.flatMap { $0 > .zero && $0 <= Self.longest ? $0 : nil }
        self.remaining = remaining.flatMap { $0 <= self.limit ?? .max ? $0 : nil }
        self.reset = reset.flatMap { $0 <= Self.longest ? min($0, self.length ?? $0) : nil }
        // A server that rounds down says that a window ends in 0 seconds although it has not ended.
        if self.remaining == 0, self.reset == .zero { self.reset = .seconds(1) }
        if self.remaining == nil, self.limit == nil || self.length == nil { return nil }
    }
}

/// Reads the times and numbers of rate limit fields.
enum RateNumber {
    /// Reads a whole number that is not negative. The result is nil for a number of more than 15
    /// digits.
    static func count(_ text: Substring?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy(\.isDigit)
        else { return nil }
        return Int(text)
    }

    /// Reads the time of a reset: seconds from now, a Unix time in seconds or milliseconds, or a
    /// date (RFC 9110 or RFC 3339). `now` returns the time since 1970.
    /// - Returns: nil if the text is none of these, or a time that has passed.
    static func reset(_ text: Substring, now: () -> Duration) -> Duration? {
        guard let number = DelaySeconds.duration(text) else {
            let date =
                HTTPDate.seconds(String(text)).map { .seconds($0) } ?? InternetDate.sinceEpoch(text)
            return date.flatMap { future($0, now) }
        }
        // The numbers of the forms do not overlap: 10^9 seconds are 31 years, and 10^11
        // milliseconds after 1970 are in 1973.
        if number < .seconds(1_000_000_000) { return number }
        if number < .seconds(100_000_000_000) { return future(number, now) }
        return future(number / 1000, now)
    }

    private static func future(_ time: Duration, _ now: () -> Duration) -> Duration? {
        let left = time - now()
        return left < .zero ? nil : left
    }
}
