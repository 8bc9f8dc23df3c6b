// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// The identities in a unit of work: one value of each resource, and one resource for each result.
@Suite("Units of work and identities")
struct UnitIdentityTests {
    private func track(_ title: String, id: String? = nil) -> Resource<Track> {
        let track = Resource<Track>()
        track.title = title
        track.id = id
        return track
    }

    private func stored(_ title: String = "Blue Lines", id: String = "1") throws -> Resource<Album>
    {
        try #require(try Document<Album>(parsing: albumDocument(id: id, title: title)).data)
    }

    private func operations(_ unit: UnitOfWork) throws -> [String] {
        try unit.document().operations.map { try $0.json.vox.text() }
    }

    private func message(_ unit: UnitOfWork) -> String? {
        do {
            _ = try unit.document()
            return nil
        } catch {
            return error.code == .unsendable ? error.message : nil
        }
    }

    @Test("Two views of a resource with other values are not sent in one unit")
    func twoValues() throws {
        let api = try Script().api()
        let (one, two) = (try stored(), try stored())
        one.title = "Night"
        two.title = "Day"
        for isFull in [false, true] {
            let unit = api.atomic()
            unit.update(one)
            unit.delete(Resource<Track>(id: "7"))
            unit.update(two, full: isFull)
            let text = try #require(message(unit))
            #expect(text.contains("operation 2 ") && text.contains("operation 0 "))
            #expect(text.contains("\"title\"") && text.contains("albums 1"))
        }
        // A creation sends values, too.
        let unit = api.atomic()
        unit.update(two)
        let new = Resource<Album>()
        new.id = "1"
        new.title = "Night"
        unit.create(new)
        #expect(message(unit)?.contains("another value of \"title\"") == true)
        // Relationships are values.
        (one.artist, two.artist) = (Resource<Artist>(id: "1"), Resource<Artist>(id: "2"))
        two.title = "Night"
        let linked = api.atomic()
        linked.update(one)
        linked.update(two)
        #expect(message(linked)?.contains("another value of \"artist\"") == true)
    }

