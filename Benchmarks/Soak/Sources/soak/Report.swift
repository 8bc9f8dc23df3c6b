// SPDX-License-Identifier: MIT

import Foundation

/// The results of the load on one database, in words.
struct Report {
    let kind: DatabaseKind
    let seed: UInt64
    let seconds: Double
    let intervals: [Interval]
    let rows: FinalCheck.Rows
    let verdict: Verdict
    let recorder: Recorder

    var isGood: Bool { recorder.faultCount == 0 && verdict.problems.isEmpty }

    var text: String {
        let requests = intervals.reduce(0) { $0 + $1.requests }
        var lines = [
            "\(kind), \(Int(seconds)) seconds, seed \(seed):",
            "  requests     \(requests), \(Int(Double(requests) / seconds)) a second",
            "  writes       \(recorder.writes) acknowledged; \(recorder.checks) responses compared",
            "  rows         \(rows.tasks) tasks and \(rows.comments) comments in the end",
            "  latency      median \(change(verdict.latency)) ms, "
                + "99th percentile \(change(verdict.percentile99)) ms",
            "  memory       \(change(verdict.memory)) MiB",
            "  descriptors  \(change(verdict.descriptors)), "
                + "\(verdict.quietDescriptors) without clients",
        ]
        lines += verdict.problems.map { "  FAILED: \($0)" }
        if recorder.faultCount > 0 {
            lines.append("  FAILED: \(recorder.faultCount) responses or rows are wrong, such as:")
            lines += recorder.faults.map { "    \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The medians of the middle third and of the last third.
    private func change(_ value: (middle: Double, last: Double)) -> String {
        String(format: "%.1f → %.1f", value.middle, value.last)
    }
}
