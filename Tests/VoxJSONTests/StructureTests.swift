// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

@Suite("Structure")
struct StructureTests {
    @Test("append and insert put copies where they are asked for")
    func inserting() throws {
        let json = try JSON(parsing: #"{"list":[1,2]}"#)
        try json.list.vox.append(3)
        try json.list.vox.insert("first", at: 0)
        try json.list.vox.insert([true], at: 2)
        try json.list.vox.insert(.null, at: 5)
        try expect(json.list, isWritten: #"["first",1,[true],2,3,null]"#, style: .compact)
        let other = try JSON(parsing: #"{"k":1}"#)
        try json.list.vox.append(other)
        other.k = 2
        #expect(Int(json.list[6].k) == 1)
        try json.list.vox.append(json.list)
        #expect(json.list[7].vox.count == 7)
    }

    @Test("the first element makes the array on the way")
    func appendingToNothing() throws {
        let json = try JSON(parsing: "{}")
        try json.a.b.vox.append(1)
        try json.a.b.vox.append(2)
        try json.c.vox.insert("x", at: 0)
        try expect(json, isWritten: #"{"a":{"b":[1,2]},"c":["x"]}"#, style: .compact)
    }

    @Test("insertion is refused past the end, before the start and in other kinds")
    func refusedInsertions() throws {
        let text = #"{"list":[1],"o":{},"s":"x","null":null}"#
        let json = try JSON(parsing: text)
        for index in [-1, 2, 100, .min, .max] {
            #expect(
                code { () throws(JSONError) in try json.list.vox.insert(0, at: index) }
                    == .indexOutOfRange)
        }
        for name in ["o", "s", "null"] {
            #expect(code { () throws(JSONError) in try json[name].vox.append(0) } == .wrongKind)
            #expect(
                code { () throws(JSONError) in try json[name].vox.insert(0, at: 0) } == .wrongKind)
        }
        #expect(
            code { () throws(JSONError) in try json.fresh.vox.insert(0, at: 1) } == .indexOutOfRange
        )
        #expect(code { () throws(JSONError) in try json.list.vox.append(json.nothing) } == .missing)
        #expect(
            code { () throws(JSONError) in try json.fresh.vox.append(json.nothing) } == .missing)
        try expect(json, isWritten: text)
    }

    @Test("remove takes members and elements out; what is not there is no matter")
    func removing() throws {
        let json = try JSON(parsing: "{ \"a\": 1, \"b\": [ 1, 2, 3 ], \"c\": {} }")
        json.b[1].vox.remove()
        json.c.vox.remove()
        json.nothing.vox.remove()
        json.b[7].vox.remove()
        try expect(json, isWritten: "{ \"a\": 1, \"b\": [ 1, 3 ] }")
        json.a.vox.remove()
        try expect(json, isWritten: "{ \"b\": [ 1, 3 ] }")
        #expect(json.vox.failure == nil)
    }

    @Test("elements and members are in order, and lists of the moment")
    func listing() throws {
        let json = try JSON(parsing: #"{"z":1,"a":[true,null],"m":{"k":"v"}}"#)
        #expect(json.vox.members.map(\.name) == ["z", "a", "m"])
        #expect(json.vox.members.map(\.value) == [json.z, json.a, json.m])
        #expect(json.vox.elements == [json.z, json.a, json.m])
        #expect(json.a.vox.elements == [json.a[0], json.a[1]])
        #expect(json.a.vox.members.isEmpty)
        #expect(json.z.vox.elements.isEmpty && json.nothing.vox.elements.isEmpty)
        let elements = json.vox.elements
        for element in elements {
            element.vox.remove()
        }
        json.fresh = 1
        #expect(elements.count == 3)
        #expect(Int(elements[0]) == 1)
        #expect(json.vox.members.map(\.name) == ["fresh"])
    }

    @Test(
        "objects and arrays of any size: count, look-up, removal from the middle",
        arguments: [7, 8, 9, 100, 5000])
    func largeContainers(size: Int) throws {
        let json = try JSON(parsing: #"{"o":{},"a":[]}"#)
        for number in 0..<size {
            json.o["name\(number)"] = number
            json.a[number] = number
        }
        #expect(json.o.vox.count == size && json.a.vox.count == size)
        for number in stride(from: 1, to: size, by: 2) {
            json.o["name\(number)"] = nil
        }
        for number in stride(from: 0, to: size, by: 2) {
            #expect(Int(json.o["name\(number)"]) == number)
        }
        #expect(json.o.vox.count == (size + 1) / 2)
        #expect(
            json.o.vox.members.map(\.name) == stride(from: 0, to: size, by: 2).map { "name\($0)" })
        json.a[size / 2] = nil
        #expect(json.a.vox.count == size - 1)
        #expect([Int](json.a) == (0..<size).filter { $0 != size / 2 })
        #expect(json.vox.failure == nil)
    }

    @Test("MW-014 names with dots, @, spaces, other letters and the empty name match exactly")
    func exactNames() throws {
        let names = [
            "", " ", "a.b", "a", "@at", "é", "e", "É", "日本", "a b", "a/b", "a~b", "\u{0}",
            "\u{301}x", "0", "A", "😀",
        ]
        let json = try JSON(parsing: "{}")
        for (number, name) in names.enumerated() {
            json[name] = number
        }
        #expect(json.vox.count == names.count)
        let read = try JSON(parsing: json.vox.bytes())
        for (number, name) in names.enumerated() {
            #expect(Int(json[name]) == number, "\(name)")
            #expect(Int(read[name]) == number, "\(name)")
            #expect(try read.vox.find(read[name].vox.pointer) == read[name])
            #expect(
                read[pointer: read[name].vox.pointer] == read[name], "\(read[name].vox.pointer)")
        }
        json["a.b"] = nil
        #expect(json.a.vox.state == .value && json["a.b"].vox.state == .absent)
    }

