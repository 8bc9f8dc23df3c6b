// SPDX-License-Identifier: MIT

public import VoxJSON

/// Makes random values, and texts of them with white space and escapes wherever JSON allows.
public struct RandomValues {
    /// What everything is drawn by.
    public var random: Seeded

    /// The same values for the same seed.
    public init(seed: UInt64) { random = Seeded(seed) }

    /// Texts that have gone wrong somewhere.
    public static let texts = [
        "", "a", "id", "type", "a.b", "a b", "@at", "a/b", "m~n", "é", "日本語", "😀", "\u{0}",
        "\u{1F}\u{7F}",
        "\"\\/\u{8}\u{C}\n\r\t", "null", "2147483647", "\u{2028}\u{FEFF}\u{FFFD}", "0", "-",
        "\u{301}",
    ]

    /// Numbers at the edges.
    public static let numbers = [
        "0", "-0", "1", "-1", "1.0", "1e2", "1E-2", "0.1", "-1.5e+10", "2147483647",
        "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e400", "1e-400",
        "123456789012345678901234567890",
    ]

    /// A text.
    public mutating func text() -> String {
        if random.chance(60) { return random.pick(Self.texts) }
        return (0..<random.below(30)).map { _ in random.pick(Self.texts) }.joined()
    }

    /// A number.
    public mutating func number() -> JSONNumber {
        switch random.below(3) {
        case 0: JSONNumber(Int64(truncatingIfNeeded: random.next()) >> random.below(64))
        case 1: JSONNumber(random.double()) ?? JSONNumber(0)
        default: JSONNumber(text: random.pick(Self.numbers)) ?? JSONNumber(0)
        }
    }

    /// A value that is no container.
    public mutating func scalar() -> JSONValue {
        switch random.below(5) {
        case 0: .null
        case 1: .bool(random.chance(50))
        case 2: .number(number())
        default: .string(text())
        }
    }

    /// A value with at most so many levels of containers.
    public mutating func value(depth: Int) -> JSONValue {
        guard depth > 0, random.chance(70) else { return scalar() }
        if random.chance(40) {
            return .array((0..<random.below(6)).map { _ in value(depth: depth - 1) })
        }
        var object = JSONObject()
        for _ in 0..<(random.chance(10) ? 20 : random.below(6)) {
            object[text()] = value(depth: depth - 1)
        }
        return .object(object)
    }

    // MARK: Texts

    private mutating func space() -> String {
        random.chance(70)
            ? ""
            : (0..<random.below(4)).map { _ in random.pick([" ", "\n", "\t", "\r\n"]) }.joined()
    }

    private mutating func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x20, scalar != "\"", scalar != "\\", random.chance(80) {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: random.chance(50))
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }

    /// The value as a text, laid out at random.
    public mutating func source(of value: JSONValue) -> String {
        space() + core(of: value) + space()
    }

    private mutating func core(of value: JSONValue) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let number): return number.text
        case .string(let text): return quoted(text)
        case .array(let elements):
            if elements.isEmpty { return "[" + space() + "]" }
            return "[" + elements.map { source(of: $0) }.joined(separator: ",") + "]"
        case .object(let members):
            if members.isEmpty { return "{" + space() + "}" }
            return "{"
                + members.map { space() + quoted($0.name) + space() + ":" + source(of: $0.value) }
                .joined(separator: ",") + "}"
        }
    }
}
