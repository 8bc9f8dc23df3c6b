// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Functions that read and write times in the form of RFC 3339.
///
/// The calendar is the calendar of Foundation: Gregorian since 1582-10-15, and Julian before. A
/// `Date` counts seconds since 2001 in a `Double`. The resolution of a `Date` is about a tenth of a
/// microsecond in present years, and a nanosecond within some weeks of the beginning of 2001.
package enum Timestamp {
    /// The parts of a time, as they are written.
    private struct Parts {
        var (year, month, day) = (0, 0, 0)
        /// The seconds since the beginning of the day, minus the offset.
        var seconds = 0
        /// The positions of the digits of the fraction.
        var fraction = 0..<0
    }

    /// Reads a time from bytes. Returns nil if the text is not a time.
    ///
    /// Second 60, a leap second (RFC 3339, section 5.6), counts as the first second of the next
    /// minute. 24:00:00 counts as the beginning of the next day. Every other date or time that does
    /// not exist is refused. The offset is at most 23:59. The result is the `Date` nearest to the
    /// time with its fraction, down to nanoseconds. Digits of the fraction after the fifteenth are
    /// dropped. No time is rounded up to a time that cannot be written.
    static func read(_ text: Span<UInt8>) -> Date? {
        guard let parts = parts(of: text) else { return nil }
        let day = JulianDay(number: JulianDay.number(parts.year, parts.month, parts.day))
        let seconds = day.secondsSinceReferenceDate + parts.seconds
        if parts.fraction.isEmpty { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
        var (units, scale) = (0, 1)
        for index in parts.fraction.prefix(15) {
            (units, scale) = (units * 10 + Int(text[index] &- 0x30), scale * 10)
        }
        let time = JulianDay.interval(seconds: seconds, units: units, scale: scale)
        // The last times that can be written, without and with an offset.
        let end = JulianDay.latest + (seconds < JulianDay.latest ? 0 : 86340)
        let isRoundedUp = seconds < end && time >= Double(end)
        return Date(timeIntervalSinceReferenceDate: isRoundedUp ? Double(end).nextDown : time)
    }

    @inline(__always)
    private static func parts(of text: Span<UInt8>) -> Parts? {
        guard text.count >= 10, let year = number(text, 0, 4), text[4] == Mark.dash,
            let month = number(text, 5, 2), text[7] == Mark.dash, let day = number(text, 8, 2),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // A day that the month does not have would get the number of a day in the next month.
        guard
            day <= 28
                || JulianDay(number: JulianDay.number(year, month, day)).calendarDate.day == day
        else { return nil }
        var parts = Parts(year: year, month: month, day: day)
        if text.count == 10 { return parts }
        guard text.count >= 19,
            text[10] == Mark.t || text[10] == Mark.smallT || text[10] == Mark.space,
            let hour = number(text, 11, 2), text[13] == Mark.colon,
            let minute = number(text, 14, 2),
            text[16] == Mark.colon, let second = number(text, 17, 2),
            hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60
        else { return nil }
        var end = 19
        if end < text.count, text[end] == Mark.point {
            end += 1
            let first = end
            while number(text, end, 1) != nil { end += 1 }
            if end == first { return nil }
            parts.fraction = first..<end
        }
        guard let offset = offset(text, from: end) else { return nil }
        parts.seconds = hour * 3600 + minute * 60 + second - offset
        return parts
    }

    // MARK: Instants

    /// Returns true if a text is a date or a time.
    package static func isTime(_ text: String) -> Bool { place(of: text) != nil }

    /// Returns true if a text is a date without a time, in the years 0001 to 9999 of the proleptic
    /// Gregorian calendar.
    package static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && utc(text)?.hasPrefix(text) == true
    }

    /// Returns the place of a time in the order of all times; nil if the text is not a time.
    ///
    /// The texts of one instant have one place. Places are compared byte by byte. A place consists
    /// of the seconds since noon of a day in 4713 BC (twelve digits), and of the fraction without
    /// zeros at its end. The days are counted in the Gregorian calendar, like those of SQLite.
    package static func place(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let parts = parts(of: bytes.span) else { return nil }
        let day = JulianDay.gregorianNumber(parts.year, parts.month, parts.day)
        let seconds = String(day * 86400 - 43200 + parts.seconds)
        let fraction = bytes[parts.fraction]
        let count = (fraction.lastIndex { $0 != 0x30 }).map { $0 - fraction.startIndex + 1 } ?? 0
        let zeros = String(repeating: "0", count: max(12 - seconds.utf8.count, 0))
        let digits = String(decoding: fraction.prefix(count), as: UTF8.self)
        return zeros + seconds + (digits.isEmpty ? "" : "." + digits)
    }

    /// Returns a time in the form of RFC 3339: what SQLite writes for `CURRENT_TIMESTAMP` gets a `T`
    /// and a `Z`. Every other time is returned unchanged. Returns nil if the text is not a time.
    package static func complete(_ text: String) -> String? {
        var bytes = Array(text.utf8)
        guard let parts = parts(of: bytes.span) else { return nil }
        let hasOffset = bytes.count > max(19, parts.fraction.upperBound)
        if bytes.count == 10 || hasOffset || bytes[10] != Mark.space { return text }
        bytes[10] = Mark.t
        return String(decoding: bytes + [Mark.z], as: UTF8.self)
    }

    /// Returns a time in UTC, in the proleptic Gregorian calendar, with the digits of its fraction.
    /// Returns nil if the text is not a time in the years 0001 to 9999 of UTC. In the last second of
    /// the year 9999, the fraction has at most six digits, so that no database rounds it up.
    package static func utc(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let parts = parts(of: bytes.span) else { return nil }
        let day = JulianDay.gregorianNumber(parts.year, parts.month, parts.day)
        let seconds = day * 86400 + parts.seconds
        let (year, month, ofMonth) = JulianDay(number: seconds / 86400).gregorianDate
        guard (1...9999).contains(year) else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = String(String(10000 + year).dropFirst()) + "-" + two(month) + "-" + two(ofMonth)
        let rest = seconds % 86400
        let time = two(rest / 3600) + ":" + two(rest / 60 % 60) + ":" + two(rest % 60)
        let isLast = seconds + 1 == (JulianDay.latest + JulianDay.epoch * 86400)
        let fraction = bytes[parts.fraction].prefix(isLast ? 6 : .max)
        let digits = String(decoding: fraction, as: UTF8.self)
        return date + "T" + time + (digits.isEmpty ? "" : "." + digits) + "Z"
    }

    typealias Buffer = UnsafeMutableBufferPointer<UInt8>

    /// The maximum size of a written time in bytes.
    static var capacity: Int { 36 }

    /// Writes a time and returns the number of bytes.
    ///
    /// The time is in UTC. If only another offset gives it a year of four digits, the time has the
    /// nearest such offset.
    ///
    /// The fraction has 0, 3, 6 or 9 digits. The number of digits is the smallest with which the
    /// text reads back as the same `Date`. For a `Date` that was created from a Unix time in
    /// milliseconds, three digits suffice, although the text may read back as an adjacent `Date`.
    /// - Throws: ``JSONError`` with code `notFinite`, or with code `outOfRange` for a date outside
    ///   the years 0000 to 9999. RFC 3339 cannot express other years.
    static func write(_ date: Date, to buffer: Buffer) throws(JSONError) -> Int {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { throw JSONError(code: .notFinite) }
        let floor = time.rounded(.down)
        guard let offset = Int(exactly: floor).flatMap(offset(ofSecond:)) else {
            throw JSONError(
                code: .outOfRange, message: "the year of a date must be from 0000 to 9999")
        }
        var (units, digits) = fraction(of: date, since: floor)
        var seconds = Int(floor) + JulianDay.epoch * 86400 + offset * 60
        if units == 1_000_000_000 { (seconds, units) = (seconds + 1, 0) }
        if units == 0 { digits = 0 }
        let (year, month, day) = JulianDay(number: seconds / 86400).calendarDate
        let second = seconds % 86400
        write(year, to: buffer, at: 0, 4, then: Mark.dash)
        write(month, to: buffer, at: 5, 2, then: Mark.dash)
        write(day, to: buffer, at: 8, 2, then: Mark.t)
        write(second / 3600, to: buffer, at: 11, 2, then: Mark.colon)
        write(second / 60 % 60, to: buffer, at: 14, 2, then: Mark.colon)
        write(second % 60, to: buffer, at: 17, 2, then: digits == 0 ? Mark.z : Mark.point)
        if digits > 0 { write(units, to: buffer, at: 20, digits, then: Mark.z) }
        let count = digits == 0 ? 20 : 21 + digits
        if offset == 0 { return count }
        let minutes = abs(offset)
        buffer[count - 1] = offset < 0 ? Mark.dash : Mark.plus
        write(minutes / 60, to: buffer, at: count, 2, then: Mark.colon)
        write(minutes % 60, to: buffer, at: count + 3, 2, then: 0)
        return count + 5
    }

    /// Returns the offset in minutes with which a second since 2001 has a year from 0000 to 9999;
    /// nil if there is none.
    private static func offset(ofSecond second: Int) -> Int? {
        let first = JulianDay.earliest - 366 * 86400
        if (first..<JulianDay.latest).contains(second) { return 0 }
        let isLate = second >= JulianDay.latest
        let (missing, overflow) =
            isLate
            ? second.subtractingReportingOverflow(JulianDay.latest - 1)
            : first.subtractingReportingOverflow(second)
        // Whole hours, as far as they go.
        let most = 23 * 60 + 59
        guard !overflow, missing <= most * 60 else { return nil }
        let minutes = min((missing + 3599) / 3600 * 60, most)
        return isLate ? -minutes : minutes
    }

    /// Returns the fraction of a second as a number of units, and the maximum number of its digits.
    private static func fraction(of date: Date, since second: Double) -> (units: Int, digits: Int) {
        let time = date.timeIntervalSinceReferenceDate
        if time == second { return (0, 0) }
        for (digits, scale) in [(0, 1.0), (3, 1e3), (6, 1e6)] {
            let units = ((time - second) * scale).rounded()
            let unixTime = second + Date.timeIntervalBetween1970AndReferenceDate + units / scale
            let isSame =
                second + units / scale == time
                || digits < 6 && Date(timeIntervalSince1970: unixTime) == date
            if isSame, units < scale { return (Int(units), digits) }
        }
        return (Int(((time - second) * 1e9).rounded()), 9)
    }

    /// Reads the offset at the end of a text, and returns the offset in seconds ahead of UTC.
    /// Returns 0 if there is no offset, and nil if the text is malformed.
    private static func offset(_ text: Span<UInt8>, from start: Int) -> Int? {
        guard start < text.count else { return 0 }
        if text[start] == Mark.z || text[start] == Mark.smallZ {
            return text.count == start + 1 ? 0 : nil
        }
        guard text[start] == Mark.plus || text[start] == Mark.dash,
            let hours = number(text, start + 1, 2)
        else {
            return nil
        }
        var end = start + 3
        var minutes = 0
        if end < text.count {
            if text[end] == Mark.colon { end += 1 }
            guard let number = number(text, end, 2) else { return nil }
            minutes = number
            end += 2
        }
        let seconds = hours * 3600 + minutes * 60
        guard end == text.count, minutes < 60, hours < 24 else { return nil }
        return text[start] == Mark.plus ? seconds : -seconds
    }

    // MARK: Digits

    /// Reads a number of `count` digits at a position. Returns nil if one of the characters is not
    /// a digit.
    @inline(__always)
    private static func number(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
        guard start + count <= text.count else { return nil }
        var value = 0
        for index in start..<start + count {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    @inline(__always)
    private static func write(
        _ number: Int, to buffer: Buffer, at start: Int, _ count: Int, then mark: UInt8
    ) {
        var rest = UInt32(truncatingIfNeeded: number)
        for index in (0..<count).reversed() {
            buffer[start &+ index] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        buffer[start &+ count] = mark
    }
}

/// The characters between the numbers of a time.
private enum Mark {
    static var dash: UInt8 { UInt8(ascii: "-") }
    static var plus: UInt8 { UInt8(ascii: "+") }
    static var colon: UInt8 { UInt8(ascii: ":") }
    static var point: UInt8 { UInt8(ascii: ".") }
    static var space: UInt8 { UInt8(ascii: " ") }
    static var t: UInt8 { UInt8(ascii: "T") }
    static var smallT: UInt8 { UInt8(ascii: "t") }
    static var z: UInt8 { UInt8(ascii: "Z") }
    static var smallZ: UInt8 { UInt8(ascii: "z") }
}
