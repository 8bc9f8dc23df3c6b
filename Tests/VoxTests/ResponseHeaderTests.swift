// SPDX-License-Identifier: MIT

import FoundationEssentials
import Testing
import Vox
import VoxJSON
import VoxSchema

/// What a client keeps with a document: here the header fields alone.
private final class Answer: ResponseHeaderSource {
    let fields: [String: String]

    init(_ fields: [String: String]) { self.fields = fields }

    func responseHeader(_ name: String, of node: OpaquePointer) -> String? {
        fields[name.lowercased()]
    }
}

private struct Post: ObjectSchema {
    let title = Attribute<String>("title")
    let version = ResponseHeader<String>("ETag")
    let total = ResponseHeader<Int>("X-Total-Count")
    let age = ResponseHeader<String>("Age").transformed(by: .integer)
        .transformed(by: .secondsSince1970)
    let none = ResponseHeader<String>("X-None")
}

private func answered(_ text: String) throws -> JSON {
    let json = try JSON(parsing: text)
    let fields = ["etag": #""abc""#, "x-total-count": "many", "age": "60"]
    json.nearestNode?.tree.storage.note = Answer(fields)
    return json
}

@Suite("Header fields as properties")
struct ResponseHeaderTests {
    @Test("MW-121 header fields feed a model, for one object and for lists alike")
    func objectsAndLists() throws {
        let one = TypedObject<Post>(try answered(#"{"title": "a", "ETag": "of the body"}"#))
        let list = try answered(#"[{"title": "a"}, {"title": "b"}]"#)
        let posts = try list.vox.value(as: [TypedObject<Post>].self)
        for post in posts + [one] {
            #expect(post.version == #""abc""#)
            #expect(post.age == Date(timeIntervalSince1970: 60))
            #expect(post.none == nil)
            #expect(try post.vox.value(\.version) == #""abc""#)
            #expect(throws: JSONError.self) { try post.vox.value(\.none) }
        }
        #expect(one.vox.failures.isEmpty)
        #expect(posts[0].total == nil)
        #expect(posts[0].vox.failure?.code == .notConvertible)
        #expect(posts[0].vox.failure?.message.contains("X-Total-Count") == true)
    }

    @Test("MW-121 they are in no document, and an object that came with no response has none")
    func nowhereWritten() throws {
        let post = TypedObject<Post>(try answered(#"{"title": "a"}"#))
        post.title = "b"
        #expect(post.version != nil)
        #expect(try post.vox.json.vox.text(style: .compact) == #"{"title":"b"}"#)
        #expect(TypedObject<Post>().version == nil)
        #expect(TypedObject<Post>(try JSON(parsing: "{}")).version == nil)
        let missing = TypedObject<Post>(try answered("{}")["nothing"])
        #expect(missing.version == #""abc""#, "what is missing came with the answer, too")
        try Post.check()
    }
}
