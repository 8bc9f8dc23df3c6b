// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

/// The order of operations: each local id is introduced before it is used.
@Suite("The order of operations")
struct UnitOrderTests {
    struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
        let boss = ToOne<Person>("boss")
        let friends = ToMany<Person>("friends")
    }

    private func person(_ name: String) -> Resource<Person> {
        let person = Resource<Person>()
        person.name = name
        return person
    }

    private func names(_ document: AtomicDocument) -> [String] {
        document.operations.map { operation in
            let name: String = operation.resource?.attributes.name ?? operation.ref?.lid ?? ""
            return "\(operation.code?.rawValue ?? "") \(name) \(operation.ref?.relationship ?? "")"
        }
    }

    @Test("JA-144 A creation moves in front of the operation that refers to it")
    func moved() throws {
        let unit = try Script.creating().api().atomic()
        let (a, b, c) = (person("a"), person("b"), person("c"))
        a.boss = b
        b.friends = [c]
        unit.delete(Resource<Person>(id: "9"))
        unit.create(a)
        unit.create(b)
        unit.create(c)
        #expect(
            try names(unit.document()) == ["remove  ", "add c ", "add b ", "add a "])
    }

    @Test("JA-144 A circle is broken by the linkage behind the creations")
    func circle() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let (a, b) = (person("a"), person("b"))
        a.boss = b
        b.friends = [a]
        unit.create(a)
        unit.create(b)
        #expect(try names(unit.document()) == ["add b ", "add a ", "add new-1 friends"])
        try await unit.result()
        #expect(a.id == "id-1" && b.id == "id-0")
        #expect(a.boss?.id == b.id && b.friends.map(\.id) == [a.id])
        #expect(try a.vox.changes().isEmpty && b.vox.changes().isEmpty)
    }

    @Test("A local id of the program is given to no other resource, wherever it comes")
    func ownLocalIDs() throws {
        for index in 0..<3 {
            let unit = try Script.creating().api().atomic()
            let people = [person("a"), person("b"), person("c")]
            let own = people[index]
            own.lid = "new-1"
            for (number, one) in people.enumerated() { one.boss = people[(number + 1) % 3] }
            for one in people { unit.create(one) }
            let lids = try unit.document().operations.compactMap { $0.resource?.lid }
            #expect(Set(lids).count == 3 && lids.contains("new-1"), "\(lids)")
        }
    }

    @Test("JsonApiDotNetCore: a local id is not used in the operation that introduces it")
    func itself() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let a = person("a")
        a.boss = a
        unit.create(a)
        #expect(try names(unit.document()) == ["add a ", "update new-1 boss"])
        try await unit.result()
        #expect(a.id == "id-0" && a.boss == a)
    }

    /// Responds to creations with whole resources, as a service does: relationships that a creation
    /// left out are empty.
    private static func wholeResources() -> Script {
        Script { request, _ in
            let document = try AtomicDocument(parsing: request.body ?? [])
            let results = try document.operations.enumerated().map { index, operation in
                guard operation.ref == nil, let resource = operation.resource else { return "{}" }
                let boss =
                    try resource.relationships.boss.vox.kind == .object
                    ? resource.relationships.boss.vox.text() : #"{"data":null}"#
                let friends =
                    try resource.relationships.friends.vox.kind == .object
                    ? resource.relationships.friends.vox.text() : #"{"data":[]}"#
                return
                    #"{"data":{"type":"people","id":"id-\#(index)","relationships":{"boss":\#(boss),"friends":\#(friends)}}}"#
            }
            // The service resolves local ids.
            var text = results.joined(separator: ",")
            for (index, operation) in document.operations.enumerated() {
                guard operation.ref == nil, let lid = operation.resource?.lid else { continue }
                text.replace(#""lid":"\#(lid)""#, with: #""id":"id-\#(index)""#)
            }
            return .results(text, of: request)
        }
    }

    @Test("JA-144 Linkage that a creation left out is kept, although its result has none")
    func leftOutLinkage() async throws {
        let unit = try Self.wholeResources().api().atomic()
        let (a, b, c) = (person("a"), person("b"), person("c"))
        a.boss = b
        a.friends = [b, c]
        b.boss = c
        c.boss = a
        c.friends = [a, c]
        for person in [a, b, c] { unit.create(person) }
        try await unit.result()
        let bosses: [String?] = [a.boss?.name, b.boss?.name, c.boss?.name]
        #expect(bosses == ["b", "c", "a"])
        #expect(a.friends.map { $0.name } == ["b", "c"])
        #expect(c.friends.map { $0.name } == ["a", "c"])
        #expect(Set([a, b, c].compactMap(\.id)).count == 3)
        for person in [a, b, c] { #expect(try person.vox.changes().isEmpty) }
        let text = String(decoding: try a.updateDocument(full: true), as: UTF8.self)
        #expect(!text.contains("null") && !text.contains("lid"))
    }

    @Test("An operation on a relationship leaves other changes of it to be sent")
    func otherChanges() async throws {
        let script = Script.creating()
        let document = try Document<Person>(
            parsing:
                #"{"data":{"type":"people","id":"1","relationships":{"friends":{"data":[{"type":"people","id":"4"}]}}}}"#
        )
        let person = try #require(document.data)
        person.friends.append(Resource(id: "2"))
        let unit = try script.api().atomic()
        unit.relationship(\.friends, of: person).add(Resource(id: "3"))
        try await unit.result()
        #expect(person.friends.map(\.id) == ["4", "2", "3"])
        #expect(try person.vox.changes().relationships == ["friends"])
        // The same at the endpoint of the relationship.
        let endpoint = Script { request, _ in
            .document(
                #"{"data":[{"type":"people","id":"4"},{"type":"people","id":"3"},{"type":"people","id":"5"}]}"#,
                of: request)
        }
        let people = DataSource<Person>(.path("people/<id>"), client: try endpoint.api())
        try await people.relationship(\.friends, of: person).add([Resource(id: "5")]).result()
        #expect(person.friends.map(\.id) == ["4", "2", "3", "5"])
        #expect(try person.vox.changes().relationships == ["friends"])
        let text = String(decoding: try person.updateDocument(), as: UTF8.self)
        #expect(text.contains(#""id":"2""#))
    }

    @Test("A draft that is linked, created and added in one unit is linked once")
    func addedTwice() async throws {
        let script = Script.creating()
        let document = try Document<Person>(
            parsing:
                #"{"data":{"type":"people","id":"1","relationships":{"friends":{"data":[]}}}}"#)
        let person = try #require(document.data)
        let draft = self.person("draft")
        person.friends.append(draft)
        let unit = try script.api().atomic()
        unit.create(draft)
        unit.relationship(\.friends, of: person).add(draft)
        try await unit.result()
        #expect(person.friends.map(\.id) == ["id-0"] && person.friends.first == draft)
        #expect(try person.vox.changes().isEmpty)
    }

    @Test("orbit#948 Operations on a new resource name it by its local id, wherever it is named")
    func localNames() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let document = try Document<Person>(parsing: #"{"data":{"type":"people","id":"9"}}"#)
        let (a, b, old) = (person("a"), person("b"), try #require(document.data))
        old.boss = a
        unit.create(a)
        unit.update(a)
        unit.create(b)
        unit.update(old)
        unit.relationship(\.boss, of: b).replace(with: a)
        unit.relationship(\.friends, of: a).add([b, old])
        unit.relationship(\.friends, of: a).remove(b)
        unit.delete(b)
        try await unit.result()
        let body = try #require(script.requests.first?.body)
        let operations = try AtomicDocument(parsing: body).operations
        #expect(operations.map(\.code) == [.add, .add, .update, .update, .add, .remove, .remove])
        let (first, second) = (operations[0].resource?.lid, operations[1].resource?.lid)
        #expect(first != nil && second != nil && first != second)
        #expect(operations[2].resource?.relationships.boss.data.lid as String? == first)
        #expect(operations.dropFirst(3).map { $0.ref?.lid } == [second, first, first, second])
        #expect(operations.dropFirst(3).allSatisfy { $0.ref?.id == nil })
        #expect(operations[3].json.data.lid as String? == first)
        #expect(operations[4].json.data[0].lid as String? == second)
        #expect(operations[4].json.data[1].id as String? == "9")
        #expect(operations[5].json.data[0].lid as String? == second)
        #expect(a.id == "id-0" && old.boss?.id == "id-0")
    }

    @Test("A resource may be deleted before it is created again")
    func recreated() throws {
        let unit = try Script.creating().api().atomic()
        let again = person("again")
        again.id = "2"
        unit.delete(Resource<Person>(id: "2"))
        unit.create(again)
        #expect(try unit.document().operations.map(\.code) == [.remove, .add])
    }

    @Test("JA-144 A resource that no operation creates is refused by name")
    func unknown() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let a = person("a")
        a.boss = person("b")
        unit.create(a)
        let error = await requestError { try await unit.result() }
        #expect(error?.code == .unsendable)
        #expect(error?.message.contains("operation 0") == true)
        #expect(error?.message.contains("boss") == true)
        let local = person("c")
        local.lid = "mine"
        let other = try script.api().atomic()
        a.boss = local
        other.create(a)
        let second = await requestError { try await other.result() }
        #expect(second?.message.contains("\"mine\"") == true)
        #expect(script.requests.isEmpty)
        // With its creation, its own local id is used.
        other.create(local)
        try await other.result()
        #expect(script.requests.first?.text?.contains(#""lid":"mine""#) == true)
        #expect(local.id == "id-0" && local.lid == nil && a.boss?.id == "id-0")
    }

    @Test("A resource is created once, and an update needs an id")
    func twice() async throws {
        let script = Script.creating()
        let a = person("a")
        let unit = try script.api().atomic()
        unit.create(a)
        unit.create(a)
        #expect(
            await requestError { try await unit.result() }?.message.contains("twice") == true)
        let update = try script.api().atomic()
        update.update(person("b"))
        #expect(await requestError { try await update.result() }?.code == .unsendable)
        let deletion = try script.api().atomic()
        deletion.delete(person("b"))
        #expect(await requestError { try await deletion.result() }?.code == .unsendable)
        let (c, d) = (person("c"), person("d"))
        (c.id, d.id) = ("1", "1")
        let same = try script.api().atomic()
        same.create(c)
        same.create(d)
        #expect(
            await requestError { try await same.result() }?.message.contains("type and id")
                == true)
        #expect(script.requests.isEmpty)
    }

    @Test("JA-144 Random graphs: every local id is introduced before, and all linkage arrives")
    func random() async throws {
        let seed = Seeded.drawnSeed()
        print("seed \(seed)")
        var numbers = Seeded(seed)
        for _ in 0..<300 {
            let count = Int.random(in: 1..<12, using: &numbers)
            let people = (0..<count).map { person("p\($0)") }
            for person in people {
                if Bool.random(using: &numbers) {
                    person.boss = people.randomElement(using: &numbers)
                }
                person.friends = (0..<Int.random(in: 0..<4, using: &numbers)).compactMap { _ in
                    people.randomElement(using: &numbers)
                }
            }
            let bosses = people.map { (person: Resource<Person>) in person.boss?.name }
            func namesOfFriends(_ person: Resource<Person>) -> [String?] {
                person.friends.map { (friend: Resource<Person>) in friend.name }
            }
            let friends = people.map(namesOfFriends)
            let script = Script.creating()
            let unit = try script.api().atomic()
            for person in people.shuffled(using: &numbers) { unit.create(person) }
            try await unit.result()
            var known: Set<String> = []
            let body = try #require(script.requests.first?.body)
            for operation in try AtomicDocument(parsing: body).operations {
                let text = try operation.json.vox.text()
                let own = operation.ref == nil ? operation.resource?.lid : nil
                for lid in (1...count).map({ "new-\($0)" })
                where text.contains("\"\(lid)\"") && lid != own {
                    #expect(known.contains(lid), "seed \(seed): \(text)")
                }
                if let own {
                    let uses = text.ranges(of: "\"\(own)\"").count
                    #expect(uses == 1, "seed \(seed): \(text)")
                    known.insert(own)
                }
            }
            #expect(Set(people.compactMap(\.id)).count == count, "seed \(seed)")
            for (index, person) in people.enumerated() {
                let boss = person.boss?.name
                #expect(boss == bosses[index])
                #expect(namesOfFriends(person) == friends[index])
                #expect(person.friends.allSatisfy { $0.id != nil && $0.lid == nil })
                #expect(try person.vox.changes().isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("Ten thousand operations in one chain need no recursion")
    func chain() async throws {
        let script = Script.creating()
        let unit = try script.api().atomic()
        let people = (0..<10_000).map { person("p\($0)") }
        for (person, next) in zip(people, people.dropFirst()) { person.boss = next }
        for person in people { unit.create(person) }
        try await unit.result()
        #expect(people.first?.id == "id-9999" && people.last?.id == "id-0")
        #expect(people[0].boss?.id == people[1].id)
    }
}
