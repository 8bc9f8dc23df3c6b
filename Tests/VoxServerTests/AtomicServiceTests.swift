// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// What a service does with the operations of a request.
@Suite("Atomic requests to a service")
struct AtomicServiceTests {
    private let store = Music.store()
    private var service: ResourceService { Atomic.service(store) }

    /// An operation that would succeed.
    private static let valid =
        #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"title":"New"}}}"#

    // MARK: Negotiation

    @Test("JA-136 Only POST, and only with the extension in both media types; the words name it")
    func negotiation() async throws {
        let before = Atomic.contents(of: store)
        let document = #"{"atomic:operations":[\#(Self.valid)]}"#
        let plain = "application/vnd.api+json"
        let other = #"application/vnd.api+json; ext="https://example.com/other""#
        for (content, accept, status, header) in [
            (plain, Atomic.mediaType, 415, "Content-Type"),
            (other, Atomic.mediaType, 415, "Content-Type"),
            ("application/json", Atomic.mediaType, 415, "Content-Type"),
            (Atomic.mediaType, plain, 406, "Accept"), (Atomic.mediaType, other, 406, "Accept"),
            (Atomic.mediaType, "text/html", 406, "Accept"),
        ] {
            let reply = try await service.operate(
                document: document, headers: [.contentType: content, .accept: accept])
            #expect(reply.status == status, "\(content), \(accept)")
            #expect(reply.json.errors[0].source.header == .string(header))
            #expect(reply.headers[.contentType] == Atomic.mediaType)
        }
        let words = try await service.operate(document: document, headers: [.contentType: plain])
        #expect((words.json.errors[0].detail as String?)?.contains(AtomicDocument.uri) == true)
        for method in [HTTPRequest.Method.get, .head, .put, .patch, .delete, .options] {
            let reply = try await service.send(method, "/operations", nil, [.accept: plain])
            #expect(reply.status == 405)
            #expect(reply.headers[.allow] == "POST")
            #expect(reply.headers[.contentType] == Atomic.mediaType)
        }
        #expect(Atomic.contents(of: store) == before)
    }

    @Test(
        "Without Accept, with a range and with several items, the response applies the extension",
        arguments: [
            nil, "*/*", "application/*", Atomic.mediaType,
            "application/vnd.api+json, \(Atomic.mediaType); q=0.5",
            "application/vnd.api+json;ext=https://jsonapi.org/ext/atomic",
        ])
    func accepted(accept: String?) async throws {
        let reply = try await service.send(
            .post, "/operations", #"{"atomic:operations":[\#(Self.valid)]}"#,
            accept.map { [.contentType: Atomic.mediaType, .accept: $0] }
                ?? [.contentType: Atomic.mediaType])
        #expect(reply.status == 200)
        #expect(reply.headers[.contentType] == Atomic.mediaType)
        #expect(reply.headers[.vary] == "Accept")
        #expect(reply.json.jsonapi.ext == [.string(AtomicDocument.uri)])
        #expect(!Atomic.mediaType.contains("=https"))  // the URI is in quotes
    }

    @Test("Without an address for operations, and at every other address, the extension is unknown")
    func elsewhere() async throws {
        let off = ResourceService(Music.types, store: store)
        let document = #"{"atomic:operations":[\#(Self.valid)]}"#
        let headers: HTTPFields = [.contentType: Atomic.mediaType]
        #expect(try await off.send(.post, "/operations", document, headers).status == 404)
        for path in ["/albums", "/albums/1/relationships/tracks"] {
            #expect(try await service.send(.post, path, document, headers).status == 415)
        }
        #expect(try await service.send(.post, "/operations/1", document, headers).status == 404)
        #expect(try await service.send(.post, "/operations/", document, headers).status == 200)
        var below = service
        below.basePath = "/v1"
        #expect(try await below.send(.post, "/operations", document, headers).status == 404)
        #expect(try await below.send(.post, "/v1/operat%69ons", document, headers).status == 200)
    }

