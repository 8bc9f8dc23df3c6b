// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox

private enum Medium: String, JSONConvertible { case vinyl, tape }

/// A position as text: degrees, a comma, degrees.
private struct Position: Equatable {
    struct Malformed: Error {}
    var latitude: Double
    var longitude: Double
}

private struct Point: ObjectSchema {
    let latitude = Attribute<Double>("lat")
    let longitude = Attribute<Double>("lng")
}

private struct Place: ObjectSchema {
    let name = Attribute<String>("name")
    let position = Attribute<TypedObject<Point>>("point").transformed(
        to: {
            Position(
                latitude: try $0.vox.value(\.latitude), longitude: try $0.vox.value(\.longitude))
        },
        from: {
            let point = TypedObject<Point>()
            point.latitude = $0.latitude
            point.longitude = $0.longitude
            return point
        })
}

private struct Recording: ResourceSchema {
    static let type = "recordings"
    let length = Attribute<Int>("seconds")
        .transformed(to: { Duration.seconds($0) }, from: { Int($0.components.seconds) })
    let laps = Attribute<[Int]>("laps").transformedElements(
        to: { try Recording.even($0) }, from: { try Recording.even($0) })
    let place = Attribute<TypedObject<Place>>("place")
    let label = Attribute<String>("label")
        .transformed(to: { $0.uppercased() }, from: { $0.lowercased() })
        .transformed(to: { Array($0) }, from: { String($0) })
    let fallible = Attribute<JSONValue>("fallible").transformed(
        to: { value throws(JSONError) in try JSON(value).vox.find("/a").vox.value(as: Int.self) },
        from: { _ in throw Position.Malformed() })
    let media = Attribute<[Medium]>("media")
    let grid = Attribute<[[Medium?]]>("grid")
    let dates = Attribute<[Date]>("dates")
    let sites = Attribute<[String: [URL]]>("sites")
    let keys = Attribute<[UUID]>("keys")
    let prices = Attribute<[Decimal]>("prices")

    struct Odd: Error, CustomStringConvertible { var description: String { "odd" } }

    static func even(_ number: Int) throws -> Int {
        guard number.isMultiple(of: 2) else { throw Odd() }
        return number
    }
}

private func read(_ attributes: String) throws -> Resource<Recording> {
    let text = #"{"data": {"type": "recordings", "id": "1", "attributes": \#(attributes)}}"#
    return try #require(try Document<Recording>(parsing: text).data)
}

private func error(_ body: () throws -> Void) -> JSONError? {
    do {
        try body()
        return nil
    } catch {
        return error as? JSONError
    }
}

