// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// The client of the profile "Cursor Pagination" with a service as its transport.
@Suite("A client of pages by cursor")
struct CursorClientTests {
    private struct Note: ResourceSchema {
        static let type = "notes"
        let n = Attribute<Int>("n")
    }

    private struct Board: ResourceSchema {
        static let type = "boards"
        let notes = ToMany<Note>("notes")
    }

    private func source<Schema>(
        _ schema: Schema.Type, _ change: (inout ResourceService) -> Void = { _ in },
        retries: Bool = false
    ) throws -> DataSource<Schema> {
        var service = CursorPages.service(9)
        change(&service)
        var api = try APIClient("https://music.example", transport: service)
        api.options.profiles = [Pagination.cursorProfile]
        api.options.retriesWithMaximumPageSize = retries
        return DataSource(.path("<type>/<id>"), client: api)
    }

    @Test("JA-151 JA-154 A walk by links, with an order and a filter")
    func links() async throws {
        let notes = try source(Note.self)
        let request = notes.fetch().sort(.descending(\.n)).filter("n", "2", "4", "6", "8")
            .paginate(.cursor(size: 3))
        let first = try await request.result()
        #expect(first.data.map(\.id) == ["8", "6", "4"] && first.vox.page.total == 4)
        let found = request.resources()
        #expect(try await found.all().map(\.id) == ["8", "6", "4", "2"])
        #expect(found.end == .complete)
    }

    @Test("JA-153 JA-155 A walk by the cursors of items, in both directions")
    func items() async throws {
        let notes = try source(Note.self)
        var document = try await notes.fetch().sort(\.n).paginate(.cursor(size: 4)).result()
        var ids = document.data.map(\.id)
        while let cursor = document.data.last?.vox.page.cursor {
            document = try await notes.fetch().sort(\.n).paginate(.after(cursor, size: 4)).result()
            ids += document.data.map(\.id)
            if document.data.isEmpty { break }
        }
        #expect(ids == (1...9).map(String.init))
        document = try await notes.fetch().sort(\.n).paginate(.cursor(size: 9)).result()
        let cursors = document.data.map { $0.vox.page.cursor ?? "" }
        let before = try await notes.fetch().sort(\.n).paginate(.before(cursors[5], size: 2))
            .result()
        #expect(before.data.map(\.id) == ["4", "5"])
        let range = try await notes.fetch().sort(\.n)
            .paginate(.between(after: cursors[1], before: cursors[7], size: 3)).result()
        #expect(range.data.map(\.id) == ["3", "4", "5"] && range.vox.page.isRangeTruncated)
    }

    @Test("JA-158 The errors of the service are faults of the page")
    func faults() async throws {
        let notes = try source(Note.self) { $0.maximumPageSize = 5 }
        let wrong = await requestError {
            _ = try await notes.fetch().paginate(.after("nothing")).result()
        }
        #expect(wrong?.errors.map(\.pageFault) == [.invalidParameter("page[after]")])
        let large = await requestError {
            _ = try await notes.fetch().paginate(.cursor(size: 6)).result()
        }
        #expect(large?.errors.map(\.pageFault) == [.maximumSizeExceeded(5)])
        let order = await requestError {
            _ = try await notes.fetch().sort(["other"]).paginate(.cursor(size: 1)).result()
        }
        #expect(order?.errors.map(\.pageFault) == [.unsupportedSort])
    }

    @Test("JA-159 The request is sent again with the size that the service allows")
    func maximum() async throws {
        let notes = try source(Note.self, { $0.maximumPageSize = 5 }, retries: true)
        let document = try await notes.fetch().paginate(.cursor(size: 500)).result()
        #expect(document.data.count == 5)
        let all = try await notes.fetch().paginate(.cursor(size: 500)).resources().all()
        #expect(all.map(\.id) == (1...9).map(String.init))
    }

    @Test("JA-160 The pages of linkage")
    func linkage() async throws {
        let boards = try source(Board.self) { $0.pageSize = 2 }
        let board = try #require(try await boards.fetch(id: "1").result().data)
        let request = boards.relationship(\.notes, of: board).fetch()
        let first = try await request.result()
        #expect(first.data.map(\.id) == ["1", "2"] && first.vox.page.total == 5)
        #expect(first.data.allSatisfy { $0.vox.page.cursor != nil })
        #expect(try await request.resources().all().map(\.id) == ["1", "2", "3", "4", "5"])
    }
}
