// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox
import VoxServer
import VoxTestSupport

/// A walk through the pages of a random table, which changes between the pages. The rows that
/// stayed must be delivered exactly once, in order.
struct CursorWalk {
    private static let fields = ["a", "b", "c"]
    private static let texts = [
        "null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "-2.5", "1e2", "1e999", "-1e999",
        "9007199254740992", "9007199254740993", "9007199254740992.0", "12345678901234567890123",
        #""""#, #""a""#, #""b""#, #""A""#, #""é""#, #""e\u0301""#, #""😀""#, #""1""#, #""a\u0000b""#,
        "[]", "[1]", "{}",
    ]

    private var random: Seeded
    private let store = MemoryStore()
    private var service: ResourceService
    private let sort: [RequestQuery.SortField]
    private let values: [JSONValue]
    private var lastID = 0
    /// The rows that have been neither deleted nor changed.
    private var stayed: [StoredResource.Identifier: StoredResource] = [:]

    init(seed: UInt64) throws {
        var random = Seeded(seed)
        // Few values, so that many keys are equal.
        let texts = (0...random.below(6)).map { _ in random.pick(Self.texts) }
        values = try texts.map { try JSONValue(parsing: $0) }
        var names = Self.fields + ["id"]
        names.shuffle(using: &random)
        sort = names.prefix(random.below(4)).map {
            RequestQuery.SortField($0, isDescending: random.chance(50))
        }
        var rows = ServedType("rows", attributes: Set(Self.fields))
        rows.parameters = ["x-x"]
        service = ResourceService([rows], store: store)
        service.pageSize = 1000
        self.random = random
        for _ in 0..<self.random.below(13) { try insert() }
        for row in store.resources(of: "rows") { stayed[row.identifier] = row }
    }

    /// Walks, and returns a description of the first fault.
    mutating func run() async throws -> String? {
        let size = 1 + random.below(4)
        let isForward = random.chance(60)
        let usesLinks = random.chance(60)
        var query = sort.isEmpty ? [] : ["sort=\(order)"]
        query.append("page[size]=\(size)")
        let first = "/rows?" + query.joined(separator: "&")
        var target: String? = first
        if !isForward, let end = try await get(whole(first)).cursors.last {
            // The link from the page behind the last row leads to the last page.
            target = try await get("\(first)&page[after]=\(end)").target("prev")
        }
        var pages: [[String]] = []
        while let next = target {
            let reply = try await get(next)
            if reply.status != 200 { return "\(reply.status) for \(next)" }
            if reply.ids.count > size { return "\(reply.ids.count) rows on a page of \(size)" }
            if let fault = orderFault(reply.ids) { return fault }
            pages.append(reply.ids)
            if pages.count > 100 { return "the walk does not end" }
            let link = reply.target(isForward ? "next" : "prev")
            if usesLinks {
                target = link
            } else {
                target = (isForward ? reply.cursors.last : reply.cursors.first).map {
                    "\(first)&page[\(isForward ? "after" : "before")]=\($0)"
                }
            }
            if link != nil, reply.ids.count < size { return "a page before the end is not full" }
            try change(after: reply.ids)
        }
        return try await fault(in: isForward ? pages : pages.reversed(), first)
    }

