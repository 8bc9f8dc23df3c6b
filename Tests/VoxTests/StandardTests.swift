// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// Rules of JSON:API 1.1 that readers and writers keep, by their numbers.
@Suite("The standard")
struct StandardTests {
    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    // MARK: Identity

    @Test("JA-017 a create may leave out the id, and then have a lid")
    func creating() throws {
        let album = makeAlbum("New")
        #expect(
            text(try album.createDocument())
                == #"{"data":{"type":"albums","attributes":{"title":"New"}}}"#)
        album.lid = "local"
        #expect(
            text(try album.createDocument())
                == #"{"data":{"type":"albums","lid":"local","attributes":{"title":"New"}}}"#)
        album.lid = nil
        album.id = "7"
        #expect(
            text(try album.createDocument())
                == #"{"data":{"type":"albums","id":"7","attributes":{"title":"New"}}}"#)
    }

    @Test("JA-018 a new resource has one lid wherever it is named")
    func localIdentity() throws {
        let album = makeAlbum("New")
        album.attachments = [try album.erased(), try album.erased()]
        album.lid = "first"
        let track = makeTrack("T")
        track.lid = "t"
        album.attachments.append(try track.erased())
        album.lid = "second"
        let written = text(try album.createDocument())
        #expect(
            written.components(separatedBy: #""lid":"second""#).count == 3, "a target is sent once")
        #expect(written.components(separatedBy: #""lid":"t""#).count == 2)
        #expect(!written.contains("first"))
        let read = try #require(try Document<Album>(parsing: written).data)
        #expect(read.attachments.first?.as(Album.self) == read)
    }

    @Test("JA-020 a resource may be type and id alone", arguments: ["", ",\"included\":[]"])
    func bare(rest: String) throws {
        let written = #"{"data":{"type":"albums","id":"1"}"# + rest + "}"
        let document = try Document<Album>(parsing: written)
        let album = try #require(document.data)
        #expect(album.type == "albums" && album.id == "1")
        #expect(album.vox.isResolved)
        #expect(album.title == nil && album.artist == nil && album.tracks.isEmpty)
        #expect(album.vox.state(\.tracks) == .absent)
        #expect(album.attributes.vox.state == .absent && album.relationships.vox.state == .absent)
        #expect(album.meta.vox.state == .absent && album.vox.json["links"].vox.state == .absent)
        #expect(try document.documentText() == written)
        #expect(text(try album.documentData()) == #"{"data":{"type":"albums","id":"1"}}"#)
        let list = try Document<[AnyResource]>(
            parsing: #"{"data":[{"type":"a","id":"1"}],"included":[{"type":"b","id":"1"}]}"#)
        #expect(list.data[0].attributes.vox.state == .absent)
        #expect(list.included[0].id == "1")
    }

    @Test(
        "JA-024 attributes named as members of a resource or of Swift are reached",
        arguments: [
            "lid", "links", "meta", "relationships", "attributes", "data", "self", "init",
            "description", "id", "type", "vox",
        ])
    func reservedNames(name: String) throws {
        let resource = try #require(
            try Document<AnyResource>(
                parsing: #"{"data":{"type":"t","id":"1","attributes":{"\#(name)":"read"}}}"#
            ).data)
        #expect(resource[name] == "read")
        #expect(resource.attributes[name] == "read")
        resource[name] = "written"
        #expect(resource.attributes[name] == "written")
        #expect(resource.type == "t" && resource.id == "1" && resource.lid == nil)
        #expect(try resource.vox.changes().attributes == [name])
        #expect(
            try resource.documentText()
                == #"{"data":{"type":"t","id":"1","attributes":{"\#(name)":"written"}}}"#)
    }

    /// Those of the names that the members of a resource do not take are properties as well.
    @Test("JA-024 they may be properties of a schema")
    func reservedProperties() throws {
        struct Odd: ResourceSchema {
            static let type = "t"
            let data = Attribute<String>("data")
            let description = Attribute<String>("description")
            let itself = Attribute<String>("self")
            let initial = Attribute<String>("init")
            let localId = Attribute<String>("lid")
        }
        let odd = Resource<Odd>()
        odd.data = "a"
        odd.description = "b"
        odd.itself = "c"
        odd.initial = "d"
        odd.localId = "e"
        #expect(odd.description == "b" && odd.localId == "e" && odd.lid == nil)
        #expect(
            text(try odd.documentData())
                == #"{"data":{"type":"t","attributes":{"data":"a","description":"b","#
                + #""self":"c","init":"d","lid":"e"}}}"#)
    }

    // MARK: Linkage

    @Test("JA-030 linkage is null, [], an identifier, several, or not loaded: five states")
    func linkageShapes() throws {
        let album = try readAlbum(
            with: #"""
                "relationships":{"a":{"data":null},"b":{"data":[]},
                "c":{"data":{"type":"tracks","id":"1"}},"d":{"data":[{"type":"tracks","id":"1"}]},
                "artist":{"links":{"related":"/artist"}},"tracks":{"meta":{"count":3}}}
                """#)
        let kinds = ["a", "b", "c", "d", "artist", "tracks", "none"].map {
            album.relationships[$0]["data"].vox.kind
        }
        #expect(kinds == [.null, .array, .object, .array, .absent, .absent, .absent])
        #expect(["a", "b", "c", "d"].map { album.vox.related($0).count } == [0, 0, 1, 1])
        #expect(album.vox.state(\.artist) == .absent && album.vox.state(\.tracks) == .absent)
        #expect(album.artist == nil && album.tracks.isEmpty)
        for (shape, one, many) in [
            (#"{"data":null}"#, JSON.State.null, JSON.State.null),
            (#"{"data":[]}"#, .value, .value),
            (#"{"data":{"type":"tracks","id":"1"}}"#, .value, .value), (#"{}"#, .absent, .absent),
        ] {
            try album.relationships.artist.vox.set(parsing: shape)
            try album.relationships.tracks.vox.set(parsing: shape)
            #expect(album.vox.state(\.artist) == one && album.vox.state(\.tracks) == many)
        }
    }

    @Test("an identifier in place of a list is noted, and not overwritten by appending")
    func identifierInPlaceOfList() throws {
        let album = try readAlbum(
            with: #""relationships":{"tracks":{"data":{"type":"tracks","id":"1"}}}"#)
        #expect(album.tracks.isEmpty)
        #expect(album.vox.failure?.code == .wrongKind)
        #expect(album.vox.failure?.pointer == "/data/relationships/tracks/data")
        album.vox.failure = nil
        album.tracks.append(makeTrack("new", id: "9"))
        #expect(album.vox.failure?.code == .wrongKind)
        album.vox.failure = nil
        #expect(!album.vox.isChanged)
        album.tracks = [makeTrack("new", id: "9")]
        #expect(album.tracks.map(\.id) == ["9"] && album.vox.failure == nil)
    }

    @Test("JA-066 @-members are no relationships, no links and not included, and stay as they are")
    func atMembers() throws {
        let text = #"""
            {"data":{"type":"albums","id":"1","@id":"x",
             "attributes":{"title":"A","@t":1},
             "links":{"@l":"/l","self":"/1","x:l":"/x"},
             "relationships":{"@r":{"data":{"type":"b","id":"1"}},"x:r":{"data":{"type":"b","id":"1"}},
               "artist":{"data":{"type":"artists","id":"7"}}}},
             "included":[{"type":"artists","id":"7"},{"type":"b","id":"1"}]}
            """#
        let document = try Document<Album>(parsing: text)
        let album = try #require(document.data)
        #expect(album.vox.relationships == ["artist"])
        #expect(album.links.map(\.name) == ["self", "x:l"])
        let written = try Document<Album>(parsing: album.documentData(including: .all))
        #expect(written.included.map(\.type) == ["artists"])
        album.json.relationships["@r"]["data"] = nil
        album.json.relationships["x:r"]["data"]["id"] = "2"
        #expect(try album.vox.changes().relationships.isEmpty)
        #expect(try self.text(album.updateDocument()) == #"{"data":{"type":"albums","id":"1"}}"#)
        #expect(try self.text(album.updateDocument(full: true)).contains("@r") == false)
        #expect(try document.documentText().contains(#""@t":1"#))
    }

    @Test("JA-031 JA-032 linkage keeps order, repetition and the meta of each identifier")
    func linkageOrder() throws {
        let linkage =
            #"[{"type":"tracks","id":"2","meta":{"at":1}},{"type":"tracks","id":"1"},"#
            + #"{"type":"tracks","id":"2","meta":{"at":3}},{"type":"tracks","id":"3"}]"#
        let written =
            #"{"data":{"type":"albums","id":"1","relationships":{"tracks":{"data":"# + linkage
            + #"}}},"included":[{"type":"tracks","id":"2","meta":{"own":true}}]}"#
        let document = try Document<Album>(parsing: written)
        let album = try #require(document.data)
        #expect(album.tracks.map(\.id) == ["2", "1", "2", "3"])
        #expect(album.tracks[0] == album.tracks[2])
        let identifiers = album.relationships.tracks["data"]
        #expect((0..<4).map { identifiers[$0].meta.at as Int? } == [1, nil, 3, nil])
        #expect(album.tracks[0].meta.own == true)
        album.title = "edited"
        album.tracks.append(makeTrack("new", id: "9"))
        #expect(album.tracks.map(\.id) == ["2", "1", "2", "3", "9"])
        #expect(try document.documentText().contains(linkage.dropLast()))
        album.tracks = Array(album.tracks) + [album.tracks[0]]
        #expect((0..<6).map { identifiers[$0].meta.at as Int? } == [1, nil, 3, nil, nil, nil])
    }

    @Test("JA-041 of two resources with one identity lookup gives primary data, else the first")
    func repeatedResources() throws {
        let written = """
            {"data": [{"type": "a", "id": "1", "attributes": {"n": 1}},
              {"type": "a", "id": "1", "attributes": {"n": 2}},
              {"type": "r", "id": "1", "relationships": {"x": {"data": [{"type": "a", "id": "1"},
                {"type": "b", "id": "1"}]}}}],
             "included": [{"type": "b", "id": "1", "attributes": {"n": 3}},
              {"type": "b", "id": "1", "attributes": {"n": 4}},
              {"type": "a", "id": "1", "attributes": {"n": 5}}]}
            """
        for mode: DocumentOptions.Mode in [.standard, .lenient] {
            let document = try Document<[AnyResource]>(
                parsing: written, options: DocumentOptions(mode: mode))
            #expect(document.data.count == 3 && document.included.count == 3)
            #expect(document.resource(type: "a", id: "1") == document.data[0])
            #expect(document.resource(type: "b", id: "1") == document.included[0])
            #expect(document.data[2].vox.related("x").map { $0.attributes.n as Int? } == [1, 3])
            #expect(document.included.map { $0.attributes.n as Int? } == [3, 4, 5])
            #expect(try document.documentText() == written)
        }
    }

    @Test("JA-044 T27 cycles and references to oneself lead to the same resource")
    func cycles() throws {
        struct Link: ResourceSchema {
            static let type = "n"
            let next = ToOne<Link>("next")
            let me = ToOne<Link>("self")
        }
        // Long enough that recursion over the chain would end the stack.
        let count = 20_000
        let nodes = (0..<count).map { number in
            #"{"type":"n","id":"\#(number)","relationships":{"next":{"data":{"type":"n","id":"#
                + #""\#((number + 1) % count)"}},"self":{"data":{"type":"n","id":"\#(number)"}}}}"#
        }
        let document = try Document<Link>(
            parsing: #"{"data":"# + nodes[0] + #","included":["#
                + nodes.dropFirst().joined(separator: ",") + "]}")
        let first = try #require(document.data)
        var link = first
        var faults = 0
        for number in 1...count {
            faults += link.me == link ? 0 : 1
            link = try #require(link.next)
            faults += link.id == "\(number % count)" ? 0 : 1
        }
        #expect(link == first && faults == 0)
        #expect(first.debugDescription == "n (id 0)")
        #expect(try first.documentData().count < 200)
        #expect(try document.documentDictionary().names == ["data", "included"])
        #expect(try first.vox.changes().isEmpty)
        first.next?.next = first
        #expect(first.next?.next == first)
        #expect(try first.next?.documentData().count ?? 0 < 200)
    }

    @Test("JA-046 an empty included is told from none")
    func emptyIncluded() throws {
        for (rest, state) in [
            ("", JSON.State.absent), (#","included":[]"#, .value),
        ] {
            let written = #"{"data":null"# + rest + "}"
            let document = try Document<Album>(parsing: written)
            #expect(document.included.isEmpty)
            #expect(document.json["included"].vox.state == state)
            #expect(try document.documentText() == written)
        }
    }

    // MARK: Documents

    @Test("JA-006 the members of a document may come in any order, or not at all")
    func memberOrder() throws {
        let members = [
            #""included":[{"type":"artists","id":"9","attributes":{"name":"N"}}]"#,
            #""meta":{"m":1}"#, #""jsonapi":{"version":"1.1"}"#, #""links":{"self":"/"}"#,
            #""data":{"type":"albums","id":"1","relationships":{"artist":{"data":"#
                + #"{"type":"artists","id":"9"}}}}"#,
        ]
        for turn in members.indices {
            let order = Array(members[turn...] + members[..<turn])
            for part in [order, order.reversed()] {
                let written = "{" + part.joined(separator: ",") + "}"
                let document = try Document<Album>(parsing: written)
                #expect(document.data?.artist?.name == "N")
                #expect(document.meta.m == 1 && document.included.count == 1)
                #expect(try document.documentText() == written)
            }
            let without = order.filter { $0.hasPrefix("\"data\"") || $0 == order[0] }
            let document = try Document<Album>(parsing: "{" + without.joined(separator: ",") + "}")
            #expect(document.data?.artist?.id == "9")
        }
    }

    @Test("JA-008 a list of one stays a list; [], null and no data are three")
    func listOfOne() throws {
        let one = try Document<[AnyResource]>(parsing: #"{"data":[{"type":"a","id":"1"}]}"#)
        #expect(one.data.count == 1)
        #expect(one.json["data"].vox.kind == .array)
        #expect(try one.documentText() == #"{"data":[{"type":"a","id":"1"}]}"#)
        let kinds = try [#"{"data":[]}"#, #"{"data":null}"#, #"{"meta":{}}"#].map { text in
            let list = try Document<[AnyResource]>(parsing: text)
            #expect(list.data.isEmpty)
            return list.json["data"].vox.kind
        }
        #expect(kinds == [.array, .null, .absent])
        #expect(try Document<[AnyResource]>(parsing: #"{"data":[]}"#).dataState == .value)
        #expect(try Document<AnyResource>(parsing: #"{"data":null}"#).dataState == .null)
        #expect(try Document<AnyResource>(parsing: #"{"meta":{}}"#).dataState == .absent)
    }

    // MARK: Names and members

    @Test("JA-060 names, types and ids are told apart by the case of their letters")
    func letterCase() throws {
        let document = try Document<[AnyResource]>(
            parsing: #"""
                {"data":[{"type":"albums","id":"a","attributes":{"title":"small","Title":"large"},
                  "relationships":{"Artist":{"data":{"type":"Artists","id":"9"}}}},
                 {"type":"Albums","id":"a","attributes":{"n":2}},
                 {"type":"albums","id":"A","attributes":{"n":3}}],
                 "Included":[1],"included":[{"type":"artists","id":"9"}]}
                """#)
        let album = try #require(document.data[0].as(Album.self))
        #expect(album.title == "small" && album.attributes.Title == "large")
        #expect(document.data[1].as(Album.self) == nil)
        #expect(album.artist == nil && album.vox.related("Artist")[0].vox.isResolved == false)
        #expect(document.resource(type: "Albums", id: "a") == document.data[1])
        #expect(document.resource(type: "albums", id: "A") == document.data[2])
        #expect(document.resource(type: "ALBUMS", id: "a") == nil)
        #expect(document.included.count == 1 && document.json.Included[0] == 1)
        album.title = nil
        #expect(album.attributes.vox.members.map(\.name) == ["Title"])
    }

    @Test("JA-068 @-members and those of extensions survive reading, editing and writing")
    func foreignMembers() throws {
        let written = #"""
            {"@context": {"a": [1.0]}, "version:id": "1",
             "data": {"@id": "x", "type": "albums", "id": "1", "ext:lock": {"by": null},
               "attributes": {"@lang": "de", "title": "A", "ext:rank": 1e2},
               "relationships": {"@note": [], "artist": {"@since": 1, "ext:n": {},
                 "data": {"type": "artists", "id": "9", "@id": "y", "ext:w": 0.50}}},
               "links": {"@l": "1", "self": "/1"}, "meta": {"@m": 1}},
             "included": [{"type": "artists", "id": "9", "@id": "z", "ext:x": [ ]}],
             "jsonapi": {"@v": true, "ext:a": 1}}
            """#
        let document = try Document<Album>(parsing: written)
        let album = try #require(document.data)
        album.title = "B"
        album.artist?.name = "N"
        album.meta.more = true
        let expected = written.replacing(#""title": "A""#, with: #""title": "B""#)
            .replacing(#""@m": 1"#, with: #""@m": 1, "more": true"#)
            .replacing(#""ext:x": [ ]"#, with: #""ext:x": [ ], "attributes": {"name": "N"}"#)
        #expect(try document.documentText() == expected)
        // What is written to a relationship leaves what stands beside the linkage.
        album.artist = makeArtist("Other", id: "10")
        let relationship = album.relationships.artist
        #expect(relationship.vox.members.map(\.name) == ["@since", "ext:n", "data"])
        #expect(try album.vox.changes().attributes == ["title"])
        #expect(album.vox.failure == nil)
    }

    @Test("JA-169 the text of a number survives reading, editing beside it, and writing")
    func numberTexts() throws {
        let numbers = [
            "9007199254740993", "9223372036854775808", "-9223372036854775809",
            "18446744073709551616", "123456789012345678901234567890", "1.0", "1", "1E2", "1e+2",
            "-0", "-0.0", "0.10", "1e400", "1e-400", "100", "3.141592653589793238462643",
        ]
        let list = numbers.joined(separator: ",")
        let members = numbers.enumerated().map { "\"n\($0)\":\($1)" }.joined(separator: ",")
        let written =
            #"{"data":{"type":"albums","id":"1","attributes":{"title":"A",\#(members),"#
            + #""extras":[\#(list)]}}}"#
        let document = try Document<Album>(parsing: written)
        #expect(try document.documentText() == written)
        let album = try #require(document.data)
        album.title = "B"
        album.attributes.n0 = album.attributes.n1
        album.extras.vox.elements[0].vox.remove()
        let expected = written.replacing(#""A""#, with: #""B""#)
            .replacing(#""n0":9007199254740993"#, with: #""n0":9223372036854775808"#)
            .replacing("[9007199254740993,", with: "[")
        #expect(try document.documentText() == expected)
        #expect(try document.documentText(style: .compact) == expected)
        #expect(text(try album.documentData()) == expected)
        let copy = Resource<Album>()
        copy.attributes = album.attributes
        #expect(try copy.documentText().contains("[" + numbers.dropFirst().joined(separator: ",")))
    }
}
