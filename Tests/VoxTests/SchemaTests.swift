// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

private struct Twice: ResourceSchema {
    static let type = "twice"
    let title = Attribute<String>("title")
    let name = Attribute<String>("title").defaulting(to: "")
}

private struct Mixed: ResourceSchema {
    static let type = "mixed"
    let owner = Attribute<String>("owner").readOnly()
    let ownerLink = ToOne<Artist>("owner")
}

private struct Converted: ObjectSchema {
    static let keyStrategy = KeyStrategy.snakeCase
    let camel = Attribute<Int>("releaseYear")
    let snake = Attribute<Int>("release_year")
}

/// Attributes that are called as the resource's own members, and as words of Swift.
private struct Reserved: ResourceSchema {
    static let type = "reserved"
    let lidAttribute = Attribute<String>("lid")
    let linksAttribute = Attribute<String>("links")
    let metaAttribute = Attribute<String>("meta")
    let relationshipsAttribute = Attribute<String>("relationships")
    let attributesAttribute = Attribute<String>("attributes")
    let data = Attribute<String>("data")
    let own = Attribute<String>("self")
    let `init` = Attribute<String>("init")
    let description = Attribute<String>("description")

    static var paths: [(String, KeyPath<Reserved, Attribute<String>>)] {
        [
            ("lid", \.lidAttribute), ("links", \.linksAttribute), ("meta", \.metaAttribute),
            ("relationships", \.relationshipsAttribute), ("attributes", \.attributesAttribute),
            ("data", \.data), ("self", \.own), ("init", \.`init`), ("description", \.description),
        ]
    }
}

@Suite("Schemas")
struct SchemaTests {
    private func message(_ check: () throws(JSONError) -> Void) -> String? {
        do {
            try check()
            return nil
        } catch {
            return error.code == .duplicateName ? error.message : "another error"
        }
    }

    @Test("MW-025 a name that a schema has twice is an error that names both properties")
    func duplicates() throws {
        let twice = message(Twice.check)
        #expect(twice?.contains("title and name") == true)
        #expect(twice?.contains("\"title\"") == true)
        #expect(message(Mixed.check)?.contains("owner and ownerLink") == true)
        #expect(message(Converted.check)?.contains("\"release_year\"") == true)
        #expect(message(Album.check) == nil)
        #expect(message(AnyResource.check) == nil)

        let resource = Resource<Twice>()
        resource.id = "1"
        resource.title = "a"
        for full in [nil, false, true] as [Bool?] {
            do throws(DocumentError) {
                if let full {
                    _ = try resource.updateDocument(full: full)
                } else {
                    _ = try resource.createDocument()
                }
                Issue.record("the schema has a name twice")
            } catch {
                #expect(error.json?.code == .duplicateName)
            }
        }
    }

    private func code(_ check: () throws(JSONError) -> Void) -> JSONError.Code? {
        do {
            try check()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("attributes and relationships called as members of the resource are reported")
    func reservedNames() throws {
        struct ID: ResourceSchema {
            static let type = "x"
            let identifier = Attribute<String>("id")
        }
        struct Kind: ResourceSchema {
            static let type = "x"
            let type = ToOne<AnyResource>("type")
        }
        struct Meta: ResourceSchema {
            static let type = "x"
            let meta = Attribute<String>("metadata")
        }
        struct Links: ResourceSchema {
            static let type = "x"
            let others = ToMany<AnyResource>("links")
        }
        struct Place: ObjectSchema {
            let id = Attribute<String>("id")
            let meta = Attribute<String>("meta")
        }
        #expect(code(ID.check) == .reservedName)
        #expect(code(Kind.check) == .reservedName)
        #expect(code(Meta.check) == .reservedName)
        #expect(code(Links.check) == .reservedName)
        #expect(code(Reserved.check) == .reservedName)
        #expect(code(Place.check) == nil)
        #expect(throws: DocumentError.self) { try Resource<ID>().createDocument() }
        // A server may have such an attribute; by a property of another name it is reached.
        let resource = Resource<Reserved>()
        resource.metaAttribute = "m"
        #expect(
            try String(decoding: resource.createDocument(), as: UTF8.self)
                == #"{"data":{"type":"reserved","attributes":{"meta":"m"}}}"#)
    }

    @Test("JA-020 a resource may be its type and id alone")
    func bare() throws {
        let text = #"{"data": [{"type": "albums", "id": "1"}], "included": []}"#
        let document = try Document<[Album]>(parsing: text)
        let album = document.data[0]
        #expect(album.id == "1")
        #expect(album.type == "albums")
        #expect(album.title == nil)
        #expect(album.vox.state(\.title) == .absent)
        #expect(album.artist == nil)
        #expect(album.tracks.isEmpty)
        #expect(album.tracks.state == .absent)
        #expect(album.attributes.vox.state == .absent)
        #expect(album.relationships.vox.state == .absent)
        #expect(album.links.json.vox.state == .absent)
        #expect(album.meta.vox.state == .absent)
        #expect(album.extras.vox.state == .absent)
        #expect(album.vox.isResolved)
        #expect(album.vox.failure == nil)
        #expect(try album.documentText() == #"{"data":{"type":"albums","id":"1"}}"#)
        #expect(try document.documentText() == text)
    }

    @Test(
        "JA-024 attributes called as members of the resource, and as words of Swift, are reachable")
    func reserved() throws {
        let resource = Resource<Reserved>()
        for (name, path) in Reserved.paths {
            resource[dynamicMember: path] = "typed \(name)"
            #expect(resource[name] == "typed \(name)")
            resource[name] = "the \(name)"
        }
        resource.lid = "real"
        resource.meta = ["real": true]
        resource.description = (resource.description ?? "") + "!"
        let read = try #require(try Document<Reserved>(parsing: resource.documentData()).data)
        for (name, path) in Reserved.paths {
            let value = "the \(name)" + (name == "description" ? "!" : "")
            #expect(read[dynamicMember: path] as String? == value)
            #expect(read.attributes[name] == value)
            #expect(try read.vox.value(path) == value)
        }
        #expect(read.data == "the data")
        #expect(read.`init` == "the init")
        #expect(read.description == "the description!")
        #expect(read.lid == "real")
        #expect(resource.meta.real == true)
        #expect(resource.vox.failure == nil)
    }

    @Test("a field that was not asked for is told from one that is null")
    func sparse() throws {
        let document = try Document<Album>(
            parsing: """
                {"data": {"type": "albums", "id": "1", "attributes": {"release-year": null},
                 "relationships": {"artist": {"data": null}}}}
                """)
        let album = try #require(document.data)
        #expect(album.vox.state(\.title) == .absent)
        #expect(album.vox.state(\.year) == .null)
        #expect(album.vox.state(\.artist) == .null)
        #expect(album.vox.state(\.tracks) == .absent)
        do throws(JSONError) {
            _ = try album.vox.value(\.title)
            Issue.record("it is absent")
        } catch {
            #expect(error.code == .missing)
        }
    }
}
