// SPDX-License-Identifier: MIT

import CBench
import Foundation
import Vox

/// What Vox alone takes for each job, without its peers: `Benchmarks/Documents/compare` holds these times
/// against those of another commit.
struct OwnTimes {
    /// A job on a file is one row, whatever peers it has.
    struct Row {
        let job: String
        let file: String
        let nanoseconds: Double
    }

    private(set) var rows: [Row] = []

    func has(_ job: String, _ file: String) -> Bool {
        rows.contains { $0.job == job && $0.file == file }
    }

    /// Measures a side in recycled memory, in runs that take a millisecond or more each. Whatever else
    /// the machine does only adds to a time, so the lower quartile is taken.
    mutating func measure(
        _ job: String, _ file: String, _ side: Side, seconds: Double, clock: Clock
    ) throws {
        bench_memory_set(BENCH_RECYCLED)
        guard try side.run() >= 0 else { throw Trouble.failed(side.name, side.name) }
        let first = try clock.time(side, 1)
        let times = repetitions(of: first)
        let rounds = Comparison.rounds(of: first * Double(times), in: seconds)
        let samples = try (0..<rounds).map { _ in try clock.time(side, times) }
        rows.append(
            Row(job: job, file: file, nanoseconds: Comparison.Spread(samples).low))
    }

    /// A JSON text with a `job`, a `file` and `nanoseconds` for each row.
    func write(to path: String) throws {
        let values = rows.map { row -> JSONValue in
            [
                "job": .string(row.job), "file": .string(row.file),
                "nanoseconds": Report.number(row.nanoseconds),
            ]
        }
        let value: JSONValue = ["rows": .array(values)]
        try (value.text(style: .pretty) + "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
    }
}
