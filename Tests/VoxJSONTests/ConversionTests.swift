// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

private enum Medium: String, JSONConvertible { case vinyl, tape }

private enum Stars: Int, JSONConvertible { case one = 1, two }

private struct Identifier: RawRepresentable, JSONConvertible, Equatable {
    var rawValue: [String]
}

private struct Temperature: JSONConvertible, Equatable {
    var celsius: Double

    static func decode(_ json: JSON) throws(JSONError) -> Temperature {
        Temperature(celsius: try json.celsius.vox.value())
    }

    func encoded() throws(JSONError) -> JSONValue { ["celsius": try celsius.encoded()] }
}

@Suite("Conversions")
struct ConversionTests {
    let json: JSON

    init() throws {
        json = try JSON(
            parsing: """
                {"s":"text","b":true,"n":1,"null":null,"list":["a","b"],
                 "holes":[1,null,3],"o":{"x":1,"y":2},
                 "table":{"k":[[1],[]]},"mixed":[1,"a"],"medium":"tape","stars":2,"odd":"cassette",
                 "weather":[{"celsius":20.5},{"celsius":-3}]}
                """)
    }

    /// Every type against every kind: what converts, and what is a wrong kind.
    @Test("T34 each type reads its kind alone")
    func kinds() {
        func readable<Value: JSONConvertible>(_ type: Value.Type) -> [String] {
            ["s", "b", "n", "null", "list", "o"].filter {
                (try? json[$0].vox.value(as: type)) != nil
            }
        }
        #expect(readable(String.self) == ["s"])
        #expect(readable(Bool.self) == ["b"])
        #expect(readable(Int.self) == ["n"])
        #expect(readable(UInt8.self) == ["n"])
        #expect(readable(Double.self) == ["n"])
        #expect(readable(Float.self) == ["n"])
        #expect(readable(JSONNumber.self) == ["n"])
        #expect(readable([String].self) == ["list"])
        #expect(readable([String: Int].self) == ["o"])
        #expect(readable(Int?.self) == ["n", "null"])
        #expect(readable(JSONValue.self) == ["s", "b", "n", "null", "list", "o"])
        #expect(readable(JSON.self) == ["s", "b", "n", "null", "list", "o"])
        #expect(json.vox.failure == nil)
    }