    @Test("Two views of a resource do not set one relationship in different ways")
    func twoLinkages() throws {
        let api = try Script().api()
        let (one, two) = (try stored(), try stored())
        let artists = ["1", "2"].map { Resource<Artist>(id: $0) }
        let tracks = ["5", "6"].map { Resource<Track>(id: $0) }
        one.artist = artists[0]
        one.tracks = [tracks[0]]
        func unit(_ add: (UnitOfWork) -> Void) -> UnitOfWork {
            let unit = api.atomic()
            add(unit)
            return unit
        }
        let refused: [(name: String, unit: UnitOfWork)] = [
            (
                "artist",
                unit {
                    $0.update(one); $0.relationship(\.artist, of: two).replace(with: artists[1])
                }
            ),
            (
                "artist",
                unit {
                    $0.update(one); $0.relationship(\.artist, of: two).replace(with: nil)
                }
            ),
            (
                "artist",
                unit {
                    $0.relationship(\.artist, of: two).replace(with: artists[1]); $0.update(one)
                }
            ),
            (
                "tracks",
                unit {
                    $0.update(one); $0.relationship(\.tracks, of: two).replace(with: tracks)
                }
            ),
            (
                "tracks",
                unit {
                    $0.relationship(\.tracks, of: two).add(tracks[1]); $0.update(one)
                }
            ),
            (
                "tracks",
                unit {
                    $0.relationship(\.tracks, of: two).remove(tracks[0]); $0.update(one)
                }
            ),
            (
                "tracks",
                unit {
                    $0.relationship(\.tracks, of: two).replace(with: tracks)
                    $0.relationship(\.tracks, of: one).replace(with: [])
                }
            ),
        ]
        for (index, (name, unit)) in refused.enumerated() {
            let text = try #require(message(unit), "\(index)")
            #expect(text.contains("operation 1 ") && text.contains("operation 0 "))
            #expect(text.contains("another value of \"\(name)\"") && text.contains("albums 1"))
        }
        let allowed = [
            unit {
                $0.update(one); $0.relationship(\.artist, of: two).replace(with: artists[0])
            },
            unit {
                $0.update(one); $0.relationship(\.tracks, of: two).add(tracks[1])
            },
            unit {
                $0.relationship(\.tracks, of: two).add(tracks[0]); $0.update(one)
            },
            unit {
                $0.relationship(\.tracks, of: two).remove(tracks[1]); $0.update(one)
            },
            // One view is changed step by step.
            unit {
                $0.relationship(\.tracks, of: two).replace(with: tracks)
                $0.relationship(\.tracks, of: two).replace(with: [])
            },
            unit {
                $0.update(one); $0.relationship(\.artist, of: one).replace(with: nil)
            },
        ]
        for unit in allowed { #expect(try operations(unit).count == 2) }
    }

    @Test("A resource is deleted once, and is not changed after its deletion")
    func deletions() throws {
        let api = try Script().api()
        let (one, two) = (try stored(), try stored())
        two.title = "Night"
        let later: [(UnitOfWork) -> Void] = [
            { $0.delete(one) }, { $0.delete(two) }, { $0.delete(Resource<Album>(id: "1")) },
            { $0.update(two) }, { $0.update(one, full: true) },
            { $0.relationship(\.tracks, of: two).add(Resource<Track>(id: "5")) },
            { $0.relationship(\.artist, of: one).replace(with: nil) },
        ]
        for (index, add) in later.enumerated() {
            let unit = api.atomic()
            unit.create(track("a"))
            unit.delete(one)
            add(unit)
            let text = try #require(message(unit), "\(index)")
            #expect(text.contains("operation 2 ") && text.contains("operation 1 deletes the same"))
            #expect(text.contains("albums 1"))
        }
        let byAddress = api.atomic()
        for _ in 0..<2 { byAddress.delete(at: "/tracks/1") }
        #expect(message(byAddress)?.contains("operation 0 deletes the same") == true)
        let madeAgain = api.atomic()
        madeAgain.delete(at: "/tracks/1")
        madeAgain.create(track("a"))
        madeAgain.delete(at: "/tracks/1")
        #expect(try operations(madeAgain).count == 3)
        // What comes before the deletion is sent, and a resource may be made again.
        let again = api.atomic()
        again.update(two)
        again.delete(one)
        let new = Resource<Album>()
        new.id = "1"
        again.create(new)
        again.relationship(\.artist, of: new).replace(with: Resource<Artist>(id: "3"))
        again.delete(new)
        #expect(try operations(again).count == 5)
        // An update without changes is left out as everywhere.
        let unchanged = api.atomic()
        unchanged.delete(one)
        unchanged.update(one)
        #expect(try operations(unchanged).count == 1)
    }

    @Test("Two views of a resource with equal values are sent once, and other fields are sent")
    func equalValues() throws {
        let api = try Script().api()
        let (one, two, three) = (try stored(), try stored(), try stored())
        for album in [one, two, three] { album.title = "Night" }
        let unit = api.atomic()
        unit.update(one)
        unit.update(two)
        let night =
            #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"title":"Night"}}}"#
        #expect(try operations(unit) == [night])
        three.year = 1992
        unit.update(three)
        #expect(
            try operations(unit) == [
                night,
                #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"title":"Night","release-year":1992}}}"#,
            ])
        // Resources of other types and without ids are others.
        let other = api.atomic()
        let artist = try #require(
            try Document<Artist>(parsing: #"{"data":{"type":"artists","id":"1"}}"#).data)
        artist.name = "x"
        other.update(one)
        other.update(artist)
        for title in ["a", "b"] { other.create(track(title)) }
        #expect(try operations(other).count == 4)
    }

    @Test("A target that is named twice in a unit or a request is sent once")
    func targets() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        let api = try script.api()
        let album = try stored()
        let one = Resource<Track>(id: "5")
        let targets = [one, Resource<Track>(id: "6"), one, Resource<Track>(id: "5")]
        let data = #""data":[{"type":"tracks","id":"5"},{"type":"tracks","id":"6"}]"#
        let unit = api.atomic()
        unit.relationship(\.tracks, of: album).add(targets)
        unit.relationship(\.tracks, of: album).replace(with: targets)
        #expect(try operations(unit).allSatisfy { $0.contains(data) })
        try await unit.result()
        #expect(album.tracks.map(\.id) == ["5", "6"])
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        try await albums.relationship(\.tracks, of: album).replace(with: targets).result()
        #expect(script.requests.last?.text == "{\(data)}")
        #expect(album.tracks.map(\.id) == ["5", "6"])
        // New resources are known by the objects.
        let new = track("Angel")
        let creating = api.atomic()
        creating.create(new)
        creating.relationship(\.tracks, of: album).add([new, new])
        #expect(try operations(creating)[1].contains(#""data":[{"type":"tracks","lid":"new-1"}]"#))
    }

