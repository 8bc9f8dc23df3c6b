// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

@Suite("Compound documents")
struct InclusionTests {
    /// A resource of a graph.
    struct Knot: ResourceSchema {
        static let type = "knots"
        let number = Attribute<Int>("number")
        let next = ToOne<Knot>("next")
        let others = ToMany<Knot>("others")
    }

    /// `type/id` of the included resources of a document.
    private func included(_ data: some Collection<UInt8>) throws -> [String] {
        let json = try JSON(parsing: data)
        return json.included.vox.elements.map {
            "\($0.type as String? ?? "")/\($0.id as String? ?? "")"
        }
    }

    private func tour() -> Resource<Album> {
        let album = makeAlbum("a", id: "1")
        let debut = makeAlbum("d", id: "2")
        album.artist = makeArtist("x", id: "7")
        album.artist?.debut = debut
        debut.tracks = [makeTrack("t", id: "3"), makeTrack("u", id: "4")]
        album.tracks = [makeTrack("v", id: "5")]
        return album
    }

    @Test("MW-101 included resources are found by type and id, and lead to one another")
    func lookup() throws {
        let document = try Document<[Album]>(parsing: AlbumDocument.list)
        let artist = try #require(document.resource(Artist.self, id: "9"))
        #expect(artist.name == "Massive Attack")
        #expect(artist.debut == document.data[0])
        #expect(artist.debut?.tracks.first == document.resource(Track.self, id: "1"))
        #expect(document.resource(type: "tracks", id: "2")?["title"] == "One Love")
        #expect(document.resource(Artist.self, id: "1") == nil)
        #expect(document.resource(Track.self, id: "9") == nil)
    }

