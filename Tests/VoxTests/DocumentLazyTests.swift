// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// Documents whose resources are parsed when they are touched, or on threads.
@Suite("Documents opened lazily")
struct DocumentLazyTests {
    /// The second article and the second person are no JSON, but tell who they are.
    static let broken = #"""
        {"data": [
          {"type": "articles", "id": "1", "attributes": {"title": "one"},
           "relationships": {"author": {"data": {"type": "people", "id": "9"}}}},
          {"type": "articles", "id": "2", "attributes": {"title": "two" "views": 2}},
          {"type": "articles", "id": "3", "attributes": {"title": "three", "views": 3},
           "relationships": {"author": {"data": {"type": "people", "id": "8"}}}}],
         "included": [
          {"type": "people", "id": "9", "attributes": {"name": "Ada"}},
          {"type": "people", "id": "8", "attributes": {"name": nil}}]}
        """#

    struct Article: ResourceSchema {
        static let type = "articles"
        let title = Attribute<String>("title")
        let views = Attribute<Int>("views")
        let author = ToOne<Person>("author")
    }

    struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
    }

    private static let lazily = DocumentOptions(parsing: .lazy)

    /// What reading a document comes to: all that can be asked of it, or the error.
    private static func reading(
        _ bytes: [UInt8], _ options: DocumentOptions
    ) -> Result<[String], DocumentError> {
        do throws(DocumentError) {
            let document = try Document<AnyPrimaryData>(parsing: bytes, options: options)
            try document.materialize()
            var facts: [String] = []
            for resource in document.data + Array(document.included) {
                facts.append("\(resource.type) \(resource.id ?? "") \(resource.lid ?? "")")
                facts.append(JSONValue(resource.attributes).flatMap { try? $0.text() } ?? "none")
                let related = resource.vox.relationships.map { name in
                    resource.vox.related(name).map {
                        "\($0.type) \($0.id ?? "") \($0.vox.isResolved) \($0.attributes.vox.count)"
                    }
                }
                facts.append("\(related)")
                let found = document.resource(type: resource.type, id: resource.id ?? "")
                facts.append(found.map { $0.vox.json.vox.pointer } ?? "not found")
            }
            facts.append("\(document.failureText)")
            facts.append(
                String(decoding: try document.documentData(style: .compact), as: UTF8.self))
            facts.append(String(decoding: try document.documentData(), as: UTF8.self))
            return .success(facts)
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "real documents say the same, in every mode, however they are parsed",
        .enabled(if: Corpora.arePresent, Corpora.missing))
    func corpora() throws {
        let files = Corpora.documents(in: "jsonapi", "jsonapi-malformed", "threats")
        try #require(files.count > 700)
        for (number, file) in (files + ["synthetic/articles_100.json"]).enumerated() {
            let bytes = try Corpora.bytes(file)
            let modes: [DocumentOptions.Mode] = [.standard, .strict, .lenient]
            for mode in number % 4 == 0 ? modes : [modes[0]] {
                let options = DocumentOptions(mode: mode, keepsErrors: true)
                let eager = Self.reading(bytes, options)
                var lazily = options
                lazily.parsing = .lazy
                let isTheSame = Self.reading(bytes, lazily) == eager
                #expect(isTheSame, "\(file), \(mode)")
            }
        }
    }

    @Test("random reads of one resource each say the same", arguments: 0..<20 as Range<UInt64>)
    func inAnyOrder(seed: UInt64) throws {
        var random = Seeded(seed)
        let people = (0..<30).map { number in
            #"{"type":"people","id":"\#(number)","attributes":{"name":"\#(number)"}}"#
        }
        let articles = (0..<30).map { number in
            let author = #"{"type":"people","id":"\#(number * 7 % 30)"}"#
            let relationships = #"{"author":{"data":\#(author)}}"#
            let attributes = #"{"title":"t","views":\#(number)}"#
            return random.chance(50)
                ? #"{"type":"articles","id":"\#(number)","attributes":\#(attributes),"#
                    + #""relationships":\#(relationships)}"#
                : #"{"relationships":\#(relationships),"attributes":\#(attributes),"#
                    + #""id":"\#(number)","type":"articles"}"#
        }
        let text =
            #"{"data":[\#(articles.joined(separator: ","))],"#
            + #""included":[\#(people.joined(separator: ","))]}"#
        let document = try Document<[Article]>(parsing: text, options: Self.lazily)
        for _ in 0..<40 {
            let number = random.below(30)
            let article = try #require(
                random.chance(50)
                    ? document.data[number] : document.resource(Article.self, id: "\(number)"))
            #expect(article.views == number)
            #expect(article.author?.name == "\(number * 7 % 30)")
            if random.chance(20) { article.views = number }
        }
        #expect(document.json.vox.failure == nil)
        #expect(try document.documentData() == Data(text.utf8))
    }

    @Test("only the resources that are touched are parsed, found by identity or by place")
    func laziness() throws {
        let people = (0..<1000).map { number in
            #"{"type":"people","id":"\#(number)","attributes":{"name":"p","n":[1,2,3]}}"#
        }
        let author = #"{"author":{"data":{"type":"people","id":"777"}}}"#
        let text =
            #"{"data":[{"type":"articles","id":"1","relationships":\#(author)}],"#
            + #""included":[\#(people.joined(separator: ","))]}"#
        let document = try Document<[Article]>(parsing: text, options: Self.lazily)
        let opened = document.json.vox.memory.values
        #expect(opened == 1004 && document.included.count == 1000)
        let article = document.data[0]
        #expect(article.author?.vox.isResolved == true)
        // The article: type, id, relationships, author, data, type, id.
        #expect(document.json.vox.memory.values == opened + 7)
        #expect(article.author?.name == "p")
        // The person: type, id, attributes, name, n, three numbers.
        #expect(document.json.vox.memory.values == opened + 7 + 8)
        for id in 0..<1000 {
            #expect(document.resource(type: "people", id: "\(id)") == document.included[id])
        }
        #expect(document.json.vox.memory.values == opened + 7 + 8)
    }

    @Test("a malformed resource is found; its attributes are nil, and the document says why")
    func malformed() throws {
        let document = try Document<[Article]>(parsing: Self.broken, options: Self.lazily)
        #expect(document.data.count == 3 && document.included.count == 2)
        #expect(document.data[0].title == "one" && document.data[0].author?.name == "Ada")
        #expect(document.data[2].views == 3)
        #expect(document.json.vox.failure == nil)
        // Found by its head: nothing is wrong yet.
        let second = try #require(document.resource(Article.self, id: "2"))
        #expect(second == document.data[1] && document.json.vox.failure == nil)
        #expect(second.title == nil && second.views == nil && second.author == nil)
        let failure = try #require(document.json.vox.failure)
        #expect(failure.pointer == "/data/1/attributes" && failure.position?.line == 4)
        #expect(second.vox.failure == failure)
        #expect(document.data[2].author?.name == nil)
        #expect(document.json.vox.failure == failure)
        // The throwing form tells them apart; nothing leaves the document.
        let title = #expect(throws: JSONError.self) { try second.vox.value(\.title) }
        #expect(title == failure)
        let name = #expect(throws: JSONError.self) {
            try document.data[2].author?.vox.value(\.name)
        }
        #expect(name?.pointer == "/included/1/attributes/name" && name?.position?.line == 9)
        #expect(throws: DocumentError.self) { try document.documentData() }
        #expect(throws: DocumentError.self) { try document.documentDictionary() }
        #expect(throws: DocumentError.self) { try document.frozen() }
        #expect(throws: DocumentError.self) { try second.documentData() }
        let eager = #expect(throws: DocumentError.self) {
            try Document<[Article]>(parsing: Self.broken)
        }
        let all = #expect(throws: DocumentError.self) { try document.materialize() }
        #expect(eager?.json == failure && all == eager)
    }

    @Test("writing to a malformed resource changes nothing and says why")
    func writing() throws {
        let document = try Document<[Article]>(parsing: Self.broken, options: Self.lazily)
        let second = document.data[1]
        let set = #expect(throws: JSONError.self) { try second.vox.set(\.title, to: "new") }
        #expect(set?.pointer == "/data/1/attributes")
        second.title = "new"
        second.author = document.data[0].author
        #expect(document.json.vox.failure?.pointer == "/data/1/attributes")
        document.json.vox.failure = nil
        #expect(try document.documentData() == Data(Self.broken.utf8))
        document.data[0].title = "new"
        document.data[0].author = document.data[2].author
        let edited = Self.broken.replacing(#""one""#, with: #""new""#)
            .replacing(#""id": "9"}}"#, with: #""id": "8"}}"#)
        #expect(try document.documentData() == Data(edited.utf8))
        let changes = try document.data[0].vox.changes()
        #expect(changes.attributes == ["title"])
    }

    @Test("validation, copies and frozen documents parse what is left")
    func parsingTheRest() throws {
        let good = Self.broken.replacing(#""two" "#, with: #""two", "#)
            .replacing("nil", with: #""Bo""#)
        let document = try Document<[Article]>(parsing: good, options: Self.lazily)
        let copy = try document.copy()
        #expect(copy.data[2].author?.name == "Bo")
        #expect(try Validator().findings(in: document.json).allSatisfy { $0.severity != .error })
        let frozen = try document.frozen()
        #expect(frozen.document.data[1].title == "two")
        #expect(try frozen.thawed().data[2].author?.name == "Bo")
        let bad = try Document<[Article]>(parsing: Self.broken, options: Self.lazily)
        #expect(throws: JSONError.self) { try Validator().findings(in: bad.json) }
    }

    @Test("automatic parsing is eager for small texts and lazy for large ones")
    func automatic() throws {
        let options = DocumentOptions(parsing: .automatic)
        #expect(throws: DocumentError.self) {
            try Document<[Article]>(parsing: Self.broken, options: options)
        }
        let large = Self.broken + String(repeating: " ", count: 1 << 20)
        let document = try Document<[Article]>(parsing: large, options: options)
        #expect(document.data[0].title == "one" && document.data[1].title == nil)
        #expect(document.json.vox.failure?.pointer == "/data/1/attributes")
        #expect(throws: DocumentError.self) { try document.materialize() }
    }
}

extension Document {
    fileprivate var failureText: String { json.vox.failure?.description ?? "none" }
}
