// SPDX-License-Identifier: MIT

/// The dates of RFC 3339, such as `2026-11-26T08:49:37.5+01:00`.
enum InternetDate {
    /// Returns the time since 1970; nil if the text is not a date.
    static func sinceEpoch(_ text: some StringProtocol) -> Duration? {
        let bytes = Array(text.utf8.prefix(64))
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let zoneStart = bytes[19...].firstIndex { !$0.isDigit && $0 != UInt8(ascii: ".") }
        guard let zoneStart, let offset = zoneOffset(bytes[zoneStart...]),
            let fraction = fraction(bytes[19..<zoneStart])
        else { return nil }
        let days = HTTPDate.daysSince1970(year: year, month: Int(month), day: day)
        return .seconds(((days * 24 + hour) * 60 + minute) * 60 + second - offset) + fraction
    }

    /// Reads the fraction of a second, which may be empty.
    private static func fraction(_ bytes: ArraySlice<UInt8>) -> Duration? {
        bytes.isEmpty ? .zero : DelaySeconds.duration("0" + String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the offset from UTC in seconds: `Z` or `+08:00`.
    private static func zoneOffset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let zone = Array(bytes)
        if zone.count == 1, zone[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard zone.count == 6, zone[3] == UInt8(ascii: ":"),
            zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]),
            hours < 24, minutes < 60
        else { return nil }
        let offset = (hours * 60 + minutes) * 60
        return zone[0] == UInt8(ascii: "-") ? -offset : offset
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
