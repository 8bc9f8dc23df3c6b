// SPDX-License-Identifier: MIT

import GRDB
import VoxServer

/// Translates a filter into a condition in SQL. Names and values are arguments, never part of the
/// text. The rules are those of `FilterExpression.matches(in:related:)`.
///
/// The parser of SQLite has a small stack. So a condition inside another one is a table expression
/// of its own, with the keys of the resources that meet it, and nothing is nested.
///
/// SQLite ends a text at U+0000, so a value with this character matches nothing. A number that is
/// neither a 64-bit integer nor a double is compared as a double.
struct FilterStatement {
    /// The condition for the rows of `resource`.
    private(set) var condition = ""
    private(set) var arguments: StatementArguments = [:]
    /// The table expressions that the condition names.
    private(set) var tables: [String] = []
    private var count = 0

    init(_ filter: FilterExpression) throws { condition = try text(filter) }

    private mutating func text(_ filter: FilterExpression) throws -> String {
        switch filter {
        case .comparison(let path, .equal, .null): return try isNull(path[...])
        case .comparison(let path, .equal, let value):
            return try values(path[...], FilterTest(anyOf: [value]))
        case .comparison(let path, let comparison, let value):
            return try values(path[...], FilterTest(comparison, value))
        case .anyOf(let path, let list): return try values(path[...], FilterTest(anyOf: list))
        case .isNull(let path): return try isNull(path[...])
        case .has(let path, let condition): return try has(path[...], condition)
        case .not(let condition): return "NOT \(try table(condition))"
        case .and(let conditions): return try joined(conditions, "AND", "TRUE")
        case .or(let conditions): return try joined(conditions, "OR", "FALSE")
        }
    }

    private mutating func joined(
        _ conditions: [FilterExpression], _ word: String, _ empty: String
    ) throws -> String {
        if conditions.isEmpty { return empty }
        var texts: [String] = []
        for condition in conditions {
            switch condition {
            case .not, .and, .or: texts.append(try table(condition))
            default: texts.append("(\(try text(condition)))")
            }
        }
        return texts.joined(separator: " \(word) ")
    }

    /// Returns a condition in parentheses, that a resource is in a table expression.
    private mutating func table(_ filter: FilterExpression) throws -> String {
        "(resource.key IN \(keys(try text(filter))))"
    }

    /// Adds a table expression with the keys of the resources that meet a condition.
    private mutating func keys(_ condition: String) -> String {
        let name = alias()
        tables.append("\(name) AS (SELECT key FROM resource WHERE \(condition))")
        return name
    }

    // MARK: Paths

    /// One of the values at a path passes the test.
    private mutating func values(
        _ path: ArraySlice<String>, _ test: FilterTest
    ) throws -> String {
        guard let name = path.first else { return "FALSE" }
        let rest = path.dropFirst()
        if rest.isEmpty {
            if name == "id" { return try passes(test, text: "resource.id") }
            return "(\(try attribute(name, test)) OR \(try values([name, "id"], test)))"
        }
        if rest.count == 1, rest.first == "id" {
            return "EXISTS (\(members(name)) AND \(try passes(test, text: "member.id")))"
        }
        return target(name, meets: try values(rest, test))
    }

    private mutating func isNull(_ path: ArraySlice<String>) throws -> String {
        guard let name = path.first else { return "TRUE" }
        let rest = path.dropFirst()
        if !rest.isEmpty {
            let inner = try isNull(rest)
            return "NOT \(target(name, meets: "(\(inner)) IS FALSE"))"
        }
        if name == "id" { return "FALSE" }
        let (relationship, path) = (argument(name), argument(Self.path(name)))
        let type = "json_type(attributes, \(path))"
        return """
            CASE WHEN EXISTS (SELECT 1 FROM relationship WHERE owner = resource.key \
            AND name = \(relationship)) \
            THEN NOT EXISTS (\(members(name))) \
            ELSE \(type) IS NULL OR \(type) = 'null' OR \(type) = 'array' \
            AND json_array_length(attributes, \(path)) = 0 END
            """
    }

    private mutating func has(
        _ path: ArraySlice<String>, _ condition: FilterExpression?
    ) throws -> String {
        guard let name = path.first else { return "FALSE" }
        let rest = path.dropFirst()
        if !rest.isEmpty { return target(name, meets: try has(rest, condition)) }
        guard let condition else { return "EXISTS (\(members(name)))" }
        return target(name, meets: try text(condition))
    }

    /// A target of a relationship meets a condition.
    private mutating func target(_ name: String, meets condition: String) -> String {
        let keys = keys(condition)
        return """
            EXISTS (SELECT 1 FROM member JOIN resource AS target \
            ON target.type = member.type AND target.id = member.id \
            WHERE owner = resource.key AND name = \(argument(name)) AND target.key IN \(keys))
            """
    }

    private mutating func members(_ name: String) -> String {
        "SELECT 1 FROM member WHERE owner = resource.key AND name = \(argument(name))"
    }

    private mutating func attribute(_ name: String, _ test: FilterTest) throws -> String {
        let path = argument(Self.path(name))
        var tests = ["part.type = 'text' AND \(try passes(test, text: "part.atom"))"]
        if let numbers = test.numbers {
            tests.append(
                "part.type IN ('integer', 'real') AND \(try compare("part.atom", test, numbers))")
        }
        for boolean in test.booleans { tests.append("part.type = \(argument(boolean))") }
        return """
            EXISTS (SELECT 1 FROM json_each(attributes, \(path)) AS part \
            WHERE json_type(attributes, \(path)) <> 'object' \
            AND (\(tests.joined(separator: " OR "))))
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
