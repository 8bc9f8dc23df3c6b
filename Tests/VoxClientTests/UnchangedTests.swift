// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// An update that has nothing to say says nothing, and one that cannot say what was done tells how.
@Suite("Updates without changes")
struct UnchangedTests {
    private struct Team: ResourceSchema {
        static let type = "teams"
        let name = Attribute<String>("name")
        let city = Attribute<String>("city")
        let created = Attribute<String>("created").readOnly()
        let plays = Attribute<Int>("plays").defaulting(to: 0)
        let lead = ToOne<Person>("lead")
        let coach = ToOne<Person>("coach")
        let members = ToMany<Person>("members")
    }
    private struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
    }

    private let script = Script { request, _ in .document("", 204, of: request) }

    private func team() throws -> Resource<Team> {
        let text = #"""
            {"data": {"type": "teams", "id": "1",
             "attributes": {"name": "A", "city": "B", "created": "C"},
             "relationships": {
              "lead": {"data": {"type": "people", "id": "1"}}, "coach": {"data": null},
              "members": {"data": [{"type": "people", "id": "1"}]}}}}
            """#
        return try #require(try Document<Team>(parsing: text).data)
    }

    private func update(
        _ team: Resource<Team>, full: Bool = false
    ) async throws -> APIResponse<Team>.Outcome {
        let teams = DataSource<Team>(.path("teams/<id>"), client: try script.api())
        return try await teams.update(team, full: full).response().outcome
    }

    @Test("nothing changed: no request, and the outcome says so")
    func unchanged() async throws {
        let team = try team()
        let edits: [(Resource<Team>) -> Void] = [
            { _ in },
            { $0.name = $0.name },
            {
                $0.name = "x"
                $0.name = "A"
            },
            { $0.meta.seen = true },
        ]
        for edit in edits {
            edit(team)
            guard case .unchanged = try await update(team) else {
                Issue.record("something was sent: \(script.lines)")
                continue
            }
        }
        let teams = DataSource<Team>(.path("teams/<id>"), client: try script.api())
        let response = try await teams.update(team).response()
        #expect(response.status == .noContent && response.document == nil)
        #expect(response.url.text == "https://api.example.com/v1/teams/1")
        #expect(try await teams.update(team).result() == nil)
        #expect(script.requests.isEmpty)

        team.name = "x"
        guard case .done = try await update(team), case .unchanged = try await update(team) else {
            Issue.record("what was sent is no change any more")
            return
        }
        guard case .done = try await update(team, full: true) else {
            Issue.record("all of it is sent when that is asked for")
            return
        }
        #expect(script.requests.count == 2)
    }

    @Test("what the server alone may write is no change; a resource that was never read is one")
    func whatCounts() async throws {
        let team = try team()
        try team.vox.set(\.created, to: "now")
        guard case .unchanged = try await update(team) else {
            Issue.record("a read-only attribute is not sent")
            return
        }
        let reference = Resource<Team>()
        reference.id = "1"
        guard case .done = try await update(reference) else {
            Issue.record("a resource made here is sent")
            return
        }
        #expect(script.lines == ["PATCH /v1/teams/1"])
    }

    @Test("a write that failed is thrown, and not taken for no change")
    func failedWrite() async throws {
        let team = try team()
        team.meta.vox.failure = nil
        team.attributes.name.deeper = 1
        let error = await requestError { _ = try await update(team) }
        #expect(error?.code == .unsendable && script.requests.isEmpty)
    }

    @Test("a relationship that was taken out is an error that says what to write instead")
    func unlinking() async throws {
        let team = try team()
        team.lead = nil
        team.name = "x"
        let error = await requestError { _ = try await update(team) }
        #expect(error?.code == .unsendable)
        #expect(
            error?.message
                == #"the resource cannot be sent: Team.lead was removed (= nil), and an update cannot remove it: assign .null to clear it, or vox.revert(\.lead) to keep it (at "/data")"#
        )
        try team.vox.revert(\.lead)
        team.members = nil
        let members = await requestError { _ = try await update(team) }
        #expect(
            members?.message.contains(
                #"Team.members was removed (= nil), and an update cannot remove it: assign [] to clear it"#
            ) == true)
        #expect(script.requests.isEmpty)
        team.members = []
        team.lead = .null
        // What was empty can be forgotten.
        team.coach = nil
        _ = try await update(team)
        #expect(
            script.requests.map(\.text) == [
                #"{"data":{"type":"teams","id":"1","attributes":{"name":"x"},"relationships":{"lead":{"data":null},"members":{"data":[]}}}}"#
            ])
    }

    @Test("attributes that were taken out are left to the server, but are no update of their own")
    func takenOut() async throws {
        let team = try team()
        team.name = nil
        #expect(try team.vox.changes().removed == ["name"])
        let error = await requestError { _ = try await update(team) }
        #expect(error?.code == .unsendable)
        #expect(error?.message.contains(#"Team.name was removed (= nil)"#) == true)
        #expect(
            error?.message.contains(#"assign .null to clear it, or vox.revert(\.name)"#) == true)
        team.city = "x"
        _ = try await update(team)
        #expect(
            script.requests.map(\.text) == [
                #"{"data":{"type":"teams","id":"1","attributes":{"city":"x"}}}"#
            ])
    }

    @Test("one expression for a value or null, of attributes and relationships")
    func valueOrNull() throws {
        let team = try team()
        let person = Resource<Person>()
        person.id = "7"
        for name in ["x", nil] {
            team.name = .orNull(name)
            #expect(team.name == name && team.vox.state(\.name) == (name == nil ? .null : .value))
            team.lead = .orNull(name.map { _ in person })
            #expect((team.lead == nil) == (name == nil))
            #expect(team.vox.state(\.lead) == (name == nil ? .null : .value))
        }
        team.city = .value("y")
        #expect(team.city == "y")
        #expect(team.city as Nullable<String>? == .value("y"))
        #expect(team.name as Nullable<String>? == .null)
        #expect(team.lead as Nullable<Resource<Person>>? == .null)
        team.name = nil
        team.lead = nil
        #expect(team.name as Nullable<String>? == nil)
        #expect(team.lead as Nullable<Resource<Person>>? == nil)
        try team.vox.setNull(\.plays)
        #expect(team.vox.state(\.plays) == .null && team.plays == 0)
        try team.vox.remove(\.plays)
        #expect(team.vox.state(\.plays) == .absent && team.plays == 0)
    }
}
