// SPDX-License-Identifier: MIT

import Testing
import Vox
import VoxTestSupport

@Suite("Resources from chunks")
struct ResourceStreamTests {
    struct Note: ResourceSchema {
        static let type = "notes"
        let text = Attribute<String>("text")
        let author = ToOne<Author>("author")
    }

    struct Author: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
    }

    private static let notes = (1...5).map {
        #"""
        {"type": "notes", "id": "\#($0)", "attributes": {"text": "n\u00e9 \#($0)"},
         "relationships": {"author": {"data": {"type": "people", "id": "9"}}}}
        """#
    }.joined(separator: ",\n")
    private static let people =
        #"[{"type": "people", "id": "9", "attributes": {"name": "Ann"}}]"#
    private static let rest = #""links": {"next": "/notes?page=2"}, "meta": {"total": 5}"#

    private static func body(_ text: String, _ size: Int) -> ClientResponse.Body {
        ClientResponse.Body(Chunks(text.utf8, size: size))
    }

    @Test(
        "Each resource is a document of its own, whatever the chunks", arguments: [1, 7, 100_000])
    func resources(size: Int) async throws {
        let text = #"{"data": [\#(Self.notes)], "included": \#(Self.people), \#(Self.rest)}"#
        let whole = try Document<[Note]>(parsing: text)
        let stream = ResourceStream<Note>(Self.body(text, size))
        var count = 0
        for try await note in stream {
            let same = whole.data[count]
            #expect(note.id == same.id)
            #expect(note.text == same.text)
            #expect(try note.attributes.vox.text() == same.attributes.vox.text())
            // The author is on its way: a stub.
            let author = try #require(note.author)
            #expect(author.id == "9")
            #expect(!author.vox.isResolved)
            #expect(author.name == nil)
            #expect(stream.rest == nil)
            count += 1
        }
        #expect(count == 5)
        #expect(stream.included?.included.count == 1)
        #expect(stream.included?.resource(Author.self, id: "9")?.name == "Ann")
        let rest = try #require(stream.rest)
        #expect(rest.meta.total == 5)
        #expect(rest.links.next.href == "/notes?page=2")
        #expect(rest.data.isEmpty && rest.included.isEmpty)
    }

    @Test("What is included first is there first")
    func includedFirst() async throws {
        let text = #"{"included": \#(Self.people), "data": [\#(Self.notes)]}"#
        let stream = ResourceStream<Note>(Self.body(text, 10))
        for try await note in stream {
            let id = try #require(note.author?.id)
            #expect(stream.included?.resource(Author.self, id: id)?.name == "Ann")
        }
        #expect(stream.rest != nil)
    }

    @Test("A resource is handed out before the rest of the body is read")
    func pulls() async throws {
        let text = #"{"data": [\#(Self.notes)]}"#
        let chunks = Chunks(text.utf8, size: 50)
        var iterator = ResourceStream<Note>(ClientResponse.Body(chunks)).makeAsyncIterator()
        #expect(chunks.read == 0)
        #expect(try await iterator.next()?.id == "1")
        #expect(chunks.read < text.utf8.count / 3)
    }

    @Test("Resources outlive the stream, and are edited like others")
    func edits() async throws {
        var kept: [Resource<Note>] = []
        for try await note in ResourceStream<Note>(
            Self.body(#"{"data": [\#(Self.notes)]}"#, 30))
        {
            kept.append(note)
        }
        kept[2].text = "new"
        #expect(kept.map(\.id) == ["1", "2", "3", "4", "5"])
        #expect(kept[2].vox.isChanged)
        #expect(kept[3].text == "né 4")
    }

    private func failure(
        _ text: String, options: DocumentOptions = DocumentOptions(), upTo limit: Int? = nil,
        held: Int? = nil
    ) async throws -> (ids: [String?], error: DocumentError?) {
        let stream = ResourceStream<Note>(
            Self.body(text, 11), options: options, upTo: limit, maximumHeld: held)
        var ids: [String?] = []
        var iterator = stream.makeAsyncIterator()
        do {
            while let note = try await iterator.next() { ids.append(note.id) }
            return (ids, nil)
        } catch let error as DocumentError {
            let after = try await iterator.next()
            #expect(after == nil)
            return (ids, error)
        }
    }

    static let faults = [
        #"{"data":[{"type":"notes","id":"1"},{"type":"notes","id":tru}]}"#,
        #"{"data":[{"type":"notes","id":"1"},{"type":"notes","id":2}]}"#,
        #"{"data":[{"type":"notes","id":"1"},{"id":"2"}]}"#,
        #"{"data":[{"type":"notes","id":"1"},null]}"#,
        #"{"data":[{"type":"notes","id":"1"},7]}"#,
        #"{"data":[{"type":"notes","id":"1"},{"type":"people","id":"2"}]}"#,
        #"{"data":[{"type":"notes","id":"1"}],"included":[{"type":"people"}]}"#,
        #"{"data":[{"type":"notes","id":"1"}],"included":{}}"#,
        #"{"data":[{"type":"notes","id":"1"}]"#,
        #"{"data":[{"type":"notes","id":"1"}]} x"#,
        #"{"data":{"type":"notes","id":"1"}}"#,
        #"{"errors":[{"status":"404","title":"gone"}]}"#,
        #"[{"type":"notes","id":"1"}]"#,
        "[]",
        "7",
        "",
    ]

    @Test("Faults are those of the whole document", arguments: faults)
    func fault(text: String) async throws {
        let eager = #expect(throws: DocumentError.self) { try Document<[Note]>(parsing: text) }
        let (ids, error) = try await failure(text)
        #expect(error?.code == eager?.code)
        #expect(error?.message == eager?.message)
        #expect(error?.pointer == eager?.pointer)
        #expect(error?.json?.code == eager?.json?.code)
        if eager?.code == .json { #expect(error?.position == eager?.position) }
        #expect(ids == (text.hasPrefix(#"{"data":["#) ? ["1"] : []))
    }

    @Test("A lenient reader passes over what is of another type, and takes numbers as ids")
    func lenient() async throws {
        let text =
            #"{"data":[{"type":"notes","id":1},{"type":"people","id":"2"},{"type":"notes","id":"3"}]}"#
        let stream = ResourceStream<Note>(
            Self.body(text, 9), options: DocumentOptions(mode: .lenient))
        var ids: [String?] = []
        for try await note in stream { ids.append(note.id) }
        #expect(ids == ["1", "3"])
        #expect(stream.skippedCount == 1)
    }

    @Test("A document that reports errors is read where that is asked for")
    func keepsErrors() async throws {
        let stream = ResourceStream<Note>(
            Self.body(#"{"errors":[{"status":"404"}]}"#, 9),
            options: DocumentOptions(keepsErrors: true))
        for try await _ in stream { Issue.record("there is no resource") }
        #expect(stream.rest?.errors.first?.status == "404")
    }

    @Test("The limits are those of one resource; the whole text has one where it is given")
    func limits() async throws {
        let text = #"{"data": [\#(Self.notes)], \#(Self.rest)}"#
        var options = DocumentOptions()
        options.limits.maximumSize = 200
        options.limits.maximumValues = 12
        #expect(try await failure(text, options: options).ids.count == 5)
        options.limits.maximumSize = 100
        #expect(try await failure(text, options: options).error?.pointer == "/data/0")
        let large = try await failure(text, upTo: 400)
        #expect(large.error?.json?.code == .documentTooLarge)
        #expect(large.error?.position?.offset == 400)
        #expect(large.ids == ["1", "2"])
        let held = try await failure(text, held: 100)
        #expect(held.error?.json?.code == .documentTooLarge)
        #expect(held.error?.pointer == "/data/0")
        #expect(try await failure(text, held: 200).ids.count == 5)
    }
}
