// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Makes the checks of a step on its response.
struct CheckRun {
    let probe: Probe
    let variables: Variables
    /// The responses of the steps so far. The last one is checked.
    let responses: [Received]
    let received: Received

    /// What a check expected, and what it found instead.
    struct Difference {
        let expected: String
        let got: String
    }

    /// Returns the faults that a check finds.
    func faults(_ check: ProbeCheck) throws(TemplateFault) -> [CheckFault] {
        for condition in check.when {
            guard try faults(condition).isEmpty else { return [] }
        }
        if case .document(let profile) = check.verb { return documentFaults(profile, check) }
        guard let difference = try self.difference(check.verb) else { return [] }
        var expected = difference.expected
        if let reason = check.reason { expected += " (\(reason))" }
        return [
            CheckFault(
                rules: check.rules ?? probe.rules, section: probe.section, level: check.level,
                expected: expected, got: difference.got)
        ]
    }

    private func documentFaults(_ profile: Validator.Profile, _ check: ProbeCheck) -> [CheckFault] {
        guard received.document != nil else {
            let got = received.body.isEmpty ? "no body" : received.fault ?? "no JSON"
            return [
                CheckFault(
                    rules: check.rules ?? ["JA-001"], section: probe.section, level: check.level,
                    expected: "a document", got: "\(got), \(received.statusText)")
            ]
        }
        return received.faults(as: profile).map { fault in
            var fault = fault
            if check.level == .should { fault.level = .should }
            return fault
        }
    }

    private func difference(_ verb: ProbeCheck.Verb) throws(TemplateFault) -> Difference? {
        switch verb {
        case .status(let statuses):
            return statuses.contains(received.status)
                ? nil : Difference(expected: "status \(statuses)", got: received.statusText)
        case .mediaType(let name): return mediaTypeDifference(name)
        case .header(let name, let test): return try headerDifference(name, test)
        case .document: return nil
        case .value(let pointer, let test, let isOptional):
            return try valueDifference(pointer, test, isOptional: isOptional)
        case .sorted(let list, let member, let isDescending):
            return try sortedDifference(list, by: member, isDescending: isDescending)
        case .unique(let list, let members): return try uniqueDifference(list, by: members)
        case .sameAddress(let left, let right): return try addressDifference(left, right)
        }
    }

    // MARK: Header fields

    private func mediaTypeDifference(_ name: String) -> Difference? {
        let text = received.headers[.contentType]
        let difference = Difference(
            expected: "Content-Type: \(name), with no parameters other than ext and profile",
            got: text.map { "Content-Type: \($0.excerpt(200))" }
                ?? "no Content-Type, \(received.statusText)")
        guard let type = received.mediaType, type.essence == name.lowercased(),
            type.parameters.allSatisfy({ ["ext", "profile"].contains($0.name) })
        else { return difference }
        return nil
    }

    private func headerDifference(
        _ name: HTTPField.Name, _ test: ProbeCheck.HeaderTest
    ) throws(TemplateFault) -> Difference? {
        let value = received.headers[name]
        let shown = HTTPField(name: name, value: value ?? "").isSensitive ? "[redacted]" : value
        let got = shown.map { "\(name): \($0.excerpt(200))" } ?? "no \(name)"
        switch test {
        case .exists(let isExpected):
            let expected = isExpected ? "a header field \(name)" : "no header field \(name)"
            return (value != nil) == isExpected ? nil : Difference(expected: expected, got: got)
        case .equals(let template):
            let text = try variables.text(of: template)
            return value == text
                ? nil : Difference(expected: "\(name): \(text.excerpt(200))", got: got)
        case .contains(let template):
            let text = try variables.text(of: template)
            let isThere = value?.lowercased().contains(text.lowercased()) ?? false
            return isThere
                ? nil : Difference(expected: "\(name) with \(text.excerpt(200))", got: got)
        case .lacks(let template):
            let text = try variables.text(of: template)
            let isThere = value?.lowercased().contains(text.lowercased()) ?? false
            return isThere
                ? Difference(expected: "\(name) without \(text.excerpt(200))", got: got) : nil
        }
    }

    // MARK: Addresses

    private func addressDifference(
        _ left: ProbeCheck.AddressSource, _ right: ProbeCheck.AddressSource
    ) throws(TemplateFault) -> Difference? {
        guard let first = try address(left), let second = try address(right),
            !first.isSamePage(second)
        else { return nil }
        return Difference(
            expected: "the address \(first.shownText.excerpt(300))",
            got: second.shownText.excerpt(300))
    }

    /// Returns an address; nil if there is none at this place.
    private func address(
        _ source: ProbeCheck.AddressSource
    ) throws(TemplateFault) -> HTTPURL? {
        switch source {
        case .template(let template): return try variables.address(of: template)
        case .header(let name):
            return received.headers[name].flatMap { try? received.url.resolve($0) }
        case .value(let place):
            let response = try self.response(of: place.step)
            let link = try place.pointer.values(in: response.json, variables).first?.linkText
            return link.flatMap { try? response.url.resolve($0) }
        }
    }

    /// Returns the response of a step; nil is this step.
    func response(of step: Int?) throws(TemplateFault) -> Received {
        guard let step else { return received }
        guard step > 0, responses.indices.contains(step - 1) else {
            throw TemplateFault(reason: "there is no step \(step) before this check")
        }
        return responses[step - 1]
    }
}
