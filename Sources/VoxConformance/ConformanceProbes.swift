// SPDX-License-Identifier: MIT

internal import CVoxProbes

extension Conformance {
    /// The probes of a run, read from probe files.
    ///
    /// A probe sends requests to one part of a server, such as a collection or a relationship, and
    /// checks the responses. The page `docs/probes.md` of the repository describes the format of the
    /// files.
    public struct Probes: Sendable {
        let groups: [ProbeGroup]

        /// The probes of this version of Vox: the files in the folder `Conformance` of the repository.
        public static let standard: Conformance.Probes = {
            // The tests read the same files, so a file that cannot be read never gets here.
            (try? Conformance.Probes(parsing: embedded())) ?? Conformance.Probes(groups: [])
        }()

        /// The files that are a part of the program, in the order of reports.
        private static func embedded() -> [String] {
            var files: [String] = []
            while true {
                let file = vox_probes_at(files.count)
                guard let bytes = file.bytes else { return files }
                let text = UnsafeBufferPointer(start: bytes, count: file.length)
                files.append(String(decoding: text, as: UTF8.self))
            }
        }

        private init(groups: [ProbeGroup]) { self.groups = groups }

        /// Reads probe files. Groups of the same name are joined.
        /// - Parameter files: the JSON texts.
        /// - Throws: `JSONError` with the pointer and the position of the first mistake. A member that
        ///   the format does not define is a mistake.
        public init(parsing files: some Sequence<String>) throws(JSONError) {
            var groups: [ProbeGroup] = []
            for file in files {
                let group = try ProbeGroup(try JSON(parsing: file))
                if let index = groups.firstIndex(where: { $0.name == group.name }) {
                    let known = groups[index]
                    groups[index] = ProbeGroup(
                        name: known.name, title: known.title, section: known.section,
                        probes: known.probes + group.probes)
                } else {
                    groups.append(group)
                }
            }
            self.groups = groups
        }

        /// The names of the probes, in order, such as `fieldsets/fieldset-of-one-attribute`. The checks
        /// of every response are probes too, such as `documents/every-document`.
        public var names: [String] {
            StandingCheck.joined(with: groups).flatMap { group in
                group.probes.map { "\(group.name)/\($0.name)" }
            }
        }

        /// The rules that the probes show, such as `JA-092`, sorted.
        public var rules: [String] {
            let all = StandingCheck.joined(with: groups).flatMap(\.probes).flatMap(\.rules)
            return Set(all).sorted()
        }

        /// Returns true if a text names a group or a probe: `fieldsets`, `fieldset-of-one-attribute`,
        /// or both with a slash between them.
        public func contains(_ name: String) -> Bool {
            StandingCheck.joined(with: groups).contains { group in
                group.probes.contains { $0.isNamed(name, in: group.name) }
            }
        }
    }
}

extension Probe {
    /// Returns true if a text names this probe or its group.
    func isNamed(_ text: String, in group: String) -> Bool {
        text == group || text == name || text == "\(group)/\(name)"
    }
}
