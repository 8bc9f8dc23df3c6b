// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import VoxREST
import VoxTesting

@Suite("What a limit or a rule just lets through")
struct ExactLimitTests {
    private let log = RequestLog()
    private let link = HTTPField.Name("Link") ?? .location

    private func api(
        _ answer: @escaping @Sendable (ClientRequest) throws -> ClientResponse = { $0.answer() }
    ) throws -> RESTClient {
        try client(of: TransportFunction { try answer($0) }.with(log))
    }

    @Test("MW-083 An id of 8,192 bytes is a segment; one byte more, and a dot, is none.")
    func ids() throws {
        let posts = try api().models(BlogPost.self)
        let longest = String(repeating: "x", count: 8192)
        #expect(try posts.fetch(id: longest).url().target == "/v1/posts/\(longest)")
        for id in [longest + "x", ".", ".."] {
            let error = #expect(throws: RequestError.self) { try posts.fetch(id: id).url() }
            #expect(error?.code == .invalidPath)
        }
    }

    /// Counts the posts of pages that have so many each, and tells how the list ends.
    private func count(
        _ sizes: [Int], _ change: @escaping @Sendable (inout Paging.Limits) -> Void
    ) async throws -> (Int, Paging.End?) {
        let link = link
        let api = try api { request in
            let page = request.url.query.flatMap { Int($0.dropFirst(2)) } ?? 0
            let posts = (0..<sizes[page]).map { #"{"id": \#(page * 100 + $0)}"# }
            let next: HTTPFields =
                page + 1 < sizes.count ? [link: "<?p=\(page + 1)>; rel=next"] : [:]
            return request.answer(.ok, "[\(posts.joined(separator: ","))]", next)
        }
        var limits = Paging.Limits()
        change(&limits)
        var count = 0
        let all = api.models(BlogPost.self).fetch().models(by: .linkHeader, limits: limits)
        for try await _ in all { count += 1 }
        return (count, all.end)
    }

    @Test("MW-087 As many pages and models as the limits say are read, and no more.")
    func pages() async throws {
        #expect(try await count([1, 1, 1]) { $0.pages = 3 } == (3, .complete))
        #expect(try await count([2, 2]) { $0.resources = 4 } == (4, .complete))
        #expect(try await count([0, 0, 1, 0, 0, 1]) { $0.emptyPages = 2 } == (2, .complete))
        #expect(try await count([1, 1, 1, 1]) { $0.emptyPages = 2 } == (4, .complete))
        #expect(try await count([0, 0, 0, 1]) { $0.emptyPages = 2 } == (0, .complete))
        let three = Paging.End.cutOff("the limit of 3 pages is reached")
        #expect(try await count([1, 1, 1, 1]) { $0.pages = 3 } == (3, three))
        let four = Paging.End.cutOff("the limit of 4 resources is reached")
        #expect(try await count([2, 3]) { $0.resources = 4 } == (2, four))
        #expect(try await count([4, 3]) { $0.resources = 4 } == (4, four))
    }

    @Test("MW-087 Of a list without an end 10,000 pages are read, unless the limits say more.")
    func manyPages() async throws {
        let error = await #expect(throws: RequestError.self) {
            try await count(Array(repeating: 1, count: 10_001)) { _ in }
        }
        #expect(error?.code == .limit && log.lines.count == 10_000)
    }

    @Test("MW-114 A handle is for the page that was asked for, not for those behind it.")
    func handledPages() async throws {
        let link = link
        let api = try api { request in
            let isFirst = request.url.query == nil
            return request.answer(
                .ok, #"[{"id": 1}]"#, isFirst ? [link: "<?p=1>; rel=next"] : [:])
        }
        let handle = ClientRequest.Handle()
        var sizes: [Int] = []
        let list = api.models(BlogPost.self).fetch().controlled(by: handle)
        for try await page in list.pages(by: .linkHeader) {
            sizes.append(page.count)
            handle.cancel()
        }
        #expect(sizes == [1, 1])
    }

    @Test(
        "T36 No link leads from https to http, wherever the page came from.",
        arguments: ["https://api.example.com", "http://other.example"])
    func insecureLinks(origin: String) async throws {
        let link = link
        let api = try api { request in
            ClientResponse(
                head: HTTPResponse(
                    status: .ok,
                    headerFields: [link: "<http://other.example/p>; rel=next"]),
                url: try HTTPURL(origin + "/v1/posts"),
                body: ClientResponse.Body(Array("[]".utf8)))
        }
        let allowing = api.with { $0.allowsOtherOrigins = true }
        let error = try await #require(throws: RequestError.self) {
            for try await _ in allowing.models(BlogPost.self).fetch().pages(by: .linkHeader) {}
        }
        #expect(error.code == .insecure)
        #expect(log.lines.count == 1)
    }

    private struct Thing: RESTSchema, CRUD {
        static let path = "things/:id:.json"
        let name = Attribute<String>("name")
        let code = Attribute<String>("shown_code").written(as: "code").readOnly()
        let slug = Attribute<String>("slug").writeOnce()
    }

    @Test("MW-110 A whole model has nothing that is read-only, or was written once.")
    func wholeModels() async throws {
        let things = try api { $0.answer(.noContent) }.models(Thing.self)
        let known = TypedObject<Thing>(try JSON(parsing: #"{"id": 1, "name": "a", "slug": "s"}"#))
        try await things.update(known, full: true).success()
        known.name = "b"
        try await things.update(known).success()
        try await things.create(known).success()
        #expect(
            log.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) } == [
                #"{"id":1,"name":"a"}"#, #"{"name":"b"}"#, #"{"id":1,"name":"b","slug":"s"}"#,
            ])
        #expect(log.lines.first == "PUT /v1/things/1.json")
    }

    @Test("MW-085 A percent sign before a plus encodes nothing; the first member is the envelope.")
    func shapes() {
        let details = ValidationErrors.Decoder.Body(
            ##"{"title": "x", "errors": [{"detail": "is odd", "pointer": "#/a%+1"}]}"##, status: 422
        )
        #expect(
            ValidationErrors.Decoder.problemDetails.validationErrors(in: details)?["a%+1"] == [
                "is odd"
            ])
        let second = ValidationErrors.Decoder.Body(
            #"{"meta": {"at": 1}, "post": {"errors": {"title": ["is blank"]}}}"#, status: 422)
        #expect(ValidationErrors.Decoder.rails.validationErrors(in: second) == nil)
        // Of lists without texts nothing says that they are messages.
        let empty = ValidationErrors.Decoder.Body(
            #"{"title": ["is blank"], "tags": []}"#, status: 422)
        #expect(ValidationErrors.Decoder.rails.validationErrors(in: empty) == nil)
        #expect(
            ValidationErrors.Decoder.django.validationErrors(in: empty)?["title"] == ["is blank"])
    }

    @Test("MW-081 Commas separate the parts of a list in a query, and are encoded inside of them.")
    func listsInQueries() throws {
        let request = try api().get("posts").query([QueryItem("fields", list: ["a,b", "c"])])
        #expect(try request.url().target == "/v1/posts?fields=a%2Cb,c")
    }
}
