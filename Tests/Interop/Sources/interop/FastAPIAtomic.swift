// SPDX-License-Identifier: MIT

import Vox

/// Units of work against FastAPI-JSONAPI. The server sends `application/json`, takes an update only
/// with all attributes, has no operations on relationships, and its errors have no pointers.
struct FastAPIAtomic {
    private typealias Artist = AtomicRecords.Artist
    private typealias Album = AtomicRecords.Album
    private typealias Track = AtomicRecords.Track

    private let client: APIClient
    private let checks: Checks
    private let records: AtomicRecords

    init(_ client: APIClient, _ checks: Checks) {
        self.client = client.with { $0.atomic.requiresExtension = false }
        self.checks = checks
        records = AtomicRecords(self.client, checks, updatesNeedAll: true)
    }

    func run() async {
        await records.create()
        await records.delete()
        await checks.check("replaces the relationships of an album by an update") {
            let album = try await records.read("2")
            let (artist, track) = (records.artist("Ines Moor"), records.track("Reef"))
            album.artist = artist
            album.tracks.removeAll()
            album.tracks.append(track)
            let unit = client.atomic()
            unit.create(artist)
            unit.create(track)
            unit.update(album, full: true)
            try await unit.result()
            try expect("the artist here", album.artist?.id, is: try need("id", artist.id))
            let there = try await records.read("2")
            try expect("the artist there", there.artist?.name, is: "Ines Moor")
            try expect("the tracks there", there.tracks.compactMap(\.title), is: ["Reef"])
        }
        await fail()
        await deviate()
    }

    private func fail() async {
        let missing = records.album("Nowhere")
        missing.id = "999"
        await records.fail("an update of a missing album") {
            $0.create(records.track("Never"))
            $0.update(missing)
        } _: { error in
            try expect("the status", error.status?.code, is: 404)
            try expect("the errors", error.errors.count, is: 1)
        }
        await records.fail("a deletion of a missing album") {
            $0.delete(missing)
        } _: { error in
            try expect("the status", error.status?.code, is: 404)
        }
        let old = records.album("Too early", year: 1492)
        await records.fail("an invalid attribute") {
            $0.create(old)
        } _: { error in
            try expect("the status", error.status?.code, is: 422)
        }
    }

    private func deviate() async {
        await checks.note("responses are application/json: needs requiresExtension = false") {
            let strict = client.with { $0.atomic.requiresExtension = true }
            let unit = strict.atomic()
            unit.create(records.artist("Strict"))
            let error = try await requestError { try await unit.result() }
            try expect("the code", error.code, is: .unsupportedExtension)
        }
        await checks.note("requests are accepted whatever extension their media type names") {
            let other = client.with { $0.atomic.extension = "other" }
            let unit = other.atomic()
            unit.create(records.artist("Other"))
            try expect("the status", try await unit.result().status.code, is: 200)
        }
        await checks.note("an update without all attributes is refused (422)") {
            let album = try await records.read("1")
            album.title = "Part"
            let unit = client.atomic()
            unit.update(album)
            let error = try await requestError { try await unit.result() }
            try expect("the status", error.status?.code, is: 422)
            try expect("the title there", try await records.read("1").title == "Part", is: false)
        }
        await checks.note("errors do not name the operation: errors(of:) does not find them") {
            let album = records.album("Too early", year: 1492)
            let missing = Resource<Track>(id: "999")
            let units = [client.atomic(), client.atomic()]
            units[0].create(album)
            units[1].delete(missing)
            let invalid = try await requestError { try await units[0].result() }
            try expect("the errors of the album", invalid.errors(of: album).count, is: 0)
            let absent = try await requestError { try await units[1].result() }
            try expect("the title", absent.errors.first?.title, is: "Resource not found.")
            try expect("the errors of the track", absent.errors(of: missing).count, is: 0)
        }
        await checks.note("operations on relationships fail (500, 422)") {
            let album = try await records.read("1")
            let there = try await records.contents()
            let one = client.atomic()
            one.relationship(\.artist, of: album).replace(with: Resource<Artist>(id: "2"))
            let first = try await requestError { try await one.result() }
            try expect("the status", first.status?.code, is: 500)
            let many = client.atomic()
            many.relationship(\.tracks, of: album).add(Resource<Track>(id: "3"))
            let second = try await requestError { try await many.result() }
            try expect("the status", second.status?.code, is: 422)
            try expect("the contents of the server", try await records.contents(), is: there)
            try expect("the artist here", album.artist?.id, is: "1")
        }
        await checks.note("an operation with href alone is refused (422)") {
            let unit = client.atomic()
            unit.delete(at: "/tracks/3")
            let error = try await requestError { try await unit.result() }
            try expect("the status", error.status?.code, is: 422)
        }
    }
}
