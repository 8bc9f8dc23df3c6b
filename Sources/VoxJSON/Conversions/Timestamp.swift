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
    /// Returns true if a text is a date or a time in the years 0001 to 9999 of UTC.
    package static func isTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let date = read(bytes.span) else { return false }
        return JulianDay.containing(
            secondsSinceReferenceDate: Int(date.timeIntervalSinceReferenceDate.rounded(.down)))
            != nil
    }

    /// Reads a time from bytes. Returns nil if the text is not a time.
    ///
    /// Second 60, a leap second (RFC 3339, section 5.6), counts as the first second of the next
    /// minute. 24:00:00 counts as the beginning of the next day. Every other date or time that does
    /// not exist is refused. The offset is at most 18 hours. The result is the `Date` nearest to
    /// the time with its fraction, down to nanoseconds. Digits of the fraction after the fifteenth
    /// are dropped.
    static func read(_ text: Span<UInt8>) -> Date? {
        guard text.count >= 10, let year = number(text, 0, 4), text[4] == Mark.dash,
            let month = number(text, 5, 2), text[7] == Mark.dash, let day = number(text, 8, 2),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let julianDay = JulianDay(number: JulianDay.number(year, month, day))
        // A day that the month does not have would get the number of a day in the next month.
        guard day <= 28 || julianDay.calendarDate.day == day else { return nil }
        var seconds = julianDay.secondsSinceReferenceDate
        if text.count == 10 { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
        guard text.count >= 19,
            text[10] == Mark.t || text[10] == Mark.smallT || text[10] == Mark.space,
            let hour = number(text, 11, 2), text[13] == Mark.colon,
            let minute = number(text, 14, 2),
            text[16] == Mark.colon, let second = number(text, 17, 2),
            hour < 24 || (hour == 24 && minute == 0 && second == 0), minute < 60, second <= 60
        else { return nil }
        seconds += hour * 3600 + minute * 60 + second
        var end = 19
        var (units, scale) = (0, 1)
        if end < text.count, text[end] == Mark.point {
            end += 1
            let first = end
            while end < text.count, let digit = number(text, end, 1) {
                if end - first < 15 { (units, scale) = (units * 10 + digit, scale * 10) }
                end += 1
            }
            if end == first { return nil }
        }
        guard let offset = offset(text, from: end) else { return nil }
        seconds -= offset
        return Date(
            timeIntervalSinceReferenceDate: JulianDay.interval(
                seconds: seconds, units: units, scale: scale))
    }

    typealias Buffer = UnsafeMutableBufferPointer<UInt8>

    /// The maximum size of a written time in bytes.
    static var capacity: Int { 30 }

    /// Writes a time in UTC and returns the number of bytes.
    ///
    /// The fraction has 0, 3, 6 or 9 digits. The number of digits is the smallest with which the
    /// text reads back as the same `Date`. For a `Date` that was created from a Unix time in
    /// milliseconds, three digits suffice, although the text may read back as an adjacent `Date`.
    /// - Throws: ``JSONError`` with code `notFinite`, or with code `outOfRange` for a date outside
    ///   the years 0001 to 9999. RFC 3339 cannot express other years.
    static func write(_ date: Date, to buffer: Buffer) throws(JSONError) -> Int {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { throw JSONError(code: .notFinite) }
        guard time >= Double(JulianDay.earliest), time < Double(JulianDay.latest) else {
            throw JSONError(
                code: .outOfRange, message: "the year of a date must be from 0001 to 9999")
        }
        let floor = time.rounded(.down)
        var (units, digits) = fraction(of: date, since: floor)
        var seconds = Int(floor) + JulianDay.epoch * 86400
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
        return digits == 0 ? 20 : 21 + digits
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
        guard end == text.count, minutes < 60, seconds <= 18 * 3600 else { return nil }
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
