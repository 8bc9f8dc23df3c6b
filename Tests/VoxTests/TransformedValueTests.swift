// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox

private struct Position: Equatable {
    var latitude: Double
    var longitude: Double
}

private struct Point: ObjectSchema {
    let latitude = Attribute<Double>("lat")
    let longitude = Attribute<Double>("lng")
}

extension Position: ObjectModel {
    init(_ point: TypedObject<Point>) throws {
        latitude = try point.vox.value(\.latitude)
        longitude = try point.vox.value(\.longitude)
    }

    func write(to point: TypedObject<Point>) {
        point.latitude = latitude
        point.longitude = longitude
    }
}

private struct Shipment: ObjectSchema {
    let price = Attribute<String>("price").transformed(by: .decimal)
    let count = Attribute<JSONValue>("count").transformed(by: .lenientInteger)
    let isPaid = Attribute<JSONValue>("paid").transformed(by: .lenientBoolean).defaulting(to: false)
    let day = Attribute<String>("day").transformed(by: .date("dd/MM/yyyy"))
    let sent = Attribute<Int>("sent").transformed(by: .millisecondsSince1970)
    let discount = Attribute<Double>("discount").transformed(by: .percentage)
    let sizes = Attribute<[String]>("sizes").transformedElements(by: .integer)
    let marks = Attribute<JSONValue>("marks").transformed(by: .list(of: .lenientInteger))
    let from = Attribute<TypedObject<Point>>("from").transformed(by: .model(Position.self))
    let stops = Attribute<[TypedObject<Point>]>("stops")
        .transformedElements(by: .model(Position.self))
    let doubled = Attribute<JSONValue>("doubled").transformed(
        by: .lenientInteger.then(ValueTransform(to: { $0 * 2 }, from: { $0 / 2 })))
    let anything = Attribute<JSONValue>("anything").transformed(
        by: ValueTransform(to: { "\($0)" }, from: { .string($0) }))
}

private func read(_ text: String) throws -> TypedObject<Shipment> {
    TypedObject(try JSON(parsing: text))
}

@Suite("Attributes with transforms")
struct TransformedValueTests {
    @Test("MW-090 MW-099 transforms work as properties, in both directions")
    func bothWays() throws {
        let shipment = try read(
            """
            {"price": "12.50", "count": "3", "paid": "yes", "day": "30/12/2015",
             "sent": 1451477553123, "discount": 7.5, "sizes": ["1", "2"], "marks": [1, "2"],
             "from": {"lat": 1, "lng": 2}, "stops": [{"lat": 3, "lng": 4}], "doubled": "21"}
            """)
        #expect(shipment.price == Decimal(125) / 10 && shipment.count == 3 && shipment.isPaid)
        #expect(shipment.day == Date(timeIntervalSince1970: 1_451_433_600))
        #expect(shipment.sent == Date(timeIntervalSince1970: 1_451_477_553.123))
        #expect(shipment.discount == 0.075)
        #expect(shipment.sizes == [1, 2] && shipment.marks == [1, 2])
        #expect(shipment.from == Position(latitude: 1, longitude: 2))
        #expect(shipment.stops == [Position(latitude: 3, longitude: 4)])
        #expect(shipment.doubled == 42)

        shipment.price = 3
        shipment.count = 4
        shipment.isPaid.toggle()
        shipment.day? += 86_400
        shipment.sent? += 0.001
        shipment.discount = 0.07
        shipment.sizes?.append(3)
        shipment.marks = [5]
        shipment.from?.latitude = 9
        shipment.stops?.append(Position(latitude: 5, longitude: 6))
        shipment.doubled? += 2
        #expect(
            try shipment.vox.json.vox.text(style: .compact)
                == #"{"price":"3","count":4,"paid":false,"day":"31/12/2015","sent":1451477553124,"#
                + #""discount":7,"sizes":["1","2","3"],"marks":[5],"from":{"lat":9,"lng":2},"#
                + #""stops":[{"lat":3,"lng":4},{"lat":5,"lng":6}],"doubled":22}"#)
        #expect(shipment.vox.failures.isEmpty)
    }

    @Test("MW-090 what is missing or null is never converted, and is no failure")
    func absent() throws {
        for text in [
            "{}", #"{"count": null, "paid": null, "marks": null, "doubled": null, "day": null}"#,
        ] {
            let shipment = try read(text)
            #expect(shipment.count == nil && shipment.marks == nil && shipment.doubled == nil)
            #expect(shipment.day == nil && shipment.isPaid == false && shipment.from == nil)
            #expect(shipment.vox.failures.isEmpty)
        }
        let null = try read(#"{"count": null, "anything": null}"#)
        #expect(throws: JSONError.self) { try null.vox.value(\.count) }
        #expect(null.anything == "null", "functions of one's own are given null")
        null.count = 1
        null.count = .null
        #expect(null.vox.state(\.count) == .null)
        null.count = nil
        #expect(null.vox.state(\.count) == .absent)
    }

    @Test("MW-090 what a transform refuses is nil and noted, and nothing becomes 0 or empty")
    func refused() throws {
        let shipment = try read(
            #"{"price": "a", "count": "x", "day": "31/02/2015", "sizes": ["1", "b"], "from": {}}"#)
        #expect(shipment.price == nil && shipment.count == nil && shipment.day == nil)
        #expect(shipment.sizes == nil && shipment.from == nil)
        #expect(
            shipment.vox.failures.map(\.error.pointer)
                == ["/price", "/count", "/day", "/sizes/1", "/from/lat"])
        #expect(shipment.vox.failures.allSatisfy { $0.kind == .read })
        shipment.vox.failure = nil
        let before = try shipment.vox.json.vox.text()
        shipment.discount = .infinity
        #expect(shipment.vox.failure?.code == .notFinite)
        shipment.vox.failure = nil
        #expect(try shipment.vox.json.vox.text() == before)
    }

    @Test("MW-098 a model of one's own is made from an object, and written to one")
    func models() throws {
        let object = try TypedObject(Position(latitude: 1, longitude: 2))
        #expect(try object.vox.json.vox.text() == #"{"lat":1,"lng":2}"#)
        #expect(try Position(object) == Position(latitude: 1, longitude: 2))
        #expect(throws: JSONError.self) {
            try TypedObject(Position(latitude: .nan, longitude: 2))
        }
    }
}
