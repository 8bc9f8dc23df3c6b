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
        let seed = UInt64.random(in: 0..<1 << 32)
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
