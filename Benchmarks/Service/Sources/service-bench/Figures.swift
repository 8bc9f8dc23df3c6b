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

/// Does something so many times, as many at a time as is wanted; gives how often in a second.
func perform(
    _ count: Int, atATime: Int, _ work: @escaping @Sendable (Int) async throws -> Void
) async throws -> Double {
    let start = ContinuousClock.now
    if atATime == 1 {
        for number in 0..<count { try await work(number) }
        return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
            if number >= atATime { try await group.next() }
            group.addTask { try await work(number) }
        }
        try await group.waitForAll()
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
}
