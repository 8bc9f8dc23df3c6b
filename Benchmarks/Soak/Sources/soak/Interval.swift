// SPDX-License-Identifier: MIT

import Foundation

/// What was measured in one interval.
struct Interval {
    /// The end of the interval, in seconds since the load began.
    let end: Double
    let requests: Int
    /// The median and the 99th percentile of the latency in milliseconds.
    let median: Double
    let percentile99: Double
    /// The resident memory of the service in bytes, at the end.
    let memory: Int
    /// The open descriptors of the service, at the end.
    let descriptors: Int
    /// The unexpected statuses, wrong responses and broken connections.
    let faults: Int

    init(end: Double, latencies: [Duration], memory: Int, descriptors: Int, faults: Int) {
        self.end = end
        let sorted = latencies.map { $0 / .milliseconds(1) }.sorted()
        requests = sorted.count
        median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        percentile99 = sorted.isEmpty ? 0 : sorted[sorted.count * 99 / 100]
        self.memory = memory
        self.descriptors = descriptors
        self.faults = faults
    }

    /// The intervals as a table for gnuplot.
    static func table(_ intervals: [Interval]) -> String {
        var text = "seconds\trequests\tmedian ms\tp99 ms\tmemory MiB\tdescriptors\tfaults\n"
        for one in intervals {
            let figures = [one.end, one.median, one.percentile99, one.memory.mebibytes]
                .map { String(format: "%.3f", $0) }
            text += "\(figures[0])\t\(one.requests)\t\(figures[1])\t\(figures[2])\t"
            text += "\(figures[3])\t\(one.descriptors)\t\(one.faults)\n"
        }
        return text
    }
}

extension Int {
    var mebibytes: Double { Double(self) / Double(1 << 20) }
}

/// Returns the median; 0 for an empty list.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
