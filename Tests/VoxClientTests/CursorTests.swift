// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

private let profile = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"

/// Requests and responses of the profile "Cursor Pagination", on the side of the client.
@Suite("Cursors")
struct CursorTests {
    private func tracks(_ script: Script) throws -> DataSource<Track> {
        DataSource<Track>(.path("tracks"), client: try script.api())
    }

    /// A page of tracks with cursors, and the members behind them.
    private static func page(_ ids: [Int], _ more: String = "") -> String {
        let data = ids.map {
            #"{"type":"tracks","id":"\#($0)","meta":{"page":{"cursor":"c\#($0)/+"}}}"#
        }
        return #"{"data":[\#(data.joined(separator: ","))]\#(more)}"#
    }

    @Test("JA-151 The profile is requested in Accept, and named between quotes")
    func requested() async throws {
        let script = Script(Self.page([1], #","links":{"prev":null,"next":null}"#))
        var api = try script.api()
        api.options.profiles = [Pagination.cursorProfile]
        let tracks = DataSource<Track>(.path("tracks"), client: api)
        _ = try await tracks.fetch().paginate(.cursor(size: 2)).result()
        #expect(
            script.requests.first?.headers[.accept]
                == #"application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#
        )
        #expect(script.lines == ["GET /v1/tracks?page%5Bsize%5D=2"])
    }

    @Test("JA-152 A size below 1 is refused before anything is sent", arguments: [0, -1, .min])
    func size(size: Int) async throws {
        let script = Script(Self.page([1]))
        for request in [
            try tracks(script).fetch().paginate(.cursor(size: size)),
            try tracks(script).fetch().paginate(.after("c1", size: size)),
        ] {
            let error = await requestError { _ = try await request.result() }
            #expect(error?.code == .invalidQuery)
            #expect(error?.message.contains("at least 1") == true)
        }
        #expect(script.requests.isEmpty)
    }

    @Test("JA-153 Cursors are sent back unchanged: after, before, and both for a range")
    func cursors() async throws {
        let script = Script { request, _ in .document(Self.page([2]), of: request) }
        let tracks = try tracks(script)
        let cursor = "c1/+ é&="
        _ = try await tracks.fetch().paginate(.after(cursor, size: 2)).result()
        _ = try await tracks.fetch().paginate(.before(cursor)).result()
        _ = try await tracks.fetch().paginate(.between(after: "a", before: "b", size: 9)).result()
        let sent = "c1%2F%2B%20%C3%A9%26%3D"
        #expect(
            script.lines == [
                "GET /v1/tracks?page%5Bafter%5D=\(sent)&page%5Bsize%5D=2",
                "GET /v1/tracks?page%5Bbefore%5D=\(sent)",
                "GET /v1/tracks?page%5Bafter%5D=a&page%5Bbefore%5D=b&page%5Bsize%5D=9",
            ])
    }

