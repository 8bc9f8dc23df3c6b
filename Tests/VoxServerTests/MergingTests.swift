// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// Updates that merge with the changes of other clients.
@Suite("Merging updates")
struct MergingTests {
    struct Note: ResourceSchema {
        static let type = "notes"
        let title = Attribute<String>("title")
        let body = Attribute<String>("body")
        let location = Attribute<JSON>("place")
        let due = Attribute<Date>("due")
        let author = ToOne<AnyResource>("author")
        let tags = ToMany<AnyResource>("tags")
    }

    /// A service with one note, whose state tests change from behind.
    private static func store(
        _ attributes: JSONObject, tags: [String] = ["1", "2", "3"]
    ) -> MemoryStore {
        MemoryStore(
            [
                StoredResource(
                    type: "notes", id: "1", attributes: attributes,
                    relationships: [
                        "author": .one(nil),
                        "tags": .many(tags.map { .init(type: "tags", id: $0) }),
                    ])
            ] + (1...9).map { StoredResource(type: "tags", id: "\($0)") }
                + (1...3).map { StoredResource(type: "people", id: "\($0)") })
    }

    private static let note = StoredResource.Identifier(type: "notes", id: "1")

    private func theirs(
        _ store: MemoryStore, _ attributes: JSONObject,
        _ relationships: [String: ResourceChange.Edit] = [:]
    ) throws {
        _ = try store.update(
            Self.note, with: ResourceChange(attributes: attributes, relationships: relationships),
            ifVersion: nil)
    }

    private func open(
        _ store: MemoryStore
    ) async throws -> (notes: DataSource<Note>, note: Resource<Note>, log: Script) {
        let service = ResourceService(serving: store)
        let log = Script { request, _ in try await service.execute(request) }
        let notes = DataSource<Note>(.path("notes/<id>"), client: try log.api("https://x.example"))
        let note = try #require(try await notes.fetch(id: "1").result().data)
        return (notes, note, log)
    }

    private func conflicts(_ outcome: MergingUpdate<Note>.Outcome) -> [MergeConflict] {
        if case .conflicts(let conflicts) = outcome { conflicts } else { [] }
    }

    @Test("MW-132 A time that the server spells in another way has not changed")
    func spelledAgain() async throws {
        let store = Self.store(["title": "2024-01-01T00:00:00Z", "due": "2024-01-01T00:00:00Z"])
        let (notes, note, _) = try await open(store)
        try theirs(store, ["due": "2024-01-01T01:00:00.000+01:00"])
        note.due = Date(timeIntervalSince1970: 0)
        guard case .written = try await notes.update(note).merging().result() else {
            Issue.record("the other spelling was a conflict")
            return
        }
        let stored = store.resources(of: "notes").first?.attributes
        #expect(stored?["due"] == "1970-01-01T00:00:00Z")
        // The same texts of a string are two values.
        try theirs(store, ["title": "2024-01-01T00:00:00.000Z"])
        note.title = "mine"
        #expect(try await conflicts(notes.update(note).merging().result()).count == 1)
    }

    @Test("MW-132 Without other changes there is one request, with the version that was read")
    func alone() async throws {
        let (notes, note, log) = try await open(Self.store(["title": "a", "body": "b"]))
        note.title = "mine"
        _ = try await notes.update(note).merging().result()
        #expect(log.lines == ["GET /notes/1", "PATCH /notes/1"])
        let tag = log.requests[1].headers[.ifMatch]
        #expect(tag?.hasPrefix("\"") == true)
        // The version of the response is the version of the next update.
        note.title = "again"
        _ = try await notes.update(note).merging().result()
        #expect(log.requests.count == 3 && log.requests[2].headers[.ifMatch] != tag)
        // Without changes nothing is sent.
        guard case .written(let response) = try await notes.update(note).merging().result(),
            case .unchanged = response.outcome
        else {
            Issue.record("an update without changes was sent")
            return
        }
        #expect(log.requests.count == 3)
    }

