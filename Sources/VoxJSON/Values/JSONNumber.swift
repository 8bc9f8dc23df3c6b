// SPDX-License-Identifier: MIT

internal import CVox

/// A JSON number by its text: exact, of any length, as it was written.
///
/// Equal numbers may have different texts: `1`, `1.0` and `10e-1` are equal.
public struct JSONNumber: Sendable {
    /// The number as JSON text.
    public let text: String

    /// A text that is known to be a number.
    init(known text: String) { self.text = text }

    /// Nil when the text is not a JSON number (RFC 8259 section 6).
    public init?(text: String) {
        guard withCore(text, { vox_number_valid($0) }) else { return nil }
        self.text = text
    }

    /// An integer.
    public init(_ integer: some BinaryInteger) { text = String(integer) }

    /// The shortest text that reads back as the same double; nil when it is not finite.
    public init?(_ double: Double) {
        let text = String(unsafeUninitializedCapacity: Int(VOX_NUMBER_SIZE)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { vox_number_format(double, $0.baseAddress) }
        }
        if text.isEmpty { return nil }
        self.text = text
    }

    /// The number as an integer type; nil when it has a fraction or does not fit.
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer?
    {
        var signed: Int64 = 0
        if withCore(text, { vox_number_int64($0, &signed) }) == VOX_OK {
            return Integer(exactly: signed)
        }
        var unsigned: UInt64 = 0
        if withCore(text, { vox_number_uint64($0, &unsigned) }) == VOX_OK {
            return Integer(exactly: unsigned)
        }
        return Integer(text)
    }

    /// The nearest double; nil when the number is beyond the doubles.
    public var double: Double? {
        var value = 0.0
        return withCore(text, { vox_number_double($0, &value) }) == VOX_OK ? value : nil
    }
}

extension JSONNumber: Hashable {
    /// True when both denote exactly the same number.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        withCore(left.text) { left in withCore(right.text) { vox_number_equal(left, $0) } }
    }

    /// Equal numbers have the same nearest double.
    public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int) { text = String(value) }
}

extension JSONNumber: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
