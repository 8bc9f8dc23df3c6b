// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// New resources that are created in one request with the resource that refers to them.
@Suite("Creations with related resources")
struct IncludedCreationTests {
    private func drafts() -> (Resource<Album>, Resource<Artist>, [Resource<Track>]) {
        let album = Resource<Album>()
        album.title = "Mezzanine"
        let artist = Resource<Artist>()
        artist.name = "Massive Attack"
        let tracks = ["Angel", "Risingson"].map { title in
            let track = Resource<Track>()
            track.title = title
            return track
        }
        album.artist = artist
        album.tracks = tracks
        return (album, artist, tracks)
    }

    private func create(
        _ drafts: (Resource<Album>, Resource<Artist>, [Resource<Track>]), _ script: Script
    ) async throws {
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let included = [drafts.1.as(AnyResource.self)] + drafts.2.map { $0.as(AnyResource.self) }
        try await albums.create(drafts.0, including: included.compactMap { $0 }).result()
    }

    private static let sent =
        #"{"data":{"type":"albums","attributes":{"title":"Mezzanine"},"relationships":{"artist":{"data":{"type":"artists","lid":"new-1"}},"tracks":{"data":[{"type":"tracks","lid":"new-2"},{"type":"tracks","lid":"new-3"}]}}},"included":[{"type":"artists","lid":"new-1","attributes":{"name":"Massive Attack"}},{"type":"tracks","lid":"new-2","attributes":{"title":"Angel"}},{"type":"tracks","lid":"new-3","attributes":{"title":"Risingson"}}]}"#

