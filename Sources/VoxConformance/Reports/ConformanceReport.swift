// SPDX-License-Identifier: MIT

extension Conformance {
    /// The result of a run of ``Conformance``.
    ///
    /// A report has a result for each selected probe, with the failures and the requests that show
    /// them. Secret header fields and secret query parameters are not in the report.
    public struct Report: Hashable, Sendable {
        /// The outcome of a probe.
        public enum Outcome: String, Hashable, Sendable, CaseIterable {
            /// All checks passed.
            case passed
            /// The server breaks a recommendation of the standard, or the probe failed and then passed.
            case warned
            /// The server breaks a requirement of the standard.
            case failed
            /// All failures and warnings of the probe are in the baseline
            /// (``Conformance/Report/without(baseline:)``).
            case known
            /// The probe does not apply to the server.
            case skipped
        }

        /// A difference between what the standard says and what the server does.
        public struct Failure: Hashable, Sendable {
            /// The rules, such as `JA-092`.
            public let rules: [String]
            /// The address of the section of the standard.
            public let section: String
            /// True if the server breaks a recommendation of the standard; false if it breaks a
            /// requirement.
            public let isWarning: Bool
            /// The subject of the probe, or the kind of the request.
            public let subject: String
            /// The number of the step, from 1; 0 for the checks of every response.
            public let step: Int
            /// What was expected.
            public let expected: String
            /// What was found instead.
            public let got: String
            /// The curl commands of the requests up to the one that shows the failure.
            public let commands: [String]
            /// True if this failure is in the baseline.
            public internal(set) var isKnown = false
        }

        /// The result of a probe.
        public struct Probe: Hashable, Sendable {
            /// The name, such as `fieldset-of-one-attribute`.
            public let name: String
            /// What must hold.
            public let title: String
            /// The rules that the probe shows.
            public let rules: [String]
            /// The address of the section of the standard.
            public let section: String
            /// The consequence of a failure for clients.
            public let meaning: String
            /// The parts of the server that were probed.
            public let subjects: [String]
            /// The outcome.
            public internal(set) var outcome: Outcome
            /// The reason why the probe was skipped.
            public let reason: String?
            /// The failures and warnings.
            public internal(set) var failures: [Failure]
        }

        /// The results of the probes of a group.
        public struct Group: Hashable, Sendable {
            /// The name, such as `fieldsets`.
            public let name: String
            /// The title.
            public let title: String
            /// The address of the section of the standard.
            public let section: String
            /// The results.
            public internal(set) var probes: [Probe]

            /// Returns the number of probes with an outcome.
            public func count(_ outcome: Outcome) -> Int {
                probes.filter { $0.outcome == outcome }.count
            }
        }

        /// The end of a run.
        public enum Ending: Hashable, Sendable {
            /// All selected probes were run.
            case complete
            /// A limit of the run was reached, the server stopped responding, or the server refused a
            /// document of ``Conformance/Options/writes``.
            case stopped(reason: String)
            /// The task was cancelled.
            case interrupted
            /// The server could not be probed at all.
            case notProbed(reason: String)
        }

        /// A resource that the run may have created and could not delete.
        public struct RemainingResource: Hashable, Sendable {
            /// The reason.
            public let reason: String
            /// True if ``command`` deletes the resource. False if the address of the resource is not
            /// known: then ``command`` is the request that may have created the resource. It would
            /// create another one.
            public let isDeletion: Bool
            /// The curl command.
            public let command: String
        }

        /// The address of the server.
        public let server: String
        /// The paths of the collections that were found.
        public internal(set) var collections: [String] = []
        /// The results of the selected probes, by group.
        public internal(set) var groups: [Group] = []
        /// What the run has found out about the server.
        public internal(set) var notes: [String] = []
        /// The resources that may remain on the server.
        public internal(set) var remaining: [RemainingResource] = []
        /// The end of the run.
        public internal(set) var ending = Ending.complete
        /// The number of requests, with those that delete what the run has created.
        public internal(set) var requests = 0
        /// The duration of the run.
        public internal(set) var duration = Duration.zero

        /// The failures in a baseline that belong to probes that were not run.
        var kept: Set<String> = []

        init(server: String) { self.server = server }

        /// Returns the number of probes with an outcome.
        public func count(_ outcome: Outcome) -> Int { groups.reduce(0) { $0 + $1.count(outcome) } }
    }
}
