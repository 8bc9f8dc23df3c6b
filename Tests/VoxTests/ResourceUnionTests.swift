// SPDX-License-Identifier: MIT

import Testing
import Vox

private enum Thing: ResourceUnion {
    case track(Resource<Track>)
    case artist(Resource<Artist>)
    case unknown(Resource<AnyResource>)

    init(_ resource: Resource<AnyResource>) {
        self =
            resource.as(Track.self).map(Thing.track)
            ?? resource.as(Artist.self).map(Thing.artist) ?? .unknown(resource)
    }

    var resource: Resource<AnyResource> {
        switch self {
        case .track(let track): Resource(track)
        case .artist(let artist): Resource(artist)
        case .unknown(let resource): resource
        }
    }

    /// The case and what it shows.
    var name: String {
        switch self {
        case .track(let track): "track \(track.title ?? "-")"
        case .artist(let artist): "artist \(artist.name ?? "-")"
        case .unknown(let resource): "unknown \(resource.type)"
        }
    }
}

private struct Shelf: ResourceSchema {
    static let type = "shelves"
    let best = ToOne<Thing>("best")
    let first = ToOne<Thing>("first").required()
    let items = ToMany<Thing>("items")
    let all = ToMany<Thing>("all").required()
    let album = ToOne<Album>("album")
}