    @Test("MW-102 a compound document is written to the depth asked, each resource once")
    func depth() throws {
        let album = tour()
        let levels = [
            [], ["artists/7", "tracks/5"], ["artists/7", "tracks/5", "albums/2"],
            ["artists/7", "tracks/5", "albums/2", "tracks/3", "tracks/4"],
        ]
        for (depth, expected) in levels.enumerated() {
            let data = try album.documentData(including: .depth(depth))
            #expect(try included(data) == expected)
            let read = try Document<Album>(parsing: data)
            #expect(read.includedState == (depth == 0 ? .absent : .value))
            #expect(
                try Validator(profile: .response).findings(in: read.json).map(\.rule)
                    .allSatisfy { $0 == 64 })
        }
        #expect(try included(album.documentData(including: .all)) == levels[3])
        #expect(try included(album.documentData(including: .none)) == [])
        #expect(try included(album.documentData(including: .depth(-1))) == [])
        let both = [album, try #require(album.artist?.debut)]
        #expect(
            try included(both.documentData(including: .all))
                == ["artists/7", "tracks/5", "tracks/3", "tracks/4"],
            "primary data is never repeated")
        let none: [Resource<Album>] = []
        #expect(
            String(decoding: try none.documentData(including: .all), as: UTF8.self)
                == #"{"data":[],"included":[]}"#)
    }

    @Test(
        "a path of text that names no relationship is an error, wherever it is used",
        arguments: ["nope", "artist.nope", "artist.", "artist.debut.nope.tracks", "title"])
    func unknownPaths(path: String) throws {
        let album = tour()
        let inclusion: Inclusion<Album> = .paths(["tracks", path])
        let error = #expect(throws: DocumentError.self) {
            try album.documentData(including: inclusion)
        }
        #expect(error?.code == .unknownPath && error?.message.contains("\"\(path)\"") == true)
        #expect(throws: DocumentError.self) { try [album].documentData(including: inclusion) }
        let document = try Document<[Album]>()
        #expect(throws: DocumentError.self) { try document.include(inclusion) }
        #expect(document.includedState == .absent)
    }

    @Test("a relationship that the schema does not name may be included by text")
    func undeclaredPaths() throws {
        let text = #"""
            {"data": {"type": "albums", "id": "1", "relationships": {
               "label": {"data": {"type": "labels", "id": "2"}},
               "attachments": {"data": []}}},
             "included": [{"type": "labels", "id": "2"}]}
            """#
        let album = try #require(try Document<Album>(parsing: text).data)
        for path in ["label", "label.owner", "attachments.anything"] {
            #expect(throws: Never.self, "\(path)") {
                try album.documentData(including: .paths(path))
            }
        }
        #expect(try included(album.documentData(including: .paths("label"))) == ["labels/2"])
    }

    @Test("key paths and texts say the same, and include every resource on the way")
    func paths() throws {
        let album = tour()
        let checked: Inclusion<Album> = .paths(\.artist, \.artist.debut.tracks, \.tracks)
        #expect(checked.names == ["artist", "artist.debut.tracks", "tracks"])
        #expect(checked == .paths("artist", "artist.debut.tracks", "tracks"))
        #expect(
            try included(album.documentData(including: checked))
                == ["artists/7", "tracks/5", "albums/2", "tracks/3", "tracks/4"])
        #expect(
            try included(album.documentData(including: .paths(\.artist.debut)))
                == ["artists/7", "albums/2"])
        #expect(
            try included(album.documentData(including: .paths("tracks", "", "artist")))
                == ["tracks/5", "artists/7"])
        #expect(try included(album.documentData(including: .paths([]))) == [])
        let circle: Inclusion<Album> = .paths(\.artist.debut.artist.debut)
        album.artist?.debut?.artist = album.artist
        #expect(try included(album.documentData(including: circle)) == ["artists/7", "albums/2"])
        #expect(Inclusion<Album>.all.names == nil)
        #expect(Inclusion<Album>.paths().names == [])
    }

    @Test("resources of a compound document are written whole")
    func whole() throws {
        let album = makeAlbum("a", id: "1")
        album.links.related = "/r"
        album.artist = makeArtist("x", id: "7")
        album.artist?.meta.m = 1
        album.vox.relationship(\.artist).meta.n = 2
        #expect(
            String(decoding: try album.documentData(including: .all), as: UTF8.self)
                == #"{"data":{"type":"albums","attributes":{"title":"a"},"id":"1","#
                + #""links":{"related":"/r"},"relationships":{"artist":{"data":"#
                + #"{"type":"artists","id":"7"},"meta":{"n":2}}}},"#
                + #""included":[{"type":"artists","attributes":{"name":"x"},"id":"7","#
                + #""meta":{"m":1}}]}"#)
    }

    @Test("targets that are nowhere to be found are left out; ones without identity are refused")
    func unresolved() throws {
        let album = try readAlbum(
            with: #""relationships":{"artist":{"data":{"type":"artists","id":"7"}},"#
                + #""tracks":{"data":null},"attachments":{"links":{"related":"/x"}}}"#)
        #expect(try included(album.documentData(including: .all)) == [])
        let top = makeAlbum("x", id: "1")
        top.artist = makeArtist("y", id: "2")
        top.artist?.debut = makeAlbum("no id")
        let error = #expect(throws: DocumentError.self) {
            try top.documentData(including: .depth(1))
        }
        #expect(error?.code == .missingIdentity)
        #expect(error?.pointer == "/included/0/relationships/debut/data")
        let document = try Document(data: top)
        let again = #expect(throws: DocumentError.self) { try document.include(.all) }
        #expect(again?.code == .missingIdentity)
        #expect(again?.pointer == "/included/0/relationships/debut/data")
        #expect(document.includedState == .absent, "nothing was included")
        top.artist?.debut?.lid = "new"
        try document.include(.all)
        #expect(document.included.map(\.type) == ["artists", "albums"])
    }

    @Test("a document takes in what linked documents hold, and its relationships lead there")
    func intoDocument() throws {
        let album = tour()
        let document = try Document(data: album)
        try document.include(.paths(\.artist.debut))
        #expect(document.included.map(\.type) == ["artists", "albums"])
        let artist = try #require(document.resource(Artist.self, id: "7"))
        #expect(document.data?.artist == artist)
        #expect(artist.debut == document.resource(Album.self, id: "2"))
        #expect(artist.debut?.tracks.first?.title == "t", "what was not included is still linked")
        artist.name = "changed here"
        #expect(album.artist?.name == "x")
        try document.include(.all)
        try document.include(.all)
        #expect(
            try included(document.documentData())
                == ["artists/7", "albums/2", "tracks/5", "tracks/3", "tracks/4"])
        #expect(document.resource(Artist.self, id: "7")?.name == "changed here")
        let bare = try Document<[Album]>()
        try bare.include(.none)
        #expect(bare.includedState == .absent)
        try bare.include(.all)
        #expect(bare.includedState == .value, "asked to include, a server says so")
    }

    @Test("linked documents that call a resource the same: the one assigned is included")
    func sameIdentityElsewhere() throws {
        let album = makeAlbum("a", id: "1")
        let older = makeArtist("older", id: "7")
        let newer = makeArtist("newer", id: "7")
        let other = makeAlbum("b", id: "2")
        other.artist = older
        album.tracks = []
        album.attachments = [try other.erased()]
        album.artist = newer
        let document = try Document(data: album)
        try document.include(.paths(\.artist))
        #expect(document.data?.artist?.name == "newer")
        #expect(document.included.map { $0["name"] as String? } == ["newer"])
    }

    /// Resources that refer to one another at random, each in a document of its own or all in few.
    private func graph(_ random: inout Seeded) throws -> [Resource<Knot>] {
        let count = 1 + random.below(12)
        var knots: [Resource<Knot>] = []
        var documents = [try Document<[Knot]>(), try Document<[Knot]>()]
        for number in 0..<count {
            let knot: Resource<Knot>
            if random.chance(50) {
                knot = try documents[random.below(documents.count)].add(id: "\(number)")
            } else {
                knot = Resource<Knot>()
                knot.id = "\(number)"
            }
            knot.number = number
            knots.append(knot)
        }
        documents = []
        for knot in knots {
            if random.chance(60) { knot.next = random.pick(knots) }
            if random.chance(10) { knot.next = .null }
            for _ in 0..<random.below(4) { knot.others.append(random.pick(knots)) }
        }
        return knots
    }

    /// The document with each target once in its linkage, as a document that is put together has it.
    private func withoutRepeats(_ document: Document<[Knot]>) throws -> JSON {
        let json = try JSON(parsing: document.documentData())
        for resource in json.data.vox.elements + json.included.vox.elements {
            let linkage = resource.relationships.others.data
            var known: Set<String> = []
            for identifier in linkage.vox.elements where !known.insert(identifier.id ?? "").inserted
            {
                identifier.vox.remove()
            }
        }
        return json
    }

    /// What should be included, found by another way: repeated relaxation over numbers.
    private func reachable(
        _ knots: [Resource<Knot>], from primary: [Int], depth: Int
    ) -> Set<Int> {
        var distance = [Int: Int](uniqueKeysWithValues: primary.map { ($0, 0) })
        for _ in knots.indices {
            for knot in knots {
                guard let number = knot.number, let here = distance[number] else { continue }
                for target in [knot.next?.number].compactMap({ $0 })
                    + knot.others.compactMap(\.number)
                {
                    distance[target] = min(distance[target] ?? .max, here + 1)
                }
            }
        }
        return Set(distance.filter { $0.value > 0 && $0.value <= depth }.keys)
    }

    @Test(
        "MW-102 over random graphs: full linkage, each resource once, all that can be reached",
        arguments: 0..<150)
    func property(seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let knots = try graph(&random)
        let primary = knots.indices.filter { _ in random.chance(30) }
        let depth = random.below(5)
        let inclusion: Inclusion<Knot> = depth == 4 ? .all : .depth(depth)
        let expected = reachable(knots, from: primary, depth: depth == 4 ? .max : depth)

        let chosen = primary.map { knots[$0] }
        let written = try chosen.documentData(including: inclusion)
        let document = try Document(data: chosen)
        try document.include(inclusion)
        #expect(try JSON(parsing: written).vox.isEqual(to: withoutRepeats(document)))

        for data in [written, try document.documentData()] {
            let read = try Document<[Knot]>(parsing: data)
            #expect(read.data.compactMap(\.number) == primary)
            let numbers = read.included.compactMap { $0.as(Knot.self)?.number }
            #expect(numbers.count == Set(numbers).count)
            #expect(Set(numbers) == expected)
            #expect(try Validator(profile: .response).findings(in: read.json).isEmpty)
        }

        // A path reaches what its steps reach, one after another.
        let path = (0..<random.below(4)).map { _ in random.chance(50) ? "next" : "others" }
        let walked = try Document(data: chosen)
        try walked.include(.paths([path.joined(separator: ".")]))
        #expect(try Validator(profile: .response).findings(in: walked.json).isEmpty)
        var level = Set(primary)
        var onTheWay: Set<Int> = []
        for name in path {
            level = Set(
                level.flatMap { number in
                    knots[number].vox.related(name).compactMap { $0["number"] as Int? }
                })
            onTheWay.formUnion(level)
        }
        let included = Set(walked.included.compactMap { $0["number"] as Int? })
        #expect(included == onTheWay.subtracting(primary))
    }

    @Test("a long chain and a full circle need no stack")
    func long() throws {
        let count = 5000
        let document = try Document<[Knot]>()
        var last = try document.add(id: "0")
        let first = last
        for number in 1..<count {
            let knot = try document.include(Knot.self, id: "\(number)")
            last.next = knot
            last = knot
        }
        last.next = first
        let data = try first.documentData(including: .all)
        #expect(try Document<Knot>(parsing: data).included.count == count - 1)
        try document.include(.all)
        #expect(document.included.count == count - 1)
    }
}
