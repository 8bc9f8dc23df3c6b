// SPDX-License-Identifier: MIT

import Testing
import Vox

/// Plain properties of all kinds that are written in one step where nothing is unusual, and one that is
/// not: a transform.
private struct Thing: ResourceSchema {
    static let type = "things"
    let text = Attribute<String>("text")
    let count = Attribute<Int>("count")
    let size = Attribute<Double>("size")
    let flag = Attribute<Bool>("flag")
    let nested = Attribute<String>(at: "text.inner")
    let once = Attribute<String>("text").writeOnce()
    let loud = Attribute<String>("text").transformed(
        to: { $0 }, from: { (text: String) in text.uppercased() })
}

/// A kind of one's own that writes otherwise than the one it is made of.
private struct Doubled: FieldMark.Derived, WritableAttribute {
    typealias Property = Int?
    let base: Attribute<Int>

    func write(_ value: Int, to json: JSON) throws(JSONError) {
        try base.write(2 * value, to: json)
    }
    func value(_ property: Int?) -> Int? { property }
}

private struct Own: ResourceSchema {
    static let type = "things"
    let count = Doubled(base: Attribute("count"))
}

/// A property is written as the same attribute is by its name, which is never written in one step.
@Suite("Plain writes")
struct PlainWriteTests {
    static let attributes = [
        "", #","attributes":null"#, #","attributes":{}"#, #","attributes":"text""#,
        #","attributes":[1]"#, #","attributes":{"other":1}"#, #","attributes":{"text":null}"#,
        #","attributes":{ "text" : "b" , "count":7,"size":0.50,"flag":true}"#,
        #","attributes":{"text":{"inner":"a"},"count":[1],"size":"1","flag":{}}"#,
        #","attributes":{"text":"a","text":"c","count":1,"count":2}"#,
        #","attributes":{"other":1},"attributes":{"text":"a"}"#,
    ]

    private static let pairs:
        [(short: @Sendable (Resource<Thing>) -> Void, long: @Sendable (Resource<Thing>) -> Void)] =
            [
                ({ $0.text = "b" }, { $0["text"] = "b" }),
                ({ $0.text = "" }, { $0["text"] = "" }),
                ({ $0.count = 7 }, { $0["count"] = 7 }),
                ({ $0.count = .min }, { $0["count"] = Int.min }),
                ({ $0.size = 0.5 }, { $0["size"] = 0.5 }),
                ({ $0.size = .nan }, { $0["size"] = Double.nan }),
                ({ $0.flag = true }, { $0["flag"] = true }),
                ({ $0.text = nil }, { $0["text"] = nil as String? }),
                ({ $0.loud = "b" }, { $0["text"] = "B" }),
            ]

    /// What a document says after a write: its text, or why it is not written, and the failures.
    private func outcome(
        _ text: String, options: DocumentOptions, isFrozen: Bool,
        _ write: (Resource<Thing>) -> Void
    ) throws -> [String] {
        var document = try Document<Thing>(parsing: text, options: options)
        if isFrozen { document = try document.frozen().document }
        let thing = try #require(document.data)
        write(thing)
        var outcome = document.vox.failures.map { "\($0.error.code) \($0.error.pointer)" }
        do {
            outcome.append(try document.documentText())
        } catch let error as DocumentError {
            outcome.append("\(error.code) \(error.json?.code.description ?? "") \(error.pointer)")
        }
        return outcome
    }

