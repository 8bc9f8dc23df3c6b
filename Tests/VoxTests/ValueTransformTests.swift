// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox

/// What a transform makes of JSON text; nil for what it refuses.
private func read<Output>(_ text: String, _ transform: ValueTransform<JSONValue, Output>)
    throws -> Output?
{
    let value = try JSONValue(parsing: text)
    do { return try transform.decode(value) } catch { return nil }
}

private func isRefused<Input, Output>(
    _ value: Input, _ transform: ValueTransform<Input, Output>
) -> Bool {
    do {
        _ = try transform.decode(value)
        return false
    } catch {
        return true
    }
}

private func code(_ body: () throws -> Void) -> JSONError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? JSONError)?.code
    }
}

private let beyond = "1" + String(repeating: "0", count: 400)

/// The tables of the documentation comments, line by line.
@Suite("Transforms that come with Vox")
struct ValueTransformTests {
    // MARK: Strict, from JSON

    @Test("MW-090 strict kinds are those of the attributes: no kind is taken for another")
    func strictKinds() throws {
        let texts = [
            #""a""#, #""12""#, "12", "12.0", "12.5", "true", "[]", "{}", "1e99", #""2015-12-30""#,
        ]
        func accepted<Value: JSONConvertible>(_ type: Value.Type) throws -> [String] {
            try texts.filter { try read($0, .value(type)) != nil }
        }
        #expect(try accepted(String.self) == [#""a""#, #""12""#, #""2015-12-30""#])
        #expect(try accepted(Int.self) == ["12", "12.0"])
        #expect(try accepted(Double.self) == ["12", "12.0", "12.5", "1e99"])
        #expect(try accepted(Float.self) == ["12", "12.0", "12.5"])
        #expect(try accepted(Bool.self) == ["true"])
        #expect(try accepted(Date.self) == [#""2015-12-30""#])
        #expect(try accepted([Int].self) == ["[]"])
        #expect(try read("null", .value(Int.self)) == nil)
        #expect(try read("null", .value(Int?.self)) == .some(nil))
    }

    // MARK: Strict, from text

    @Test("MW-090 integers in text have one spelling")
    func integerText() throws {
        let transform = ValueTransform<String, Int>.integer
        for (text, value) in [("0", 0), ("12", 12), ("-12", -12), ("\(Int.max)", Int.max)] {
            #expect(try transform.decode(text) == value)
            #expect(try transform.encode(value) == text)
        }
        for text in [
            "", " 12", "12 ", "+12", "012", "-0", "12.0", "1e3", "12px", "0x10", "١٢",
            "9223372036854775808",
        ] {
            #expect(isRefused(text, transform), "\(text)")
        }
    }

    @Test("MW-090 floats and doubles in text have the form of JSON")
    func doubleText() throws {
        let double = ValueTransform<String, Double>.double
        let float = ValueTransform<String, Float>.float
        let decimal = ValueTransform<String, Decimal>.decimal
        for (text, value) in [("12", 12), ("12.50", 12.5), ("-0.5", -0.5), ("1e3", 1000.0)] {
            #expect(try double.decode(text) == value)
            #expect(try float.decode(text) == Float(value))
            #expect(try decimal.decode(text) == Decimal(value))
            #expect(try double.decode(double.encode(value)) == value)
        }
        #expect(try double.encode(12.5) == "12.5")
        #expect(try float.encode(0.1) == "0.1")
        #expect(try decimal.encode(decimal.decode("0.10")) == "0.1")
        #expect(try double.decode("1e308") == 1e308)
        for text in ["", " 12", "+12", "012", ".5", "5.", "1,5", "inf", "nan", "0x10", "1 2"] {
            #expect(isRefused(text, double), "\(text)")
            #expect(isRefused(text, float), "\(text)")
            #expect(isRefused(text, decimal), "\(text)")
        }
        #expect(code { _ = try double.decode("1e309") } == .outOfRange)
        #expect(code { _ = try float.decode("1e39") } == .outOfRange)
        #expect(code { _ = try decimal.decode(String(repeating: "1", count: 60)) } == .outOfRange)
        #expect(code { _ = try double.encode(.nan) } == .notFinite)
        #expect(code { _ = try float.encode(.infinity) } == .notFinite)
    }