    @Test("A path that is no segment, or the name of a type, is a mistake of the program")
    func path() async {
        for path: String in ["albums", "", "a/b"] {
            await #expect(processExitsWith: .failure) { [path = path as String] in
                var service = ResourceService([ServedType("albums")], store: MemoryStore())
                service.operationsPath = path
            }
        }
    }

    @Test(
        "Parameters are refused by name",
        arguments: ["include=artist", "fields[albums]=title", "sort=title", "page[size]=1"])
    func parameters(query: String) async throws {
        let reply = try await service.send(
            .post, "/operations?" + query, #"{"atomic:operations":[\#(Self.valid)]}"#,
            [.contentType: Atomic.mediaType])
        #expect(reply.status == 400)
        let name = query.prefix { $0 != "=" }
        #expect(reply.json.errors[0].source.parameter == .string(String(name)))
        #expect(reply.headers[.contentType] == Atomic.mediaType)
    }

    // MARK: Documents

    @Test(
        "JA-137 A document with other members, or without operations, is refused at the member",
        arguments: [
            (#"{"atomic:operations":[]}"#, "/atomic:operations"),
            (#"{"atomic:operations":{}}"#, "/atomic:operations"),
            (#"{"atomic:operations":null}"#, "/atomic:operations"),
            (#"{"atomic:operations":[1]}"#, "/atomic:operations/0"), (#"{}"#, ""), (#"[]"#, ""),
            (#"{"meta":{}}"#, ""),
            (#"{"data":null,"atomic:operations":[\#(valid)]}"#, "/data"),
            (#"{"included":[],"atomic:operations":[\#(valid)]}"#, "/included"),
            (#"{"errors":[],"atomic:operations":[\#(valid)]}"#, "/errors"),
            (#"{"atomic:results":[],"atomic:operations":[\#(valid)]}"#, "/atomic:results"),
        ])
    func documents(document: String, pointer: String) async throws {
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(document: document)
        #expect(reply.status == 400)
        #expect(reply.pointer == pointer)
        #expect(reply.headers[.contentType] == Atomic.mediaType)
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("Text that is not JSON, a body too large, and no body are refused with the extension")
    func bodies() async throws {
        var service = service
        for (document, status) in [("{", 400), ("", 400), ("\u{FEFF}nul", 400)] {
            let reply = try await service.operate(document: document)
            #expect(reply.status == status)
            #expect(reply.headers[.contentType] == Atomic.mediaType)
        }
        service.maximumBodySize = 100
        let reply = try await service.operate(Self.valid, Self.valid)
        #expect(reply.status == 413)
        #expect(reply.headers[.contentType] == Atomic.mediaType)
        service.maximumBodySize = 1 << 20
        service.readingMode = .strict
        let twice = try await service.operate(#"{"op":"remove","op":"add"}"#)
        #expect(twice.status == 400)
    }

    @Test("The number of operations has a limit: 1,000 unless another is set")
    func limit() async throws {
        var service = service
        let many = [String](repeating: Self.valid, count: 1000)
        #expect(try await service.operate(many).results.count == 1000)
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(many + [Self.valid])
        #expect(reply.status == 413 && reply.pointer == "/atomic:operations")
        service.maximumOperations = 1
        #expect(try await service.operate(Self.valid, Self.valid).status == 413)
        #expect(Atomic.contents(of: store) == before)
        #expect(try await service.operate(Self.valid).status == 200)
    }

    // MARK: Results

    @Test("JA-145 The results are as many as the operations, and in their order")
    func results() async throws {
        let reply = try await service.operate(
            #"{"op":"add","data":{"type":"artists","id":"n","attributes":{"name":"New"}}}"#,
            #"{"op":"update","ref":{"type":"albums","id":"1","relationship":"artist"},"data":{"type":"artists","id":"n"}}"#,
            Self.valid, #"{"op":"remove","ref":{"type":"artists","id":"n"},"meta":{"x":1}}"#)
        #expect(reply.status == 200)
        #expect(reply.results.count == 4)
        #expect(reply.results[0].data.id == "n")
        #expect(reply.results[0].data.links.`self` == "http://music.example/artists/n")
        #expect(reply.results[0].data.relationships.rival.data.vox.kind == .null)
        #expect(reply.results[1].vox.count == 0)
        #expect(reply.results[2].data.attributes.title == "New")
        #expect(reply.results[2].data.relationships.artist.data.id == "n")
        #expect(reply.results[3].vox.count == 0)
        let album = try await service.send(.get, "/albums/1").json.data
        #expect(album.relationships.artist.data.vox.kind == .null)
        #expect(try AtomicDocument(parsing: reply.bytes).results.count == 4)
        let validator = Validator(profile: .results, extensions: ["atomic"])
        #expect(try validator.findings(in: reply.json).isEmpty)
    }

    @Test("JA-147 Without data in any result the response is 204, without a document")
    func empty() async throws {
        let removal = #"{"op":"remove","ref":{"type":"tracks","id":"3.0"}}"#
        let edit =
            #"{"op":"update","ref":{"type":"albums","id":"1","relationship":"artist"},"data":null}"#
        let reply = try await service.operate(removal, edit)
        #expect(reply.status == 204 && reply.bytes.isEmpty)
        #expect(reply.headers[.contentType] == nil)
        let minimal: HTTPFields = [.prefer: "return=minimal"]
        let quiet = try await service.operate(
            #"{"op":"add","data":{"type":"artists","id":"n"}}"#, Self.valid, headers: minimal)
        #expect(quiet.status == 204)
        #expect(quiet.headers[.preferenceApplied] == "return=minimal")
    }

    @Test("JA-146 A resource whose id the server chose has data, also if the client wants little")
    func minimal() async throws {
        let reply = try await service.operate(
            Self.valid, #"{"op":"add","data":{"type":"artists","lid":"a"}}"#,
            #"{"op":"add","data":{"type":"artists","id":"n"}}"#,
            headers: [.prefer: "return=minimal"])
        #expect(reply.status == 200)
        #expect(reply.headers[.preferenceApplied] == "return=minimal")
        #expect(reply.results.map(\.vox.count) == [0, 1, 0])
        #expect(reply.results[1].data.id.vox.kind == .string)
    }

    @Test("JA-148 The failure of any operation undoes all of them")
    func undone() async throws {
        let before = Atomic.contents(of: store)
        let faulty = #"{"op":"remove","ref":{"type":"albums","id":"99"}}"#
        let valid = [
            #"{"op":"remove","ref":{"type":"artists","id":"1"}}"#, Self.valid,
            #"{"op":"add","data":{"type":"artists","id":"n"}}"#,
            #"{"op":"add","ref":{"type":"albums","id":"2","relationship":"tracks"},"data":[{"type":"tracks","id":"3.0"}]}"#,
        ]
        for place in 0...valid.count {
            var operations = valid
            operations.insert(faulty, at: place)
            let reply = try await service.operate(operations)
            #expect(reply.status == 404)
            #expect(reply.pointer == "/atomic:operations/\(place)/ref")
            #expect(reply.json.errors.vox.count == 1 && reply.results.isEmpty)
            #expect(Atomic.contents(of: store) == before)
        }
        #expect(try await service.operate(valid).status == 200)
    }

    @Test("JA-150 The meta of an operation may have any value and changes nothing")
    func meta() async throws {
        let reply = try await service.operate(
            #"{"op":"update","meta":{"a":{"b":[1]}},"@x":1,"data":{"type":"albums","id":"1","meta":{"y":2}}}"#
        )
        #expect(reply.status == 200)
        #expect(reply.results[0].data.attributes.title == "Album 1")
    }

    @Test("If-Match has nothing to match at the address of operations")
    func conditions() async throws {
        let before = Atomic.contents(of: store)
        #expect(try await service.operate(Self.valid, headers: [.ifMatch: #""x""#]).status == 412)
        #expect(Atomic.contents(of: store) == before)
        #expect(
            try await service.operate(Self.valid, headers: [.ifNoneMatch: #""x""#]).status == 200)
    }
}
