// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// Errors about attributes and relationships name them as the program does.
@Suite("What errors of resources say")
struct FieldErrorTests {
    private struct Team: ResourceSchema {
        static let type = "teams"
        static let keyStrategy = KeyStrategy.kebabCase
        let teamName = Attribute<String>("teamName")
        let size = Attribute<UInt8>("size")
        let founded = Attribute<Date>("founded")
        let since = Attribute<String>("since").transformed(by: .date("dd/MM/yyyy"))
        let score = Attribute<JSONValue>("score").transformed(by: .lenientInteger)
        let plays = Attribute<Int>("plays").defaulting(to: 0)
        let code = Attribute<String>("code").writeOnce()
        let ratio = Attribute<Double>("ratio")
        let city = Attribute<String>(at: "address.city")
        let house = Attribute<TypedObject<Place>>("house")
        let alias = Attribute<String>("alias").written(as: "nick")
        let lead = ToOne<Person>("lead")
        let members = ToMany<Person>("members")
        let tags = Attribute<[String]>("tags")
    }
    private struct Place: ObjectSchema {
        let street = Attribute<String>("street")
    }
    private struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
    }

    private static let text = #"""
        {"data": {"type": "teams", "id": "1", "attributes": {
          "team-name": 3, "size": 300, "founded": "long ago", "since": "1/2/3", "score": "many",
          "plays": "x", "code": "a", "address": {"city": false}, "house": {"street": []},
          "tags": ["a", 2]},
         "relationships": {
          "lead": {"data": {"type": "robots", "id": "1"}},
          "members": {"data": {"type": "people", "id": "2"}}}}}
        """#

    private func team() throws -> Resource<Team> {
        try #require(try Document<Team>(parsing: Self.text).data)
    }

    @Test("a read that fails names type and property, what was expected and found, and the pointer")
    func reads() throws {
        let team = try team()
        _ = (team.teamName, team.size, team.founded, team.since, team.score, team.plays)
        _ = (team.city, team.house.street, team.tags, team.lead, Array(team.members))
        let place = "/data/attributes"
        #expect(
            "\(team.vox.failures)" == #"""
                11 failures
                  read: Team.teamName: expected a string, found a number: 3 (at "\#(place)/team-name")
                  read: Team.size: expected an integer from 0 to 255, found a number: 300, which is out of range (at "\#(place)/size")
                  read: Team.founded: expected a date (RFC 3339), found a string: "long ago" (at "\#(place)/founded")
                  read: Team.since: the value cannot be converted: the text does not fit the date pattern from byte 1 on, found a string: "1/2/3" (at "\#(place)/since")
                  read: Team.score: expected a number, or a string that contains one, found a string: "many" (at "\#(place)/score")
                  read: Team.plays: expected an integer, found a string: "x" (at "\#(place)/plays")
                  read: Team.city: expected a string, found a boolean: false (at "\#(place)/address/city")
                  read: Place.street: expected a string, found an array of 0 elements (at "\#(place)/house/street")
                  read: Team.tags: expected a string, found a number: 2 (at "\#(place)/tags/1")
                  read: Team.lead: expected a resource of type "people", found one of type "robots" (at "/data/relationships/lead/data")
                  read: Team.members: expected a list of resource identifiers, found an object of 2 members (at "/data/relationships/members/data")
                """#)
        let first = try #require(team.vox.failure)
        #expect(first.field == "Team.teamName" && first.expected == "a string")
        #expect(
            first.found == "a number: 3" && first.message == "expected a string, found a number")
    }

    @Test("the throwing forms throw the same")
    func throwing() throws {
        let team = try team()
        let name = #expect(throws: JSONError.self) { try team.vox.value(\.teamName) }
        #expect(
            name.map { "\($0)" }
                == #"Team.teamName: expected a string, found a number: 3 (at "/data/attributes/team-name")"#
        )
        let ratio = #expect(throws: JSONError.self) { try team.vox.value(\.ratio) }
        #expect(
            ratio.map { "\($0)" }
                == #"Team.ratio: expected a number, found nothing (at "/data/attributes/ratio")"#)
        team.ratio = .null
        let null = #expect(throws: JSONError.self) { try team.vox.value(\.ratio) }
        #expect(null?.code == .wrongKind)
        #expect(
            null.map { "\($0)" }
                == #"Team.ratio: expected a number, found null (at "/data/attributes/ratio")"#)
        let street = #expect(throws: JSONError.self) { try team.house.vox.value(\.street) }
        #expect(street?.field == "Place.street")
        #expect(team.vox.failures.isEmpty)
    }

    @Test("writes that fail name it, too")
    func writes() throws {
        let team = try team()
        team.ratio = .nan
        team.code = "b"
        team.alias = "x"
        team.members.append(Resource<Person>())
        team.lead?.name = "x"
        #expect(
            "\(team.vox.failures)".split(separator: "\n").filter { $0.contains("write") } == [
                #"  write: Team.ratio: JSON has no infinity and no NaN (at "/data/attributes/ratio")"#,
                #"  write: Team.code: the attribute is write-once, and the server already has it: use vox.set(_:to:) to write it anyway (at "/data/attributes/code")"#,
                #"  write: Team.members: expected a list of resource identifiers, found an object of 2 members (at "/data/relationships/members/data")"#,
                #"  write: Person.name: the document has only the identity of the resource, so it cannot be written: include it or refresh it (at "/data/relationships/lead/data")"#,
            ])
        let error = #expect(throws: DocumentError.self) { try team.updateDocument() }
        #expect(
            error.map { "\($0)" }
                == #"Team.ratio: JSON has no infinity and no NaN (at "/data/attributes/ratio")"#
        )
        let set = #expect(throws: JSONError.self) { try team.vox.set(\.ratio, to: .infinity) }
        #expect(set?.field == "Team.ratio")
        let frozen = try Document<Team>(parsing: Self.text).frozen().document
        frozen.data?.teamName = "x"
        #expect(
            frozen.vox.failure.map { "\($0)" }
                == #"Team.teamName: the document is frozen: write to a copy from thawed() or vox.copy() (at "/data/attributes/team-name")"#
        )
    }

    @Test("a document of another form says what was asked for and what is there")
    func shapes() throws {
        func said<Primary>(_ primary: Primary.Type, _ text: String) -> String
        where Primary: PrimaryData {
            do {
                _ = try Document<Primary>(parsing: text)
                return "read"
            } catch {
                return "\(error)"
            }
        }
        #expect(
            said(Team.self, #"{"data": [{"type": "teams", "id": "1"}]}"#)
                == #"expected one resource, found an array of 1 element (line 1, column 10 (offset 9), at "/data")"#
        )
        #expect(
            said([Team].self, #"{"data": {"type": "teams", "id": "1"}}"#)
                == #"expected a list of resources, found one resource (line 1, column 10 (offset 9), at "/data")"#
        )
        #expect(
            said(Team.self, #"{"data": {"type": "people", "id": "1"}}"#)
                == #"expected a resource of type "teams", found one of type "people" (line 1, column 19 (offset 18), at "/data/type")"#
        )
        #expect(
            said(
                [Team].self, #"{"data": [{"type": "teams", "id": "1"}, {"type": "a", "id": "1"}]}"#)
                == #"expected a resource of type "teams", found one of type "a" (line 1, column 50 (offset 49), at "/data/1/type")"#
        )
        #expect(
            said([Team].self, #"{"data": "x"}"#)
                == #"expected a list of resources, found a string: "x" (line 1, column 10 (offset 9), at "/data")"#
        )
        #expect(
            said(
                Team.self,
                #"{"errors": [{"title": "Bad", "detail": "Too short", "source": {"pointer": "/data/attributes/x"}}, {"status": "500", "code": "E7"}, {"detail": "c"}, {}]}"#
            )
                == #"the document reports: Bad: Too short (at "/data/attributes/x"); E7; c; … 1 more (at "/errors")"#
        )
    }

    @Test("localizedDescription says something to people")
    func localized() throws {
        let reported = #expect(throws: DocumentError.self) {
            try Document<Team>(
                parsing:
                    #"{"errors": [{"title": "Bad", "detail": "Too short"}, {"title": "Worse"}]}"#)
        }
        #expect((reported as (any Error)?)?.localizedDescription == "Too short\nWorse")
        #expect(reported?.errors[0].localizedDescription == "Too short")
        let shape = #expect(throws: DocumentError.self) { try Document<Team>(parsing: "[]") }
        #expect(shape?.localizedDescription == shape.map { "\($0)" })
        #expect(APIError(status: 404).localizedDescription == "404")
    }
}
