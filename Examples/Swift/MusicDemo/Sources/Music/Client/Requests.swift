// SPDX-License-Identifier: MIT

import Foundation
public import Vox

/// The main job of a client: read, walk, follow, create, change, fail, delete.
public struct Requests {
    private let albums: DataSource<Album>
    private let artists: DataSource<Artist>
    private let wire = Wire()

    /// Requests to the service at an address.
    public init(_ url: HTTPURL, over transport: any HTTPTransport) throws {
        var reliability = ReliabilityOptions()
        reliability.eachSend = [wire]
        let api = try APIClient(url.text, transport: transport, reliability: reliability)
        albums = DataSource(.path("albums/<id>"), client: api)
        artists = DataSource(.path("artists/<id>"), client: api)
    }

    /// Sends all of them, and prints what comes of it.
    public func run() async throws {
        let start = ContinuousClock.now
        let (newest, tracks) = try await read()
        let album = try await create(by: newest)
        try await change(album)
        try await changeTracks(of: album, likewise: tracks)
        try await fail(album)
        try await delete(album)
        let count = wire.count
        let taken = (ContinuousClock.now - start).formatted(
            .units(allowed: [.milliseconds], fractionalPart: .show(length: 1)))
        print(
            "\n\(count.requests) requests; bodies of \(count.sent) bytes sent and \(count.received) received; \(taken)"
        )
    }

    private func read() async throws -> (Resource<Album>, tracks: [Resource<Track>]) {
        print("The newest three albums, their artists along, of each only what is shown:")
        let page = try await albums.fetch()
            .include(\.artist)
            .fields(Album.self, \.title, \.year, \.artist).fields(Artist.self, \.name)
            .sort(.descending(\.year)).paginate(.page(number: 1, size: 3)).result()
        for album in page.data {
            print(
                "    \(album.year ?? 0)  \(album.title ?? "untitled") by \(album.artist?.name ?? "unknown")"
            )
        }

        print("All pages, four albums each, by title:")
        var titles: [String] = []
        let all = albums.fetch().fields(Album.self, \.title).sort(.ascending(\.title))
            .paginate(.page(size: 4))
        for try await album in all.resources() { titles.append(album.title ?? "untitled") }
        print("    \(titles.count) albums: \(titles.joined(separator: ", "))")

        print("From the newest album to its tracks, and from its artist to their debut:")
        guard let newest = page.data.first, let artist = newest.artist else {
            throw CancellationError()
        }
        let tracks = Array(try await albums.related(\.tracks, of: newest).result().data)
        for track in tracks {
            print("    \(track.title ?? "untitled"), \(track.seconds ?? 0) s")
        }
        if let debut = try await artists.related(\.debut, of: artist).result().data {
            print("    \(debut.title ?? "untitled"), \(debut.year ?? 0)")
        }
        return (newest, tracks)
    }

    private func create(by newest: Resource<Album>) async throws -> Resource<Album> {
        print("A new album by the same artist:")
        let album = Resource<Album>()
        album.title = "Long Exposure"
        album.year = 2026
        album.artist = newest.artist
        try await albums.create(album).result()
        print("    the server calls it \(album.id ?? "?")")
        return album
    }

    private func change(_ album: Resource<Album>) async throws {
        print("Edited in place; only the change is sent:")
        album.title = "Long Exposure (Live)"
        try await albums.update(album).result()
        print("    left to send: \(try album.vox.changes().isEmpty ? "nothing" : "something")")
    }

    private func changeTracks(
        of album: Resource<Album>, likewise others: [Resource<Track>]
    ) async throws {
        print("Two tracks of the other album are on it too, then one is not:")
        let tracks = Array(others.prefix(2))
        let endpoint = albums.relationship(\.tracks, of: album)
        try await endpoint.add(tracks).result()
        try await endpoint.remove(Array(tracks.prefix(1))).result()
        print("    tracks: \(album.tracks.compactMap(\.id).joined(separator: ", "))")
    }

    private func fail(_ album: Resource<Album>) async throws {
        print("A mistake, and where it lands:")
        album.year = 1492
        do {
            try await albums.update(album).result()
        } catch let error as RequestError {
            for problem in error.errors {
                let place = error.location(of: problem).map { "\($0)" } ?? "nowhere"
                print("    \(problem.title ?? "error"): \(problem.detail ?? ""), at \(place)")
            }
            print("    about the year: \(error.errors(at: \Album.year).count)")
            print("    still changed here: \(try album.vox.changes().attributes)")
        }
        try album.vox.revert()
    }

    private func delete(_ album: Resource<Album>) async throws {
        print("Deleted, and then it is gone:")
        try await albums.delete(album).result()
        do {
            _ = try await albums.refresh(album).result()
        } catch let error as RequestError where error.code == .notFound {
            print("    \(error.message)")
        }
    }
}
