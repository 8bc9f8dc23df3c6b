// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// What each row came to when it was last settled on this processor, by which a loss is told. The goal
/// of a row is nine tenths of that figure, or its aim where that is more and was reached by a twentieth
/// more: a row right at its aim would be missed every other time. On another processor there are no
/// goals, since ratios differ from one to the next.
struct Goals {
    private static let share = 0.9
    private static let margin = 1.05
    private var settled: [Key: Double] = [:]

    private struct Key: Hashable, Comparable {
        let job: String
        let file: String
        let peer: String

        static func < (left: Key, right: Key) -> Bool {
            (left.job, left.file, left.peer) < (right.job, right.file, right.peer)
        }
    }

    private static func key(_ row: Row) -> Key { Key(job: row.job, file: row.file, peer: row.peer) }

    /// Those in the file of this processor; none where there is no such file.
    init(folder: String?, processor: Processor) throws {
        guard let folder, let text = Self.contents(folder, processor) else { return }
        for row in try JSON(parsing: text)["rows"].vox.elements {
            let key = Key(
                job: try row["job"].vox.value(as: String.self),
                file: try row["file"].vox.value(as: String.self),
                peer: try row["peer"].vox.value(as: String.self))
            settled[key] = try row["settled"].vox.value(as: Double.self)
        }
    }

    private static func path(_ folder: String, _ processor: Processor) -> String {
        "\(folder)/\(processor.key).json"
    }

    private static func contents(_ folder: String, _ processor: Processor) -> Data? {
        FileManager.default.contents(atPath: path(folder, processor))
    }

    var isEmpty: Bool { settled.isEmpty }

    func goal(of row: Row) -> Row.Bound? {
        guard let figure = settled[Self.key(row)] else { return nil }
        switch row.aim {
        case .atMost(let aim):
            let bound = Self.digits(figure / Self.share)
            return .atMost(figure * Self.margin <= aim ? min(aim, bound) : bound)
        case .atLeast(let aim):
            let bound = Self.digits(figure * Self.share)
            return .atLeast(figure >= aim * Self.margin ? max(aim, bound) : bound)
        case nil:
            return .atLeast(Self.digits(figure * Self.share))
        }
    }

    /// Takes the ratios of these rows; rows that were not measured keep theirs.
    mutating func settle(_ rows: [Row]) {
        for row in rows {
            settled[Self.key(row)] = Self.digits(row.ratio)
        }
    }

    func write(to folder: String, machine: Machine) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let origin = "\(machine.description); \(machine.versions)"
        let rows = settled.sorted { $0.key < $1.key }.map { key, figure -> JSONValue in
            [
                "job": .string(key.job), "file": .string(key.file), "peer": .string(key.peer),
                "settled": Report.number(figure),
            ]
        }
        let value: JSONValue = ["origin": .string(origin), "rows": .array(rows)]
        let text = try value.text(style: .pretty) + "\n"
        try text.write(
            toFile: Self.path(folder, machine.processor), atomically: true, encoding: .utf8)
    }

    /// Three digits behind the point, as in the results.
    private static func digits(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
