// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

/// 100,000 levels. Nothing may recurse over the depth of the input, so each test runs in a process
/// of its own: a stack that overflows fails that test and no other.
@Suite("100,000 levels of nesting")
struct DeepNestingTests {
    static let levels = 100_000

    static let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)

    static func document() throws -> JSON {
        var options = JSON.Options()
        options.maximumDepth = levels
        return try JSON(parsing: text, options: options)
    }

    @Test("T09 are refused by default")
    func refused() {
        #expect(code { () throws(JSONError) in try JSON(parsing: Self.text) } == .depthExceeded)
        #expect(
            code { () throws(JSONError) in try JSONValue(parsing: Self.text) } == .depthExceeded)
    }

    @Test("T09 are parsed, compared, copied, written, edited and freed")
    func document() async {
        await #expect(processExitsWith: .success) {
            let json = try Self.document()
            for style in [JSON.Style.preserve, .compact, .sorted] {
                try #require(json.vox.text(style: style) == Self.text)
            }
            try #require(json.vox.isEqual(to: Self.document()))
            let copy = try json.vox.copy()
            try #require(copy.vox.isEqual(to: json))
            let deepest = try json.vox.find(String(repeating: "/0", count: Self.levels - 1))
            try #require(deepest.vox.pointer.utf8.count == 2 * (Self.levels - 1))
            try deepest.vox.append("bottom")
            try #require(!copy.vox.isEqual(to: json))
            let list = try JSON(parsing: "[]")
            list[0] = json
            list[1] = list[0]
            try #require(list.vox.text(style: .compact).utf8.count == 2 * (2 * Self.levels + 8) + 3)
            list[0] = nil
        }
    }

    @Test("T09 are shown by dump as far as its recursion may go")
    func dumped() throws {
        var text = ""
        dump(try Self.document(), to: &text)
        #expect(text.utf8.count < 2_000_000)
    }

    @Test("are one pointer subscript away")
    func pointerSubscript() async {
        await #expect(processExitsWith: .success) {
            let json = try Self.document()
            let deepest = json[pointer: String(repeating: "/0", count: Self.levels - 1)]
            try #require(deepest.vox.kind == .array)
        }
    }

    @Test("are one pointer subscript away also where there is nothing")
    func absentPointerSubscript() async {
        await #expect(processExitsWith: .success) {
            let json = try JSON(parsing: "{}")
            try #require(
                json[pointer: String(repeating: "/a", count: Self.levels)].vox.state == .absent)
        }
    }

    @Test("are too many for a snapshot, which says so")
    func snapshot() async {
        await #expect(processExitsWith: .success) {
            let json = try Self.document()
            try #require(JSONValue(json) == nil)
            try #require(json.vox.failure?.code == .depthExceeded)
            try #require(throws: JSONError.self) { try json.vox.value(as: JSONValue.self) }
        }
    }

    @Test("a snapshot as deep as they may be is written, compared and freed, on a small stack too")
    func deepestSnapshot() async {
        await #expect(processExitsWith: .success) {
            let levels = JSONValue.maximumDepth
            let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            var options = JSON.Options()
            options.maximumDepth = levels + 1
            let limits = options
            // 512 KiB is what secondary threads get on the meanest platforms.
            let thread = Thread {
                guard let json = try? JSON(parsing: text, options: limits) else { exit(1) }
                guard let snapshot = JSONValue(json), let other = JSONValue(json) else { exit(2) }
                guard snapshot == other, snapshot.hashValue == other.hashValue else { exit(3) }
                guard (try? snapshot.text()) == text else { exit(4) }
            }
            thread.stackSize = 512 * 1024
            thread.start()
            while !thread.isFinished { usleep(1000) }
            let deeper = try JSON(parsing: "[" + text + "]", options: options)
            try #require(JSONValue(deeper) == nil)
        }
    }

    @Test("a chain of absent views so long is made, written and freed")
    func absentChain() async {
        await #expect(processExitsWith: .success) {
            let json = try JSON(parsing: "{}")
            var view = json
            for _ in 0..<Self.levels {
                view = view.a
            }
            try #require(view.vox.state == .absent)
            try view.vox.set(1)
            try #require(json.vox.text(style: .compact).utf8.count == 6 * Self.levels + 1)
        }
    }
}
