// SPDX-License-Identifier: MIT

/// One cell of the table: a job on a file, against a peer.
struct Row {
    /// A bound of a ratio.
    enum Bound {
        case atLeast(Double)
        case atMost(Double)

        var value: Double {
            switch self {
            case .atLeast(let value), .atMost(let value): value
            }
        }

        func isMet(by ratio: Double) -> Bool {
            switch self {
            case .atLeast(let value): ratio >= value
            case .atMost(let value): ratio <= value
            }
        }
    }

    /// Which chart it stands in.
    enum Chart: String {
        case parsing, core, small, swift
    }

    let job: String
    let file: String
    let peer: String
    let ratio: Double
    let low: Double
    let high: Double
    /// What it should come to, where somebody said so.
    let aim: Bound?
    /// None for what stands in tables only.
    let chart: Chart?
    var comparison: Comparison?
    /// The ratio that the goal is taken from: see ``Settled``.
    var settled: Double?

    private static let share = 0.9
    private static let margin = 1.05

    /// What a loss falls below; nil until the row is settled on this processor. It is nine tenths of the
    /// settled ratio, or the aim where that is more and was reached by a twentieth more: a row right at
    /// its aim would be missed every other time.
    var goal: Bound? {
        guard let settled else { return nil }
        switch aim {
        case .atMost(let aim):
            let bound = Self.digits(settled / Self.share)
            return .atMost(settled * Self.margin <= aim ? min(aim, bound) : bound)
        case .atLeast(let aim):
            let bound = Self.digits(settled * Self.share)
            return .atLeast(settled >= aim * Self.margin ? max(aim, bound) : bound)
        case nil:
            return .atLeast(Self.digits(settled * Self.share))
        }
    }

    /// Whether the row fell below its goal.
    var isLost: Bool { goal.map { !$0.isMet(by: ratio) } ?? false }
    /// Whether the row comes to what was promised; nil where nothing was.
    var isReached: Bool? { aim?.isMet(by: ratio) }

    /// Three digits behind the point, as in the results.
    static func digits(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
