// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Vox

/// What looks wrong about where pages end.
@Suite("Page notes")
struct PageNoteTests {
    /// A server of as many pages as there are links; the number of a page is in its query.
    private func albums(_ links: [String]) throws -> DataSource<Album> {
        let script = Script { request, number in
            .document(
                #"{"data":[{"type":"albums","id":"\#(number)"}],"links":{\#(links[number])}}"#,
                of: request)
        }
        return DataSource(.path("albums"), client: try script.api())
    }

    /// Walks to the end: the ids, and what was noted on the way.
    private func walk(
        _ links: [String], prefetching: Bool = false
    ) async throws -> (ids: [String], notes: [Paging.Note]) {
        let notes = Notes()
        var ids: [String] = []
        let resources = try albums(links).fetch().resources(
            prefetching: prefetching, noted: notes.add)
        for try await album in resources { ids.append(album.id ?? "") }
        return (ids, notes.all)
    }

    final class Notes: Sendable {
        private let notes = Mutex<[Paging.Note]>([])
        var all: [Paging.Note] { notes.withLock { $0 } }
        func add(_ note: Paging.Note) { notes.withLock { $0.append(note) } }
    }

    @Test(
        "T41 JA-097 An empty text for the next page ends the walk, and is noted",
        arguments: [#""next":"""#, #""next":{"href":""}"#])
    func emptyNext(link: String) async throws {
        for prefetching in [false, true] {
            let (ids, notes) = try await walk([#""next":"?p=1""#, link], prefetching: prefetching)
            #expect(ids == ["0", "1"])
            #expect(notes.map(\.code) == [.emptyNext])
            #expect(notes.first?.url.target == "/v1/albums?p=1")
        }
        let document = try await albums([link + #","prev":"","last":"""#]).fetch().result()
        #expect(document.next == nil && document.previous == nil && document.last == nil)
        #expect(document.pageNotes.map(\.code) == [.emptyNext])
        #expect(try await document.appendNext() == nil)
    }

    @Test("A walk that ends on another page than the last is noted, and can be seen")
    func endsBeforeLast() async throws {
        let last = #""last":"/v1/albums?page%5Bnumber%5D=3&page%5Bsize%5D=10&token=secret""#
        let (ids, notes) = try await walk([#""next":"?page[number]=2","# + last, last])
        #expect(ids == ["0", "1"])
        let note = try #require(notes.first)
        #expect(notes.count == 1)
        #expect(note.code == .endsBeforeLast)
        #expect(note.url.target == "/v1/albums?page[number]=2")
        #expect(note.link == "/v1/albums?page%5Bnumber%5D=3&page%5Bsize%5D=10&token=secret")
        #expect(note.description.contains("may be missing"))
        #expect(!note.description.contains("secret"))
        // Appending tells it by the document, whose links are those of the last page then.
        let document = try await albums([#""next":"?page[number]=2","# + last, last]).fetch()
            .result()
        #expect(document.pageNotes.isEmpty)
        #expect(try await document.appendNext() != nil)
        #expect(try await document.appendNext() == nil)
        #expect(document.pageNotes.map(\.code) == [.endsBeforeLast])
    }

    @Test(
        "Who ends where the last page is gets no note",
        arguments: [
            // However it is written.
            [#""next":"?page[number]=2&x=a%20b""#, #""last":"?x=a+b&page%5Bnumber%5D=2""#],
            [#""next":"?p=2""#, #""last":"https://api.example.com/%761/albums?p=2""#],
            // The server knows itself by another name, or tells by its own link where we are.
            [#""next":"?p=2""#, #""last":"http://inside.example/v1/albums?p=2""#],
            [#""next":"?p=2""#, #""self":"/v1/albums?page=2","last":"/v1/albums?page=2""#],
            // One page, asked for without its number.
            [#""first":"?page[number]=1","last":"?page[number]=1","next":null"#],
            // Nothing to compare with.
            [#""next":"?p=2""#, #""last":null"#], [#""next":null"#], [""], [#""last":"""#],
            [#""last":7"#], [#""last":"http://user@host/""#],
        ])
    func endsAtLast(links: [String]) async throws {
        let (ids, notes) = try await walk(links)
        #expect(ids.count == links.count)
        #expect(notes.isEmpty)
    }

    @Test("A document that came from no server has no notes")
    func offline() throws {
        let document = try Document<[Album]>(
            parsing: #"{"data":[],"links":{"next":"","last":"/x"}}"#)
        #expect(document.pageNotes.isEmpty)
    }
}
