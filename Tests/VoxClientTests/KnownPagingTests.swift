// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Lists whose pages are told in other places than `links.next`.
@Suite("Known forms of paging")
struct KnownPagingTests {
    /// A service with the albums 1 to 5 in pages of two. `more` makes the other members of the
    /// document from the number of the page and the number of pages.
    private func service(
        _ more: @escaping @Sendable (_ page: Int, _ pages: Int) -> String,
        header: @escaping @Sendable (Int) -> HTTPFields = { _ in [:] },
        number: @escaping @Sendable ([String: String]) -> Int
    ) -> Script {
        Script { request, _ in
            let items = try request.url.query.map { try QueryItem.Encoding.decode($0) } ?? []
            let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
            let page = number(query)
            let ids = (1...5).dropFirst(max(0, page) * 2).prefix(2)
            let data = ids.map { #"{"type":"albums","id":"\#($0)"}"# }.joined(separator: ",")
            let rest = more(page, 3)
            return .document(
                #"{"data":[\#(data)]\#(rest.isEmpty ? "" : ",")\#(rest)}"#, 200, header(page),
                of: request)
        }
    }

    private func walk(
        _ script: Script, query: [(String, String)] = [],
        _ change: (inout APIOptions) -> Void = { _ in }
    ) async throws -> (ids: [String], end: Paging.End?) {
        var api = try script.api()
        change(&api.options)
        var request = DataSource<Album>(.path("albums"), client: api).fetch()
        for (name, value) in query { request = request.query(exactly: name, value) }
        let resources = request.resources()
        var ids: [String] = []
        for try await album in resources { ids.append(album.id ?? "") }
        return (ids, resources.end)
    }

    private static let all = ["1", "2", "3", "4", "5"]

    /// The places and the spellings of a number, an offset and a cursor.
    static let forms: [(form: String, parameter: String)] = {
        var forms: [(String, String)] = []
        for place in ["page", "pagination", "paging"] {
            forms += [
                (#""meta":{"\#(place)":{"next_number":%N%,"number":%P%}}"#, "page[number]"),
                (#""meta":{"\#(place)":{"next-page":%N%,"current-page":%P%}}"#, "page[number]"),
                (#""meta":{"\#(place)":{"nextPage":%N%}}"#, "page[number]"),
                (#""meta":{"\#(place)":{"next_offset":%O%}}"#, "page[offset]"),
                (#""meta":{"\#(place)":{"nextOffset":%O%}}"#, "page[offset]"),
                (#""meta":{"\#(place)":{"next_cursor":"%N%"}}"#, "page[cursor]"),
                (#""meta":{"\#(place)":{"nextCursor":"%N%"}}"#, "page[cursor]"),
                (
                    #""meta":{"\#(place)":{"next":"/v1/albums?page%5Bnumber%5D=%N%"}}"#,
                    "page[number]"
                ),
            ]
        }
        return forms
            + [
                (#""pagination":{"next":"/v1/albums?page%5Bnumber%5D=%N%"}"#, "page[number]"),
                (
                    #""pagination":{"current_page":%P%,"next_page":%N%,"total_pages":3}"#,
                    "page[number]"
                ),
                (
                    #""meta":{"next_page_url":"https://api.example.com/v1/albums?page%5Bnumber%5D=%N%"}"#,
                    "page[number]"
                ),
                (#""meta":{"next":%N%}"#, ""),
                (#""links":{"meta":{"nextCursor":"%N%"}}"#, "page[cursor]"),
                (#""links":{"next":"?page%5Bnumber%5D=%N%"}"#, "page[number]"),
            ].filter { !$0.1.isEmpty }
    }()

    @Test("MW-125 A next page is found in every known place", arguments: forms)
    func places(form: String, parameter: String) async throws {
        let isOffset = parameter.contains("offset")
        let script = service(
            { page, pages in
                let next = page + 1 < pages ? "\(isOffset ? (page + 1) * 2 : page + 1)" : nil
                var text = form
                if let next {
                    text = text.replacing("%N%", with: next).replacing("%O%", with: next)
                        .replacing("%P%", with: "\(page)")
                } else {
                    // The place is null at the end.
                    for value in [
                        #""%N%""#, #""/v1/albums?page%5Bnumber%5D=%N%""#,
                        #""?page%5Bnumber%5D=%N%""#,
                        #""https://api.example.com/v1/albums?page%5Bnumber%5D=%N%""#, "%N%", "%O%",
                    ] { text = text.replacing(value, with: "null") }
                    text = text.replacing("%P%", with: "\(page)")
                }
                return text
            },
            number: { query in
                guard let value = query[parameter].flatMap({ Int($0) }) else { return 0 }
                return isOffset ? value / 2 : value
            })
        let (ids, end) = try await walk(script)
        #expect(ids == Self.all)
        #expect(script.requests.count == 3)
        #expect(end != nil)
        if case .cutOff(let reason) = end { Issue.record("\(reason)") }
    }

    @Test("MW-125 The parameter of the request is used for the next number, offset and cursor")
    func parameters() async throws {
        for (parameter, value, form) in [
            ("page", "1", #""pagination":{"next_page":N}"#),
            ("page_number", "1", #""meta":{"page":{"next_number":N}}"#),
            ("page[after]", "1", #""meta":{"page":{"next_cursor":"N"}}"#),
            ("cursor", "1", #""meta":{"page":{"after":"N"}}"#),
        ] {
            let script = service(
                { page, pages in
                    page + 1 < pages
                        ? form.replacing("N", with: "\(page + 2)")
                        : form.replacing(#""N""#, with: "null").replacing("N", with: "null")
                }, number: { (Int($0[parameter] ?? "1") ?? 1) - 1 })
            let (ids, _) = try await walk(script, query: [(parameter, value)])
            #expect(ids == Self.all, "\(parameter)")
            #expect(script.lines.count == 3, "\(parameter)")
        }
    }

    @Test("MW-125 A header field can have the link, and a profile can name any place")
    func named() async throws {
        let link = try #require(HTTPField.Name("Link"))
        let header = service(
            { _, _ in "" },
            header: {
                $0 < 2 ? [link: "<?page%5Bnumber%5D=\($0 + 1)>; crossorigin; rel=next"] : [:]
            },
            number: { Int($0["page[number]"] ?? "0") ?? 0 })
        #expect(try await walk(header).ids == Self.all)
        let after = service(
            { page, pages in
                page + 1 < pages ? #""meta":{"page":{"after":"c\#(page + 1)"}}"# : ""
            }, number: { ($0["page[cursor]"]?.dropFirst()).flatMap { Int($0) } ?? 0 })
        // The parameter for `after` is not known, so the list ends, and the program can know it.
        let (ids, end) = try await walk(after)
        #expect(ids == ["1", "2"])
        guard case .unknown(let reason) = end else { throw Unexpected(end) }
        #expect(reason.contains("paging"))
        let named = try await walk(after) {
            $0.paging = .first(.known, .cursor("meta.page.after", parameter: "page[cursor]"))
        }
        #expect(named.ids == Self.all && named.end == .complete)
        let numbered = service({ _, _ in "" }, number: { Int($0["p"] ?? "0") ?? 0 })
        let byNumber = try await walk(numbered) { $0.paging = .number("p", first: 0) }
        #expect(byNumber.ids == Self.all && byNumber.end == .complete)
        #expect(numbered.requests.count == 4)
        let byOffset = service({ _, _ in #""meta":{"all":5}"# }) {
            (Int($0["skip"] ?? "0") ?? 0) / 2
        }
        let skipped = try await walk(byOffset) { $0.paging = .offset("skip", total: "meta.all") }
        #expect(skipped.ids == Self.all && skipped.end == .complete)
        #expect(byOffset.requests.count == 3)
    }

    private struct Unexpected: Error {
        let end: Paging.End?
        init(_ end: Paging.End?) { self.end = end }
    }

    @Test(
        "MW-125 A total that is larger than what was read means: cut off",
        arguments: [
            #""meta":{"total":9}"#, #""meta":{"page":{"total":9}}"#, #""meta":{"total_count":"9"}"#,
            #""meta":{"pagination":{"total-count":9}}"#,
            #""meta":{"paging":{"total":9,"limit":5}}"#,
            #""pagination":{"total_count":9}"#, #""meta":{"page":{"total_filtered_count":9}}"#,
            #""meta":{"total":9},"links":{"next":null}"#,
        ])
    func totals(more: String) async throws {
        let script = Script { request, _ in
            .document(#"{"data":[{"type":"albums","id":"1"}],\#(more)}"#, of: request)
        }
        let (ids, end) = try await walk(script)
        #expect(ids == ["1"])
        guard case .cutOff(let reason) = end else { throw Unexpected(end) }
        #expect(reason.contains("9 resources") && reason.contains("1 were read"))
        let resources = DataSource<Album>(.path("albums"), client: try script.api()).fetch()
            .resources()
        #expect(await requestError { _ = try await resources.all() }?.code == .incomplete)
        // Who begins in the middle cannot compare.
        let later = try await walk(script, query: [("page[number]", "3")])
        if case .cutOff = later.end { Issue.record("\(more)") }
    }

    @Test("MW-125 How a list ends that says nothing, little or everything")
    func ends() async throws {
        func end(
            _ more: String, query: [(String, String)] = [],
            data: String = #"{"type":"albums","id":"1"}"#
        ) async throws -> Paging.End? {
            let script = Script { request, _ in
                .document(
                    #"{"data":[\#(data)]\#(more.isEmpty ? "" : ",")\#(more)}"#, of: request)
            }
            return try await walk(script, query: query).end
        }
        #expect(try await end("") == .complete)
        #expect(try await end(#""links":{"next":null}"#, query: [("page[size]", "1")]) == .complete)
        #expect(try await end(#""links":{"first":"?page[size]=1"}"#) == .complete)
        // A null next page ends the list in every known place.
        #expect(try await end(#""pagination":{"next":null,"prev":null}"#) == .complete)
        #expect(try await end(#""meta":{"page":{"next_cursor":null}}"#) == .complete)
        #expect(try await end(#""meta":{"total":1}"#, query: [("page[size]", "1")]) == .complete)
        #expect(try await end("", query: [("page[size]", "1")], data: "") == .complete)
        for (more, query) in [
            ("", [("page[size]", "1")]), ("", [("limit", "1")]),
            (#""meta":{"page":{"after":"x"}}"#, []),
        ] {
            guard case .unknown = try await end(more, query: query) else {
                Issue.record("\(more) \(query)")
                continue
            }
        }
        guard case .cutOff = try await end(#""links":{"last":"/v1/albums?page[number]=7"}"#) else {
            Issue.record("last")
            return
        }
    }

    @Test("A list whose pages are linked ends with the page that has no link")
    func linked() async throws {
        for last in ["", #""links":{"self":"/v1/albums?page%5Bcursor%5D=b"}"#] {
            let script = service(
                { page, pages in
                    page + 1 < pages
                        ? #""links":{"next":"/v1/albums?page%5Bcursor%5D=\#(page + 1)"}"# : last
                }, number: { Int($0["page[cursor]"] ?? "0") ?? 0 })
            let (ids, end) = try await walk(script)
            #expect(ids == Self.all && end == .complete)
        }
    }

    @Test("MW-125 A server that repeats a page is found out, and one that goes nowhere")
    func repeated() async throws {
        let same = Script { request, _ in
            .document(
                #"{"data":[{"type":"albums","id":"1"}],"meta":{"page":{"next_cursor":"c\#(request.url.target.count)"}}}"#,
                of: request)
        }
        let (ids, end) = try await walk(same)
        #expect(ids == ["1"])
        guard case .cutOff(let reason) = end else { throw Unexpected(end) }
        #expect(reason.contains("same page twice"))
        let back = Script { request, _ in
            .document(
                #"{"data":[{"type":"albums","id":"1"}],"meta":{"pagination":{"next_page":1,"next_offset":0}}}"#,
                of: request)
        }
        #expect(try await walk(back, query: [("page[number]", "1")]).ids == ["1"])
        #expect(back.requests.count == 1)
    }

    @Test("MW-125 An empty page ends the list, with a note, although it has a next link")
    func emptyPages() async throws {
        let script = Script { request, number in
            .document(
                #"{"data":[\#(number == 0 ? #"{"type":"albums","id":"1"}"# : "")],"links":{"next":"?c=\#(number)"}}"#,
                of: request)
        }
        let notes = PageNoteTests.Notes()
        let resources = DataSource<Album>(.path("albums"), client: try script.api()).fetch()
            .resources(noted: notes.add)
        #expect(try await resources.all().map(\.id) == ["1"])
        #expect(resources.end == .complete)
        #expect(script.requests.count == 2)
        #expect(notes.all.map(\.code) == [.emptyPage])
        #expect(notes.all[0].description.contains("no resources"))
    }

    @Test("MW-125 Appending pages asks for the page after the last one, and ends")
    func appending() async throws {
        for (way, parameter, factor) in [
            (Paging.Next.offset("skip"), "skip", 1), (.number("p", first: 0), "p", 2),
        ] {
            let script = Script { request, _ in
                let start =
                    request.url.query.flatMap { Int($0.drop { $0 != "=" }.dropFirst()) } ?? 0
                let ids = (1...5).dropFirst(start * factor).prefix(2)
                let data = ids.map { #"{"type":"albums","id":"\#($0)"}"# }.joined(separator: ",")
                return .document(#"{"data":[\#(data)]}"#, of: request)
            }
            var api = try script.api()
            api.options.paging = way
            let document = try await DataSource<Album>(.path("albums"), client: api).fetch()
                .result()
            var appended = 0
            while try await document.appendNext() != nil {
                appended += 1
                guard appended < 10 else { break }
            }
            #expect(document.data.map(\.id) == Self.all, "\(parameter)")
            #expect(appended == 3 && script.requests.count == 4, "\(parameter)")
        }
        let same = Script { request, _ in
            .document(#"{"data":[{"type":"albums","id":"1"}]}"#, of: request)
        }
        var api = try same.api()
        api.options.paging = .number("p")
        let document = try await DataSource<Album>(.path("albums"), client: api).fetch().result()
        let error = await requestError { while try await document.appendNext() != nil {} }
        #expect(error?.code == .paginationCycle && same.requests.count == 2)
        let endless = Script { request, number in
            .document(
                #"{"data":[\#(number == 0 ? #"{"type":"albums","id":"1"}"# : "")],"links":{"next":"?c=\#(number)"}}"#,
                of: request)
        }
        let list = try await DataSource<Album>(.path("albums"), client: try endless.api()).fetch()
            .result()
        while try await list.appendNext() != nil {}
        #expect(endless.requests.count == 2)
    }

    @Test(
        "MW-125 A list that says in any form that it goes on is not complete",
        arguments: [
            (#""meta":{"has_more":true}"#, true), (#""meta":{"page":{"hasNext":true}}"#, true),
            (#""meta":{"record-count":9}"#, true), (#""meta":{"record_count":9}"#, true),
            (#""pagination":{"has-next-page":true},"links":{"first":"?p=1"}"#, true),
            (#""meta":{"next_page_token":"abc"}"#, false), (#""meta":{"next":"abc"}"#, false),
            (#""meta":{"nextToken":"abc"}"#, false),
        ])
    func goesOn(more: String, isCutOff: Bool) async throws {
        let script = Script { request, _ in
            .document(#"{"data":[{"type":"albums","id":"1"}],\#(more)}"#, of: request)
        }
        switch try await walk(script).end {
        case .cutOff: #expect(isCutOff)
        case .unknown: #expect(!isCutOff)
        case .complete, nil: Issue.record("complete")
        }
    }

    @Test("MW-125 An empty page before the last page, and a count of one page")
    func contradictions() async throws {
        let early = Script { request, number in
            .document(
                #"{"data":[\#(number == 0 ? #"{"type":"albums","id":"1"}"# : "")],"links":{"next":"?page=\#(number + 2)","last":"?page=9"}}"#,
                of: request)
        }
        guard case .cutOff = try await walk(early).end else {
            Issue.record("an empty page before the last one")
            return
        }
        let counted = Script { request, _ in
            .document(
                #"{"data":[{"type":"albums","id":"1"}],"meta":{"pagination":{"count":1}}}"#,
                of: request)
        }
        guard case .unknown = try await walk(counted, query: [("page[size]", "1")]).end else {
            Issue.record("a count of one page")
            return
        }
        guard
            case .unknown = try await walk(
                Script { request, _ in
                    .document(#"{"data":[{"type":"albums","id":"1"}]}"#, of: request)
                },
                query: [("page[size]", "1")], { $0.paging = .first(.known) }
            ).end
        else {
            Issue.record("a list of ways that has only the known forms")
            return
        }
    }

    @Test(
        "MW-125 The last page is recognized with the parameters of every request, and below a base")
    func lastPages() async throws {
        for (link, change) in [
            ("/v1/albums?page=2", { $0.query = [QueryItem("version", "2")] }),
            ("/albums?page=2", { $0.linkBase = .client }),
        ] as [(String, (inout APIOptions) -> Void)] {
            let script = Script { request, number in
                .document(
                    #"{"data":[{"type":"albums","id":"\#(number)"}],"links":{"last":"\#(link)"\#(number == 0 ? #","next":"\#(link)""# : "")}}"#,
                    of: request)
            }
            let (ids, end) = try await walk(script, change)
            #expect(ids == ["0", "1"] && end == .complete, "\(link)")
        }
    }

    @Test("MW-125 A page that cannot be read leaves no complete list")
    func failedPages() async throws {
        let script = Script { request, number in
            number == 0
                ? .document(
                    #"{"data":[{"type":"albums","id":"1"}],"links":{"next":"?p=2"}}"#, of: request)
                : .document("", 500, of: request)
        }
        let pages = DataSource<Album>(.path("albums"), client: try script.api()).fetch().pages
        var iterator = pages.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(pages.end == nil)
        await #expect(throws: RequestError.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
        guard case .cutOff = pages.end else {
            Issue.record("\(String(describing: pages.end))")
            return
        }
        _ = pages.makeAsyncIterator()
        #expect(pages.end == nil)
    }

    @Test("A token names a next page unless it is empty, or a number that is not later")
    func tokens() async throws {
        for (token, query, isNamed) in [
            (#""x""#, nil, true), (#""""#, nil, false), ("null", nil, false), ("1", nil, true),
            ("0", nil, false), ("3", "2", true), ("2", "2", false), (#""2""#, "2", false),
        ] as [(String, String?, Bool)] {
            let script = Script { request, _ in
                .document(
                    #"{"data":[{"type":"albums","id":"1"}],"meta":{"page":{"next_token":\#(token)}}}"#,
                    of: request)
            }
            let (_, end) = try await walk(script, query: query.map { [("page", $0)] } ?? [])
            guard case .unknown(let reason) = end else {
                Issue.record("\(token): \(end.map(\.description) ?? "")")
                continue
            }
            #expect(reason.contains("names a next page") == isNamed, "\(token): \(reason)")
        }
    }
}
