// SPDX-License-Identifier: MIT

import Foundation

/// What a JSON:API library on Codable does: each resource becomes an object of the class that goes
/// with its type, `included` too, and relationships become references between these objects.
struct CodableDocument<Primary: CodableResource>: Decodable {
    let data: [Primary]

    private enum Key: String, CodingKey {
        case data, included
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        data = try container.decode([Primary].self, forKey: .data)
        let included = try container.decodeIfPresent([AnyIncluded].self, forKey: .included) ?? []
        var index: [ResourceIdentity: any CodableResource] = [:]
        index.reserveCapacity(data.count + included.count)
        for resource in data { index[resource.identity] = resource }
        for case let resource? in included.map(\.resource) { index[resource.identity] = resource }
        for resource in index.values { resource.link(index) }
    }
}

/// Which resource.
struct ResourceIdentity: Hashable, Decodable {
    let type: String
    let id: String
}

/// A class for the resources of one type.
protocol CodableResource: AnyObject, Decodable {
    static var type: String { get }
    var identity: ResourceIdentity { get }
    /// Sets references to other resources of the document.
    func link(_ index: [ResourceIdentity: any CodableResource])
}

/// Finds the class by the type.
private struct AnyIncluded: Decodable {
    let resource: (any CodableResource)?

    private enum Key: String, CodingKey {
        case type
    }

    init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type) {
        case CodablePerson.type: resource = try CodablePerson(from: decoder)
        case CodableComment.type: resource = try CodableComment(from: decoder)
        case CodableArticle.type: resource = try CodableArticle(from: decoder)
        default: resource = nil
        }
    }
}

struct ToOneLinkage: Decodable {
    let data: ResourceIdentity?
}

struct ToManyLinkage: Decodable {
    let data: [ResourceIdentity]
}

// MARK: The three types

final class CodableArticle: CodableResource {
    struct Attributes: Decodable {
        let title: String
        let body: String
        let created: String
        let rating: Double
        let views: Int
        let published: Bool
        let tags: [String]
        let subtitle: String?
        let unicode: String
    }
    struct Relationships: Decodable {
        let author: ToOneLinkage
        let comments: ToManyLinkage
    }

    static let type = "articles"
    let id: String
    let attributes: Attributes
    let relationships: Relationships
    private(set) var author: CodablePerson?
    private(set) var comments: [CodableComment] = []

    private enum CodingKeys: CodingKey {
        case id, attributes, relationships
    }

    var identity: ResourceIdentity { ResourceIdentity(type: Self.type, id: id) }

    func link(_ index: [ResourceIdentity: any CodableResource]) {
        author = relationships.author.data.flatMap { index[$0] as? CodablePerson }
        comments = relationships.comments.data.compactMap { index[$0] as? CodableComment }
    }
}

final class CodablePerson: CodableResource {
    struct Attributes: Decodable {
        let firstName: String
        let lastName: String
        let twitter: String?
        let age: Int
    }

    static let type = "people"
    let id: String
    let attributes: Attributes

    private enum CodingKeys: CodingKey {
        case id, attributes
    }

    var identity: ResourceIdentity { ResourceIdentity(type: Self.type, id: id) }

    func link(_ index: [ResourceIdentity: any CodableResource]) {}
}

final class CodableComment: CodableResource {
    struct Attributes: Decodable {
        let body: String
    }
    struct Relationships: Decodable {
        let author: ToOneLinkage
    }

    static let type = "comments"
    let id: String
    let attributes: Attributes
    let relationships: Relationships
    private(set) var author: CodablePerson?

    private enum CodingKeys: CodingKey {
        case id, attributes, relationships
    }

    var identity: ResourceIdentity { ResourceIdentity(type: Self.type, id: id) }

    func link(_ index: [ResourceIdentity: any CodableResource]) {
        author = relationships.author.data.flatMap { index[$0] as? CodablePerson }
    }
}

/// The Swift jobs on it.
enum CodableArticles {
    static func read(_ text: Data, every step: Int) throws -> Int64 {
        let document = try JSONDecoder().decode(CodableDocument<CodableArticle>.self, from: text)
        var figure = Figure()
        for index in stride(from: 0, to: document.data.count, by: step) {
            let article = document.data[index]
            figure.add(
                article.attributes.title, article.attributes.views, article.attributes.published)
            figure.add(author: article.author?.attributes.lastName ?? "")
        }
        return figure.value
    }
}
