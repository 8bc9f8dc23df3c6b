// SPDX-License-Identifier: MIT

import GRDB
import VoxServer

/// Translates a filter into a condition in SQL. Names and values are arguments, never part of the
/// text. The rules are those of `FilterExpression.matches(in:related:)`.
///
/// SQLite ends a text at U+0000, so a value with this character matches nothing. A number that is
/// neither a 64-bit integer nor a double is compared as a double.
struct FilterStatement {
    private(set) var arguments: StatementArguments = [:]
    private var count = 0

    /// Returns the condition for the rows of `resource` with a name in the statement.
    mutating func condition(_ filter: FilterExpression, on row: String = "resource") throws
        -> String
    {
        switch filter {
        case .comparison(let path, .equal, .null): return try isNull(path[...], on: row)
        case .comparison(let path, .equal, let value):
            return try values(path[...], FilterTest(anyOf: [value]), on: row)
        case .comparison(let path, let comparison, let value):
            return try values(path[...], FilterTest(comparison, value), on: row)
        case .anyOf(let path, let list):
            return try values(path[...], FilterTest(anyOf: list), on: row)
        case .isNull(let path): return try isNull(path[...], on: row)
        case .has(let path, let condition): return try has(path[...], condition, on: row)
        case .not(let condition): return "NOT (\(try self.condition(condition, on: row)))"
        case .and(let conditions): return try joined(conditions, "AND", "TRUE", on: row)
        case .or(let conditions): return try joined(conditions, "OR", "FALSE", on: row)
        }
    }

    private mutating func joined(
        _ conditions: [FilterExpression], _ word: String, _ empty: String, on row: String
    ) throws -> String {
        var texts: [String] = []
        for condition in conditions { texts.append("(\(try self.condition(condition, on: row)))") }
        return texts.isEmpty ? empty : texts.joined(separator: " \(word) ")
    }

    // MARK: Paths

    /// One of the values at a path passes the test.
    private mutating func values(
        _ path: ArraySlice<String>, _ test: FilterTest, on row: String
    ) throws -> String {
        guard let name = path.first else { return "FALSE" }
        let rest = path.dropFirst()
        if rest.isEmpty {
            if name == "id" { return try passes(test, text: "\(row).id") }
            let (attribute, related) = (
                try attribute(name, test, on: row), try values([name, "id"], test, on: row)
            )
            return "(\(attribute) OR \(related))"
        }
        if rest.count == 1, rest.first == "id" {
            let member = alias()
            return try
                "EXISTS (\(members(name, member, of: row)) AND \(passes(test, text: "\(member).id")))"
        }
        return try target(name, of: row) { try $0.values(rest, test, on: $1) }
    }

    private mutating func isNull(_ path: ArraySlice<String>, on row: String) throws -> String {
        guard let name = path.first else { return "TRUE" }
        let rest = path.dropFirst()
        if !rest.isEmpty {
            return "NOT " + (try target(name, of: row) { "NOT (\(try $0.isNull(rest, on: $1)))" })
        }
        if name == "id" { return "FALSE" }
        let (relationship, path) = (argument(name), argument(Self.path(name)))
        let type = "json_type(\(row).attributes, \(path))"
        return """
            CASE WHEN EXISTS (SELECT 1 FROM relationship WHERE owner = \(row).key \
            AND name = \(relationship)) \
            THEN NOT EXISTS (\(members(name, alias(), of: row))) \
            ELSE \(type) IS NULL OR \(type) = 'null' OR \(type) = 'array' \
            AND json_array_length(\(row).attributes, \(path)) = 0 END
            """
    }

    private mutating func has(
        _ path: ArraySlice<String>, _ condition: FilterExpression?, on row: String
    ) throws -> String {
        guard let name = path.first else { return "FALSE" }
        let rest = path.dropFirst()
        if rest.isEmpty, condition == nil { return "EXISTS (\(members(name, alias(), of: row)))" }
        return try target(name, of: row) { translation, target in
            if !rest.isEmpty { return try translation.has(rest, condition, on: target) }
            return try condition.map { try translation.condition($0, on: target) } ?? "TRUE"
        }
    }

    /// A target of a relationship exists, and a condition is true for it.
    private mutating func target(
        _ name: String, of row: String,
        _ condition: (inout FilterStatement, String) throws -> String
    ) throws -> String {
        let (member, target) = (alias(), alias())
        let relationship = argument(name)
        return """
            EXISTS (SELECT 1 FROM member AS \(member) JOIN resource AS \(target) \
            ON \(target).type = \(member).type AND \(target).id = \(member).id \
            WHERE \(member).owner = \(row).key AND \(member).name = \(relationship) \
            AND (\(try condition(&self, target))))
            """
    }

