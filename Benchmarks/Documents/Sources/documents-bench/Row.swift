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
    enum Chart: String, CaseIterable {
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
    /// What a loss falls below: see ``Goals``. Nil until the row is settled on this processor.
    var goal: Bound?

    /// Whether the row is what it was when it was settled; nil where it has no goal.
    var isHeld: Bool? { goal?.isMet(by: ratio) }
    /// Whether the row comes to what was promised; nil where nothing was.
    var isReached: Bool? { aim?.isMet(by: ratio) }
}