    @Test("MW-090 booleans in text are true and false, and nothing else")
    func booleanText() throws {
        let transform = ValueTransform<String, Bool>.boolean
        #expect(try transform.decode("true"))
        #expect(try !transform.decode("false"))
        #expect(try transform.encode(true) == "true" && transform.encode(false) == "false")
        for text in ["", "True", "TRUE", "1", "0", "yes", " true", "true "] {
            #expect(isRefused(text, transform), "\(text)")
        }
    }

    @Test("MW-090 numbers as text: what is written back is their only spelling")
    func numberAsText() throws {
        let transform = ValueTransform<Int, String>.text
        #expect(try transform.decode(12) == "12" && transform.decode(-3) == "-3")
        #expect(try transform.encode("12") == 12)
        for text in ["", "012", "+12", "a", "1.0"] {
            #expect(isRefused(text, transform.reversed), "\(text)")
        }
    }

    // MARK: Lenient, by name

    @Test("MW-090 lenient text takes numbers and booleans by their text")
    func lenientText() throws {
        for (text, value) in [
            (#""a""#, "a"), (#""""#, ""), ("12", "12"), ("1.50", "1.50"), ("true", "true"),
            ("false", "false"), (beyond, beyond),
        ] {
            #expect(try read(text, .lenientText) == value)
        }
        for text in ["[]", "{}", #"["a"]"#, "null"] {
            #expect(try read(text, .lenientText) == nil, "\(text)")
        }
        #expect(try ValueTransform<JSONValue, String>.lenientText.encode("12") == .string("12"))
    }

    @Test("MW-090 lenient integers take text that is one, and never round")
    func lenientInteger() throws {
        for text in [
            "12", "12.0", #""12""#, #""+12""#, #""012""#, #"" 12 ""#, #""\t12\n""#, #""12.0""#,
            #""1.2e1""#,
        ] {
            #expect(try read(text, .lenientInteger) == 12, "\(text)")
        }
        #expect(try read(#""-12""#, .lenientInteger) == -12)
        #expect(try read(#""000""#, .lenientInteger) == 0)
        for text in [
            "12.5", #""12.5""#, #""1e99""#, "1e99", #""""#, #"" ""#, #""12px""#, #""1 2""#,
            #""--1""#, #""+-1""#, #""1,000""#, "true", "null", "[]", "{}", "[12]", #""0x10""#,
        ] {
            #expect(try read(text, .lenientInteger) == nil, "\(text)")
        }
        let transform = ValueTransform<JSONValue, Int>.lenientInteger
        #expect(code { _ = try transform.decode(.string("12.5")) } == .wrongKind)
        #expect(code { _ = try transform.decode(.string("1e99")) } == .outOfRange)
        #expect(code { _ = try transform.decode(.bool(true)) } == .wrongKind)
        #expect(try transform.encode(12) == .number(JSONNumber(12)))
    }

    @Test("MW-090 lenient doubles and floats take text that is a number")
    func lenientDouble() throws {
        for text in ["12.5", #""12.5""#, #""+12.5""#, #""012.5""#, #"" 12.5 ""#, #""125e-1""#] {
            #expect(try read(text, .lenientDouble) == 12.5, "\(text)")
            #expect(try read(text, .lenientFloat) == 12.5, "\(text)")
        }
        for text in [
            #""1,5""#, #"".5""#, #""1.""#, #""inf""#, #""nan""#, #""0x10""#, #""""#, #""1e999""#,
            "1e999", "true", "null", "[]", "{}",
        ] {
            #expect(try read(text, .lenientDouble) == nil, "\(text)")
            #expect(try read(text, .lenientFloat) == nil, "\(text)")
        }
        #expect(try read("1e39", .lenientFloat) == nil)
        #expect(try ValueTransform<JSONValue, Double>.lenientDouble.encode(0.5) == 0.5)
    }

    @Test("MW-090 lenient booleans take the words of their table: \"true\" is never false")
    func lenientBoolean() throws {
        for text in [
            "true", "1", "1.0", #""true""#, #""True""#, #""TRUE""#, #""t""#, #""yes""#, #""Y""#,
            #""on""#, #""1""#,
        ] {
            #expect(try read(text, .lenientBoolean) == true, "\(text)")
        }
        for text in [
            "false", "0", "0.0", #""false""#, #""FALSE""#, #""f""#, #""no""#, #""N""#, #""off""#,
            #""0""#,
        ] {
            #expect(try read(text, .lenientBoolean) == false, "\(text)")
        }
        for text in [
            "2", "-1", "0.5", #""""#, #""ja""#, #""truthy""#, #"" true""#, "null", "[]", "{}",
        ] {
            #expect(try read(text, .lenientBoolean) == nil, "\(text)")
        }
        #expect(try ValueTransform<JSONValue, Bool>.lenientBoolean.encode(true) == .bool(true))
    }

    @Test("MW-090 lenient dates take seconds since 1970, too")
    func lenientDate() throws {
        let date = Date(timeIntervalSince1970: 1_451_477_553)
        for text in [#""2015-12-30T12:12:33Z""#, "1451477553", "1451477553.0"] {
            #expect(try read(text, .lenientDate) == date, "\(text)")
        }
        for text in [#""1451477553""#, #""30/12/2015""#, #""""#, "true", "null", "[]", "{}"] {
            #expect(try read(text, .lenientDate) == nil, "\(text)")
        }
        #expect(
            try ValueTransform<JSONValue, Date>.lenientDate.encode(date) == "2015-12-30T12:12:33Z")
    }