    @Test("initialisers by view give nil for other kinds")
    func initialisers() {
        #expect(
            String(json.s) == "text" && Bool(json.b) == true && Int(json.n) == 1
                && Double(json.n) == 1)
        #expect(
            JSONNumber(text: "1")
                == JSONValue(json.n).flatMap { if case .number(let n) = $0 { n } else { nil } })
        #expect([String](json.list) == ["a", "b"])
        #expect([String: Int](json.o) == ["x": 1, "y": 2])
        #expect(json.vox.failure == nil)
        #expect(String(json.n) == nil && Bool(json.n) == nil && [Int](json.list) == nil)
        #expect([String: Int](json.list) == nil)
        #expect(json.vox.failure?.pointer == "/n")
    }

    @Test("lists and dictionaries, nested, with nulls as optionals")
    func collections() {
        let holes: [Int?]? = json.holes
        let table: [String: [[Int]]]? = json.table
        let views: [JSON]? = json.mixed
        let values: [JSONValue]? = json.mixed
        #expect(holes == [1, nil, 3])
        #expect(table == ["k": [[1], []]])
        #expect(views == json.mixed.vox.elements)
        #expect(values == [1, "a"])
        #expect(json.vox.failure == nil)
    }

    @Test("one element that does not convert fails the whole, and is named")
    func failingElements() {
        let error = #expect(throws: JSONError.self) { try json.mixed.vox.value(as: [Int].self) }
        #expect(error?.code == .wrongKind && error?.pointer == "/mixed/1")
        let hole = #expect(throws: JSONError.self) { try json.holes.vox.value(as: [Int].self) }
        #expect(hole?.code == .wrongKind && hole?.pointer == "/holes/1")
        let member = #expect(throws: JSONError.self) {
            try json.table.vox.value(as: [String: [Int]].self)
        }
        #expect(member?.code == .wrongKind && member?.pointer == "/table/k/0")
        let missing = #expect(throws: JSONError.self) { try json.o.vox.value(as: Temperature.self) }
        #expect(missing?.code == .missing && missing?.pointer == "/o/celsius")
    }

    @Test("types with a raw value, and types of one's own")
    func ownTypes() throws {
        let medium: Medium? = json.medium
        let stars: Stars? = json.stars
        let weather: [Temperature]? = json.weather
        #expect(medium == .tape && stars == .two)
        #expect(weather == [Temperature(celsius: 20.5), Temperature(celsius: -3)])
        #expect(try json.list.vox.value(as: Identifier.self).rawValue == ["a", "b"])
        let error = #expect(throws: JSONError.self) { try json.odd.vox.value(as: Medium.self) }
        #expect(error?.code == .notConvertible && error?.pointer == "/odd")
        #expect(error?.code.description == "notConvertible")
        json.medium = Medium.vinyl
        json.stars = Stars.one
        json.id = Identifier(rawValue: ["x"])
        json.weather[0] = Temperature(celsius: 1)
        #expect(
            JSONValue(json.medium) == "vinyl" && JSONValue(json.stars) == 1
                && JSONValue(json.id) == ["x"])
        #expect(JSONValue(json.weather[0]) == ["celsius": 1])
    }

    @Test(
        "MW-003 text, booleans, lists, objects and nested values survive write, serialise and read")
    func writing() throws {
        let json = try JSON(parsing: "{}")
        json.text = "a\"\\\u{0}\n😀é"
        json.flag = false
        json.list = ["x", ""]
        json.holes = [1, nil, 3] as [Int?]
        json.object = ["b": 1.5, "a": -2]
        json.nested = ["k": [["m": [true]]]]
        json.empty = [] as [String]
        json.none = Int?.none
        let read = try JSON(parsing: json.vox.bytes())
        #expect(String(read.text) == "a\"\\\u{0}\n😀é")
        #expect(Bool(read.flag) == false)
        #expect([String](read.list) == ["x", ""])
        #expect([Int?](read.holes) == [1, nil, 3])
        #expect([String: Double](read.object) == ["b": 1.5, "a": -2])
        #expect([String: [[String: [Bool]]]](read.nested) == ["k": [["m": [true]]]])
        #expect([String](read.empty) == [])
        #expect(read.none.vox.state == .absent)
        #expect(json.vox.failure == nil)
    }

    @Test(
        "nil removes in the plain form; it is null in the throwing one and as .some(nil)"
    )
    func optionals() throws {
        let json = try JSON(parsing: #"{"a":1,"b":1,"c":1}"#)
        json.a = Int?.none
        try json.b.vox.set(Int?.none)
        json.c = .some(Int?.none)
        try expect(json, isWritten: #"{"b":null,"c":null}"#)
    }

    @Test("random texts survive, scalar by scalar")
    func texts() throws {
        var values = RandomValues(seed: 5)
        let json = try JSON(parsing: "{}")
        for _ in 0..<1000 {
            let text = values.text()
            json.t = text
            let read = try JSON(parsing: json.vox.bytes())
            let back = try #require(String(read.t))
            #expect(isSame(back, text))
        }
    }

    @Test("a whole snapshot as the value of a member")
    func snapshots() throws {
        for seed in 0..<200 {
            var values = RandomValues(seed: UInt64(seed))
            let value = values.value(depth: 4)
            let json = try JSON(parsing: "{}")
            json.m = value
            #expect(try isSame(json.m.snapshot(), value), "seed \(seed)")
            #expect(try isSame(json.m.vox.value(as: JSONValue.self), value))
        }
    }
}
