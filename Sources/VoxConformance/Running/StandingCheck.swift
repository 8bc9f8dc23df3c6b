// SPDX-License-Identifier: MIT

/// A check of every response of a run. In reports, such a check is a probe.
enum StandingCheck: CaseIterable, Hashable {
    case mediaType, document, errorDocument

    var group: String {
        switch self {
        case .mediaType, .document: "documents"
        case .errorDocument: "errors"
        }
    }

    /// The title and the section of the group, if no probe file has the group.
    private var groupTitle: (title: String, section: String) {
        switch self {
        case .mediaType, .document:
            ("Documents", "https://jsonapi.org/format/1.1/#document-structure")
        case .errorDocument: ("Errors", "https://jsonapi.org/format/1.1/#errors")
        }
    }

    var probe: Probe {
        switch self {
        case .mediaType:
            Self.probe(
                "every-media-type", "Every response has the media type of JSON:API",
                rules: ["JA-069", "JA-070", "JA-071"],
                "https://jsonapi.org/format/1.1/#content-negotiation-servers",
                "Clients that look at the media type do not read the document.")
        case .document:
            Self.probe(
                "every-document", "Every document of the run follows the rules of documents",
                rules: Self.validatorRules, "https://jsonapi.org/format/1.1/#document-structure",
                "Clients that read strictly refuse the document, and others misread it.")
        case .errorDocument:
            Self.probe(
                "every-error-document", "Every error document follows the rules of errors",
                rules: ["JA-128"], "https://jsonapi.org/format/1.1/#errors",
                "Clients cannot show or handle the errors.")
        }
    }

    /// The rules that no response can break: they permit something, or are about requests.
    private static let otherRules: Set<Int> = [
        39, 66, 80, 106, 107, 115, 138, 139, 140, 141, 142, 143, 144,
    ]

    /// The rules that the validator checks in documents of responses.
    private static let validatorRules: [String] = Validator.rules.filter {
        !otherRules.contains($0)
    }.map { rule in
        let digits = String(rule)
        return "JA-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    private static func probe(
        _ name: String, _ title: String, rules: [String], _ section: String, _ failure: String
    ) -> Probe {
        Probe(
            name: name, title: title, rules: rules, section: section, subject: .server, steps: [],
            failure: failure)
    }

    /// Returns the groups of the probe files with these checks at the end of their groups.
    static func joined(with groups: [ProbeGroup]) -> [ProbeGroup] {
        var groups = groups
        for check in allCases {
            let index = groups.firstIndex { $0.name == check.group }
            let known = index.map { groups[$0] }
            let title = check.groupTitle
            let group = ProbeGroup(
                name: check.group, title: known?.title ?? title.title,
                section: known?.section ?? title.section,
                probes: (known?.probes ?? []) + [check.probe])
            if let index { groups[index] = group } else { groups.append(group) }
        }
        return groups
    }
}
