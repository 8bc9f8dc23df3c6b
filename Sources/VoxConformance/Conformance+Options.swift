// SPDX-License-Identifier: MIT

public import HTTPTypes

extension Conformance {
    /// The options of a run.
    public struct Options: Sendable {
        /// The probes. Default: the probes of this version of Vox.
        public var probes = Conformance.Probes.standard
        /// The collections, as paths below the address of the server. If the list is empty, the run
        /// finds the collections in the root document and in an OpenAPI description.
        public var collections: [String] = []
        /// The resources that the run may create: from the path of a collection to a document that
        /// creates a resource. The run changes and deletes only resources that it has created. In
        /// the document, `{random}` stands for a new text. Null stands for a document that the run
        /// makes from the OpenAPI description of the server. If the object is empty, the run only
        /// reads.
        public var writes = JSONObject()
        /// The address of Atomic Operations, as a path below the address of the server. If it is
        /// nil, the run looks for it in the root document, in an OpenAPI description, and at
        /// `operations`. The run sends operations only if ``writes`` is not empty.
        public var operations: String?
        /// The header fields of every request, such as `Authorization`. The report contains their
        /// names, and never their values.
        public var headers: HTTPFields = [:]
        /// The groups and probes to run; empty for all.
        public var only: [String] = []
        /// The groups and probes to leave out, and rules such as `JA-026`. A probe is left out if
        /// all its rules are.
        public var skipped: [String] = []
        /// The maximum number of requests a second; nil for no limit. Default: 20.
        public var rate: Int? = 20
        /// The maximum number of requests. Redirects and requests that are sent again count, too.
        /// Requests that delete what the run has created do not count: a GET and a DELETE for each
        /// resource. Default: 2000.
        public var maximumRequests = 2000
        /// The maximum time of the run, without ``deletionTimeLimit``. Default: 5 minutes.
        public var timeLimit = Duration.seconds(300)
        /// The maximum time after ``timeLimit`` for deleting what the run has created. Resources
        /// that are not deleted then are in ``Conformance/Report/remaining``. Default: 1 minute.
        public var deletionTimeLimit = Duration.seconds(60)
        /// The time limits of one request. Default: 10 seconds to connect, and 15 seconds for the
        /// response.
        public var timeouts = ClientRequest.Timeouts(
            connect: .seconds(10), idle: .seconds(15), total: .seconds(15))
        /// The clock for the limits of time and for waits. Tests can set another clock.
        public var clock: any Clock<Duration> = ContinuousClock()
        /// The maximum size of the body of a response in bytes. Default: 16 MiB.
        public var maximumBody = 16 << 20
        /// The maximum number of subjects of each probe. Default: 2.
        public var subjects = 2

        /// The defaults.
        public init() {}
    }
}

extension Conformance.Options {
    /// Returns true if a probe is to be run.
    func selects(_ probe: Probe, in group: ProbeGroup) -> Bool {
        func names(_ text: String) -> Bool { probe.isNamed(text, in: group.name) }
        return (only.isEmpty || only.contains(where: names)) && !skipped.contains(where: names)
            && !skips(probe.rules)
    }

    /// Returns true if all of some rules are left out.
    func skips(_ rules: [String]) -> Bool { !rules.isEmpty && rules.allSatisfy(skipped.contains) }

    /// The kinds of the subjects that the selected probes need. The checks of every response need
    /// all of them, because they are made on the responses of the search, too.
    var neededKinds: Set<SubjectKind> {
        var kinds: Set<SubjectKind> = []
        for group in StandingCheck.joined(with: probes.groups) {
            for probe in group.probes where selects(probe, in: group) {
                if probe.steps.isEmpty { return Set(SubjectKind.allCases) }
                kinds.insert(probe.subject)
            }
        }
        return kinds
    }
}
