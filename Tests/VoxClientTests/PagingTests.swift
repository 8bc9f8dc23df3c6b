// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Walking through pages, and appending them.
@Suite("Paging")
struct PagingTests {
    private static func page(_ ids: String, links: String, included: String = "", meta: String = "")
        -> String
    {
        let data = ids.split(separator: " ").map {
            #"{"type":"albums","id":"\#($0)","attributes":{"title":"t\#($0)"},"relationships":{"artist":{"data":{"type":"artists","id":"a\#($0)"}}}}"#
        }.joined(separator: ",")
        let more = included.split(separator: " ").map {
            #"{"type":"artists","id":"\#($0)","attributes":{"name":"n\#($0)"}}"#
        }.joined(separator: ",")
        return
            #"{"data":[\#(data)],"links":{\#(links)}\#(included.isEmpty ? "" : #","included":[\#(more)]"#)\#(meta)}"#
    }

    private func albums(_ script: Script) throws -> DataSource<Album> {
        DataSource(.path("albums"), client: try script.api())
    }

    @Test(
        "MW-071 JA-013 JA-097 JA-098 Pages exist when linked, are nil when not or null, and ask for the whole link"
    )
    func links() async throws {
        let script = Script { request, _ in
            .document(
                Self.page(
                    "1",
                    links:
                        #""self":"/v1/albums?page[number]=2&x=1","first":"https://api.example.com/v1/albums?page%5Bnumber%5D=1","next":{"href":"?page[number]=3"},"prev":null"#
                ), of: request)
        }
        let document = try await albums(script).fetch().header(.acceptLanguage, "fr").sort(["x"])
            .result()
        #expect(document.last == nil)
        #expect(document.previous == nil)
        #expect(try document.reload?.url().target == "/v1/albums?page[number]=2&x=1")
        #expect(try document.first?.url().target == "/v1/albums?page%5Bnumber%5D=1")
        #expect(try document.next?.url().target == "/v1/albums?page[number]=3")
        _ = try await document.next?.result()
        #expect(script.lines.last == "GET /v1/albums?page[number]=3")
        #expect(script.requests.last?.headers[.acceptLanguage] == "fr")
        let offline = try Document<[Album]>(parsing: Self.page("1", links: #""next":"/x""#))
        #expect(offline.next == nil)
    }

    @Test(
        "MW-072 JA-054 T36 Relative links resolve against the address of the response; another origin is refused unless allowed"
    )
    func origins() async throws {
        let script = Script { request, _ in
            var response = ClientResponse.document(
                Self.page(
                    "1",
                    links:
                        #""next":"../page2","last":"https://evil.test/x","first":"//api.example.com:8443/""#
                ), of: request)
            response.url =
                (try? HTTPURL("https://api.example.com/v2/deep/albums?x=1")) ?? request.url
            return response
        }
        let document = try await albums(script).fetch().result()
        #expect(try document.next?.url().text == "https://api.example.com/v2/page2")
        for page in [document.last, document.first] {
            let page = try #require(page)
            #expect(await requestError { _ = try await page.result() }?.code == .crossOrigin)
        }
        #expect(script.requests.count == 1)
        var api = try script.api()
        api.options.allowsOtherOrigins = true
        let open = try await DataSource<Album>(.path("albums"), client: api).fetch().result()
        #expect(try open.last?.url().text == "https://evil.test/x")
    }

    @Test(
        "T41 JA-097 A next that is no link ends with an error, null ends, so does an empty text",
        arguments: [
            ("null", true), ("\"\"", true), ("7", false), ("true", false), ("[]", false),
            ("{}", false),
            (#"{"href":7}"#, false), (#"{"href":null}"#, false), (#"{"href":""}"#, true),
        ])
    func malformed(link: String, ends: Bool) async throws {
        let script = Script { request, _ in
            .document(Self.page("1", links: #""next":\#(link)"#), of: request)
        }
        var count = 0
        let error = await requestError {
            for try await _ in try albums(script).fetch().pages { count += 1 }
        }
        #expect(count == 1)
        #expect(script.requests.count == 1)
        #expect(error?.code == (ends ? nil : .malformedLink))
    }

    @Test(
        "MW-073 MW-074 MW-075 Appending gives old, new and all, then the page after that, then nothing"
    )
    func append() async throws {
        let script = Script { request, number in
            let links =
                number < 3 ? #""next":"/v1/albums?page[number]=\#(number + 4)&page[size]=1""# : ""
            return .document(
                Self.page(
                    "\(number)", links: links, included: number == 0 ? "" : "a\(number) x",
                    meta: #","meta":{"n":\#(number)}"#),
                of: request)
        }
        let document = try await albums(script).fetch().result()
        let first = try #require(try await document.appendNext())
        #expect(script.lines.last == "GET /v1/albums?page[number]=4&page[size]=1")
        #expect(first.old.map(\.id) == ["0"])
        #expect(first.new.map(\.id) == ["1"])
        #expect(first.all.map(\.id) == ["0", "1"])
        #expect(document.data.map(\.id) == ["0", "1"])
        #expect(Array(document.data) == Array(first.all))
        #expect(document.data[1].artist?.name == "na1")
        #expect(document.meta["n"] == 1)
        let second = try #require(try await document.appendNext())
        #expect(script.lines.last == "GET /v1/albums?page[number]=5&page[size]=1")
        #expect(second.old.map(\.id) == ["0", "1"])
        #expect(second.all.map(\.id) == ["0", "1", "2"])
        // What each page sent stays in the raw list; look-up gives one object.
        #expect(document.included.map(\.id) == ["a1", "x", "a2", "x"])
        #expect(document.resource(Artist.self, id: "x")?.name == "nx")
        #expect(try await document.appendNext() != nil)
        #expect(try await document.appendNext() == nil)
        #expect(script.requests.count == 4)
        #expect(try document.data.allSatisfy { try $0.vox.changes().isEmpty })
    }

    @Test("MW-076 T43 A resource of both pages is one object with the newest values, edits aside")
    func repeated() async throws {
        for skipping in [false, true] {
            let script = Script { request, number in
                .document(
                    number == 0
                        ? Self.page("1 2", links: #""next":"?p=2""#)
                        : #"{"data":[{"type":"albums","id":"2","attributes":{"title":"newer","release-year":2}},{"type":"albums","id":"3"}]}"#,
                    of: request)
            }
            let document = try await albums(script).fetch().result()
            let known = document.data[1]
            document.data[0].title = "mine"
            known.year = 1
            let appended = try #require(try await document.appendNext(skippingRepeated: skipping))
            #expect(known.title == "newer")
            #expect(known.year == 1)
            #expect(
                document.data.map(\.id) == (skipping ? ["1", "2", "3"] : ["1", "2", "2", "3"]))
            #expect(document.data.filter { $0.id == "2" }.allSatisfy { $0 == known })
            #expect(appended.new.map(\.id) == (skipping ? ["3"] : ["2", "3"]))
            #expect(document.data[0].title == "mine")
            #expect(try known.vox.changes().attributes == ["release-year"])
        }
    }

    @Test("MW-077 Paging works when the data source is gone")
    func withoutSource() async throws {
        let script = Script(Self.page("1", links: #""next":"?p=2""#), Self.page("2", links: ""))
        let document = try await { try await albums(script).fetch().result() }()
        #expect(try await document.next?.result().data.first?.id == "2")
    }

    @Test("All pages, read ahead or not; resources one after another")
    func sequences() async throws {
        for prefetching in [false, true] {
            let script = Script { request, number in
                .document(
                    Self.page(
                        "\(number)a \(number)b", links: number < 9 ? #""next":"?p=\#(number)""# : ""
                    ), of: request)
            }
            var ids: [String?] = []
            for try await page in try albums(script).fetch().pages(prefetching: prefetching) {
                ids += page.data.map(\.id)
            }
            #expect(ids.count == 20 && ids.first == "0a" && ids.last == "9b")
            #expect(script.requests.count == 10)
            ids = []
            let again = Script { request, number in
                .document(
                    Self.page("\(number)", links: number < 4 ? #""next":"?p=\#(number)""# : ""),
                    of: request)
            }
            for try await album in try albums(again).fetch().resources(prefetching: prefetching) {
                ids.append(album.id)
            }
            #expect(ids == ["0", "1", "2", "3", "4"])
        }
    }

    @Test("A page is asked for when it is needed, one ahead at most")
    func backPressure() async throws {
        for (prefetching, most) in [(false, 2), (true, 3)] {
            let script = Script { request, number in
                .document(Self.page("\(number)", links: #""next":"?p=\#(number)""#), of: request)
            }
            var pages = try albums(script).fetch().pages(prefetching: prefetching)
                .makeAsyncIterator()
            _ = try await pages.next()
            _ = try await pages.next()
            await eventually { script.requests.count >= most }
            await othersHaveTheirTurn()
            #expect(script.requests.count == most)
        }
    }

    @Test("T42 Circles of pages and pages without end are stopped")
    func endless() async throws {
        func walk(
            _ link: @escaping @Sendable (Int) -> String, ids: String = "1",
            limits: Paging.Limits = Paging.Limits()
        ) async throws -> (Int, RequestError.Code?) {
            let script = Script { request, number in
                .document(Self.page(ids, links: #""next":"\#(link(number))""#), of: request)
            }
            var count = 0
            let error = await requestError {
                for try await _ in try albums(script).fetch().pages(limits: limits) { count += 1 }
            }
            return (count, error?.code)
        }
        /// How the walk ends, and after how many pages.
        func end(
            _ link: @escaping @Sendable (Int) -> String, ids: String = "1", limits: Paging.Limits
        ) async throws -> (Int, Paging.End?) {
            let script = Script { request, number in
                .document(Self.page(ids, links: #""next":"\#(link(number))""#), of: request)
            }
            let pages = try albums(script).fetch().pages(limits: limits)
            var count = 0
            for try await _ in pages { count += 1 }
            #expect(script.requests.count <= count + 1)
            return (count, pages.end)
        }
        #expect(try await walk { _ in "/v1/albums" } == (1, .paginationCycle))
        #expect(try await walk { "/v1/albums#\($0)" } == (1, .paginationCycle))
        #expect(try await walk { "/v1/albums?p=\($0 % 2)" } == (3, .paginationCycle))
        #expect(try await walk({ "?cursor=\($0)" }) == (10_000, .limit))
        #expect(
            try await end({ "?cursor=\($0)" }, ids: "", limits: Paging.Limits()) == (1, .complete))
        var limits = Paging.Limits()
        limits.emptyPages = 10
        #expect(try await end({ "?cursor=\($0)" }, ids: "", limits: limits) == (11, .complete))
        limits = Paging.Limits()
        limits.pages = 7
        #expect(
            try await end({ "?cursor=\($0)" }, limits: limits)
                == (7, .cutOff("the limit of 7 pages is reached")))
        limits = Paging.Limits()
        limits.resources = 5
        #expect(
            try await end({ "?cursor=\($0)" }, ids: "1 2", limits: limits)
                == (2, .cutOff("the limit of 5 resources is reached")))
        limits.resources = 4
        #expect(
            try await end({ "?cursor=\($0)" }, ids: "1 2", limits: limits)
                == (2, .cutOff("the limit of 4 resources is reached")))
        limits = Paging.Limits()
        limits.bytes = 1000
        let (pages, reached) = try await end({ "?cursor=\($0)" }, limits: limits)
        #expect(reached == .cutOff("the limit of 1000 bytes is reached") && pages > 1 && pages < 20)
        let size = Self.page("1", links: #""next":"?cursor=1""#).utf8.count
        for (bytes, pages) in [(3 * size, 3), (3 * size - 1, 2)] {
            limits.bytes = bytes
            #expect(
                try await end({ "?cursor=\($0)" }, limits: limits)
                    == (pages, .cutOff("the limit of \(bytes) bytes is reached")))
        }
    }

    @Test("T42 Appending stops where pages lead back")
    func appendingInACircle() async throws {
        let script = Script { request, number in
            .document(
                Self.page("\(number)", links: #""next":"/v1/albums?p=\#((number + 1) % 3)""#),
                of: request)
        }
        let document = try await albums(script).fetch().result()
        var appended = 0
        let error = await requestError {
            while try await document.appendNext() != nil { appended += 1 }
        }
        #expect(error?.code == .paginationCycle)
        #expect(appended == 3)
        // Two pages that lead to each other, the first of which is the document itself.
        let two = Script { request, number in
            .document(
                Self.page(
                    "\(number)",
                    links: #""next":"/v1/albums\#(number.isMultiple(of: 2) ? "?p=1" : "")""#),
                of: request)
        }
        let pair = try await albums(two).fetch().result()
        #expect(try await pair.appendNext()?.new.map(\.id) == ["1"])
        #expect(await requestError { _ = try await pair.appendNext() }?.code == .paginationCycle)
        #expect(pair.data.map(\.id) == ["0", "1"] && two.requests.count == 2)
        let own = Script { request, _ in
            .document(Self.page("1", links: #""next":"/v1/albums""#), of: request)
        }
        let first = try await albums(own).fetch().result()
        #expect(await requestError { _ = try await first.appendNext() }?.code == .paginationCycle)
    }

    @Test("Any link of a document can be followed, from where the document came from")
    func anyLink() async throws {
        let script = Script { request, _ in
            .document(
                #"{"data":[{"type":"albums","id":"1","relationships":{"artist":{"links":{"related":"albums/1/artist","self":null}}}}]}"#,
                of: request)
        }
        let document = try await albums(script).fetch().result()
        let links = document.data[0].vox.relationship(\.artist).links
        let request = try #require(document.fetch(links.related, as: AnyPrimaryData.self))
        _ = try await request.result()
        #expect(script.lines.last == "GET /v1/albums/1/artist")
        #expect(document.fetch(links.selfLink, as: AnyPrimaryData.self) == nil)
        #expect(document.fetch(links["none"], as: AnyPrimaryData.self) == nil)
    }

    @Test(
        "JA-055 JA-056 What a link object says of its target keeps nobody from following it, byte for byte",
        arguments: [
            #""type":"text/html","hreflang":["tlh"],"rel":"nofollow""#,
            #""type":7,"hreflang":{},"title":null"#, #""describedby":"/schema","meta":{"x":1}"#,
        ])
    func hints(hints: String) async throws {
        let target = "/v1/albums?page[number]=2&filter[a][b]=%5B|^"
        let link = #"{"href":"\#(target)",\#(hints)}"#
        let script = Script { request, number in
            .document(
                Self.page("\(number)", links: number == 0 ? #""next":\#(link)"# : ""), of: request)
        }
        let document = try await albums(script).fetch().result()
        #expect(try await document.next?.result().data.first?.id == "1")
        let other = document.fetch(document.links.next, as: [Album].self)
        #expect(try await other?.result().data.first?.id == "2")
        #expect(try await document.appendNext()?.new.map(\.id) == ["3"])
        #expect(script.lines == ["GET /v1/albums"] + Array(repeating: "GET \(target)", count: 3))
    }

    @Test("T59 Cancelling between two pages asks for no more")
    func cancelledBetweenPages() async throws {
        let script = Script { request, number in
            .document(
                Self.page("\(number)", links: #""next":"/v1/albums?p=\#(number)""#), of: request)
        }
        let albums = try albums(script)
        let task = Task {
            for try await _ in albums.fetch().pages { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.lines.count == 1)
    }
}
