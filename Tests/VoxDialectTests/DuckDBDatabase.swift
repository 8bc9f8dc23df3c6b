// SPDX-License-Identifier: MIT
#if SQLite

import Foundation
import Synchronization
import VoxSQL

/// An empty DuckDB in memory, in a process of Python (`pip install duckdb`) that ends with this one. It
/// executes one statement after another, and has no transactions.
final class DuckDBDatabase: SQLDatabase, SQLConnection {
    struct Missing: Error, CustomStringConvertible {
        let description = "there is no DuckDB: pip install duckdb"
    }

    /// True if this machine has DuckDB.
    static let isInstalled: Bool = {
        do {
            _ = try DuckDBDatabase()
            return true
        } catch {
            print("tests on DuckDB are left out: \(error)")
            return false
        }
    }()

    let dialect = SQLDialect.duckDB
    private let input = Pipe()
    private let output = Pipe()
    private let turn = Mutex(())

    /// Each line of input is a statement with its parameters, and each line of output its rows.
    private static let program = """
        import json, sys
        import duckdb
        connection = duckdb.connect()
        connection.execute("SET TimeZone = 'UTC'; SET threads = 1")
        print("ready", flush=True)
        for line in sys.stdin:
            text, parameters = json.loads(line)
            try:
                answer = {"rows": connection.execute(text, parameters).fetchall()}
            except duckdb.Error as error:
                answer = {"error": str(error) + " in " + text}
            print(json.dumps(answer, default=str), flush=True)
        """

    init() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.program]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard line() == "ready" else { throw Missing() }
    }

    private func line() -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { break }
            line += part
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    func read<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result { try await body(self) }

    func write<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result { try await body(self) }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        let parameters = JSONValue.array(statement.parameters.map(\.json))
        let request = try JSONValue.array([.string(statement.text), parameters]).text() + "\n"
        let text = try turn.withLock { _ in
            try input.fileHandleForWriting.write(contentsOf: Data(request.utf8))
            return line()
        }
        guard case .object(let answer) = try JSONValue(parsing: text),
            case .array(let rows)? = answer["rows"]
        else { throw SQLError(.other, text) }
        return rows.map { row in
            if case .array(let values) = row { values.map(SQLValue.init) } else { [] }
        }
    }
}

extension SQLValue {
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let integer): .number(JSONNumber(integer))
        case .real(let double): JSONNumber(double).map { .number($0) } ?? .null
        case .text(let text): .string(text)
        case .boolean(let value): .bool(value)
        }
    }

    fileprivate init(_ value: JSONValue) {
        switch value {
        case .bool(let value): self = .boolean(value)
        case .number(let number):
            // Python writes 1.0 for a double.
            let integer = Int64(number.text)
            self = integer.map { .integer($0) } ?? .real(Double(number.text) ?? .nan)
        case .string(let text): self = .text(text)
        case .null, .array, .object: self = .null
        }
    }
}

#endif
