// SPDX-License-Identifier: MIT

/// A compound document: articles, their comments, and one author for ten of them. The same number
/// gives the same bytes, about 1,500 an article.
struct ArticlesText {
    private(set) var bytes: [UInt8] = []
    private var random = SeededRandom(seed: 42)

    private static let words = """
        parser tree arena pointer document writer member element number text offset depth escape \
        buffer token value object array string index
        """.split(separator: " ").map(String.init)

    init(articles count: Int) {
        bytes.reserveCapacity(count * 1600 + 1000)
        let people = max(1, count / 10)
        var comments: [(id: Int, author: Int)] = []
        add(
            #"{"jsonapi":{"version":"1.1"},"links":{"self":"https://api.example.com/articles"},"data":["#
        )
        for id in 1...count {
            let first = comments.count
            for place in 0..<random(6) { comments.append((id * 10 + place, random(people) + 1)) }
            addArticle(id, author: random(people) + 1, comments: comments[first...].map(\.id))
            add(id < count ? "," : #"],"included":["#)
        }
        for (id, author) in comments {
            add(#"{"type":"comments","id":"\#(id)","attributes":{"body":"\#(words(12))"},"#)
            add(#""relationships":{"author":{"data":{"type":"people","id":"\#(author)"}}},"#)
            add(#""links":{"self":"https://api.example.com/comments/\#(id)"}},"#)
        }
        for id in 1...people {
            add(#"{"type":"people","id":"\#(id)","attributes":{"firstName":"\#(words(1))","#)
            add(#""lastName":"\#(words(1))","twitter":null,"age":\#(random(80))},"#)
            add(#""links":{"self":"https://api.example.com/people/\#(id)"}}"#)
            add(id < people ? "," : #"],"meta":{"total":\#(count)}}"#)
        }
    }

    private mutating func addArticle(_ id: Int, author: Int, comments: [Int]) {
        add(
            #"{"type":"articles","id":"\#(id)","attributes":{"title":"\#(words(6))","body":"\#(words(40))","#
        )
        add(
            #""created":"2026-0\#(random(9) + 1)-1\#(random(9))T12:34:56Z","rating":\#(random(5)).\#(random(9) + 1),"#
        )
        add(
            #""views":\#(random(100_000)),"published":\#(random(2) == 0),"tags":["\#(words(1))","\#(words(1))"],"#
        )
        add(#""subtitle":null,"unicode":"\#(id % 7 == 0 ? "zażółć gęślą jaźń – 日本語" : "plain")"},"#)
        add(#""relationships":{"author":{"links":{"self":"/articles/\#(id)/relationships/author","#)
        add(#""related":"/articles/\#(id)/author"},"data":{"type":"people","id":"\#(author)"}},"#)
        let linkage = comments.map { #"{"type":"comments","id":"\#($0)"}"# }.joined(separator: ",")
        add(#""comments":{"data":[\#(linkage)]}},"#)
        add(#""links":{"self":"https://api.example.com/articles/\#(id)"}}"#)
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in Self.words[random(Self.words.count)] }.joined(separator: " ")
    }
}
