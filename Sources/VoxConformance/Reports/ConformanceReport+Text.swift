// SPDX-License-Identifier: MIT

extension Conformance.Report {
    /// The report for a terminal: a table of the groups, a line for each cause of failures and
    /// warnings, and then for each cause the rule, what was expected and found, and the curl
    /// commands that show it. The text has no control characters other than line feeds.
    public var text: String {
        var parts: [String] = []
        if !groups.isEmpty, !isNotProbed { parts.append(table) }
        let causes = self.causes
        if !causes.isEmpty { parts.append(Self.list(of: causes)) }
        let failures = details(.failed, causes) + details(.warned, causes)
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

    // MARK: Causes

    /// A difference that makes one probe fail, or several.
    private struct Cause {
        let key: String
        let words: String
        /// The probes that found it, each once.
        var names: [String]
    }

    /// The causes of all failures and warnings: failures first, in the order of the probes.
    private var causes: [Cause] {
        var causes: [Cause] = []
        for outcome in [Outcome.failed, .warned] {
            for group in groups {
                for probe in group.probes where probe.outcome == outcome {
                    let name = "\(group.name)/\(probe.name)"
                    for failure in probe.failures where !failure.isKnown {
                        if let index = causes.firstIndex(where: { $0.key == failure.cause }) {
                            if causes[index].names.last != name { causes[index].names.append(name) }
                        } else {
                            let words = "expected \(failure.expected), got \(failure.got)"
                            causes.append(Cause(key: failure.cause, words: words, names: [name]))
                        }
                    }
                }
            }
        }
        return causes
    }

    /// One line for each cause.
    private static func list(of causes: [Cause]) -> String {
        let count = causes.count
        return "\(count) cause\(count == 1 ? "" : "s") of failures and warnings:\n"
            + causes.map { cause in
                let more = cause.names.count - 1
                return "  \(cause.words.excerpt(200)): \(cause.names[0])"
                    + (more == 0 ? "\n" : " and \(more) more\n")
            }.joined()
    }

    // MARK: Details

    /// A paragraph for each probe that is the first to find a cause. The other probes with this
    /// cause are named there.
    private func details(_ outcome: Outcome, _ causes: [Cause]) -> [String] {
        groups.flatMap { group in
            group.probes.filter { $0.outcome == outcome }.compactMap { probe in
                let name = "\(group.name)/\(probe.name)"
                var lines: [String] = []
                var shown: Set<String> = []
                for failure in probe.failures where !failure.isKnown {
                    guard let cause = causes.first(where: { $0.key == failure.cause }),
                        cause.names[0] == name
                    else { continue }
                    guard shown.insert(failure.cause).inserted else {
                        lines.append("  the same at \(failure.place)")
                        continue
                    }
                    lines += failure.words.split(separator: "\n").map { "  \($0)" }
                    if cause.names.count > 1 {
                        lines.append(
                            "  also in " + cause.names.dropFirst().joined(separator: ", "))
                    }
                }
                guard !lines.isEmpty else { return nil }
                lines.insert("\(outcome.rawValue): \(name): \(probe.title)", at: 0)
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

extension Conformance.Report.Failure {
    /// Failures with the same text here have one cause. After an error of the server, it does not
    /// matter what a probe expected.
    fileprivate var cause: String {
        got.hasPrefix("status 5") ? got : ([expected, got] + rules).joined(separator: "\n")
    }
}
