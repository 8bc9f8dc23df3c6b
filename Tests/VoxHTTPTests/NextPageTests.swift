// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Which page comes next, for each way to find it, at the last page and around it.
@Suite("The next page, step by step")
struct NextPageTests {
    private let total = HTTPField.Name("X-Total-Count") ?? .location

    /// The next page after a page, in words.
    private func step(
        _ next: Paging.Next, _ members: [String: PageMember] = [:], query: String = "",
        count: Int = 2,
        read: Int? = nil, headers: HTTPFields = [:]
    ) throws -> String {
        let url = try HTTPURL("https://a.example/list\(query)")
        let request = ClientRequest(method: .get, url: url)
        let exchange = OpenExchange(
            request, request.answer(206, headers),
            ClientRequest.Settings(timeouts: ClientRequest.Timeouts()))
        let page = PageFacts(
            url: url, head: ClientResponse.Head(Exchange(exchange, [])), count: count,
            total: read ?? count, followsPageZero: false, resolve: { try? url.resolve($0) },
            names: { _ in [] }, member: { members[$0.joined(separator: ".")] ?? .absent })
        do throws(RequestError) {
            switch try next.step(after: page) {
            case .link(let link, let place): return "\(place): \(link)"
            case .parameter(let name, let value): return "\(name)=\(value)"
            case .end: return "end"
            }
        } catch {
            #expect(error.method == .get && error.url == url && error.status?.code == 206)
            #expect(error.headers == headers)
            return "\(error.code): \(error.message)"
        }
    }

    @Test("A number that follows the last integer is an error, and an empty page is the last")
    func numbers() throws {
        #expect(try step(.number()) == "page=2")
        #expect(try step(.number("p", first: 0)) == "p=1")
        #expect(try step(.number(), query: "?page=7", count: 1) == "page=8")
        #expect(try step(.number(), query: "?page=7", count: 0) == "end")
        #expect(try step(.number(), query: "?page=x") == "page=2")
        #expect(try step(.number(), query: "?page=\(Int.max - 1)") == "page=\(Int.max)")
        #expect(
            try step(.number(), query: "?page=\(Int.max)")
                == "noPage: no page number follows \(Int.max)")
    }

    @Test("The number of pages ends a list at the last page")
    func pages() throws {
        for (first, query, pages, expected) in [
            (1, "", "2", "page=2"), (1, "?page=2", "2", "end"), (1, "?page=1", "3", "page=2"),
            (1, "?page=2", "3", "page=3"), (1, "?page=4", "3", "end"), (1, "", "1", "end"),
            (1, "", "0", "end"), (1, "", "-1", "end"), (0, "", "1", "end"), (0, "", "2", "page=1"),
            (0, "?page=1", "2", "end"), (1, "?page=-\(Int.max)", "2", "page=\(1 - Int.max)"),
            (2, "?page=-\(Int.max)", "2", "end"), (1, "?page=-5", "0", "end"),
        ] {
            #expect(
                try step(
                    .number(first: first, pages: "meta.pages"), ["meta.pages": .number(pages)],
                    query: query, count: 0) == expected, "\(first) \(query) \(pages)")
        }
        let missing = "document: the response has no total number at \"meta.pages\""
        for member in [.absent, .null, .string("x"), .number("1.5"), .boolean(true), .other]
            as [PageMember]
        {
            #expect(
                try step(.number(pages: "meta.pages"), ["meta.pages": member]) == missing)
        }
    }

    @Test("The number of resources ends a list when all were read, or a page is empty")
    func totals() throws {
        for (count, read, most, expected) in [
            (2, 2, "3", "page=2"), (2, 3, "3", "end"), (2, 4, "3", "end"), (0, 2, "3", "end"),
            (1, 2, "3", "page=2"), (0, 0, "0", "end"),
        ] {
            #expect(
                try step(.number(total: "all"), ["all": .string(most)], count: count, read: read)
                    == expected)
            #expect(
                try step(
                    .number(totalHeader: total), count: count, read: read, headers: [total: most])
                    == expected)
        }
        #expect(
            try step(.number(totalHeader: total))
                == "document: the response has no total number at \"X-Total-Count\"")
    }

    @Test("An offset grows by the resources of a page, up to the last integer")
    func offsets() throws {
        #expect(try step(.offset()) == "offset=2")
        #expect(try step(.offset("skip"), query: "?skip=5", count: 1) == "skip=6")
        #expect(try step(.offset(), query: "?offset=5", count: 0) == "end")
        #expect(try step(.offset(), query: "?offset=\(Int.max - 2)") == "offset=\(Int.max)")
        #expect(
            try step(.offset(), query: "?offset=\(Int.max - 1)")
                == "noPage: no offset follows \(Int.max - 1)")
        for (query, most, expected) in [
            ("", "3", "offset=2"), ("", "2", "end"), ("", "1", "end"),
            ("?offset=1", "4", "offset=3"),
            ("?offset=1", "3", "end"),
        ] {
            #expect(
                try step(.offset(total: "all"), ["all": .number(most)], query: query) == expected)
        }
        #expect(
            try step(.offset(total: "all"))
                == "document: the response has no total number at \"all\"")
        #expect(try step(.offset(total: "all"), count: 0) == "end")
    }

    @Test("A cursor and a link end a list where they are missing, null or empty")
    func members() throws {
        for member in [.absent, .null, .string("")] as [PageMember] {
            #expect(try step(.cursor("a.b"), ["a.b": member]) == "end")
            #expect(try step(.next("a.b"), ["a.b": member]) == "end")
        }
        #expect(try step(.cursor("a.b"), ["a.b": .string("x")]) == "cursor=x")
        #expect(try step(.cursor("a.b", parameter: "c"), ["a.b": .number("7")]) == "c=7")
        for member in [.boolean(true), .other] as [PageMember] {
            #expect(
                try step(.cursor("a.b"), ["a.b": member])
                    == "document: the value at \"a.b\" is neither a cursor nor null")
        }
        #expect(try step(.next(), ["next": .string("/x")]) == "the link to the next page: /x")
        for member in [.number("7"), .boolean(false), .other] as [PageMember] {
            #expect(
                try step(.next(), ["next": member])
                    == "malformedLink: the value at \"next\" is neither an address nor null")
        }
        let link = HTTPField.Name("Link") ?? .location
        #expect(try step(.linkHeader) == "end")
        #expect(
            try step(.linkHeader, headers: [link: "<?p=2>; rel=next"])
                == "the link to the next page: ?p=2")
        #expect(try step(.linkHeader, headers: [link: "<?p=2>; rel=last"]) == "end")
    }

    @Test("Of several ways, the first that leads on counts")
    func ways() throws {
        let next = Paging.Next.first(.next(), .cursor("after"), .linkHeader)
        #expect(try step(next) == "end")
        #expect(
            try step(next, ["next": .string("/x"), "after": .string("c")])
                == "the link to the next page: /x")
        #expect(try step(next, ["next": .null, "after": .string("c")]) == "cursor=c")
        #expect(try step(.first(of: [])) == "end")
    }
}
