// SPDX-License-Identifier: MIT

import Testing
import Vox

private struct Kebab: ResourceSchema {
    static let type = "things"
    static let keyStrategy = KeyStrategy.kebabCase
    let releaseYear = Attribute<Int>("releaseYear")
    let identifier = Attribute<Int>(exactly: "internalID")
    let playCount = Attribute<Int>("playCount").defaulting(to: 0)
    let homePage = Attribute<TypedObject<Page>>("homePage")
    let mainArtist = ToOne<Artist>("mainArtist")
    let allTracks = ToMany<Track>("allTracks")
    let loose = ToOne<Artist>(exactly: "looseEnd")
}

private struct Page: ObjectSchema {
    static let keyStrategy = KeyStrategy.snakeCase
    let visitorCount = Attribute<Int>("visitorCount")
}

/// JSON names that have nothing to do with the names of the properties.
private struct Renamed: ResourceSchema {
    static let type = "renamed"
    let one = ToOne<Artist>("performed by")
    let many = ToMany<Track>("contains")
    let mixed = ToMany<AnyResource>("files")
}

@Suite("Key strategies")
struct KeyStrategyTests {
    @Test(
        "names are converted as the table says",
        arguments: [
            ("releaseYear", "release_year", "release-year", "releaseYear"),
            ("release_year", "release_year", "release-year", "releaseYear"),
            ("release-year", "release_year", "release-year", "releaseYear"),
            ("ReleaseYear", "release_year", "release-year", "releaseYear"),
            ("URLPath", "url_path", "url-path", "urlPath"),
            ("imageURL", "image_url", "image-url", "imageURL"),
            ("image_URL", "image_url", "image-url", "imageUrl"),
            ("URL", "url", "url", "url"),
            ("aBC", "a_bc", "a-bc", "aBC"),
            ("a_b_c", "a_b_c", "a-b-c", "aBC"),
            ("line2", "line2", "line2", "line2"),
            ("line_2", "line_2", "line-2", "line2"),
            ("utf8Text", "utf8_text", "utf8-text", "utf8Text"),
            ("HTTP2Server", "http2_server", "http2-server", "http2Server"),
            ("_id", "_id", "_id", "_id"),
            ("__typeName", "__type_name", "__type-name", "__typeName"),
            ("_ID_", "_id_", "_id_", "_id_"),
            ("a__b", "a_b", "a-b", "aB"),
            ("", "", "", ""),
            ("_", "_", "_", "_"),
            ("a", "a", "a", "a"),
            ("A", "a", "a", "a"),
            ("2ndLine", "2nd_line", "2nd-line", "2ndLine"),
            ("@context", "@context", "@context", "@context"),
            ("atomic:refName", "atomic:ref_name", "atomic:ref-name", "atomic:refName"),
            ("größeÄußerst", "größeÄußerst", "größeÄußerst", "größeÄußerst"),
            ("größe_ÄUSSERST", "größe_Äusserst", "größe-Äusserst", "größeÄusserst"),
            ("日本", "日本", "日本", "日本"),
        ])
    func table(stated: String, snake: String, kebab: String, camel: String) {
        #expect(KeyStrategy.asIs.name(for: stated) == stated)
        #expect(KeyStrategy.snakeCase.name(for: stated) == snake)
        #expect(KeyStrategy.kebabCase.name(for: stated) == kebab)
        #expect(KeyStrategy.camelCase.name(for: stated) == camel)
    }

    @Test(
        "MW-094 the odd cases of snake case, as the table says",
        arguments: [
            ("_id", "_id"), ("__v", "__v"), ("id", "id"), ("ID", "id"), ("userID", "user_id"),
            ("userId", "user_id"), ("URL", "url"), ("htmlURL", "html_url"), ("HTMLUrl", "html_url"),
            ("address1", "address1"), ("address_1", "address_1"), ("createdAt", "created_at"),
            ("Name", "name"),
            // Where servers write something else, as `ios_version`, the name is stated exactly.
            ("iOSVersion", "i_os_version"), ("is2FAEnabled", "is2_fa_enabled"),
        ])
    func oddNames(stated: String, name: String) {
        #expect(KeyStrategy.snakeCase.name(for: stated) == name)
    }

    @Test("MW-094 what a strategy gets wrong is stated exactly")
    func overridden() throws {
        struct Device: ObjectSchema {
            static let keyStrategy = KeyStrategy.snakeCase
            let key = Attribute<String>("_id")
            let ownerID = Attribute<Int>("ownerID")
            let system = Attribute<String>(exactly: "ios_version")
            let name = Attribute<String>(exactly: "Name")
        }
        let text = #"{"_id":"a","owner_id":1,"ios_version":"9","Name":"n"}"#
        let device = TypedObject<Device>(try JSON(parsing: text))
        #expect(device.key == "a" && device.ownerID == 1 && device.system == "9")
        #expect(device.name == "n")
        let made = TypedObject<Device>()
        (made.key, made.ownerID, made.system, made.name) = ("a", 1, "9", "n")
        #expect(try made.vox.json.vox.text() == text)
    }

    @Test("converting twice is converting once", arguments: KeyStrategy.allCases)
    func idempotent(strategy: KeyStrategy) {
        // Every text of up to six of these.
        var names = [""]
        for _ in 0..<6 {
            names += names.flatMap { name in
                "aB1_-".map { name + String($0) }
            }
            names = Array(Set(names))
        }
        #expect(names.count == 19_531)
        let changed = names.filter { name in
            let once = strategy.name(for: name)
            return strategy.name(for: once) != once
        }
        #expect(changed == [])
    }

