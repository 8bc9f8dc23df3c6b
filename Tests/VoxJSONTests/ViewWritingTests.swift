// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

@Suite("Views: writing")
struct ViewWritingTests {
    let json: JSON

    init() throws {
        json = try JSON(parsing: #"{"a":{"t":"x","n":1},"list":[1,2,3],"null":null,"s":"text"}"#)
    }

    @Test("MW-001 a write by member is visible at once through every view, and in the text")
    func writesAreVisible() throws {
        let other = json.vox.root
        let member = json.a.t
        json.a.t = "y"
        #expect(String(member) == "y")
        #expect(try String(#require(other).a["t"]) == "y")
        #expect(String(json[pointer: "/a/t"]) == "y")
        try expect(json.a, isWritten: #"{"t":"y","n":1}"#)
        member.vox.parent?.n = 2
        #expect(Int(json.a.n) == 2)
    }

    @Test("MW-002 views of one place see each other's writes, whichever writes")
    func viewsShareAPlace() throws {
        let views = [json.a.n, json["a"]["n"], json[pointer: "/a/n"], try json.vox.find("/a/n")]
        for (number, writer) in views.enumerated() {
            try writer.vox.set(number)
            for reader in views {
                #expect(Int(reader) == number)
            }
        }
        try expect(json, isWritten: #"{"a":{"t":"x","n":3},"list":[1,2,3],"null":null,"s":"text"}"#)
    }

    @Test("MW-002 a view of a place outlives the replacement of its value by any kind")
    func viewsOutliveKinds() throws {
        let view = json.s
        let values: [JSONValue] = [1, [1, 2], ["k": "v"], nil, true, "t", 1.5, [], [:]]
        for value in values {
            try json.s.vox.set(value)
            #expect(JSONValue(view) == value)
            #expect(view == json.s)
        }
    }

    @Test("MW-005 the subscript by name reads and writes the same node as the property")
    func subscriptIsProperty() {
        json["a"]["t"] = "1"
        #expect(String(json.a.t) == "1")
        json.a.t = "2"
        #expect(String(json["a"]["t"]) == "2")
        json["made"] = 1
        json.made = 2
        #expect(json.vox.count == 5)
        #expect(json["made"] == json.made)
    }

    @Test(
        "MW-007 null is written for every kind, and as nothing else",
        arguments: [
            #""text""#, "1", "1.5", "true", #"["a","b"]"#, "[1,2]", #"{"k":1}"#, #"[{"k":1}]"#,
            "null",
        ])
    func nullForEveryKind(text: String) throws {
        for write in [{ $0.m = .null }, { $0.m = JSON.null }, { try $0.m.vox.setNull() }]
            as [(JSON) throws -> Void]
        {
            let json = try JSON(parsing: #"{"m":"# + text + "}")
            try write(json)
            try expect(json, isWritten: #"{"m":null}"#)
            #expect(json.m.vox.state == .null)
        }
    }

    @Test("MW-008 nil removes the member")
    func nilRemoves() throws {
        json.a.t = nil
        try expect(json.a, isWritten: #"{"n":1}"#)
        json["s"] = nil
        json.list = nil as [Int]?
        json.null = nil as String?
        json[pointer: "/a/n"] = nil
        json.nothing = nil
        json.nothing.deeper = nil
        try expect(json, isWritten: #"{"a":{}}"#)
        json.a = nil
        try expect(json, isWritten: "{}")
        #expect(json.vox.failure == nil)
    }

    @Test("nil removes an element, and the later ones move up")
    func nilRemovesElements() throws {
        let third = json.list[2]
        json.list[1] = nil
        try expect(json.list, isWritten: "[1,3]")
        #expect(third.vox.pointer == "/list/1")
        json.list[5] = nil
        #expect(json.vox.failure == nil)
    }

    @Test("objects and arrays that are missing are made on the way")
    func absentChains() throws {
        json.x.y.z = "deep"
        json["p"]["q"] = [1]
        json.rows[0][0].name = "first"
        json.a.more.flag = true
        let expected =
            #"{"a":{"t":"x","n":1,"more":{"flag":true}},"list":[1,2,3],"null":null,"s":"text","#
            + #""x":{"y":{"z":"deep"}},"p":{"q":[1]},"rows":[[{"name":"first"}]]}"#
        try expect(json, isWritten: expected)
        #expect(json.vox.failure == nil)
    }

    @Test("an absent view stays usable: later reads and writes find what was made")
    func absentViewsAreLive() {
        let absent = json.x.y
        #expect(absent.vox.state == .absent)
        json.x.y = 1
        #expect(Int(json.x.y) == 1)
        json.x = nil
        absent.z = 2
        #expect(Int(json.x.y.z) == 2)
    }

    @Test("writes through one absent view add up, and it reads what was made")
    func absentViewsAddUp() throws {
        let fresh = json.fresh
        let deep = json.fresh.deep
        fresh.b = 1
        fresh.c = 2
        deep.d = 3
        deep.e = 4
        #expect(fresh == ["b": 1, "c": 2, "deep": ["d": 3, "e": 4]])
        #expect(fresh.vox.state == .value)
        #expect(fresh.vox.pointer == "/fresh")
        #expect(fresh.c == 2)
        #expect(deep.vox.members.map(\.name) == ["d", "e"])
        let second = json.fresh.second
        second.vox.remove()
        try second.vox.set(5)
        try second.vox.set(6)
        #expect(json.fresh.second == 6)
        #expect(json.vox.failure == nil)
    }

    @Test("the position behind the last appends, a further one is refused")
    func positionsBehindTheLast() throws {
        json.list[3] = 4
        try expect(json.list, isWritten: "[1,2,3,4]")
        json.list[6] = 7
        #expect(json.list.vox.count == 4)
        #expect(json.vox.failure?.code == .indexOutOfRange)
    }

    @Test("a write by pointer makes what is missing")
    func pointerWrites() throws {
        json[pointer: "/a/t"] = "y"
        json[pointer: "/list/0"] = 9
        #expect(String(json.a.t) == "y")
        #expect(Int(json.list[0]) == 9)
        json[pointer: "/a/fresh"] = 1
        json[pointer: "/x/y~1z"] = 2
        json[pointer: "/list/-"] = 4
        json[pointer: "/list/4"] = 5
        #expect(Int(json.a.fresh) == 1)
        #expect(Int(json.x["y/z"]) == 2)
        #expect([Int](json.list) == [9, 2, 3, 4, 5])
        #expect(json[pointer: "/a/none"].vox.pointer == "/a/none")
        #expect(json.vox.failure == nil)
    }

    @Test("a write by a malformed pointer is noted")
    func malformedPointerWrites() {
        for pointer in ["a", "/a~", "/~2/x", "/x/~"] {
            json.vox.failure = nil
            json[pointer: pointer] = 1
            #expect(json.vox.failure?.code == .invalidPointer, "\(pointer)")
        }
        #expect(!json.vox.isChanged)
    }

    @Test("assigning a view copies its value")
    func assigningCopies() throws {
        json.b = json.a
        json.a.t = "changed"
        json.b.n = 7
        try expect(json.b, isWritten: #"{"t":"x","n":7}"#, style: .compact)
        try expect(json.a, isWritten: #"{"t":"changed","n":1}"#)
        let other = try JSON(parsing: #"{ "k" : [ 1 ] }"#)
        json.list = other
        other.k[0] = 2
        #expect(JSONValue(json.list) == ["k": [1]])
        #expect(json.vox.failure == nil)
    }

    @Test("a document can be put below itself: it is copied first")
    func assigningBelowItself() throws {
        let before = try json.snapshot()
        json.a.t = json
        #expect(JSONValue(json.a.t) == before)
        json.a = json.a.t
        json.list[0] = json.list
        #expect(JSONValue(json.list) == [[1, 2, 3], 2, 3])
        #expect(json.vox.failure == nil)
    }

    @Test("assigning a place to itself changes nothing")
    func assigningToItself() throws {
        let text = "{ \"a\" : [ 1 , {} ] }\n"
        let json = try JSON(parsing: text)
        json.a = json.a
        json.a[1] = json[pointer: "/a/1"]
        try expect(json, isWritten: text)
        #expect(!json.vox.isChanged)
    }

    @Test("assigning an absent view removes")
    func assigningAbsent() throws {
        json.a.t = json.nothing
        try json.s.vox.set(json.nothing)
        try expect(json, isWritten: #"{"a":{"n":1},"list":[1,2,3],"null":null}"#)
    }

    @Test("the root is written like any value")
    func rootWrites() throws {
        try json.vox.set("now text")
        try expect(json, isWritten: #""now text""#)
        try json.vox.set(["k": [1, 2]])
        #expect(Int(json.k[1]) == 2)
        try json.vox.set(parsing: #"[{"x":1e2}]"#)
        try expect(json, isWritten: #"[{"x":1e2}]"#, style: .compact)
        json.vox.remove()
        #expect(json.vox.kind == .array, "the root has no place to be taken out of")
    }

    @Test("isChanged tells what was written, up to the root")
    func isChanged() throws {
        #expect(!json.vox.isChanged)
        json.a.t = "x"
        #expect(!json.vox.isChanged, "the same text again is no change")
        json.a.t = "y"
        #expect(json.a.t.vox.isChanged && json.a.vox.isChanged && json.vox.isChanged)
        #expect(!json.a.n.vox.isChanged && !json.list.vox.isChanged)
        #expect(!json.nothing.vox.isChanged)
    }

    @Test("a JSON text is read under the limits of the document")
    func settingTexts() throws {
        var options = JSON.Options()
        options.maximumDepth = 2
        options.mode = .strict
        let json = try JSON(parsing: "{}", options: options)
        try json.a.vox.set(parsing: " [1, 2] ")
        #expect(JSONValue(json.a) == [1, 2])
        for (text, expected) in [
            ("[1,]", JSONError.Code.syntax), ("", .unexpectedEnd), ("[[[]]]", .depthExceeded),
            (#"{"k":1,"k":2}"#, .duplicateName),
        ] {
            #expect(
                code { () throws(JSONError) in try json.a.vox.set(parsing: text) } == expected,
                "\(text)")
        }
        #expect(JSONValue(json) == ["a": [1, 2]])
    }
}
