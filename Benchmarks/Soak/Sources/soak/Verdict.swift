// SPDX-License-Identifier: MIT

import Foundation

/// Compares the last third of the load with the middle third. The first third is left out: pools
/// and caches fill.
struct Verdict {
    private static let memoryGrowth = 1.10
    private static let memoryMargin = 8.0
    private static let latencyGrowth = 1.5

    let middle: [Interval]
    let last: [Interval]
    /// The descriptors after all clients have closed their connections.
    let quietDescriptors: Int

    init(_ intervals: [Interval], quietDescriptors: Int) {
        let third = intervals.count / 3
        middle = Array(intervals.dropFirst(third).prefix(third))
        last = Array(intervals.suffix(third))
        self.quietDescriptors = quietDescriptors
    }

    private func medians(_ value: (Interval) -> Double) -> (middle: Double, last: Double) {
        (median(middle.map(value)), median(last.map(value)))
    }

    var memory: (middle: Double, last: Double) { medians { $0.memory.mebibytes } }
    var latency: (middle: Double, last: Double) { medians(\.median) }
    var percentile99: (middle: Double, last: Double) { medians(\.percentile99) }
    var descriptors: (middle: Double, last: Double) { medians { Double($0.descriptors) } }

    /// What grew, in words.
    var problems: [String] {
        var problems: [String] = []
        if memory.last > memory.middle * Self.memoryGrowth + Self.memoryMargin {
            problems.append(growth("memory", memory, "MiB"))
        }
        if latency.last > latency.middle * Self.latencyGrowth {
            problems.append(growth("median latency", latency, "ms"))
        }
        let counts = middle.map(\.descriptors)
        // Clients come and go: a single count says little.
        if let most = counts.max(), let least = last.map(\.descriptors).min(), least > most {
            problems.append("the descriptors grew from at most \(most) to at least \(least)")
        }
        if Double(quietDescriptors) > descriptors.middle {
            problems.append(
                "\(quietDescriptors) descriptors are open although all clients have gone")
        }
        if last.contains(where: { $0.requests == 0 }) {
            problems.append("the service responded to no request for a whole interval")
        }
        return problems
    }

    private func growth(
        _ name: String, _ value: (middle: Double, last: Double), _ unit: String
    ) -> String {
        String(format: "the \(name) grew from %.1f to %.1f \(unit)", value.middle, value.last)
    }
}
