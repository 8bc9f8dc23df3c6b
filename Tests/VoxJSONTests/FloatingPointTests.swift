// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

@Suite("Conversions: floating point")
struct FloatingPointTests {
    @Test("texts of doubles at the limits")
    func doubles() throws {
        let cases: [(String, Double)] = [
            ("0", 0), ("3", 3), ("3.0", 3), ("3e2", 300), ("3.5", 3.5), ("-1.5E+10", -1.5e10),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("5e-324", .leastNonzeroMagnitude),
            ("2.2250738585072014e-308", .leastNormalMagnitude),
            ("9007199254740993", 9_007_199_254_740_992),
            ("0e400", 0), ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29),
        ]
        for (text, value) in cases {
            #expect(try JSON(parsing: text).vox.value(as: Double.self) == value, "\(text)")
        }
        #expect(try JSON(parsing: "-0").vox.value(as: Double.self).sign == .minus)
        #expect(try JSON(parsing: "-0.0e5").vox.value(as: Float.self).sign == .minus)
    }

    @Test(
        "T06 numbers beyond the doubles are out of range, and keep their text",
        arguments: [
            "1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e-400", "-1e-400",
            "1e99999999999999999999",
        ])
    func beyondDoubles(text: String) throws {
        let json = try JSON(parsing: "[\(text)]")
        #expect(
            code { () throws(JSONError) in try json[0].vox.value(as: Double.self) } == .outOfRange)
        #expect(
            code { () throws(JSONError) in try json[0].vox.value(as: Float.self) } == .outOfRange)
        #expect(try json[0].vox.value(as: JSONNumber.self).text == text)
        #expect(Double(json[0]) == nil)
        #expect(json.vox.failure?.code == .outOfRange)
    }

    @Test("texts of floats at the limits")
    func floats() throws {
        let cases: [(String, Float?)] = [
            ("0.1", 0.1), ("3.4028234663852886e38", .greatestFiniteMagnitude), ("3.5e38", nil),
            ("1e39", nil),
            ("1e-45", .leastNonzeroMagnitude), ("1e-46", nil), ("16777217", 16_777_216),
            ("-0.5", -0.5),
        ]
        for (text, value) in cases {
            let json = try JSON(parsing: text)
            if let value {
                #expect(try json.vox.value(as: Float.self) == value, "\(text)")
            } else {
                #expect(
                    code { () throws(JSONError) in try json.vox.value(as: Float.self) }
                        == .outOfRange, "\(text)")
            }
        }
    }

    @Test("a float is the nearest to the text, not to the double nearest to the text")
    func nearestFloat() throws {
        let text = "1.00000017881393432617187499"
        #expect(try JSON(parsing: text).vox.value(as: Float.self) == Float(text))
    }

    @Test("doubles are written in the shortest text that reads back")
    func shortestTexts() throws {
        let cases: [(Double, String)] = [
            (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (1e21, "1e+21"), (1e20, "100000000000000000000"),
            (1e-6, "0.000001"), (1e-7, "1e-7"), (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (0.1 + 0.2, "0.30000000000000004"), (123.456, "123.456"), (4.5, "4.5"),
        ]
        for (value, text) in cases {
            let json = try JSON(parsing: "{}")
            json.x = value
            try expect(json.x, isWritten: text)
            #expect(JSONNumber(value)?.text == text)
        }
        let json = try JSON(parsing: "{}")
        json.x = Float(0.1)
        try expect(json.x, isWritten: "0.1")
    }

    @Test("MW-003 random doubles and floats survive writing, serialising and reading, to the bit")
    func randomDoubles() throws {
        var random = Seeded(7)
        let json = try JSON(parsing: #"{"d":0,"f":0}"#)
        for _ in 0..<4000 {
            let double = random.double()
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            json.d = double
            json.f = float.isFinite ? float : 0
            let read = try JSON(parsing: json.vox.bytes())
            #expect(Double(read.d)?.bitPattern == double.bitPattern)
            let back: Float? = read.f
            #expect(back?.bitPattern == (float.isFinite ? float : 0).bitPattern)
            let text = try read.d.vox.text()
            #expect(Double(text)?.bitPattern == double.bitPattern, "\(text)")
            #expect(text.utf8.count <= "\(double)".utf8.count + 4)
        }
    }

    @Test("random texts read as the nearest double")
    func nearestDoubles() throws {
        var random = Seeded(8)
        for _ in 0..<4000 {
            let digits = (0..<(1 + random.below(25))).map { _ in String(random.below(10)) }.joined()
            let fraction = (0..<(1 + random.below(25))).map { _ in String(random.below(10)) }
                .joined()
            let whole = digits.hasPrefix("0") ? "0" : digits
            let text = "\(whole).\(fraction)e\(random.below(40) - 20)"
            #expect(try JSON(parsing: text).vox.value(as: Double.self) == Double(text), "\(text)")
        }
    }
}
