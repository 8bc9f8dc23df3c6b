// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Lists of articles on Vox: built, written, and read.
enum VoxList {
    struct Article: ResourceSchema {
        static let type = "articles"
        let title = Attribute<String>("title")
        let body = Attribute<String>("body")
        let views = Attribute<Int>("views")
        let rating = Attribute<Double>("rating")
        let published = Attribute<Bool>("published")
        let author = ToOne<Person>("author")
        let tags = ToMany<Tag>("tags")
    }

    struct Person: ResourceSchema {
        static let type = "people"
        let name = Attribute<String>("name")
        let email = Attribute<String>("email")
    }

    struct Tag: ResourceSchema {
        static let type = "tags"
        let name = Attribute<String>("name")
    }

    /// Resources are made where they belong.
    static func document(of values: ListValues) throws -> Document<[Article]> {
        let document = try Document<[Article]>()
        for row in values.articles {
            let article = try document.add(id: row.id)
            article.title = row.title
            article.body = row.body
            article.views = row.views
            article.rating = row.rating
            article.published = row.isPublished
            let person = values.people[row.author]
            let author = try document.include(Person.self, id: person.id)
            author.name = person.name
            author.email = person.email
            article.author = author
            article.tags = try row.tags.map { number in
                let tag = try document.include(Tag.self, id: values.tags[number].id)
                tag.name = values.tags[number].name
                return tag
            }
        }
        return document
    }

    static func write(_ values: ListValues) throws -> Data {
        try document(of: values).documentData()
    }

    /// Resources are made on their own, and written as a document.
    static func writeResources(_ values: ListValues) throws -> Data {
        let people = values.people.map { row in
            let person = Resource<Person>()
            person.id = row.id
            person.name = row.name
            person.email = row.email
            return person
        }
        let tags = values.tags.map { row in
            let tag = Resource<Tag>()
            tag.id = row.id
            tag.name = row.name
            return tag
        }
        let articles = values.articles.map { row in
            let article = Resource<Article>()
            article.id = row.id
            article.title = row.title
            article.body = row.body
            article.views = row.views
            article.rating = row.rating
            article.published = row.isPublished
            article.author = people[row.author]
            article.tags = row.tags.map { tags[$0] }
            return article
        }
        return try articles.documentData(including: .all)
    }

    /// Three attributes of a document with one article.
    static func readOne(_ text: Data) throws -> Int64 {
        guard let article = try Document<Article>(parsing: text).data else {
            throw Unexpected.shape
        }
        var figure = Figure()
        figure.add(article.title ?? "", article.views ?? 0, article.published ?? false)
        return figure.value
    }

    /// Five attributes of each article of a list, and the name of its author.
    static func read(_ text: Data) throws -> Int64 {
        var figure = Figure()
        for article in try Document<[Article]>(parsing: text).data {
            figure.add(article.title ?? "", article.views ?? 0, article.published ?? false)
            figure.add(article.body ?? "", Int(article.rating ?? 0), false)
            figure.add(author: article.author?.name ?? "")
        }
        return figure.value
    }
}