    @Test("MW-131 The response is merged into all of them, by their positions in the relationships")
    func positions() async throws {
        let script = Script(
            #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"7"}},"tracks":{"data":[{"type":"tracks","id":"8"},{"type":"tracks","id":"9"}]}}},"included":[{"type":"tracks","id":"9","attributes":{"title":"Risingson (theirs)"}}]}"#
        )
        let drafts = drafts()
        try await create(drafts, script)
        #expect(script.requests.first?.text == Self.sent)
        #expect(drafts.0.id == "1" && drafts.1.id == "7")
        #expect(drafts.2.map(\.id) == ["8", "9"] && drafts.2.map(\.lid) == [nil, nil])
        #expect(drafts.2[1].title == "Risingson (theirs)" && drafts.2[0].title == "Angel")
        for draft in drafts.2 { #expect(try draft.vox.changes().isEmpty) }
        #expect(drafts.0.tracks.map(\.id) == ["8", "9"])
        #expect(drafts.0.artist?.name == "Massive Attack")
        #expect(try drafts.0.vox.changes().isEmpty)
    }

    @Test("jsonapi-converter#265 #270 New related resources are sent and read by their local ids")
    func sentAndRead() async throws {
        let script = Script(#"{"data":{"type":"albums","id":"1"}}"#)
        try await create(drafts(), script)
        let body = try #require(script.requests.first?.body)
        let json = try JSON(parsing: body)
        let linkage =
            [json.data.relationships.artist.data as JSON]
            + json.data.relationships.tracks.data.vox.elements
        let included = json.included.vox.elements
        let lids = linkage.compactMap { $0.lid as String? }
        #expect(Set(lids).count == 3 && lids == included.compactMap { $0.lid as String? })
        #expect((linkage + included).allSatisfy { $0.id.vox.kind == .absent })
        #expect(try Validator(profile: .create).findings(in: json).isEmpty)
        // The reader finds the resources by the same local ids.
        let album = try #require(try Document<Album>(parsing: body).data)
        #expect(album.artist?.name == "Massive Attack")
        #expect(album.tracks.map { $0.title } == ["Angel", "Risingson"])
        #expect(album.tracks.map(\.lid) == Array(lids.dropFirst()))
    }

    @Test(
        "Ids that the server replaces are found by their positions, and ids that it keeps are kept")
    func placeholders() async throws {
        let script = Script(
            #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"7"}},"tracks":{"data":[{"type":"tracks","id":"b"},{"type":"tracks","id":"a"}]}}},"included":[{"type":"artists","id":"7","attributes":{"name":"Massive"}}]}"#
        )
        let drafts = drafts()
        drafts.1.id = "${new}"
        drafts.2[0].id = "a"
        drafts.2[1].id = "b"
        try await create(drafts, script)
        let sent = try #require(script.requests.first?.text)
        #expect(sent.contains(#"{"data":{"type":"artists","id":"${new}"}}"#))
        #expect(!sent.contains("lid"))
        #expect(drafts.1.id == "7" && drafts.1.name == "Massive")
        #expect(drafts.2.map(\.id) == ["a", "b"])
        #expect(drafts.2.map(\.title) == ["Angel", "Risingson"])
        #expect(drafts.0.artist?.name == "Massive")
        for draft in drafts.2 { #expect(try draft.vox.changes().isEmpty) }
        #expect(try drafts.1.vox.changes().isEmpty)
    }

    @Test("MW-131 The response is merged by local ids, where the server sends them back")
    func localIDs() async throws {
        let script = Script(
            #"{"data":{"type":"albums","id":"1"},"included":[{"type":"tracks","id":"9","lid":"new-3"},{"type":"tracks","id":"8","lid":"new-2"},{"type":"artists","id":"7","lid":"new-1"}]}"#
        )
        let drafts = drafts()
        try await create(drafts, script)
        #expect(drafts.1.id == "7" && drafts.2.map(\.id) == ["8", "9"])
        #expect(drafts.2.map(\.lid) == [nil, nil])
        #expect(try drafts.0.vox.changes().isEmpty)
        #expect(drafts.0.tracks.map(\.id) == ["8", "9"])
        #expect(drafts.0.tracks.first?.title == "Angel")
    }

    @Test("MW-131 Resources with ids of their own are merged, too")
    func ownIDs() async throws {
        let drafts = drafts()
        drafts.1.id = "7"
        let script = Script(
            #"{"data":{"type":"albums","id":"1"},"included":[{"type":"tracks","id":"8","lid":"new-1","attributes":{"title":"theirs"}},{"type":"artists","id":"7","attributes":{"name":"theirs"}}]}"#
        )
        try await create(drafts, script)
        #expect(drafts.2[0].title == "theirs")
        #expect(drafts.1.name == "theirs")
        #expect(try drafts.1.vox.changes().isEmpty)
    }

    @Test("MW-131 A job ends with the ids of all resources")
    func job() async throws {
        let script = Script { request, number in
            switch number {
            case 0: .document("", 202, [.contentLocation: "/v1/jobs/5"], of: request)
            case 1: .document("", 303, [.location: "/v1/albums/1"], of: request)
            default:
                .document(
                    #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"7"}}}}}"#,
                    of: request)
            }
        }
        let drafts = drafts()
        var api = try script.api()
        api.options.polling.interval = .milliseconds(10)
        let albums = DataSource<Album>(.path("albums"), client: api)
        let artist = try #require(drafts.1.as(AnyResource.self))
        drafts.0.tracks = []
        try await albums.create(drafts.0, including: [artist]).result()
        #expect(drafts.0.id == "1" && drafts.1.id == "7" && drafts.1.lid == nil)
        // A job that fails leaves the drafts as they were.
        let failing = Script { request, number in
            number == 0
                ? .document("", 202, [.contentLocation: "/v1/jobs/5"], of: request)
                : .document(#"{"errors":[{"title":"no"}]}"#, 500, of: request)
        }
        let others = self.drafts()
        #expect(await requestError { try await create(others, failing) } != nil)
        #expect(others.1.lid == nil && others.1.id == nil)
        #expect(await requestError { try await create(others, Script()) }?.code == .notFound)
    }

    @Test("MW-131 What the response does not name is not created a second time")
    func unnamed() async throws {
        let script = Script { request, _ in
            .document(#"{"data":{"type":"albums","id":"1"}}"#, 201, of: request)
        }
        let drafts = drafts()
        try await create(drafts, script)
        #expect(drafts.0.id == "1" && drafts.1.id == nil && drafts.1.lid == nil)
        // The relationships are no changes, so the album can be updated.
        drafts.0.title = "M"
        try await DataSource<Album>(.path("albums"), client: try script.api())
            .update(drafts.0).result()
        #expect(
            script.requests.last?.text
                == #"{"data":{"type":"albums","id":"1","attributes":{"title":"M"}}}"#)
        let artists = DataSource<Artist>(.path("artists"), client: try script.api())
        #expect(
            await requestError { try await artists.create(drafts.1).result() }?.code == .unsendable)
        let again = self.drafts().0
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let error = await requestError {
            try await albums.create(
                again, including: [drafts.1.as(AnyResource.self)].compactMap { $0 }
            )
            .result()
        }
        #expect(error?.code == .unsendable && error?.message.contains("already created") == true)
        #expect(script.requests.count == 2)
    }

    @Test(
        "MW-131 A refused request changes nothing, and leaves no local ids",
        arguments: [409, 422, 500])
    func refused(status: Int) async throws {
        let script = Script { request, _ in
            .document(#"{"errors":[{"title":"no"}]}"#, status, of: request)
        }
        let drafts = drafts()
        #expect(await requestError { try await create(drafts, script) } != nil)
        #expect(drafts.0.id == nil && drafts.1.id == nil)
        #expect(drafts.1.lid == nil && drafts.2.map(\.lid) == [nil, nil])
        #expect(drafts.1.name == "Massive Attack")
        #expect(await requestError { try await create(drafts, script) } != nil)
        #expect(script.requests.count == 2)
        #expect(script.requests.map(\.text) == [Self.sent, Self.sent])
    }

    @Test("Edits during the request are kept, and are still changes after it")
    func edits() async throws {
        let drafts = drafts()
        nonisolated(unsafe) let shared = drafts
        let script = Script { request, number in
            guard number == 0 else { return .document("", 204, of: request) }
            shared.1.name = "mine"
            shared.2[1].title = "mine"
            return .document(
                #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":{"type":"artists","id":"7"}},"tracks":{"data":[{"type":"tracks","id":"8"},{"type":"tracks","id":"9"}]}}},"included":[{"type":"artists","id":"7","attributes":{"name":"theirs"}},{"type":"tracks","id":"8","attributes":{"title":"theirs"}}]}"#,
                of: request)
        }
        try await create(drafts, script)
        #expect(script.requests.first?.text == Self.sent)
        #expect(drafts.1.id == "7" && drafts.1.name == "mine")
        #expect(drafts.2.map(\.id) == ["8", "9"] && drafts.2.map(\.title) == ["theirs", "mine"])
        #expect(try drafts.1.vox.changes().attributes == ["name"])
        #expect(try drafts.2[0].vox.changes().isEmpty)
        #expect(try drafts.2[1].vox.changes().attributes == ["title"])
        // The next update sends them, and nothing else.
        let artists = DataSource<Artist>(.path("artists/<id>"), client: try script.api())
        try await artists.update(drafts.1).result()
        #expect(
            script.requests.last?.text
                == #"{"data":{"type":"artists","id":"7","attributes":{"name":"mine"}}}"#)
        #expect(try drafts.1.vox.changes().isEmpty)
    }

    @Test("MW-131 Thousands of resources without their local ids are found by their positions")
    func many() async throws {
        let count = 4_000
        let album = Resource<Album>()
        let tracks = (0..<count).map { number in
            let track = Resource<Track>()
            track.title = "\(number)"
            return track
        }
        album.tracks = tracks
        let identifiers = (0..<count).map { #"{"type":"tracks","id":"\#($0)"}"# }
        let included = (0..<count).map {
            #"{"type":"tracks","id":"\#($0)","attributes":{"title":"\#($0)"}}"#
        }
        let script = Script(
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[\#(identifiers.joined(separator: ","))]}}},"included":[\#(included.joined(separator: ","))]}"#
        )
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        try await albums.create(album, including: tracks.compactMap { $0.as(AnyResource.self) })
            .result()
        #expect(tracks.map(\.id) == (0..<count).map(String.init))
    }
}
