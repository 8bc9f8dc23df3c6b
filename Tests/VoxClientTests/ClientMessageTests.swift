// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What the errors of a client say: the words are the reason, and name what helps.
@Suite("Messages of VoxClient")
struct ClientMessageTests {
    private func albums(
        _ body: String = "{}", _ status: Int = 200, _ headers: HTTPFields = [:],
        _ change: (inout APIOptions) -> Void = { _ in }
    ) throws -> (albums: DataSource<Album>, script: Script) {
        let script = Script { request, _ in .document(body, status, headers, of: request) }
        var api = try script.api()
        api.options.clock = TestClock(jumps: true)
        change(&api.options)
        return (DataSource(.path("albums"), client: api), script)
    }

    private func check(
        _ words: String, location: SourceLocation = #_sourceLocation,
        _ operation: () async throws -> Void
    ) async {
        let error = await requestError { try await operation() }
        #expect(
            error?.message.contains(words) == true, "\(error?.message ?? "no error")",
            sourceLocation: location)
    }

    @Test("A request that is not sent, and why")
    func unsent() async throws {
        let (albums, script) = try albums()
        await check("the query parameter \"limit\" is not allowed") {
            _ = try await albums.fetch().query("limit", "1").result()
        }
        await check("use query(exactly:) to send any name") {
            _ = try await albums.fetch().query("limit", "1").result()
        }
        await check("the size of a page must be at least 1, and not 0") {
            _ = try await albums.fetch().paginate(Pagination.CursorBased(size: 0)).result()
        }
        let typed = try self.albums { $0.sentType = "no type" }
        await check("sentType is not a media type: \"no type\"") {
            _ = try await typed.albums.create(Resource<Album>()).result()
        }
        #expect(script.requests.isEmpty && typed.script.requests.isEmpty)
    }

    @Test("A response that is not read, and why")
    func unread() async throws {
        let csv: HTTPFields = [.contentType: "text/csv"]
        await check("the response is text/csv, not application/vnd.api+json") {
            _ = try await albums("{}", 200, csv).albums.fetch().result()
        }
        await check(": add the type to acceptedTypes to allow it") {
            _ = try await albums("{}", 200, csv).albums.fetch().result()
        }
        await check("the media type of the response is malformed: x") {
            _ = try await albums("{}", 200, [.contentType: "x"]).albums.fetch().result()
        }
        await check("the response applies the extension x:y, which was not requested") {
            _ = try await albums(
                "{}", 200, [.contentType: #"application/vnd.api+json; ext="x:y""#]
            ).albums.fetch().result()
        }
    }

    @Test("A job that is not done, and which limit it exceeds")
    func jobs() async throws {
        func create(
            _ wait: String, _ change: (inout APIOptions) -> Void
        ) async throws {
            let (albums, _) = try albums(
                "{}", 202, [.location: "/v1/jobs/5", .retryAfter: wait], change)
            _ = try await albums.create(Resource<Album>()).result()
        }
        await check("the server requires a wait of 300.0 seconds for the job") {
            try await create("300") { $0.polling.longestWait = .seconds(60) }
        }
        await check(": polling.longestWait is") {
            try await create("300") { $0.polling.longestWait = .seconds(60) }
        }
        await check("the job is not done after 2 requests") {
            try await create("1") { $0.polling.limit = 2 }
        }
        await check("the job is not done after 10") {
            try await create("4") { $0.polling.total = .seconds(10) }
        }
    }

    @Test("A unit that is not sent, and why")
    func units() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let api = try script.api()
        let new = Resource<Album>()
        let twice = api.atomic()
        twice.delete(Resource<Track>(id: "1"))
        for _ in 0..<2 { twice.create(new) }
        await check(
            "operation 2 of the unit cannot be sent: the unit creates the resource twice, operation 1"
        ) {
            _ = try await twice.result()
        }
        let two = api.atomic()
        for _ in 0..<2 { two.create(Resource<Album>()) }
        let same = api.atomic()
        for _ in 0..<2 {
            let album = Resource<Album>()
            album.lid = "a"
            same.create(album)
        }
        await check("operation 1 of the unit cannot be sent: the unit creates two resources") {
            _ = try await same.result()
        }
        let unit = api.atomic()
        unit.delete(Resource<Track>(id: "1"))
        try await unit.result()
        await check("the unit was already carried out: use a new unit") { try await unit.result() }
        let accepted = try Script { request, _ in .document("", 202, of: request) }.api().atomic()
        accepted.delete(Resource<Track>(id: "1"))
        await check("has not carried them out yet, so do not send them again") {
            try await accepted.result()
        }
        let other = try Script.atomic(#"{"data":{"type":"albums","id":"2"}}"#).api().atomic()
        let album = try #require(try Document<Album>(parsing: albumDocument()).data)
        album.title = "x"
        other.update(album)
        await check("result 0 is another resource: albums 2 instead of albums 1") {
            try await other.result()
        }
    }

    @Test("A related resource whose local id another one has is not sent")
    func localIDs() async throws {
        let (albums, script) = try albums()
        let album = Resource<Album>()
        let tracks = (0..<2).map { _ in Resource<Track>() }
        for track in tracks { track.lid = "a" }
        album.tracks = [tracks[0], tracks[1]]
        await check("two included resources are the same, tracks a, at \"/included/0\"") {
            _ = try await albums.create(
                album, including: tracks.compactMap { $0.as(AnyResource.self) }
            )
            .result()
        }
        #expect(script.requests.isEmpty)
    }
}
