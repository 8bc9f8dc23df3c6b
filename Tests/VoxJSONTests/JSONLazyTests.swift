// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

/// Reading lazily: nothing can be told from outside, but when an error is met.
@Suite("Lazy parsing")
struct JSONLazyTests {
    /// Three records, of which the second and the third are no JSON.
    static let broken = #"""
        [{"n": 1, "list": [1, 2]}, {"n": 2, "list": [1 2]},
         {"n": 3., "s": "x"}]
        """#

    private func open(
        _ text: String = JSONLazyTests.broken, listDepth: Int? = 1,
        parsing: JSON.Options.Parsing = .lazy
    ) throws(JSONError) -> JSON {
        var options = JSON.Options(parsing: parsing)
        options.listDepth = listDepth
        return try JSON(parsing: text, options: options)
    }

    private func error(_ body: () throws(JSONError) -> some Any) -> JSONError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    /// What is wrong with the record at a position of ``broken``.
    private func isFault(_ error: JSONError?, of index: Int) -> Bool {
        index == 1
            ? error?.pointer == "/1/list" && error?.position?.line == 1 && error?.code == .syntax
            : error?.pointer == "/2/n" && error?.position?.line == 2
                && error?.code == .invalidNumber
    }

    // MARK: The same values

    @Test(
        "random documents read the same, whichever lists are deferred",
        arguments: 0..<16 as Range<UInt64>)
    func randomDocuments(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let records = JSONValue.array((0..<6).map { _ in values.value(depth: 4) })
        let value: JSONValue = seed % 2 == 0 ? records : ["data": records, "included": records]
        let bytes = Array(values.source(of: value).utf8)
        for parsing in JSON.Options.Parsing.all {
            for depth in [nil, 1, 2, 3, 4] {
                let difference = try ParsingComparison.difference(bytes, parsing, listDepth: depth)
                #expect(difference == nil, "\(parsing), \(depth ?? 0)")
            }
        }
    }

    /// Reads in an order of its own, so that what is deferred is met in all ways.
    @Test("random reads give the same, in any order", arguments: 0..<10 as Range<UInt64>)
    func randomReads(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let value = JSONValue.array((0..<8).map { _ in values.value(depth: 4) })
        let text = values.source(of: value)
        let eager = try JSON(parsing: text)
        let lazy = try open(text, listDepth: 1 + values.random.below(3))
        for _ in 0..<60 {
            var (left, right) = (eager, lazy)
            while left.vox.count > 0, values.random.chance(80) {
                let which = values.random.below(left.vox.count)
                try #require(left.vox.count == right.vox.count)
                if left.vox.kind == .array {
                    (left, right) = (left[which], right[which])
                } else {
                    let name = left.vox.members[which].name
                    (left, right) = (left[name], right[name])
                }
            }
            try #require(left.vox.kind == right.vox.kind && left.vox.state == right.vox.state)
            try #require(left.vox.pointer == right.vox.pointer)
            try #require(left.vox.position == right.vox.position)
            try #require(left.vox.source == right.vox.source)
            let found = try lazy.vox.find(right.vox.pointer)
            try #require(found == right)
            try #require(lazy[pointer: right.vox.pointer].vox.name == left.vox.name)
            guard values.random.chance(20) else { continue }
            try #require(left.vox.isEqual(to: right))
            let isTheSame = try isSame(left.snapshot(), right.snapshot())
            let copies = try (left.vox.copy().vox.text(), right.vox.copy().vox.text())
            try #require(isTheSame && copies.0 == copies.1)
        }
        #expect(lazy.vox.failure == nil)
    }

    /// Bytes overwritten, left out and doubled.
    @Test(
        "mutated texts: the error in the end is that of eager reading",
        arguments: 0..<16 as Range<UInt64>)
    func mutations(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let records = JSONValue.array((0..<4).map { _ in values.value(depth: 3) })
        let value: JSONValue = seed % 2 == 0 ? records : ["data": records, "included": records]
        let bytes = Array(values.source(of: value).utf8)
        let telling = Array(#"{}[]",:0.e\u"#.utf8) + [0x00, 0x0A, 0xC3, 0xFF]
        for _ in 0..<25 {
            var mutated = bytes
            for _ in 0...values.random.below(3) {
                let offset = values.random.below(mutated.count)
                switch values.random.below(3) {
                case 0: mutated[offset] = values.random.pick(telling)
                case 1: mutated.insert(values.random.pick(telling), at: offset)
                default: if mutated.count > 1 { mutated.remove(at: offset) }
                }
            }
            for parsing in JSON.Options.Parsing.all {
                for mode in [JSON.Options.Mode.standard, .strict] {
                    let depth = values.random.pick([nil, 1, 2, 3])
                    let difference = try ParsingComparison.difference(
                        mutated, parsing, listDepth: depth, mode: mode)
                    let text = String(decoding: mutated, as: UTF8.self)
                    try #require(difference == nil, "\(parsing), \(depth ?? 0), \(text)")
                }
            }
        }
    }

    @Test(
        "the real documents read the same", .enabled(if: Corpora.arePresent, Corpora.missing))
    func corpora() throws {
        for (number, file) in Corpora.real.enumerated() {
            let bytes = try Corpora.bytes(file)
            // Other lists than those of JSON:API now and then, and wherever there are no such.
            let depth = number % 5 == 0 || file.hasPrefix("perf") ? 2 : nil
            let difference = try ParsingComparison.difference(bytes, .lazy, listDepth: depth)
            #expect(difference == nil, "\(file)")
        }
    }

    @Test("only what is touched is parsed")
    func touching() throws {
        let record = #"{"a": [1, 2, {"b": null}], "c": "text"}"#
        let text = "[" + Array(repeating: record, count: 1000).joined(separator: ",") + "]"
        let json = try open(text)
        #expect(json.vox.memory.values == 1001)
        #expect(json.vox.count == 1000 && json[999].vox.kind == .object)
        #expect(json[500].vox.source == Array(record.utf8))
        #expect(json.vox.memory.values == 1001)
        #expect(json[500]["a"][2]["b"].vox.state == .null)
        #expect(json.vox.memory.values == 1007)
        #expect(try json.vox.text() == text)
        #expect(json.vox.memory.values == 1007)
        try json.vox.materialize()
        #expect(json.vox.memory.values == 1001 + 6 * 1000)
    }

    // MARK: What is malformed

    @Test("a plain read of what is malformed gives nil, and the document says why")
    func plainReads() throws {
        let json = try open()
        #expect(json.vox.count == 3 && json[1].vox.kind == .object)
        #expect(json[0].n as Int? == 1)
        #expect(json.vox.failure == nil)
        #expect(json[2].n as Int? == nil && json[2].s as String? == nil)
        #expect(isFault(json.vox.failure, of: 2))
        #expect(json[1].vox.count == 0 && json[1].vox.elements.isEmpty)
        #expect(json[1]["list"][0] as Int? == nil)
        #expect([String: Int](json[1]) == nil && JSONValue(json[1]) == nil)
        #expect(json[2] != json[1] && json[1] != ["n": 2])
        #expect(!json[1].vox.isEqual(to: json[0]))
        // The first stays the first until it is forgiven; then the next one counts, known or not.
        #expect(isFault(json.vox.failure, of: 2))
        json.vox.failure = nil
        #expect(json.vox.failure == nil)
        #expect(json[0]["list"][1] as Int? == 2 && json.vox.failure == nil)
        #expect(json[1].n as Int? == nil)
        #expect(isFault(json.vox.failure, of: 1))
    }

    @Test("which failure came first does not depend on where it was met")
    func order() throws {
        let first = try open()
        #expect(first[0].n as String? == nil)
        #expect(first[1].n as Int? == nil)
        #expect(first.vox.failure?.code == .wrongKind)
        let second = try open()
        #expect(second[1].n as Int? == nil)
        #expect(second[0].n as String? == nil)
        #expect(isFault(second.vox.failure, of: 1))
    }

    @Test("throwing forms say what is malformed, and where", arguments: [1, 2])
    func throwingForms(index: Int) throws {
        let json = try open()
        // Another one is met before: each is told apart.
        #expect(json[3 - index].n as Int? == nil)
        let value = json[index]
        let other = try JSON(parsing: "{}")
        let faults: [JSONError?] = [
            error { () throws(JSONError) in try value.n.vox.value(as: Int.self) },
            error { () throws(JSONError) in try value["list"][0].vox.value(as: Int.self) },
            error { () throws(JSONError) in try value.vox.value(as: JSONValue.self) },
            error { () throws(JSONError) in try value.vox.value(as: [String: JSON].self) },
            error { () throws(JSONError) in try value.vox.find("/n") },
            error { () throws(JSONError) in try json.vox.find("/\(index)/list/0") },
            error { () throws(JSONError) in try value.n.vox.set(1) },
            error { () throws(JSONError) in try value["list"][0].vox.set(1) },
            error { () throws(JSONError) in try value.vox.set("/n", parsing: "1") },
            error { () throws(JSONError) in try value.vox.copy() },
            error { () throws(JSONError) in try other.copy.vox.set(value) },
            error { () throws(JSONError) in try value.n.vox.copy() },
        ]
        for (number, fault) in faults.enumerated() {
            #expect(isFault(fault, of: index), "\(number): \(String(describing: fault))")
        }
        #expect(try other.vox.text() == "{}")
        // Over all of it the first in the text counts.
        let first = error { () throws(JSONError) in try json.vox.materialize() }
        #expect(isFault(first, of: 1))
        #expect(first == error { () throws(JSONError) in try JSON(parsing: Self.broken) })
        let frozen = error { () throws(JSONError) -> Bool in
            json.vox.failure = nil
            _ = try json.vox.frozen()
            return true
        }
        #expect(isFault(frozen, of: 1) && !json.vox.isFrozen)
    }

    @Test("what was met is thrown before a byte is written; what was not is copied as it came")
    func writing() throws {
        let json = try open()
        json[0].n = 7
        let edited = Self.broken.replacing(#""n": 1"#, with: #""n": 7"#)
        #expect(try json.vox.text() == edited)
        #expect(
            isFault(error { () throws(JSONError) in try json.vox.text(style: .compact) }, of: 1))
        // That was met now.
        #expect(isFault(error { () throws(JSONError) in try json.vox.text() }, of: 1))
        json.vox.failure = nil
        #expect(try json.vox.text() == edited)
        // A plain write into it changes nothing.
        json[1].n = 9
        #expect(isFault(error { () throws(JSONError) in try json.vox.text() }, of: 1))
        json.vox.failure = nil
        #expect(try json.vox.text() == edited)
        // What replaces it is good, and so is the document without it.
        json[1] = ["n": 2]
        json[2].vox.remove()
        #expect(try json.vox.text(style: .compact) == #"[{"n":7,"list":[1,2]},{"n":2}]"#)
    }

    @Test("lazy reading refuses brackets, text and depth at once")
    func atOnce() throws {
        // Brackets, text and depth are looked at in any way.
        for text in [#"[{"a": 1}, {"b": [}]"#, #"[{"a": "x}]"#, "[{\"a\": \"\u{1}\"}]", "[{}] x"] {
            for parsing in JSON.Options.Parsing.all {
                let found = error { () throws(JSONError) in try open(text, parsing: parsing) }
                let eager = error { () throws(JSONError) in try JSON(parsing: text) }
                #expect(found == eager && found != nil, "\(text), \(parsing)")
            }
        }
    }

    @Test("a frozen document that was opened lazily is read by many")
    func freezing() async throws {
        let text =
            "[" + (0..<200).map { #"{"n": \#($0)}"# }.joined(separator: ",") + "]"
        let frozen = try open(text).vox.frozen()
        let sums = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    frozen.json.vox.elements.reduce(0) { $0 + ($1.n as Int? ?? 0) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == [19900, 19900, 19900, 19900])
    }
}
