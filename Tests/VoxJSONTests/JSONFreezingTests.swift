// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

/// Frozen JSON: what is refused, what goes on, and who notes failures.
@Suite("Freezing JSON")
struct JSONFreezingTests {
    static let text = #" {"a": [1, 2.50, {"b": "\u0078"}], "n": null, "twice": 1, "twice": 2} "#

    /// Every plain write there is.
    static let writes: [(name: String, write: @Sendable (JSON) -> Void)] = [
        ("set a member", { $0["a"] = 1 }),
        ("set what stands there", { $0["twice"] = 2 }),
        ("add a member", { $0["new"] = "x" }),
        ("make what is on the way", { $0["new"]["deep"][0] = true }),
        ("set an element", { $0["a"][0] = 5 }),
        ("add an element", { $0["a"][3] = 5 }),
        ("by pointer", { $0[pointer: "/a/2/b"] = "y" }),
        ("copy a view", { $0["n"] = $0["a"] }),
        ("null", { $0["a"] = .null }),
        ("remove", { $0["a"].vox.remove() }),
        ("set nil", { $0["a"] = nil as Int? }),
    ]

    @Test("a plain write changes nothing and is noted", arguments: writes.indices)
    func plainWrites(index: Int) throws {
        let old = try JSON(parsing: Self.text)
        let frozen = try old.vox.frozen()
        for view in [old, frozen.json] {
            #expect(view.vox.isFrozen)
            Self.writes[index].write(view)
            #expect(view.vox.failure?.code == .frozen)
            #expect(throws: JSONError.self) { try view.vox.text() }
            view.vox.failure = nil
            #expect(try view.vox.text() == Self.text)
            #expect(!view.vox.isChanged)
        }
    }

    @Test("the throwing forms say so at once")
    func throwingWrites() throws {
        let json = try JSON(parsing: Self.text).vox.frozen().json
        let writes: [(JSON) throws -> Void] = [
            { try $0["a"].vox.set(1) },
            { try $0["a"].vox.setNull() },
            { try $0["new"].vox.set("text") },
            { try $0["n"].vox.set($0["a"]) },
            { try $0["n"].vox.set(parsing: "[1]") },
            { try $0.vox.set("/a/-", parsing: "1") },
            { try $0["a"].vox.append($0["n"]) },
            { try $0["a"].vox.insert($0["n"], at: 0) },
        ]
        for write in writes {
            let error = #expect(throws: JSONError.self) { try write(json) }
            #expect(error?.code == .frozen)
        }
        #expect(json.vox.failure == nil)
        #expect(try json.vox.text() == Self.text)
    }

    @Test("views of the same place are equal, and note failures each for itself")
    func separateHandles() throws {
        let frozen = try JSON(parsing: Self.text).vox.frozen()
        let (first, second) = (frozen.json, frozen.json)
        #expect(first == second)
        #expect(first.a[2] == second.a[2])
        let wrong: Int? = first.a
        #expect(wrong == nil)
        #expect(first.vox.failure?.code == .wrongKind)
        #expect(second.vox.failure == nil)
        #expect(frozen.json.vox.failure == nil)
    }

    @Test("a view keeps the tree when everything else is gone; a part freezes with its whole")
    func lifetimeAndParts() throws {
        func part() throws -> JSON {
            try JSON(parsing: Self.text).a[2].vox.frozen().json
        }
        let json = try part()
        #expect(json.b == "x")
        #expect(json.vox.pointer == "/a/2")
        #expect(json.vox.root?["twice"] == 2)
        #expect(try json.vox.frozen().json == json)
    }

    @Test("what reads a document reads a frozen one, absent members and removed values too")
    func reading() throws {
        let original = try JSON(parsing: Self.text)
        let removed = original.a[2]
        removed.vox.remove()
        let json = try original.vox.frozen().json
        #expect(removed.b == "x")
        #expect(json.a.vox.elements.count == 2)
        #expect(json.vox.members.map(\.name) == ["a", "n", "twice"])
        #expect(json.none.deeper.vox.state == .absent)
        #expect(json == ["a": [1, 2.5], "n": nil, "twice": 2] as JSONValue)
        #expect(try json.vox.find("/a/1").vox.text() == "2.50")
        for style in JSON.Style.allCases {
            #expect(try json.vox.text(style: style) == original.vox.text(style: style))
        }
    }

    @Test("a copy of a frozen document is free, and byte for byte the same")
    func copying() throws {
        let frozen = try JSON(parsing: Self.text).vox.frozen()
        let copy = try frozen.json.vox.copy()
        #expect(!copy.vox.isFrozen)
        #expect(try copy.vox.text() == Self.text)
        copy.a[0] = 9
        copy.n = frozen.json.a
        #expect(copy.vox.failure == nil)
        #expect(
            try copy.vox.text()
                == #" {"a": [9, 2.50, {"b": "\u0078"}], "n": [1, 2.50, {"b": "x"}], "twice": 1, "twice": 2} "#
        )
        #expect(try frozen.json.vox.text() == Self.text)
    }

    @Test("nothing is frozen that is absent, or where a failure was noted")
    func refusals() throws {
        let json = try JSON(parsing: Self.text)
        do throws(JSONError) {
            _ = try json.none.vox.frozen()
            Issue.record("an absent value was frozen")
        } catch {
            #expect(error.code == .missing)
        }
        json.a.deep = 1  // a is no object
        do throws(JSONError) {
            _ = try json.vox.frozen()
            Issue.record("a failure was passed over")
        } catch {
            #expect(error.code == .wrongKind)
        }
        #expect(!json.vox.isFrozen)
        json.vox.failure = nil
        json.a[0] = 3
        #expect(try json.vox.frozen().json.a[0] == 3)
    }

    @Test("tasks read large containers that nobody had looked into")
    func tasks() async throws {
        let members = (0..<2000).map { #""m\#($0)": [\#($0), {"v": \#($0)}]"# }
        let frozen = try JSON(parsing: "{\(members.joined(separator: ","))}").vox.frozen()
        let sums = await withTaskGroup { group in
            for start in 0..<8 {
                group.addTask {
                    let json = frozen.json
                    return stride(from: start, to: 2000, by: 8).reduce(0) {
                        $0 + (json["m\($1)"][1].v ?? 0)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sums == 1999 * 1000)
    }
}
