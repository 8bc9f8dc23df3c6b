// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// The Swift jobs on JSONDecoder and JSONEncoder, with structs written for this one document.
enum DecoderArticles {
    static func read(_ text: Data, every step: Int) throws -> Int64 {
        try figure(of: JSONDecoder().decode(Needed.self, from: text), every: step)
    }

    static func edit(_ text: Data) throws -> (Int64, Data) {
        var document = try JSONDecoder().decode(Whole.self, from: text)
        var people: [Identity: Whole.Included] = [:]
        for resource in document.included {
            people[Identity(type: resource.type, id: resource.id)] = resource
        }
        var figure = Figure()
        for index in document.data.indices {
            let attributes = document.data[index].attributes
            figure.add(attributes.title, attributes.views, attributes.published)
            let author = people[document.data[index].relationships.author.data]
            figure.add(author: author?.attributes.lastName ?? "")
            document.data[index].attributes.views += 1
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (figure.value, try encoder.encode(document))
    }

    /// All that there is, as structs.
    static func readWhole(_ text: Data) throws -> Int64 {
        try figure(of: JSONDecoder().decode(Whole.self, from: text))
    }

    /// The same structs, made by Vox of the values where they stand.
    static func readWholeDirectly(_ text: Data) throws -> Int64 {
        try figure(of: JSON(parsing: text).vox.decode(Whole.self))
    }

    /// The structs of the reading job, made by Vox of the values where they stand.
    static func readDirectly(_ text: Data, every step: Int) throws -> Int64 {
        try figure(of: JSON(parsing: text).vox.decode(Needed.self), every: step)
    }

    private static func figure(of document: Whole) -> Int64 {
        var figure = Figure()
        for article in document.data {
            figure.add(
                article.attributes.title, article.attributes.views, article.attributes.published)
            figure.add(author: article.relationships.author.data.id)
        }
        for resource in document.included {
            figure.add(author: resource.attributes.lastName ?? resource.attributes.body ?? "")
        }
        return figure.value
    }

    private static func figure(of document: Needed, every step: Int) -> Int64 {
        var names: [Identity: String] = [:]
        for resource in document.included {
            guard let name = resource.attributes.lastName else { continue }
            names[Identity(type: resource.type, id: resource.id)] = name
        }
        var figure = Figure()
        for index in stride(from: 0, to: document.data.count, by: step) {
            let article = document.data[index]
            figure.add(
                article.attributes.title, article.attributes.views, article.attributes.published)
            figure.add(author: names[article.relationships.author.data] ?? "")
        }
        return figure.value
    }
}

private struct Identity: Hashable, Codable {
    let type: String
    let id: String
}

/// What is read, and nothing else.
private struct Needed: Decodable {
    struct Article: Decodable {
        struct Attributes: Decodable {
            let title: String
            let views: Int
            let published: Bool
        }
        struct Relationships: Decodable {
            let author: Author
        }
        struct Author: Decodable {
            let data: Identity
        }
        let attributes: Attributes
        let relationships: Relationships
    }
    struct Included: Decodable {
        struct Attributes: Decodable {
            let lastName: String?
        }
        let type: String
        let id: String
        let attributes: Attributes
    }
    let data: [Article]
    let included: [Included]
}

/// All that there is, because it has to be written again.
private struct Whole: Codable {
    struct Article: Codable {
        struct Attributes: Codable {
            let title: String
            let body: String
            let created: String
            let rating: Double
            var views: Int
            let published: Bool
            let tags: [String]
            let subtitle: String?
            let unicode: String

            /// As synthesized, but null is written.
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(title, forKey: .title)
                try container.encode(body, forKey: .body)
                try container.encode(created, forKey: .created)
                try container.encode(rating, forKey: .rating)
                try container.encode(views, forKey: .views)
                try container.encode(published, forKey: .published)
                try container.encode(tags, forKey: .tags)
                try container.encode(subtitle, forKey: .subtitle)
                try container.encode(unicode, forKey: .unicode)
            }
        }
        struct Relationships: Codable {
            struct Author: Codable {
                let links: [String: String]
                let data: Identity
            }
            struct Comments: Codable {
                let data: [Identity]
            }
            let author: Author
            let comments: Comments
        }
        let type: String
        let id: String
        var attributes: Attributes
        let relationships: Relationships
        let links: [String: String]
    }
    struct Included: Codable {
        struct Attributes: Codable {
            let body: String?
            let firstName: String?
            let lastName: String?
            let twitter: String?
            let age: Int?

            /// People have all but a body, null included.
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                if let body { return try container.encode(body, forKey: .body) }
                try container.encode(firstName, forKey: .firstName)
                try container.encode(lastName, forKey: .lastName)
                try container.encode(twitter, forKey: .twitter)
                try container.encode(age, forKey: .age)
            }
        }
        struct Relationships: Codable {
            struct Author: Codable {
                let data: Identity
            }
            let author: Author
        }
        let type: String
        let id: String
        let attributes: Attributes
        let relationships: Relationships?
        let links: [String: String]
    }
    let jsonapi: [String: String]
    let links: [String: String]
    var data: [Article]
    let included: [Included]
    let meta: [String: Int]
}
