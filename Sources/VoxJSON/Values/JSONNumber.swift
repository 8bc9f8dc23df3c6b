// SPDX-License-Identifier: MIT

internal import CVox

/// A JSON number that keeps its text. The number is exact and may have any length.
///
/// Equal numbers may have different texts: `1`, `1.0` and `10e-1` are equal.
public struct JSONNumber: Sendable {
    /// The number as JSON text.
    public let text: String

    /// Creates a number from a text that is known to be a JSON number.
    init(known text: String) { self.text = text }

    /// Creates a number from its JSON text. Returns nil if the text is not a JSON number (RFC 8259
    /// section 6).
    public init?(text: String) {
        guard withCore(text, { vox_number_valid($0) }) else { return nil }
        self.text = text
    }

    /// Creates a number from an integer.
    public init(_ integer: some BinaryInteger) { text = String(integer) }

    /// Creates a number with the shortest text that is read as the same double. Returns nil if the
    /// double is not finite.
    public init?(_ double: Double) {
        let text = String(unsafeUninitializedCapacity: Int(VOX_NUMBER_SIZE)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { vox_number_format(double, $0.baseAddress) }
        }
        if text.isEmpty { return nil }
        self.text = text
    }

    /// Returns the number as an integer type, or nil if the number has a fraction or does not fit
    /// into the type.
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

    /// The nearest double, or nil if the number is outside the range of doubles.
    public var double: Double? {
        var value = 0.0
        return withCore(text, { vox_number_double($0, &value) }) == VOX_OK ? value : nil
    }
}

extension JSONNumber: Hashable {
    /// Returns true if two numbers have exactly the same value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        withCore(left.text) { left in withCore(right.text) { vox_number_equal(left, $0) } }
    }

    /// Hashes the nearest double. Equal numbers have the same nearest double.
    public func hash(into hasher: inout Hasher) { hasher.combine(double) }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
    /// Creates a number from an integer literal.
    public init(integerLiteral value: Int) { text = String(value) }
}

extension JSONNumber: CustomStringConvertible {
    /// The JSON text of the number.
    public var description: String { text }
}
