// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

@Suite("Writing")
struct WritingTests {
    @Test("MW-050 JA-168 untouched documents come out byte for byte")
    func untouched() throws {
        let own = [
            "{}", " [ ] ", "\u{FEFF}\r\n{ \"a\" :\t1 }\n\n",
            "[1.0,1e2,-0,1E+5,123456789012345678901234567890]",
            #"{"\u0061":"\/\u00e9\ud83d\ude00","b":{},"a":1}"#, "0", "\"x\"", "[[],{},[{}]]",
            "{\"a\":1, \"b\" : [\n] }",
        ]
        for text in own {
            try expect(JSON(parsing: text), isWritten: text)
        }
        for seed in 0..<300 {
            var values = RandomValues(seed: UInt64(seed))
            let text = values.source(of: values.value(depth: 5))
            try expect(JSON(parsing: text), isWritten: text)
        }
    }

    @Test("large documents are written as small ones, however they were read and edited")
    func large() throws {
        let rows = (0..<4000).map { #"{ "number" : \#($0), "text":"row \#($0)" }"# }
        let text = "[\n" + rows.joined(separator: ",\n") + "\n]\n"
        for parsing in [JSON.Options.Parsing.eager, .lazy] {
            var options = JSON.Options()
            options.parsing = parsing
            let json = try JSON(parsing: text, options: options)
            #expect(try json.vox.text() == text)
            // One value longer, and the document twice as long as it was.
            let long = String(repeating: "x", count: text.utf8.count)
            json[1999].text = "row"
            json[2000].text = long
            let edited = text.replacingOccurrences(of: "\"row 1999\"", with: "\"row\"")
                .replacingOccurrences(of: "\"row 2000\"", with: "\"\(long)\"")
            #expect(try json.vox.text() == edited)
            let compact = edited.replacingOccurrences(of: ",\n", with: ",")
                .replacingOccurrences(of: "\n", with: "").replacingOccurrences(of: "{ ", with: "{")
                .replacingOccurrences(of: " }", with: "}").replacingOccurrences(
                    of: " : ", with: ":"
                )
                .replacingOccurrences(of: ", ", with: ",")
            #expect(try json.vox.text(style: .compact) == compact)
            for style in [JSON.Style.pretty, .sorted] {
                let read = try JSON(parsing: json.vox.bytes(style: style))
                #expect(try read.vox.text(style: .compact).utf8.count == compact.utf8.count)
                #expect(read.vox.isEqual(to: json))
            }
        }
    }

    @Test("what is written of a large document holds no room for what was taken out")
    func room() throws {
        let rows = (0..<4000).map { #"{ "number" : \#($0), "text":"row \#($0)" }"# }
        let json = try JSON(parsing: "[" + rows.joined(separator: ",") + "]")
        let kept = json[3999]
        try json.vox.set(JSON(parsing: "[]"))
        try json.vox.append(kept)
        let bytes = try json.vox.bytes()
        #expect(bytes.count < 100)
        #expect(bytes.capacity < 1000)
    }

    @Test("a part is written as it stands in the source")
    func parts() throws {
        for seed in 0..<100 {
            var values = RandomValues(seed: UInt64(seed))
            let text = values.source(of: values.value(depth: 4))
            let json = try JSON(parsing: text)
            var pending = [json]
            while let view = pending.popLast() {
                pending += view.vox.elements
                let (source, position) = (
                    try #require(view.vox.source), try #require(view.vox.position)
                )
                #expect(Array(Array(text.utf8)[position.offset...].prefix(source.count)) == source)
                if view != json { #expect(try view.vox.bytes() == source) }
            }
        }
    }

    @Test("one edit of a random scalar changes only the bytes of that value")
    func oneEdit() throws {
        for seed in 0..<300 {
            var values = RandomValues(seed: UInt64(seed))
            let text = values.source(of: .array([values.value(depth: 5), values.scalar()]))
            try checkOneEdit(Array(text.utf8), &values.random)
        }
    }

    @Test("the other styles read back as the same value, in the same order")
    func styles() throws {
        for seed in 500..<700 {
            var values = RandomValues(seed: UInt64(seed))
            try checkStyles(Array(values.source(of: values.value(depth: 5)).utf8))
        }
    }

    @Test("compact has no white space, pretty a line a member")
    func layouts() throws {
        let json = try JSON(
            parsing: "{ \"b\" : [ 1.0 , { } , [ ] ] ,\n\"a\" : { \"\\u0061\" : \"\\/\" } }")
        try expect(json, isWritten: #"{"b":[1.0,{},[]],"a":{"\u0061":"\/"}}"#, style: .compact)
        let pretty = """
            {
              "b": [
                1.0,
                {},
                []
              ],
              "a": {
                "\\u0061": "\\/"
              }
            }
            """
        try expect(json, isWritten: pretty, style: .pretty)
        try expect(json, isWritten: #"{"a":{"a":"/"},"b":[1,{},[]]}"#, style: .sorted)
    }

    @Test("sorted is RFC 8785: its own example")
    func canonical() throws {
        let json = try JSON(
            parsing: #"""
                {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                 "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
                 "literals": [null, true, false]}
                """#)
        let expected =
            #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
            + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        try expect(json, isWritten: expected, style: .sorted)
    }

    @Test("sorted orders names by their UTF-16 code units, and does not round")
    func canonicalOrder() throws {
        let json = try JSON(
            parsing: #"{"\ufb33":1,"\u20ac":2,"\ud83d\ude00":3,"\r":4,"1":5,"\u0080":6,"\u00f6":7}"#
        )
        #expect(
            try JSON(parsing: json.vox.bytes(style: .sorted)).vox.elements.map { Int($0) } == [
                4, 5, 6, 7, 2, 3, 1,
            ])
        let numbers = "[9007199254740993,1.2345678901234567890123456789e+29,1e+400,1e-400]"
        try expect(JSON(parsing: numbers), isWritten: numbers, style: .sorted)
    }

    @Test("sorted has the same bytes for equal values, beyond a double as well")
    func equalValues() throws {
        for (one, other) in [
            ("[1e400]", "[10e399]"), ("[100000000000000000001]", "[1.00000000000000000001e20]"),
            (#"{"a":1.0,"b":-0}"#, #"{"b":0,"a":1}"#),
        ] {
            let (left, right) = try (JSON(parsing: one), JSON(parsing: other))
            #expect(left.vox.isEqual(to: right))
            #expect(try left.vox.text(style: .sorted) == right.vox.text(style: .sorted))
        }
    }

    @Test("MW-053 names and values of any Unicode are read by Foundation as they are")
    func secondParser() throws {
        for seed in 700..<900 {
            var values = RandomValues(seed: UInt64(seed))
            let value = values.value(depth: 5)
            for style in JSON.Style.allCases {
                try checkWithFoundation(Array(value.text(style: style).utf8), value)
            }
        }
        let json = try JSON(parsing: "{}")
        for scalar in (0...0x1_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        where scalar.value % 97 < 2 {
            json[String(scalar)] = "<\(scalar)>"
        }
        let bytes = try json.vox.bytes()
        let read = try #require(
            JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String])
        #expect(read.allSatisfy { isSame($0.value, "<\($0.key)>") })
    }
}

@Suite("Writing: the layout of what was put in")
struct InsertedLayoutTests {
    @Test("a new member takes the layout of the one before it")
    func newMembers() throws {
        let cases = [
            ("{\"a\":1}", "{\"a\":1,\"n\":2}"), ("{ \"a\": 1 }", "{ \"a\": 1, \"n\": 2 }"),
            ("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"n\": 2\n}\n"),
            ("{\n\t\"z\" : [],\n\t\"a\" : 1\n}", "{\n\t\"z\" : [],\n\t\"a\" : 1,\n\t\"n\" : 2\n}"),
        ]
        for (before, after) in cases {
            let json = try JSON(parsing: before)
            json.n = 2
            try expect(json, isWritten: after)
        }
    }

    @Test("a removed member takes one comma and the white space before it along")
    func removedMembers() throws {
        let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"
        for (name, after) in [
            ("a", "{\n  \"b\": 2,\n  \"c\": 3\n}\n"), ("b", "{\n  \"a\": 1,\n  \"c\": 3\n}\n"),
            ("c", "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
        ] {
            let json = try JSON(parsing: text)
            json[name] = nil
            try expect(json, isWritten: after)
        }
    }

    @Test("containers put into a compact document are compact")
    func intoCompact() throws {
        let json = try JSON(parsing: #"{"a":{"t":"x"}}"#)
        json.b = json.a
        json.c = [1, "x", [:]]
        json.d.e.f = 1
        try expect(
            json, isWritten: #"{"a":{"t":"x"},"b":{"t":"x"},"c":[1,"x",{}],"d":{"e":{"f":1}}}"#)
    }

    @Test("containers put into an indented document are indented alike")
    func intoIndented() throws {
        let json = try JSON(parsing: "{\n    \"a\": {\n        \"t\": \"x\"\n    }\n}\n")
        json.b.list = [1]
        try expect(
            json,
            isWritten: """
                {
                    "a": {
                        "t": "x"
                    },
                    "b": {
                        "list": [
                            1
                        ]
                    }
                }

                """)
    }

    @Test("a part that was put in is written as it stands in the whole")
    func newParts() throws {
        let json = try JSON(parsing: #"{"a":{"t":"x"}}"#)
        json.b = json.a
        try expect(json.b, isWritten: #"{"t":"x"}"#)
        json.a.list = [1, 2]
        try expect(json.a, isWritten: #"{"t":"x","list":[1,2]}"#)
    }

    @Test(
        "an empty document that is filled is laid out evenly",
        arguments: ["{}", "{ }", "null", "[]", "\n{}\n"])
    func filledDocuments(empty: String) throws {
        let json = try JSON(parsing: empty)
        if json.vox.kind != .object { try json.vox.set([:] as JSONValue) }
        json.a = 1
        json.b = [1]
        let text = try json.vox.text().trimmingCharacters(in: .whitespacesAndNewlines)
        let lines = "{\n  \"a\": 1,\n  \"b\": [\n    1\n  ]\n}"
        let even = [
            #"{"a":1,"b":[1]}"#, #"{ "a":1,"b":[1] }"#, #"{"a":1,"b":[1] }"#, lines,
            lines.replacingOccurrences(of: ": ", with: ":"),
        ]
        #expect(even.contains(text))
    }
}
