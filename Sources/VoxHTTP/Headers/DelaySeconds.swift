// SPDX-License-Identifier: MIT

/// Numbers of seconds in header fields: digits, and optionally a decimal point and more digits.
enum DelaySeconds {
    /// The largest number of seconds. Larger numbers are read as this number. This number is large
    /// enough for a Unix time in milliseconds, and small enough for a `Duration`.
    private static let most: Int64 = 1_000_000_000_000_000

    /// Reads a number of seconds. Digits after the ninth decimal place are ignored.
    /// - Returns: the duration; nil for any other text, such as a negative number or a number with
    ///   an exponent.
    static func duration(_ text: some StringProtocol) -> Duration? {
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var decimals: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), decimals == nil, digits > 0 {
                decimals = 0
                digits = 0
                continue
            }
            guard byte.isDigit else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            digits += 1
            if let count = decimals {
                guard count < 9 else { continue }
                fraction = fraction * 10 + digit
                decimals = count + 1
            } else {
                whole = min(whole * 10 + digit, most)
            }
        }
        guard digits > 0 else { return nil }
        for _ in (decimals ?? 9)..<9 { fraction *= 10 }
        return .seconds(whole) + .nanoseconds(fraction)
    }
}