    @Test("MW-132 Changes of different values are merged, and no change is lost")
    func merged() async throws {
        let store = Self.store(["title": "a", "body": "b"])
        let (notes, note, log) = try await open(store)
        note.title = "mine"
        note.tags = note.tags.filter { $0.id != "1" } + [Resource(type: "tags", id: "7")]
        try theirs(
            store, ["body": "theirs"],
            ["tags": .replace(.many(["1", "3", "8"].map { .init(type: "tags", id: $0) }))])
        _ = try await notes.update(note).merging().result()
        #expect(log.lines.count == 4)
        let stored = try #require(try await store.resource(Self.note))
        #expect(stored.attributes == ["title": "mine", "body": "theirs"])
        #expect(stored.relationships["tags"]?.identifiers.map(\.id) == ["3", "8", "7"])
        #expect(note.body == "theirs" && note.title == "mine")
        #expect(note.tags.map(\.id) == ["3", "8", "7"])
        #expect(try note.vox.changes().isEmpty)
    }

    @Test("MW-132 A conflict is returned with its values, and the resource is unharmed")
    func conflict() async throws {
        let store = Self.store(["title": "a", "body": "b"])
        let (notes, note, _) = try await open(store)
        note.title = "mine"
        note.author = Resource(type: "people", id: "1")
        let before = try note.vox.json.vox.text(style: .preserve)
        try theirs(
            store, ["title": "theirs", "body": "x"],
            ["author": .replace(.one(.init(type: "people", id: "2")))])
        let found = conflicts(try await notes.update(note).merging().result())
        #expect(found.map(\.pointer) == ["/attributes/title", "/relationships/author/data"])
        #expect(found.first?.base == "a" && found.first?.mine == "mine")
        #expect(found.first?.theirs == "theirs")
        #expect(found.first?.isAt(\Note.title) == true && found.first?.isAt(\Note.body) == false)
        #expect(found.last?.isAt(\Note.author) == true && found.last?.base == .null)
        #expect(try note.vox.json.vox.text(style: .preserve) == before)
        #expect(try note.vox.changes().attributes == ["title"])
        #expect(try await store.resource(Self.note)?.attributes["title"] == "theirs")
    }

    @Test(
        "MW-132 A part of an object that the server removed is a conflict",
        arguments: [true, false])
    func removedObject(isNew: Bool) async throws {
        let store = Self.store(["title": "a", "place": ["city": "A"]])
        let (notes, note, _) = try await open(store)
        note.location?[isNew ? "street" : "city"] = "B"
        try theirs(store, ["place": .null])
        let found = conflicts(try await notes.update(note).merging(structured: true).result())
        #expect(found.map(\.pointer) == ["/attributes/place/\(isNew ? "street" : "city")"])
        #expect(found.first?.base == (isNew ? nil : "A") && found.first?.mine == "B")
        #expect(found.first?.theirs == nil)
        #expect(try await store.resource(Self.note)?.attributes["place"] == .null)
    }

    @Test("MW-132 A decision ends each conflict: mine, theirs, or another value")
    func decided() async throws {
        for (decision, title) in [
            (MergeConflict.Decision.mine, "mine"), (.theirs, "theirs"), (.value("both"), "both"),
        ] {
            let store = Self.store(["title": "a", "body": "b"])
            let (notes, note, _) = try await open(store)
            note.title = "mine"
            note.body = "mine"
            try theirs(store, ["title": "theirs"])
            let outcome = try await notes.update(note).merging { _ in decision }.result()
            #expect(conflicts(outcome).isEmpty)
            let stored = try #require(try await store.resource(Self.note))
            #expect(stored.attributes == ["title": .string(title), "body": "mine"])
            #expect(note.title == title && note.body == "mine")
            #expect(try note.vox.changes().isEmpty)
        }
    }