    @Test("A list or a creation has a resource once, with or without an id")
    func lists() async throws {
        let script = Script { request, _ in .document("", 204, of: request) }
        var api = try script.api()
        let new = track("Angel")
        let albums = DataSource<Album>(.path("albums"), client: api)
        let album = try stored()
        album.tracks = [new]
        for list in [[new, new], [track("a", id: "1"), track("b", id: "1")]] {
            for form in [APIOptions.Writes.Form.document, .flat] {
                api.options.writes.form = form
                let client = api
                let error = await requestError {
                    try await client.post("tracks").body(list).result()
                }
                #expect(error?.code == .unsendable && error?.message.contains("/1") == true)
            }
            let included = list.compactMap { $0.as(AnyResource.self) }
            let error = await requestError {
                try await albums.create(album, including: included).result()
            }
            #expect(error?.code == .unsendable)
            #expect(error?.message.contains("\"/included/0\" and at \"/included/1\"") == true)
        }
        let itself = try #require(try stored("other").as(AnyResource.self))
        new.id = "9"
        let error = await requestError {
            try await albums.create(album, including: [itself]).result()
        }
        #expect(error?.message.contains("\"/data\" and at \"/included/0\"") == true)
        #expect(script.requests.isEmpty)
    }

    @Test(
        "JA-149 A creation does not get the id of another resource of the unit, wherever it stands",
        arguments: ["update", "relationship", "target", "linkage"])
    func takenIDs(place: String) async throws {
        for isFirst in [true, false] {
            let draft = track("Angel")
            let script = Script { request, _ in
                let document = try AtomicDocument(parsing: request.body ?? [])
                let results = document.operations.map { operation in
                    operation.resource?.type == "tracks" && operation.code == .add
                        ? #"{"data":{"type":"tracks","id":"7"}}"# : "{}"
                }
                return .results(results.joined(separator: ","), of: request)
            }
            let unit = try script.api().atomic()
            if isFirst { unit.create(draft) }
            let album = try stored()
            switch place {
            case "update":
                let other = try #require(
                    try Document<Track>(parsing: #"{"data":{"type":"tracks","id":"7"}}"#).data)
                other.title = "x"
                unit.update(other)
            case "relationship":
                unit.relationship(\.tracks, of: album).add(Resource<Track>(id: "7"))
            case "target":
                let new = Resource<Album>()
                new.tracks = [Resource<Track>(id: "7")]
                unit.create(new)
            default: unit.relationship(\.album, of: Resource<Owner>(id: "7")).replace(with: album)
            }
            if !isFirst { unit.create(draft) }
            let error = await requestError { try await unit.result() }
            #expect(error?.code == .unexpectedResponse, "\(place)")
            #expect(error?.message.contains("another resource") == true)
            #expect(draft.id == nil)
        }
    }

    /// A track that has an album.
    private struct Owner: ResourceSchema {
        static let type = "tracks"
        let album = ToOne<Album>("album")
    }

    @Test("JA-149 An id that a deletion has freed may come again, and one freed later may not")
    func freedIDs() async throws {
        for isBefore in [true, false] {
            let created = #"{"data":{"type":"tracks","id":"7"}}"#
            let script = Script.atomic(isBefore ? "{},\(created)" : "\(created),{}")
            let draft = track("Angel")
            let unit = try script.api().atomic()
            if !isBefore { unit.create(draft) }
            unit.delete(Resource<Track>(id: "7"))
            if isBefore { unit.create(draft) }
            let error = await requestError { try await unit.result() }
            #expect((error == nil) == isBefore)
            #expect(draft.id == (isBefore ? "7" : nil))
        }
    }

    @Test("The result of a deletion or of linkage that is another resource is refused")
    func resultsWithoutCopy() async throws {
        let fields = #","attributes":{"title":"a"}"#
        for (result, isDeletion, isRefused) in [
            ("tracks 7", true, false), ("tracks 7 f", true, false), ("tracks 8", true, true),
            ("albums 7 f", true, true), ("albums 1 f", false, false), ("tracks 7", false, false),
            ("tracks 7 f", false, true), ("albums 2 f", false, true),
        ] {
            let parts = result.split(separator: " ")
            let more = parts.count > 2 ? fields : ""
            let script = Script.atomic(
                #"{"data":{"type":"\#(parts[0])","id":"\#(parts[1])"\#(more)}}"#)
            let unit = try script.api().atomic()
            let track = Resource<Track>(id: "7")
            if isDeletion {
                unit.delete(track)
            } else {
                unit.relationship(\.tracks, of: try stored()).add(track)
            }
            let error = await requestError { try await unit.result() }
            #expect((error != nil) == isRefused, "\(result): \(error?.message ?? "")")
            #expect(error == nil || error?.message.contains("is another resource") == true)
        }
    }

    @Test("Results in another order are refused if the attributes or the local ids show it")
    func order() async throws {
        func result(_ id: Int, _ more: String) -> String {
            #"{"data":{"type":"tracks","id":"\#(id)"\#(more)}}"#
        }
        func title(_ text: String) -> String { #","attributes":{"title":"\#(text)"}"# }
        let cases: [(results: [String], isRefused: Bool)] = [
            ([result(1, title("a")), result(2, title("b")), result(3, title("c"))], false),
            ([result(3, title("c")), result(2, title("b")), result(1, title("a"))], true),
            ([result(2, title("b")), result(3, title("c")), result(1, title("a"))], true),
            ([result(1, title("A")), result(2, title("B")), result(3, title("C"))], false),
            ([result(1, title("A")), result(2, title("c")), result(3, title("b"))], false),
            ([result(1, ""), result(2, ""), result(3, "")], false),
            (
                [
                    result(1, #","lid":"new-2""#), result(2, #","lid":"new-1""#),
                    result(3, #","lid":"new-3""#),
                ], true
            ),
        ]
        for (index, one) in cases.enumerated() {
            let drafts = ["a", "b", "c"].map { track($0) }
            let script = Script.atomic(one.results.joined(separator: ",") + ",{}")
            let unit = try script.api().atomic()
            for draft in drafts { unit.create(draft) }
            unit.relationship(\.tracks, of: try stored()).add(drafts)
            let error = await requestError { try await unit.result() }
            #expect((error != nil) == one.isRefused, "\(index): \(error?.message ?? "")")
            if one.isRefused {
                #expect(error?.code == .unexpectedResponse)
                #expect(error?.message.contains("do not send it again") == true)
                #expect(drafts.allSatisfy { $0.id == nil })
                let again = await requestError { try await unit.result() }
                #expect(again?.code == .unsendable && script.requests.count == 1)
            } else {
                #expect(drafts.map(\.id) == ["1", "2", "3"])
            }
        }
    }
}
