// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Lists that go on in a form that the client does not know, and lists that contradict themselves.
@Suite("Signs of more pages")
struct PagingSignTests {
    private func list(_ ids: [String], _ more: String = "") -> String {
        let data = ids.map { #"{"type":"albums","id":"\#($0)"}"# }.joined(separator: ",")
        return #"{"data":[\#(data)]\#(more.isEmpty ? "" : ",")\#(more)}"#
    }

    private func query(_ request: ClientRequest) throws -> [String: String] {
        let items = try request.url.query.map { try QueryItem.Encoding.decode($0) } ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    private struct Walk {
        var ids: [String] = []
        var end: Paging.End?
        var notes: [Paging.Note.Code] = []
        var reason: String {
            switch end {
            case .cutOff(let reason): "cut off: \(reason)"
            case .unknown(let reason): "unknown: \(reason)"
            case .complete: "complete"
            case nil: "no end"
            }
        }
    }

    private func walk(
        _ script: Script, _ paging: Paging.Next = .known, limits: Paging.Limits = Paging.Limits()
    ) async throws -> Walk {
        var api = try script.api()
        api.options.paging = paging
        let notes = PageNoteTests.Notes()
        let resources = DataSource<Album>(.path("albums"), client: api).fetch().resources(
            limits: limits, noted: notes.add)
        var walk = Walk()
        for try await album in resources { walk.ids.append(album.id ?? "") }
        walk.end = resources.end
        walk.notes = notes.all.map(\.code)
        return walk
    }

    /// A server that sends the same page for each request.
    private func page(_ more: String, ids: [String] = ["1", "2"]) -> Script {
        let text = list(ids, more)
        return Script { request, _ in .document(text, of: request) }
    }

    @Test(
        "A sign of another page in an unknown form makes the end unknown, and is named",
        arguments: [
            (#""meta":{"after":"abc"}"#, "/meta/after"),
            (#""meta":{"continuation_token":"abc"}"#, "/meta/continuation_token"),
            (#""meta":{"cursor":{"after":"abc"}}"#, "/meta/cursor/after"),
            (#""meta":{"pagination":{"cursors":{"next":"abc"}}}"#, "/cursors/next"),
            (#""links":{"nextPage":"abc"}"#, "/links/nextPage"),
            (#""pageInfo":{"endCursor":"abc"}"#, "/pageInfo/endCursor"),
            (#""next_page_url":"/albums?page=2""#, "/next_page_url"),
            (#""meta":{"more":true}"#, "/meta/more"), (#""meta":{"cursor":1}"#, "/meta/cursor"),
            (#""meta":{"page":1,"per_page":2}"#, "full"),
        ])
    func signs(more: String, named: String) async throws {
        let walk = try await walk(page(more))
        #expect(walk.ids == ["1", "2"])
        #expect(walk.reason.hasPrefix("unknown: ") && walk.reason.contains(named), "\(walk.reason)")
        #expect(walk.reason.contains("paging"))
    }

    @Test("A sign is named down to the fifth level")
    func depth() async throws {
        let deep = try await walk(page(#""meta":{"pages":{"page":{"pager":{"next":"abc"}}}}"#))
        #expect(deep.reason.contains("/meta/pages/page/pager/next"))
        let deeper = try await walk(
            page(#""meta":{"pages":{"page":{"pager":{"paging":{"next":"abc"}}}}}"#))
        #expect(!deeper.reason.contains("/next"), "\(deeper.reason)")
    }

    @Test("An empty page is not full, whatever size it says")
    func emptyPage() async throws {
        let walk = try await walk(page(#""meta":{"page":1,"per_page":0}"#, ids: []))
        #expect(walk.reason == "complete" && walk.ids.isEmpty)
    }

    @Test("The last of several pages tells whether all resources were read", arguments: [2, 3])
    func total(total: Int) async throws {
        let script = Script { request, number in
            let more =
                number == 0
                ? #""links":{"next":"?page=2"}"#
                : #""meta":{"total":\#(total)},"links":{"next":null}"#
            return .document(self.list(["\(number + 1)"], more), of: request)
        }
        let walk = try await walk(script)
        #expect(walk.ids == ["1", "2"])
        #expect(walk.reason.hasPrefix(total == 2 ? "complete" : "cut off: the list has 3"))
    }

    @Test(
        "What is no sign of another page leaves the list complete",
        arguments: [
            "", #""meta":{}"#, #""meta":{"next_review":"2027-01-01"}"#, #""meta":{"after":""}"#,
            #""meta":{"after":null,"continuation_token":""}"#, #""meta":{"cursor":0}"#,
            #""meta":{"page":1,"per_page":20}"#, #""meta":{"has_more":false,"after":"abc"}"#,
            #""pageInfo":{"endCursor":"abc","hasNextPage":false}"#, #""meta":{"more":false}"#,
            #""meta":{"continuation_token":"abc","total":2}"#,
            #""meta":{"owner":{"next":"abc"}}"#,
        ])
    func noSigns(more: String) async throws {
        let reason = try await walk(page(more)).reason
        #expect(reason == "complete", "\(reason)")
    }

    @Test("An empty page is followed by its link alone, also where empty pages are allowed")
    func emptyPageInAWalk() async throws {
        for (more, count) in [
            (#""meta":{"next_cursor":"abc"}"#, 1), (#""meta":{"page":1,"next_page":2}"#, 1),
            (#""links":{"next":"?page=2"}"#, 2),
        ] {
            let script = Script { request, number in
                .document(list([], number == 0 ? more : ""), of: request)
            }
            var limits = Paging.Limits()
            limits.emptyPages = 3
            let walk = try await walk(script, limits: limits)
            #expect(walk.ids == [] && script.requests.count == count, "\(more)")
        }
    }

    @Test("A value of a parameter of the request is no sign of another page")
    func ownValues() async throws {
        let data = DataSource<Album>(
            .path("albums"), client: try page(#""meta":{"after":"a b"}"#).api())
        for (value, isEnd) in [("a b", true), ("a", false)] {
            let resources = data.fetch().filter("x", value).resources()
            for try await _ in resources {}
            guard case .complete = resources.end else {
                #expect(!isEnd)
                continue
            }
            #expect(isEnd)
        }
    }

    @Test(
        "JA-097 A page with links to other pages and none to the next page is the last one",
        arguments: [
            #""links":{"first":"/v1/albums"}"#, #""links":{"first":"/v1/albums?page[size]=2"}"#,
            #""links":{"first":null,"last":null}"#, #""links":{"last":"/v1/albums"}"#,
            #""links":{"first":"/v1/albums"},"meta":{"page":{"size":2}}"#,
            #""links":{"last":"/v1/albums"},"meta":{"after":"abc"}"#,
        ])
    func linksWithoutNext(more: String) async throws {
        #expect(try await walk(page(more)).reason == "complete")
    }

    @Test(
        "A link to the first page does not outweigh a sign of another page",
        arguments: [
            (#""links":{"first":"/v1/albums"},"meta":{"after":"abc"}"#, "unknown", "/meta/after"),
            (#""links":{"first":"/v1/albums"},"meta":{"has_more":true}"#, "cut off", "more"),
            (
                #""links":{"first":"/v1/albums","last":"/v1/albums?page[number]=2"}"#, "cut off",
                "page"
            ),
        ])
    func firstAndMore(more: String, end: String, named: String) async throws {
        let walk = try await walk(page(more))
        #expect(walk.reason.hasPrefix(end) && walk.reason.contains(named), "\(walk.reason)")
    }

    @Test(
        "planningcenter#1386 Without a next link, a wrong total leaves no complete list",
        arguments: [
            (
                #""links":{"self":"/v1/albums"},"meta":{"total_count":40,"count":2}"#, "cut off: ",
                "40"
            ),
            (
                #""links":{"self":"/v1/albums"},"meta":{"total_count":1,"count":2}"#, "unknown: ",
                "1"
            ),
            (#""links":{"self":"/v1/albums"},"meta":{"total_count":0}"#, "unknown: ", "0"),
            (#""meta":{"page":{"total":1}}"#, "unknown: ", "/meta/page/total"),
            (#""links":{"self":"/v1/albums"},"meta":{"total_count":2,"count":2}"#, "complete", ""),
            (#""links":{"next":null},"meta":{"total_count":1}"#, "complete", ""),
            (
                #""meta":{"page":{"total_filtered_count":0,"total_count":2}}"#, "complete", ""
            ),
            (
                #""meta":{"page":{"total_filtered_count":2,"total_count":40}}"#, "complete", ""
            ),
        ])
    func wrongTotals(more: String, end: String, named: String) async throws {
        let walk = try await walk(page(more))
        #expect(walk.ids == ["1", "2"])
        #expect(walk.reason.hasPrefix(end) && (named.isEmpty || walk.reason.contains(named)))
    }

    @Test(
        "An end cursor with the flag for a next page, and a link nextPage, are followed",
        arguments: [
            #""pageInfo":{"endCursor":"%","hasNextPage":true}"#,
            #""meta":{"page_info":{"end_cursor":"%","has_next_page":true}}"#,
            #""links":{"nextPage":"/v1/albums?page%5Bafter%5D=%"}"#,
        ])
    func followed(more: String) async throws {
        let script = Script { request, _ in
            let after = try query(request)["page[after]"].flatMap { Int($0) } ?? 0
            let rest =
                after < 2
                ? more.replacing("=%", with: "=\(after + 1)").replacing(
                    "%\"", with: "\(after + 1)\"")
                : more.contains("links")
                    ? "" : more.replacing("%", with: "3").replacing("true", with: "false")
            return .document(list(["\(after)"], rest), of: request)
        }
        let walk = try await walk(script)
        #expect(walk.ids == ["0", "1", "2"])
        #expect(walk.reason == "complete")
        #expect(script.requests.count == 3)
    }

    @Test("A member that the option paging names, and that no response had, makes the end unknown")
    func typos() async throws {
        for (paging, more, path) in [
            (.cursor("meta.aftr"), #""meta":{"after":"abc"}"#, "meta.aftr"),
            (.cursor("meta.aftr"), "", "meta.aftr"),
            (.next("pageInfo.nxt"), #""pageInfo":{"next":null}"#, ""),
            (.next("pageInfo.nxt"), #""pageInfo":{"nextLink":"?p=2"}"#, "pageInfo.nxt"),
            (
                .first(.known, .cursor("meta.cursor.after")), #""meta":{"cursor":{"aftr":"x"}}"#,
                "meta.cursor.after"
            ),
        ] as [(Paging.Next, String, String)] {
            let walk = try await walk(page(more), paging)
            guard !path.isEmpty else {
                #expect(walk.reason == "complete", "\(paging) \(more)")
                continue
            }
            #expect(walk.reason.hasPrefix("unknown: "), "\(paging) \(more)")
            #expect(walk.reason.contains("no member \"\(path)\""), "\(walk.reason)")
        }
        // The member was there, and is not there any more.
        let script = Script { request, number in
            .document(
                list(["\(number)"], number == 0 ? #""meta":{"after":"a"}"# : #""meta":{}"#),
                of: request)
        }
        let walk = try await walk(script, .cursor("meta.after"))
        #expect(walk.ids == ["0", "1"] && walk.reason == "complete")
        #expect(
            try await self.walk(page("", ids: ["1"]), .cursor("meta.aftr")).reason
                .contains("no member"))
        // The total, or an empty list, says that nothing is missing.
        for (more, ids) in [(#""meta":{"total":2}"#, ["1", "2"]), ("", [])] {
            #expect(
                try await self.walk(page(more, ids: ids), .cursor("meta.aftr")).reason
                    == "complete")
        }
    }

    @Test("A resource that two pages have does not count twice against the total")
    func repeatedResources() async throws {
        func walk(_ pages: [[String]], total: Int) async throws -> Walk {
            try await self.walk(
                Script { request, number in
                    let next = number + 1 < pages.count ? #""next":"?p=\#(number + 1)""# : ""
                    return .document(
                        list(pages[number], #""meta":{"total":\#(total)},"links":{\#(next)}"#),
                        of: request)
                })
        }
        let repeated = try await walk([["1", "2"], ["2", "3"]], total: 4)
        #expect(repeated.ids == ["1", "2", "2", "3"])
        #expect(repeated.reason.hasPrefix("cut off: ") && repeated.reason.contains("3 different"))
        #expect(repeated.notes == [.repeated])
        let all = try await walk([["1", "2"], ["2", "3"]], total: 3)
        #expect(all.reason == "complete" && all.notes == [.repeated])
        let whole = try await walk([["1", "2"], ["3", "4"]], total: 4)
        #expect(whole.reason == "complete" && whole.notes.isEmpty)
        // Some services list a resource twice on one page, and count it twice.
        let twice = try await walk([["1", "1"], ["3", "4"]], total: 4)
        #expect(twice.reason == "complete" && twice.notes.isEmpty)
    }

    @Test("A later page with null instead of a list is noted, and the end is unknown")
    func nullPage() async throws {
        func walk(_ total: String) async throws -> Walk {
            try await self.walk(
                Script { request, number in
                    .document(
                        number == 0
                            ? list(["1"], #""links":{"next":"?p=2"}"#)
                            : #"{"data":null\#(total)}"#, of: request)
                })
        }
        let unknown = try await walk("")
        #expect(unknown.ids == ["1"] && unknown.notes == [.noList])
        #expect(unknown.reason == "unknown: the last page has no list of resources")
        let told = try await walk(#","meta":{"total":1}"#)
        #expect(told.reason == "complete" && told.notes == [.noList])
    }

    @Test("Pages that come again in turn are found out, also when they are appended")
    func alternating() async throws {
        let script = Script { request, number in
            .document(list(number.isMultiple(of: 2) ? ["1", "2"] : ["3", "4"]), of: request)
        }
        let walk = try await walk(script, .number("page"))
        #expect(walk.ids == ["1", "2", "3", "4"])
        #expect(walk.reason.contains("same page twice, although different pages"))
        #expect(script.requests.count == 3)
        var api = try script.api()
        api.options.paging = .number("page")
        let document = try await DataSource<Album>(.path("albums"), client: api).fetch().result()
        let error = await requestError { while try await document.appendNext() != nil {} }
        #expect(error?.code == .paginationCycle)
        #expect(document.data.map(\.id).count == 4)
    }

    @Test("A limit of one is named in the singular")
    func singular() async throws {
        let script = Script { request, number in
            .document(list(["\(number)"], #""links":{"next":"?p=\#(number)"}"#), of: request)
        }
        var limits = Paging.Limits()
        limits.pages = 1
        #expect(
            try await walk(script, limits: limits).reason
                == "cut off: the limit of 1 page is reached")
    }

    @Test("A stream knows the next page that meta names")
    func stream() async throws {
        for (more, next) in [
            (#""meta":{"current_page":1,"total_pages":3}"#, "page%5Bnumber%5D=2"),
            (#""meta":{"pagination":{"next_cursor":"abc"}}"#, "page%5Bcursor%5D=abc"),
            (#""meta":{"current_page":3,"total_pages":3}"#, nil),
        ] {
            let source = DataSource<Album>(.path("albums"), client: try page(more).api())
            let stream: ResourceStream<Album> = try await source.fetch().stream()
            var count = 0
            for try await _ in stream { count += 1 }
            #expect(count == 2)
            let rest = try #require(stream.rest)
            #expect(try rest.next?.url().query == next, "\(more)")
        }
    }
}
