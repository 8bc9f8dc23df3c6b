// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxConformance
import VoxTesting

@Suite("The probes and our own service", .timeLimit(.minutes(5)))
struct SelfTests {
    @Test("Our service passes all probes, and leaves nothing behind")
    func service() async throws {
        let store = Library.store()
        let before = store.types.map { store.resources(of: $0).count }
        let report = try await conform(
            Library.service(store), .inMemory { $0.writes = Library.writes })
        #expect(report.ending == .complete)
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(report.count(.warned) == 0, "\(report.text)")
        #expect(report.count(.passed) > 200)
        #expect(report.remaining.isEmpty)
        #expect(store.types.map { store.resources(of: $0).count } == before)
        #expect(report.collections == ["/articles", "/comments", "/people"])
        let skipped = report.results.filter { $0.value.outcome == .skipped }
        for (name, probe) in skipped.sorted(by: { $0.key < $1.key }) {
            print("skipped \(name): \(probe.reason ?? "")")
        }
    }

    @Test("A run without documents only reads")
    func reading() async throws {
        let log = RequestLog()
        let report = try await conform(Library.service().with(log))
        #expect(report.count(.failed) == 0, "\(report.text)")
        #expect(log.requests.allSatisfy { $0.method == .get || $0.method == .head })
        let creating = report.results["creating/create-resource"]
        #expect(creating?.outcome == .skipped)
        #expect(creating?.reason?.contains("--write") == true)
    }

    @Test("The probes of this version can be read, and have different names")
    func standard() {
        let names = Conformance.Probes.standard.names
        #expect(names.count > 250)
        #expect(Set(names).count == names.count)
        for group in ["documents", "negotiation", "atomic", "cursors"] {
            #expect(Conformance.Probes.standard.contains(group))
        }
        #expect(Conformance.Probes.standard.rules.contains("JA-092"))
    }
}
