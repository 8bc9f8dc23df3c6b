// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The date format of an API that does not use RFC 3339, such as `dd/MM/yyyy HH:mm`.
///
/// ```swift
/// let pattern = DatePattern("dd/MM/yyyy HH:mm")
/// let date = try pattern.date(from: "30/12/2015 12:12")
/// print(try pattern.text(of: date))  // prints: 30/12/2015 12:12
/// ```
///
/// The letters are the numeric pattern letters of Unicode TR 35:
///
/// | letters | meaning | read and written |
/// |---|---|---|
/// | `yyyy` | year | four digits, 0001 to 9999 |
/// | `MM`, `M` | month | two digits; one or two |
/// | `dd`, `d` | day | two digits; one or two |
/// | `HH`, `H` | hour, 0 to 23 | two digits; one or two |
/// | `mm`, `m` | minute | two digits; one or two |
/// | `ss`, `s` | second, 0 to 59 | two digits; one or two |
/// | `S` to `SSSSSSSSS` | fraction of a second | as many digits |
/// | `XXX`, `XX` | offset, `Z` for UTC | `Z` or `+01:00`; `Z` or `+0100` |
/// | `xxx`, `xx` | offset | `+01:00`; `+0100` |
/// | `'T'`, `''` | the letters between apostrophes; an apostrophe | as they are |
/// | any character except ASCII letters | itself | as it is |
///
/// A pattern uses no locale and no names of months or days. A pattern refuses a text that is longer
/// or shorter than the pattern allows, a text with additional characters before or after the date,
/// a day that does not exist in its month, hour 24, and second 60. Each unit requires all larger
/// units, so a day requires a month, and a minute requires an hour. A day or month that is missing
/// in the pattern is 1. If the pattern has no time, the time is midnight.
///
/// Creating a pattern does not parse it. The pattern is parsed each time a date is read or written,
/// and an error in the pattern is thrown at that time. To find an error in a pattern before a date
/// is read or written, read ``error``. The calendar is the calendar of `Attribute<Date>`: Gregorian
/// since 1582-10-15, and Julian before that day.
public struct DatePattern: Hashable, Sendable {
    /// The pattern.
    public let text: String

    /// The offset from UTC in seconds. A positive offset means that local time is ahead of UTC. The
    /// offset is used for texts without an offset, and for dates that are written.
    public let secondsFromUTC: Int

    /// Creates a pattern. If the offset exceeds 18 hours or is not a whole number of minutes, every
    /// use of the pattern throws.
    public init(_ text: String, secondsFromUTC: Int = 0) {
        self.text = text
        self.secondsFromUTC = secondsFromUTC
    }

    /// The error in the pattern, or nil if the pattern is valid.
    public var error: DatePattern.Failure? {
        do {
            _ = try items()
            return nil
        } catch {
            return error
        }
    }

    /// Reads a date.
    /// - Throws: ``DatePattern/Failure`` with code `invalidPattern`, `mismatch` or `noSuchDate`.
    public func date(from text: String) throws(DatePattern.Failure) -> Date {
        var reader = DatePatternReader(text: Array(text.utf8), defaultOffset: secondsFromUTC)
        return try reader.read(items())
    }

    /// Writes a date.
    ///
    /// If the pattern has a fraction, the time is rounded to the number of digits in the fraction.
    /// If the pattern has no fraction, the time is rounded down to the second.
    /// - Throws: ``DatePattern/Failure`` with code `invalidPattern`, or with code `outOfRange` if the
    ///   date is not finite or is outside the years 0001 to 9999.
    public func text(of date: Date) throws(DatePattern.Failure) -> String {
        try DatePatternWriter(date: date, offset: secondsFromUTC).write(items())
    }
}

extension DatePattern {
    /// An error in a date pattern, or in a text that does not match its date pattern.
    public struct Failure: Error, Hashable, Sendable {
        /// The kind of failure.
        public enum Code: Hashable, Sendable {
            /// The pattern has unknown letters, the same unit twice, a unit without the larger units
            /// that it requires, or two items that cannot be separated.
            case invalidPattern
            /// The text does not match the pattern.
            case mismatch
            /// The day or the time of day does not exist.
            case noSuchDate
            /// The year of the date does not have four digits.
            case outOfRange
        }

        /// The kind of failure.
        public let code: Code

        /// The position of the error, in bytes: in the pattern for `invalidPattern`, and in the text
        /// for `mismatch`.
        public let offset: Int
    }
}

extension DatePattern.Failure: CustomStringConvertible {
    /// One line, which does not contain the text of the date.
    public var description: String {
        switch code {
        case .invalidPattern: "the date pattern is invalid from byte \(offset) on"
        case .mismatch: "the text does not fit the date pattern from byte \(offset) on"
        case .noSuchDate: "the date or the time of day does not exist"
        case .outOfRange: "the year of a date must be from 0001 to 9999"
        }
    }
}
