// SPDX-License-Identifier: MIT

extension Conformance.Report {
    /// The report as JSON. `Conformance/report.schema.json` of the repository is its JSON Schema.
    public var json: String {
        var value = JSONObject()
        value["server"] = .string(server)
        value["ending"] = .object(ending.json)
        value["requests"] = .number(JSONNumber(requests))
        value["milliseconds"] = .number(JSONNumber(milliseconds))
        var counts = JSONObject()
        for outcome in Outcome.allCases {
            counts[outcome.rawValue] = .number(JSONNumber(count(outcome)))
        }
        value["counts"] = .object(counts)
        value["collections"] = .array(collections.map { .string($0) })
        value["notes"] = .array(notes.map { .string($0) })
        value["remaining"] = .array(
            remaining.map {
                [
                    "reason": .string($0.reason), "deletes": .bool($0.isDeletion),
                    "command": .string($0.command),
                ]
            })
        value["groups"] = .array(groups.map(\.json))
        return ((try? JSONValue.object(value).text(style: .pretty)) ?? "{}") + "\n"
    }

    var milliseconds: Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension Conformance.Report.Ending {
    fileprivate var json: JSONObject {
        switch self {
        case .complete: ["kind": "complete"]
        case .stopped(let reason): ["kind": "stopped", "reason": .string(reason)]
        case .interrupted: ["kind": "interrupted"]
        case .notProbed(let reason): ["kind": "not-probed", "reason": .string(reason)]
        }
    }

    /// The end of the run in words; nil for a complete run.
    var words: String? {
        switch self {
        case .complete: nil
        case .stopped(let reason): "The run is not complete: \(reason)."
        case .interrupted: "The run was interrupted."
        case .notProbed(let reason): "The server could not be probed: \(reason)."
        }
    }
}

extension Conformance.Report.Group {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "title": .string(title), "section": .string(section),
            "probes": .array(probes.map(\.json)),
        ]
    }
}

extension Conformance.Report.Probe {
    fileprivate var json: JSONValue {
        var value: JSONObject = [
            "name": .string(name), "title": .string(title), "outcome": .string(outcome.rawValue),
            "rules": .array(rules.map { .string($0) }), "section": .string(section),
            "meaning": .string(meaning), "subjects": .array(subjects.map { .string($0) }),
        ]
        if let reason { value["reason"] = .string(reason) }
        value["failures"] = .array(failures.map(\.json))
        return .object(value)
    }
}

extension Conformance.Report.Failure {
    fileprivate var json: JSONValue {
        [
            "rules": .array(rules.map { .string($0) }), "section": .string(section),
            "level": isWarning ? "should" : "must", "known": .bool(isKnown),
            "subject": .string(subject), "step": .number(JSONNumber(step)),
            "expected": .string(expected), "got": .string(got),
            "commands": .array(commands.map { .string($0) }),
        ]
    }
}
