// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// Middleware that permits by operation, and requests that try to get past it.
@Suite("What a request means to a service")
struct ServedOperationTests {
    /// Refuses every deletion of a resource.
    private struct NoDeletion: HTTPMiddleware {
        let service: ResourceService

        func intercept(
            _ request: ClientRequest, next: any HTTPTransport
        ) async throws -> ClientResponse {
            if service.operation(of: request)?.action == .delete {
                return ClientResponse(ErrorResponse(.forbidden), url: request.url)
            }
            return try await next.execute(request)
        }
    }

    private static let override = "X-HTTP-Method-Override"

    private func request(
        _ method: String, _ target: String, _ headers: [(String, String)] = []
    ) throws -> ClientRequest {
        var request = ClientRequest(
            method: try #require(HTTPRequest.Method(method)),
            url: try HTTPURL("http://test.example").with(target: target))
        for (name, value) in headers {
            request.headers.append(
                HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return request
    }

    @Test(
        "A middleware that refuses deletion is passed by no spelling of path, method or header",
        arguments: [
            "/albums/1", "/album%73/1", "/albums/%31", "/%61lbums/%31/", "/albums/1?x=y",
            "/albums//1", "/albums%2F1", "/./albums/1", "/x/../albums/1", "//albums/1",
            "/albums/1/relationships", "/ALBUMS/1", "/albums/1%00", "/albums/1;a=b",
        ])
    func guarded(target: String) async throws {
        let names = [
            Self.override, "X-HTTP-Method", "X-Method-Override", "X-Original-Method",
        ]
        let store = Music.store()
        let service = ResourceService(Music.types, store: store)
        let plain = service.with(NoDeletion(service: service))
        let switched = service.with(ResourceService.MethodOverride(), NoDeletion(service: service))
        var authorizing = service
        authorizing.authorize = { operation in
            if operation.action == .delete { throw ErrorResponse(.forbidden) }
        }
        for guarded in [plain, switched, authorizing.with(ResourceService.MethodOverride())] {
            var attempts = [try request("DELETE", target), try request("delete", target)]
            for name in names {
                for value in ["DELETE", "delete", " DELETE"] {
                    for method in ["POST", "PATCH", "GET"] {
                        attempts.append(try request(method, target, [(name, value)]))
                    }
                }
            }
            attempts.append(
                try request(
                    "POST", target, [(Self.override, "PATCH"), (Self.override, "DELETE")]))
            for name in ["X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix"] {
                attempts.append(try request("DELETE", "/nothing/9", [(name, target)]))
            }
            for attempt in attempts { _ = try await guarded.execute(attempt) }
        }
        #expect(store.resources(of: "albums").count == 7)
    }

    @Test("A path beside that of the service means nothing, however long it is")
    func beside() async throws {
        var service = ResourceService(Music.types, store: Music.store())
        service.basePath = "/api"
        let inside = try request("GET", "/api/albums")
        #expect(service.operation(of: inside)?.type == "albums")
        #expect(try await service.execute(inside).status.code == 200)
        for target in [
            "/apx/albums", "/Api/albums", "/apiXalbums", "/albums", "/api", "/a%70i/albums",
            "/xapi/albums", "/", "//api/albums",
        ] {
            let outside = try request("GET", target)
            #expect(service.operation(of: outside) == nil, "\(target)")
            #expect(try await service.execute(outside).status.code == 404, "\(target)")
        }
    }

    @Test("X-HTTP-Method-Override is ignored unless it is switched on")
    func override() async throws {
        let store = Music.store()
        let service = ResourceService(Music.types, store: store)
        let disguised = try request("POST", "/albums/1", [(Self.override, "DELETE")])
        #expect(try await service.execute(disguised).status.code == 405)
        #expect(store.resources(of: "albums").count == 7)
        let switched = service.with(ResourceService.MethodOverride())
        #expect(try await switched.execute(disguised).status.code == 204)
        #expect(store.resources(of: "albums").count == 6)
        // Only a POST is overridden, and only by a method that writes.
        let read = try request("GET", "/albums/2", [(Self.override, "DELETE")])
        #expect(try await switched.execute(read).status.code == 200)
        let odd = try request("POST", "/albums/2", [(Self.override, "GET")])
        #expect(try await switched.execute(odd).status.code == 405)
    }

    @Test("An operation names action, type, id and relationship, decoded")
    func operations() throws {
        var service = Music.service()
        service.basePath = "/v1"
        func meaning(_ method: String, _ target: String) throws -> ResourceService.Operation? {
            service.operation(of: try request(method, target))
        }
        #expect(try meaning("GET", "/v1/albums?sort=title")?.action == .list)
        #expect(try meaning("HEAD", "/v1/albums/1")?.action == .fetch)
        #expect(try meaning("POST", "/v1/albums")?.action == .create)
        #expect(try meaning("PATCH", "/v1/albums/1")?.action == .update)
        #expect(try meaning("GET", "/v1/albums/1/artist")?.action == .fetchRelated)
        let linkage = "/v1/album%73/%C3%A9/relationships/trac%6bs"
        let added = try #require(try meaning("POST", linkage))
        #expect(added.action == .addLinkage && !added.isReading)
        #expect(added.type == "albums" && added.id == "é" && added.relationship == "tracks")
        #expect(try meaning("DELETE", linkage)?.action == .removeLinkage)
        #expect(try meaning("PATCH", linkage)?.action == .replaceLinkage)
        #expect(try meaning("GET", linkage)?.isReading == true)
        for (method, target) in [
            ("GET", "/albums"), ("PUT", "/v1/albums/1"), ("POST", "/v1/albums/1"),
            ("GET", "/v1/nothing"), ("GET", "/v1/albums/%zz"), ("GET", "/v1/albums/1/a/b/c"),
        ] {
            #expect(try meaning(method, target) == nil)
        }
    }

    @Test("A method that is not known is responded with 501, a known one with 405; both say why")
    func methods() async throws {
        let service = Music.service()
        for (method, status) in [("BREW", 501), ("PROPFIND", 501), ("PUT", 405), ("get", 501)] {
            let answer = try await service.execute(try request(method, "/albums/1"))
            #expect(answer.status.code == status)
            let document = try JSON(parsing: await answer.body.bytes())
            #expect(document.errors[0].status == "\(status)")
            #expect(document.errors[0].detail.vox.kind == .string)
        }
    }

    @Test("A preference that was followed is named (RFC 7240)")
    func preference() async throws {
        let name = try #require(HTTPField.Name("Prefer"))
        let applied = try #require(HTTPField.Name("Preference-Applied"))
        let document = #"{"data":{"type":"albums","id":"1","attributes":{"title":"x"}}}"#
        let type: HTTPFields = [.contentType: "application/vnd.api+json"]
        let service = Music.service()
        let quiet = try await service.send(
            .patch, "/albums/1", document, type.merging([name: "return=minimal"]))
        #expect(quiet.status == 204 && quiet.headers[applied] == "return=minimal")
        let full = try await service.send(.patch, "/albums/1", document, type)
        #expect(full.status == 200 && full.headers[applied] == nil)
    }

    /// A parameter, and a query in which it is too much.
    private static let tooMuch: [(parameter: String, query: String)] = {
        func list(_ name: String, _ count: Int) -> String {
            [String](repeating: name, count: count).joined(separator: ",")
        }
        let many: [String] = (0..<11).map { "f\($0)" }
        let filters = [String](repeating: "filter[title]=x", count: 33)
        return [
            ("sort", "sort=title,title"), ("sort", "sort=title,-title"),
            ("sort", "sort=" + many.joined(separator: ",")),
            ("sort", "sort=" + list("title", 10_000)),
            ("filter", filters.joined(separator: "&")),
            ("filter", "filter[title]=" + list("x", 1001)),
            ("fields", "fields[albums]=" + list("x", 1001)),
            ("include", "include=" + list("artist", 101)),
        ]
    }()

    @Test(
        "A query that names a field twice, or more than the limits allow, is refused",
        arguments: tooMuch)
    func limits(parameter: String, query: String) async throws {
        let reply = try await Music.service().send(.get, "/albums?" + query)
        #expect(reply.status == 400)
        #expect(reply.json.errors[0].source.parameter == .string(parameter))
    }

    @Test("The limits of queries can be set")
    func limitsSet() async throws {
        var service = Music.service()
        service.queryLimits.sortFields = 1
        #expect(try await service.send(.get, "/albums?sort=title").status == 200)
        #expect(try await service.send(.get, "/albums?sort=title,year").status == 400)
    }

    @Test("All links of a page are encoded in one way, whatever the request's own spelling was")
    func links() async throws {
        for query in ["page[size]=2&page[number]=1", "page%5Bsize%5D=2&page%5Bnumber%5D=1"] {
            let links = try await Music.service().send(.get, "/albums?" + query).json.links
            let own = try #require(String(links["self"]))
            #expect(own.hasSuffix("/albums?page%5Bsize%5D=2&page%5Bnumber%5D=1"))
            let next = try #require(String(links["next"]))
            #expect(next.contains("page%5Bnumber%5D=2") && !next.contains("["))
        }
    }

    @Test("A type that may be filtered or sorted by a field it lacks is a mistake of the program")
    func unknownFields() async {
        let mistakes: [(list: String, words: String)] = [
            ("sortable", "sortable contains \"titel\", which is no field"),
            ("sortable", "its fields are id, title, artist"),
            ("many", "its fields are id, f10, f11, f12"), ("many", ", f28, f29\n"),
            ("filterable", "filterable contains \"titel\", which is no field"),
            ("readOnly", "readOnly contains \"titel\", which is no field"),
            ("writeOnce", "writeOnce contains \"titel\", which is no field"),
            ("required", "required contains \"titel\", which is no field"),
            ("relationship", "sortable contains \"artist\", which is a relationship"),
            ("twice", "the type \"albums\" is served twice"),
            ("files", "files contains \"artist\", which is no attribute"),
            ("paths", "operationsPath and openAPIPath are both \"x\""),
        ]
        for (list, words): (String, String) in mistakes {
            let result = await #expect(
                processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
            ) { [list = list as String] in
                var albums = ServedType("albums", attributes: ["title"], toOne: ["artist": "a"])
                switch list {
                case "many":
                    albums.attributes = Set((10...30).map { "f\($0)" })
                    albums.sortable = ["titel"]
                case "sortable": albums.sortable = ["titel", "title"]
                case "filterable": albums.filterable = ["titel"]
                case "readOnly": albums.readOnly = ["titel"]
                case "writeOnce": albums.writeOnce = ["titel"]
                case "required": albums.required = ["titel"]
                case "relationship": albums.sortable = ["artist"]
                case "files":
                    albums.files["artist"] = .init { _ in
                        .null
                    } discard: { _ in
                    }
                default: break
                }
                let types = list == "twice" ? [albums, albums] : [albums]
                var service = ResourceService(types, store: MemoryStore())
                service.operationsPath = "x"
                service.openAPIPath = "x"
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("VoxServer: "), "\(list): \(text)")
            #expect(text.contains(words), "\(list): \(text)")
            #expect(!text.contains("Fatal error"), "\(list)")
        }
        await #expect(processExitsWith: .success) {
            var albums = ServedType("albums", attributes: ["title"], toOne: ["artist": "artists"])
            albums.filterable = ["id", "title", "artist"]
            _ = ResourceService([albums], store: MemoryStore())
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var all = self
        all.append(contentsOf: others)
        return all
    }
}