    // MARK: Percentages

    @Test("MW-090 percentages are shares, and are written as they were read")
    func percentages() throws {
        let number = ValueTransform<Double, Double>.percentage
        for (percent, share) in [
            (45, 0.45), (7.5, 0.075), (120, 1.2), (-3, -0.03), (0, 0), (7, 0.07), (12.3, 0.123),
            (1e-7, 1e-9), (1e20, 1e18),
        ] {
            #expect(try number.decode(percent) == share)
            #expect(try number.encode(share) == percent)
        }
        for tenths in 0...2_000 {
            let percent = Double(tenths) / 10
            #expect(try number.encode(number.decode(percent)) == percent)
        }
        #expect(code { _ = try number.encode(.nan) } == .notFinite)
        #expect(code { _ = try number.encode(1e308) } == .notFinite)

        let text = ValueTransform<String, Double>.percentage
        #expect(try text.decode("45%") == 0.45 && text.decode("-3%") == -0.03)
        #expect(try text.encode(0.075) == "7.5%" && text.encode(0.07) == "7%")
        for refused in ["45", "45 %", "%", "45%%", " 45%", "", "4\u{301}5%", "45\u{600}%"] {
            #expect(isRefused(refused, text), "\(refused)")
        }
        for accepted in ["45", #""45""#, #""45%""#, #""45 %""#, #"" +45 % ""#] {
            #expect(try read(accepted, .lenientPercentage) == 0.45, "\(accepted)")
        }
        for refused in [#""%""#, #""45%%""#, #""half""#, #""""#, "true", "null", "[]", "{}"] {
            #expect(try read(refused, .lenientPercentage) == nil, "\(refused)")
        }
    }

    // MARK: Lists, defaults, chains

    @Test("MW-090 MW-099 lists: one bad element fails the whole, with its pointer")
    func lists() throws {
        let list = ValueTransform<JSONValue, [Int]>.list(of: .lenientInteger)
        #expect(try read(#"[1, "2"]"#, list) == [1, 2])
        #expect(try read("[]", list) == [])
        for text in ["1", "{}", "[1, null]", "[1, [2]]", #"[1, "a"]"#, "null"] {
            #expect(try read(text, list) == nil, "\(text)")
        }
        do {
            _ = try list.elements.decode([JSONValue(parsing: #"[1, 2, "x"]"#)])
            Issue.record("x is no integer")
        } catch let error as JSONError {
            #expect(error.pointer == "/0/2" && error.code == .notConvertible)
        }
        let lenient = ValueTransform<JSONValue, [Int]>.lenientList(of: .lenientInteger)
        #expect(try read(#""7""#, lenient) == [7])
        #expect(try read("[7, 8]", lenient) == [7, 8])
        #expect(try read("{}", lenient) == nil)
        #expect(try lenient.encode([7]) == [7])
    }

    @Test("MW-090 a default stands in for null elements, and nil goes through chains")
    func defaults() throws {
        let transform = ValueTransform<String, Int>.integer.defaulting(to: 7).elements
        #expect(try transform.decode(["1", nil]) == [1, 7])
        #expect(isRefused(["x"], transform), "a default is not for what is bad")
        #expect(try transform.encode([7]) == ["7"])
        let chain = ValueTransform<String, Int>.integer
            .then(ValueTransform(to: { $0 * 2 }, from: { $0 / 2 })).optional
        #expect(try chain.decode("21") == 42)
        #expect(try chain.decode(nil) == .some(nil))
        #expect(try chain.encode(nil) == .some(nil))
        #expect(try chain.encode(42) == "21")
        #expect(isRefused("x", chain))
    }
}
