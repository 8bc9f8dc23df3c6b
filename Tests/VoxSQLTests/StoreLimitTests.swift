// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import VoxSQL

/// What a store keeps, reads and writes at most.
@Suite("Limits of stores")
struct StoreLimitTests {
    /// A database that refuses its first statements, and then has one note.
    private final class Disturbed: SingleConnection {
        let dialect = SQLDialect.postgreSQL
        let count = Mutex(0)
        private let conflicts: Int

        init(conflicts: Int) { self.conflicts = conflicts }

        func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number <= conflicts { throw SQLError(.conflict, "canceled") }
            return [[.integer(1), .integer(1)]]
        }
    }

    @Test("A read is attempted five times")
    func reads() async throws {
        for (conflicts, attempts) in [(0, 1), (4, 5), (5, 5), (6, 5)] {
            let database = Disturbed(conflicts: conflicts)
            let store = try SQLStore(database, [SQLType("notes", table: "note")])
            do {
                try await store.checkConnection()
                #expect(conflicts < 5)
            } catch {
                #expect(error as? StoreError == .busy && conflicts >= 5)
            }
            #expect(database.count.withLock { $0 } == attempts, "\(conflicts)")
        }
    }

    // MARK: Values

    private let type = SQLType(
        "notes", table: "note", attributes: ["extra": .json("extra")], version: "version")

    private func refusal(_ value: JSONValue) async throws -> String? {
        let row: [SQLValue] = [.integer(1), .integer(1), .null]
        let store = try SQLStore(
            NotingDatabase(.sqlite, rows: [[[.integer(1)]], [row], [row]]), [type])
        do {
            _ = try await store.insert(
                type: "notes", id: nil, with: ResourceChange(attributes: ["extra": value]))
            return nil
        } catch {
            return (error as? ErrorResponse)?.errors.first?.detail ?? "\(error)"
        }
    }

    @Test("The exponents of the numbers of a JSON value have a sum of at most 65,536")
    func exponents() async throws {
        func list(_ texts: String...) throws -> JSONValue {
            try JSONValue(parsing: "[\(texts.joined(separator: ","))]")
        }
        let many = Array(repeating: "1e256", count: 256).joined(separator: ",")
        let detail =
            "the value must not contain U+0000, a number out of the range of doubles, or many numbers"
            + " with large exponents"
        #expect(try await refusal(list(many)) == nil)
        #expect(try await refusal(list(many, "1")) == nil)
        #expect(try await refusal(list(many, "null", "true", #""x""#, "[]", "{}")) == nil)
        #expect(try await refusal(list(many, "1e1")) == detail)
        #expect(try await refusal(list(many, #"{"a":{"b":[1E-1]}}"#)) == detail)
        #expect(try await refusal(["a": list(many), "b": list("0e1")]) == detail)
        #expect(try await refusal(list("1e308", "-1e308", "1e-300", "0", "0.0", "0e5")) == nil)
        for text in ["1e309", "-1e309", "1e-400", "1e99999999999999999999"] {
            #expect(try await refusal(list(text)) == detail, "\(text)")
            #expect(try await refusal(["a": ["b": list("0", text)]]) == detail, "\(text)")
        }
        for value: JSONValue in ["a\0", ["a\0"], ["a": "b\0"], ["a\0": 1], [["a": ["\0"]]]] {
            #expect(try await refusal(value) == detail)
        }
        for value: JSONValue in ["a\u{1}", ["\u{1}": "\u{1}"], nil, true, [], [:]] {
            #expect(try await refusal(value) == nil)
        }
    }

    @Test("A filter leads through 60 members of a JSON value")
    func members() async throws {
        let store = try SQLStore(NotingDatabase(.sqlite), [type])
        for count in [1, 60, 61] {
            let path = "extra" + String(repeating: ".m", count: count)
            var selection = ResourceSelection(type: "notes")
            selection.filter = .isNull([path])
            selection.isCounted = false
            do {
                _ = try await store.list(selection)
                #expect(count <= 60)
            } catch let error as ErrorResponse {
                #expect(count > 60 && error.status == .badRequest)
            }
        }
    }

    @Test("Up to eight values are compared as they are, and more in a list that is hashed")
    func lists() async throws {
        for count in [1, 2, 8, 9] {
            let database = NotingDatabase(.postgreSQL)
            let type = SQLType("notes", table: "note", attributes: ["n": .integer("n")])
            let store = try SQLStore(database, [type])
            var selection = ResourceSelection(type: "notes")
            selection.filter = .anyOf(["n"], (0..<count).map { .number(JSONNumber($0)) })
            selection.isCounted = false
            _ = try await store.list(selection)
            let text = try #require(await database.statements.first?.text)
            #expect(text.contains(" IN (SELECT ") == (count > 8), "\(count)")
            #expect(text.contains("= ANY (ARRAY(") == (2...8 ~= count), "\(count)")
        }
    }

    @Test("More than a hundred conditions are joined in groups of a hundred")
    func groups() async throws {
        for (count, groups) in [(1, 1), (100, 1), (101, 2), (200, 2), (201, 3)] {
            let database = NotingDatabase(.sqlite)
            let type = SQLType("notes", table: "note", attributes: ["n": .integer("n")])
            let store = try SQLStore(database, [type])
            var selection = ResourceSelection(type: "notes")
            selection.filter = .or(
                (0..<count).map { .comparison(["n"], .greater, .number(JSONNumber($0))) })
            selection.isCounted = false
            _ = try await store.list(selection)
            let statement = try #require(await database.statements.first)
            #expect(statement.parameters == (0..<count).map { .integer(Int64($0)) })
            let found = statement.text.split(separator: "))) OR (((").count
            #expect(found == groups, "\(count)")
        }
    }
}
