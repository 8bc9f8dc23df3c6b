// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTesting

/// The limits of a service as they are if the program says nothing: what just passes, and what is
/// refused.
@Suite("Limits of a service")
struct ServiceLimitTests {
    private func details(_ query: String) -> [String] {
        do throws(ErrorResponse) {
            _ = try RequestQuery(query, supporting: .everything)
            return []
        } catch {
            return error.errors.map { "\($0.parameter ?? ""): \($0.detail ?? "")" }
        }
    }

    private func names(_ count: Int, _ start: String = "a") -> String {
        (0..<count).map { "\(start)\($0)" }.joined(separator: ",")
    }

    @Test("A query sorts by ten fields, has 32 filters, and so on")
    func queries() {
        for (most, query, refusal) in [
            (10, { "sort=\(names($0))" }, "sort: at most 10 sort fields are allowed"),
            (100, { "include=\(names($0))" }, "include: at most 100 paths are allowed"),
            (
                1000, { "fields[a]=\(names($0 - 1))&fields[b]=c" },
                "fields: at most 1000 fields are allowed"
            ),
            (
                32, { (0..<$0).map { "filter[a\($0)]=1" }.joined(separator: "&") },
                "filter: at most 32 filters are allowed"
            ),
            (
                1000, { "filter[a]=\(names($0 - 1))&filter[b]=1" },
                "filter: at most 1000 filter values are allowed"
            ),
        ] as [(Int, (Int) -> String, String)] {
            #expect(details(query(most)) == [])
            #expect(details(query(most + 1)) == [refusal])
        }
        #expect(RequestQuery.Limits().filterDepth == 16)
    }

    @Test("Relationships in filters count together, and attributes are none")
    func relationshipsInFilters() async throws {
        var service = Atomic.service(Music.store())
        service.queryLimits.filters = 3
        for (query, status) in [
            ("filter[album.artist.name]=x&filter[length]=1", 200),
            ("filter[album.artist.name]=x&filter[length][gt]=0&filter[length]=1", 200),
            ("filter[album.artist.name]=x&filter[album.title]=x", 200),
            ("filter[album.artist.name]=x&filter[album.artist.id]=1", 400),
            ("filter[album.artist.rival.name]=x&filter[length]=1", 200),
            ("filter[album.artist.rival.name]=x&filter[album.title]=x", 400),
        ] {
            #expect(try await service.send(.get, "/tracks?\(query)").status == status, "\(query)")
        }
    }

    @Test("What holds if a program sets nothing")
    func defaults() {
        let service = ResourceService([], store: MemoryStore())
        #expect(service.basePath.isEmpty && service.hasAbsoluteLinks)
        #expect(service.pageSize == 20 && service.maximumPageSize == 1000)
        #expect(service.countsPages && !service.countsCursorPages)
        #expect(service.maximumBodySize == 1 << 20 && service.maximumIDLength == 256)
        #expect(service.maximumIncludes == 20 && service.maximumIncludedTargets == 10_000)
        #expect(service.operationsPath == nil && service.openAPIPath == nil)
        #expect(service.title == "JSON:API service" && service.version == "1.0")
        #expect(service.maximumOperations == 1000)
        let type = ServedType("albums")
        #expect(type.acceptsClientIDs && type.allowsReplacement && type.parameters.isEmpty)
        #expect(type.attributes == nil && type.sortable == nil && type.filterable == nil)
        let selection = ResourceSelection(type: "albums")
        #expect(selection.isCounted && selection.offset == 0 && selection.limit == .max)
        let file = ServedType.File(receive: { _ in .null }, discard: { _ in })
        #expect(file.maximumSize == 16 << 20)
    }