    @Test("MW-014 names that look alike but have other scalars are two members")
    func equivalentNames() throws {
        let json = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(json.vox.count == 2)
        #expect(Int(json["\u{E9}"]) == 1 && Int(json["e\u{301}"]) == 2)
        json["e\u{301}"] = 3
        try expect(json, isWritten: "{\"\u{E9}\":1,\"e\u{301}\":3}")
        #expect(json["a\u{30A}"] != json["\u{E5}"], "two absent members")
    }
}

/// Of members with the same name the last counts; setting edits it, removing removes all.
@Suite("Structure: repeated names")
struct RepeatedNameTests {
    static let text = #"{ "a": 1, "b": 2, "a": 3, "\u0061": 4 }"#

    @Test("MW-043 T10 the last one wins in every way of reading")
    func reading() throws {
        let json = try JSON(parsing: Self.text)
        #expect(Int(json.a) == 4)
        #expect(Int(json[pointer: "/a"]) == 4)
        #expect(json.vox.count == 2)
        #expect(json.vox.members.map(\.name).sorted() == ["a", "b"])
        #expect(json.vox.elements.compactMap { Int($0) }.sorted() == [2, 4])
        #expect([String: Int](json) == ["a": 4, "b": 2])
        #expect(JSONValue(json) == ["a": 4, "b": 2])
        #expect(try json.vox.isEqual(to: JSON(parsing: #"{"a":4,"b":2}"#)))
    }

    @Test("MW-043 T10 untouched ones are written by preserve, the last alone by the other styles")
    func writing() throws {
        let json = try JSON(parsing: Self.text)
        try expect(json, isWritten: Self.text)
        for style in JSON.Style.allCases where style != .preserve {
            let read = try JSON(parsing: json.vox.bytes(style: style), options: Self.strict)
            #expect(read.vox.isEqual(to: json), "\(style)")
        }
    }

    @Test("MW-043 setting edits the last, removing removes all")
    func editing() throws {
        let json = try JSON(parsing: Self.text)
        json.a = 5
        try expect(json, isWritten: #"{ "a": 1, "b": 2, "a": 3, "\u0061": 5 }"#)
        json.a = nil
        #expect(json.a.vox.state == .absent && json.vox.count == 1)
        try expect(json, isWritten: #"{ "b": 2 }"#)
    }

    @Test("MW-043 in large objects too")
    func largeObjects() throws {
        let members = (0..<2000).map { #""n\#($0 % 700)":\#($0)"# }
        let json = try JSON(parsing: "{" + members.joined(separator: ",") + "}")
        #expect(json.vox.count == 700)
        for number in 0..<700 {
            #expect(Int(json["n\(number)"]) == (number < 600 ? 1400 + number : 700 + number))
        }
        json.n5 = nil
        #expect(json.n5.vox.state == .absent && json.vox.count == 699)
    }

    @Test("MW-043 refused in strict mode, at the second name")
    func strictMode() {
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: Self.text, options: Self.strict)
        }
        #expect(error?.code == .duplicateName)
        #expect(error?.position == .init(offset: 18, line: 1, column: 19))
    }

    private static var strict: JSON.Options {
        var options = JSON.Options()
        options.mode = .strict
        return options
    }
}
