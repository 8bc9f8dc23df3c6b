// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

/// Dates against the ISO 8601 style of Foundation, at random.
///
/// `VOX_DATES=1000000` makes it so many dates; without, it is a number that takes a moment.
@Suite("Dates")
struct DateTests {
    private static let count =
        ProcessInfo.processInfo.environment["VOX_DATES"].flatMap { Int($0) } ?? 4_000

    /// Seconds since 1970: the first of the year 0001 in Foundation's calendar, and of 10000.
    private static let years = -62_135_769_600..<253_402_300_800

    private static let style = Date.ISO8601FormatStyle()

    private func read(_ text: String) throws -> Date {
        let json: JSON = [:]
        json.a = text
        return try json.a.vox.value()
    }

    private func written(_ date: Date) throws -> String {
        let json: JSON = [:]
        try json.a.vox.set(date)
        return try #require(json.a)
    }

    private func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: count - text.count) + text
    }

    @Test("JA-165 years 0001 to 9999: what Foundation writes is read, and the same is written")
    func seconds() throws {
        var random = Seeded(12)
        for _ in 0..<Self.count {
            let second = Self.years.lowerBound + random.below(Self.years.count)
            let date = Date(timeIntervalSince1970: Double(second))
            let text = Self.style.format(date)
            let isTheSame = try written(date) == text && read(text) == date
            try #require(isTheSame, "\(text)")
        }
    }

    @Test("every offset up to 23:59 is read; up to 18 hours, as Foundation reads it")
    func offsets() throws {
        var random = Seeded(13)
        let noon = try read("1991-03-26T12:00:00Z")
        for minutes in 0..<24 * 60 {
            let offset = digits(minutes / 60, 2) + ":" + digits(minutes % 60, 2)
            for (sign, seconds) in [("+", -minutes * 60), ("-", minutes * 60)] {
                let date = try read("1991-03-26T12:00:00\(sign)\(offset)")
                try #require(date == noon + Double(seconds), "\(sign)\(offset)")
            }
        }
        for minutes in -18 * 60...18 * 60 {
            let year = digits(1 + random.below(9999), 4)
            let (hours, rest) = (digits(abs(minutes) / 60, 2), digits(abs(minutes) % 60, 2))
            let sign = minutes < 0 ? "-" : "+"
            for offset in ["\(hours):\(rest)", "\(hours)\(rest)"] + (rest == "00" ? [hours] : []) {
                let text = "\(year)-03-26T15:06:40\(sign)\(offset)"
                try #require(try read(text) == Date(text, strategy: .iso8601), "\(text)")
            }
        }
        for text in [
            "1991-03-26T15:06:40+24:00", "1991-03-26T15:06:40-24", "1991-03-26T15:06:40+1",
        ] {
            #expect(throws: JSONError.self, "\(text)") { try read(text) }
        }
    }

    @Test("a fraction gives the nearest date, up to nanoseconds; what is read is written again")
    func fractions() throws {
        var random = Seeded(14)
        for _ in 0..<Self.count {
            // Close to 2001 a date tells nanoseconds apart, and the decimal is what it holds.
            let near = random.below(2_000_000)
            let nanoseconds = random.below(1_000_000_000)
            let fraction = digits(nanoseconds, 9)
            let moment = Date(timeIntervalSinceReferenceDate: Double(near))
            let text = Self.style.format(moment).dropLast() + "." + fraction + "Z"
            let date = try read(String(text))
            let isNearest = Double("\(near).\(fraction)") == date.timeIntervalSinceReferenceDate
            let difference = try read(written(date)).timeIntervalSince(date)
            try #require(isNearest && abs(difference) < 1e-9, "\(text)")

            let second = Self.years.lowerBound + random.below(Self.years.count)
            let far = Date(timeIntervalSince1970: Double(second))
            let other = try read(String(Self.style.format(far).dropLast() + "." + fraction + "Z"))
            #expect(other == far.addingTimeInterval(Double(nanoseconds) / 1e9))
            let otherText = try written(other)
            let again = try read(otherText)
            // A Unix time in milliseconds is written as such, although it may be off by the last bit.
            let isTheSame =
                again == other
                || otherText.utf8.count == 24
                    && abs(again.timeIntervalSince(other)) <= other.timeIntervalSince1970.ulp
            try #require(isTheSame, "\(otherText)")
        }
    }

    @Test("whole seconds and milliseconds of a Unix time are written as such")
    func milliseconds() throws {
        var random = Seeded(15)
        for _ in 0..<Self.count {
            let (second, fraction) = (random.below(4_000_000_000), random.below(1000))
            let date = Date(timeIntervalSince1970: Double(second) + Double(fraction) / 1000)
            let text = try written(date)
            let whole = Self.style.format(Date(timeIntervalSince1970: Double(second))).dropLast()
            try #require(text == whole + (fraction == 0 ? "Z" : ".\(digits(fraction, 3))Z"))
        }
        #expect(
            try written(read("2001-01-01T00:00:01.123456789Z")) == "2001-01-01T00:00:01.123456789Z")
        #expect(try written(read("1991-03-26T15:06:40.1234Z")) == "1991-03-26T15:06:40.123400Z")
    }

    @Test(
        "a leap second and hour 24 are the moment after",
        arguments: [
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.500Z"),
            ("2016-12-31T18:59:60-05:00", "2017-01-01T00:00:00Z"),
            ("9999-12-31T23:59:60+00:01", "9999-12-31T23:59:00Z"),
            ("1992-02-29", "1992-02-29T00:00:00Z"), ("2000-02-29", "2000-02-29T00:00:00Z"),
            ("1500-02-29", "1500-02-29T00:00:00Z"), ("0004-02-29", "0004-02-29T00:00:00Z"),
            ("1991-03-26T24:00:00Z", "1991-03-27T00:00:00Z"),
            ("1582-10-04", "1582-10-04T00:00:00Z"), ("1582-10-15", "1582-10-15T00:00:00Z"),
        ])
    func overflowing(text: String, later: String) throws {
        #expect(try written(read(text)) == later)
    }

    @Test(
        "fields of another width, and text behind the offset, are refused",
        arguments: [
            "1991-3-026T00:00:00Z", "01991-3-26T00:00:00Z", "1991-03-26T0:00:00Z",
            "1991-03-26T00:0:00Z", "1991-03-26T00:00:0ZZ", "1991-03-26T00:00:00+02:00Z",
            "1991-03-26T00:00:00+02:0", "1991-3-026", "1991-00-10", "1991-10-00", "1991-10-32",
            "+991-03-26", "1991-03-26T00:00:00,5Z", "1991-03-26T00:00:00.5+", "1991-03-26T",
            "1991-03-26T00:00:00Z\u{301}", "١٩٩١-03-26",
        ])
    func anotherForm(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test(
        "MW-091 what no calendar and no clock has is refused",
        arguments: [
            "1991-02-29", "1900-02-29", "2024-02-30", "2024-02-31T00:00:00Z", "2024-04-31",
            "2024-06-31", "2024-09-31", "2024-11-31", "2024-01-32", "0000-02-30",
            "2024-01-01T25:00:00Z", "2024-01-01T24:00:01Z", "2024-01-01T24:01:00Z",
            "2024-01-01T10:60:00Z", "2024-01-01T10:00:61Z", "2024-01-01T10:00:00+01:60",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test(
        "MW-091 every time that is read is written: at the ends of time, too",
        arguments: [
            ("9999-12-31T23:59:59-12:00", "9999-12-31T23:59:59-12:00"),
            ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999969Z"),
            ("9999-12-31T23:59:59.999999999999999999-23:59", "9999-12-31T23:59:59.999969-23:59"),
            ("9999-12-31T23:00:00-01:30", "9999-12-31T23:30:00-01:00"),
            ("9999-12-31T24:00:00Z", "9999-12-31T23:00:00-01:00"),
            ("0000-06-01", "0000-06-01T00:00:00Z"), ("0000-01-01", "0000-01-01T00:00:00Z"),
            ("0001-01-01T00:00:00+01:00", "0000-12-31T23:00:00Z"),
            ("0000-01-01T00:00:00+01:30", "0000-01-01T00:30:00+02:00"),
            ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00+23:59"),
        ])
    func ends(text: String, again: String) throws {
        let date = try read(text)
        #expect(try written(date).prefix(19) == again.prefix(19))
        #expect(try written(date).suffix(6) == again.suffix(6) || again.contains("."))
        #expect(try read(written(date)) == date)
    }

    @Test("a date that the form does not know is refused when written")
    func outOfRange() throws {
        #expect(
            try written(Date(timeIntervalSince1970: 253_402_300_799.5)).hasPrefix("9999-12-31T23"))
        let json = try JSON(parsing: #"{"a":1}"#)
        for date in [
            Date(timeIntervalSince1970: 253_402_300_800 + 86400), .distantFuture + 1e12,
            Date(timeIntervalSince1970: -62_135_769_600 - 367 * 86400),
            Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300),
        ] {
            let error = #expect(throws: JSONError.self) { try json.a.vox.set(date) }
            #expect(error?.code == .outOfRange && error?.pointer == "/a")
            json.b.c = date
            #expect(json.vox.failure?.code == .outOfRange && json.vox.failure?.pointer == "/b/c")
            json.vox.failure = nil
        }
        for seconds in [Double.nan, .infinity, -.infinity] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let error = #expect(throws: JSONError.self) { try json.a.vox.set([date]) }
            #expect(error?.code == .notFinite)
        }
        #expect(try json.vox.text() == #"{"a":1}"#)
    }
}
