// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Results that a service leaves out, against the extension.
@Suite("Units of work without some results")
struct UnitResultTests {
    private func track(_ title: String) -> Resource<Track> {
        let track = Resource<Track>()
        track.title = title
        return track
    }

    @Test("JA-145 Results that a service leaves out are allowed by an option, if the others match")
    func leftOutResults() async throws {
        let results = #"{"data":{"type":"albums","id":"1"}},{"data":{"type":"tracks","id":"9"}}"#
        let script = Script { request, _ in .results(results, of: request) }
        var api = try script.api()
        let night = try #require(try Document<Album>(parsing: albumDocument()).data)
        night.title = "Night"
        let draft = track("Angel")
        func unit(deleting count: Int, creating drafts: [Resource<Track>]) -> UnitOfWork {
            let unit = api.atomic()
            unit.update(night)
            for id in 0..<count { unit.delete(Resource<Track>(id: "\(id)")) }
            unit.relationship(\.tracks, of: night).add(drafts)
            for draft in drafts { unit.create(draft) }
            return unit
        }
        let strict = unit(deleting: 1, creating: [draft])
        #expect(await requestError { try await strict.result() }?.code == .unexpectedResponse)
        #expect(draft.id == nil)
        api.options.atomic.omitsEmptyResults = true
        // Two results for three resources say nothing about any of them.
        let three = [draft, track("Teardrop")]
        let ambiguous = unit(deleting: 1, creating: three)
        let error = await requestError { try await ambiguous.result() }
        #expect(error?.message.contains("2 results for 5 operations") == true)
        #expect(three.map(\.id) == [nil, nil])
        for count in [0, 1, 3] {
            let draft = track("Angel")
            night.title = "Night \(count)"
            let outcome = try await unit(deleting: count, creating: [draft]).result()
            #expect(
                outcome.results.map { $0?.resource?.id } == ["1"]
                    + Array(repeating: nil, count: count + 1) + ["9"])
            #expect(draft.id == "9" && night.tracks.last?.id == "9")
            #expect(try night.vox.changes().isEmpty && draft.vox.changes().isEmpty)
        }
        // A result for each operation is also accepted, and so is a response without results.
        let whole = Script.atomic(#"{},{"data":{"type":"tracks","id":"8"}}"#)
        var other = try whole.api()
        other.options.atomic.omitsEmptyResults = true
        let last = other.atomic()
        last.delete(Resource<Track>(id: "7"))
        last.create(draft)
        try await last.result()
        #expect(draft.id == "8")
    }
}
