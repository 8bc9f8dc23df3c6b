// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Says what was measured: on the terminal, in files, and as the data of the charts.
struct Report {
    let program: Program

    private var machine: Machine { program.machine }

    // MARK: The terminal

    var table: String {
        let header = [
            "job", "file", "over", "ratio", "low", "high", "instructions", "fresh", "aim",
            "reached", "goal", "held",
            "Vox µs", "µs",
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
            Self.bound(row.aim), Self.yesOrNo(row.isReached),
            Self.bound(row.goal), Self.yesOrNo(row.isHeld),
        ]
    }

    private static func yesOrNo(_ value: Bool?) -> String {
        value.map { $0 ? "yes" : "no" } ?? "–"
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

    // MARK: Files

    func json() throws -> String {
        let rows = program.rows.map { row -> JSONValue in
            [
                "job": .string(row.job), "file": .string(row.file), "peer": .string(row.peer),
                "ratio": Self.number(row.ratio), "low": Self.number(row.low),
                "high": Self.number(row.high), "fresh": Self.number(row.comparison?.freshRatio),
                "aim": Self.number(row.aim?.value), "reached": Self.bool(row.isReached),
                "goal": Self.number(row.goal?.value), "held": Self.bool(row.isHeld),
                "instructions": Self.instructions(row.comparison),
            ]
        }
        let result: JSONValue = [
            "processor": .string(machine.processor.description),
            "machine": .string(machine.description), "versions": .string(machine.versions),
            "commit": .string(program.settings.commit),
            "rows": .array(rows),
        ]
        return try result.text(style: .pretty) + "\n"
    }

    private static func bool(_ value: Bool?) -> JSONValue { value.map { .bool($0) } ?? .null }

    /// Those of Vox and of the other; null where they are not counted.
    private static func instructions(_ comparison: Comparison?) -> JSONValue {
        guard let vox = comparison?.vox.instructions, let peer = comparison?.peer.instructions
        else { return .null }
        return [number(Double(vox)), number(Double(peer))]
    }

    static func number(_ value: Double?) -> JSONValue {
        guard let value else { return .null }
        return JSONNumber((value * 1000).rounded() / 1000).map { .number($0) } ?? .null
    }

    var markdown: String {
        """
        # Results: \(machine.processor.description)

        Written by `make bench`; [what the words mean](../README.md).

        - Machine: \(machine.description); load before the run: \(machine.load)
        - Versions: \(machine.versions)
        - Commit: \(program.settings.commit)
        - Instructions: \(machine.counting)
        - \(program.standing)

        ## Ratios

        \(ratios)
        ## What one run takes

        \(costs)
        ## Parsing alone, MB/s

        \(speeds(program.speeds))
        ## Growing documents, MB/s

        \(speeds(program.growth))
        """
    }

    private var ratios: String {
        Self.markdown(
            [
                "job", "file", "over", "ratio", "low", "high", "instructions", "fresh memory",
                "aim",
                "reached", "goal", "held",
            ],
            program.rows.map { row in cells(row).map { $0 == "no" ? "**no**" : $0 } },
            numbersFrom: 3)
    }

    private var costs: String {
        let rows = program.rows.compactMap { row in
            row.comparison.map { comparison in
                [row.job, row.file, "Vox"] + Self.cost(comparison.vox) + [row.peer]
                    + Self.cost(comparison.peer)
            }
        }
        let figures = ["µs", "allocations", "instructions", "fresh pages"]
        return Self.markdown(
            ["job", "file", ""] + figures + [""] + figures, rows, numbersFrom: 3)
    }

    private static func microseconds(_ cost: Comparison.Cost?) -> String {
        cost.map { String(format: $0.nanoseconds < 1e5 ? "%.2f" : "%.0f", $0.nanoseconds / 1000) }
            ?? "–"
    }

    private static func cost(_ cost: Comparison.Cost) -> [String] {
        [
            microseconds(cost), String(cost.allocations), cost.instructions.map(String.init) ?? "–",
            cost.freshPages.map(String.init) ?? "–",
        ]
    }

    private func speeds(_ speeds: [Speeds]) -> String {
        Self.markdown(
            ["file", "bytes"] + Program.engines,
            speeds.map { speed in
                [speed.file, String(speed.bytes)]
                    + speed.values.map { $0.map { String(format: "%.0f", $0) } ?? "–" }
            }, numbersFrom: 1)
    }

    private static func markdown(_ header: [String], _ rows: [[String]], numbersFrom first: Int)
        -> String
    {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        let rule = header.indices.map { $0 < first ? "---" : "---:" }
        return line(header) + line(rule) + rows.map(line).joined()
    }

    func write(to folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(machine.processor.key)"
        try json().write(toFile: "\(path).json", atomically: true, encoding: .utf8)
        try markdown.write(toFile: "\(path).md", atomically: true, encoding: .utf8)
    }
}
