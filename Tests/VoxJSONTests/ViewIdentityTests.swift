// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

/// Decision 6: views compare by place, values by name.
@Suite("Views: identity")
struct ViewIdentityTests {
    @Test("views are equal and hash alike when they show one place")
    func equalByPlace() throws {
        let json = try JSON(parsing: #"{"a":[1,1],"b":[1,1]}"#)
        #expect(json.a == json["a"])
        #expect(json.a.hashValue == json["a"].hashValue)
        #expect(json.a[0] != json.a[1], "equal values, two places")
        #expect(json.a != json.b)
        #expect(json.a.vox.isEqual(to: json.b))
        #expect(Set([json.a, json.b, json["a"], json[pointer: "/b"]]).count == 2)
        #expect(try json.vox.copy() != json)
        #expect(try json.vox.copy().vox.isEqual(to: json))
    }

    @Test("a write does not move a view; a removal and a new member do")
    func equalityAcrossWrites() throws {
        let json = try JSON(parsing: #"{"a":1}"#)
        let view = json.a
        json.a = [1]
        #expect(json.a == view)
        json.a = nil
        json.a = 2
        #expect(json.a != view)
    }

    @Test("absent views are equal when they miss the same step")
    func absentViews() throws {
        let json = try JSON(parsing: #"{"a":{}}"#)
        #expect(json.a.x.y == json["a"]["x"]["y"])
        #expect(json.a.x.y.hashValue == json["a"]["x"]["y"].hashValue)
        #expect(json.a.x.y != json.a.x.z)
        #expect(json.a.x.y != json.b.x.y)
        #expect(json.a["0"] != json.a[0])
        #expect(json.a.x != json.a)
    }

    @Test("isEqual ignores order, layout and the spelling of numbers and text")
    func deepEquality() throws {
        let equal = [
            (#"{"a":1,"b":[1.0,10e-1]}"#, #"{ "b" : [1,1], "\u0061" : 1.00 }"#),
            ("[0,-0]", "[-0.0,0e9]"),
            (#""\u00e9\/""#, #""é/""#), (#"{"a":1,"a":2}"#, #"{"a":2}"#), ("1e400", "10E399"),
            ("[]", "[ ]"),
        ]
        for (left, right) in equal {
            #expect(try JSON(parsing: left).vox.isEqual(to: JSON(parsing: right)), "\(left)")
        }
        let different = [
            ("[1,2]", "[2,1]"), ("1", #""1""#), ("null", "false"),
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.10000000000000001"), (#"{"a":1}"#, #"{"a":1,"b":1}"#), ("[]", "{}"),
            (#""é""#, #""e\u0301""#), (#"{"a":null}"#, "{}"), ("1e400", "1e401"),
            ("[[]]", "[[[]]]"),
        ]
        for (left, right) in different {
            #expect(try !JSON(parsing: left).vox.isEqual(to: JSON(parsing: right)), "\(left)")
        }
    }

    @Test("isEqual with absent views")
    func equalityOfAbsence() throws {
        let json = try JSON(parsing: #"{"null":null}"#)
        #expect(json.x.vox.isEqual(to: json.y))
        #expect(!json.x.vox.isEqual(to: json.null))
        #expect(!json.null.vox.isEqual(to: json.x))
    }

    @Test("a copy is a document of its own, with the layout of the value")
    func copies() throws {
        let json = try JSON(parsing: "{ \"a\" : [ 1,\n 2 ] }\n")
        let copy = try json.a.vox.copy()
        try expect(copy, isWritten: "[ 1,\n 2 ]")
        #expect(try json.vox.copy().vox.text() == "{ \"a\" : [ 1,\n 2 ] }\n")
        json.a[0] = 9
        copy[1] = 8
        #expect(JSONValue(copy) == [1, 8])
        #expect(JSONValue(json.a) == [9, 2])
        #expect(copy.vox.parent == nil && copy.vox.pointer == "")
    }

    @Test("debugDescription is compact JSON, cut after 1,000 bytes")
    func debugDescriptions() throws {
        let json = try JSON(parsing: #"{ "a" : [ 1, "é" ] }"#)
        #expect(json.debugDescription == #"{"a":[1,"é"]}"#)
        #expect(String(reflecting: json.a[1]) == #""é""#)
        #expect(json.b.debugDescription == "absent")
        _ = Int(json.a)
        #expect(json.a.debugDescription == #"[1,"é"]"#, "a noted failure does not matter here")
        let short = try JSON(.string(String(repeating: "x", count: 998)))
        #expect(short.debugDescription.utf8.count == 1000)
        let long = try JSON(.string(String(repeating: "x", count: 999)))
        #expect(long.debugDescription == "\"" + String(repeating: "x", count: 999) + "…")
    }

    @Test("debugDescription is not cut inside a character")
    func debugDescriptionKeepsCharacters() throws {
        for length in 0..<4 {
            let text = String(repeating: "x", count: length) + String(repeating: "😀", count: 400)
            #expect(try !JSON(.string(text)).debugDescription.contains("\u{FFFD}"))
        }
    }
}
