// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

@Suite("JSONObject")
struct JSONObjectTests {
    @Test("names keep their order; setting again keeps the place, nil removes")
    func order() {
        var object = JSONObject()
        for name in ["z", "a", "m"] {
            object[name] = .string(name)
        }
        object["z"] = 1
        #expect(object.names == ["z", "a", "m"])
        object["z"] = nil
        object["none"] = nil
        object["z"] = 2
        #expect(object.names == ["a", "m", "z"])
        #expect(object.map(\.name) == object.names)
        #expect(object["z"] == 2 && object["none"] == nil)
        #expect(object.count == 3 && object[0].name == "a")
    }

    @Test("a literal has the order written, and of repeated names the last value")
    func literal() {
        let object: JSONObject = ["z": 1, "a": [true, nil], "z": "x"]
        #expect(object.description == #"{"z":"x","a":[true,null]}"#)
        #expect(([:] as JSONObject).isEmpty)
    }

    @Test("a random script agrees with a list of pairs, across the size where an index begins")
    func randomScript() {
        var random = Seeded(9)
        var object = JSONObject()
        var pairs: [(name: String, value: Int)] = []
        for step in 0..<6000 {
            let name = "n\(random.below(step < 3000 ? 14 : 60))"
            let place = pairs.firstIndex { $0.name == name }
            if random.chance(40) {
                object[name] = nil
                if let place { pairs.remove(at: place) }
            } else {
                object[name] = JSONValue(integerLiteral: step)
                if let place { pairs[place].value = step } else { pairs.append((name, step)) }
            }
            #expect(
                object[name]
                    == pairs.first { $0.name == name }.map { JSONValue(integerLiteral: $0.value) })
            if step % 20 == 0 {
                #expect(object.names == pairs.map(\.name))
                #expect(object.allSatisfy { object[$0.name] == $0.value })
            }
        }
    }

    @Test("equality and hash do not regard order")
    func equality() {
        var random = Seeded(10)
        for size in [0, 1, 2, 8, 9, 40] {
            let names = (0..<size).map { "name\($0)" }
            var (left, right) = (JSONObject(), JSONObject())
            for name in names { left[name] = .string(name) }
            for name in names.shuffled(using: &random) { right[name] = .string(name) }
            #expect(left == right && left.hashValue == right.hashValue)
            right["more"] = .null
            #expect(left != right)
            if size > 0 {
                left["name0"] = nil
                #expect(left != right)
            }
        }
    }

    @Test("MW-014 names are told apart by their scalars")
    func equivalentNames() {
        var object = JSONObject()
        object["\u{E9}"] = 1
        object["e\u{301}"] = 2
        #expect(object.count == 2)
        #expect(object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
    }
}

@Suite("JSONValue")
struct JSONValueTests {
    @Test("a snapshot keeps order, number texts and text, whatever the layout")
    func snapshots() throws {
        for seed in 0..<300 {
            var values = RandomValues(seed: UInt64(seed))
            let value = values.value(depth: 5)
            let source = values.source(of: value)
            #expect(try isSame(JSONValue(parsing: source), value), "seed \(seed)")
            #expect(try isSame(JSON(parsing: source).snapshot(), value), "seed \(seed)")
            #expect(try isSame(JSON(value).snapshot(), value), "seed \(seed)")
        }
    }

    @Test("every style but sorted writes the same value, in the same order")
    func styles() throws {
        for seed in 300..<500 {
            var values = RandomValues(seed: UInt64(seed))
            let value = values.value(depth: 5)
            for style in JSON.Style.allCases {
                let read = try JSONValue(parsing: value.text(style: style))
                #expect(
                    read == value && read.hashValue == value.hashValue, "seed \(seed), \(style)")
                #expect(style == .sorted || isSame(read, value), "seed \(seed), \(style)")
            }
        }
    }

    @Test("preserve has nothing to keep in a snapshot and is compact")
    func preserveIsCompact() throws {
        let value: JSONValue = ["a": [1, 2], "b": [:]]
        #expect(try value.text(style: .preserve) == value.text(style: .compact))
        #expect(try value.text() == #"{"a":[1,2],"b":{}}"#)
    }

    @Test("equality is that of JSON, and agrees with the views'")
    func equality() throws {
        let texts = [
            "null", "false", "true", "0", "-0", "1", "1.0", "10e-1", "9007199254740993",
            "9007199254740992", #""1""#,
            #""""#, "[]", "{}", "[1]", "[1.0]", "[1,2]", "[2,1]", #"{"a":1,"b":2}"#,
            #"{"b":2.0,"a":1}"#, #"{"a":1}"#,
            #"{"a":null}"#, #""é""#, #""\u00e9""#, #""e\u0301""#, #"{"é":1}"#, #"{"e\u0301":1}"#,
            #"["a\u0000"]"#, #"["a"]"#,
        ]
        for left in texts {
            for right in texts {
                let (leftJSON, rightJSON) = (try JSON(parsing: left), try JSON(parsing: right))
                let (leftValue, rightValue) = (try leftJSON.snapshot(), try rightJSON.snapshot())
                let equal = leftJSON.vox.isEqual(to: rightJSON)
                #expect((leftValue == rightValue) == equal, "\(left) and \(right)")
                if leftValue == rightValue {
                    #expect(leftValue.hashValue == rightValue.hashValue, "\(left) and \(right)")
                }
            }
        }
    }

    @Test("members and elements")
    func subscripts() {
        let value: JSONValue = ["list": [1, "a"], "null": nil]
        #expect(value["list"]?[1] == "a")
        #expect(value["list"]?[2] == nil && value["list"]?[-1] == nil)
        #expect(value["null"] == .some(.null))
        #expect(value["none"] == nil && value[0] == nil && value["list"]?["x"] == nil)
    }

    @Test("absent views have no snapshot")
    func absent() throws {
        #expect(try JSONValue(JSON(parsing: "{}").a) == nil)
        #expect(JSONValue(nil as JSON) == nil)
    }

    @Test("refuses what JSON refuses, under the limits given")
    func refusals() {
        var options = JSON.Options()
        options.maximumDepth = 1
        #expect(
            code { () throws(JSONError) in try JSONValue(parsing: "[[]]", options: options) }
                == .depthExceeded)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[1,\n]") }
        #expect(error?.position == .init(offset: 4, line: 2, column: 1))
    }

    @Test("values go to another task")
    func sendable() async throws {
        let value: JSONValue = ["a": [1, "x"]]
        let text = try await Task.detached { try value.text() }.value
        #expect(text == #"{"a":[1,"x"]}"#)
    }
}