    private mutating func members(_ name: String, _ member: String, of row: String) -> String {
        """
        SELECT 1 FROM member AS \(member) WHERE \(member).owner = \(row).key \
        AND \(member).name = \(argument(name))
        """
    }

    private mutating func attribute(
        _ name: String, _ test: FilterTest, on row: String
    ) throws -> String {
        let (value, path) = (alias(), argument(Self.path(name)))
        var tests = [
            "\(value).type = 'text' AND \(try passes(test, text: "\(value).atom"))"
        ]
        if let numbers = test.numbers {
            tests.append(
                "\(value).type IN ('integer', 'real') AND \(try compare("\(value).atom", test, numbers))"
            )
        }
        for boolean in test.booleans { tests.append("\(value).type = \(argument(boolean))") }
        return """
            EXISTS (SELECT 1 FROM json_each(\(row).attributes, \(path)) AS \(value) \
            WHERE json_type(\(row).attributes, \(path)) <> 'object' \
            AND (\(tests.map { "(\($0))" }.joined(separator: " OR "))))
            """
    }

    // MARK: Values

    /// A text passes the test.
    private mutating func passes(_ test: FilterTest, text: String) throws -> String {
        guard let strings = test.strings else { return "FALSE" }
        let kept = strings.filter { !$0.utf8.contains(0) }
        guard let comparison = test.comparison else {
            return try compare(text, test, kept.map { .string($0) })
        }
        guard let first = kept.first else { return "FALSE" }
        switch comparison {
        // LIKE ignores the case of letters, and has wildcards.
        case .contains: return "instr(\(text), \(argument(first))) > 0"
        case .startsWith:
            let start = argument(first)
            return "substr(\(text), 1, length(\(start))) = \(start)"
        case .endsWith:
            let end = argument(first)
            return "(\(end) = '' OR substr(\(text), -length(\(end))) = \(end))"
        default: return try compare(text, test, [.string(first)])
        }
    }

    /// Compares a value with values that SQLite reads from JSON, as it reads the attributes.
    private mutating func compare(
        _ value: String, _ test: FilterTest, _ values: [JSONValue]
    ) throws -> String {
        let list = argument(try JSONValue.array(values).text())
        guard let comparison = test.comparison else {
            return "\(value) IN (SELECT value FROM json_each(\(list)))"
        }
        let signs: [FilterExpression.Operator: String] = [
            .less: "<", .lessOrEqual: "<=", .greater: ">", .greaterOrEqual: ">=",
        ]
        guard let sign = signs[comparison] else { return "FALSE" }
        return "\(value) \(sign) json_extract(\(list), '$[0]')"
    }

    private mutating func argument(_ text: String) -> String {
        count += 1
        arguments += ["f\(count)": text]
        return ":f\(count)"
    }

    private mutating func alias() -> String {
        count += 1
        return "t\(count)"
    }

    private static func path(_ name: String) -> String {
        "$"
            + name.split(separator: ".", omittingEmptySubsequences: false).map { ".\"\($0)\"" }
            .joined()
    }
}

/// The test of a value, by kinds.
private struct FilterTest {
    /// The comparison; nil if the value must equal one of the values.
    let comparison: FilterExpression.Operator?
    /// The strings to compare with; nil if no string passes.
    var strings: [String]?
    /// The numbers to compare with; nil if no number passes.
    var numbers: [JSONValue]?
    /// The booleans that pass, as SQLite names their types.
    var booleans: [String] = []

    init(_ comparison: FilterExpression.Operator, _ value: JSONValue) {
        self.init(comparison, [value])
    }

    init(anyOf values: [JSONValue]) { self.init(nil, values) }

    private init(_ comparison: FilterExpression.Operator?, _ values: [JSONValue]) {
        self.comparison = comparison
        for value in values {
            switch value {
            case .string(let text):
                strings = (strings ?? []) + [text]
                if let number = JSONNumber(text: text) {
                    numbers = (numbers ?? []) + [.number(number)]
                }
                if comparison == nil, text == "true" || text == "false" { booleans.append(text) }
            case .number: numbers = (numbers ?? []) + [value]
            case .bool(let value) where comparison == nil: booleans.append("\(value)")
            default: break
            }
        }
    }
}
