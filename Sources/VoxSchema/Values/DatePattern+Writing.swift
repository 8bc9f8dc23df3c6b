// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A writer of a date according to the items of a pattern.
struct DatePatternWriter {
    let date: Date
    /// The offset in seconds ahead of UTC.
    let offset: Int

    func write(_ items: [DatePatternItem]) throws(DatePattern.Failure) -> String {
        let digits = items.reduce(0) { digits, item in
            if case .number(.fraction, let count) = item { count } else { digits }
        }
        let values = try values(fractionDigits: digits)
        var text: [UInt8] = []
        for item in items {
            switch item {
            case .literal(let byte): text.append(byte)
            case .number(let field, let digits): text += padded(values[field] ?? 0, digits)
            case .offset(let colon, let zulu): text += offsetText(colon: colon, zulu: zulu)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the parts of the date at the offset.
    private func values(fractionDigits: Int) throws(DatePattern.Failure) -> [DateField: Int] {
        let time = date.timeIntervalSinceReferenceDate
        // The bound is outside the years that can be written and well inside the range of integers.
        guard time.isFinite, abs(time) < 1e12 else { throw outOfRange }
        var scale = 1
        for _ in 0..<fractionDigits { scale *= 10 }
        let floor = time.rounded(.down)
        var seconds = Int(floor) + offset
        var units = 0
        if scale > 1 {
            units = Int(((time - floor) * Double(scale)).rounded())
            if units == scale { (seconds, units) = (seconds + 1, 0) }
        }
        guard let (day, rest) = JulianDay.containing(secondsSinceReferenceDate: seconds) else {
            throw outOfRange
        }
        let (year, month, dayOfMonth) = day.calendarDate
        return [
            .year: year, .month: month, .day: dayOfMonth, .hour: rest / 3600,
            .minute: rest / 60 % 60, .second: rest % 60, .fraction: units,
        ]
    }

    private var outOfRange: DatePattern.Failure {
        DatePattern.Failure(code: .outOfRange, offset: 0)
    }

    private func padded(_ number: Int, _ digits: Int) -> [UInt8] {
        let text = Array(String(number).utf8)
        return Array(repeating: UInt8(ascii: "0"), count: max(digits - text.count, 0)) + text
    }

    private func offsetText(colon: Bool, zulu: Bool) -> [UInt8] {
        if zulu, offset == 0 { return [UInt8(ascii: "Z")] }
        let minutes = abs(offset) / 60
        return [UInt8(ascii: offset < 0 ? "-" : "+")] + padded(minutes / 60, 2)
            + (colon ? [UInt8(ascii: ":")] : []) + padded(minutes % 60, 2)
    }
}
