// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("Faults of a service are found and named", .timeLimit(.minutes(10)))
struct FaultTests {
    /// The probes of another version, in the folder of VOX_PROBES.
    private static let otherProbes: Conformance.Probes? = {
        guard let folder = ProcessInfo.processInfo.environment["VOX_PROBES"],
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        else { return nil }
        let files = names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
        return try? Conformance.Probes(
            parsing: files.sorted().compactMap { name in
                try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            })
    }()

    private func report(_ fault: ServerFault) async throws -> Conformance.Report {
        try await conform(
            FaultyService(fault),
            .inMemory { options in
                options.writes = Library.writes
                options.only = fault.probes
                if let probes = Self.otherProbes {
                    options.probes = probes
                    options.only = fault.probes.filter(probes.contains)
                }
                options.collections = ["articles", "people", "comments"]
                options.operations = "operations"
            })
    }

    private func expectFound(_ fault: ServerFault) async throws {
        let report = try await report(fault)
        let found = report.brokenRules
        list(fault, report)
        #expect(
            !found.isDisjoint(with: fault.rules),
            "\(fault.testDescription): found \(found.sorted())\n\(report.text.suffix(3000))")
    }

    /// Prints a line for the table of `make conform-faults`.
    private func list(_ fault: ServerFault, _ report: Conformance.Report) {
        guard ProcessInfo.processInfo.environment["VOX_FAULTS"] != nil else { return }
        let telling = report.results.filter { probe in
            probe.value.failures.contains { !fault.rules.filter($0.rules.contains).isEmpty }
        }
        print("fault\t\(fault.testDescription)\t\(telling.keys.sorted().joined(separator: ", "))")
    }

    @Test("The published bugs of servers", arguments: PublishedBugs.all)
    func published(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test(
        "Nothing is found in deviations that break no rule",
        arguments: PublishedBugs.allowed + AllowedDeviations.all)
    func allowed(fault: ServerFault) async throws {
        let report = try await report(fault)
        #expect(report.failures.isEmpty, "\(report.text)")
        #expect(report.count(.passed) > 0)
    }

    @Test("The rules of documents", arguments: DocumentFaults.all)
    func documents(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("The rules of reading", arguments: ReadingFaults.all)
    func reading(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("The rules of writing", arguments: WritingFaults.all)
    func writing(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("Faults in lists, on pages and in included resources", arguments: ListFaults.all)
    func lists(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("Faults with some methods, and with optional members", arguments: MethodFaults.all)
    func methods(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("The rules of extensions and profiles", arguments: ExtensionFaults.all)
    func extensions(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("Other forms of faults in responses", arguments: MoreReadingFaults.all)
    func moreReading(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("Other forms of faults in what requests do", arguments: MoreWritingFaults.all)
    func moreWriting(fault: ServerFault) async throws { try await expectFound(fault) }

    @Test("There is a fault for each published bug, and for each rule that probes show")
    func completeness() {
        let bugs = PublishedBugs.all + PublishedBugs.allowed
        let published = Set(bugs.compactMap { Int($0.name.prefix { $0 != ":" }) })
        #expect(published == Set(1...27))
        let all: [[ServerFault]] = [
            PublishedBugs.all, DocumentFaults.all, ReadingFaults.all, WritingFaults.all,
            ListFaults.all, MethodFaults.all, ExtensionFaults.all, MoreReadingFaults.all,
            MoreWritingFaults.all,
        ]
        let found = Set(all.joined().flatMap(\.rules))
        let missing = Set(Conformance.Probes.standard.rules).subtracting(found)
        #expect(missing.isEmpty, "rules without a fault: \(missing.sorted())")
    }
}
