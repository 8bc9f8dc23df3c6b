// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A run of the probes of a server.
struct ConformanceRun {
    private let base: HTTPURL
    private let options: Conformance.Options
    private let sender: Sender
    private let progress: @Sendable (String) -> Void
    private var discovery: Discovery
    /// The results of the probes, by group and probe.
    private var results: [String: Result] = [:]
    /// The probes that found a fault in the status of their first write, by its request.
    private var beginnings: [String: String] = [:]
    private var stop: RunStop?

    /// What the runs of a probe for its subjects have found.
    private struct Result {
        var subjects: [String] = []
        var passed = 0
        var reasons: [String] = []
        var faults: [CheckFault] = []
    }

    init(
        _ base: HTTPURL, over transport: any HTTPTransport, options: Conformance.Options,
        progress: @escaping @Sendable (String) -> Void
    ) {
        self.base = base
        self.options = options
        self.progress = progress
        sender = Sender(base, over: transport, options: options)
        discovery = Discovery(base, options, sender)
    }

    private var groups: [ProbeGroup] { StandingCheck.joined(with: options.probes.groups) }

    mutating func run() async -> Conformance.Report {
        do throws(RunStop) {
            try await discovery.run(progress: progress)
            if !discovery.collections.isEmpty { try await runProbes() }
        } catch {
            stop = error
        }
        // What a probe has created when the run is interrupted is deleted too.
        await sender.deleteCreations()
        await sender.checkDeletions()
        return await report()
    }

    private mutating func runProbes() async throws(RunStop) {
        let selected = groups.flatMap { group in
            group.probes.filter { options.selects($0, in: group) && !$0.steps.isEmpty }
                .map { (group, $0) }
        }
        // Probes that only read come first, so that no write can spoil them. Then come those that
        // create, so that they are the first to find that the server cannot.
        func rank(_ group: ProbeGroup, _ probe: Probe) -> Int {
            probe.subject.writes ? group.name == "creating" ? 1 : 2 : 0
        }
        let ordered = (0...2).flatMap { place in selected.filter { rank($0, $1) == place } }
        for (index, (group, probe)) in ordered.enumerated() {
            if probe.subject.writes { try await discovery.tryWriting(progress: progress) }
            let requests = await sender.count
            let name = "\(group.name)/\(probe.name)"
            progress("\(index + 1)/\(ordered.count) \(name) (\(requests) requests)")
            try await run(probe, named: name)
        }
    }

    private mutating func run(_ probe: Probe, named name: String) async throws(RunStop) {
        let all = discovery.subjects[probe.subject] ?? []
        let needed = probe.neededVariables
        let fitting = all.filter { needed.isSubset(of: $0.names) }
        guard !fitting.isEmpty else {
            results[name, default: Result()].reasons.append(
                all.isEmpty ? absence(of: probe.subject) : Self.missing(needed, in: all))
            return
        }
        for subject in fitting.prefix(maximumSubjects(of: probe.subject)) {
            let run = ProbeRun(probe: probe, subject: subject, base: base, sender: sender)
            let outcome = try await run.run()
            results[name, default: Result()].subjects.append(subject.label)
            switch outcome {
            case .passed: results[name]?.passed += 1
            case .skipped(let reason): results[name]?.reasons.append(reason)
            case .faulty(let faults):
                if let beginning = faults.first?.beginning {
                    if let first = beginnings[beginning.request], first != name {
                        results[name]?.reasons.append("\(beginning.words), see \(first)")
                        continue
                    }
                    beginnings[beginning.request] = name
                }
                results[name]?.faults += faults
            }
        }
    }

    private func absence(of kind: SubjectKind) -> String {
        guard kind.writes else { return kind.absence }
        if options.writes.isEmpty { return "the run only reads (--write)" }
        return discovery.refusal ?? kind.absence
    }

    /// Probes that write take many times as many requests as probes that read.
    private func maximumSubjects(of kind: SubjectKind) -> Int {
        kind.writes ? max(1, options.subjects / 2) : max(1, options.subjects)
    }

    private static func missing(_ needed: Set<String>, in subjects: [Subject]) -> String {
        let missing = subjects.map { needed.subtracting($0.names) }.min { $0.count < $1.count }
        let names = (missing ?? []).sorted().map { "{\($0)}" }.joined(separator: ", ")
        return "the server has no \(names) for it"
    }

    // MARK: The report

