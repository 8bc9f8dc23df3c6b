// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON
import VoxTestSupport

/// Texts made to cost much more than their length.
@Suite("Hostile texts")
struct ThreatTests {
    // MARK: Names made to collide

    /// 65,536 names of 32 bytes that some hash cannot tell apart: the two halves of a pair give the
    /// same sum. With `colliding` false the names are ordinary ones of the same length.
    private static func names(_ pair: (String, String), colliding: Bool) -> [String] {
        (0..<65_536).map { number in
            guard colliding else {
                return String(repeating: "k", count: 24) + String(100_000_00 + number)
            }
            return (0..<16).map { number >> $0 & 1 == 0 ? pair.0 : pair.1 }.joined()
        }
    }

    private func reading(_ names: [String]) -> () throws -> Void {
        let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let bytes = Array(text.utf8)
        let asked = stride(from: 0, to: names.count, by: 6).prefix(10_000).map { names[$0] }
        return {
            let json = try JSON(parsing: bytes)
            let sum = asked.reduce(0) { $0 + (json[$1] as Int? ?? 0) }
            #expect(sum == asked.count)
        }
    }

    @Test(
        "T11 names that collide under known hashes cost no more than three times ordinary ones",
        arguments: [("Aa", "BB"), ("Ez", "FY")])
    func collisions(pair: (String, String)) throws {
        let hostile = Self.names(pair, colliding: true)
        #expect(Set(hostile).count == hostile.count)
        let ordinary = Self.names(pair, colliding: false)
        try expectCost(below: 3, times: reading(ordinary), of: reading(hostile))
    }

    @Test(
        "T11 the files of such names", .enabled(if: Corpora.arePresent, Corpora.missing),
        arguments: [
            "collide_djb2_x33_65536", "collide_java31_65536", "collide_fnv1a32_low12_3000",
        ])
    func collisionFiles(file: String) throws {
        let json = try JSON(parsing: Corpora.bytes("bombs/\(file).json"))
        let hostile = json.vox.members.map(\.name)
        let length = hostile[0].utf8.count
        let ordinary = hostile.indices.map { number in
            let digits = String(number)
            return String(repeating: "k", count: max(0, length - digits.count)) + digits
        }
        try expectCost(below: 3, times: reading(ordinary), of: reading(hostile))
    }

    // MARK: Huge strings

    @Test(
        "T16 huge strings and names take time in proportion to their length",
        arguments: ["a", "\\n", "\\\\", "\\u00e9", "\\ud83d\\ude00", "\u{E9}"])
    func hugeStrings(piece: String) throws {
        func text(_ count: Int) -> [UInt8] {
            let long = String(repeating: piece, count: count)
            return Array("{\"\(long)\":\"\(long)\"}".utf8)
        }
        let (small, large) = (text(50_000), text(800_000))
        let json = try JSON(parsing: large)
        let value = try #require(String(json.vox.elements[0]))
        #expect(value == json.vox.elements[0].vox.name)
        #expect(value.unicodeScalars.count == 800_000)
        #expect(try json.vox.bytes() == large)
        // 16 times the text; were it quadratic, 256 times the cost.
        try expectCost(below: 64) {
            _ = try JSON(parsing: small).vox.bytes(style: .compact)
        } of: {
            _ = try JSON(parsing: large).vox.bytes(style: .compact)
        }
    }

    @Test(
        "T16 a huge string without an end is an error at the end", arguments: ["[\"", "{\"", "\""])
    func unterminated(start: String) throws {
        for length in [0, 1, 4095, 4096, 1_000_000] {
            let bytes = Array((start + String(repeating: "x", count: length)).utf8)
            let error = try #require(throws: JSONError.self) { try JSON(parsing: bytes) }
            #expect(error.code == .unexpectedEnd)
            #expect(error.position?.offset == bytes.count)
        }
    }

    // MARK: Comparing

    @Test("T26 deep values are compared without recursion")
    func deepEquality() throws {
        var options = JSON.Options()
        options.maximumDepth = 200_001
        func nested(_ inner: String) throws -> JSON {
            let open = String(repeating: "[{\"a\":", count: 50_000)
            return try JSON(
                parsing: open + inner + String(repeating: "}]", count: 50_000), options: options)
        }
        let (one, same, other) = (try nested("1"), try nested("1.0"), try nested("2"))
        #expect(one.vox.isEqual(to: same) && !one.vox.isEqual(to: other))
        #expect(one != same && one.hashValue == one.hashValue && Set([one, same, one]).count == 2)
    }

    @Test(
        "T26 a million members in another order are compared at a cost that grows with their number"
    )
    func manyMembers() throws {
        func pair(_ count: Int) throws -> (JSON, JSON) {
            let members = (0..<count).map { "\"member \($0)\":\($0)" }
            return (
                try JSON(parsing: "{" + members.joined(separator: ",") + "}"),
                try JSON(parsing: "{" + members.reversed().joined(separator: ",") + "}")
            )
        }
        let (small, large) = (try pair(62_500), try pair(1_000_000))
        // The first time, these build the index.
        #expect(small.0.vox.isEqual(to: small.1) && large.0.vox.isEqual(to: large.1))
        // 16 times as many; the rest is for caches, which the large one does not fit in.
        expectCost(below: 100) {
            _ = small.0.vox.isEqual(to: small.1)
        } of: {
            _ = large.0.vox.isEqual(to: large.1)
        }
        large.1["member 999999"] = -1
        #expect(!large.0.vox.isEqual(to: large.1))
    }
}
