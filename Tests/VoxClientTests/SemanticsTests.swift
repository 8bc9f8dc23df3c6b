// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What HTTP itself says about answers, as a user of `APIClient` meets it.
@Suite("HTTP semantics")
struct SemanticsTests {
    private func albums(
        _ script: Script, _ clock: any Clock<Duration> = ReliabilityOptions.timeless.clock
    ) throws -> DataSource<Album> {
        var reliability = ReliabilityOptions()
        reliability.clock = clock
        return DataSource(
            .path("albums/<id>"),
            client: try APIClient(
                "https://api.example.com/v1", transport: script, reliability: reliability))
    }

    @Test(
        "JA-083 A redirect is followed, and links resolve against where it led",
        arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let script = Script { request, number in
            number == 0
                ? .document("", status, [.location: "/v2/records/1?x=y"], of: request)
                : .document(
                    #"{"data":{"type":"albums","id":"1"},"links":{"next":"?p=2"}}"#, of: request)
        }
        let document = try await albums(script).fetch(id: "1").result()
        #expect(script.lines == ["GET /v1/albums/1", "GET /v2/records/1?x=y"])
        #expect(document.source?.url.target == "/v2/records/1?x=y")
        #expect(try document.next?.url().target == "/v2/records/1?p=2")
    }

    @Test("JA-083 304 gives again what is known, and no body is sent twice")
    func notModified() async throws {
        let script = Script { request, _ in
            request.headers[.ifNoneMatch] == "\"v1\""
                ? .document("", 304, [.eTag: "\"v1\""], of: request)
                : .document(albumDocument(), 200, [.eTag: "\"v1\""], of: request)
        }
        let albums = try albums(script)
        for _ in 0..<3 {
            #expect(try await albums.fetch(id: "1").result().data?.title == "Blue Lines")
        }
        #expect(script.requests.map { $0.headers[.ifNoneMatch] } == [nil, "\"v1\"", "\"v1\""])
    }

    @Test("JA-083 What is gone is gone: 410 is an error of its own, and not asked for again")
    func gone() async throws {
        let script = Script { request, _ in
            .document(#"{"errors":[{"status":"410","title":"sold"}]}"#, 410, of: request)
        }
        let error = await requestError { _ = try await albums(script).fetch(id: "1").result() }
        #expect(error?.code == .gone)
        #expect(error?.errors.map(\.title) == ["sold"])
        #expect(script.lines == ["GET /v1/albums/1"])
    }

    @Test(
        "JA-083 429 is waited out as long as the server asks, then asked again",
        arguments: [429, 503])
    func tooMany(status: Int) async throws {
        let script = Script { request, number in
            number < 2
                ? .document("", status, [.retryAfter: "7"], of: request)
                : .document(albumDocument(), of: request)
        }
        let clock = TestClock(jumps: true)
        var request = try albums(script, clock).fetch(id: "1")
        // It jumps over everything that somebody waits for, time limits as well.
        request.settings.timeouts.total = nil
        request.settings.timeouts.idle = nil
        #expect(try await request.result().data?.title == "Blue Lines")
        #expect(script.lines.count == 3)
        #expect(clock.sleeps.filter { $0 >= .seconds(7) && $0 < .seconds(15) }.count == 2)
        // Nothing is repeated that might be done twice; after a 429, nothing was done.
        let writes = Script { request, _ in .document("", status, [.retryAfter: "7"], of: request) }
        let album = Resource<Album>()
        album.title = "x"
        let error = try await self.albums(writes, clock).create(album)
            .timeouts(ClientRequest.Timeouts(idle: nil, total: nil)).failure()
        #expect(error?.code == (status == 429 ? .tooManyRequests : .server))
        #expect(
            writes.lines == Array(repeating: "POST /v1/albums", count: status == 429 ? 3 : 1))
    }
}
