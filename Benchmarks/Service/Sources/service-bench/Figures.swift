// SPDX-License-Identifier: MIT

import Foundation

/// The one in the middle.
func median(_ figures: [Double]) -> Double {
    figures.isEmpty ? 0 : figures.sorted()[figures.count / 2]
}

/// With two decimals.
func rounded(_ figure: Double) -> Double { (figure * 100).rounded() / 100 }

/// The memory of this process that is resident, in bytes.
func residentMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
}
