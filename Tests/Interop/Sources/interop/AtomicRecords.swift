// SPDX-License-Identifier: MIT

import Vox

/// Albums, artists and tracks on a server that supports the extension "Atomic Operations", and the
/// checks that every such server passes.
struct AtomicRecords {
    struct Artist: ResourceSchema {
        static let type = "artists"
        let name = Attribute<String>("name")
    }

    struct Track: ResourceSchema {
        static let type = "tracks"
        let title = Attribute<String>("title")
        let seconds = Attribute<Int>("seconds")
    }

    struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
        let artist = ToOne<Artist>("artist")
        let tracks = ToMany<Track>("tracks")
    }

    let client: APIClient
    let checks: Checks
    /// True for a server that takes an update only with all attributes.
    let updatesNeedAll: Bool
    let albums: DataSource<Album>
    let artists: DataSource<Artist>
    let tracks: DataSource<Track>

    init(_ client: APIClient, _ checks: Checks, updatesNeedAll: Bool = false) {
        self.client = client
        self.checks = checks
        self.updatesNeedAll = updatesNeedAll
        albums = DataSource(.path("albums/<id>"), client: client)
        artists = DataSource(.path("artists/<id>"), client: client)
        tracks = DataSource(.path("tracks/<id>"), client: client)
    }

    // MARK: Resources

    func track(_ title: String, seconds: Int = 200) -> Resource<Track> {
        let track = Resource<Track>()
        track.title = title
        track.seconds = seconds
        return track
    }

    func album(_ title: String, year: Int = 2020) -> Resource<Album> {
        let album = Resource<Album>()
        album.title = title
        album.year = year
        return album
    }

    func artist(_ name: String) -> Resource<Artist> {
        let artist = Resource<Artist>()
        artist.name = name
        return artist
    }

    /// Reads an album from the server, with its artist and its tracks.
    func read(_ id: String?) async throws -> Resource<Album> {
        let request = albums.fetch(id: try need("id", id)).include(\.artist, \.tracks)
        return try need("album", try await request.result().data)
    }

    /// All resources on the server, with their attributes and relationships.
    func contents() async throws -> [String] {
        var texts: [String] = []
        let list = try await albums.fetch().include(\.artist, \.tracks).result().data
        for album in list { texts.append(try text(album)) }
        for artist in try await artists.fetch().result().data { texts.append(try text(artist)) }
        for track in try await tracks.fetch().result().data { texts.append(try text(track)) }
        return texts
    }

    private func text<Schema>(_ resource: Resource<Schema>) throws -> String {
        try resource.vox.json.vox.text()
    }

    // MARK: Checks

    /// Creates related resources in one unit. The album comes first, so its targets are moved.
    func create() async {
        await checks.check("creates an album, an artist and two tracks that refer to one another") {
            let (ebb, flow) = (track("Ebb"), track("Flow"))
            let album = album("Tides")
            album.artist = artist("Mara Lind")
            let artist = try need("artist", album.artist)
            album.tracks.append(ebb)
            album.tracks.append(flow)
            let unit = client.atomic()
            unit.create(album)
            unit.create(artist)
            unit.create(ebb)
            unit.create(flow)
            let order = try unit.document().operations.map { $0.resource?.type ?? "" }
            try expect("the order", order, is: ["artists", "tracks", "tracks", "albums"])
            let outcome = try await unit.result()
            try expect("the results", outcome.results.count { $0 != nil }, is: 4)
            for id in [album.id, artist.id, ebb.id, flow.id] { _ = try need("id", id) }
            try expect("what is left to send", try album.vox.changes().isEmpty, is: true)
            try expect("what is left to send", try artist.vox.changes().isEmpty, is: true)
            try expect("the lid", artist.lid, is: nil)
            try expect("the artist here", album.artist?.id, is: artist.id)
            try expect("the tracks here", album.tracks.map(\.id), is: [ebb.id, flow.id])
            let there = try await read(album.id)
            try expect("the artist there", there.artist?.name, is: "Mara Lind")
            try expect("the tracks there", there.tracks.compactMap(\.title), is: ["Ebb", "Flow"])
        }
        await checks.check("updates two resources and creates a third, which one of them refers to")
        {
            let first = try await read("1")
            let second = try await read("2")
            let artist = artist("Jon Teal")
            first.title = "Night Trains (live)"
            second.year = 2005
            second.artist = artist
            let unit = client.atomic()
            unit.update(first, full: updatesNeedAll)
            unit.update(second, full: updatesNeedAll)
            unit.create(artist)
            try await unit.result()
            try expect("what is left to send", try first.vox.changes().isEmpty, is: true)
            try expect("what is left to send", try second.vox.changes().isEmpty, is: true)
            try expect("the artist here", second.artist?.id, is: try need("id", artist.id))
            try expect("the title there", try await read("1").title, is: "Night Trains (live)")
            let there = try await read("2")
            try expect("the year there", there.year, is: 2005)
            try expect("the artist there", there.artist?.name, is: "Jon Teal")
        }
    }

    /// Deletes resources, with other operations and alone.
    func delete() async {
        await checks.check("updates, deletes and creates in one unit") {
            let old = try await created(track("Old"))
            let first = try await read("1")
            first.year = 1995
            let new = track("New")
            let unit = client.atomic()
            unit.update(first, full: updatesNeedAll)
            unit.delete(old)
            unit.create(new)
            let outcome = try await unit.result()
            try expect(
                "the results with data", outcome.results.map { $0?.resource != nil },
                is: [true, false, true])
            try expect("the title of the new one", new.title, is: "New")
            try expect("the year there", try await read("1").year, is: 1995)
            let titles = try await tracks.fetch().result().data.compactMap(\.title)
            try expect("the old one is there", titles.contains("Old"), is: false)
            try expect("the new one is there", titles.contains("New"), is: true)
        }
        await checks.check("deletes alone, and gets a response without a document") {
            let old = try await created(track("Older"))
            let unit = client.atomic()
            unit.delete(Resource<Track>(id: try need("id", old.id)))
            let outcome = try await unit.result()
            try expect("the status", outcome.status.code, is: 204)
            let error = try await requestError {
                _ = try await tracks.fetch(id: old.id ?? "").result()
            }
            try expect("the status", error.status?.code, is: 404)
        }
    }

    func created(_ track: Resource<Track>) async throws -> Resource<Track> {
        let unit = client.atomic()
        unit.create(track)
        try await unit.result()
        _ = try need("id", track.id)
        return track
    }

    /// Sends a unit that the server refuses: an update, a creation, and the operations that `add`
    /// adds. Then nothing may be different on the server and here. `look` checks the error.
    func fail(
        _ name: String, _ add: (UnitOfWork) -> Void,
        _ look: (RequestError) throws -> Void
    ) async {
        await checks.check("is refused for \(name), and nothing is changed there or here") {
            let first = try await read("1")
            let new = artist("Never")
            first.title = "Never"
            first.artist = new
            let unit = client.atomic()
            unit.update(first, full: updatesNeedAll)
            unit.create(new)
            add(unit)
            let there = try await contents()
            let here = [try text(first), try text(new)]
            let error = try await requestError { try await unit.result() }
            try expect("the contents of the server", try await contents(), is: there)
            try expect(
                "the resources here", try [text(first), text(new)], is: here)
            try expect("the id of the new one", new.id, is: nil)
            let changes = try first.vox.changes()
            try expect("the attributes to send", changes.attributes, is: ["title"])
            try expect("the relationships to send", changes.relationships, is: ["artist"])
            try expect("the operations", try unit.document().operations.count, is: unit.count)
            try look(error)
        }
    }
}
