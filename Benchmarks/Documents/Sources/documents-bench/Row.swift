// SPDX-License-Identifier: MIT

/// One cell of the table: a job on a file, against a peer.
struct Row {
    /// What the ratio should come to.
    enum Goal {
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
        case parsing, core, swift
    }

    let job: String
    let file: String
    let peer: String
    let ratio: Double
    let low: Double
    let high: Double
    let goal: Goal
    /// None for what is no speed.
    let chart: Chart?
    var comparison: Comparison?

    var isMet: Bool { goal.isMet(by: ratio) }
}
