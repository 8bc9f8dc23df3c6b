// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

private struct Ticket: ResourceSchema {
    static let type = "tickets"
    static let keyStrategy = KeyStrategy.kebabCase
    let seatNumber = Attribute<Int>("seatNumber").required()
    let note = Attribute<String?>("note").required()
    let code = Attribute<String>("code").writeOnce().required()
    let created = Attribute<Date>("created").required().readOnly()
    let length = Attribute<Int>("length").transformed(by: .secondsSince1970).required()
    let place = Attribute<TypedObject<Place>>("place").required()
    let owner = ToOne<Owner>("ownerAccount").required()
    let guests = ToMany<Owner>("guests").required()
    let title = Attribute<String>("title")
}

private struct Owner: ResourceSchema {
    static let type = "owners"
    let name = Attribute<String>("name").required()
    let ticket = ToOne<Ticket>("ticket")
}

private struct Place: ObjectSchema {
    let street = Attribute<String>("street").required()
}

@Suite("Required fields")
struct RequiredTests {
    private static let text = #"""
        {"data": {"type": "tickets", "id": "1",
          "attributes": {"seat-number": 7, "note": null, "code": "x", "created": "2024-05-01T10:00:00Z",
            "length": 60, "place": {"street": "s"}},
          "relationships": {"owner-account": {"data": {"type": "owners", "id": "9"}},
            "guests": {"data": []}}},
         "included": [{"type": "owners", "id": "9", "attributes": {"name": "Ada"}}]}
        """#

    private func ticket() throws -> Resource<Ticket> {
        try #require(try Document<Ticket>(parsing: Self.text).data)
    }

    private func error(_ work: () throws -> Void) -> JSONError? {
        do {
            try work()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    @Test("a required field is read without an optional")
    func reading() throws {
        let ticket = try ticket()
        let seat: Int = try ticket.seatNumber
        let name: String = try ticket.owner.name
        #expect(seat == 7 && name == "Ada")
        #expect(try ticket.note == nil as String?)
        #expect(try ticket.code == "x")
        #expect(try ticket.created == Date(timeIntervalSince1970: 1_714_557_600))
        #expect(try ticket.length == Date(timeIntervalSince1970: 60))
        #expect(try ticket.place.street == "s")
        #expect(try ticket.guests.isEmpty)
        #expect(ticket.vox.failures.isEmpty)
    }

    @Test("what is missing, null or of another kind is thrown, with its pointer")
    func throwing() throws {
        let ticket = try ticket()
        ticket.seatNumber = nil
        #expect(error { _ = try ticket.seatNumber }?.code == .missing)
        #expect(error { _ = try ticket.seatNumber }?.pointer == "/data/attributes/seat-number")
        ticket.seatNumber = .null
        let null = error { _ = try ticket.seatNumber }
        #expect(null?.code == .wrongKind)
        #expect(null?.message == #"the attribute "seat-number" is required, but it is null"#)
        ticket.attributes["seat-number"] = "seven"
        #expect(error { _ = try ticket.seatNumber }?.code == .wrongKind)
        ticket.attributes["place"] = [:] as JSON
        #expect(error { _ = try ticket.place.street }?.pointer == "/data/attributes/place/street")
        ticket.owner = nil
        #expect(error { _ = try ticket.owner }?.code == .missing)
        #expect(
            error { _ = try ticket.owner }?.pointer == "/data/relationships/owner-account/data")
        ticket.relationships["owner-account"].data = .null
        #expect(error { _ = try ticket.owner }?.code == .missing)
        ticket.relationships["owner-account"].data = []
        #expect(error { _ = try ticket.owner }?.code == .wrongKind)
        ticket.relationships.guests = nil
        #expect(error { _ = try ticket.guests }?.code == .missing)
        let fresh = Resource<Ticket>()
        #expect(error { _ = try fresh.seatNumber }?.code == .missing)
        #expect(error { _ = try fresh.owner }?.code == .missing)
        #expect(error { _ = try Resource<Ticket>(id: "1").guests }?.code == .missing)
    }

    @Test("a required field is written as any other")
    func writing() throws {
        let ticket = Resource<Ticket>()
        ticket.seatNumber = 12
        ticket.code = "c"
        ticket.owner = Resource<Owner>(id: "9")
        ticket.guests = [Resource<Owner>(id: "1")]
        try ticket.guests.append(Resource<Owner>(id: "2"))
        try ticket.guests.insert(Resource<Owner>(id: "3"), at: 0)
        #expect(try ticket.seatNumber == 12)
        #expect(try ticket.owner.id == "9")
        #expect(try ticket.guests.map(\.id) == ["3", "1", "2"])
        #expect(
            String(decoding: try ticket.createDocument(), as: UTF8.self)
                == #"{"data":{"type":"tickets","attributes":{"seat-number":12,"code":"c"},"#
                + #""relationships":{"owner-account":{"data":{"type":"owners","id":"9"}},"#
                + #""guests":{"data":[{"type":"owners","id":"3"},{"type":"owners","id":"1"},"#
                + #"{"type":"owners","id":"2"}]}}}}"#)
    }

    @Test("where an optional is asked for, nothing is thrown")
    func optional() throws {
        let ticket = Resource<Ticket>()
        #expect(ticket.seatNumber ?? 3 == 3)
        if let owner: Resource<Owner> = ticket.owner { Issue.record("\(owner)") }
        #expect(ticket.guests?.count == nil)
    }

    @Test("what else one asks of a field, one asks of a required one")
    func operations() throws {
        let ticket = try ticket()
        #expect(ticket.vox.state(\.seatNumber) == .value && ticket.vox.state(\.note) == .null)
        #expect(ticket.vox.state(\.owner) == .value && ticket.vox.state(\.guests) == .value)
        ticket.seatNumber = 8
        ticket.owner = Resource<Owner>(id: "10")
        #expect(try ticket.vox.isChanged(\.seatNumber) && ticket.vox.isChanged(\.owner))
        #expect(try !ticket.vox.isChanged(\.guests))
        try ticket.vox.revert(\.owner)
        #expect(try ticket.owner.name == "Ada")
        #expect(ticket.vox.relationship(\.owner).name == "owner-account")
        #expect(
            String(decoding: try ticket.linkageDocument(\.owner), as: UTF8.self)
                == #"{"data":{"type":"owners","id":"9"}}"#)
        ticket.code = "y"
        #expect(ticket.vox.failure?.code == .readOnly)
        let inclusion = Inclusion<Ticket>.paths(\.owner.ticket, \.guests)
        #expect(inclusion.names == ["owner-account.ticket", "guests"])
        try Ticket.check()
    }

    @Test("marks are kept in whatever order they are put")
    func marks() throws {
        let ticket = try ticket()
        try ticket.vox.set(\.created, to: Date(timeIntervalSince1970: 0))
        #expect(try ticket.created == Date(timeIntervalSince1970: 0))
        #expect(
            String(decoding: try ticket.updateDocument(), as: UTF8.self)
                == #"{"data":{"type":"tickets","id":"1"}}"#)
    }

    @Test("a document is checked when it is asked for, primary data and what is included")
    func checking() throws {
        let options = DocumentOptions(checksRequired: true)
        #expect(try Document<Ticket>(parsing: Self.text, options: options).data?.id == "1")
        let faults: [(String, String, String, JSONError.Code)] = [
            ("\"seat-number\": 7, ", "", "/data/attributes/seat-number", .missing),
            (
                "\"seat-number\": 7", "\"seat-number\": \"7\"", "/data/attributes/seat-number",
                .wrongKind
            ),
            ("\"code\": \"x\"", "\"code\": null", "/data/attributes/code", .wrongKind),
            ("2024-05-01T10:00:00Z", "yesterday", "/data/attributes/created", .notConvertible),
            (
                "\"guests\": {\"data\": []}", "\"guests\": {}", "/data/relationships/guests/data",
                .missing
            ),
            (
                "\"guests\": {\"data\": []}", "\"guests\": {\"data\": null}",
                "/data/relationships/guests/data", .missing
            ),
            ("{\"name\": \"Ada\"}", "{}", "/included/0/attributes/name", .missing),
        ]
        for (part, other, pointer, code) in faults {
            let text = Self.text.replacingOccurrences(of: part, with: other)
            #expect(text != Self.text)
            #expect(throws: Never.self) { try Document<Ticket>(parsing: text) }
            for parsing in [JSON.Options.Parsing.eager, .lazy] {
                let options = DocumentOptions(checksRequired: true, parsing: parsing)
                let error = #expect(throws: DocumentError.self) {
                    try Document<Ticket>(parsing: text, options: options)
                }
                #expect(error?.code == .shape && error?.pointer == pointer, "\(other)")
                #expect(error?.json?.code == code, "\(other)")
                #expect(error?.message.contains("requires") == true)
                let isNull = other.hasSuffix("null") || other.hasSuffix("null}")
                #expect(error?.message.contains("required, but it is null") == isNull, "\(other)")
            }
        }
    }

    @Test("nothing is required of data that is null, or of resources of any type")
    func checkingNothing() throws {
        let options = DocumentOptions(checksRequired: true)
        #expect(try Document<Ticket>(parsing: #"{"data":null}"#, options: options).data == nil)
        #expect(try Document<[Ticket]>(parsing: #"{"data":[]}"#, options: options).data.isEmpty)
        let any = #"{"data":[{"type":"tickets","id":"1"}]}"#
        #expect(try Document<[AnyResource]>(parsing: any, options: options).data.count == 1)
        #expect(throws: DocumentError.self) {
            try Document<[Ticket]>(parsing: any, options: options)
        }
    }

    @Test("a stream checks each resource, and says which")
    func stream() async throws {
        let text = #"""
            {"data":[{"type":"owners","id":"1","attributes":{"name":"a"}},
              {"type":"owners","id":"2","attributes":{"nam":"b"}}]}
            """#
        let owners = ResourceStream<Owner>(
            ClientResponse.Body(Array(text.utf8)), options: DocumentOptions(checksRequired: true))
        var names: [String] = []
        var error: DocumentError?
        do {
            for try await owner in owners { names.append(try owner.name) }
        } catch let failure as DocumentError {
            error = failure
        }
        #expect(names == ["a"])
        #expect(error?.pointer == "/data/1/attributes/name" && error?.code == .shape)
    }
}
