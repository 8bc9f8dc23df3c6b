// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// A group of probes: one file of the folder `Conformance`.
struct ProbeGroup: Sendable {
    let name: String
    let title: String
    /// The address of the section of the standard.
    let section: String
    let probes: [Probe]
}

/// Requests to one subject of a server, and checks of the responses.
struct Probe: Sendable {
    let name: String
    let title: String
    /// The rules that the probe shows, such as `JA-092`.
    let rules: [String]
    let section: String
    let subject: SubjectKind
    let steps: [ProbeStep]
    /// The consequence of a failure for clients.
    let failure: String

    /// The variables that the subject must have: those that the steps use, without those that an
    /// earlier step saves.
    var neededVariables: Set<String> {
        var needed: Set<String> = []
        var saved: Set<String> = []
        for step in steps {
            needed.formUnion(step.request.variables.subtracting(saved))
            needed.formUnion(step.skips.flatMap(\.variables).filter { !saved.contains($0) })
            needed.formUnion(step.saves.flatMap(\.variables).filter { !saved.contains($0) })
            saved.formUnion(step.saves.map(\.name))
            needed.formUnion(step.checks.flatMap(\.variables).filter { !saved.contains($0) })
        }
        return needed
    }
}

/// One request of a probe, and the checks of its response.
struct ProbeStep: Sendable {
    let request: ProbeRequest
    let saves: [Save]
    let skips: [Skip]
    let checks: [ProbeCheck]

    /// A variable that the response sets for later steps.
    struct Save: Sendable {
        enum Source: Sendable {
            case pointer(PointerTemplate)
            case header(HTTPField.Name)
        }

        let name: String
        let source: Source

        /// The variables of the pointer.
        var variables: [String] {
            if case .pointer(let pointer) = source { pointer.variables } else { [] }
        }
    }

    /// A response that says that the server does not have what the probe is about.
    struct Skip: Sendable {
        enum Condition: Sendable {
            case status(StatusSet)
            /// The check passes.
            case passing(ProbeCheck)
            /// The check fails.
            case failing(ProbeCheck)
        }

        let condition: Condition
        let reason: String
    }

    /// True if the step says what a status means, in a skip or in a check.
    func names(_ status: Int) -> Bool {
        skips.contains { $0.names(status) } || checks.contains { $0.names(status) }
    }
}

/// The request of a step, with templates for variables.
struct ProbeRequest: Sendable {
    enum Body: Sendable {
        case json(JSONValue)
        case text(Template)
    }

    let method: HTTPRequest.Method
    let url: Template
    /// The names and values of the query. A name without a value is sent without `=`.
    let query: [(name: Template, value: Template?)]
    /// The header fields that the probe sets. A field without a value is not sent.
    let headers: [(name: HTTPField.Name, value: Template?)]
    let body: Body?

    var variables: Set<String> {
        var names = Set(url.variables)
        for item in query { names.formUnion(item.name.variables + (item.value?.variables ?? [])) }
        for field in headers { names.formUnion(field.value?.variables ?? []) }
        switch body {
        case .json(let value): names.formUnion(value.templateVariables)
        case .text(let template): names.formUnion(template.variables)
        case nil: break
        }
        return names
    }
}

/// A set of statuses, such as 200, or all from 200 to 299.
struct StatusSet: Sendable, CustomStringConvertible {
    let ranges: [ClosedRange<Int>]

    func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound / 100)xx" }
            .joined(separator: " or ")
    }
}

extension ProbeStep.Skip {
    fileprivate func names(_ status: Int) -> Bool {
        switch condition {
        case .status(let statuses): statuses.contains(status)
        case .passing(let check), .failing(let check): check.names(status)
        }
    }

    fileprivate var variables: Set<String> {
        switch condition {
        case .status: []
        case .passing(let check), .failing(let check): check.variables
        }
    }
}

extension ProbeCheck {
    /// True if this check, or the check that it depends on, is about a status.
    fileprivate func names(_ status: Int) -> Bool {
        if case .status(let statuses) = verb, statuses.contains(status) { return true }
        return when.contains { $0.names(status) }
    }

    fileprivate var variables: Set<String> {
        when.reduce(into: verb.variables) { $0.formUnion($1.variables) }
    }
}
