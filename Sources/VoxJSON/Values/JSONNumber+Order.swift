// SPDX-License-Identifier: MIT

extension JSONNumber {
    /// Returns a negative number if this number is less than another, a positive number if it is
    /// greater, and 0 if both are equal. Numbers are compared exactly, so that the order is the same
    /// for all of them: `1e-400` is greater than 0, and less than every positive double.
    package func order(_ other: JSONNumber) -> Int {
        if let left = exactly(Int64.self), let right = other.exactly(Int64.self) {
            return left == right ? 0 : left < right ? -1 : 1
        }
        if let left = double, let right = other.double, left != right {
            // Rounding keeps the order.
            return left < right ? -1 : 1
        }
        return Digits(text).order(Digits(other.text))
    }

    /// The greatest integer that is not greater than the number. The result is nil if it does not
    /// fit into 64 bits.
    package var floor: Int64? {
        if let integer = exactly(Int64.self) { return integer }
        let digits = Digits(text)
        if digits.exponent > 19 { return nil }
        let isWhole = digits.digits.count <= digits.exponent
        let whole = digits.digits.prefix(max(digits.exponent, 0))
        let zeros = isWhole ? digits.exponent - whole.count : 0
        let magnitude =
            String(decoding: whole, as: UTF8.self) + String(repeating: "0", count: zeros)
        let integer = Int64((digits.isNegative ? "-" : "") + (magnitude.isEmpty ? "0" : magnitude))
        guard let integer, digits.isNegative, !isWhole else { return integer }
        return integer == .min ? nil : integer - 1
    }

    /// True if the number is less than 0.
    package var isNegative: Bool { order(0) < 0 }

    /// The digits of the number from the first to the last that is not 0, and the power of ten of the
    /// number if these digits follow a decimal point. The number 0 has no digits.
    package var decimal: (digits: String, exponent: Int) {
        let digits = Digits(text)
        return (String(decoding: digits.digits, as: UTF8.self), digits.exponent)
    }
}

/// The decimal digits of a number.
private struct Digits {
    var isNegative = false
    /// The digits from the first to the last that is not 0. The number 0 has no digits.
    var digits: [UInt8] = []
    /// The power of ten of the number, if its digits follow a decimal point.
    var exponent = 0

    init(_ text: String) {
        var hasPoint = false
        var rest = text.utf8[...]
        while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "0") where digits.isEmpty: exponent -= hasPoint ? 1 : 0
            default:
                digits.append(byte)
                exponent += hasPoint ? 0 : 1
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { (isNegative, exponent) = (false, 0) }
        let written = String(decoding: rest, as: UTF8.self)
        guard !digits.isEmpty, !written.isEmpty else { return }
        // An exponent beyond 64 bits is farther than any number of digits.
        let limit = Int.max / 4
        let power = Int(written) ?? (written.hasPrefix("-") ? -limit : limit)
        exponent += min(max(power, -limit), limit)
    }

    func order(_ other: Digits) -> Int {
        let (sign, otherSign) = (self.sign, other.sign)
        if sign != otherSign { return sign - otherSign }
        if exponent != other.exponent { return exponent < other.exponent ? -sign : sign }
        if digits == other.digits { return 0 }
        return digits.lexicographicallyPrecedes(other.digits) ? -sign : sign
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}
