// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ValueTransform where Input == String, Output == Date {
    /// Converts a date in the format of a pattern. See ``DatePattern``.
    ///
    /// | pattern | accepted | refused |
    /// |---|---|---|
    /// | `dd/MM/yyyy` | `"30/12/2015"` | `"31/02/2015"`, `"30/12/15"`, `"30/12/2015 "`, `"30-12-2015"` |
    /// | `yyyy-MM-dd HH:mm:ssxxx` | `"2015-12-30 18:12:33-05:00"` | `"2015-12-30 18:12:33"`, `"2015-12-30 24:00:00+00:00"` |
    ///
    /// A service describes the pattern `yyyy-MM-dd` as a date without a time.
    public static func date(_ pattern: DatePattern) -> ValueTransform {
        var transform = ValueTransform(
            to: { try pattern.date(from: $0) }, from: { try pattern.text(of: $0) })
        transform.isDay = pattern.text == "yyyy-MM-dd"
        return transform
    }

    /// Converts a date in the format of a pattern. Dates without an offset are read and written in
    /// UTC. See ``DatePattern``.
    public static func date(_ pattern: String) -> ValueTransform { date(DatePattern(pattern)) }

    /// Converts the same times as `Attribute<Date>`, but refuses hour 24 and second 60. The
    /// accepted format is RFC 3339, a profile of ISO 8601. A time must have `Z` or an offset, and
    /// may have a fraction. A date without a time of day is accepted too.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `"2015-12-30T12:12:33Z"`, `"2015-12-30T12:12:33.5-05:00"`, `"2015-12-30"` | `"2015-02-29"`, `"2015-12-30T24:00:00Z"`, `"2016-12-31T23:59:60Z"`, `"2015-12-30T12:12Z"`, `"1451477553"`, `""` |
    public static var date: ValueTransform {
        ValueTransform(
            to: { text in
                let date = try Date.decode(JSON(.string(text)))
                // The text is ASCII at this point. The patterns refuse hour 24 and second 60.
                _ = try DatePattern("yyyy-MM-dd").date(from: String(text.prefix(10)))
                if text.utf8.count > 10 {
                    let time = "0001-01-01 " + text.dropFirst(11).prefix(8)
                    _ = try DatePattern("yyyy-MM-dd HH:mm:ss").date(from: time)
                }
                return date
            },
            from: { date in
                guard case .string(let text) = try date.encoded() else {
                    throw unreadable("a date")
                }
                return text
            })
    }
}

extension ValueTransform where Input == Double, Output == Date {
    /// Converts seconds since 1970, without leap seconds. The number of seconds may have a
    /// fraction.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `1451477553`, `1451477553.25`, `-1` | in writing: dates that are not finite (`notFinite`) |
    public static var secondsSince1970: ValueTransform {
        ValueTransform(
            to: { Date(timeIntervalSince1970: $0) }, from: { $0.timeIntervalSince1970 })
    }

    /// Converts milliseconds since 1970, without leap seconds. The number of milliseconds may have
    /// a fraction.
    public static var millisecondsSince1970: ValueTransform {
        ValueTransform(
            to: { Date(timeIntervalSince1970: $0 / 1000) },
            from: { $0.timeIntervalSince1970 * 1000 })
    }
}

extension ValueTransform where Input == Int, Output == Date {
    /// Converts whole seconds since 1970, without leap seconds. When a date is written, the time is
    /// rounded down to the second.
    ///
    /// | accepted | refused |
    /// |---|---|
    /// | `1451477553`, `-1` | `1451477553.5` (`wrongKind`: not an integer); in writing: dates outside the range of integers (`outOfRange`) |
    public static var secondsSince1970: ValueTransform {
        ValueTransform(
            to: { Date(timeIntervalSince1970: Double($0)) },
            from: { try whole($0.timeIntervalSince1970.rounded(.down)) })
    }

    /// Converts whole milliseconds since 1970, without leap seconds. When a date is written, the
    /// time is rounded to the nearest millisecond.
    public static var millisecondsSince1970: ValueTransform {
        ValueTransform(
            to: { Date(timeIntervalSince1970: Double($0) / 1000) },
            from: { try whole(($0.timeIntervalSince1970 * 1000).rounded()) })
    }
}

private func whole(_ value: Double) throws(JSONError) -> Int {
    guard value.isFinite else { throw JSONError(code: .notFinite) }
    guard let integer = Int(exactly: value) else { throw JSONError(code: .outOfRange) }
    return integer
}
