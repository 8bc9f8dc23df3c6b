// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// Pages by cursor of a service (profile "Cursor Pagination").
@Suite("Pages by cursor of a service")
struct CursorServiceTests {
    private let service = CursorPages.service(7)

    @Test("JA-151 The profile is applied if Accept requests it, and named in Content-Type")
    func profile() async throws {
        let reply = try await service.send(.get, "/notes?page[size]=2", nil, CursorPages.accept)
        #expect(
            reply.headers[.contentType]
                == #"application/vnd.api+json; profile="\#(CursorPages.profile)""#)
        #expect(reply.ids == ["1", "2"] && reply.cursors.count == 2)
        #expect(reply.headers[.vary] == "Accept")
        // Without page parameters, the page has the default size.
        let all = try await service.send(.get, "/notes", nil, CursorPages.accept)
        #expect(all.ids.count == 7 && all.cursors.count == 7)
        // Without the profile, the page has numbers and no cursors.
        let other = try await service.send(.get, "/notes?page[size]=2")
        #expect(other.headers[.contentType] == "application/vnd.api+json")
        #expect(other.cursors.isEmpty)
        #expect((other.json.links.next as String?)?.contains("number") == true)
        // Another form of pages is a request for no cursors.
        let number = try await service.send(
            .get, "/notes?page[number]=2&page[size]=2", nil, CursorPages.accept)
        #expect(number.ids == ["3", "4"] && number.cursors.isEmpty)
        // Cursors work for clients that do not request the profile.
        let after = try await service.send(.get, "/notes?page[after]=\(reply.cursors[1])")
        #expect(after.ids.first == "3" && after.cursors.count == 5)
        #expect(after.headers[.contentType] == "application/vnd.api+json")
    }

    @Test(
        "JA-152 JA-158 A size that is no positive integer is refused",
        arguments: ["0", "-1", "+1", "x", "", "1.0", "00", "%31%20"])
    func size(size: String) async throws {
        let reply = try await service.send(
            .get, "/notes?page[size]=\(size)", nil, CursorPages.accept)
        let error = try #require(reply.error)
        #expect(reply.status == 400 && error.parameter == "page[size]")
        #expect(error.pageFault == .invalidParameter("page[size]"))
        #expect(error.detail?.contains("must be a positive integer; got") == true)
    }

    @Test("An unknown page parameter is refused with all ways to select a page")
    func unknown() async throws {
        let detail = try await service.send(.get, "/notes?page[siz]=2").error?.detail ?? ""
        for name in ["number", "size", "offset", "limit", "cursor", "after", "before"] {
            #expect(detail.contains(name), "\(detail)")
        }
        let store = HookedStore(CursorPages.store(3), supportsKeysets: false)
        let numbered = ResourceService([ServedType("notes")], store: store)
        let other = try await numbered.send(.get, "/notes?page[siz]=2").error?.detail ?? ""
        #expect(other.contains("number") && !other.contains("after"))
    }

    @Test("JA-158 A size above the maximum is refused with the maximum")
    func maximum() async throws {
        var service = service
        service.maximumPageSize = 5
        for size in ["6", "0006", "99999999999999999999999"] {
            let reply = try await service.send(
                .get, "/notes?page[size]=\(size)", nil, CursorPages.accept)
            #expect(reply.status == 400)
            #expect(reply.error?.pageFault == .maximumSizeExceeded(5))
            #expect(reply.error?.parameter == "page[size]")
            #expect(
                reply.headers[.contentType]
                    == #"application/vnd.api+json; profile="\#(CursorPages.profile)""#)
        }
        let reply = try await service.send(
            .get, "/notes?page[size]=005", nil, CursorPages.accept)
        #expect(reply.ids.count == 5)
    }

