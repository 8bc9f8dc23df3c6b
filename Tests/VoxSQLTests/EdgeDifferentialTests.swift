// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxSQL
import VoxTestSupport

/// Services on a store in memory, on SQLite and on PostgreSQL give the same lists for values at the
/// edges of all kinds.
@Suite("The same lists of values at the edges")
struct EdgeDifferentialTests {
    struct Edge: ResourceSchema {
        static let type = "edges"
        let text = Attribute<String>("text")
        let count = Attribute<Int64>("count")
        let size = Attribute<Double>("size")
        let open = Attribute<Bool>("open")
        let at = Attribute<Date>("at")
        let more = Attribute<JSONValue>("more")
    }

    private static let type = SQLType(
        "edges", table: "edge", key: .text("id"),
        attributes: [
            "text": .text("text"), "count": .integer("count"), "size": .real("size"),
            "open": .boolean("open"), "at": .date("at"), "more": .json("more"),
        ], version: "version")

    /// The values of each attribute, as JSON. A double is its shortest text, or an integer below
    /// 2^64 that is a double. PostgreSQL has microseconds, also in filters.
    private static let values: [String: [String]] = [
        "text": [
            #""""#, #""a""#, #""A""#, #""é""#, #""e\u0301""#, #""ß""#, #""😀""#, #""\uffff""#,
            #""1""#,
            #""true""#, #""%""#, #""_""#, #""2024-01-01""#,
        ],
        "count": [
            "0", "-1", "9007199254740992", "9007199254740993", "9007199254740994",
            "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        ],
        "size": [
            "0", "-0.0", "0.1", "5e-324", "-5e-324", "1.7976931348623157e308", "9007199254740992",
            "9007199254740994", "9223372036854775808", "-9223372036854775808", "1e23", "1.5",
            "18446744073709549568",
        ],
        "open": ["true", "false"],
        "at": [
            #""2024-01-01T00:00:00Z""#, #""2024-01-01T01:00:00+01:00""#, #""2024-01-01""#,
            #""2023-12-31T24:00:00Z""#, #""2024-01-01T00:00:00.000001Z""#,
            #""2023-12-31T18:29:59.999999-05:30""#, #""0001-01-01T00:00:00Z""#,
            #""9999-12-31T23:59:59.999999Z""#, #""1582-10-10T00:00:00Z""#,
        ],
        "more": [
            "0", "-0.0", "9007199254740993", "9007199254740992.5", "9223372036854775808",
            "9223372036854775809", "0.10000000000000000001", "0.1", #""a""#, #""1""#, "true", "[]",
            "{}",
            #"[1,"a",null,[2]]"#, #"{"é":1,"e\u0301":2}"#, #"{"é":[9007199254740993.0,"x"]}"#,
            #"{"a":{"b c":1e22}}"#, #"{"a":{"b c":"é"}}"#, #"{"e\u0301":18446744073709551617}"#,
        ],
    ]

    /// What a filter compares with, by field.
    private static let bounds: [(field: String, texts: [String])] = [
        (
            "text",
            ["", "a", "B", "é", "e\u{301}", "😀", "1", "true", "%"]
        ),
        (
            "count",
            [
                "0", "-0.5", "9007199254740992", "9007199254740993", "9007199254740993.5",
                "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e400", "x",
            ]
        ),
        (
            "size",
            [
                "0", "1e-400", "-1e-400", "0.1", "0.10000000000000000001", "9007199254740993",
                "9223372036854775807", "9223372036854775808", "9223372036854775809", "1e23",
                "1e400",
                "-1e400", "5e-324", "1.7976931348623157e308", "18446744073709551617",
            ]
        ),
        (
            "open",
            ["true", "false", "1"]
        ),
        (
            "at",
            [
                "2024-01-01T00:00:00Z", "2024-01-01", "2024-01-01T05:30:00+05:30",
                "2024-01-01T00:00:00.000002Z", "1582-10-10", "9999-12-31T23:59:59.999999Z", "2024",
            ]
        ),
        (
            "more",
            ["0", "1", "a", "true", "9007199254740993", "9223372036854775808", "0.1", "é"]
        ),
        (
            "more.é",
            ["1", "2", "9007199254740993", "9007199254740992", "x"]
        ),
        (
            "more.e\u{301}",
            ["1", "2", "18446744073709551616", "18446744073709551617"]
        ),
        (
            "more.a.b c",
            ["10000000000000000000000", "1e22", "é", "e\u{301}"]
        ),
    ]

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                byte < 0x80 && Character(UnicodeScalar(byte)).isLetter || 0x30...0x39 ~= byte
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain || byte == UInt8(ascii: ".")
                ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// Returns the attributes of a resource.
    private static func attributes(_ random: inout Seeded) -> String {
        values.keys.sorted().compactMap { name in
            if random.chance(15) { return random.chance(50) ? #""\#(name)":null"# : nil }
            return #""\#(name)":\#(random.pick(values[name] ?? ["null"]))"#
        }.joined(separator: ",")
    }

    private static func filter(_ random: inout Seeded) -> String {
        let (name, texts) = random.pick(bounds)
        let choices = texts.map(encoded)
        let field = "filter[\(encoded(name))]"
        switch random.below(10) {
        case 0..<3: return "\(field)=\(random.pick(choices))"
        case 3: return "\(field)=\(random.pick(choices)),\(random.pick(choices))"
        // PostgreSQL has no texts of times.
        case 4 where name != "at":
            let search = random.pick(["contains", "startsWith", "endsWith"])
            return "\(field)[\(search)]=\(random.pick(choices))"
        default:
            return "\(field)[\(random.pick(["lt", "lte", "gt", "gte"]))]=\(random.pick(choices))"
        }
    }

    private static func sort(_ random: inout Seeded) -> String {
        let fields = (0..<random.below(3)).map { _ in
            (random.chance(50) ? "-" : "") + random.pick(["text", "count", "size", "open", "at"])
        }
        return "sort=" + (fields + ["id"]).joined(separator: ",")
    }

    @Test(
        "Random filters, sorts and cursors", arguments: 0..<Size.of(quick: 1, full: 6))
    func lists(round: Int) async throws {
        let seed = Seeded.drawnSeed()
        print("edges, round \(round): seed \(seed)")
        var random = Seeded(seed)
        let rows = (0..<60).map { ("r\($0 + 100)", Self.attributes(&random)) }
        let queries = (0..<150).map { _ -> String in
            let filters = (0..<random.below(3)).map { _ in Self.filter(&random) }
            return (filters + [Self.sort(&random)]).joined(separator: "&")
        }
        let served = [ServedType(Edge.self)]
        func answers(_ service: ResourceService) async throws -> [[String]] {
            for (id, attributes) in rows {
                let document =
                    #"{"data":{"type":"edges","id":"\#(id)","attributes":{\#(attributes)}}}"#
                let reply = try await service.answer(.post, "/edges", document)
                #expect(reply.status == 201, "seed \(seed): \(document) \(reply.text)")
            }
            var found: [[String]] = []
            for (number, query) in queries.enumerated() {
                let answer = try await service.answer(.get, "/edges?page[size]=100&\(query)")
                found.append(answer.status == 200 ? answer.ids : ["\(answer.status)"])
                if number % 5 == 0 {
                    found.append(
                        try await service.walk("/edges?page[size]=7&\(query)", limit: rows.count))
                }
            }
            return found
        }
        let expected = try await answers(ResourceService(served, store: MemoryStore()))
        let refused = expected.count { $0.count == 1 && Int($0[0]) != nil }
        #expect(refused * 2 < expected.count, "seed \(seed)")
        for kind in TestDatabase.all {
            try await kind.withStore([Self.type]) { store, _ in
                let found = try await answers(ResourceService(served, store: store))
                for (number, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
                    // Each fifth query is also walked.
                    let query = queries[number / 6 * 5 + max(number % 6 - 1, 0)]
                    Issue.record("\(kind), seed \(seed), \(query): \(pair.0), in memory \(pair.1)")
                }
            }
        }
    }
}

#endif
