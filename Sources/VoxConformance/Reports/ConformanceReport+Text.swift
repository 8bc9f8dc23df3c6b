// SPDX-License-Identifier: MIT

extension ConformanceReport {
    /// The report for a terminal: a table of the groups, then each failure and warning with its
    /// rule, what was expected and found, and the curl commands that show it. The text has no
    /// control characters other than line feeds.
    public var text: String {
        var parts: [String] = []
        if !groups.isEmpty, !isNotProbed { parts.append(table) }
        var shown: [String: String] = [:]
        let failures = details(.failed, &shown) + details(.warned, &shown)
        if !failures.isEmpty { parts.append(failures.joined(separator: "\n")) }
        if !notes.isEmpty {
            parts.append(notes.map { "note: \($0.excerpt(1000))\n" }.joined())
        }
        if !remaining.isEmpty { parts.append(remainingText) }
        parts.append(summary)
        return parts.joined(separator: "\n")
    }

    private var isNotProbed: Bool { if case .notProbed = ending { true } else { false } }

    // MARK: The table

    private var table: String {
        let shown = Outcome.allCases.filter { $0 != .known || count(.known) > 0 }
        var rows = [[""] + shown.map(\.rawValue)]
        for group in groups {
            rows.append([group.name.excerpt(40)] + shown.map { Self.cell(group.count($0)) })
        }
        rows.append(["all"] + shown.map { Self.cell(count($0)) })
        let widths = rows[0].indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { index, cell in
                let space = String(repeating: " ", count: widths[index] - cell.count)
                return index == 0 ? cell + space : space + cell
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private static func cell(_ count: Int) -> String { count == 0 ? "·" : String(count) }

    // MARK: Details

    private func details(_ outcome: Outcome, _ shown: inout [String: String]) -> [String] {
        groups.flatMap { group in
            group.probes.filter { $0.outcome == outcome }.map { probe in
                let name = "\(group.name)/\(probe.name)"
                var lines = ["\(outcome.rawValue): \(name): \(probe.title)"]
                for failure in probe.failures where !failure.isKnown {
                    // One cause may make many probes fail.
                    let cause = "\(failure.expected)\n\(failure.got)"
                    if let first = shown[cause], first != name {
                        lines.append("  the same as in \(first), at \(failure.place)")
                        continue
                    }
                    shown[cause] = name
                    lines += failure.words.split(separator: "\n").map { "  \($0)" }
                }
                lines.append("  \(probe.meaning)")
                // A command that is cut off would be another command.
                return lines.map { $0.excerpt(.max) + "\n" }.joined()
            }
        }
    }

    /// The resources that may remain, under a heading for those that a command deletes, and under
    /// another one for those whose address is not known.
    var remainingByHeading: [(heading: String, resources: [RemainingResource])] {
        let all: [(heading: String, resources: [RemainingResource])] = [
            (
                "These resources may remain on the server. The commands delete them",
                remaining.filter(\.isDeletion)
            ),
            (
                "These requests may have created resources that remain on the server. Their "
                    + "addresses are not known; the same request would create another one",
                remaining.filter { !$0.isDeletion }
            ),
        ]
        return all.filter { !$0.resources.isEmpty }
    }

    private var remainingText: String {
        remainingByHeading.map { heading, resources in
            "\(heading):\n"
                + resources.map {
                    "  \($0.command.excerpt(.max))\n    (\($0.reason.excerpt(300)))\n"
                }.joined()
        }.joined()
    }

    private var summary: String {
        let outcomes = Outcome.allCases.filter { count($0) > 0 }
        let counts = outcomes.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
        var text = ""
        if let words = ending.words { text += words.excerpt(1000) + "\n" }
        if !isNotProbed {
            text += "\(server.excerpt(300)): \(counts.isEmpty ? "no probes" : counts) "
            text += "(\(requests) request\(requests == 1 ? "" : "s") in \(duration.words))\n"
        }
        return text
    }
}
