// SPDX-License-Identifier: MIT

import CBench
import Foundation

/// What services send and get with every request. The same seed gives the same bytes.
struct RequestTexts {
    /// Documents with one article of 823 bytes.
    let articles: [Text]
    let article300: Text
    let article823: Text
    let article1700: Text
    /// 25 articles with the people and tags that they refer to, 40 kB.
    let list: Text
    /// A resource whose strings are JSON texts of kilobytes.
    let nested: Text
    /// 1,000 lines of NDJSON of 330 bytes.
    let lines: Text
    /// What a proxy sends in place of a document.
    let html: Text
    /// The body of a POST.
    let creation: Text
    /// Documents of other shapes.
    let others: OtherTexts

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        articles = (0..<16).map { _ in
            Text(name: "16 documents of 823 bytes", Self.article(bytes: 823, &random).utf8)
        }
        article823 = Text(name: "a document of 823 bytes", articles[0].data)
        article300 = Text(
            name: "a document of 300 bytes", Self.article(bytes: 300, isWhole: false, &random).utf8)
        article1700 = Text(
            name: "a document of 1,700 bytes", Self.article(bytes: 1700, &random).utf8)
        list = Text(name: "25 resources, 40 kB", Self.list(&random).utf8)
        nested = Text(name: "JSON in strings, 9 kB", Self.nested(&random).utf8)
        self.lines = Text(name: "1,000 lines of 330 bytes", Self.lines(&random).utf8)
        let lines = (0..<20).map { _ in "  <p>\(random.words(bytes: 80))</p>\n" }.joined()
        html = Text(
            name: "a page of HTML",
            "<!DOCTYPE html>\n<html>\n<body>\n\(lines)</body>\n</html>\n".utf8)
        creation = Text(
            name: "a body of 700 bytes", Self.article(bytes: 700, id: nil, &random).utf8)
        others = OtherTexts(&random)
    }

    /// A document that has more than a small service says where it `isWhole`, and no id where a client
    /// wants it to be created.
    private static func article(
        bytes: Int, isWhole: Bool = true, id: String? = "17", _ random: inout SeededRandom
    ) -> String {
        let views = random(100_000)
        let person = random(90) + 10
        let title = random.words(bytes: 20 + random(12))
        func text(_ body: String) -> String {
            let own = "https://api.example.com/articles/\(id ?? "")"
            let links = isWhole && id != nil ? #","links":{"self":"\#(own)"}"# : ""
            let top = links.isEmpty ? "" : #""jsonapi":{"version":"1.1"}\#(links),"#
            let identity = id.map { #","id":"\#($0)""# } ?? ""
            let created = isWhole ? #","created":"2026-01-02T03:04:05Z""# : ""
            let related = links.isEmpty ? "" : #""links":{"related":"\#(own)/author"},"#
            let tags =
                isWhole
                ? #","tags":{"data":[{"type":"tags","id":"1"},{"type":"tags","id":"2"}]}"# : ""
            return
                #"{\#(top)"data":{"type":"articles"\#(identity),"attributes":{"title":"\#(title)","#
                + #""body":"\#(body)","views":\#(views),"rating":4.5,"published":\#(views % 3 > 0)"#
                + #"\#(created)},"relationships":{"author":{\#(related)"data":{"type":"people","#
                + #""id":"\#(person)"}}\#(tags)}\#(links)}}"#
        }
        return text(random.words(bytes: bytes - text("").utf8.count))
    }

    private static func list(_ random: inout SeededRandom) -> String {
        let base = "https://api.example.com"
        let articles = (0..<25).map { number in
            let own = "\(base)/articles/\(1000 + number)"
            return #"{"type":"articles","id":"\#(1000 + number)","attributes":{"title":"#
                + #""\#(random.words(bytes: 20 + random(40)))","body":"\#(random.words(bytes: 940 + random(200)))","#
                + #""views":\#(random(100_000)),"rating":\#(random(5)).5,"published":\#(random(3) > 0),"#
                + #""created":"2026-04-1\#(random(9))T12:34:56Z"},"relationships":{"author":{"links":"#
                + #"{"self":"\#(own)/relationships/author","related":"\#(own)/author"},"#
                + #""data":{"type":"people","id":"\#(number % 8)"}},"tags":{"data":["#
                + #"{"type":"tags","id":"\#(number % 10)"},{"type":"tags","id":"\#((number + 3) % 10)"}]}},"#
                + #""links":{"self":"\#(own)"}}"#
        }
        let people = (0..<8).map {
            #"{"type":"people","id":"\#($0)","attributes":{"name":"\#(random.words(bytes: 14))","#
                + #""email":"person\#($0)@example.com"},"links":{"self":"\#(base)/people/\#($0)"}}"#
        }
        let tags = (0..<10).map {
            #"{"type":"tags","id":"\#($0)","attributes":{"name":"\#(random.words(bytes: 9))"}}"#
        }
        return
            #"{"jsonapi":{"version":"1.1"},"links":{"self":"\#(base)/articles?page%5Bsize%5D=25"},"#
            + #""data":[\#(articles.joined(separator: ","))],"#
            + #""included":[\#((people + tags).joined(separator: ","))],"meta":{"total":25}}"#
    }

    private static func nested(_ random: inout SeededRandom) -> String {
        func escaped(_ text: String) -> String { text.replacingOccurrences(of: "\"", with: "\\\"") }
        let sent = (0..<4).map { _ in article(bytes: 823, &random) }.joined(separator: ",")
        let got = (0..<12).map {
            #"{"id":\#($0),"state":"\#(random.pick(["done", "open"]))","at":"2026-01-02","retries":\#(random(3))}"#
        }.joined(separator: ",")
        return #"{"data":{"type":"deliveries","id":"17","attributes":{"event":"articles.created","#
            + #""payload":"[\#(escaped(sent))]","response":"[\#(escaped(got))]","attempts":2,"#
            + #""last":"[\#(escaped(sent + "," + got))]"}}}"#
    }

    private static func lines(_ random: inout SeededRandom) -> String {
        (0..<1000).map { number in
            let level = random.pick(["debug", "info", "info", "warning", "error"])
            let service = random.pick(["checkout", "search", "mail", "accounts"])
            let start =
                #"{"time":"2026-04-12T12:34:56.\#(100 + number % 900)Z","level":"\#(level)","#
                + #""service":"\#(service)","host":"node-\#(random(40))","trace":"\#(random(1 << 30))","#
                + #""method":"GET","path":"/articles/\#(random(10_000))","status":200,"ms":\#(random(900)),"#
                + #""bytes":\#(random(50_000)),"user":{"id":\#(random(5000)),"plan":"free"},"message":""#
            return start + random.words(bytes: 327 - start.utf8.count) + #""}"# + "\n"
        }.joined()
    }
}

extension Text {
    /// The text as a small document of which these attributes are read.
    func small(_ first: StaticString, _ second: StaticString, _ third: StaticString) -> bench_small
    {
        bench_small(
            bytes: bytes.baseAddress, length: count, names: (c(first), c(second), c(third)))
    }
}