    @Test("Errors name long parameters and fields by their beginning")
    func longNames() {
        for (count, shown) in [(199, 199), (200, 200), (201, 200)] {
            let name = "_" + String(repeating: "a", count: count - 1)
            #expect(
                details("\(name)=1").first?.hasPrefix("\(name.prefix(shown)): ") == true, "\(count)"
            )
        }
        for (count, shown) in [(100, 100), (101, 100)] {
            let name = String(repeating: "a", count: count)
            #expect(
                details("sort=\(name),-\(name)") == [
                    "sort: the field \"\(name.prefix(shown))\" occurs more than once"
                ])
        }
    }

    @Test("The numbers of pages reach to the last that can be multiplied")
    func pages() throws {
        func part(
            _ query: String, _ size: Int = 10, most: Int = 100
        ) throws -> RequestQuery.Page.Part {
            try RequestQuery(query, supporting: .everything).page.part(
                defaultSize: size, maximumSize: most)
        }
        #expect(try part("", 0) == .page(number: 1, size: 1))
        #expect(try part("", 5, most: 3) == .page(number: 1, size: 3))
        #expect(try part("", 0, most: 0) == .page(number: 1, size: 1))
        #expect(try part("page[size]=1", most: 0) == .page(number: 1, size: 1))
        #expect(throws: ErrorResponse.self) { try part("page[size]=2", most: 0) }
        let last = Int.max / 10
        #expect(try part("page[number]=\(last)") == .page(number: last, size: 10))
        #expect(throws: ErrorResponse.self) { try part("page[number]=\(last + 1)") }
        #expect(
            try part("page[size]=0&page[number]=\(Int.max)") == .page(number: .max, size: 0))
        let end = Int.max - 10
        #expect(try part("page[offset]=\(end)") == .range(offset: end, limit: 10))
        #expect(throws: ErrorResponse.self) { try part("page[offset]=\(end + 1)") }
        #expect(try part("page[limit]=7") == .range(offset: 0, limit: 7))
        #expect(try part("page[cursor]=") == .cursor("", size: 10))
        let page = try RequestQuery("page[a]=7&page[b]=x", supporting: .everything).page
        #expect(page.members == ["a", "b"])
        for (range, words) in [
            (8...Int.max, "the value must be a number of at least 8"),
            (8...9, "the value must be a number from 8 to 9"),
        ] {
            let error = #expect(throws: ErrorResponse.self) { try page.number("a", in: range) }
            #expect(error?.errors.first?.detail == words)
            #expect(error?.errors.first?.parameter == "page[a]")
        }
        #expect(try page.number("a", in: 7...7) == 7)
    }

    @Test("The status of several errors is theirs, or the class that they have in common")
    func statuses() {
        for (codes, status) in [
            ([], 500), (["400"], 400), (["599"], 599), (["399"], 500), (["600"], 500),
            (["404", "404"], 404), (["404", "409"], 400), (["400", "499"], 400),
            (["404", "500"], 500), (["501", "502"], 500), (["399", "404"], 500), (["x"], 500),
            ([nil], 500), ([nil, "404"], 500), (["422", "422", "403"], 400),
        ] as [([String?], Int)] {
            let errors = codes.map { code in
                var object = JSONObject()
                if let code { object["status"] = .string(code) }
                return APIError(.object(object))
            }
            #expect(ErrorResponse(errors).status.code == status, "\(codes)")
        }
    }

    @Test("A document has at most 100 errors, and a text for users ten sentences")
    func manyErrors() throws {
        for count in [9, 10, 11, 100, 101] {
            let errors = (0..<count).map { APIError(status: 400, title: "t", detail: "no \($0)") }
            let response = ErrorResponse(errors, headers: [.retryAfter: "1"])
            guard case .array(let shown)? = response.document["errors"] else {
                Issue.record("no errors")
                return
            }
            #expect(shown.count == min(count, 100))
            let sentences = response.errorDescription?.split(separator: "\n")
            #expect(sentences?.count == min(count, 10))
            #expect(response.headers[.retryAfter] == "1")
        }
        #expect(
            ErrorResponse(APIError(status: 404), headers: [.retryAfter: "2"]).headers.count == 1)
    }

    @Test("A transfer coding that is not known is named by 40 characters")
    func transferCodings() throws {
        let name = String(repeating: "x", count: 40)
        for coding in [name, name + "y"] {
            let error = #expect(throws: ErrorResponse.self) {
                try ResourceService.Negotiation.checkTransferCoding(in: [
                    .transferEncoding: "chunked, \(coding)"
                ])
            }
            #expect(error?.status.code == 501)
            #expect(
                error?.errors.first?.detail == "the transfer coding \"\(name)\" is not supported")
        }
        for codings in ["", "chunked", " Chunked ,\tchunked", ","] {
            try ResourceService.Negotiation.checkTransferCoding(in: [.transferEncoding: codings])
        }
    }

    // MARK: Requests

    private let service = Music.service(albums: 25)

    private func album(bytes: Int) -> String {
        let (start, end) = (#"{"data":{"type":"albums","attributes":{"title":""#, #""}}}"#)
        return start + String(repeating: "x", count: bytes - start.count - end.count) + end
    }

    @Test("A document of 1 MiB is read, one byte more is refused, however it arrives")
    func bodies() async throws {
        for (size, status) in [(1 << 20, 201), ((1 << 20) + 1, 413)] {
            let text = album(bytes: size)
            #expect(try await service.send(.post, "/albums", text).status == status)
            let chunks = [Array(text.utf8.prefix(1000)), Array(text.utf8.dropFirst(1000))]
            let request = ClientRequest(
                method: .post, url: try HTTPURL("http://music.example/albums"),
                sending: ClientRequest.Body(contentType: "application/vnd.api+json") {
                    AsyncThrowingStream<[UInt8], any Error> { continuation in
                        for chunk in chunks { continuation.yield(chunk) }
                        continuation.finish()
                    }
                })
            #expect(try await service.execute(request).status.code == status)
        }
    }

    @Test("An id has at most 256 bytes")
    func ids() async throws {
        for (count, isAllowed) in [(256, true), (257, false)] {
            let id = String(repeating: "i", count: count)
            let made = try await service.send(
                .post, "/albums",
                #"{"data":{"type":"albums","id":"\#(id)","attributes":{"title":"t"}}}"#)
            #expect((made.status == 201) == isAllowed)
            let found = try await service.send(.get, "/albums/\(id)")
            #expect((found.status == 200) == isAllowed)
        }
    }

    @Test("A page has 20 resources, and at most 1000 if the client asks for them")
    func pageSizes() async throws {
        #expect(try await service.send(.get, "/albums").ids.count == 20)
        #expect(try await service.send(.get, "/albums?page[size]=1000").ids.count == 25)
        #expect(try await service.send(.get, "/albums?page[size]=1001").status == 400)
        #expect(try await service.send(.get, "/albums").json.meta.total == 25)
    }

    @Test("At most 20 relationships are included")
    func includes() async throws {
        for (count, status) in [(20, 200), (21, 400)] {
            let path = (["artist"] + Array(repeating: "rival", count: count - 1))
                .joined(separator: ".")
            #expect(try await service.send(.get, "/albums/1?include=\(path)").status == status)
            #expect(
                try await service.send(.get, "/albums/1?include=\(path),artist.rival").status
                    == status)
        }
        let error = try await service.send(
            .get, "/albums/1?include=tracks,artist" + String(repeating: ".rival", count: 19))
        #expect(error.json.errors[0].detail == "at most 20 relationships can be included")
    }

    @Test("A request has at most 1000 operations, and at least one")
    func operations() async throws {
        let service = Atomic.service(Music.store())
        let removal = #"{"op":"remove","ref":{"type":"albums","id":"none"}}"#
        for (count, status) in [(0, 400), (1, 404), (1000, 404), (1001, 413)] {
            let reply = try await service.operate(Array(repeating: removal, count: count))
            #expect(reply.status == status, "\(count)")
        }
    }

    @Test("Links lead to the pages that there are, and to no others")
    func links() async throws {
        for total in 0...5 {
            let service = Music.service(albums: total)
            for size in 1...3 {
                for number in 1...4 {
                    let reply = try await service.send(
                        .get, "/albums?page[number]=\(number)&page[size]=\(size)")
                    func page(_ name: String) -> Int? {
                        let link: String? = reply.json.links[name]
                        return link.flatMap { try? HTTPURL($0).value(of: "page[number]") }
                            .flatMap { Int($0) }
                    }
                    let last = max((total + size - 1) / size, 1)
                    let place: Comment = "\(number) of \(total) by \(size)"
                    #expect(page("first") == 1 && page("last") == last, place)
                    #expect(page("next") == (number < last ? number + 1 : nil), place)
                    let prev = number == 1 || total == 0 ? nil : min(number - 1, last)
                    #expect(page("prev") == prev, place)
                }
            }
        }
    }

    @Test("Links by offset and by cursor lead on in steps of the limit")
    func otherLinks() async throws {
        func links(_ query: String) async throws -> [String?] {
            let reply = try await service.send(.get, "/albums?\(query)")
            return ["first", "prev", "next", "last"].map { name in
                let link: String? = reply.json.links[name]
                return link.flatMap { try? HTTPURL($0) }.flatMap {
                    $0.value(of: "page[offset]") ?? $0.value(of: "page[cursor]")
                }
            }
        }
        #expect(try await links("page[offset]=0&page[limit]=10") == ["0", nil, "10", "20"])
        #expect(try await links("page[offset]=3&page[limit]=10") == ["0", "0", "13", "20"])
        #expect(try await links("page[offset]=15&page[limit]=10") == ["0", "5", nil, "20"])
        #expect(try await links("page[offset]=14&page[limit]=10") == ["0", "4", "24", "20"])
        #expect(try await links("page[offset]=99&page[limit]=5") == ["0", "20", nil, "20"])
        #expect(try await links("page[cursor]=&page[size]=10") == ["c0", nil, "ca", "ck"])
        #expect(try await links("page[cursor]=cz&page[size]=1") == ["c0", "co", nil, "co"])
        for cursor in ["0", "c", "c-1", "c!", "d0"] {
            let reply = try await service.send(.get, "/albums?page[cursor]=\(cursor)&page[size]=1")
            #expect(reply.status == 400, "\(cursor)")
        }
        let none = try await service.send(.get, "/albums?page[limit]=0")
        #expect(none.json.links.vox.count == 1 && none.ids.isEmpty)
        #expect(none.json.meta.total == 25)
    }

    @Test("Linkage says how many there are only if none are asked for")
    func linkageTotals() async throws {
        for (target, total) in [
            ("/albums/3/relationships/tracks", nil),
            ("/albums/3/relationships/tracks?page[size]=1", nil),
            ("/albums/3/relationships/tracks?page[size]=0", 3),
            ("/albums/3/relationships/tracks?page[offset]=1&page[limit]=1", nil),
        ] as [(String, Int?)] {
            let reply = try await service.send(.get, target)
            let found: Int? = reply.json.meta.total
            #expect(reply.status == 200 && found == total, "\(target)")
        }
    }

    @Test("Of a type that is not served nothing is known, not even the ids")
    func unservedTargets() async throws {
        let albums = (1...3).map { number in
            StoredResource(
                type: "albums", id: "\(number)",
                relationships: [
                    "label": .one(number == 3 ? nil : .init(type: "labels", id: "\(number)")),
                    "tags": .many(number == 3 ? [] : [.init(type: "tags", id: "t\(number)")]),
                ])
        }
        let others = ["1", "2"].flatMap {
            [StoredResource(type: "labels", id: $0), StoredResource(type: "tags", id: "t" + $0)]
        }
        let type = ServedType(
            "albums", attributes: [], toOne: ["label": "labels"], toMany: ["tags": "tags"])
        let service = ResourceService([type], store: MemoryStore(albums + others))
        for filter in [
            "[label]=2", "[label]=9", "[tags]=t1", "[label][null]=true", "[label.name]=1",
            "[tags.name]=1",
        ] {
            let reply = try await service.send(.get, "/albums?filter\(filter)")
            #expect(reply.status == 400, "\(filter)")
        }
    }
}
