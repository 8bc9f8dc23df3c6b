// SPDX-License-Identifier: MIT
#if Hummingbird

import HTTPTypes
import Hummingbird
import Testing
import Vox
import VoxHummingbird
import VoxTesting

/// A service of one's own on a router.
@Suite("A service on Hummingbird", .enabled(if: Curl.program != nil, "curl is not installed"))
struct OwnServiceTests {
    struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("year")
    }

    struct Secret: Error { let password = "hunter2" }

    private func router() throws -> some HTTPResponder<BasicRequestContext> {
        let router = Router()
        router.add(
            middleware: JSONAPIMiddleware(ResourceService.Negotiation(extensions: ["urn:e"])))
        router.patch("albums/:id") { request, context in
            let document: Document<Album> = try await request.document(
                for: context.parameters.require("id"), upTo: 1000)
            if let album = document.data { album.year = try album.vox.value(\.year) + 1 }
            return try Response(document: document, query: request.jsonAPIQuery())
        }
        router.post("albums") { request, _ in
            let document: Document<Album> = try await request.document()
            document.data?.id = "8"
            return try Response(
                created: document, at: "/albums/8", query: request.jsonAPIQuery())
        }
        router.get("albums") { request, _ in
            let query = try request.jsonAPIQuery(
                supporting: RequestQuery.Support(include: ["artist"], sort: ["year"]))
            let shown = query.sort.map { ($0.isDescending ? "-" : "") + $0.name }.joined(
                separator: ",")
            return Response(.ok, jsonAPI: #"{"meta":{"sort":"\#(shown)"}}"#.utf8)
        }
        router.get("varies") { _, _ in
            var response = Response(.ok, jsonAPI: #"{"meta":{}}"#.utf8)
            response.headers[.vary] = "Origin"
            return response
        }
        router.get("fails/:how") { _, context -> Response in
            switch context.parameters.get("how") {
            case "http": throw HTTPError(.gone, message: "it was here")
            case "api": throw APIError(status: 402, title: "Pay")
            case "canceled": throw CancellationError()
            default: throw Secret()
            }
        }
        router.mount(
            ResourceService(serving: MemoryStore([StoredResource(type: "notes", id: "1")])).based,
            at: "v1")
        return router.buildResponder()
    }

    @Test("Documents are read and written, queries checked, errors become documents")
    func service() async throws {
        try await withServer(router()) { base in
            let root = "http://\(base.authority)"
            let album =
                #"{"data": {"type": "albums", "id": "1", "attributes": {"year": 1, "x":  1.0}}}"#
            let reply = try await Curl.send("PATCH", "\(root)/albums/1", album)
            #expect(reply.status == 200)
            // What was not touched is as it came.
            #expect(
                String(decoding: reply.body, as: UTF8.self)
                    == album.replacing(#""year": 1"#, with: #""year": 2"#))
            #expect(reply.header("Content-Type") == "application/vnd.api+json")
            #expect(reply.header("Vary") == "Accept")
            for (document, status, pointer) in [
                ("{", 400, ""), (#"{"data": {"type": "songs", "id": "1"}}"#, 409, "/data/type"),
                (
                    #"{"data": {"type": "albums", "id": "1", "attributes": {"year": "x"}}}"#, 422,
                    "/data/attributes/year"
                ),
                (#"{"data": {"type": "albums", "id": "2"}}"#, 409, "/data/id"),
            ] {
                let reply = try await Curl.send("PATCH", "\(root)/albums/1", document)
                #expect(reply.status == status, "\(document)")
                #expect(reply.json.errors[0].source.pointer == .string(pointer), "\(document)")
            }
            let large = album + String(repeating: " ", count: 1000)
            #expect(try await Curl.send("PATCH", "\(root)/albums/1", large).status == 413)
            #expect(
                try await Curl.run("\(root)/albums/1", "-X", "PATCH", "-d", album).status == 415)
            #expect(try await Curl.run("\(root)/albums", "-H", "Accept: text/html").status == 406)

            let sorted = try await Curl.run("\(root)/albums?sort=-year")
            #expect(sorted.json.meta.sort == "-year")
            let unsorted = try await Curl.run("\(root)/albums?sort=title&include=x")
            #expect(unsorted.status == 400)
            #expect(
                unsorted.json.errors.vox.elements.map { $0.source.parameter ?? "" } == [
                    "include", "sort",
                ])
        }
    }

    @Test(
        "What is created has its address in Location and in its self link, and just the fields asked for"
    )
    func created() async throws {
        try await withServer(router()) { base in
            let root = "http://\(base.authority)"
            let album =
                #"{"data": {"type": "albums", "attributes": {"title": "A", "year": 1}}}"#
            let reply = try await Curl.send(
                "POST", "\(root)/albums?fields[albums]=title", album)
            #expect(reply.status == 201)
            #expect(reply.header("Location") == "/albums/8")
            #expect(reply.json.data.links["self"] == "/albums/8")
            #expect(reply.json.data.attributes == ["title": "A"])
            let patched = try await Curl.send(
                "PATCH", "\(root)/albums/8?fields[albums]=year",
                #"{"data": {"type": "albums", "id": "8", "attributes": {"title": "A", "year": 1}}}"#
            )
            #expect(patched.json.data.attributes == ["year": 2])
            for (query, parameter) in [
                ("include=artist", "include"), ("sort=year", "sort"),
                ("page[size]=1", "page[size]"),
            ] {
                let refused = try await Curl.send("POST", "\(root)/albums?\(query)", album)
                #expect(refused.status == 400)
                #expect(refused.json.errors[0].source.parameter == .string(parameter))
            }
        }
    }

    @Test("Location is the self link that there is, one without the other is said, and never two")
    func location() throws {
        func created(_ links: String, at location: String? = nil) throws -> Response {
            try Response(
                created: Document<Album>(
                    parsing: #"{"data": {"type": "albums", "id": "8"\#(links)}}"#), at: location)
        }
        let link = #", "links": {"self": "/a/8"}"#
        let type = HTTPMediaType.jsonAPI(ext: [], profile: ["https://example.com/p"])
        let document = try Document<Album>(parsing: #"{"data": null}"#)
        let typed = try Response(document: document, mediaType: type)
        #expect(typed.headers[.contentType] == type.description)
        #expect(try created(link).headers[.location] == "/a/8")
        #expect(try created(link, at: "/a/8").headers[.location] == "/a/8")
        #expect(try created("", at: "/a/8").status == .created)
        #expect(throws: DocumentError.self) { try created("") }
        #expect(throws: DocumentError.self) { try created(link, at: "/b/8") }
        #expect(throws: DocumentError.self) {
            try Response(created: Document<Album>(parsing: #"{"data": null}"#), at: "/a/8")
        }
    }

    @Test("What was agreed on is said: the extension, and that answers vary")
    func agreed() async throws {
        try await withServer(router()) { base in
            let root = "http://\(base.authority)"
            let type = #"application/vnd.api+json; ext="urn:e""#
            let extended = try await Curl.run("\(root)/albums", "-H", "Accept: \(type)")
            #expect(extended.header("Content-Type").flatMap { HTTPMediaType($0) }?.ext == ["urn:e"])
            let plain = try await Curl.run("\(root)/varies")
            #expect(plain.header("Content-Type") == "application/vnd.api+json")
            #expect(plain.head.lowercased().contains("vary: accept"))
            #expect(plain.head.lowercased().contains("vary: origin"))
        }
    }

    @Test("Whatever is thrown is an error document that tells no secrets; so is a missing route")
    func errors() async throws {
        try await withServer(router()) { base in
            for (path, status) in [
                ("fails/http", 410), ("fails/api", 402), ("fails/canceled", 500),
                ("fails/other", 500), ("nothing/here", 404),
            ] {
                let reply = try await Curl.run("http://\(base.authority)/\(path)")
                #expect(reply.status == status, "\(path)")
                #expect(reply.json.errors[0].status == .string(String(status)))
                #expect(reply.header("Content-Type") == "application/vnd.api+json")
                #expect(!String(decoding: reply.body, as: UTF8.self).contains("hunter2"))
            }
            #expect(
                try await Curl.run("http://\(base.authority)/fails/http").json.errors[0].detail
                    == "it was here")
        }
    }

    @Test("A client mounted below a path sees it whole")
    func mounted() async throws {
        try await withServer(router()) { base in
            let note = try await Curl.run("http://\(base.authority)/v1/notes/1")
            #expect(note.json.data.id == "1")
            #expect(note.json.data.links["self"] == .string("http://\(base.authority)/v1/notes/1"))
            #expect(
                try await Curl.run("http://\(base.authority)/v1/notes").json.data.vox.count == 1)
        }
    }
}

extension ResourceService {
    fileprivate var based: ResourceService {
        var service = self
        service.basePath = "/v1"
        return service
    }
}

#endif