    @Test("JA-158 An order that the service does not have is refused by its kind")
    func sort() async throws {
        for field in ["other", "-x", "n,-other"] {
            let reply = try await service.send(
                .get, "/notes?sort=\(field)", nil, CursorPages.accept)
            #expect(reply.status == 400 && reply.error?.parameter == "sort")
            #expect(reply.error?.pageFault == .unsupportedSort)
        }
        #expect(try await service.send(.get, "/notes?sort=x").error?.pageFault == nil)
        // The values of a cursor must fit in an address.
        let store = MemoryStore([
            CursorPages.note("1", ["n": .string(String(repeating: "x", count: 5000))])
        ])
        let long = ResourceService(CursorPages.types, store: store)
        let reply = try await long.send(.get, "/notes?sort=n", nil, CursorPages.accept)
        #expect(reply.status == 400 && reply.error?.pageFault == .unsupportedSort)
        #expect(try await long.send(.get, "/notes", nil, CursorPages.accept).ids == ["1"])
    }

    @Test("JA-153 After, before, and both for a range")
    func ranges() async throws {
        let all = try await service.send(.get, "/notes?sort=-n", nil, CursorPages.accept)
        #expect(all.ids == ["7", "6", "5", "4", "3", "2", "1"])
        let (six, three) = (all.cursors[1], all.cursors[4])
        func page(_ query: String) async throws -> Reply {
            try await service.send(.get, "/notes?sort=-n&\(query)")
        }
        #expect(try await page("page[after]=\(six)&page[size]=2").ids == ["5", "4"])
        #expect(try await page("page[before]=\(three)&page[size]=2").ids == ["5", "4"])
        #expect(try await page("page[before]=\(six)&page[size]=2").ids == ["7"])
        let range = try await page("page[after]=\(six)&page[before]=\(three)")
        #expect(range.ids == ["5", "4"] && range.page.rangeTruncated.vox.state == .absent)
        let part = try await page("page[after]=\(six)&page[before]=\(three)&page[size]=1")
        #expect(part.ids == ["5"] && part.page.rangeTruncated == true)
        #expect(try await page("page[after]=\(three)&page[before]=\(six)").ids == [])
        #expect(try await page("page[after]=\(six)&page[before]=\(six)").ids == [])
        // A range has the maximum size by default, any other page the default size.
        var small = service
        (small.pageSize, small.maximumPageSize) = (1, 3)
        let seven = all.cursors[0]
        let whole = try await small.send(
            .get, "/notes?sort=-n&page[after]=\(seven)&page[before]=\(three)")
        #expect(whole.ids == ["6", "5", "4"] && whole.page.rangeTruncated.vox.state == .absent)
        #expect(
            try await small.send(.get, "/notes?sort=-n&page[after]=\(seven)").ids == ["6"])
    }

    @Test("A cursor that an earlier release has made is read, and made again")
    func fixed() async throws {
        for (sort, cursor) in [
            (
                "-n",
                "eyJ2IjoxLCJsIjoibm90ZXMiLCJzIjoiLW4iLCJrIjpbMl0sImkiOiIyIiwiYyI6Mzc3NDEzODk1NH0"
            ),
            (
                "id",
                "eyJ2IjoxLCJsIjoibm90ZXMiLCJzIjoiaWQiLCJrIjpbIjIiXSwiaSI6IjIiLCJjIjoyNDAzOTU1MDk0fQ"
            ),
        ] {
            let all = try await service.send(.get, "/notes?sort=\(sort)", nil, CursorPages.accept)
            #expect(all.cursors[all.ids.firstIndex(of: "2") ?? 0] == cursor)
        }
        let end = "eyJ2IjoxLCJsIjoibm90ZXMiLCJzIjoibiIsImMiOjMyNTA3MTExODJ9"
        #expect(try await service.send(.get, "/notes?sort=n&page[after]=\(end)").ids == [])
    }

    @Test("A cursor that a client has made with another number of values is refused")
    func otherValues() async throws {
        for cursor in [
            "eyJ2IjoxLCJsIjoibm90ZXMiLCJzIjoibiIsImsiOlsyLDNdLCJpIjoiMiIsImMiOjIxMDI4MDAzMTd9",
            "eyJ2IjoxLCJsIjoibm90ZXMiLCJzIjoibiIsImsiOltdLCJpIjoiMiIsImMiOjEyMTA1ODkxMTd9",
        ] {
            for member in ["after", "before"] {
                let reply = try await service.send(.get, "/notes?sort=n&page[\(member)]=\(cursor)")
                #expect(reply.status == 400, "\(cursor)")
            }
        }
    }

    @Test("JA-154 Links are always present, and null at a known end")
    func links() async throws {
        func ids(_ target: String) async throws -> (reply: Reply, ids: String) {
            let reply = try await service.send(.get, target, nil, CursorPages.accept)
            #expect(reply.status == 200, "\(target)")
            for name in ["self", "first", "prev", "next"] {
                #expect(reply.json.links[name].vox.state != .absent, "\(name) of \(target)")
            }
            return (reply, reply.ids.joined())
        }
        let first = try await ids("/notes?sort=n&page[size]=3")
        #expect(first.ids == "123" && first.reply.target("prev") == nil)
        let second = try await ids(#require(first.reply.target("next")))
        #expect(second.ids == "456")
        let third = try await ids(#require(second.reply.target("next")))
        #expect(third.ids == "7" && third.reply.target("next") == nil)
        let back = try await ids(#require(third.reply.target("prev")))
        #expect(back.ids == "456")
        let start = try await ids(#require(back.reply.target("prev")))
        #expect(start.ids == "123" && start.reply.target("prev") == nil)
        #expect(try await ids(#require(start.reply.target("next"))).ids == "456")
        #expect(try await ids(#require(third.reply.target("first"))).ids == "123")
        // The links of a range lead out of it.
        let cursors = try await ids("/notes?sort=n").reply.cursors
        let range = try await ids(
            "/notes?sort=n&page[after]=\(cursors[1])&page[before]=\(cursors[4])&page[size]=2")
        #expect(range.ids == "34")
        #expect(try await ids(#require(range.reply.target("prev"))).ids == "12")
        #expect(try await ids(#require(range.reply.target("next"))).ids == "56")
    }

    @Test("JA-154 JA-155 A page beyond the end is empty, and its links lead back")
    func beyond() async throws {
        func get(_ target: String) async throws -> Reply {
            let reply = try await service.send(.get, target, nil, CursorPages.accept)
            #expect(reply.status == 200, "\(target)")
            return reply
        }
        let all = try await get("/notes?page[size]=7")
        #expect(all.target("prev") == nil && all.target("next") == nil)
        let after = try await get("/notes?page[size]=2&page[after]=\(all.cursors[6])")
        #expect(after.json.data == [] && after.target("next") == nil)
        let end = try await get(#require(after.target("prev")))
        #expect(end.ids == ["6", "7"] && end.target("next") == nil)
        #expect(try await get(#require(end.target("prev"))).ids == ["4", "5"])
        let before = try await get("/notes?page[size]=2&page[before]=\(all.cursors[0])")
        #expect(before.json.data == [] && before.target("prev") == nil)
        #expect(try await get(#require(before.target("next"))).ids == ["1", "2"])
        let between = try await get(
            "/notes?page[size]=2&page[after]=\(all.cursors[2])&page[before]=\(all.cursors[3])")
        #expect(between.json.data == [])
        #expect(try await get(#require(between.target("prev"))).ids == ["2", "3"])
        #expect(try await get(#require(between.target("next"))).ids == ["4", "5"])
        // The end of the list is a cursor, too.
        let last = try #require(after.target("prev"))
        let query = try RequestQuery(HTTPURL("http://a.b\(last)").query, supporting: .everything)
        let bound = try #require(query.page["before"])
        let behind = try await get("/notes?page[size]=2&page[after]=\(bound)")
        #expect(behind.json.data == [] && behind.target("next") == nil)
        #expect(try await get(#require(behind.target("prev"))).ids == ["6", "7"])
        let rest = try await get(
            "/notes?page[after]=\(all.cursors[4])&page[before]=\(bound)")
        #expect(rest.ids == ["6", "7"] && rest.target("next") == nil)
        let empty = try await CursorPages.service(0).send(
            .get, "/notes", nil, CursorPages.accept)
        #expect(empty.json.data == [])
        #expect(empty.target("prev") == nil && empty.target("next") == nil)
    }

    @Test("JA-156 Each item has its cursor, and the document the total where the store knows it")
    func meta() async throws {
        let reply = try await service.send(
            .get, "/notes?page[size]=2&filter[n][gt]=2&fields[notes]=tags", nil, CursorPages.accept)
        #expect(reply.ids == ["3", "4"] && reply.page.total == 5)
        #expect(Set(reply.cursors).count == 2)
        #expect(reply.json.data[0].attributes.vox.state == .absent)
        let document = try Document<[AnyResource]>(parsing: reply.bytes)
        #expect(document.vox.page.total == 5 && !document.vox.page.isRangeTruncated)
        #expect(document.data.map { $0.vox.page.cursor } == reply.cursors)
        // A store that counts only on request.
        let store = UncountedStore(base: CursorPages.store(7))
        var uncounted = ResourceService(CursorPages.types, store: store)
        let without = try await uncounted.send(.get, "/notes?page[size]=2", nil, CursorPages.accept)
        #expect(without.ids == ["1", "2"] && without.json.meta.vox.state == .absent)
        uncounted.countsCursorPages = true
        let with = try await uncounted.send(.get, "/notes?page[size]=2", nil, CursorPages.accept)
        #expect(with.page.total == 7)
        #expect(try await uncounted.send(.get, "/notes?page[size]=2").json.meta.total == 7)
    }

    @Test("JA-157 A page has fewer items than requested only at the end of the list")
    func full() async throws {
        for size in 1...8 {
            var target: String? = "/notes?sort=n&page[size]=\(size)"
            var count = 0
            while let next = target {
                let reply = try await service.send(.get, next, nil, CursorPages.accept)
                count += reply.ids.count
                target = reply.target("next")
                #expect(reply.ids.count == size || target == nil)
            }
            #expect(count == 7)
        }
    }

    @Test(
        "JA-158 A cursor of another list, of another order, or a damaged one is refused",
        arguments: ["after", "before"])
    func refused(member: String) async throws {
        let mine = try await service.send(
            .get, "/notes?sort=n,-tags", nil, CursorPages.accept
        ).cursors[2]
        func refusal(_ target: String) async throws -> APIError? {
            let reply = try await service.send(.get, target)
            #expect(reply.status == 400 && reply.json.errors.vox.count == 1, "\(target)")
            return reply.error
        }
        for other in ["sort=n", "sort=-n,-tags", "sort=n,tags", "sort=-tags,n"] {
            let error = try await refusal("/notes?\(other)&page[\(member)]=\(mine)")
            #expect(error?.pageFault == .invalidParameter("page[\(member)]"))
            #expect(error?.title == "Invalid Parameter.")
        }
        #expect(try await refusal("/others?sort=n,-tags&page[\(member)]=\(mine)") != nil)
        var damaged = ["", "x", "c2", "%00", "é", mine + "A", mine + "=", String(mine.dropLast())]
        let bytes = Array(mine.utf8)
        for index in bytes.indices {
            var other = bytes
            other[index] = other[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            damaged.append(String(decoding: other, as: UTF8.self))
        }
        damaged.append(String(repeating: "A", count: 50_000))
        for cursor in damaged {
            let error = try await refusal("/notes?sort=n,-tags&page[\(member)]=\(cursor)")
            #expect(error?.parameter == "page[\(member)]")
        }
        let mixed = try await refusal(
            "/notes?sort=n,-tags&page[\(member)]=\(mine)&page[number]=1")
        #expect(mixed?.parameter == "page[number]")
        let one = try await refusal("/notes/1?page[\(member)]=\(mine)")
        #expect(one?.parameter == "page[\(member)]")
    }

    @Test("A store without keysets has no cursors")
    func withoutKeysets() async throws {
        let store = HookedStore(CursorPages.store(3), supportsKeysets: false)
        let plain = ResourceService(CursorPages.types, store: store)
        let cursor = try await service.send(.get, "/notes", nil, CursorPages.accept).cursors[0]
        let refused = try await plain.send(.get, "/notes?page[after]=\(cursor)")
        #expect(refused.status == 400 && refused.error?.parameter == "page[after]")
        let ignored = try await plain.send(.get, "/notes?page[size]=2", nil, CursorPages.accept)
        #expect(ignored.headers[.contentType] == "application/vnd.api+json")
        #expect(ignored.ids == ["1", "2"] && ignored.cursors.isEmpty)
    }

    @Test("JA-160 Linkage and related resources are paged in the same way")
    func relationships() async throws {
        for (path, ids) in [
            ("/boards/1/relationships/notes", ["1", "2", "3", "4", "5"]),
            ("/boards/1/notes", ["1", "2", "3", "4", "5"]),
            ("/boards/1/notes?sort=-n", ["5", "4", "3", "2", "1"]),
            ("/boards/1/relationships/mixed", ["1", "1", "2", "3"]),
            ("/boards/1/mixed", ["1", "1", "2", "3"]),
        ] {
            for size in [1, 2, 5] {
                let first = path + (path.contains("?") ? "&" : "?") + "page[size]=\(size)"
                var target: String? = first
                var (found, pages): ([String], [Reply]) = ([], [])
                while let next = target, pages.count < 10 {
                    let reply = try await service.send(.get, next, nil, CursorPages.accept)
                    #expect(reply.status == 200 && reply.ids.count == reply.cursors.count)
                    #expect(reply.page.total == .number(JSONNumber(ids.count)))
                    found += reply.ids
                    pages.append(reply)
                    target = reply.target("next")
                }
                #expect(found == ids, "\(first)")
                #expect(pages[0].target("prev") == nil)
                for (before, page) in zip(pages, pages.dropFirst()) {
                    let prev = try await service.send(
                        .get, #require(page.target("prev")), nil, CursorPages.accept)
                    #expect(prev.ids == before.ids)
                }
                let (start, end) = (pages[0].cursors[0], try #require(pages.last?.cursors.last))
                let range = try await service.send(
                    .get,
                    path + (path.contains("?") ? "&" : "?")
                        + "page[after]=\(start)&page[before]=\(end)")
                #expect(range.ids == Array(ids.dropFirst().dropLast()))
            }
        }
        let linkage = try await service.send(
            .get, "/boards/1/relationships/notes?page[size]=2&include=notes", nil,
            CursorPages.accept)
        #expect(linkage.json.links.related == "http://music.example/boards/1/notes")
        #expect(linkage.includedIDs == ["notes/1", "notes/2"])
        let identifiers = try Document<[AnyResource]>(parsing: linkage.bytes)
        #expect(identifiers.vox.page.total == 5)
        // A cursor of one relationship is none of another.
        let other = try await service.send(
            .get, "/boards/1/relationships/mixed?page[after]=\(linkage.cursors[0])")
        #expect(other.status == 400 && other.error?.parameter == "page[after]")
        let none = try await service.send(
            .get, "/boards/2/relationships/notes", nil, CursorPages.accept)
        #expect(none.json.data == [] && none.target("next") == nil && none.target("prev") == nil)
    }
}

/// Counts only if it must, as a database does.
private struct UncountedStore: PassingStore {
    let base: any ResourceStore
    var supportsKeysets: Bool { true }

    func list(_ selection: ResourceSelection) async throws -> ResourceSelection.Slice {
        var slice = try await base.list(selection)
        if !selection.isCounted { slice.total = nil }
        return slice
    }
}