@Suite("Resources of several types")
struct ResourceUnionTests {
    private static let text = #"""
        {"data": {"type": "shelves", "id": "1", "relationships": {
          "best": {"links": {"self": "/b"}, "data": {"type": "tracks", "id": "1"}},
          "first": {"data": {"type": "robots", "id": "r"}},
          "items": {"data": [{"type": "artists", "id": "9", "meta": {"n": 1}}, {"type": "tracks", "id": "1"},
            {"type": "robots", "id": "r"}, {"type": "tracks", "id": "none"}]},
          "all": {"data": []}}},
         "included": [{"type": "tracks", "id": "1", "attributes": {"title": "Safe"}},
          {"type": "artists", "id": "9", "attributes": {"name": "Ada"}},
          {"type": "robots", "id": "r", "attributes": {"arms": 4}}]}
        """#

    private func shelf(_ mode: DocumentOptions.Mode = .standard) throws -> Resource<Shelf> {
        try #require(
            try Document<Shelf>(parsing: Self.text, options: DocumentOptions(mode: mode)).data)
    }

    @Test(
        "MW-018 MW-036 a to-one relationship is the case of its type; an unknown type never fails")
    func toOne() throws {
        let shelf = try shelf()
        switch shelf.best {
        case .track(let track): #expect(track.title == "Safe")
        case .artist, .unknown, nil: Issue.record("no track")
        }
        let first = try shelf.first
        guard case .unknown(let robot) = first else { throw JSONError(code: .wrongKind) }
        #expect(robot.type == "robots" && robot.attributes.arms == 4)
        #expect(shelf.vox.failures.isEmpty)

        shelf.best = .artist(Resource<Artist>(id: "9"))
        #expect(shelf.best?.name == "artist Ada")
        #expect(shelf.vox.relationship(\.best).links.selfLink.href == "/b")
        shelf.best = .null
        #expect(shelf.best == nil && shelf.vox.state(\.best) == .null)
        shelf.best = nil
        #expect(shelf.vox.state(\.best) == .absent)
        shelf.first = .track(makeTrack("new", id: "n"))
        #expect(try shelf.first.name == "track new")
        shelf.first = nil
        #expect(throws: JSONError.self) { try shelf.first }
    }

    @Test(
        "MW-018 MW-036 a to-many relationship is a list of cases",
        arguments: [DocumentOptions.Mode.standard, .lenient])
    func toMany(_ mode: DocumentOptions.Mode) throws {
        let shelf = try shelf(mode)
        #expect(
            shelf.items.map(\.name) == ["artist Ada", "track Safe", "unknown robots", "track -"])
        #expect(shelf.items[1].name == "track Safe" && shelf.items.count == 4)
        #expect(shelf.items[3].resource.vox.isResolved == false)
        #expect(try shelf.all.isEmpty)
        #expect(shelf.vox.failures.isEmpty)
    }

    @Test("the list is edited in place, as one of a single type is")
    func editing() throws {
        let shelf = try shelf()
        shelf.items.append(.track(Resource<Track>(id: "2")))
        shelf.items.insert(.artist(makeArtist("new", id: "n")), at: 0)
        shelf.items[2] = .unknown(Resource(type: "robots", id: "s"))
        shelf.items.removeAll { if case .track = $0 { true } else { false } }
        shelf.items.swapAt(0, 1)
        #expect(
            shelf.items.map(\.name) == [
                "artist Ada", "artist new", "unknown robots", "unknown robots",
            ])
        #expect(shelf.vox.relationship(\.items).linkage.identifiers[0].meta.n == 1)
        #expect(shelf.items.remove(at: 2).resource.id == "s")
        shelf.items.append(contentsOf: [.track(Resource(id: "5"))])
        shelf.items.sort { $0.name < $1.name }
        #expect(
            shelf.items.map(\.name) == ["artist Ada", "artist new", "track -", "unknown robots"])
        shelf.items.sort { $0.name > $1.name }
        shelf.items[0..<3].reverse()
        shelf.items[2...].reverse()
        #expect(
            shelf.items.map(\.name) == ["artist new", "track -", "artist Ada", "unknown robots"])
        let numbers = shelf.vox.relationship(\.items).linkage.identifiers.map { $0.meta.n as Int? }
        #expect(numbers == [nil, nil, 1, nil])
        shelf.items.removeAll()
        #expect(shelf.items.isEmpty && shelf.items.state == .value)
        shelf.items = [.track(Resource(id: "1")), .artist(Resource(id: "9"))]
        #expect(shelf.items.map(\.name) == ["track Safe", "artist Ada"])
        let list: [Thing]? = shelf.items
        #expect(list?.count == 2)
        shelf.items = [Thing]()
        #expect(shelf.items.state == .value)
        shelf.items = .null
        #expect(shelf.items.state == .null)
        shelf.items = nil
        #expect(shelf.items.state == .absent)
        #expect(shelf.vox.failures.isEmpty)
    }

    @Test("MW-036 primary data of several types, one and many")
    func primaryData() throws {
        let text = #"""
            {"data": [{"type": "tracks", "id": "1", "attributes": {"title": "Safe"}},
              {"type": "robots", "id": "r"}, {"type": "artists", "id": "9"}]}
            """#
        for mode in [DocumentOptions.Mode.strict, .standard, .lenient] {
            let document = try Document<[Thing]>(
                parsing: text, options: DocumentOptions(mode: mode))
            #expect(document.data.map(\.name) == ["track Safe", "unknown robots", "artist -"])
            #expect(document.data[0].name == "track Safe" && document.skipped.isEmpty)
        }
        let one = try Document<Thing>(parsing: #"{"data": {"type": "tracks", "id": "1"}}"#)
        #expect(one.data?.name == "track -")
        #expect(try Document<Thing>(parsing: #"{"data": null}"#).data == nil)
        #expect(throws: DocumentError.self) { try Document<Thing>(parsing: text) }
        let built = try Document<[Thing]>()
        try built.add(Resource(makeTrack("built", id: "7")))
        #expect(built.data.map(\.name) == ["track built"])
        let frozen = try built.frozen()
        #expect(frozen.document.data.count == 1)
    }

    @Test("what else one asks of a relationship, one asks of one to several types")
    func operations() throws {
        let shelf = try shelf()
        #expect(Inclusion<Shelf>.paths(\.best, \.items, \.album.artist).names?.count == 3)
        shelf.best = .unknown(Resource(type: "robots", id: "r"))
        #expect(try shelf.vox.isChanged(\.best) && !shelf.vox.isChanged(\.items))
        try shelf.vox.revert(\.best)
        #expect(shelf.best?.name == "track Safe")
        #expect(
            String(decoding: try shelf.linkageDocument(\.first), as: UTF8.self)
                == #"{"data":{"type":"robots","id":"r"}}"#)
        let compound = try shelf.documentData(including: .paths(\.items, \.first))
        #expect(try Document<Shelf>(parsing: compound).included.count == 3)
        try Shelf.check()
        let options = DocumentOptions(checksRequired: true)
        #expect(throws: Never.self) { try Document<Shelf>(parsing: Self.text, options: options) }
    }
}
