// SPDX-License-Identifier: MIT

import Foundation

/// A document with one resource, as structs that JSONEncoder writes.
enum BuiltArticles {
    static func write() throws -> Data {
        let document = Built(
            data: Built.Article(
                type: "articles", id: "1",
                attributes: Built.Attributes(
                    title: "Night trains of the north", views: 4711, published: true),
                relationships: Built.Relationships(
                    author: Built.Author(data: Built.Identity(type: "people", id: "7")))))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try encoder.encode(document)
    }
}

private struct Built: Encodable {
    struct Article: Encodable {
        let type: String
        let id: String
        let attributes: Attributes
        let relationships: Relationships
    }
    struct Attributes: Encodable {
        let title: String
        let views: Int
        let published: Bool
    }
    struct Relationships: Encodable {
        let author: Author
    }
    struct Author: Encodable {
        let data: Identity
    }
    struct Identity: Encodable {
        let type: String
        let id: String
    }
    let data: Article
}