    @Test(
        "MW-001 written in one step or not, the document and its failures are the same",
        arguments: attributes)
    func sameOutcome(attributes: String) throws {
        let text = #"{"data":{"type":"things","id":"1"\#(attributes)}}"#
        for parsing in [JSON.Options.Parsing.eager, .lazy] {
            // What is no object is refused when it is read, so that it is put there afterwards.
            let options = DocumentOptions(parsing: parsing)
            guard (try? Document<Thing>(parsing: text, options: options)) != nil else { continue }
            for (short, long) in Self.pairs {
                for isFrozen in [false, true] {
                    #expect(
                        try outcome(text, options: options, isFrozen: isFrozen, short)
                            == outcome(text, options: options, isFrozen: isFrozen, long))
                }
            }
        }
    }

    @Test("MW-001 attributes that are no object are left alone, and the failure is noted")
    func noObject() throws {
        for value in ["text", 1, [1]] as [JSON] {
            for (short, long) in Self.pairs {
                let things = [Resource<Thing>(), Resource<Thing>()]
                for thing in things { thing.attributes = value }
                short(things[0])
                long(things[1])
                #expect(things[0].vox.json.vox.isEqual(to: things[1].vox.json))
                #expect(
                    things[0].vox.failures.map(\.error.code)
                        == things[1].vox.failures.map(\.error.code))
            }
        }
    }

    @Test("MW-001 a failed first write leaves no empty attributes behind")
    func noEmptyAttributes() throws {
        let thing = Resource<Thing>()
        thing.size = .infinity
        #expect(thing.vox.failure?.code == .notFinite)
        #expect(thing.vox.failure?.pointer == "/data/attributes/size")
        #expect(thing.attributes.vox.state == .absent)
        #expect(throws: DocumentError.self) { try thing.documentData() }
        thing.vox.failure = nil
        #expect(try thing.documentText() == #"{"data":{"type":"things"}}"#)
    }

    @Test("MW-001 a reference refuses the write")
    func reference() throws {
        let thing = Resource<Thing>(id: "1")
        thing.text = "a"
        thing.count = 1
        #expect(thing.vox.failures.map(\.error.code) == [.missing, .missing])
        #expect(thing.text == nil)
    }

    @Test(
        "MW-001 what is written once is refused, what is nested or of a kind of its own written so")
    func otherKinds() throws {
        let text = #"{"data":{"type":"things","id":"1","attributes":{"text":"a"}}}"#
        let read = try #require(try Document<Thing>(parsing: text).data)
        read.once = "b"
        #expect(read.vox.failure?.code == .readOnly)
        #expect(read.text == "a")
        read.nested = "b"
        #expect(read.vox.failures.count == 2)
        read.text = nil
        read.nested = "b"
        #expect(read.attributes["text"]["inner"] == "b")

        let own = Resource<Own>()
        own.count = 2
        #expect(own["count"] == 4)
    }

    @Test("MW-001 a removed attribute comes back at the end, changes tell of what was written")
    func removed() throws {
        let text = #"{"data":{"type":"things","id":"1","attributes":{"text":"a","count":1}}}"#
        let thing = try #require(try Document<Thing>(parsing: text).data)
        thing.text = nil
        thing.text = "b"
        #expect(
            try thing.documentText()
                == #"{"data":{"type":"things","id":"1","attributes":{"count":1,"text":"b"}}}"#)
        #expect(try thing.vox.changes().attributes == ["text"])
        thing.text = "a"
        #expect(!thing.vox.isChanged)
    }

    @Test(
        "MW-015 a relationship is made where there is none, whatever stands in its place",
        arguments: [
            "", #","relationships":null"#, #","relationships":{}"#,
            #","relationships":{"artist":null}"#, #","relationships":{"artist":{}}"#,
            #","relationships":{"artist":{"data":null}}"#,
            #","relationships":{"artist":{"data":{"type":"artists","id":"6"}}}"#,
            #","relationships":{"artist":{"data":[]}}"#,
        ])
    func relationship(relationships: String) throws {
        let text = #"{"data":{"type":"albums","id":"1"\#(relationships)}}"#
        guard let album = try? Document<Album>(parsing: text).data else { return }
        let artist = makeArtist("a", id: "7")
        album.artist = artist
        #expect(album.artist == artist)
        #expect(
            try album.documentText()
                == #"{"data":{"type":"albums","id":"1","relationships":{"artist":{"data":"#
                + #"{"type":"artists","id":"7"}}}}}"#)
        artist.id = "8"
        #expect(try album.documentText().contains(#""id":"8""#))
        #expect(album.artist == artist)
    }

    @Test(
        "MW-046 members come out in one order, and without what is not carried",
        arguments: [
            (#""id":"1","type":"things""#, #""type":"things","id":"1""#),
            (
                #""type":"things","id":"1","links":{"self":"/1"}"#,
                #""type":"things","id":"1","links":{"self":"/1"}"#
            ),
            (#""type":"things","id":"1","meta":{}"#, #""type":"things","id":"1""#),
            (
                #""type":"things","attributes":{"text":"a"},"id":"1""#,
                #""type":"things","id":"1","attributes":{"text":"a"}"#
            ),
            (
                #""type":"things","id":"1","attributes":{},"relationships":{}"#,
                #""type":"things","id":"1""#
            ),
            (
                #""type":"things","id":"1","attributes":{ "text" : "a" }"#,
                #""type":"things","id":"1","attributes":{"text":"a"}"#
            ),
            (#""type":"x","type":"things","id":"1","id":"2""#, #""type":"things","id":"2""#),
        ])
    func order(read: String, written: String) throws {
        let thing = try #require(try Document<Thing>(parsing: "{\"data\":{\(read)}}").data)
        #expect(try thing.documentText() == "{\"data\":{\(written)}}")
    }
}
