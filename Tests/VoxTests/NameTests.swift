// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Members whose names are anything but identifiers.
private struct Odd: ResourceSchema {
    static let type = "odd things"
    let dotted = Attribute<String>("a.b")
    let at = Attribute<String>("@type")
    let spaced = Attribute<String>(" two  spaces ")
    let accented = Attribute<String>("naïve")
    let ideographs = Attribute<String>("日本")
    let emoji = Attribute<String>("👩‍🚀")
    let empty = Attribute<String>("")
    let slashed = Attribute<String>("a/b~c")
    let quoted = Attribute<String>("a\"b\\c")
    let letter = Attribute<String>("é")
    let number = Attribute<String>("0")
    let one = ToOne<Odd>("x.y")
    let many = ToMany<Odd>("@many ")

    static var paths: [(String, KeyPath<Odd, Attribute<String>>)] {
        [
            ("a.b", \.dotted), ("@type", \.at), (" two  spaces ", \.spaced), ("naïve", \.accented),
            ("日本", \.ideographs), ("👩‍🚀", \.emoji), ("", \.empty), ("a/b~c", \.slashed),
            ("a\"b\\c", \.quoted), ("é", \.letter), ("0", \.number),
        ]
    }
}

/// An attribute and a relationship of one name, and attributes named as members of the resource.
private struct Shadowed: ResourceSchema {
    static let type = "shadowed"
    let owner = Attribute<String>("owner")
    let ownerLink = ToOne<Artist>("owner")
    let tags = Attribute<[String]>("tags")
    let tagLinks = ToMany<Track>("tags")
}

@Suite("Names")
struct NameTests {
    @Test("MW-013 an attribute and a relationship of one name never answer for one another")
    func oneNameTwice() throws {
        let shadowed = Resource<Shadowed>()
        shadowed.owner = "text"
        #expect(shadowed.ownerLink == nil)
        #expect(shadowed.vox.state(\.ownerLink) == .absent)
        shadowed.ownerLink = makeArtist("a", id: "1")
        #expect(shadowed.owner == "text")
        shadowed.tagLinks = [makeTrack("t", id: "1")]
        #expect(shadowed.tags == nil)
        #expect(shadowed.vox.state(\.tags) == .absent)
        shadowed.tags = []
        #expect(shadowed.tagLinks.map(\.id) == ["1"])
        shadowed.owner = nil
        #expect(shadowed.ownerLink?.name == "a")
        shadowed.tagLinks = nil
        #expect(shadowed.tags == [])
        shadowed.ownerLink = .null
        shadowed.owner = "again"
        #expect(shadowed.vox.state(\.ownerLink) == .null)
        #expect(
            try shadowed.documentText()
                == #"{"data":{"type":"shadowed","attributes":{"tags":[],"owner":"again"},"#
                + #""relationships":{"owner":{"data":null}}}}"#)
        #expect(shadowed.vox.failure == nil)
    }

    @Test("MW-014 names with dots, @, spaces, other letters and the empty name match exactly")
    func oddNames() throws {
        let odd = Resource<Odd>()
        for (name, path) in Odd.paths {
            odd[dynamicMember: path] = "value of \(name)"
        }
        let parsed = try #require(try Document<Odd>(parsing: odd.documentData()).data)
        for odd in [odd, parsed] {
            #expect(odd.attributes.vox.members.map(\.name) == Odd.paths.map(\.0))
            for (name, path) in Odd.paths {
                #expect(odd[dynamicMember: path] as String? == "value of \(name)")
                #expect(odd[name] as String? == "value of \(name)")
                #expect(odd.vox.state(path) == .value)
            }
        }
        for (name, path) in Odd.paths {
            parsed[dynamicMember: path] = nil as String?
            #expect(parsed[name].vox.state == .absent)
        }
        #expect(parsed.attributes.vox.state == .absent)
    }

    @Test("MW-014 no name is taken for a path, an operator, or another spelling")
    func noPaths() throws {
        let odd = try #require(
            try Document<Odd>(
                parsing: """
                    {"data": {"type": "odd things", "id": "1", "attributes": {
                      "a": {"b": "inner"}, "type": "t", "Naïve": "capital",
                        "nai\\u0308ve": "decomposed",
                      "two  spaces": "trimmed"
                    }}}
                    """
            ).data)
        for (_, path) in Odd.paths {
            #expect(odd.vox.state(path) == .absent)
        }
        odd.accented = "composed"
        #expect(odd.attributes.vox.count == 6)
        #expect(odd["nai\u{308}ve"] as String? == "decomposed")
        #expect(odd.accented == "composed")
    }

    @Test("MW-014 relationships of such names")
    func oddRelationships() throws {
        let odd = Resource<Odd>()
        let other = Resource<Odd>()
        other.id = "2"
        odd.one = other
        odd.many = [other, other]
        #expect(odd.relationships.vox.members.map(\.name) == ["x.y", "@many "])
        #expect(odd.one == other)
        #expect(Array(odd.many) == [other, other])
    }

    @Test("an attribute named as a member of the resource is reached through attributes")
    func reservedNames() throws {
        let album = try readAlbum(
            with:
                #""attributes":{"id":"a","type":"b","meta":"c","links":"d","#
                + #""attributes":"e","vox":"f"}"#
        )
        #expect(album.id == "1")
        #expect(album.type == "albums")
        for (name, value) in zip(
            ["id", "type", "meta", "links", "attributes", "vox"], ["a", "b", "c", "d", "e", "f"])
        {
            #expect(album[name] as String? == value)
        }
        #expect(album.meta.vox.state == .absent)
        album["id"] = "z"
        #expect(album.id == "1")
        #expect(album.attributes.id == "z")
    }
}
