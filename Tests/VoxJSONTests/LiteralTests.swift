// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

@Suite("Literals")
struct LiteralTests {
    @Test("literals of every kind make documents")
    func everyKind() throws {
        let cases: [(JSON, String)] = [
            (true, "true"), (false, "false"), (0, "0"), (-7, "-7"),
            (9_223_372_036_854_775_807, "9223372036854775807"),
            (1.5, "1.5"), (1e300, "1e+300"), ("text", #""text""#), ("a\("b")c", #""abc""#),
            (.null, "null"),
            ([], "[]"), ([:], "{}"), ([1, "a", true, 1.5, [.null]], #"[1,"a",true,1.5,[null]]"#),
            (["z": 1, "a": ["m": []]], #"{"z":1,"a":{"m":[]}}"#),
        ]
        for (json, text) in cases {
            try expect(json, isWritten: text, style: .compact)
            #expect(try JSON(parsing: text).vox.isEqual(to: json))
        }
    }

    @Test("nil is null in a list, which keeps its positions, and no member of an object")
    func nilLiterals() throws {
        let json: JSON = nil
        #expect(json.vox.kind == .absent)
        let list: JSON = [1, nil, "a"]
        try expect(list, isWritten: #"[1,null,"a"]"#, style: .compact)
        let object: JSON = ["a": nil, "b": .null]
        try expect(object, isWritten: #"{"b":null}"#, style: .compact)
    }

    @Test("of names repeated in a literal the last counts")
    func repeatedNames() throws {
        let json: JSON = ["a": 1, "b": "x", "a": 2]
        #expect(JSONValue(json) == ["a": 2, "b": "x"])
    }

    @Test("assigned literals are written as they stand")
    func assigning() throws {
        let json = try JSON(parsing: "{}")
        json.title = "x"
        json.count = 3
        json.rating = 9.5
        json.live = true
        json.list = [1, 2]
        json.mixed = [1, "a", .null]
        json.object = ["z": "s", "a": 2]
        json.empty = [:]
        json["sub"] = "y"
        json.list[2] = 3
        try expect(
            json,
            isWritten: #"{"title":"x","count":3,"rating":9.5,"live":true,"list":[1,2,3],"#
                + #""mixed":[1,"a",null],"object":{"z":"s","a":2},"empty":{},"sub":"y"}"#,
            style: .compact)
    }

    @Test("an assigned dictionary literal keeps its order as JSON, and is sorted as a dictionary")
    func assigningDictionaryLiterals() throws {
        let json = try JSON(parsing: "{}")
        json.ordered = ["z": 1, "m": 2, "a": 3] as JSON
        json.sorted = ["z": 1, "m": 2, "a": 3] as [String: Int]
        try expect(
            json, isWritten: #"{"ordered":{"z":1,"m":2,"a":3},"sorted":{"a":3,"m":2,"z":1}}"#,
            style: .compact)
    }

    @Test("literals of JSONValue")
    func valueLiterals() throws {
        let value: JSONValue = [nil, true, 1, 1.5, "s\(1)", [], [:], ["z": 1, "a": nil, "z": 2]]
        #expect(try value.text() == #"[null,true,1,1.5,"s1",[],{},{"z":2,"a":null}]"#)
    }
}

/// Comparing a member with a literal must compare values, however the compiler reads it.
@Suite("Literals: comparing")
struct LiteralComparisonTests {
    let json: JSON

    init() throws {
        json = try JSON(
            parsing:
                #"{"s":"x","n":3,"d":1.5,"b":true,"null":null,"list":[1,2],"mixed":[1,"a"],"#
                + #""o":{"z":1}}"#
        )
    }

    @Test("members with literals of one type")
    func members() {
        let equal = [
            json.s == "x", json.n == 3, json.d == 1.5, json.b == true, json.list == [1, 2],
            json.o == ["z": 1], json["s"] == "x", json["n"] == 3, json.list[1] == 2, "x" == json.s,
        ]
        #expect(!equal.contains(false), "\(equal)")
        let different = [
            json.s == "y", json.n == 4, json.b == false, json.s != "x", json["n"] != 3,
            json.nothing == "x", json.null == "x",
        ]
        #expect(!different.contains(true), "\(different)")
    }

    @Test("members with literals inside #expect, which types the sides apart")
    func insideExpect() {
        #expect(json.s == "x")
        #expect(json.n == 3)
        #expect(json["s"] == "x")
        #expect(json.b == true)
    }

    @Test("views found by pointer")
    func pointers() {
        let equal = [json[pointer: "/s"] == "x", json[pointer: "/n"] == 3]
        #expect(!equal.contains(false), "\(equal)")
    }

    @Test("literals of several types")
    func mixed() {
        let equal = json.mixed == [1, "a"]
        #expect(equal)
    }

    @Test("null and nil")
    func nullAndNil() {
        let null = json.null == .null
        let absent = json.nothing == nil
        #expect(null, "a null member == .null")
        #expect(absent, "a missing member == nil")
    }

    @Test("switching over a member")
    func switching() {
        let matched =
            switch json.s {
            case "x": true
            default: false
            }
        #expect(matched)
    }
}
