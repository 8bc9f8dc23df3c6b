// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

/// Decision 9: what does not fit is out of range, a fraction is a wrong kind; nothing is rounded.
@Suite("Conversions: integers")
struct IntegerTests {
    private enum Outcome: Equatable {
        case value(String)
        case failure(JSONError.Code)
    }

    private func read<Integer: FixedWidthInteger & JSONConvertible>(
        _ text: String, as type: Integer.Type
    ) throws -> Outcome {
        let json = try JSON(parsing: "[" + text + "]")
        let plain: Integer? = json[0]
        do {
            let value = try json[0].vox.value(as: type)
            #expect(plain == value && json.vox.failure == nil, "\(type) of \(text)")
            return .value(String(value))
        } catch {
            #expect(plain == nil && json.vox.failure == error, "\(type) of \(text)")
            #expect(error.pointer == "/0")
            return .failure(error.code)
        }
    }

    private func checkLimits<Integer: FixedWidthInteger & JSONConvertible>(_ type: Integer.Type)
        throws
    {
        let (low, high) = (Int128(Integer.min), Int128(Integer.max))
        for inside in [low, low + 1, high - 1, high] {
            #expect(try read("\(inside)", as: type) == .value("\(inside)"), "\(type)")
            #expect(try read("\(inside).0", as: type) == .value("\(inside)"), "\(type)")
            #expect(try read("\(inside).00e0", as: type) == .value("\(inside)"), "\(type)")
            let json = try JSON(parsing: "{}")
            let value: Integer = try #require(Integer(exactly: inside))
            json.x = value
            try expect(json.x, isWritten: "\(inside)")
            #expect(try json.x.vox.value(as: type) == value)
            #expect(try isSame(json.x.snapshot(), .number(JSONNumber(inside))))
        }
        for outside in [low - 1, low - 2, high + 1, high * 2 + 1, low * 10 - 10, high * 1000] {
            #expect(
                try read("\(outside)", as: type) == .failure(.outOfRange), "\(type) of \(outside)")
            #expect(
                try read("\(outside)e0", as: type) == .failure(.outOfRange), "\(type) of \(outside)"
            )
        }
        let outcomes: [(String, Outcome)] = [
            ("0", .value("0")), ("-0", .value("0")), ("-0.0", .value("0")),
            ("0e999999999999", .value("0")),
            ("3.0", .value("3")), ("0.3e1", .value("3")), ("300e-2", .value("3")),
            ("1e2", .value("100")),
            ("3.5", .failure(.wrongKind)), ("1e-1", .failure(.wrongKind)),
            ("1e-400", .failure(.wrongKind)),
            ("0.10", .failure(.wrongKind)), ("1e400", .failure(.outOfRange)),
            ("1e99999999999999999999", .failure(.outOfRange)),
            ("1e-99999999999999999999", .failure(.wrongKind)),
            ("123456789012345678901234567890", .failure(.outOfRange)),
            ("1" + String(repeating: "0", count: 400) + "e-400", .value("1")),
            (#""3""#, .failure(.wrongKind)), ("true", .failure(.wrongKind)),
            ("[3]", .failure(.wrongKind)),
            ("{}", .failure(.wrongKind)),
        ]
        for (text, outcome) in outcomes {
            #expect(try read(text, as: type) == outcome, "\(type) of \(text)")
        }
    }

    @Test("MW-003 the limits of every width read, write and stay as they are")
    func limits() throws {
        try checkLimits(Int.self)
        try checkLimits(Int8.self)
        try checkLimits(Int16.self)
        try checkLimits(Int32.self)
        try checkLimits(Int64.self)
        try checkLimits(UInt.self)
        try checkLimits(UInt8.self)
        try checkLimits(UInt16.self)
        try checkLimits(UInt32.self)
        try checkLimits(UInt64.self)
    }

    @Test("null is no integer; plainly it is nil and no failure")
    func nullIsNoInteger() throws {
        let json = try JSON(parsing: "[null]")
        #expect(Int(json[0]) == nil)
        #expect(json.vox.failure == nil)
        #expect(code { () throws(JSONError) in try json[0].vox.value(as: Int.self) } == .wrongKind)
    }

    @Test("MW-003 integers beyond 2^53 survive reading, writing and serialising")
    func beyondDoubles() throws {
        let values: [Int64] = [9_007_199_254_740_993, -9_007_199_254_740_993, .max, .min, .max - 1]
        for value in values {
            let json = try JSON(parsing: "{}")
            json.n = value
            let read = try JSON(parsing: json.vox.bytes())
            #expect(Int64(read.n) == value)
            #expect(numberText(of: read.n) == "\(value)")
            #expect(code { () throws(JSONError) in try read.n.vox.value(as: Double.self) } == nil)
        }
    }

    @Test(
        "MW-003 integers of 30 digits keep their text through a copy and every style; sorted, their digits"
    )
    func longIntegers() throws {
        let text = "-123456789012345678901234567890"
        let json = try JSON(parsing: "[\(text)]")
        json[1] = json[0]
        json[2] = try json[0].vox.value(as: JSONNumber.self)
        for style in JSON.Style.allCases {
            let read = try JSON(parsing: json.vox.bytes(style: style))
            let expected = style == .sorted ? "-1.2345678901234567890123456789e+29" : text
            let texts = read.vox.elements.compactMap { numberText(of: $0) }
            #expect(texts == [expected, expected, expected], "\(style)")
        }
    }

    @Test("MW-012 2147483647 and its like are never taken for null")
    func neverNull() throws {
        let texts = [
            "2147483647", "-2147483648", "4294967295", "9223372036854775807", "0", "-1", "-0",
            #""2147483647""#, #""null""#, #""NULL""#, #""""#, #""\u0000""#, #""nil""#, "false",
            "[]", "{}",
        ]
        for text in texts {
            let json = try JSON(parsing: #"{"m":\#(text)}"#)
            #expect(json.m.vox.state == .value && json.m.vox.kind != .null, "\(text)")
            #expect(JSONValue(json.m) != .null, "\(text)")
            json.copy = json.m
            #expect(json.copy.vox.state == .value && json.copy.vox.isEqual(to: json.m), "\(text)")
        }
        let json = try JSON(parsing: "{}")
        json.n = 2_147_483_647
        #expect(json.n.vox.kind == .number)
        #expect(Int(json.n) == 2_147_483_647)
        #expect(try JSON(parsing: json.vox.bytes()).n.vox.value(as: Int?.self) == 2_147_483_647)
    }

    @Test("random integers read back, plainly and by text")
    func randomIntegers() throws {
        var random = Seeded(12)
        let json = try JSON(parsing: "{}")
        for _ in 0..<5000 {
            let signed = Int64(truncatingIfNeeded: random.next()) >> random.below(64)
            json.n = signed
            #expect(Int64(json.n) == signed)
            #expect(numberText(of: json.n) == "\(signed)")
            let unsigned = random.next() >> random.below(64)
            json.n = unsigned
            #expect(UInt64(json.n) == unsigned)
            #expect(try JSON(parsing: "\(unsigned)").vox.value() == unsigned)
            #expect(UInt16(exactly: unsigned) == (try? json.n.vox.value(as: UInt16.self)))
            #expect(Int8(exactly: unsigned) == (try? json.n.vox.value(as: Int8.self)))
        }
    }
}
