// SPDX-License-Identifier: MIT

import HTTPTypes

/// Runs a probe for one subject.
struct ProbeRun {
    let probe: Probe
    let subject: Subject
    let base: HTTPURL
    let sender: Sender

    enum Outcome: Sendable {
        case passed
        case skipped(reason: String)
        case faulty([CheckFault])
    }

    /// The statuses with which a server, or a layer in front of it, refuses a request for reasons
    /// that have nothing to do with the probe.
    private static let unrelated: Set<Int> = [401, 403, 407, 429, 501, 502, 503, 504]

    /// Runs the probe, and deletes what it has created. A probe that fails is run once more.
    func run() async throws(RunStop) -> Outcome {
        let first = try await attempt()
        guard case .faulty(let faults) = first, faults.contains(where: { $0.level == .must }) else {
            return first
        }
        guard case .passed = try await attempt() else { return first }
        return .faulty(
            faults.map { fault in
                var fault = fault
                fault.level = .should
                fault.got += "; when the probe was run again, it passed (unsteady)"
                return fault
            })
    }

    private func attempt() async throws(RunStop) -> Outcome {
        let outcome: Outcome
        do throws(RunStop) {
            outcome = try await steps()
        } catch {
            await sender.deleteCreations()
            throw error
        }
        await sender.deleteCreations()
        return outcome
    }

    private func steps() async throws(RunStop) -> Outcome {
        var preparation = Preparation(base, sender)
        var state: State
        switch try await preparation.variables(of: subject) {
        case .failed(let failure):
            return .skipped(reason: "what the probe needs could not be created: \(failure.reason)")
        case .ready(let variables):
            state = State(variables: variables, requests: preparation.requests)
        }
        for (index, step) in probe.steps.enumerated() {
            let request: SentRequest
            do throws(TemplateFault) {
                request = try SentRequest(step.request, state.variables)
            } catch {
                return state.outcome(skipping: error.reason)
            }
            switch try await sender.send(request) {
            case .refused(let reason): return state.outcome(skipping: reason)
            case .failure(let reason):
                state.requests.append(request)
                state.add(noResponse(reason), step: index + 1, subject)
                return .faulty(state.faults)
            case .response(let received):
                state.requests.append(request)
                if let outcome = finish(step, index: index, received, &state) { return outcome }
            }
        }
        return state.faults.isEmpty ? .passed : .faulty(state.faults)
    }

    private func noResponse(_ reason: String) -> CheckFault {
        CheckFault(
            rules: probe.rules, section: probe.section, level: .must, expected: "a response",
            got: reason)
    }

    // MARK: One step

    /// What the steps so far have found.
    private struct State {
        var variables: Variables
        var requests: [SentRequest]
        var responses: [Received] = []
        var faults: [CheckFault] = []

        mutating func add(_ fault: CheckFault, step: Int, _ subject: Subject) {
            var fault = fault
            fault.step = step
            fault.subject = subject.label
            fault.requests = requests
            faults.append(fault)
        }

        /// The outcome of a probe that ends here for a reason that is no fault.
        func outcome(skipping reason: String) -> Outcome {
            faults.isEmpty ? .skipped(reason: reason) : .faulty(faults)
        }
    }

    /// Evaluates the response of a step: skips, then saves, then checks.
    /// - Returns: the outcome if the probe ends with this step; otherwise nil.
    private func finish(
        _ step: ProbeStep, index: Int, _ received: Received, _ state: inout State
    ) -> Outcome? {
        state.responses.append(received)
        do throws(TemplateFault) {
            if let reason = try skipReason(step, received, state) {
                return state.outcome(skipping: reason)
            }
            try save(step.saves, from: received, &state)
            for check in step.checks {
                let found = try checkRun(received, state).faults(check)
                for fault in found { state.add(fault, step: index + 1, subject) }
                // After another status than expected, the rest of the response is about something
                // else.
                if case .status = check.verb, check.level == .must, !found.isEmpty {
                    if state.responses.filter({ !$0.request.isSafe }).count == 1,
                        !received.request.isSafe
                    {
                        state.faults[0].beginning = beginning(step, received)
                    }
                    return .faulty(state.faults)
                }
            }
        } catch {
            return state.outcome(skipping: error.reason)
        }
        return nil
    }

    /// Names the first request that writes, and its status. All requests to a collection that refuses the
    /// example document are the same.
    private func beginning(_ step: ProbeStep, _ received: Received) -> CheckFault.Beginning {
        let place = "\(received.request.kind) \(subject.label)"
        let isRefused = subject.writing?.refusedStatus == received.status
        return CheckFault.Beginning(
            request: "\(place) \(isRefused ? "" : "\(step.request)")",
            words: "\(place) has status \(received.status)")
    }

    private func checkRun(_ received: Received, _ state: State) -> CheckRun {
        CheckRun(
            probe: probe, variables: state.variables, responses: state.responses,
            received: received)
    }

    private func skipReason(
        _ step: ProbeStep, _ received: Received, _ state: State
    ) throws(TemplateFault) -> String? {
        if Self.unrelated.contains(received.status), !step.names(received.status) {
            return "the server responds to \(received.request.kind) with \(received.statusText)"
        }
        for skip in step.skips {
            let applies: Bool =
                switch skip.condition {
                case .status(let statuses): statuses.contains(received.status)
                case .passing(let check) where counts(check, received):
                    try checkRun(received, state).faults(check).isEmpty
                case .failing(let check) where counts(check, received):
                    try !checkRun(received, state).faults(check).isEmpty
                case .passing, .failing: false
                }
            if applies { return skip.reason }
        }
        return nil
    }

    /// Returns true if the condition of a skip counts for a response. After an error, only
    /// conditions about the errors count, so that no condition hides an error.
    private func counts(_ condition: ProbeCheck, _ received: Received) -> Bool {
        if received.isSuccess { return true }
        if case .value(let pointer, _, _) = condition.verb {
            return pointer.text.hasPrefix("/errors")
        }
        return false
    }

    private func save(
        _ saves: [ProbeStep.Save], from received: Received, _ state: inout State
    ) throws(TemplateFault) {
        for save in saves {
            switch save.source {
            case .header(let name):
                let value = received.headers[name]
                state.variables[save.name] = value.map {
                    .json(.string($0), from: received.url)
                }
            case .pointer(let pointer):
                let value = try pointer.values(in: received.json, state.variables).first
                state.variables[save.name] = value.flatMap { JSONValue($0) }.map {
                    .json($0, from: received.url)
                }
            }
        }
    }
}