    @Test("a strategy holds for reading, writing, linkage, changes and requests alike")
    func everywhere() throws {
        let document = try Document<Kebab>(
            parsing: """
                {"data": {"type": "things", "id": "1",
                 "attributes": {"release-year": 1991, "internalID": 5, "releaseYear": 1},
                 "relationships": {"main-artist": {"data": {"type": "artists", "id": "9"}},
                   "looseEnd": {"data": null},
                   "all-tracks": {"data": [], "meta": {"total": 0}}}},
                 "included": [{"type": "artists", "id": "9", "attributes": {"name": "A"}}]}
                """)
        let thing = try #require(document.data)
        #expect(thing.releaseYear == 1991)
        #expect(thing.identifier == 5)
        #expect(thing.mainArtist?.name == "A")
        #expect(thing.allTracks.state == .value)
        #expect(thing.vox.state(\.loose) == .null)
        #expect(thing.vox.state(\.mainArtist) == .value)
        #expect(thing.vox.relationship(\.allTracks).meta.total == 0)

        thing.releaseYear = 1992
        thing.playCount += 1
        thing.homePage.visitorCount = 3
        thing.mainArtist = nil
        thing.allTracks.append(makeTrack("t", id: "4"))
        thing.loose = makeArtist("b", id: "8")
        #expect(try thing.vox.isChanged(\.releaseYear))
        #expect(try thing.vox.isChanged(\.identifier) == false)
        #expect(
            String(decoding: try thing.updateDocument(), as: UTF8.self)
                == #"{"data":{"type":"things","id":"1","attributes":{"release-year":1992,"#
                + #""play-count":1,"home-page":{"visitor_count":3}},"relationships":"#
                + #"{"looseEnd":{"data":{"type":"artists","id":"8"}},"#
                + #""all-tracks":{"data":[{"type":"tracks","id":"4"}]}}}}"#)
        #expect(
            String(decoding: try thing.linkageDocument(\.allTracks), as: UTF8.self)
                == #"{"data":[{"type":"tracks","id":"4"}]}"#)
        thing.allTracks.remove(makeTrack("t", id: "4"))
        #expect(thing.allTracks.isEmpty)
        try thing.vox.revert(\.releaseYear)
        #expect(thing.releaseYear == 1991)
        thing.releaseYear = .null
        #expect(thing["release-year"].vox.state == .null)
        #expect(thing["releaseYear"] == 1, "another member")
        #expect(Kebab.name(of: Kebab().releaseYear).text == "release-year")
        #expect(Kebab.name(of: Kebab().loose).text == "looseEnd")
        #expect(thing.vox.failure == nil)
    }

    @Test("JA-060 names that differ in case are different names")
    func caseSensitive() throws {
        struct Cases: ResourceSchema {
            static let type = "cases"
            let lower = Attribute<Int>("name")
            let upper = Attribute<Int>("Name")
            let one = ToOne<Artist>("artist")
            let other = ToOne<Artist>("Artist")
        }
        let cases = try #require(
            try Document<Cases>(
                parsing: """
                    {"data": {"type": "cases", "id": "1", "ID": "2", "Attributes": {"name": 3},
                     "attributes": {"Name": 2, "NAME": 4},
                     "relationships": {"Artist": {"data": {"type": "artists", "id": "1"}}}},
                     "DATA": null, "Included": 1}
                    """
            ).data)
        #expect(cases.id == "1")
        #expect(cases.lower == nil)
        #expect(cases.upper == 2)
        #expect(cases.one == nil)
        #expect(cases.other?.id == "1")
        cases.lower = 1
        #expect(cases.upper == 2)
        #expect(cases.attributes.vox.members.map(\.name) == ["Name", "NAME", "name"])
        #expect(throws: DocumentError.self) {
            try Document<Cases>(parsing: #"{"data": {"type": "Cases", "id": "1"}}"#)
        }
        #expect(throws: Never.self) { try Cases.check() }
    }

    @Test("MW-105 relationships whose names differ from the properties are read and written")
    func renamed() throws {
        let made = Resource<Renamed>()
        made.one = makeArtist("a", id: "1")
        made.many = [makeTrack("t", id: "2")]
        made.mixed = [try makeTrack("t", id: "3").erased(), try makeArtist("b", id: "4").erased()]
        let written =
            #"{"data":{"type":"renamed","relationships":{"#
            + #""performed by":{"data":{"type":"artists","id":"1"}},"#
            + #""contains":{"data":[{"type":"tracks","id":"2"}]},"#
            + #""files":{"data":[{"type":"tracks","id":"3"},{"type":"artists","id":"4"}]}}}}"#
        #expect(try made.documentText() == written)

        let read = try #require(try Document<Renamed>(parsing: written).data)
        #expect(read.one?.id == "1")
        #expect(read.many.map(\.id) == ["2"])
        #expect(read.mixed.map(\.type) == ["tracks", "artists"])
        #expect(read.mixed[0].as(Track.self) != nil)
        #expect(read.mixed[1].as(Artist.self) != nil)
        read.one = .null
        read.many = []
        read.mixed.remove(read.mixed[0])
        #expect(
            try read.documentText()
                == #"{"data":{"type":"renamed","relationships":{"performed by":{"data":null},"#
                + #""contains":{"data":[]},"files":{"data":[{"type":"artists","id":"4"}]}}}}"#)
        read.one = nil
        #expect(read.vox.state(\.one) == .absent)
        #expect(read.vox.failure == nil)
    }
}
