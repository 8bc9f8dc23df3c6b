// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Says what was measured: on the terminal, and in the file of the processor.
struct Report {
    let program: Program

    private var machine: Machine { program.machine }

    // MARK: The terminal

    var table: String {
        let header = [
            "job", "file", "over", "ratio", "low", "high", "instructions", "fresh", "aim",
            "reached", "goal", "Vox µs", "µs",
        ]
        let lines =
            [header]
            + program.rows.map { row in
                cells(row) + [row.comparison?.vox, row.comparison?.peer].map(Self.microseconds)
            }
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line.indices, line).map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column > 2 ? space + cell : cell + space
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private func cells(_ row: Row) -> [String] {
        [
            row.job, row.file, row.peer, Self.short(row.ratio), Self.short(row.low),
            Self.short(row.high), row.comparison?.instructionRatio.map(Self.short) ?? "–",
            row.comparison?.freshRatio.map(Self.short) ?? "–",
            Self.bound(row.aim), row.isReached.map { $0 ? "yes" : "no" } ?? "–",
            Self.bound(row.goal),
        ]
    }

    /// Three digits that count.
    private static func short(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
    }

    private static func bound(_ bound: Row.Bound?) -> String {
        switch bound {
        case .atLeast(let value): "≥ \(short(value))"
        case .atMost(let value): "≤ \(short(value))"
        case nil: "–"
        }
    }

    private static func microseconds(_ cost: Comparison.Cost?) -> String {
        cost.map { String(format: $0.nanoseconds < 1e5 ? "%.2f" : "%.0f", $0.nanoseconds / 1000) }
            ?? "–"
    }

    // MARK: The file

    static func path(_ folder: String, _ processor: Processor) -> String {
        "\(folder)/\(processor.key).jsonl"
    }

    /// A line that says what was measured with what, then a line for each row, then one for each text
    /// that the engines parsed. What is not known is left out.
    func write(to folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let lines =
            [about] + program.rows.map(Self.line)
            + program.speeds.map { Self.line($0, kind: "parsing") }
            + program.growth.map { Self.line($0, kind: "growth") }
        let text = try lines.map { try JSONValue.object($0).text(style: .compact) + "\n" }.joined()
        try text.write(
            toFile: Self.path(folder, machine.processor), atomically: true, encoding: .utf8)
    }

    private var about: JSONObject {
        [
            "processor": .string(machine.processor.description),
            "machine": .string(machine.description), "load": .string(machine.load),
            "versions": .string(machine.versions), "commit": .string(program.settings.commit),
            "instructions": .string(machine.counting),
        ]
    }

    private static func line(_ row: Row) -> JSONObject {
        var line: JSONObject = [
            "job": .string(row.job), "file": .string(row.file), "peer": .string(row.peer),
            "ratio": number(row.ratio), "low": number(row.low), "high": number(row.high),
        ]
        line["fresh"] = row.comparison?.freshRatio.map(number)
        line["aim"] = (row.aim?.value).map(number)
        line["reached"] = row.isReached.map { .bool($0) }
        line["settled"] = row.settled.map(number)
        line["chart"] = (row.chart?.rawValue).map { .string($0) }
        line["vox"] = (row.comparison?.vox).map(cost)
        line["other"] = (row.comparison?.peer).map(cost)
        return line
    }

    private static func cost(_ cost: Comparison.Cost) -> JSONValue {
        var line: JSONObject = [
            "microseconds": number(Double(microseconds(cost)) ?? cost.nanoseconds / 1000),
            "allocations": number(Double(cost.allocations)),
        ]
        line["instructions"] = cost.instructions.map { number(Double($0)) }
        line["pages"] = cost.freshPages.map { number(Double($0)) }
        return .object(line)
    }

    private static func line(_ speeds: Speeds, kind: String) -> JSONObject {
        var values: JSONObject = [:]
        for (engine, speed) in zip(Program.engines, speeds.values) {
            values[engine] = speed.map { number($0.rounded()) }
        }
        return [
            "text": .string(speeds.file), "bytes": number(Double(speeds.bytes)),
            "kind": .string(kind), "speeds": .object(values),
        ]
    }

    static func number(_ value: Double) -> JSONValue {
        JSONNumber(Row.digits(value)).map { .number($0) } ?? .null
    }
}
