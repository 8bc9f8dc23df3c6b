// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// When resources are parsed: the one place where the bench says so in Swift.
enum Reading: String {
    case eager
    case lazy

    /// How documents are read; nil while there is no such way.
    var options: DocumentOptions? {
        switch self {
        case .eager: DocumentOptions()
        case .lazy: DocumentOptions(parsing: .lazy)
        }
    }
}

private struct Article: ResourceSchema {
    static let type = "articles"
    let title = Attribute<String>("title")
    let views = Attribute<Int>("views")
    let published = Attribute<Bool>("published")
    let author = ToOne<Person>("author")
}

private struct Person: ResourceSchema {
    static let type = "people"
    let lastName = Attribute<String>("lastName")
}

/// The Swift jobs on Vox.
enum VoxArticles {
    static func read(_ text: Data, every step: Int, options: DocumentOptions) throws -> Int64 {
        let articles = try Document<[Article]>(parsing: text, options: options).data
        var figure = Figure()
        for index in stride(from: 0, to: articles.count, by: step) {
            let article = articles[index]
            figure.add(article.title ?? "", article.views ?? 0, article.published ?? false)
            figure.add(author: article.author?.lastName ?? "")
        }
        return figure.value
    }

    static func edit(_ text: Data, options: DocumentOptions) throws -> (Int64, Data) {
        let document = try Document<[Article]>(parsing: text, options: options)
        var figure = Figure()
        for article in document.data {
            figure.add(article.title ?? "", article.views ?? 0, article.published ?? false)
            figure.add(author: article.author?.lastName ?? "")
            article.views = (article.views ?? 0) + 1
        }
        return (figure.value, try document.documentData())
    }

    /// Makes a resource and writes it as a document.
    static func build() throws -> Data {
        let article = Resource<Article>()
        article.id = "1"
        article.title = "Night trains of the north"
        article.views = 4711
        article.published = true
        let author = Resource<Person>()
        author.id = "7"
        article.author = author
        return try article.documentData()
    }

    /// Whether two texts have the same value.
    static func isSame(_ left: Data, _ right: Data) throws -> Bool {
        try JSON(parsing: left).vox.isEqual(to: JSON(parsing: right))
    }

    /// Reads a number, or a short text, of each of some resources, through views made before.
    static func singleReads(_ text: Data, resources count: Int) throws -> (
        number: () -> Int64, text: () -> Int64
    ) {
        let document = try Document<[Article]>(parsing: text)
        let articles = Array(document.data.prefix(count))
        let people = Array(document.included.compactMap { $0.as(Person.self) }.prefix(count))
        return (
            { articles.indices.reduce(0) { $0 &+ Int64(articles[$1].views ?? 0) } },
            { people.indices.reduce(0) { $0 &+ Int64((people[$1].lastName ?? "").utf8.count) } }
        )
    }
}