@Suite("Transforms")
struct TransformTests {
    @Test("MW-099 a function for a value works both ways")
    func values() throws {
        let recording = try read(#"{"seconds": 318, "label": "virgin"}"#)
        #expect(recording.length == .seconds(318))
        #expect(try recording.vox.value(\.length) == .seconds(318))
        #expect(recording.label == Array("VIRGIN"), "a transform of a transform")
        recording.length = .seconds(60)
        recording.label = ["E", "M", "I"]
        #expect(recording["seconds"] == 60)
        #expect(recording["label"] == "emi")
        try recording.vox.set(\.length, to: .seconds(61))
        #expect(recording["seconds"] == 61)
        #expect(try recording.vox.isChanged(\.length))

        recording.length = .null
        #expect(recording.vox.state(\.length) == .null)
        #expect(recording.length == nil)
        recording.length = nil
        #expect(recording.vox.state(\.length) == .absent)
        try recording.vox.revert(\.length)
        #expect(recording.length == .seconds(318))
        #expect(recording.vox.failure == nil)
    }

    @Test("MW-099 a function for each element of a list works both ways", arguments: [0, 1, 100])
    func elements(count: Int) throws {
        let laps = (0..<count).map { $0 * 2 }
        let recording = try read(#"{"laps": \#(laps)}"#)
        #expect(recording.laps == laps)
        recording.laps = laps + [8]
        #expect(recording["laps"] == laps + [8])
        #expect(recording.vox.failure == nil)
    }

    @Test("MW-099 a function that fails throws, with the pointer of the value or the very element")
    func failures() throws {
        let recording = try read(#"{"laps": [2, 3, 4], "seconds": "long", "fallible": {}}"#)
        let odd = error { _ = try recording.vox.value(\.laps) }
        #expect(odd?.code == .notConvertible)
        #expect(odd?.message.contains("odd") == true)
        #expect(odd?.pointer == "/data/attributes/laps/1")
        let kind = error { _ = try recording.vox.value(\.length) }
        #expect(kind?.code == .wrongKind)
        #expect(kind?.pointer == "/data/attributes/seconds")
        let missing = error { _ = try recording.vox.value(\.label) }
        #expect(missing?.code == .missing)
        #expect(missing?.pointer == "/data/attributes/label")
        let inner = error { _ = try recording.vox.value(\.fallible) }
        #expect(inner?.code == .missing, "an error of Vox keeps its code")
        #expect(inner?.pointer == "/data/attributes/fallible/a")

        let writing = error { try recording.vox.set(\.laps, to: [2, 4, 6, 7]) }
        #expect(writing?.code == .notConvertible)
        #expect(writing?.pointer == "/data/attributes/laps/3")
        #expect(recording["laps"] == [2, 3, 4], "a failure changes nothing")
        #expect(error { try recording.vox.set(\.fallible, to: 1) }?.code == .notConvertible)
        #expect(recording.vox.failure == nil)
    }

    @Test("MW-099 plain access to what a function refuses is nil, and noted")
    func plainFailures() throws {
        let recording = try read(#"{"laps": [1]}"#)
        #expect(recording.laps == nil)
        #expect(recording.vox.failure?.pointer == "/data/attributes/laps/0")
        recording.vox.failure = nil
        recording.laps = [3]
        #expect(recording["laps"] == [1])
        #expect(recording.vox.failure?.code == .notConvertible)
        #expect(throws: DocumentError.self) { try recording.updateDocument() }
    }

    @Test("MW-104 part of an attribute object becomes a custom type by functions, both ways")
    func parts() throws {
        let recording = try read(
            #"{"place": {"name": "Bristol", "point": {"lat": 51.45, "lng": -2.5}, "zip": 1}}"#)
        #expect(recording.place.position == Position(latitude: 51.45, longitude: -2.5))
        recording.place.position = Position(latitude: 1, longitude: 2.5)
        #expect(
            try recording.place.vox.json.vox.text(style: .compact)
                == #"{"name":"Bristol","point":{"lat":1,"lng":2.5},"zip":1}"#)
        let fresh = Resource<Recording>()
        fresh.place.position = Position(latitude: 3, longitude: 4)
        #expect(fresh.place.position == Position(latitude: 3, longitude: 4))

        let broken = try read(#"{"place": {"point": {"lat": 1}}}"#)
        let missing = error { _ = try broken.place.vox.value(\.position) }
        #expect(missing?.code == .missing)
        #expect(missing?.pointer == "/data/attributes/place/point/lng")
        #expect(broken.place.position == nil)
        #expect(broken.vox.failure?.code == .missing)
    }

    @Test("enumerations, dates, URLs, UUIDs and decimals stand in lists, nested ones too")
    func lists() throws {
        let recording = Resource<Recording>()
        let key = UUID()
        let site = try #require(URL(string: "https://example.org/a?b=c"))
        recording.media = [.tape, .vinyl]
        recording.grid = [[.tape, nil], [], [.vinyl]]
        recording.dates = [Date(timeIntervalSince1970: 0)]
        recording.sites = ["home": [site], "none": []]
        recording.keys = [key]
        recording.prices = [Decimal(1) / 10, 12]
        let read = try #require(try Document<Recording>(parsing: recording.documentData()).data)
        #expect(read.media == [.tape, .vinyl])
        #expect(read.grid == [[.tape, nil], [], [.vinyl]])
        #expect(read.dates == [Date(timeIntervalSince1970: 0)])
        #expect(read.sites == ["home": [site], "none": []])
        #expect(read.keys == [key])
        #expect(read.prices == [Decimal(1) / 10, 12])
        #expect(read["grid"] == [["tape", nil], [], ["vinyl"]] as JSONValue)
        #expect(recording.vox.failure == nil)

        read.attributes.grid[2][0] = "shellac"
        // An unknown value is left out and recorded.
        #expect(try read.vox.value(\.grid) == [[.tape, nil], [], []])
        #expect(read.vox.failure?.code == .notConvertible)
        #expect(read.vox.failure?.pointer == "/data/attributes/grid/2/0")
    }
}
