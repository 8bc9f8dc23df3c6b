// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import VoxREST
import VoxTestSupport
import VoxTesting

@Suite("Pages of plain services")
struct PageWalkTests {
    private let log = RequestLog()

    /// A service whose pages a function makes of the query.
    private func posts(
        _ page: @escaping @Sendable ([String: String], ClientRequest) -> ClientResponse
    ) throws -> ModelSource<BlogPost> {
        let service = TransportFunction { request in
            let items = try request.url.query.map { try QueryItem.Encoding.decode($0) } ?? []
            let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
            return page(query, request)
        }
        return try client(of: service.with(log)).models(BlogPost.self)
    }

    /// Titles of all pages, by one way to find the next.
    private func titles(
        _ posts: ModelSource<BlogPost>, _ next: Paging.Next,
        _ limits: Paging.Limits = Paging.Limits(),
        prefetching: Bool = false
    ) async throws -> [String] {
        var titles: [String] = []
        let models = posts.fetch().models(by: next, limits: limits, prefetching: prefetching)
        for try await post in models { titles.append(post.title ?? "") }
        return titles
    }

    private static func list(_ titles: [String]) -> String {
        "[" + titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ",") + "]"
    }

    private let links = HTTPField.Name("Link") ?? .location

    @Test("The Link header leads from page to page (RFC 8288).", arguments: [false, true])
    func linkHeader(prefetching: Bool) async throws {
        let name = links
        let posts = try posts { query, request in
            switch query["page"] {
            case nil:
                request.answer(
                    .ok, Self.list(["a", "b"]),
                    [
                        name:
                            #"<https://api.example.com/v1/posts?page=1>; rel="prev first", </v1/posts?page=2&t=x,y>; title="a, \"b\"; rel=last"; rel="next last""#
                    ])
            case "2": request.answer(.ok, Self.list(["c"]), [name: "<?page=3>;rel=next"])
            default: request.answer(.ok, Self.list(["d"]), [name: #"<?page=1>; rel="prev""#])
            }
        }
        #expect(
            try await titles(posts, .linkHeader, prefetching: prefetching) == ["a", "b", "c", "d"])
        #expect(
            log.lines == ["GET /v1/posts", "GET /v1/posts?page=2&t=x,y", "GET /v1/posts?page=3"])
    }

    /// The notes of a walk through two pages.
    private func notes(
        _ next: Paging.Next, last: HTTPFields = [:], body: String = "[]"
    ) async throws -> [Paging.Note] {
        let name = links
        let posts = try posts { query, request in
            query["page"] == nil
                ? request.answer(
                    .ok, #"{"list":[{"title":"a"}],"next":"?page=2"}"#,
                    [name: "<?page=2>; rel=next"])
                : request.answer(.ok, #"{"list":[{"title":"b"}],\#(body)}"#, last)
        }
        let notes = Mutex<[Paging.Note]>([])
        let list = posts.client.get("posts", as: ModelList<BlogPost>.self, at: "list")
        let pages = list.pages(by: next, prefetching: true) { note in
            notes.withLock { $0.append(note) }
        }
        var count = 0
        for try await _ in pages { count += 1 }
        #expect(count == 2)
        return notes.withLock { $0 }
    }

    @Test("A walk notes an empty next page, and an end before the last page.")
    func pageNotes() async throws {
        let body = #""next":null"#
        let empty = try await notes(.next(), body: #""next":"""#)
        #expect(empty.map(\.code) == [.emptyNext])
        #expect(empty.map(\.url.target) == ["/v1/posts?page=2"])
        #expect(try await notes(.next(), body: body).isEmpty)
        let early = try await notes(
            .linkHeader, last: [links: "<?page=7>; rel=last"], body: body)
        #expect(early.map(\.code) == [.endsBeforeLast])
        #expect(early.map(\.link) == ["?page=7"])
        #expect(
            try await notes(.linkHeader, last: [links: "<?page=2>; rel=last"], body: body).isEmpty)
    }

    @Test(
        "What is no link to the next page is none.",
        arguments: [
            "", "next", "<x>", #"<x>; rel="prev""#, #"<x>; rel=nextish"#, #"<x; rel=next"#,
            #"<x>; anchor="/other"; rel=next"#, #"<x>; rel=prev; rel=next"#,
            #"<x>; title="; rel=next""#,
        ])
    func noLinks(field: String) async throws {
        let name = links
        let posts = try posts { _, request in request.answer(.ok, "[]", [name: field]) }
        #expect(try await titles(posts, .linkHeader) == [])
        #expect(log.lines.count == 1)
    }

    @Test(
        "A member has the address of the next page, until it is null, empty or missing.",
        arguments: ["null", #""""#, nil])
    func nextMember(end: String?) async throws {
        let posts = try posts { query, request in
            let next =
                query["page"] == nil
                ? #","links":{"next":"https://api.example.com/v1/posts?page=2"}"#
                : end.map { #","links":{"next":\#($0)}"# } ?? ""
            let titles = query["page"] == nil ? ["a"] : ["b"]
            return request.answer(.ok, #"{"results":\#(Self.list(titles))\#(next)}"#)
        }
        let wrapped = try wrapped(posts)
        var titles: [String] = []
        for try await post in wrapped.fetch().models(by: .next("links.next")) {
            titles.append(post.title ?? "")
        }
        #expect(titles == ["a", "b"])
    }

    private func wrapped(_ posts: ModelSource<BlogPost>) throws -> ModelSource<Enveloped> {
        posts.client.models(Enveloped.self)
    }

    private struct Enveloped: RESTSchema, CRUD {
        static let path = "posts/<id>"
        static let envelope = Envelope(list: "results")
        let title = Attribute<String>("title")
    }

    @Test("Pages that are numbered from zero end with the last one.", arguments: [0, 1])
    func numbersFromZero(first: Int) async throws {
        let posts = try posts { query, request in
            let page = query["page[number]"].flatMap { Int($0) } ?? first
            let titles = page < first + 3 ? ["\(page)"] : []
            return request.answer(
                .ok,
                #"{"results":\#(Self.list(titles)),"meta":{"current_page":\#(page),"total_pages":3}}"#
            )
        }
        var titles: [String] = []
        let models = try wrapped(posts).fetch().models(by: .known)
        for try await post in models { titles.append(post.title ?? "") }
        #expect(titles == (first..<first + 3).map { "\($0)" })
        #expect(log.lines.count == 3 && models.end == .complete)
    }

    @Test("Pages are numbered until one is empty, or the total is reached.")
    func numbers() async throws {
        let total = HTTPField.Name("X-Total-Count") ?? .location
        let posts = try posts { query, request in
            let page = query["page"].flatMap { Int($0) } ?? 1
            let titles = ["a", "b", "c", "d", "e"].dropFirst((page - 1) * 2).prefix(2)
            return request.answer(.ok, Self.list(Array(titles)), [total: "5"])
        }
        let all = ["a", "b", "c", "d", "e"]
        #expect(try await titles(posts, .number()) == all)
        #expect(log.lines.last == "GET /v1/posts?page=4")
        log.clear()
        #expect(try await titles(posts, .number(totalHeader: total)) == all)
        #expect(log.lines.last == "GET /v1/posts?page=3")
        var later: [String] = []
        for try await post in posts.fetch().query("page", "2").models(by: .number()) {
            later.append(post.title ?? "")
        }
        #expect(later == ["c", "d", "e"])
    }

    @Test("A numbered page that is empty ends the list, also where empty pages are allowed.")
    func emptyNumber() async throws {
        let posts = try posts { query, request in
            request.answer(.ok, Self.list(query["page"] == nil ? ["a"] : []))
        }
        var limits = Paging.Limits()
        limits.emptyPages = 3
        let models = posts.fetch().models(by: .number(), limits: limits)
        for try await _ in models {}
        #expect(models.end == .complete)
        #expect(log.lines == ["GET /v1/posts", "GET /v1/posts?page=2"])
    }

    @Test("Pages of one model are pages, and an empty one is the last, whatever the total.")
    func smallPages() async throws {
        let total = HTTPField.Name("X-Total-Count") ?? .location
        let posts = try posts { query, request in
            let page = query["page"].flatMap { Int($0) } ?? 1
            let titles = Array(["a", "b"].dropFirst(page - 1).prefix(1))
            return request.answer(
                .ok, #"{"results":\#(Self.list(titles)),"meta":{"total":5}}"#, [total: "5"])
        }
        let wrapped = try wrapped(posts)
        for next in [Paging.Next.number(total: "meta.total"), .number(totalHeader: total)] {
            log.clear()
            var titles: [String] = []
            for try await post in wrapped.fetch().models(by: next) {
                titles.append(post.title ?? "")
            }
            #expect(titles == ["a", "b"])
            #expect(log.lines.last == "GET /v1/posts?page=3")
        }
    }

    @Test("A page is asked for when it is wanted, unless the next one is to be read ahead.")
    func onDemand() async throws {
        let posts = try posts { query, request in
            request.answer(.ok, Self.list([query["page"] ?? "1"]))
        }
        var pages = posts.fetch().pages(by: .number()).makeAsyncIterator()
        #expect(try await pages.next()?.count == 1)
        var models = posts.fetch().models(by: .number()).makeAsyncIterator()
        #expect(try await models.next()?.title == "1")
        await othersHaveTheirTurn()
        #expect(log.lines == ["GET /v1/posts", "GET /v1/posts"])
    }

    @Test("The response says how many pages, or models, there are.")
    func totals() async throws {
        let posts = try posts { query, request in
            let page = query["p"].flatMap { Int($0) } ?? 0
            let titles = ["a", "b", "c"].dropFirst(page * 2).prefix(2)
            return request.answer(
                .ok, #"{"results":\#(Self.list(Array(titles))),"meta":{"pages":2,"total":"3"}}"#)
        }
        let wrapped = try wrapped(posts)
        for next in [
            Paging.Next.number("p", first: 0, pages: "meta.pages"),
            .number("p", first: 0, total: "meta.total"),
        ] {
            log.clear()
            var titles: [String] = []
            for try await post in wrapped.fetch().models(by: next) {
                titles.append(post.title ?? "")
            }
            #expect(titles == ["a", "b", "c"])
            #expect(log.lines == ["GET /v1/posts", "GET /v1/posts?p=1"])
        }
        await #expect(throws: RequestError.self) {
            for try await _ in wrapped.fetch().pages(by: .number(total: "meta.count")) {}
        }
    }

    @Test("A cursor of the response is a parameter of the next request.")
    func cursors() async throws {
        let posts = try posts { query, request in
            let cursor = query["after"] ?? ""
            let next = ["": #""x/1""#, "x/1": "7", "7": "null"][cursor] ?? "null"
            return request.answer(
                .ok, #"{"results":\#(Self.list(["of\(cursor)"])),"meta":{"cursor":\#(next)}}"#)
        }
        var titles: [String] = []
        let request = try wrapped(posts).fetch().query("after", "").query("size", "1")
        for try await page in request.pages(by: .cursor("meta.cursor", parameter: "after")) {
            titles += page.map { $0.title ?? "" }
        }
        #expect(titles == ["of", "ofx/1", "of7"])
        #expect(log.lines.last == "GET /v1/posts?size=1&after=7")
    }

    @Test("No page is read twice, and no more than the limits allow.")
    func guards() async throws {
        let name = links
        let circle = try posts { query, request in
            let next = query["page"] == "2" ? "?page=1" : "?page=2"
            return request.answer(.ok, Self.list(["a"]), [name: "<\(next)>; rel=next"])
        }
        let error = try await #require(throws: RequestError.self) {
            try await titles(circle, .linkHeader)
        }
        #expect(error.code == .paginationCycle)
        let endless = try posts { query, request in
            request.answer(.ok, Self.list([query["page"] ?? "1"]))
        }
        var limits = Paging.Limits()
        for change: (inout Paging.Limits) -> Void in [
            { $0.pages = 3 }, { $0.resources = 3 }, { $0.bytes = 100 },
        ] {
            limits = Paging.Limits()
            change(&limits)
            log.clear()
            let models = endless.fetch().models(by: .number(), limits: limits)
            for try await _ in models {}
            guard case .cutOff(let reason) = models.end else {
                Issue.record("\(String(describing: models.end))")
                continue
            }
            #expect(reason.hasPrefix("the limit of "))
            #expect(log.lines.count < 10)
            let error = try await #require(throws: RequestError.self) {
                _ = try await models.all()
            }
            #expect(error.code == .incomplete && error.message.contains(reason))
        }
        let empty = try posts { _, request in
            request.answer(.ok, "[]", [name: "<?page=\(request.url.target.count)x>; rel=next"])
        }
        log.clear()
        #expect(try await titles(empty, .linkHeader) == [])
        #expect(log.lines.count == 1)
    }

    @Test("A server that does not know the parameter of the page number is found out.")
    func ignoredParameter() async throws {
        let posts = try posts { _, request in request.answer(.ok, Self.list(["a", "b"])) }
        let models = posts.fetch().models(by: .number("seite"))
        var titles: [String] = []
        for try await post in models { titles.append(post.title ?? "") }
        #expect(titles == ["a", "b", "a", "b"] || titles == ["a", "b"])
        guard case .cutOff(let reason) = models.end else {
            Issue.record("\(String(describing: models.end))")
            return
        }
        #expect(reason.contains("same page twice"))
    }

    @Test("A link to another origin is refused, and followed without credentials where allowed.")
    func otherOrigins() async throws {
        let name = links
        let posts = try posts { _, request in
            request.url.host == "api.example.com"
                ? request.answer(
                    .ok, Self.list(["a"]), [name: "<https://other.example/posts>; rel=next"])
                : request.answer(.ok, Self.list(["b"]))
        }
        let error = try await #require(throws: RequestError.self) {
            try await titles(posts, .linkHeader)
        }
        #expect(error.code == .crossOrigin)
        let allowed = posts.client.with {
            $0.allowsOtherOrigins = true
            $0.headers[.authorization] = "Bearer s3cret"
        }
        #expect(try await titles(allowed.models(BlogPost.self), .linkHeader) == ["a", "b"])
        #expect(log.requests.last?.headers[.authorization] == nil)
        #expect(log.requests.dropLast().last?.headers[.authorization] != nil)
    }
}