    private var order: String {
        sort.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: ",")
    }

    /// The request for all rows on one page.
    private func whole(_ first: String) -> String { first.replacing("page[size]", with: "x-x") }

    private func get(_ target: String) async throws -> Reply {
        try await service.send(.get, target, nil, CursorPages.accept)
    }

    // MARK: Changes

    private mutating func insert() throws {
        var change = ResourceChange()
        for field in Self.fields where random.chance(80) {
            change.attributes[field] = random.pick(values)
        }
        lastID += 1
        _ = try store.insert(
            type: "rows", id: random.pick(["", "0", "a", "é"]) + "\(lastID)", with: change)
    }

    private mutating func change(after page: [String]) throws {
        while random.chance(50) {
            let rows = store.resources(of: "rows")
            switch random.below(4) {
            case 0, 1: try insert()
            case 2:
                // Often the row of a cursor.
                guard
                    let id = page.isEmpty
                        ? rows.first?.id : random.pick([page[0], page[page.count - 1]]),
                    rows.contains(where: { $0.id == id })
                else { continue }
                try delete(id)
            default:
                if rows.isEmpty { continue }
                let row = random.pick(rows)
                var change = ResourceChange()
                change.attributes[random.pick(Self.fields)] = random.pick(values)
                _ = try store.update(row.identifier, with: change, ifVersion: nil)
                stayed[row.identifier] = nil
            }
        }
    }

    private mutating func delete(_ id: String) throws {
        let identifier = StoredResource.Identifier(type: "rows", id: id)
        try store.delete(identifier, ifVersion: nil)
        stayed[identifier] = nil
    }

    // MARK: Checks

    private mutating func fault(in pages: [[String]], _ first: String) async throws -> String? {
        let delivered = pages.flatMap { $0 }.map { StoredResource.Identifier(type: "rows", id: $0) }
        let kept = delivered.filter { stayed[$0] != nil }
        if kept.count != Set(kept).count { return "a row was delivered twice: \(kept)" }
        if kept.count != stayed.count { return "rows were skipped: \(kept) of \(stayed.keys)" }
        if let fault = orderFault(kept.map(\.id)) { return fault }
        return try await rangeFault(first)
    }

    /// A fault in a range between two items of the table as it is now.
    private mutating func rangeFault(_ first: String) async throws -> String? {
        let all = whole(first)
        let whole = try await get(all)
        guard whole.ids.count == store.resources(of: "rows").count else {
            return "\(whole.ids.count) rows on the page of all"
        }
        if whole.ids.isEmpty { return nil }
        let (start, end) = (random.below(whole.ids.count), random.below(whole.ids.count))
        let size = 1 + random.below(3)
        let range = try await get(
            all
                + "&page[after]=\(whole.cursors[start])&page[before]=\(whole.cursors[end])&page[size]=\(size)"
        )
        let wanted = start < end ? Array(whole.ids[(start + 1)..<end]) : []
        let isTruncated: Bool = range.page.rangeTruncated ?? false
        if range.ids != Array(wanted.prefix(size)) || isTruncated != (wanted.count > size) {
            return "the range from \(start) to \(end) has \(range.ids)"
        }
        return nil
    }

    /// A fault in the order of rows.
    private func orderFault(_ ids: [String]) -> String? {
        let rows = Dictionary(
            store.resources(of: "rows").map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
        let known = ids.compactMap { rows[.init(type: "rows", id: $0)] }
        for (left, right) in zip(known, known.dropFirst()) where !isBefore(left, right) {
            return "\(left.id) is before \(right.id) in \(order)"
        }
        return nil
    }

    /// The documented order, without the code of the library.
    private func isBefore(_ left: StoredResource, _ right: StoredResource) -> Bool {
        for field in sort {
            let (a, b) = (Key(left, field.name), Key(right, field.name))
            if a == b { continue }
            return (a < b) != field.isDescending
        }
        if left.id.utf8.elementsEqual(right.id.utf8) { return false }
        return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
            != (sort.last?.isDescending ?? false)
    }

    private struct Key: Comparable {
        var rank = 0
        /// The rounded number, and the difference of an integer to it.
        var number = (rounded: 0.0, rest: 0.0)
        var bytes: [UInt8] = []

        init(_ row: StoredResource, _ field: String) {
            switch field == "id" ? .string(row.id) : row.attributes[field] {
            case nil, .null?: break
            case .bool(let value)?: (rank, number.rounded) = (1, value ? 1 : 0)
            case .number(let value)?:
                rank = 2
                number.rounded = Double(value.text) ?? 0
                if let integer = Int64(value.text) {
                    number.rest = Double(integer - Int64(number.rounded))
                }
            case .string(let text)?: (rank, bytes) = (3, Array(text.utf8))
            case .array?, .object?: rank = 4
            }
        }

        static func == (left: Key, right: Key) -> Bool {
            left.rank == right.rank && left.number == right.number && left.bytes == right.bytes
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.number != right.number { return left.number < right.number }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }
}
