// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

@Suite("JSONNumber")
struct JSONNumberTests {
    @Test("only the numbers of RFC 8259 are taken")
    func validity() {
        for text in RandomValues.numbers + ["1E+5", "-0.0e-0", "10", "0.00"] {
            #expect(JSONNumber(text: text)?.text == text)
            #expect(JSONNumber(text: text)?.description == text)
        }
        for text in [
            "", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "-", " 1", "1 ", "NaN", "Infinity",
            "0x1", "1_0", "1,0",
            "１", "1\u{301}", "1\u{0}", "true", "\"1\"", "--1", "1.2.3", "1e2e3", "1e2.5",
        ] {
            #expect(JSONNumber(text: text) == nil, "\(text)")
        }
        #expect(JSONNumber(Double.nan) == nil && JSONNumber(Double.infinity) == nil)
    }

    @Test("an integer is a literal")
    func literal() {
        let numbers: [JSONNumber] = [0, -7, 9_223_372_036_854_775_807]
        #expect(numbers.map(\.text) == ["0", "-7", "9223372036854775807"])
        #expect(JSONValue.number(1994) == 1994)
    }

    @Test("equal texts of one number, and their hashes")
    func equalSpellings() throws {
        let groups = [
            ["1", "1.0", "10e-1", "0.1e1", "1E0", "1.000e+0"],
            ["0", "-0", "0.0", "0e9", "-0e-9", "0e99999999999999999999"],
            ["1e400", "10e399", "0.1E401"], ["-1e-400", "-10e-401"], ["100", "1e2", "1.00e2"],
            ["9007199254740993", "9007199254740993.0", "9.007199254740993e15"],
            // Past 16 digits of exponent only the same text counts.
            ["1e99999999999999999999"], ["10e99999999999999999998"],
            ["1e9999999999999999", "10e9999999999999998"],
        ]
        let numbers = try groups.map { try $0.map { try #require(JSONNumber(text: $0)) } }
        for (index, group) in numbers.enumerated() {
            for left in group {
                for right in group {
                    #expect(left == right, "\(left) and \(right)")
                    #expect(left.hashValue == right.hashValue, "\(left) and \(right)")
                }
                for other in numbers[(index + 1)...] {
                    #expect(!other.contains(left))
                }
            }
        }
        #expect(Set(numbers.joined()).count == groups.count)
    }

    @Test("numbers with the same nearest double are told apart")
    func exactEquality() {
        let pairs = [
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.1000000000000000055511151231257827"),
            ("1e400", "1e401"), ("1e-400", "1e-401"), ("1e-400", "0"), ("1", "-1"),
            ("1e400", "-1e400"),
            ("123456789012345678901234567890", "123456789012345678901234567891"),
        ]
        for (left, right) in pairs {
            #expect(JSONNumber(text: left) != JSONNumber(text: right), "\(left)")
        }
    }

    @Test("random spellings of one number are equal")
    func randomSpellings() throws {
        var random = Seeded(3)
        for _ in 0..<2000 {
            let integer = Int64(truncatingIfNeeded: random.next()) >> random.below(64)
            let zeros = random.below(30)
            let padded = "\(integer)" + (integer == 0 ? "" : String(repeating: "0", count: zeros))
            let left = JSONNumber(integer)
            let right = try #require(JSONNumber(text: "\(padded).0e-\(integer == 0 ? 0 : zeros)"))
            #expect(left == right && left.hashValue == right.hashValue, "\(right)")
            #expect(right.exactly(Int64.self) == integer)
            #expect(left != JSONNumber(text: "\(padded).01e-\(integer == 0 ? 0 : zeros)"))
        }
    }

    @Test("exactly: limits of every width, fractions")
    func exactly() throws {
        func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text)) }
        #expect(try number("255").exactly(UInt8.self) == 255)
        #expect(try number("256").exactly(UInt8.self) == nil)
        #expect(try number("-128.0").exactly(Int8.self) == -128)
        #expect(try number("-129").exactly(Int8.self) == nil)
        #expect(try number("18446744073709551615").exactly(UInt64.self) == .max)
        #expect(try number("18446744073709551616").exactly(UInt64.self) == nil)
        #expect(try number("9223372036854775808").exactly(Int64.self) == nil)
        #expect(try number("9223372036854775808").exactly(UInt64.self) == 9_223_372_036_854_775_808)
        #expect(try number("-1").exactly(UInt64.self) == nil)
        #expect(try number("-0").exactly(UInt8.self) == 0)
        #expect(try number("3e2").exactly(Int.self) == 300)
        #expect(try number("3.5").exactly(Int.self) == nil)
        #expect(try number("1e400").exactly(Int.self) == nil)
        #expect(try number("1e-400").exactly(Int.self) == nil)
    }

    @Test("exactly: integers wider than 64 bits")
    func exactlyWide() throws {
        let number = try #require(JSONNumber(text: "\(Int128.max)"))
        #expect(number.exactly(Int128.self) == .max)
        #expect(JSONNumber(UInt128.max).exactly(UInt128.self) == .max)
        #expect(JSONNumber(UInt128.max).text == "\(UInt128.max)")
    }

    @Test("double: the nearest, nil beyond the doubles")
    func double() {
        #expect(JSONNumber(text: "9007199254740993")?.double == 9_007_199_254_740_992)
        #expect(JSONNumber(text: "-0.0")?.double?.sign == .minus)
        #expect(JSONNumber(text: "1e400").map { $0.double == nil } == true)
        #expect(JSONNumber(text: "1e-400").map { $0.double == nil } == true)
        #expect(JSONNumber(text: "0e400")?.double == 0)
    }
}
