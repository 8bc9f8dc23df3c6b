// SPDX-License-Identifier: MIT

import Vox

/// Units of work against drf-json-api-atomic-operations, in an application of three models. The
/// server leaves out the results of operations that return no data, reports only the first error,
/// and changes a to-many relationship only as a whole.
struct DjangoAtomic {
    private typealias Artist = AtomicRecords.Artist
    private typealias Album = AtomicRecords.Album
    private typealias Track = AtomicRecords.Track

    private let client: APIClient
    private let checks: Checks
    private let records: AtomicRecords

    init(_ client: APIClient, _ checks: Checks) {
        self.client = client
        self.checks = checks
        records = AtomicRecords(client.with { $0.atomic.omitsEmptyResults = true }, checks)
    }

    func run() async {
        await records.create()
        await records.delete()
        await changeRelationships()
        await fail()
        await deviate()
    }

    private func changeRelationships() async {
        await checks.check("replaces a to-one and a to-many, and empties both") {
            let album = try await records.read("2")
            let unit = client.atomic()
            unit.relationship(\.artist, of: album).replace(with: Resource<Artist>(id: "1"))
            unit.relationship(\.tracks, of: album).replace(
                with: ["2", "1"].map { Resource<Track>(id: $0) })
            let outcome = try await unit.result()
            try expect("the status", outcome.status.code, is: 204)
            try expect("the artist here", album.artist?.id, is: "1")
            try expect("the tracks here", album.tracks.compactMap(\.id), is: ["2", "1"])
            let there = try await records.read("2")
            try expect("the artist there", there.artist?.name, is: "The Cartographers")
            try expect("the tracks there", there.tracks.compactMap(\.id).sorted(), is: ["1", "2"])
            let other = client.atomic()
            other.relationship(\.artist, of: album).replace(with: nil)
            other.relationship(\.tracks, of: album).replace(with: [])
            try await other.result()
            let empty = try await records.read("2")
            try expect("the artist there", empty.artist?.id, is: nil)
            try expect("the tracks there", empty.tracks.count, is: 0)
            try expect("what is left to send", try album.vox.changes().isEmpty, is: true)
        }
        await checks.check("relates resources that the same unit creates, by their local ids") {
            let (album, artist) = (records.album("Undertow"), records.artist("Ines Moor"))
            let track = records.track("Reef")
            let unit = records.client.atomic()
            unit.relationship(\.artist, of: album).replace(with: artist)
            unit.relationship(\.tracks, of: album).replace(with: [track])
            unit.create(album)
            unit.create(artist)
            unit.create(track)
            let outcome = try await unit.result()
            try expect(
                "the results", outcome.results.map { $0 != nil },
                is: [false, false, true, true, true])
            try expect("the artist here", album.artist?.name, is: "Ines Moor")
            try expect("the tracks here", album.tracks.map(\.id), is: [track.id])
            let there = try await records.read(album.id)
            try expect("the artist there", there.artist?.name, is: "Ines Moor")
            try expect("the tracks there", there.tracks.compactMap(\.title), is: ["Reef"])
        }
    }

    private func fail() async {
        let missing = records.album("Nowhere")
        missing.id = "999"
        await records.fail("an update of a missing album") {
            $0.create(records.track("Never"))
            $0.update(missing)
        } _: { error in
            try expect("the status", error.status?.code, is: 422)
            let found = try need("error of the album", error.errors(of: missing).first)
            try expect("the operation", error.operation(of: found), is: 3)
            try expect("the id", found.id, is: "object-does-not-exist")
        }
        await records.fail("a deletion of a missing album") {
            $0.delete(missing)
        } _: { error in
            try expect("the errors of the album", error.errors(of: missing).count, is: 1)
        }
        let old = records.album("Too early", year: 1492)
        old.tracks.append(records.track("Never", seconds: 0))
        await records.fail("an invalid attribute") {
            $0.create(old)
            $0.create(old.tracks[0])
        } _: { error in
            try expect("the status", error.status?.code, is: 400)
            try expect("the errors", error.errors.count, is: 1)
        }
        await checks.check("is refused without the extension in its media type") {
            let plain = client.with { $0.atomic.extension = "https://jsonapi.org/ext/other" }
            let unit = plain.atomic()
            unit.create(records.artist("Never"))
            let error = try await requestError { try await unit.result() }
            try expect("the code", error.code, is: .notAcceptable)
            try expect("the advice", error.message.contains("APIOptions.atomic"), is: true)
        }
    }

    private func deviate() async {
        await checks.note("operations without data have no result: needs omitsEmptyResults") {
            let track = try await records.created(records.track("Brief"))
            let new = records.track("Kept")
            let unit = client.atomic()
            unit.delete(track)
            unit.create(new)
            let error = try await requestError { try await unit.result() }
            try expect("the code", error.code, is: .unexpectedResponse)
            try expect(
                "the message", error.message.contains("1 results for 2 operations"), is: true)
            try expect("the id", new.id, is: nil)
        }
        await checks.note("an invalid attribute has no pointer: errors(of:) does not find it") {
            let album = records.album("Too early", year: 1492)
            let unit = client.atomic()
            unit.create(album)
            let error = try await requestError { try await unit.result() }
            let found = try need("error", error.errors.first)
            try expect("the detail", found.detail?.contains("1877"), is: true)
            try expect("the pointer", found.pointer, is: nil)
            try expect("the errors of the album", error.errors(of: album).count, is: 0)
        }
        await checks.note("only the first of several errors is reported") {
            let unit = client.atomic()
            unit.create(records.track(String(repeating: "long ", count: 20), seconds: 0))
            let error = try await requestError { try await unit.result() }
            try expect("the errors", error.errors.count, is: 1)
        }
        await checks.note("to-many relationships cannot be added to (400) or removed from (500)") {
            let album = try await records.read("1")
            let there = try await records.contents()
            let add = client.atomic()
            add.relationship(\.tracks, of: album).add(Resource<Track>(id: "3"))
            let first = try await requestError { try await add.result() }
            try expect("the status", first.status?.code, is: 400)
            try expect(
                "the errors of the album", first.errors(at: \.tracks, of: album).count, is: 1)
            let remove = client.atomic()
            remove.relationship(\.tracks, of: album).remove(Resource<Track>(id: "1"))
            let second = try await requestError { try await remove.result() }
            try expect("the status", second.status?.code, is: 500)
            try expect("the contents of the server", try await records.contents(), is: there)
        }
        await checks.note("href is not implemented (400)") {
            let unit = client.atomic()
            unit.delete(at: "/tracks/3")
            let error = try await requestError { try await unit.result() }
            try expect("the status", error.status?.code, is: 400)
            try expect("the id", error.errors.first?.id, is: "not-implemented")
        }
    }
}
