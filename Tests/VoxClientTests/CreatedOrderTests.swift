// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Responses to creations that list the created resources in another order, or in another number.
@Suite("Order of created resources")
struct CreatedOrderTests {
    /// Tracks with the ids `${a}`, `${b}`… and the titles A, B….
    private func tracks(_ titles: [String]) -> [Resource<Track>] {
        titles.map { title in
            let track = Resource<Track>()
            track.id = "${\(title.lowercased())}"
            track.title = title
            return track
        }
    }

    private func create(
        _ tracks: [Resource<Track>], _ script: Script, linking: Bool = true
    ) async throws -> Resource<Album> {
        let album = Resource<Album>()
        album.tracks = linking ? tracks : []
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        try await albums.create(
            album, including: tracks.compactMap { $0.as(AnyResource.self) }
        ).result()
        return album
    }

    /// A response with the linkage, and with included tracks by id and title.
    private func response(_ linkage: [String], _ included: [(String, String)]) -> Script {
        let identifiers = linkage.map { #"{"type":"tracks","id":"\#($0)"}"# }
        let resources = included.map {
            #"{"type":"tracks","id":"\#($0)","attributes":{"title":"\#($1)"}}"#
        }
        let text =
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[\#(identifiers.joined(separator: ","))]}}},"included":[\#(resources.joined(separator: ","))]}"#
        return Script { request, _ in .document(text, 201, of: request) }
    }

    @Test("Attributes decide if they contradict the positions")
    func swapped() async throws {
        for included in [[("pA", "A"), ("pB", "B")], [("pB", "B"), ("pA", "A")]] {
            let tracks = tracks(["A", "B"])
            let album = try await create(tracks, response(["pB", "pA"], included))
            #expect(tracks.map(\.id) == ["pA", "pB"])
            #expect(tracks.map(\.title) == ["A", "B"])
            #expect(album.tracks.map(\.id) == ["pB", "pA"])
            for track in tracks { #expect(try track.vox.changes().isEmpty) }
        }
    }

    @Test("Positions decide if no attribute contradicts them, or if the server changed a value")
    func positions() async throws {
        for included in [
            [], [("p1", "A")], [("p1", "a"), ("p2", "b")], [("p2", "B (live)")],
        ] {
            let tracks = tracks(["A", "B"])
            _ = try await create(tracks, response(["p1", "p2"], included))
            #expect(tracks.map(\.id) == ["p1", "p2"], "\(included)")
        }
        let equal = self.tracks(["A", "A"])
        equal[1].id = "${a2}"
        _ = try await create(equal, response(["p1", "p2"], [("p2", "A")]))
        #expect(equal.map(\.id) == ["p1", "p2"])
    }

    @Test("Two resources that fit are not clear, whatever other attributes they have")
    func ambiguous() async throws {
        for other in [#""title":"A""#, #""title":"A","duration":7"#] {
            let text =
                #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[{"type":"tracks","id":"p1"},{"type":"tracks","id":"p2"}]}}},"included":[{"type":"tracks","id":"p1","attributes":{"title":"A"}},{"type":"tracks","id":"p2","attributes":{\#(other)}}]}"#
            let tracks = tracks(["A"])
            let script = Script { request, _ in .document(text, 201, of: request) }
            let error = await requestError { _ = try await create(tracks, script) }
            #expect(error?.code == .unexpectedResponse)
            #expect(tracks[0].id == nil)
        }
    }

    @Test("Another number of resources is no silent success, unless the attributes are clear")
    func numbers() async throws {
        let clear = tracks(["A", "B"])
        _ = try await create(
            clear, response(["p0", "pB", "pA"], [("pA", "A"), ("pB", "B"), ("p0", "Intro")]))
        #expect(clear.map(\.id) == ["pA", "pB"])
        for (linkage, included) in [
            (["p1"], []), (["p1", "p2", "p3"], []), (["p1"], [("p1", "C")]), ([], []),
            (["p1", "p2", "p3"], [("p1", "A"), ("p2", "A"), ("p3", "B")]),
        ] as [([String], [(String, String)])] {
            let tracks = tracks(["A", "B"])
            let script = response(linkage, included)
            let error = await requestError { _ = try await create(tracks, script) }
            #expect(error?.code == .unexpectedResponse, "\(linkage)")
            #expect(error?.message.contains("carried out the request") == true)
            #expect(error?.message.contains("\"tracks\"") == true)
            #expect(tracks[0].id == nil)
            // They exist on the server, so they are not created again.
            let source = DataSource<Track>(.path("tracks"), client: try script.api())
            let again = await requestError { try await source.create(tracks[0]).result() }
            #expect(again?.code == .unsendable)
            #expect(script.requests.count == 1)
        }
    }

    @Test("Two drafts with one id, and a draft that nothing links, are refused before a request")
    func refused() async throws {
        let script = response([], [])
        let duplicates = tracks(["A", "A"])
        let double = await requestError { _ = try await create(duplicates, script) }
        #expect(double?.code == .unsendable)
        #expect(double?.message.contains("two included resources") == true)
        let unlinked = await requestError {
            _ = try await create(tracks(["A"]), script, linking: false)
        }
        #expect(unlinked?.code == .unsendable)
        #expect(unlinked?.message.contains("no relationship refers to") == true)
        #expect(script.requests.isEmpty)
    }

    @Test(
        "Thousands of resources are found whatever the response shows of them",
        .timeLimit(.minutes(10)))
    func many() async throws {
        let count = 3_000
        let titles = (0..<count).map { "T\($0)" }
        let ids = (0..<count).map { "p\($0)" }
        // Nothing but the linkage; values that the server has changed; another order.
        for included in [[], zip(ids, titles).map { ($0, $1.lowercased()) }] {
            let sent = tracks(titles)
            _ = try await create(sent, response(ids, included))
            #expect(sent.map(\.id) == ids)
        }
        let reversed = tracks(titles)
        _ = try await create(reversed, response(ids.reversed(), Array(zip(ids, titles))))
        #expect(reversed.map(\.id) == ids)
    }

    @Test("Attributes decide by the names that both sides have, and by value")
    func names() async throws {
        // Another order: the first has only its length, written differently, the second its title.
        let included = [
            #"{"type":"tracks","id":"pB","attributes":{"title":"B","note":"new"}}"#,
            #"{"type":"tracks","id":"pA","attributes":{"length":60.0}}"#,
        ]
        let linkage = ["pB", "pA"].map { #"{"type":"tracks","id":"\#($0)"}"# }
        let text =
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[\#(linkage.joined(separator: ","))]}}},"included":[\#(included.joined(separator: ","))]}"#
        let tracks = tracks(["A", "B"])
        for (track, length) in zip(tracks, [60, 90]) { track.attributes["length"] = length }
        _ = try await create(tracks, Script { request, _ in .document(text, 201, of: request) })
        #expect(tracks.map(\.id) == ["pA", "pB"])
    }
}