    private func report() async -> Conformance.Report {
        let standing = await sender.standing
        var report = Conformance.Report(server: base.text)
        report.requests = await sender.count
        report.duration = await sender.duration
        report.collections = discovery.collections
        report.notes = (discovery.notes + notesAboutSubjects).map(mask.masked)
        report.ending = ending
        report.remaining = await sender.remaining.map { remaining in
            Conformance.Report.RemainingResource(
                reason: mask.masked(remaining.reason),
                isDeletion: remaining.request.method == .delete,
                command: command(remaining.request))
        }
        for group in groups {
            let probes = group.probes.filter { options.selects($0, in: group) }.map { probe in
                probe.steps.isEmpty
                    ? result(of: probe, standing) : result(of: probe, in: group)
            }
            if !probes.isEmpty {
                report.groups.append(
                    Conformance.Report.Group(
                        name: group.name, title: group.title, section: group.section,
                        probes: probes))
            }
        }
        if report.ending == .complete, report.count(.skipped) == report.groups.probeCount {
            report.ending = .notProbed(
                reason: "every selected probe was skipped: "
                    + (report.groups.first?.probes.first?.reason ?? "no probe was selected"))
        }
        return report
    }

    private var mask: SecretMask { SecretMask(options.headers) }

    /// The collections to which nothing was written.
    private var notesAboutSubjects: [String] {
        let all = discovery.subjects[.write]?.count ?? 0
        let some = maximumSubjects(of: .write)
        guard all > some else { return [] }
        return [
            "the probes that write ran for \(some) of \(all) collections; for all of them: "
                + "--subjects \(2 * all)"
        ]
    }

    private var ending: Conformance.Report.Ending {
        switch stop {
        case .interrupted: .interrupted
        case .ended(let reason) where discovery.collections.isEmpty: .notProbed(reason: reason)
        case .ended(let reason): .stopped(reason: reason)
        case nil where discovery.collections.isEmpty:
            .notProbed(reason: absence)
        case nil:
            discovery.refusals.first.map { .stopped(reason: mask.masked($0)) } ?? .complete
        }
    }

    /// The reason why there is no collection.
    private var absence: String {
        if let failure = discovery.failure {
            return "no collection can be read: \(mask.masked(failure))"
        }
        return options.collections.isEmpty
            ? "no collection was found; if there are any, name them (--collections)"
            : "no collection can be read"
    }

    private func result(of probe: Probe, in group: ProbeGroup) -> Conformance.Report.Probe {
        guard let found = results["\(group.name)/\(probe.name)"] else {
            return made(probe, faults: [], subjects: [], reason: unrunReason)
        }
        return made(
            probe, faults: found.faults, subjects: found.subjects,
            reason: found.passed > 0 ? nil : found.reasons.first)
    }

    private var unrunReason: String {
        switch stop {
        case .interrupted: "the run was interrupted"
        case .ended(let reason): reason
        case nil: "no collection was found"
        }
    }

    private func result(of probe: Probe, _ standing: StandingChecks) -> Conformance.Report.Probe {
        let check = StandingCheck.allCases.first { $0.probe.name == probe.name }
        guard let faults = check.flatMap({ standing.faults(of: $0) }) else {
            return made(
                probe, faults: [], subjects: [], reason: "the run received no such response")
        }
        return made(probe, faults: faults, subjects: [], reason: nil)
    }

    private func made(
        _ probe: Probe, faults: [CheckFault], subjects: [String], reason: String?
    ) -> Conformance.Report.Probe {
        let faults = faults.filter { !options.skips($0.rules) }
        let outcome: Conformance.Report.Outcome =
            if faults.contains(where: { $0.level == .must }) {
                .failed
            } else if !faults.isEmpty {
                .warned
            } else {
                reason == nil ? .passed : .skipped
            }
        return Conformance.Report.Probe(
            name: probe.name, title: probe.title, rules: probe.rules, section: probe.section,
            meaning: probe.failure, subjects: subjects, outcome: outcome,
            reason: outcome == .skipped ? reason.map(mask.masked) : nil,
            failures: faults.map { fault in
                Conformance.Report.Failure(
                    rules: fault.rules, section: fault.section,
                    isWarning: fault.level == .should, subject: fault.subject, step: fault.step,
                    expected: mask.masked(fault.expected), got: mask.masked(fault.got),
                    commands: fault.requests.map(command))
            })
    }

    private func command(_ request: SentRequest) -> String {
        CurlCommand(request, secretFields: options.headers).text
    }
}

extension [Conformance.Report.Group] {
    fileprivate var probeCount: Int { reduce(0) { $0 + $1.probes.count } }
}
