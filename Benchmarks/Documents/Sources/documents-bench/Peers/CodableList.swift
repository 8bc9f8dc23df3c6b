// SPDX-License-Identifier: MIT

import Foundation

/// The list of `VoxList` for JSONEncoder, as one would write it by hand.
struct CodableList: Encodable {
    struct Identifier: Encodable {
        let type: String
        let id: String
    }

    struct ToOne: Encodable { let data: Identifier }

    struct ToMany: Encodable { let data: [Identifier] }

    struct Article: Encodable {
        struct Attributes: Encodable {
            let title: String
            let body: String
            let views: Int
            let rating: Double
            let published: Bool
        }

        struct Relationships: Encodable {
            let author: ToOne
            let tags: ToMany
        }

        let type = "articles"
        let id: String
        let attributes: Attributes
        let relationships: Relationships
    }

    /// People have an address, tags have none.
    struct Included: Encodable {
        struct Attributes: Encodable {
            let name: String
            let email: String?
        }

        let type: String
        let id: String
        let attributes: Attributes
    }

    let data: [Article]
    let included: [Included]

    init(_ values: ListValues) {
        var people: Set<Int> = []
        var tags: Set<Int> = []
        var included: [Included] = []
        data = values.articles.map { row in
            let person = values.people[row.author]
            if people.insert(row.author).inserted {
                included.append(
                    Included(
                        type: "people", id: person.id,
                        attributes: .init(name: person.name, email: person.email)))
            }
            for number in row.tags where tags.insert(number).inserted {
                let tag = values.tags[number]
                included.append(
                    Included(
                        type: "tags", id: tag.id, attributes: .init(name: tag.name, email: nil)))
            }
            let identifiers = row.tags.map { Identifier(type: "tags", id: values.tags[$0].id) }
            return Article(
                id: row.id,
                attributes: .init(
                    title: row.title, body: row.body, views: row.views, rating: row.rating,
                    published: row.isPublished),
                relationships: .init(
                    author: ToOne(data: Identifier(type: "people", id: person.id)),
                    tags: ToMany(data: identifiers)))
        }
        self.included = included
    }

    static func write(_ values: ListValues) throws -> Data {
        try JSONEncoder().encode(CodableList(values))
    }
}
