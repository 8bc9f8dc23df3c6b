// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

private struct Point: JSONCodable, Equatable {
    var latitude: Double
    var longitude: Double
}

private struct Show: ResourceSchema {
    static let type = "shows"
    static let keyStrategy = KeyStrategy.kebabCase
    let title = Attribute<String>("title")
    let begin = Attribute<Date>("beginsAt")
    let place = Attribute<Point>("place")
    let stops = Attribute<[Point]>("stops")
    let host = ToOne<Artist>("hostArtist")
    let tracks = ToMany<Track>("tracks")
}

private struct Singer: Codable, Equatable {
    var id: String
    var name: String?
}

/// A whole resource as a type of a program's own.
private struct ShowModel: Codable, Equatable {
    var id: String?
    var title: String
    var beginsAt: Date?
    var place: Point?
    var hostArtist: Singer?
    var tracks: [String]?
}

extension ShowModel: ResourceModel { typealias Schema = Show }

private final class Loop: Decodable {
    var id: String
    var debut: Loop?
    var artist: Loop?
}

@Suite("Codable types and resources")
struct CodableResourceTests {
    private static let text = #"""
        {"data": {"type": "shows", "id": "1",
          "attributes": {"title": "Live", "begins-at": "2024-05-01T18:00:00Z",
            "place": {"latitude": 52.5, "longitude": 13.4}, "seats": 12},
          "relationships": {
            "host-artist": {"links": {"self": "/h"}, "data": {"type": "artists", "id": "9", "meta": {"n": 1}}},
            "tracks": {"data": [{"type": "tracks", "id": "1", "meta": {"n": 1}}, {"type": "tracks", "id": "2"}]}}},
         "included": [{"type": "artists", "id": "9", "attributes": {"name": "Ada"}}]}
        """#

    private func show(_ text: String = Self.text) throws -> Resource<Show> {
        try #require(try Document<Show>(parsing: text).data)
    }

    private func error(_ work: () throws -> Void) -> JSONError? {
        do {
            try work()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    @Test("a Codable struct is the type of an attribute, alone and in lists")
    func attributes() throws {
        let show = try show()
        #expect(show.place == Point(latitude: 52.5, longitude: 13.4))
        show.place?.latitude = 50
        show.stops = [Point(latitude: 1, longitude: 2)]
        #expect(
            try show.vox.changes().paths == ["/attributes/place/latitude", "/attributes/stops"])
        #expect(show.stops?.first?.longitude == 2)
        show.attributes["place"] = ["latitude": 1] as JSON
        #expect(show.place == nil)
        #expect(show.vox.failure?.pointer == "/data/attributes/place/longitude")
    }

    @Test("the attributes are read and written as one struct")
    func attributesAsOne() throws {
        struct Fields: Codable, Equatable {
            var title: String
            var place: Point
        }
        let show = try show()
        var fields = try show.attributes.vox.decode(Fields.self)
        #expect(fields == Fields(title: "Live", place: Point(latitude: 52.5, longitude: 13.4)))
        fields.title = "Live!"
        try show.attributes.vox.encode(fields)
        #expect(show.title == "Live!" && show.attributes.seats == nil)
    }

    @Test("a whole resource is read: identity, attributes, related resources or their ids")
    func reading() throws {
        let document = try Document<Show>(parsing: Self.text)
        let model = try #require(try document.data.map(ShowModel.init))
        #expect(
            model
                == ShowModel(
                    id: "1", title: "Live", beginsAt: Date(timeIntervalSince1970: 1_714_586_400),
                    place: Point(latitude: 52.5, longitude: 13.4),
                    hostArtist: Singer(id: "9", name: "Ada"), tracks: ["1", "2"]))
        struct Ids: Decodable {
            var type: String
            var hostArtist: String
            var tracks: [Singer]
        }
        let ids = try #require(document.data).vox.decode(Ids.self)
        #expect(ids.type == "shows" && ids.hostArtist == "9")
        #expect(ids.tracks == [Singer(id: "1"), Singer(id: "2")], "by identity alone")
        let untyped = try #require(document.data?.as(AnyResource.self))
        #expect(try untyped.vox.decode(Singer.self) == Singer(id: "1"))
    }

    @Test("what is missing or of another kind has its pointer, in included resources, too")
    func readingErrors() throws {
        func fault(_ part: String, _ other: String) throws -> JSONError? {
            let text = Self.text.replacingOccurrences(of: part, with: other)
            #expect(text != Self.text)
            return error { _ = try ShowModel(show(text)) }
        }
        let title = try fault("\"title\": \"Live\", ", "")
        #expect(title?.code == .missing && title?.pointer == "/data/attributes/title")
        let date = try fault("2024-05-01T18:00:00Z", "soon")
        #expect(date?.code == .notConvertible && date?.pointer == "/data/attributes/begins-at")
        let name = try fault("\"name\": \"Ada\"", "\"name\": 3")
        #expect(name?.code == .wrongKind && name?.pointer == "/included/0/attributes/name")
        let many = error {
            struct Wrong: Decodable { var tracks: Singer }
            _ = try show().vox.decode(Wrong.self)
        }
        #expect(many?.code == .wrongKind && many?.message.contains("many") == true)
        let one = error {
            struct Wrong: Decodable { var hostArtist: [Singer] }
            _ = try show().vox.decode(Wrong.self)
        }
        #expect(one?.code == .wrongKind)
        let number = error {
            struct Wrong: Decodable { var hostArtist: Int }
            _ = try show().vox.decode(Wrong.self)
        }
        #expect(number?.code == .wrongKind)
    }

    @Test(
        "empty and missing relationships are nil; resources that lead back to themselves are an error"
    )
    func relationships() throws {
        let show = try show()
        show.host = .null
        show.tracks = nil
        let model = try ShowModel(show)
        #expect(model.hostArtist == nil && model.tracks == nil)
        show.tracks = []
        #expect(try ShowModel(show).tracks == [])
        let album = try #require(try Document<Album>(parsing: AlbumDocument.single).data)
        #expect(error { _ = try album.vox.decode(Loop.self) }?.code == .cycle)
        album.artist?.debut = Resource<Album>(id: "2")
        #expect(try album.vox.decode(Loop.self).artist?.debut?.id == "2")
    }

    private final class Chained: Decodable {
        var id: String
        var next: Chained?
        var other: Chained?
    }

    /// Resources, each of which has so many links to the one behind it.
    private func chain(_ count: Int, links: [String]) throws -> Resource<AnyResource> {
        let resources = (0..<count).map { number in
            let linkage = #"{"data": {"type": "n", "id": "\#(number + 1)"}}"#
            let relationships = links.map { #""\#($0)": \#(linkage)"# }.joined(separator: ", ")
            return #"{"type": "n", "id": "\#(number)", "relationships": {\#(relationships)}}"#
        }
        return try #require(
            try Document<AnyResource>(
                parsing:
                    #"{"data": \#(resources[0]), "included": [\#(resources.dropFirst().joined(separator: ","))]}"#
            ).data)
    }

    @Test(
        "resources that share others are decoded in time that grows with them, and share their values"
    )
    func sharedResources() throws {
        let first = try chain(100, links: ["next", "other"]).vox.decode(Chained.self)
        #expect(first.next?.id == "1" && first.next === first.other)
        var (length, last) = (1, first)
        while let next = last.next { (length, last) = (length + 1, next) }
        #expect(length == 101 && last.id == "100")
    }

    @Test("a chain of resources that would not fit on the stack is an error")
    func longChains() throws {
        #expect(
            try chain(JSONValue.maximumDepth - 1, links: ["next"]).vox.decode(Chained.self).id
                == "0")
        let tooLong = try chain(100_000, links: ["next"])
        #expect(error { _ = try tooLong.vox.decode(Chained.self) }?.code == .depthExceeded)
    }

    @Test("a whole resource is written: what is equal stays, what the model does not have, too")
    func writing() throws {
        let show = try show()
        var model = try ShowModel(show)
        try model.write(to: show)
        #expect(try show.vox.changes().isEmpty)
        model.title = "Encore"
        model.place = nil
        model.tracks = ["2", "3"]
        try model.write(to: show)
        #expect(show.title == "Encore" && show.vox.state(\.place) == .null)
        #expect(show.attributes.seats == 12)
        #expect(
            try show.updateDocument()
                == Data(
                    (#"{"data":{"type":"shows","id":"1","attributes":{"title":"Encore","place":null},"#
                        + #""relationships":{"tracks":{"data":[{"type":"tracks","id":"2"},"#
                        + #"{"type":"tracks","id":"3"}]}}}}"#).utf8))
        model.hostArtist = nil
        model.id = nil
        try model.write(to: show)
        #expect(show.vox.state(\.host) == .null && show.id == "1")
        model.tracks = nil
        try model.write(to: show)
        #expect(show.tracks.map(\.id) == ["2", "3"], "none were loaded, that is all")
        model.tracks = []
        try model.write(to: show)
        let update = String(decoding: try show.updateDocument(), as: UTF8.self)
        #expect(update.contains(#""host-artist":{"data":null},"tracks":{"data":[]}"#))
        model.hostArtist = Singer(id: "10")
        try model.write(to: show)
        #expect(show.host?.id == "10" && show.host?.type == "artists")
    }

    @Test("a resource is made of a model, and gives it back")
    func making() throws {
        let model = ShowModel(
            id: "7", title: "New", beginsAt: Date(timeIntervalSince1970: 0), place: nil,
            hostArtist: Singer(id: "9"), tracks: ["4"])
        let show = try Resource(model)
        #expect(
            try show.documentText()
                == #"{"data":{"type":"shows","id":"7","attributes":{"title":"New","#
                + #""begins-at":"1970-01-01T00:00:00Z"},"relationships":{"host-artist":{"data":{"#
                + #""type":"artists","id":"9"}},"tracks":{"data":[{"type":"tracks","id":"4"}]}}}}"#)
        #expect(try ShowModel(show) == model)
    }

    @Test("what is no resource is refused, and so is another type")
    func writingErrors() throws {
        let show = try show()
        #expect(error { try show.vox.encode([1, 2]) }?.code == .notConvertible)
        #expect(error { try show.vox.encode(["type": "albums"]) }?.code == .wrongKind)
        #expect(
            error { try show.vox.encode(["hostArtist": ["name": "x"]]) }?.code == .notConvertible)
        let infinite = error { try show.vox.encode(["seats": Double.infinity]) }
        #expect(infinite?.code == .notFinite && infinite?.pointer == "/seats")
        #expect(error { try Resource<Show>(id: "1").vox.encode(["title": "x"]) }?.code == .missing)
        #expect(try show.vox.changes().isEmpty)
    }
}
