// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How an API writes its dates, when that is not RFC 3339: `dd/MM/yyyy HH:mm`.
///
/// ```swift
/// let pattern = DatePattern("dd/MM/yyyy HH:mm")
/// let date = try pattern.date(from: "30/12/2015 12:12")
/// print(try pattern.text(of: date))  // prints: 30/12/2015 12:12
/// ```
///
/// The letters are those of Unicode TR 35, as far as they stand for numbers:
///
/// | letters | stand for | read and written |
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
/// | everything that is no letter of ASCII | itself | as it is |
///
/// No locale is asked, no name of a month or a day is known, and nothing is guessed: text of another
/// width, with something in front or behind, with a day that its month does not have, or with hour 24 or
/// second 60, is refused. Units need the larger ones: no day without a month, no minute without an hour.
/// Day and month that a pattern leaves out are 1, the time is midnight.
///
/// Making one costs nothing; a pattern is read along with each text, and what is wrong with it is thrown
/// then, or told by ``error``. The calendar is that of `Attribute<Date>`: Gregorian since 1582-10-15,
/// Julian before.
public struct DatePattern: Hashable, Sendable {
    /// The pattern.
    public let text: String

    /// Seconds that the times of texts without an offset are ahead of UTC, and those that are written.
    public let secondsFromUTC: Int

    /// Makes a pattern. With an offset beyond 18 hours, or of broken minutes, every call throws.
    public init(_ text: String, secondsFromUTC: Int = 0) {
        self.text = text
        self.secondsFromUTC = secondsFromUTC
    }

    /// What is wrong with the pattern; nil when it can be used.
    public var error: DatePatternError? {
        do {
            _ = try items()
            return nil
        } catch {
            return error
        }
    }

    /// Reads a date.
    /// - Throws: ``DatePatternError`` with code `invalidPattern`, `mismatch`, or `noSuchDate`.
    public func date(from text: String) throws(DatePatternError) -> Date {
        var reader = DatePatternReader(text: Array(text.utf8), defaultOffset: secondsFromUTC)
        return try reader.read(items())
    }

    /// Writes a date. A fraction is the nearest that its digits can say; without one, the second that
    /// has begun counts.
    /// - Throws: ``DatePatternError`` with code `invalidPattern`, or `outOfRange` for a date outside of
    ///   the years 0001 to 9999, or none.
    public func text(of date: Date) throws(DatePatternError) -> String {
        try DatePatternWriter(date: date, offset: secondsFromUTC).write(items())
    }
}

/// Why a text is no date of a pattern, or a pattern none.
public struct DatePatternError: Error, Hashable, Sendable {
    /// The kind of failure.
    public enum Code: Hashable, Sendable {
        /// The pattern has letters that stand for no number, or twice the same, or units without the
        /// larger ones, or its parts cannot be told apart.
        case invalidPattern
        /// The text does not have the form of the pattern.
        case mismatch
        /// There is no such day, or no such time of day.
        case noSuchDate
        /// The date has no year of four digits.
        case outOfRange
    }

    /// The kind of failure.
    public let code: Code

    /// Bytes in front of the fault: in the pattern for `invalidPattern`, in the text for `mismatch`.
    public let offset: Int
}

extension DatePatternError: CustomStringConvertible {
    /// One line, without the text that was read.
    public var description: String {
        switch code {
        case .invalidPattern: "the date pattern is not understood from byte \(offset) on"
        case .mismatch: "the text does not fit the date pattern from byte \(offset) on"
        case .noSuchDate: "there is no such date or time of day"
        case .outOfRange: "the year of a date in text is one of 0001 to 9999"
        }
    }
}