    @Test("MW-132 The decision for a value that the server has removed leaves no change")
    func removedThere() async throws {
        let note = try #require(
            try Document<Note>(
                parsing:
                    #"{"data":{"type":"notes","id":"1","attributes":{"title":"a","body":"b"}}}"#
            ).data)
        note.body = "mine"
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"notes","id":"1","attributes":{"title":"theirs"}}}"#, 200,
                [.eTag: "\"2\""], of: request)
        }
        let notes = DataSource<Note>(.path("notes/<id>"), client: try script.api())
        let outcome = try await notes.update(note).merging { conflict in
            #expect(conflict.mine == "mine" && conflict.theirs == nil)
            return .theirs
        }.result()
        guard case .written(let response) = outcome, case .unchanged = response.outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try note.title == "theirs" && note.body == nil && note.vox.changes().isEmpty)
        #expect(script.lines == ["GET /v1/notes/1"])
    }

    @Test("MW-132 Objects are merged member by member where the program asks")
    func structured() async throws {
        let place: JSONValue = ["city": "Bristol", "street": ["name": "Park", "number": 1]]
        let store = Self.store(["place": place])
        let (notes, note, _) = try await open(store)
        note.location.city = "Bath"
        note.location.street.number = 2
        try theirs(
            store,
            ["place": ["city": "Bristol", "street": ["name": "Queen", "number": 1], "zip": "BS1"]])
        #expect(conflicts(try await notes.update(note).merging().result()).count == 1)
        let outcome = try await notes.update(note).merging(structured: true).result()
        #expect(conflicts(outcome).isEmpty)
        #expect(
            try await store.resource(Self.note)?.attributes["place"]
                == ["city": "Bath", "street": ["name": "Queen", "number": 2], "zip": "BS1"])
        // A part of an object that is gone conflicts.
        note.location.street.number = 3
        try theirs(store, ["place": ["city": "Bath"]])
        let found = conflicts(try await notes.update(note).merging(structured: true).result())
        #expect(found.map(\.pointer) == ["/attributes/place/street/number"])
        #expect(found.first?.theirs == nil && found.first?.isAt(\Note.location) == true)
    }

    @Test("MW-132 A resource of a list has no version, so its state is read first")
    func ofList() async throws {
        let store = Self.store(["title": "a", "body": "b"])
        let (notes, _, log) = try await open(store)
        let note = try #require(try await notes.fetch().result().data.first)
        note.title = "mine"
        try theirs(store, ["body": "theirs"])
        _ = try await notes.update(note).merging().result()
        #expect(log.lines.suffix(2) == ["GET /notes/1", "PATCH /notes/1"])
        #expect(note.body == "theirs")
        #expect(try await store.resource(Self.note)?.attributes["title"] == "mine")
    }

    @Test("MW-132 Every state ends: no version, the resource is gone, others write each time")
    func ends() async throws {
        let document = #"{"data":{"type":"notes","id":"1","attributes":{"title":"a"}}}"#
        for headers: HTTPFields in [[:], [.eTag: "W/\"1\""]] {
            let script = Script { request, _ in .document(document, 200, headers, of: request) }
            let notes = DataSource<Note>(.path("notes/<id>"), client: try script.api())
            let note = try #require(try await notes.fetch(id: "1").result().data)
            note.title = "mine"
            let error = await requestError { _ = try await notes.update(note).merging().result() }
            #expect(error?.code == .unexpectedResponse)
            #expect(error?.message.contains("ETag") == true)
            #expect(!script.lines.contains { $0.hasPrefix("PATCH") })
            #expect(try note.vox.changes().attributes == ["title"])
        }
        let busy = Script { request, number in
            request.method == .patch
                ? .document("", 412, of: request)
                : .document(document, 200, [.eTag: "\"\(number)\""], of: request)
        }
        let notes = DataSource<Note>(.path("notes/<id>"), client: try busy.api())
        let note = try #require(try await notes.fetch(id: "1").result().data)
        note.title = "mine"
        let error = await requestError {
            _ = try await notes.update(note).merging(attempts: 3).result()
        }
        #expect(error?.code == .preconditionFailed)
        #expect(error?.message.contains("3 attempts") == true)
        #expect(busy.lines.filter { $0.hasPrefix("PATCH") }.count == 3)
        #expect(note.title == "mine")
        let gone = Script { request, number in
            request.method == .patch
                ? .document("", 409, of: request)
                : .document(
                    number == 0 ? document : "", number == 0 ? 200 : 404, [.eTag: "\"1\""],
                    of: request)
        }
        let others = DataSource<Note>(.path("notes/<id>"), client: try gone.api())
        let lost = try #require(try await others.fetch(id: "1").result().data)
        lost.title = "mine"
        #expect(
            await requestError { _ = try await others.update(lost).merging().result() }?.code
                == .conflict)
        #expect(
            await requestError {
                _ = try await others.update(lost).merging(statuses: [409, 412]).result()
            }?.code == .notFound)
    }

    @Test(
        "MW-132 Members that the server does not show are a conflict, and are not deleted",
        arguments: [
            #""relationships":{"tags":{"links":{"self":"/x"}}}"#, #""meta":{}"#,
            #""relationships":{"tags":{"data":null}}"#,
            #""relationships":{"tags":{"data":{"type":"tags","id":"1"}}}"#,
            #""relationships":{"tags":{"data":[1,{"type":"tags"}]}}"#,
        ])
    func unknownMembers(members: String) async throws {
        let read =
            #"{"data":{"type":"notes","id":"1","relationships":{"tags":{"data":[{"type":"tags","id":"1"}]}}}}"#
        let script = Script { request, number in
            request.method == .patch
                ? .document("", 412, of: request)
                : .document(
                    number == 0 ? read : #"{"data":{"type":"notes","id":"1",\#(members)}}"#, 200,
                    [.eTag: "\"\(number)\""], of: request)
        }
        let notes = DataSource<Note>(.path("notes/<id>"), client: try script.api())
        let note = try #require(try await notes.fetch(id: "1").result().data)
        note.tags.append(Resource(type: "tags", id: "7"))
        let outcome = try await notes.update(note).merging().result()
        #expect(conflicts(outcome).map(\.pointer) == ["/relationships/tags/data"])
        #expect(note.tags.map(\.id) == ["1", "7"])
        #expect(script.lines.filter { $0.hasPrefix("PATCH") }.count == 1)
    }

    @Test(
        "MW-132 A text that is no strong entity tag guards nothing, so it is not sent",
        arguments: ["*", "", "abc", #"w/"x""#, #""a", "b""#, #"W/"1""#])
    func tags(tag: String) async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":{"type":"notes","id":"1","attributes":{"title":"a"}}}"#, 200,
                [.eTag: tag], of: request)
        }
        let notes = DataSource<Note>(.path("notes/<id>"), client: try script.api())
        let note = try #require(try await notes.fetch(id: "1").result().data)
        note.title = "mine"
        let error = await requestError { _ = try await notes.update(note).merging().result() }
        #expect(error?.code == .unexpectedResponse && script.requests.count == 2)
    }

    @Test("MW-132 Only an update can be merged")
    func creation() async throws {
        let (notes, _, log) = try await open(Self.store(["title": "a"]))
        let draft = Resource<Note>()
        let error = await requestError { _ = try await notes.create(draft).merging().result() }
        #expect(error?.code == .unsendable && log.requests.count == 1)
    }

    @Test("MW-133 Random triples are merged as an independent model says")
    func model() async throws {
        let seed = Seeded.drawnSeed()
        print("seed \(seed)")
        var numbers = Seeded(seed)
        let rounds =
            ProcessInfo.processInfo.environment["VOX_TRIPLES"].flatMap { Int($0) } ?? 300
        for _ in 0..<rounds {
            let base = Sample(&numbers)
            let (mine, theirs) = (base.edited(&numbers), base.edited(&numbers))
            let store = base.store()
            let (notes, note, _) = try await open(store)
            mine.write(to: note)
            try self.theirs(
                store, theirs.attributes,
                [
                    "author": .replace(theirs.author),
                    "tags": .replace(.many(theirs.tags.map { .init(type: "tags", id: $0) })),
                ])
            let expected = Sample.merged(base, mine, theirs)
            let outcome = try await notes.update(note).merging().result()
            let stored = try #require(try await store.resource(Self.note))
            guard let expected else {
                #expect(!conflicts(outcome).isEmpty, "seed \(seed)")
                #expect(stored.attributes == theirs.attributes, "seed \(seed)")
                continue
            }
            #expect(conflicts(outcome).isEmpty, "seed \(seed)")
            #expect(stored.attributes == expected.attributes, "seed \(seed)")
            #expect(stored.relationships["author"] == expected.author, "seed \(seed)")
            #expect(
                stored.relationships["tags"]?.identifiers.map(\.id) == expected.tags,
                "seed \(seed)")
        }
    }

    /// A state of the note, for the model.
    struct Sample {
        var attributes: JSONObject = [:]
        var person = 0
        var tags: [String] = []

        init(_ numbers: inout Seeded) {
            for name in ["title", "body"] {
                attributes[name] = .string("\(Int.random(in: 0..<3, using: &numbers))")
            }
            tags = (1...9).map(String.init).filter { _ in Bool.random(using: &numbers) }
        }

        var author: StoredResource.Linkage {
            .one(person == 0 ? nil : .init(type: "people", id: "\(person)"))
        }

        func edited(_ numbers: inout Seeded) -> Sample {
            var copy = self
            for name in ["title", "body"] where Int.random(in: 0..<3, using: &numbers) == 0 {
                copy.attributes[name] = .string("\(Int.random(in: 0..<3, using: &numbers))")
            }
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                copy.person = Int.random(in: 0...3, using: &numbers)
            }
            copy.tags.removeAll { _ in Int.random(in: 0..<4, using: &numbers) == 0 }
            for tag in (1...9).map(String.init)
            where !copy.tags.contains(tag) && Int.random(in: 0..<4, using: &numbers) == 0 {
                copy.tags.append(tag)
            }
            return copy
        }

        func store() -> MemoryStore { MergingTests.store(attributes, tags: tags) }

        func write(to note: Resource<Note>) {
            if case .string(let text)? = attributes["title"] { note.title = text }
            if case .string(let text)? = attributes["body"] { note.body = text }
            if person > 0 {
                note.author = Resource(type: "people", id: "\(person)")
            } else {
                note.author = .null
            }
            note.tags = tags.map { Resource(type: "tags", id: $0) }
        }

        /// The merged state; nil if there is a conflict.
        static func merged(_ base: Sample, _ mine: Sample, _ theirs: Sample) -> Sample? {
            // Without changes of the server, the update is sent as it is.
            if (theirs.attributes, theirs.person, theirs.tags)
                == (base.attributes, base.person, base.tags)
            {
                return mine
            }
            var merged = theirs
            for name in ["title", "body"] {
                let (b, m, t) = (
                    base.attributes[name], mine.attributes[name], theirs.attributes[name]
                )
                if b == m || m == t { continue }
                if b != t { return nil }
                merged.attributes[name] = m
            }
            if base.person != mine.person, mine.person != theirs.person {
                if base.person != theirs.person { return nil }
                merged.person = mine.person
            }
            // Only a changed order is no change of the members.
            if mine.tags != base.tags {
                merged.tags = theirs.tags.filter {
                    !base.tags.contains($0) || mine.tags.contains($0)
                }
                merged.tags += mine.tags.filter {
                    !base.tags.contains($0) && !merged.tags.contains($0)
                }
            }
            return merged
        }
    }
}
