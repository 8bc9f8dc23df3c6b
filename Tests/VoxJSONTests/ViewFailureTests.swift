// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

/// Decision 5: a setter cannot throw, so the document notes what failed.
@Suite("Views: failures")
struct ViewFailureTests {
    static let source =
        "{\"s\" : \"text\", \"n\": 1, \"b\": true, \"null\": null, \"list\": [1], \"o\": {}}"

    let json: JSON

    init() throws { json = try JSON(parsing: Self.source) }

    private func unchangedText() throws -> String {
        json.vox.failure = nil
        return try json.vox.text()
    }

    @Test("a write through a scalar is refused and noted", arguments: ["s", "n", "b", "null"])
    func throughScalars(name: String) throws {
        json[name].sub = 1
        #expect(json.vox.failure?.code == .wrongKind)
        #expect(json.vox.failure?.pointer == "/" + name)
        #expect(json.vox.isChanged == false)
        json.vox.failure = nil
        json[name].deep.er.sub = "x"
        #expect(json.vox.failure?.code == .wrongKind)
        json.vox.failure = nil
        json[name][0] = "x"
        #expect(json.vox.failure?.code == .wrongKind)
        #expect(try unchangedText() == Self.source)
    }

    @Test("a name is refused by an array, a position by an object")
    func wrongContainers() throws {
        json.list.name = 1
        #expect(json.vox.failure?.code == .wrongKind)
        #expect(json.vox.failure?.pointer == "/list")
        json.vox.failure = nil
        json.o[0] = 1
        #expect(json.vox.failure?.code == .wrongKind)
        #expect(json.vox.failure?.pointer == "/o")
        #expect(try unchangedText() == Self.source)
    }

    @Test(
        "numbers that are not finite are refused everywhere",
        arguments: [
            Double.nan, .infinity, -.infinity, .signalingNaN,
        ])
    func notFinite(value: Double) throws {
        json.n = value
        #expect(json.vox.failure?.code == .notFinite)
        json.vox.failure = nil
        json.n = Float(value)
        #expect(json.vox.failure?.code == .notFinite)
        json.vox.failure = nil
        json.fresh.deep = value
        #expect(json.vox.failure?.code == .notFinite)
        json.vox.failure = nil
        json.list = [1, value]
        #expect(json.vox.failure?.code == .notFinite)
        json.vox.failure = nil
        json.o = ["k": [value]]
        #expect(json.vox.failure?.code == .notFinite)
        #expect(code { () throws(JSONError) in try json.n.vox.set(value) } == .notFinite)
        #expect(json.fresh.vox.state == .absent)
        #expect(try unchangedText() == Self.source)
    }

    @Test("a plain read of the wrong kind gives nil and is noted")
    func wrongReads() {
        let number: Int? = json.s
        #expect(number == nil)
        #expect(json.vox.failure?.code == .wrongKind)
        #expect(json.vox.failure?.pointer == "/s")
        json.vox.failure = nil
        #expect(UInt8(json.list) == nil)
        #expect(json.vox.failure?.code == .wrongKind)
        json.vox.failure = nil
        json.n = 300
        #expect(UInt8(json.n) == nil)
        #expect(json.vox.failure?.code == .outOfRange)
        #expect(json.vox.failure?.pointer == "/n")
    }

    @Test("a failed write is thrown by every way out that it would have gone, until it is cleared")
    func failedWritesAreThrown() throws {
        _ = Int(json.s)
        try expect(json, isWritten: Self.source)
        json.n.sub = 1
        json.list[9] = 1
        #expect(json.vox.failure?.pointer == "/s")
        #expect(json.vox.failures.map(\.kind) == [.read, .write, .write])
        for style in JSON.Style.allCases {
            #expect(code { () throws(JSONError) in try json.vox.bytes(style: style) } == .wrongKind)
            #expect(
                code { () throws(JSONError) in try json.list.vox.bytes(style: style) }
                    == .indexOutOfRange)
            #expect(throws: Never.self) { try json.o.vox.text(style: style) }
            #expect(throws: Never.self) { try json.s.vox.text(style: style) }
        }
        #expect(json.list[0].vox.failure?.pointer == "/s", "noted for the document, not the place")
        #expect(json.nothing.deep.vox.failure?.pointer == "/s")
        json.nothing.vox.failure = nil
        try expect(json, isWritten: Self.source)
    }

    @Test("a failure does not stop later writes")
    func laterWrites() throws {
        json.s.sub = 1
        json.n = 2
        #expect(Int(json.n) == 2)
        #expect(json.vox.failure?.pointer == "/s")
    }

    @Test("the throwing forms say it at once and note nothing")
    func throwingForms() {
        #expect(code { () throws(JSONError) in try json.s.vox.value(as: Int.self) } == .wrongKind)
        #expect(
            code { () throws(JSONError) in try json.null.vox.value(as: Int.self) } == .wrongKind)
        #expect(
            code { () throws(JSONError) in try json.nothing.vox.value(as: Int.self) } == .missing)
        #expect(
            code { () throws(JSONError) in try json.nothing.vox.value(as: Int?.self) } == .missing)
        #expect(code { () throws(JSONError) in try json.s.sub.vox.set(1) } == .wrongKind)
        #expect(code { () throws(JSONError) in try json.s.sub.vox.setNull() } == .wrongKind)
        #expect(code { () throws(JSONError) in try json.s.sub.vox.set(parsing: "1") } == .wrongKind)
        #expect(code { () throws(JSONError) in try json.s.sub.vox.set(json.list) } == .wrongKind)
        #expect(code { () throws(JSONError) in try json.nothing.vox.bytes() } == .missing)
        #expect(code { () throws(JSONError) in try json.nothing.vox.copy() } == .missing)
        #expect(json.vox.failure == nil)
        let error = #expect(throws: JSONError.self) { try json.list[0].vox.value(as: String.self) }
        #expect(error?.pointer == "/list/0")
        #expect(error?.position == nil)
        let missing = #expect(throws: JSONError.self) { try json.x.y.vox.value(as: String.self) }
        #expect(missing?.pointer == "/x/y")
    }

    @Test("documents note failures apart")
    func documentsAreApart() throws {
        let copy = try json.vox.copy()
        json.s.sub = 1
        #expect(copy.vox.failure == nil)
        try expect(copy, isWritten: Self.source)
        let literal: JSON = ["k": 1]
        literal.k.sub = 1
        #expect(literal.vox.failure?.code == .wrongKind)
    }

    @Test("out of memory by the limit of the document changes nothing and is noted")
    func memoryLimit() throws {
        var options = JSON.Options()
        options.maximumMemory = 1 << 16
        let json = try JSON(parsing: #"{"a":1}"#, options: options)
        json.big = String(repeating: "x", count: 1 << 17)
        #expect(json.vox.failure?.code == .memoryLimitExceeded)
        json.vox.failure = nil
        try expect(json, isWritten: #"{"a":1}"#)
    }
}
