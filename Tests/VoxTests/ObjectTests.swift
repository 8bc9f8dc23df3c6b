// SPDX-License-Identifier: MIT

import Testing
import Vox

private struct Order: ResourceSchema {
    static let type = "orders"
    let address = Attribute<TypedObject<Address>>("address")
    let lines = Attribute<[TypedObject<Line>]>("lines")
    let byName = Attribute<[String: TypedObject<Line>]>("byName")
    let billing = Attribute<TypedObject<Address>>("billing").readOnly()
}

private struct Address: ObjectSchema {
    let street = Attribute<String>("street")
    let floor = Attribute<Int>("floor").defaulting(to: 0)
    let point = Attribute<TypedObject<Point>>("point")
    let extra = Attribute<JSON>("extra")
}

private struct Point: ObjectSchema {
    let latitude = Attribute<Double>("lat")
    let inner = Attribute<TypedObject<Point>>("inner")
}

private struct Line: ObjectSchema {
    let sku = Attribute<String>("sku")
    let count = Attribute<Int>("count")
}

private func read(_ attributes: String) throws -> Resource<Order> {
    let text = #"{"data": {"type": "orders", "id": "1", "attributes": \#(attributes)}}"#
    return try #require(try Document<Order>(parsing: text).data)
}

@Suite("Objects")
struct ObjectTests {
    @Test("members read and write the JSON in place")
    func inPlace() throws {
        let order = try read(#"{"address": {"street": "a",  "zip": 1.0, "point": {"lat": 2}}}"#)
        let address = order.address
        #expect(address.street == "a")
        #expect(address.floor == 0)
        #expect(address.point.latitude == 2)
        order.address.street = "b"
        order.address.floor += 1
        order.address.point.latitude = 3.5
        order.address.extra.deep.er = true
        #expect(address.street == "b")
        #expect(
            try order.attributes.vox.text(style: .compact)
                == #"{"address":{"street":"b","zip":1.0,"point":{"lat":3.5},"#
                + #""floor":1,"extra":{"deep":{"er":true}}}}"#)
        #expect(try order.vox.changes().attributes == ["address"])
        #expect(
            try order.vox.changes().paths.sorted() == [
                "/attributes/address/extra", "/attributes/address/floor",
                "/attributes/address/point/lat", "/attributes/address/street",
            ])
        #expect(order.address == address)
        #expect(order.vox.failure == nil)
    }

    @Test("a missing object, or null in its place, gives way to the first member that is written")
    func made() throws {
        for attributes in ["{}", "null", #"{"address": null}"#, #"{"address": {"point": null}}"#] {
            let order = try read(attributes)
            let before = try order.vox.json.vox.text()
            #expect(order.address.street == nil)
            #expect(order.address.point.inner.latitude == nil)
            #expect(order.address.vox.state(\.street) == .absent)
            order.address.street = nil
            order.address.point.inner.latitude = nil
            order.address.point.latitude = .nan
            #expect(order.vox.failure?.code == .notFinite)
            order.vox.failure = nil
            #expect(try order.vox.json.vox.text() == before, "nothing was to be written")
            order.address.point.inner.latitude = 1
            #expect(
                try order.attributes.vox.text(style: .compact)
                    == #"{"address":{"point":{"inner":{"lat":1}}}}"#)
            #expect(order.vox.failure == nil)
        }
    }

    @Test("a scalar or a list in place of the object is left alone")
    func wrongKind() throws {
        for value in ["1", #""text""#, "[]"] {
            let order = try read(#"{"address": \#(value)}"#)
            #expect(order.address.street == nil)
            order.address.street = "x"
            #expect(order.vox.failure?.code == .wrongKind)
            order.vox.failure = nil
            #expect(try order.attributes.address.vox.text() == value)
            do throws(JSONError) {
                _ = try order.vox.value(\.address)
                Issue.record("it is no object")
            } catch {
                #expect(error.code == .wrongKind)
                #expect(error.pointer == "/data/attributes/address")
            }
        }
    }

    @Test("objects are assigned as copies, and removed")
    func assigned() throws {
        let order = Resource<Order>()
        let address = TypedObject<Address>()
        address.street = "a"
        order.address = address
        address.street = "b"
        #expect(order.address.street == "a")
        order.address = order.address
        #expect(order.address.street == "a")
        try order.vox.set(\.address, to: address)
        #expect(order.address.street == "b")
        order.address = .null
        #expect(order.vox.state(\.address) == .null)
        order.address = nil
        #expect(order.attributes.vox.state == .absent)
        #expect(order.billing?.street == nil)
        try order.vox.set(\.billing, to: address)
        #expect(order.billing?.street == "b")
        #expect(order.vox.failure == nil)
    }

    @Test("the elements of a list are views")
    func lists() throws {
        let order = try read(
            #"{"lines": [{"sku": "a", "count": 1}, {"sku": "b"}], "byName": {"x": {"count": 7}}}"#)
        #expect(order.lines?.map(\.sku) == ["a", "b"])
        order.lines?[1].count = 5
        #expect(order["lines"][1]["count"] == 5)
        #expect(order.byName?["x"]?.count == 7)
        let line = TypedObject<Line>()
        line.sku = "c"
        order.lines?.append(line)
        order.lines?.removeFirst()
        #expect(
            try order.attributes.lines.vox.text(style: .compact)
                == #"[{"sku":"b","count":5},{"sku":"c"}]"#)
        order.lines = []
        #expect(order.lines == [])

        let mixed = try read(#"{"lines": [{}, 1]}"#)
        #expect(mixed.lines == nil)
        #expect(mixed.vox.failure?.pointer == "/data/attributes/lines/1")
    }

    @Test("an object stands on any JSON, and alone")
    func alone() throws {
        let json = try JSON(parsing: #"{"to": {"street": "a"}}"#)
        let address = TypedObject<Address>(json.to)
        #expect(try address.vox.value(\.street) == "a")
        try address.vox.set(\.street, to: "b")
        address.point.latitude = 1
        #expect(try json.vox.text(style: .compact) == #"{"to":{"street":"b","point":{"lat":1}}}"#)
        #expect(address.vox.state(\.point) == .value)
        #expect(address.vox.json == json.to)
        let other: TypedObject<Address>? = json.other
        #expect(other == nil)
        TypedObject<Address>(json.other).street = "made"
        #expect(json.other.street == "made")

        // A schema of resources describes objects too.
        let album = Resource<Album>()
        album.title = "t"
        #expect(TypedObject<Album>(album.attributes).title == "t")
        #expect(TypedObject<Address>(nil as JSON).street == nil)
        TypedObject<Address>(nil as JSON).street = "nowhere"
    }
}
