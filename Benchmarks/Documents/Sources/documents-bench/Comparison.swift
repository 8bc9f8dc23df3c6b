// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// A job as one of the sides of a pair does it. What it returns depends on all that it reads; -1 says
/// that it failed.
struct Side {
    let name: String
    let run: () throws -> Int64
}

/// Two sides of a job, measured in pairs: one right after the other, in turn the first and the second
/// first, so that a slow moment of the machine hits both.
struct Comparison {
    /// A ratio at the middle, and at the quarters on both sides of it.
    struct Spread {
        let median: Double
        let low: Double
        let high: Double

        init(_ values: [Double]) {
            let sorted = values.sorted()
            median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
            low = sorted[(sorted.count - 1) / 4]
            high = sorted[sorted.count - 1 - (sorted.count - 1) / 4]
        }
    }

    /// What one run of one side takes.
    struct Cost {
        var nanoseconds = 0.0
        var allocations = 0
        var instructions: Int?
        /// Pages touched for the first time, in fresh memory.
        var freshPages: Int?
    }

    /// The time of the peer over that of Vox, in recycled memory.
    let ratio: Spread
    /// The same in fresh memory; nil where it would say nothing.
    let freshRatio: Double?
    private(set) var vox: Cost
    private(set) var peer: Cost

    /// The instructions of the peer over those of Vox; nil where they are not counted.
    var instructionRatio: Double? {
        guard let ours = vox.instructions, let others = peer.instructions else { return nil }
        return Double(others) / Double(ours)
    }

    init(
        vox: Side, peer: Side, seconds: Double, clock: Clock, isFreshMeasured: Bool = true,
        isSameWork: Bool = true
    ) throws {
        bench_memory_set(BENCH_RECYCLED)
        let figures = (try vox.run(), try peer.run())
        guard figures.0 >= 0, figures.1 >= 0 else { throw Trouble.failed(vox.name, peer.name) }
        guard figures.0 == figures.1 || !isSameWork else {
            throw Trouble.different(vox.name, figures.0, peer.name, figures.1)
        }
        // Once more to warm up, then as often as it takes to be well above the clock's own noise.
        let first = (try clock.time(vox, 1), try clock.time(peer, 1))
        let times = (repetitions(of: first.0), repetitions(of: first.1))
        let once = first.0 * Double(times.0) + first.1 * Double(times.1)
        let rounds = Self.rounds(of: once, in: seconds)
        var samples: [(vox: Double, peer: Double)] = []
        for round in 0..<rounds {
            if round % 2 == 0 {
                let one = try clock.time(vox, times.0)
                samples.append((one, try clock.time(peer, times.1)))
            } else {
                let other = try clock.time(peer, times.1)
                samples.append((try clock.time(vox, times.0), other))
            }
        }
        ratio = Spread(samples.map { $0.peer / $0.vox })
        self.vox = try Self.cost(of: vox, nanoseconds: Spread(samples.map(\.vox)).median)
        self.peer = try Self.cost(of: peer, nanoseconds: Spread(samples.map(\.peer)).median)
        guard isFreshMeasured else {
            freshRatio = nil
            return
        }
        let fresh = try Self.fresh(vox: vox, peer: peer, clock: clock)
        // All that Vox reads and writes it puts somewhere: where that took no new page, it was not
        // fresh.
        guard fresh.voxPages > 0 else { throw Trouble.usedMemory(vox.name) }
        freshRatio = fresh.ratio
        self.vox.freshPages = fresh.voxPages
        self.peer.freshPages = fresh.peerPages
    }

    /// Before each run all that is free goes back to the system.
    private static func fresh(vox: Side, peer: Side, clock: Clock) throws -> (
        ratio: Double, voxPages: Int, peerPages: Int
    ) {
        bench_vox_reset()
        bench_memory_set(BENCH_FRESH)
        defer { bench_memory_set(BENCH_RECYCLED) }
        func run(_ side: Side) throws -> (time: Double, pages: Int) {
            bench_memory_trim()
            let pages = bench_pages()
            let time = try clock.time(side, 1)
            return (time, Int(bench_pages() - pages))
        }
        // The first pair only brings back what the one before it left unused.
        var samples: [(vox: (time: Double, pages: Int), peer: (time: Double, pages: Int))] = []
        for round in 0..<9 {
            if round % 2 == 0 {
                let one = try run(vox)
                samples.append((one, try run(peer)))
            } else {
                let other = try run(peer)
                samples.append((try run(vox), other))
            }
        }
        samples.removeFirst()
        func middle(_ values: [Int]) -> Int { Int(Spread(values.map(Double.init)).median) }
        return (
            Spread(samples.map { $0.peer.time / $0.vox.time }).median,
            middle(samples.map(\.vox.pages)), middle(samples.map(\.peer.pages))
        )
    }

    /// How many rounds of so many nanoseconds fit into the time there is: a few at least, and not
    /// without end.
    static func rounds(of nanoseconds: Double, in seconds: Double) -> Int {
        min(max(Int(seconds * 1e9 / max(nanoseconds, 1)), 5), 1001)
    }

    private static func cost(of side: Side, nanoseconds: Double) throws -> Cost {
        let allocations = bench_allocations()
        let instructions = bench_instructions()
        _ = try side.run()
        let counted = bench_instructions() - instructions
        return Cost(
            nanoseconds: nanoseconds, allocations: Int(bench_allocations() - allocations),
            instructions: counted > 0 ? Int(counted) : nil)
    }
}

/// Why there is no figure.
enum Trouble: Error, CustomStringConvertible {
    case failed(String, String)
    case different(String, Int64, String, Int64)
    case usedMemory(String)

    var description: String {
        switch self {
        case .failed(let vox, let peer): "\(vox) or \(peer) failed"
        case .different(let vox, let one, let peer, let other):
            "\(vox) got \(one), \(peer) \(other): they do not do the same"
        case .usedMemory(let vox): "the fresh memory of \(vox) was none"
        }
    }
}

/// So often that it takes a millisecond.
func repetitions(of nanoseconds: Double) -> Int { max(1, Int(1e6 / max(nanoseconds, 1))) }