    @Test("JA-154 A null link is the known end of the list")
    func ends() async throws {
        let script = Script(
            Self.page([1, 2], #","links":{"prev":null,"next":"/v1/tracks?page%5Bafter%5D=c2"}"#),
            Self.page([3], #","links":{"prev":"/v1/tracks","next":null}"#))
        let found = try tracks(script).fetch().resources()
        #expect(try await found.all().map(\.id) == ["1", "2", "3"])
        #expect(found.end == .complete && script.requests.count == 2)
    }

    @Test("JA-155 A link may lead to an empty page, which ends the list")
    func empty() async throws {
        let script = Script(
            Self.page([1], #","links":{"prev":null,"next":"/v1/tracks?page%5Bafter%5D=c1"}"#),
            Self.page([], #","links":{"prev":"/v1/tracks","next":"/v1/tracks?page%5Bafter%5D=c9"}"#)
        )
        let found = try tracks(script).fetch().resources()
        #expect(try await found.all().map(\.id) == ["1"])
        #expect(found.end == .complete && script.requests.count == 2)
    }

    @Test("JA-156 The members of meta.page are read, and anything else is ignored")
    func meta() throws {
        let text =
            #"{"data":[{"type":"tracks","id":"1","meta":{"page":{"cursor":"c1","other":1}}},{"type":"tracks","id":"2","meta":{"page":"c2"}},{"type":"tracks","id":"3","meta":{"page":{"cursor":3}}}],"meta":{"page":{"total":40,"estimatedTotal":{"bestGuess":50},"rangeTruncated":true}}}"#
        let document = try Document<[Track]>(parsing: text)
        let page = document.vox.page
        #expect(page.total == 40 && page.estimatedTotal == 50 && page.isRangeTruncated)
        #expect(document.data.map { $0.vox.page.cursor } == ["c1", nil, nil])
        let other = try Document<[Track]>(
            parsing:
                #"{"data":[],"meta":{"page":{"total":"40","estimatedTotal":7,"rangeTruncated":1}}}"#
        )
        #expect(other.vox.page.total == nil && other.vox.page.estimatedTotal == nil)
        #expect(!other.vox.page.isRangeTruncated)
        for text in [#"{"meta":{"page":[1]}}"#, #"{"meta":{}}"#, #"{"meta":{"page":null}}"#] {
            let none = try Document<[Track]>(parsing: text)
            #expect(none.vox.page.total == nil && none.vox.page.cursor == nil)
            #expect(none.vox.failure == nil)
        }
    }

    @Test("JA-157 A page with fewer resources than requested does not end a list with a next page")
    func fewer() async throws {
        let script = Script(
            Self.page([1], #","links":{"next":"/v1/tracks?page%5Bafter%5D=c1"}"#),
            Self.page([2, 3], #","links":{"next":null}"#))
        let found = try tracks(script).fetch().paginate(.cursor(size: 2)).resources()
        #expect(try await found.all().map(\.id) == ["1", "2", "3"])
    }

    @Test("Without links, the cursor of the last resource leads to the next page")
    func itemCursors() async throws {
        let script = Script { request, _ in
            let after = request.url.target.contains("page%5Bafter%5D=c2%2F%2B")
            let end = request.url.target.contains("page%5Bafter%5D=c3%2F%2B")
            return .document(Self.page(end ? [] : after ? [3] : [1, 2]), of: request)
        }
        let found = try tracks(script).fetch().paginate(.cursor(size: 2)).resources()
        #expect(try await found.all().map(\.id) == ["1", "2", "3"])
        #expect(found.end == .complete)
        #expect(
            script.lines == [
                "GET /v1/tracks?page%5Bsize%5D=2",
                "GET /v1/tracks?page%5Bsize%5D=2&page%5Bafter%5D=c2%2F%2B",
                "GET /v1/tracks?page%5Bsize%5D=2&page%5Bafter%5D=c3%2F%2B",
            ])
    }

    @Test("A next link that is null while the total says more is cut off")
    func contradicted() async throws {
        let script = Script(
            Self.page([1, 2], #","links":{"next":null},"meta":{"page":{"total":3}}"#))
        let found = try tracks(script).fetch().resources()
        let error = await requestError { _ = try await found.all() }
        #expect(error?.code == .incomplete && error?.message.contains("3 resources") == true)
    }

    @Test(
        "JA-158 The errors of the profile are recognized by their type",
        arguments: [
            (#""links":{"type":"\#(profile)/unsupported-sort"}"#, Pagination.Fault.unsupportedSort),
            (
                #""links":{"type":["\#(profile)/max-size-exceeded"]},"meta":{"page":{"maxSize":100}}"#,
                .maximumSizeExceeded(100)
            ),
            (
                #""links":{"type":{"href":"\#(profile)/max-size-exceeded"}},"source":{"parameter":"page[size]"}"#,
                .maximumSizeExceeded(nil)
            ),
            (
                #""links":{"type":"\#(profile)/range-pagination-not-supported"}"#,
                .rangeNotSupported
            ),
            (#""source":{"parameter":"page[after]"}"#, .invalidParameter("page[after]")),
        ])
    func faults(error: String, fault: Pagination.Fault) async throws {
        let script = Script { request, _ in
            .document(#"{"errors":[{\#(error)}]}"#, 400, of: request)
        }
        let failure = await requestError { _ = try await tracks(script).fetch().result() }
        #expect(failure?.errors.map(\.pageFault) == [fault])
    }

    @Test("JA-158 Other errors are no errors of the profile")
    func otherFaults() {
        for error in [
            APIError(type: "https://example.com/unsupported-sort"),
            APIError(type: profile + "/other"), APIError(parameter: "sort"),
            APIError(type: profile), APIError(title: "no"),
        ] {
            #expect(error.pageFault == nil)
        }
    }

    @Test("JA-159 With the option, a size above the maximum is sent once more with the maximum")
    func maximum() async throws {
        let refusal =
            #"{"errors":[{"links":{"type":"\#(profile)/max-size-exceeded"},"meta":{"page":{"maxSize":2}},"source":{"parameter":"page[size]"}}]}"#
        let script = Script { request, _ in
            request.url.target.contains("page%5Bsize%5D=2")
                ? .document(Self.page([1, 2], #","links":{"next":null}"#), of: request)
                : .document(refusal, 400, of: request)
        }
        let request = try tracks(script).fetch().filter("a", "b").paginate(.cursor(size: 500))
        #expect(await requestError { _ = try await request.result() }?.code == .client)
        #expect(script.requests.count == 1)
        var api = try script.api()
        api.options.retriesWithMaximumPageSize = true
        let tracks = DataSource<Track>(.path("tracks"), client: api)
        let again = tracks.fetch().filter("a", "b").paginate(.cursor(size: 500))
        #expect(try await again.result().data.count == 2)
        #expect(try await again.resources().all().count == 2)
        #expect(script.lines.last == "GET /v1/tracks?filter%5Ba%5D=b&page%5Bsize%5D=2")
        // A server that names no smaller size is not asked again.
        let stubborn = Script { request, _ in
            .document(refusal.replacing(":2}", with: ":500}"), 400, of: request)
        }
        var other = try stubborn.api()
        other.options.retriesWithMaximumPageSize = true
        let refused = DataSource<Track>(.path("tracks"), client: other)
            .fetch().paginate(.cursor(size: 500))
        #expect(await requestError { _ = try await refused.result() }?.code == .client)
        #expect(stubborn.requests.count == 1)
    }

    @Test("JA-160 The pages of linkage have the same members beside the linkage")
    func linkage() async throws {
        let text =
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[{"type":"tracks","id":"1","meta":{"page":{"cursor":"c1"}}}],"links":{"prev":null,"next":"/v1/albums/1/relationships/tracks?page%5Bafter%5D=c1"},"meta":{"page":{"total":2}}}}}}"#
        let script = Script(
            text, #"{"data":[{"type":"tracks","id":"2"}],"links":{"prev":"/x","next":null}}"#)
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let album = try #require(try await albums.fetch(id: "1").result().data)
        let relationship = album.vox.relationship(\.tracks)
        #expect(relationship.page.total == 2)
        #expect(relationship.linkage.identifiers.map(\.page.cursor) == ["c1"])
        let rest = try #require(albums.relationship(\.tracks, of: album).next())
        #expect(try await rest.result().data.map(\.id) == ["2"])
    }
}
