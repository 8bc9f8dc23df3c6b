// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

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

    @Test("JA-149 The id of the server replaces an id that the program sets meanwhile")
    @MainActor func idMeanwhile() async throws {
        let draft = track("Angel")
        let gate = AsyncStream<Void>.makeStream()
        let sent = AsyncStream<Void>.makeStream()
        let script = Script { request, _ in
            sent.continuation.yield()
            for await _ in gate.stream { break }
            return .results(#"{"data":{"type":"tracks","id":"9"}}"#, of: request)
        }
        let unit = try script.api().atomic()
        unit.create(draft)
        let task = Task { @MainActor in _ = try await unit.result() }
        for await _ in sent.stream { break }
        draft.id = "mine"
        gate.continuation.yield()
        try await task.value
        #expect(try draft.id == "9" && draft.vox.changes().isEmpty)
    }

    @Test(
        "JA-149 A local id of the program ends when the id comes, whatever the result has",
        arguments: [
            #"{"data":{"type":"tracks","id":"9"}}"#,
            #"{"data":{"type":"tracks","id":"9","lid":"mine","attributes":{"title":"b"}}}"#,
        ], [true, false])
    func endOfLocalIDs(result: String, isLinked: Bool) async throws {
        let draft = track("Angel")
        draft.lid = "mine"
        let night = try #require(try Document<Album>(parsing: albumDocument()).data)
        let unit = try Script.atomic(isLinked ? "\(result),{}" : result).api().atomic()
        unit.create(draft)
        if isLinked { unit.relationship(\.tracks, of: night).add(draft) }
        try await unit.result()
        #expect(draft.id == "9" && draft.lid == nil)
        #expect(try draft.vox.changes().isEmpty)
        let json = try JSON(parsing: draft.updateDocument(full: true))
        #expect(json.data.vox.members.map(\.name).contains("lid") == false)
        if isLinked { #expect(night.tracks.map(\.id) == ["9"] && night.tracks.last?.lid == nil) }
    }

    @Test("Operations on one relationship are merged as their sequence says")
    func sequences() async throws {
        var generator = Seeded("sequences of operations on one relationship")
        for _ in 0..<200 {
            let linkage = #"{"type":"tracks","id":"7"},{"type":"tracks","id":"2"}"#
            let text = albumDocument(
                more: #","relationships":{"tracks":{"data":[\#(linkage)]}}"#)
            let night = try #require(try Document<Album>(parsing: text).data)
            let tracks = (0..<6).map { Resource<Track>(id: "\($0)") }
            var model = ["7", "2"]
            let unit = try Script { request, _ in .document("", 204, of: request) }.api().atomic()
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let some = tracks.shuffled(using: &generator)
                    .prefix(Int.random(in: 0...3, using: &generator))
                let ids = some.compactMap(\.id)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0:
                    unit.relationship(\.tracks, of: night).add(Array(some))
                    model += ids.filter { id in !model.contains(id) }
                case 1:
                    unit.relationship(\.tracks, of: night).remove(Array(some))
                    model.removeAll(where: ids.contains)
                default:
                    unit.relationship(\.tracks, of: night).replace(with: Array(some))
                    model = ids
                }
            }
            try await unit.result()
            #expect(night.tracks.map(\.id) == model)
            #expect(try night.vox.changes().isEmpty)
        }
    }

    @Test("Additions to one relationship take memory in proportion to their number")
    func manyAdditions() async throws {
        func growth(_ count: Int) async throws -> Int {
            let night = try #require(try Document<Album>(parsing: albumDocument()).data)
            let unit = try Script { request, _ in .document("", 204, of: request) }.api().atomic()
            for id in 0..<count {
                unit.relationship(\.tracks, of: night).add(Resource<Track>(id: "new\(id)"))
            }
            try await unit.result()
            #expect(night.tracks.count == count)
            return night.json.vox.memory.reserved
        }
        let (few, many) = (try await growth(500), try await growth(2_000))
        #expect(many < 6 * few, "\(few) and \(many) bytes")
    }
}
