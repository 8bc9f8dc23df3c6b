// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A reader of a text according to the items of a pattern.
struct DatePatternReader {
    let text: [UInt8]
    /// The offset for a text without an offset, in seconds ahead of UTC.
    let defaultOffset: Int
    private var index = 0

    init(text: [UInt8], defaultOffset: Int) {
        self.text = text
        self.defaultOffset = defaultOffset
    }

    mutating func read(_ items: [DatePatternItem]) throws(DatePattern.Failure) -> Date {
        // The default is the first of January at midnight, and the text replaces the parts that it
        // contains.
        var values = [DateField.month: 1, .day: 1, .offset: defaultOffset]
        var scale = 1
        for item in items {
            switch item {
            case .literal(let byte):
                guard index < text.count, text[index] == byte else { throw mismatch }
                index += 1
            case .number(let field, let digits):
                let isOpen = digits == 1 && field != .fraction
                values[field] = try number(atLeast: digits, atMost: isOpen ? 2 : digits)
                if field == .fraction { for _ in 0..<digits { scale *= 10 } }
            case .offset(let colon, let zulu):
                values[.offset] = try offset(colon: colon, zulu: zulu)
            }
        }
        guard index == text.count else { throw mismatch }
        return try Self.date(values, scale: scale)
    }

    private static func date(_ values: [DateField: Int], scale: Int) throws(DatePattern.Failure)
        -> Date
    {
        let (year, month, day) = (values[.year] ?? 0, values[.month] ?? 0, values[.day] ?? 0)
        let (hour, minute) = (values[.hour] ?? 0, values[.minute] ?? 0)
        let second = values[.second] ?? 0
        guard year > 0, hour < 24, minute < 60, second < 60,
            let julianDay = JulianDay(year: year, month: month, day: day)
        else { throw DatePattern.Failure(code: .noSuchDate, offset: 0) }
        let seconds =
            julianDay.secondsSinceReferenceDate + hour * 3600 + minute * 60 + second
            - (values[.offset] ?? 0)
        return Date(
            timeIntervalSinceReferenceDate: JulianDay.interval(
                seconds: seconds, units: values[.fraction] ?? 0, scale: scale))
    }

    private mutating func number(atLeast least: Int, atMost most: Int) throws(DatePattern.Failure)
        -> Int
    {
        var value = 0
        var count = 0
        while count < most, index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value * 10 + Int(digit)
            index += 1
            count += 1
        }
        guard count >= least else { throw mismatch }
        return value
    }

    /// Reads an offset of at most 18 hours, and returns the offset in seconds ahead of UTC.
    private mutating func offset(colon: Bool, zulu: Bool) throws(DatePattern.Failure) -> Int {
        guard index < text.count else { throw mismatch }
        let start = index
        let sign = text[index]
        if zulu, sign == UInt8(ascii: "Z") {
            index += 1
            return 0
        }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { throw mismatch }
        index += 1
        let hours = try number(atLeast: 2, atMost: 2)
        if colon {
            guard index < text.count, text[index] == UInt8(ascii: ":") else { throw mismatch }
            index += 1
        }
        let minutes = try number(atLeast: 2, atMost: 2)
        let seconds = hours * 3600 + minutes * 60
        guard minutes < 60, seconds <= 18 * 3600 else {
            throw DatePattern.Failure(code: .mismatch, offset: start)
        }
        return sign == UInt8(ascii: "+") ? seconds : -seconds
    }

    private var mismatch: DatePattern.Failure {
        DatePattern.Failure(code: .mismatch, offset: index)
    }
}
