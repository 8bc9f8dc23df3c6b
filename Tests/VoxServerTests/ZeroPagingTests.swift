// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox

/// Services that number their pages from zero and send the number of pages.
@Suite("Pages numbered from zero")
struct ZeroPagingTests {
    /// A service with one album on each of the pages `first` and following. `more` creates the other
    /// members of the document from the number of a page.
    private func service(
        first: Int, pages: Int, parameter: String,
        _ more: @escaping @Sendable (Int) -> String
    ) -> Script {
        Script { request, _ in
            let items = try request.url.query.map { try QueryItem.Encoding.decode($0) } ?? []
            let text = items.first { $0.name == parameter }?.value
            let page = text.flatMap { Int($0) } ?? first
            let isThere = page >= first && page < first + pages
            let data = isThere ? #"{"type":"albums","id":"\#(page)"}"# : ""
            return .document(#"{"data":[\#(data)],\#(more(page))}"#, of: request)
        }
    }

    private func walk(
        _ script: Script, from page: String?, parameter: String
    ) async throws -> (ids: [String], end: Paging.End?) {
        var request = DataSource<Album>(.path("albums"), client: try script.api()).fetch()
        if let page { request = request.query(exactly: parameter, page) }
        let resources = request.resources()
        var ids: [String] = []
        for try await album in resources { ids.append(album.id ?? "") }
        return (ids, resources.end)
    }

    /// The other members, with the number of the page as N and the number of pages as T.
    static let forms = [
        (#""meta":{"page":N,"total_pages":T}"#, "page"),
        (#""meta":{"page":{"number":N,"totalPages":T}}"#, "page[number]"),
        (#""pagination":{"current_page":"N","total-pages":"T"}"#, "page"),
        (#""meta":{"pagination":{"currentPage":N,"pages":T}}"#, "page"),
    ]

    @Test("The page after the last one is not requested", arguments: forms, [0, 1])
    func pages(form: (String, String), first: Int) async throws {
        for pages in 1...4 {
            // A request without the parameter asks for the next page by the standard parameter.
            for start in form.1 == "page[number]" ? [nil, "\(first)"] : ["\(first)"] {
                let script = service(first: first, pages: pages, parameter: form.1) { page in
                    form.0.replacing("N", with: "\(page)").replacing("T", with: "\(pages)")
                }
                let (ids, end) = try await walk(script, from: start, parameter: form.1)
                #expect(ids == (first..<first + pages).map { "\($0)" }, "\(pages) pages")
                #expect(script.requests.count == pages, "\(pages) pages from \(first)")
                #expect(end == .complete)
            }
        }
    }

    @Test("The number of the last page is no number of pages")
    func lastNumber() async throws {
        for name in ["last_page", "lastNumber"] {
            let script = service(first: 0, pages: 3, parameter: "page") { page in
                #""meta":{"page":\#(page),"\#(name)":2,"total_pages":3}"#
            }
            let (ids, end) = try await walk(script, from: "0", parameter: "page")
            #expect(ids == ["0", "1", "2"], "\(name)")
            #expect(script.requests.count == 3 && end == .complete, "\(name)")
        }
    }

    @Test("Appending pages, and following them one by one, ends at the last page, too")
    func oneByOne() async throws {
        let script = service(first: 0, pages: 3, parameter: "page[number]") { page in
            #""meta":{"page":{"number":\#(page),"total_pages":3}}"#
        }
        let albums = DataSource<Album>(.path("albums"), client: try script.api())
        let list = try await albums.fetch().result()
        while try await list.appendNext() != nil {}
        #expect(list.data.map(\.id) == ["0", "1", "2"])
        #expect(script.requests.count == 3)
        let first = try await albums.fetch().result()
        let second = try await #require(first.next).result()
        let third = try await #require(second.next).result()
        #expect(third.data.map(\.id) == ["2"] && third.next == nil)
        // The walk goes on from a page that was read before.
        var count = 0
        for try await _ in second.pages { count += 1 }
        #expect(count == 2 && script.requests.count == 7)
    }

    @Test("Numbers without an end, or beyond all integers, end the list without a request")
    func hostile() async throws {
        for (page, pages) in [
            ("0", "0"), ("0", "-1"), ("0", "\(Int.min)"), ("\(Int.max)", "\(Int.max)"),
            ("5", "3"),
        ] {
            let script = service(first: 0, pages: 1, parameter: "page") { _ in
                #""meta":{"page":\#(page),"total_pages":\#(pages)}"#
            }
            _ = try await walk(script, from: "0", parameter: "page")
            #expect(script.requests.count == 1, "\(page) of \(pages)")
        }
    }
}
