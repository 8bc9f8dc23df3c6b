// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

private func code(_ text: String, _ pattern: DatePattern) -> DatePattern.Failure.Code? {
    do {
        _ = try pattern.date(from: text)
        return nil
    } catch {
        return error.code
    }
}

/// Patterns against `DateFormatter`, at random.
///
/// `VOX_DATES=1000000` makes it so many dates for each pattern.
@Suite("Date patterns")
struct DatePatternTests {
    private static let count =
        ProcessInfo.processInfo.environment["VOX_DATES"].flatMap { Int($0) } ?? 20_000

    /// Milliseconds since 1970: the years 0001 to 9999, without a day at either end, which an offset might
    /// take out of them.
    private static let range = -62_135_683_200_000..<253_402_214_400_000

    @Test(
        "MW-091 what DateFormatter writes is read, and the same is written: 100,000 dates",
        arguments: [
            ("dd/MM/yyyy HH:mm", 60_000, 0), ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", 1, 0),
            ("d.M.yyyy H:m:s", 1_000, 5 * 3600 + 1800), ("yyyyMMddHHmmssSSSxx", 1, -9 * 3600),
            ("'am' dd.MM.yyyy 'um' HH''mm", 60_000, 3600),
        ])
    func againstFoundation(text: String, milliseconds: Int, offset: Int) throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset)
        formatter.dateFormat = text
        let pattern = DatePattern(text, secondsFromUTC: offset)
        #expect(pattern.error == nil)
        var random = Seeded(UInt64(text.utf8.count))
        for _ in 0..<Self.count {
            let raw = Self.range.lowerBound + random.below(Self.range.count)
            let time = raw - raw % milliseconds
            let date = Date(timeIntervalSince1970: Double(time) / 1000)
            let written = formatter.string(from: date)
            let read = try pattern.date(from: written)
            let isTheSame =
                try pattern.text(of: date) == written
                && abs(read.timeIntervalSince(date)) < 1e-4
                && pattern.text(of: read) == written
            try #require(isTheSame, "\(written) at \(time)")
        }
    }

    @Test(
        "MW-091 text that does not fit, and dates that are none, are refused",
        arguments: [
            ("dd/MM/yyyy", "31/02/2015", DatePattern.Failure.Code.noSuchDate),
            ("dd/MM/yyyy", "29/02/2015", .noSuchDate), ("dd/MM/yyyy", "29/02/1900", .noSuchDate),
            ("dd/MM/yyyy", "31/04/2015", .noSuchDate), ("dd/MM/yyyy", "00/04/2015", .noSuchDate),
            ("dd/MM/yyyy", "01/13/2015", .noSuchDate), ("dd/MM/yyyy", "01/00/2015", .noSuchDate),
            ("dd/MM/yyyy", "01/01/0000", .noSuchDate), ("dd/MM/yyyy", "10/10/1582", .noSuchDate),
            ("dd/MM/yyyy", "1/01/2015", .mismatch), ("dd/MM/yyyy", "01/01/15", .mismatch),
            ("dd/MM/yyyy", "01-01-2015", .mismatch), ("dd/MM/yyyy", " 01/01/2015", .mismatch),
            ("dd/MM/yyyy", "01/01/2015 ", .mismatch), ("dd/MM/yyyy", "01/01/20155", .mismatch),
            ("dd/MM/yyyy", "", .mismatch), ("dd/MM/yyyy", "+1/01/2015", .mismatch),
            ("dd/MM/yyyy", "٠١/01/2015", .mismatch), ("dd/MM/yyyy", "01/01/2015\u{301}", .mismatch),
            ("yyyy HH", "2015 12", .invalidPattern),
            ("yyyy-MM-dd HH:mm", "2015-01-01 24:00", .noSuchDate),
            ("yyyy-MM-dd HH:mm", "2015-01-01 12:60", .noSuchDate),
            ("yyyy-MM-dd HH:mm:ss", "2015-01-01 12:00:60", .noSuchDate),
            ("yyyy-MM-dd HH:mm:ss.SSS", "2015-01-01 12:00:00.12", .mismatch),
            ("yyyy-MM-dd HH:mm:ss.SSS", "2015-01-01 12:00:00.1234", .mismatch),
            ("yyyy-MM-dd HH:mmXXX", "2015-01-01 12:00", .mismatch),
            ("yyyy-MM-dd HH:mmXXX", "2015-01-01 12:00z", .mismatch),
            ("yyyy-MM-dd HH:mmXXX", "2015-01-01 12:00+0100", .mismatch),
            ("yyyy-MM-dd HH:mmXXX", "2015-01-01 12:00+18:01", .mismatch),
            ("yyyy-MM-dd HH:mmXXX", "2015-01-01 12:00+01:60", .mismatch),
            ("yyyy-MM-dd HH:mmxxx", "2015-01-01 12:00Z", .mismatch),
            ("yyyy-MM-dd HH:mmxx", "2015-01-01 12:00+01:00", .mismatch),
        ])
    func refused(pattern: String, text: String, expected: DatePattern.Failure.Code) {
        #expect(code(text, DatePattern(pattern)) == expected)
    }

    @Test("MW-091 offsets, fractions and parts that are left out")
    func parts() throws {
        func seconds(_ pattern: String, _ text: String, offset: Int = 0) throws -> Double {
            try DatePattern(pattern, secondsFromUTC: offset).date(from: text).timeIntervalSince1970
        }
        #expect(try seconds("yyyy", "1970") == 0)
        #expect(try seconds("MM/yyyy", "02/1970") == 31 * 86_400)
        #expect(try seconds("d/M/yyyy", "2/1/1970") == 86_400)
        #expect(try seconds("d/M/yyyy", "02/01/1970") == 86_400)
        #expect(try seconds("yyyy-MM-dd HH", "1970-01-01 05", offset: 3600) == 4 * 3600)
        #expect(try seconds("yyyy-MM-dd HHXX", "1970-01-01 00Z") == 0)
        #expect(try seconds("yyyy-MM-dd HHXX", "1970-01-01 00+0130") == -5400)
        #expect(try seconds("yyyy-MM-dd HHxxx", "1970-01-01 00-18:00") == 18 * 3600)
        #expect(try seconds("yyyy-MM-dd HH:mm:ss.S", "1970-01-01 00:00:00.5") == 0.5)
        #expect(
            try seconds("yyyy-MM-dd HH:mm:ss.SSSSSSSSS", "2001-01-01 00:00:01.123456789")
                == Date(timeIntervalSinceReferenceDate: 1.123456789).timeIntervalSince1970)

        let moment = Date(timeIntervalSince1970: 1_451_477_553.999_6)
        func text(_ pattern: String, offset: Int = 0) throws -> String {
            try DatePattern(pattern, secondsFromUTC: offset).text(of: moment)
        }
        #expect(try text("HH:mm:ss yyyy-MM-dd") == "12:12:33 2015-12-30", "a clock does not round")
        #expect(try text("yyyy-MM-dd HH:mm:ss.SSS") == "2015-12-30 12:12:34.000")
        #expect(try text("yyyy-MM-dd HH:mm:ss.SSSS") == "2015-12-30 12:12:33.9996")
        #expect(try text("yyyy-MM-dd HH:mmXXX") == "2015-12-30 12:12Z")
        #expect(try text("yyyy-MM-dd HH:mmxxx") == "2015-12-30 12:12+00:00")
        #expect(try text("yyyy-MM-dd HH:mmXXX", offset: -5400) == "2015-12-30 10:42-01:30")
        #expect(try text("yyyy-MM-dd HH:mmxx", offset: 64_800) == "2015-12-31 06:12+1800")
    }

    @Test(
        "MW-091 patterns that mean nothing are refused, with the place",
        arguments: [
            ("", 0), ("dd/MM", 5), ("dd/MM/yy", 6), ("dd/MMM/yyyy", 3), ("EEE dd/MM/yyyy", 0),
            ("hh:mm a", 0), ("yyyy-MM-dd hh:mm", 11), ("yyyy-MM-dd HH:mm Z", 17),
            ("yyyy-MM-ddTHH:mm", 10), ("yyyy-MM-dd 'at", 11), ("yyyy-dd", 7), ("yyyy-MM-dd mm", 13),
            ("yyyy-MM-dd HH:ss", 16), ("yyyy-MM-dd HH:mm.SSS", 20), ("yyyy-yyyy", 5),
            ("yyyyM", -1), ("yyyyMd", 5), ("yyyy-M'1'", 6), ("yyyy-M1", 6), ("yyyy-MM-dd XXX", 14),
            ("yyyyy", 0), ("yyyy-MM-dd HH:mm:ss.SSSSSSSSSS", 20), ("yyyy-MM-ddX", 10),
        ])
    func patterns(text: String, offset: Int) {
        let error = DatePattern(text).error
        #expect(error?.code == (offset < 0 ? nil : .invalidPattern), "\(text)")
        if offset >= 0 {
            #expect(error?.offset == offset, "\(text)")
            #expect(code("2015", DatePattern(text)) == .invalidPattern)
            #expect(throws: DatePattern.Failure.self) { try DatePattern(text).text(of: Date()) }
        }
    }

    @Test("MW-091 offsets of patterns have whole minutes, 18 hours at most")
    func patternOffsets() {
        for seconds in [64_800, -64_800, 60, 0] {
            #expect(DatePattern("yyyy", secondsFromUTC: seconds).error == nil)
        }
        for seconds in [64_860, -64_860, 30, Int.max, Int.min] {
            #expect(DatePattern("yyyy", secondsFromUTC: seconds).error?.code == .invalidPattern)
        }
    }

    @Test("MW-091 dates that have no year of four digits are refused when written")
    func outOfRange() throws {
        let pattern = DatePattern("yyyy-MM-dd")
        #expect(
            try pattern.text(of: Date(timeIntervalSince1970: 253_402_300_799)) == "9999-12-31")
        for seconds in [
            253_402_300_800, -62_135_769_601, 1e300, -1e300, .infinity, -.infinity, .nan,
        ] {
            do {
                _ = try pattern.text(of: Date(timeIntervalSince1970: seconds))
                Issue.record("\(seconds) has a text")
            } catch {
                #expect(error.code == .outOfRange)
            }
        }
    }

    @Test("MW-091 strict dates of RFC 3339: Z or offset, fraction or none, nothing counts on")
    func strictTimestamps() throws {
        let transform = ValueTransform<String, Date>.date
        let moment = Date(timeIntervalSince1970: 1_451_477_553)
        for text in [
            "2015-12-30T12:12:33Z", "2015-12-30T12:12:33.000Z", "2015-12-30T07:12:33-05:00",
            "2015-12-30T13:12:33.0+0100", "2015-12-30 12:12:33",
        ] {
            #expect(try transform.decode(text) == moment, "\(text)")
        }
        #expect(try transform.decode("2015-12-30") == moment - 12 * 3600 - 12 * 60 - 33)
        #expect(try transform.decode("2015-12-30T12:12:33.25Z") == moment + 0.25)
        #expect(try transform.encode(moment) == "2015-12-30T12:12:33Z")
        for text in [
            "2015-02-29", "2015-02-31T00:00:00Z", "2015-12-30T24:00:00Z", "2016-12-31T23:59:60Z",
            "2015-12-30T12:60:00Z", "2015-12-30T12:12Z", "1451477553", "", "30/12/2015",
            "2015-12-30T12:12:33Zx",
        ] {
            #expect(throws: (any Error).self, "\(text)") { try transform.decode(text) }
        }
    }

    @Test("MW-091 Unix times: seconds and milliseconds, whole or with a fraction")
    func unixTimes() throws {
        let whole = ValueTransform<Int, Date>.secondsSince1970
        let seconds = ValueTransform<Double, Date>.secondsSince1970
        let milliseconds = ValueTransform<Int, Date>.millisecondsSince1970
        let fine = ValueTransform<Double, Date>.millisecondsSince1970
        for time in [0, -1, 1_451_477_553, 253_402_300_800] {
            let date = Date(timeIntervalSince1970: Double(time))
            #expect(try whole.decode(time) == date && whole.encode(date) == time)
            #expect(try seconds.decode(Double(time)) == date)
            #expect(try seconds.encode(date) == Double(time))
            #expect(
                try milliseconds.decode(time * 1000) == date
                    && milliseconds.encode(date) == time * 1000)
        }
        var random = Seeded(3)
        for _ in 0..<10_000 {
            let time = random.below(4_000_000_000_000) - 1_000_000_000_000
            #expect(try milliseconds.encode(milliseconds.decode(time)) == time)
        }
        #expect(try whole.encode(Date(timeIntervalSince1970: -0.5)) == -1)
        #expect(try seconds.decode(0.5) == Date(timeIntervalSince1970: 0.5))
        #expect(try fine.decode(0.5) == Date(timeIntervalSince1970: 0.0005))
        for date in [
            Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: .nan),
            Date(timeIntervalSince1970: -.infinity),
        ] {
            #expect(throws: JSONError.self) { try whole.encode(date) }
            #expect(throws: JSONError.self) { try milliseconds.encode(date) }
        }
    }
}
