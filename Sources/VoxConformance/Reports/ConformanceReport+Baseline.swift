// SPDX-License-Identifier: MIT

extension Conformance.Report {
    /// The failures of this report as a baseline: a JSON text with a line for each failure. Keep it
    /// in a file, and pass it to ``without(baseline:)`` after a later run.
    public var baseline: String {
        let all = groups.flatMap { group in
            group.probes.flatMap { probe in
                probe.failures.map { Self.key(of: $0, in: probe, group) }
            }
        }
        let value: JSONValue = [
            "failures": .array(kept.union(all).sorted().map { .string($0) })
        ]
        return ((try? value.text(style: .pretty)) ?? "{}") + "\n"
    }

    /// A failure is known by its probe, its rules and its subject. Ids and values differ from run to
    /// run.
    private static func key(of failure: Failure, in probe: Probe, _ group: Group) -> String {
        "\(group.name)/\(probe.name) " + failure.rules.joined(separator: " ")
            + (failure.isWarning ? " (should)" : "")
            + (failure.subject.isEmpty ? "" : " at \(failure.subject)")
    }

    /// Returns this report with the failures of a baseline marked as known. A probe whose failures
    /// are all known has the outcome ``Outcome/known``. A failure of the baseline that did not
    /// occur is mentioned in ``notes``, unless its probe was not run; then ``baseline`` keeps it.
    /// - Parameter text: the text of ``baseline`` of an earlier report.
    /// - Returns: the report with the known failures.
    /// - Throws: `JSONError` if the text is not a baseline.
    public func without(baseline text: String) throws(JSONError) -> Conformance.Report {
        let known = try Self.failures(inBaseline: text)
        var report = self
        var seen: Set<String> = []
        for groupIndex in report.groups.indices {
            let group = report.groups[groupIndex]
            for index in group.probes.indices {
                var probe = group.probes[index]
                for failureIndex in probe.failures.indices {
                    let key = Self.key(of: probe.failures[failureIndex], in: probe, group)
                    guard known.contains(key) else { continue }
                    probe.failures[failureIndex].isKnown = true
                    seen.insert(key)
                }
                probe.outcome = Self.outcome(of: probe)
                report.groups[groupIndex].probes[index] = probe
            }
        }
        report.kept = report.unrunKeys(known)
        let gone = known.subtracting(seen).subtracting(report.kept).sorted()
        if !gone.isEmpty {
            report.notes.append(
                "no longer occurs, although the baseline has it: "
                    + gone.joined(separator: ", ").excerpt(500))
        }
        return report
    }

    /// Returns the failures of a baseline. A program can check a baseline before it probes a server.
    /// - Throws: `JSONError` if the text is not a baseline.
    @discardableResult
    public static func failures(inBaseline text: String) throws(JSONError) -> Set<String> {
        let object = try ProbeObject(JSON(parsing: text), members: ["failures"])
        return Set(try object.texts("failures"))
    }

    private static func outcome(of probe: Probe) -> Outcome {
        let new = probe.failures.filter { !$0.isKnown }
        if new.contains(where: { !$0.isWarning }) { return .failed }
        if !new.isEmpty { return .warned }
        return probe.failures.isEmpty ? probe.outcome : .known
    }

    /// The keys of a baseline whose probes were not run, so that nothing is known about them.
    private func unrunKeys(_ keys: Set<String>) -> Set<String> {
        let run = Set(
            groups.flatMap { group in
                group.probes.filter { $0.outcome != .skipped }.map { "\(group.name)/\($0.name)" }
            })
        return keys.filter { key in !run.contains(String(key.prefix { $0 != " " })) }
    }
}
