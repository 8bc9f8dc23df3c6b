// SPDX-License-Identifier: MIT

/// A check that failed.
struct CheckFault: Sendable {
    var rules: [String]
    /// The address of the section of the standard.
    var section: String
    var level: ProbeCheck.Level
    var expected: String
    var got: String
    /// The requests up to the one that shows the fault, in order.
    var requests: [SentRequest] = []
    /// The number of the step, from 1; 0 for the checks of every response.
    var step = 0
    /// The subject, or the kind of the request.
    var subject = ""
    /// The first request that writes, if the status of its response is the fault.
    var beginning: Beginning?

    /// The first request of a probe that writes. Other probes with the same one find the same.
    struct Beginning: Sendable {
        let request: String
        /// The request and the status of its response.
        let words: String
    }
}

extension CheckFault {
    /// The rule about members that the standard does not define. A document must not have them. The
    /// validator only warns of them, because readers must ignore them.
    private static let unknownMembers = 5

    /// Creates a fault from a finding of the validator.
    init(_ finding: Validator.Finding, in json: JSON) {
        let value: JSON = json[pointer: finding.pointer]
        let place = finding.pointer.isEmpty ? "the document" : finding.pointer.excerpt(200)
        let isRequirement = finding.severity == .error || finding.rule == Self.unknownMembers
        self.init(
            rules: [finding.code], section: finding.reference,
            level: isRequirement ? .must : .should,
            expected: "a valid document", got: "at \(place): \(finding.message): \(value.shown)")
    }
}
