// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

@Suite("Defaults and values that do not convert")
struct DefaultTests {
    enum Mood: String, JSONConvertible { case calm, wild }

    struct Song: ResourceSchema {
        static let type = "songs"
        let plays = Attribute<Int>("plays").defaulting(to: 0)
        let mood = Attribute<Mood>("mood").defaulting(to: .calm)
    }

    private func song(_ attributes: String) throws -> Resource<Song> {
        let text = #"{"data":{"type":"songs","id":"1","attributes":\#(attributes)}}"#
        return try #require(try Document<Song>(parsing: text).data)
    }

    @Test(
        "The default stands in for missing and null, and can be written over",
        arguments: ["{}", #"{"plays":null,"mood":null}"#])
    func standsIn(_ attributes: String) throws {
        let song = try song(attributes)
        #expect(song.plays == 0 && song.mood == .calm)
        song.plays += 1
        song.mood = .wild
        #expect(try song.documentText().contains(#"{"plays":1,"mood":"wild"}"#))
    }

    @Test(
        "A value that does not convert is not replaced by the default that was read",
        arguments: [#"{"plays":"many","mood":"sad"}"#, #"{"plays":[],"mood":1}"#])
    func formRoundTrip(_ attributes: String) throws {
        let song = try song(attributes)
        // What a form does: it shows what it reads, and writes what it shows.
        song.plays = song.plays
        song.mood = song.mood
        #expect(song.plays == 0 && song.mood == .calm)
        #expect(throws: JSONError.self) { try song.attributes.vox.text() }
        let error = #expect(throws: DocumentError.self) { try song.updateDocument(full: true) }
        #expect(error?.message.contains("cannot be converted") == true)
        #expect(throws: JSONError.self) { try song.vox.value(\.plays) }
        try song.vox.set(\.plays, to: 3)
        try song.vox.set(\.mood, to: .wild)
        #expect(song.plays == 3 && song.mood == .wild)
        song.plays += 1
        #expect(song.plays == 4)
    }

    struct Place: ObjectSchema {
        let floor = Attribute<Int>("floor").defaulting(to: 0)
    }

    @Test("The same holds for typed objects")
    func objects() throws {
        let place = TypedObject<Place>(try JSON(parsing: #"{"floor":"ground"}"#))
        place.floor += 1
        #expect(throws: JSONError.self) { try place.vox.json.vox.text() }
        try place.vox.remove(\.floor)
        place.floor += 1
        #expect(place.floor == 1)
    }
}
