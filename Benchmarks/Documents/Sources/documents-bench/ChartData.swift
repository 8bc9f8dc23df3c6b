// SPDX-License-Identifier: MIT

import Foundation

/// The data that draw-charts draws, separated by tabs.
struct ChartData {
    let program: Program

    /// Of each chart of ratios: CHART-bars.tsv with place, label, ratio, low, high, goal and whether it
    /// is held; CHART-heads.gp, which puts the names of the jobs there. Places go down from 0. And
    /// growth.tsv:
    /// bytes, then the speed of each engine; processor.txt names what all is of.
    func write(to folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for chart in Row.Chart.allCases {
            var place = 0
            var heads = ""
            var bars = ""
            var job = ""
            for row in program.rows where row.chart == chart {
                if row.job != job {
                    place -= 1
                    heads +=
                        "set label \"\(row.job)\" at screen 0.02, first \(place) textcolor rgb ink noenhanced\n"
                    job = row.job
                }
                place -= 1
                let label =
                    switch chart {
                    case .parsing, .core, .small: "\(row.file), over \(row.peer)"
                    case .swift: "over \(row.peer)"
                    }
                bars += "\(place)\t\(label)\t\(row.ratio)\t\(row.low)\t\(row.high)"
                bars +=
                    "\t\(row.goal.map { "\($0.value)" } ?? "nan")\t\(row.isHeld == false ? 0 : 1)\n"
            }
            try Self.save(heads, "\(folder)/\(chart)-heads.gp")
            try Self.save(bars, "\(folder)/\(chart)-bars.tsv")
        }
        try Self.save(program.machine.processor.description, "\(folder)/processor.txt")
        let lines = program.growth.map { speed in
            [String(speed.bytes)] + speed.values.map { $0.map { "\($0)" } ?? "nan" }
        }
        try Self.save(
            lines.map { $0.joined(separator: "\t") + "\n" }.joined(), "\(folder)/growth.tsv")
    }

    private static func save(_ text: String, _ path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
