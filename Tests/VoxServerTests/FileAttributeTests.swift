// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTestSupport

@Suite("Attributes that are files")
struct FileAttributeTests {
    struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let cover = Attribute<String>("cover")
        let back = Attribute<String>("back").writeOnce()
        let plays = Attribute<Int>("plays").readOnly()
    }

    let vault: Vault
    let store = MemoryStore([
        StoredResource(
            type: "albums", id: "1", attributes: ["title": "Tides", "cover": "old", "back": "b"])
    ])
    var service: ResourceService

    init() { self.init(Vault()) }

    init(_ vault: Vault, _ change: (inout ServedType) -> Void = { _ in }) {
        self.vault = vault
        var albums = ServedType(Album.self)
        albums.files = ["cover": vault.file(), "back": vault.file()]
        change(&albums)
        service = ResourceService([albums, ServedType("notes")], store: store)
        service.operationsPath = "operations"
    }

    static func text(_ attributes: String = "{}", id: String? = nil) -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{"data":{"type":"albums",\#(id)"attributes":\#(attributes)}}"#
    }

    static func document(_ text: String, type: String = "application/vnd.api+json")
        -> MultipartBody.Part
    {
        .init("document", ClientRequest.Body(Array(text.utf8), contentType: type))
    }

    static func file(
        _ name: String = "cover", _ bytes: [UInt8] = [1, 2, 3], type: String = "image/png"
    ) -> MultipartBody.Part {
        .init(name, bytes, fileName: "a.png", contentType: type)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ content: ClientRequest.Body,
        _ headers: HTTPFields = [:]
    ) async throws -> Reply {
        let request = ClientRequest(
            method: method, url: try HTTPURL("https://a.example\(path)"), headers: headers,
            sending: content)
        let response = try await service.execute(request)
        return Reply(
            status: response.status.code, headers: response.headers,
            bytes: try await response.body.bytes())
    }

    func post(_ parts: MultipartBody.Part...) async throws -> Reply {
        try await send(.post, "/albums", MultipartBody(parts).body())
    }

    func patch(
        _ parts: MultipartBody.Part..., headers: HTTPFields = [:]
    ) async throws -> Reply {
        try await send(.patch, "/albums/1", MultipartBody(parts).body(), headers)
    }

    private var cover: JSONValue? {
        store.resources([.init(type: "albums", id: "1")], fields: .everything).first?
            .attributes["cover"]
    }

    // MARK: Writing

    @Test("A resource is created with its files, whose values stand in the document")
    func create() async throws {
        let reply = try await post(
            Self.document(Self.text(#"{"title":"New"}"#)), Self.file(),
            Self.file("back", [4]))
        #expect(reply.status == 201)
        #expect(reply.json.data.attributes.title == "New")
        #expect(reply.json.data.attributes.cover == "cover-1")
        #expect(reply.json.data.attributes.back == "back-2")
        #expect(vault.files == ["cover-1": [1, 2, 3], "back-2": [4]])
        let bare = try await post(
            Self.document(#"{"data":{"type":"albums"}}"#), Self.file())
        #expect(bare.status == 201)
        #expect(bare.json.data.attributes.cover == "cover-3")
    }

    @Test("A resource gets a new file, and its other attributes stay")
    func update() async throws {
        let reply = try await patch(
            Self.document(#"{"data":{"type":"albums","id":"1"}}"#), Self.file())
        #expect(reply.status == 200)
        #expect(reply.json.data.attributes.title == "Tides")
        #expect(cover == "cover-1")
        // A file can be removed without a form, and a form needs no file.
        let removed = try await send(
            .patch, "/albums/1",
            ClientRequest.Body(
                Array(Self.text(#"{"cover":null}"#, id: "1").utf8),
                contentType: "application/vnd.api+json"))
        #expect(removed.status == 200)
        #expect(cover == .null)
        #expect(
            try await patch(Self.document(Self.text(#"{"title":"T"}"#, id: "1"))).status == 200)
    }

    @Test("The rules of the schema and of the type see the value of a file")
    func validation() async throws {
        let vault = Vault()
        let required = FileAttributeTests(vault) { albums in
            albums.required = ["cover"]
            albums.validate = { write in
                guard write.new.attributes.cover == "cover-1", write.changed.contains("cover")
                else {
                    return [APIError(status: 422, title: "Refused", source: .field(\Album.cover))]
                }
                return []
            }
        }
        let missing = try await required.post(Self.document(Self.text()))
        #expect(missing.status == 422)
        #expect(missing.pointer == "/data/attributes/cover")
        #expect(try await required.post(Self.document(Self.text()), Self.file()).status == 201)
        let second = try await required.post(Self.document(Self.text()), Self.file())
        #expect(second.status == 422)
        #expect(vault.files.keys.sorted() == ["cover-1"])
        #expect(vault.count == 2)

        let writeOnce = try await patch(
            Self.document(Self.text(id: "1")), Self.file("back"))
        #expect(writeOnce.status == 403)
        #expect(writeOnce.pointer == "/data/attributes/back")
        let kinds = FileAttributeTests(Vault()) { albums in
            albums.files["cover"] = ServedType.File { _ in
                7
            } discard: { _ in
            }
        }
        let wrong = try await kinds.post(Self.document(Self.text()), Self.file())
        #expect(wrong.status == 422)
        #expect(wrong.pointer == "/data/attributes/cover")
    }

    @Test("Only the function of the type sets the attribute of a file")
    func documents() async throws {
        let forged = Self.text(#"{"cover":"stolen"}"#, id: "1")
        let plain = try await send(
            .patch, "/albums/1",
            ClientRequest.Body(Array(forged.utf8), contentType: "application/vnd.api+json"))
        #expect(plain.status == 403)
        #expect(plain.pointer == "/data/attributes/cover")
        #expect(try await patch(Self.document(forged)).status == 403)
        let both = try await patch(
            Self.document(Self.text(#"{"cover":null}"#, id: "1")), Self.file())
        #expect(both.status == 400)
        #expect(both.detail == "the attribute is in the document and in a part of its own")
        let atomic = AtomicDocument.uri
        let operation =
            #"{"atomic:operations":[{"op":"update","data":{"type":"albums","id":"1","attributes":{"cover":"x"}}}]}"#
        let executed = try await send(
            .post, "/operations",
            ClientRequest.Body(
                Array(operation.utf8), contentType: "application/vnd.api+json; ext=\"\(atomic)\""))
        #expect(executed.status == 403)
        #expect(cover == "old")
    }

    // MARK: Refusing

    @Test("A form that is not as the type needs it is refused, and no file stays")
    func refused() async throws {
        let document = Self.document(Self.text())
        let cases: [([MultipartBody.Part], Int, String?)] = [
            ([], 400, "the first part of the form must be \"document\""),
            ([Self.file(), document], 400, "the first part of the form must be \"document\""),
            (
                [Self.document(Self.text(), type: "application/json"), Self.file()], 415,
                #"the part "document": the media type of the document must be application/vnd.api+json"#
            ),
            ([.init("document", Self.text())], 415, nil),
            ([Self.document("{"), Self.file()], 400, nil),
            ([Self.document(#"{"data":[]}"#), Self.file()], 400, nil),
            ([Self.document(#"{"data":{"type":"notes"}}"#), Self.file()], 409, nil),
            ([Self.document(Self.text(#"{"other":1}"#)), Self.file()], 422, nil),
            ([Self.document(Self.text(#"{"plays":1}"#)), Self.file()], 403, nil),
            ([document, Self.file("other")], 422, "albums has no such file"),
            ([document, Self.file(), Self.file("title")], 422, "albums has no such file"),
            ([document, Self.file(), Self.file()], 400, "the file is repeated"),
            (
                [document, Self.file(), Self.file("back"), document], 422,
                "albums has no such file"
            ),
            ([document, Self.file("cover", [], type: "text/html")], 415, "no pages"),
            ([document, Self.file(), Self.file("back", [], type: "text/html")], 415, "no pages"),
            ([document, Self.file(), Self.file("back", [], type: "application/x-full")], 500, nil),
            (
                [document, Self.file(), Self.file("back", [UInt8](repeating: 0, count: 1001))], 413,
                "part 3 is larger than 1000 bytes"
            ),
            (
                [document, Self.file("cover", [UInt8](repeating: 0, count: 2_000_000))], 413,
                nil
            ),
            (
                [Self.document(String(repeating: " ", count: (1 << 20) + 1)), Self.file()], 413,
                "part 1 is larger than 1048576 bytes"
            ),
        ]
        for (index, (parts, status, detail)) in cases.enumerated() {
            let reply = try await send(.post, "/albums", MultipartBody(parts).body())
            #expect(reply.status == status, "case \(index): \(reply.detail ?? "")")
            if let detail { #expect(reply.detail == detail, "case \(index)") }
            #expect(vault.files.isEmpty, "case \(index)")
        }
        #expect(vault.count > 3)
        #expect(store.resources(of: "albums").count == 1)
    }

    @Test("A type without files, and an address without files, accept no form")
    func otherAddresses() async throws {
        let form = try MultipartBody([Self.document(Self.text()), Self.file()]).body()
        for (method, path) in [
            (HTTPRequest.Method.post, "/notes"), (.post, "/operations"),
            (.patch, "/albums/1/relationships/x"), (.post, "/albums/1"), (.delete, "/albums/1"),
        ] {
            let status = try await send(method, path, form).status
            let expected = ["/notes": 415, "/operations": 415, "/albums/1": 405]
            if method == .delete {
                #expect(status == 204)
            } else {
                #expect(status == expected[path] ?? 404, "\(method) \(path)")
            }
        }
        #expect(vault.count == 0)
    }

    /// A form whose bytes are counted when they are read, and which may end early.
    func counted(
        _ parts: MultipartBody.Part..., cut: Int = 0
    ) async throws -> (body: ClientRequest.Body, chunks: Chunks) {
        let form = try MultipartBody(parts).body()
        let chunks = Chunks(try await form.collected().dropLast(cut), size: 64)
        return (ClientRequest.Body(once: chunks, contentType: form.contentType), chunks)
    }

    @Test("What is not allowed, missing or changed is refused before the body or a file is read")
    func early() async throws {
        var guarded = self
        guarded.service.authorize = { operation in
            throw ErrorResponse(.forbidden, "\(operation.action)")
        }
        let document = Self.document(Self.text(id: "1"))
        let large = Self.file("cover", [UInt8](repeating: 1, count: 900))
        let forbidden = try await counted(document, large)
        #expect(try await guarded.send(.patch, "/albums/1", forbidden.body).detail == "update")
        #expect(forbidden.chunks.read == 0)

        let missing = try await counted(document, large)
        #expect(try await send(.patch, "/albums/9", missing.body).status == 404)
        #expect(missing.chunks.read == 0)
        let stale = try await counted(document, large)
        let reply = try await send(.patch, "/albums/1", stale.body, [.ifMatch: "\"9\""])
        #expect(reply.status == 412)
        #expect(stale.chunks.read == 0)
        let compressed = try await counted(document, large)
        #expect(
            try await send(.patch, "/albums/1", compressed.body, [.contentEncoding: "gzip"]).status
                == 415)
        #expect(compressed.chunks.read == 0)
        let wrong = try await counted(Self.document(Self.text(#"{"x":1}"#, id: "1")), large)
        #expect(try await send(.patch, "/albums/1", wrong.body).status == 422)
        #expect(wrong.chunks.read < 600)
        #expect(vault.count == 0)
    }

    // MARK: Undoing

    @Test("Files are discarded if the store does not write")
    func storeFailure() async throws {
        struct Broken: Error {}
        let vault = vault
        let hooked = HookedStore(
            store,
            beforeWrites: [
                { _ in
                    #expect(vault.files.count == 2)
                    throw Broken()
                }
            ])
        var failing = self
        failing.service.store(hooked)
        let reply = try await failing.post(
            Self.document(Self.text()), Self.file(), Self.file("back"))
        #expect(reply.status == 500)
        #expect(vault.files.isEmpty && vault.count == 2)
        let conflict = try await post(Self.document(Self.text(id: "1")), Self.file())
        #expect(conflict.status == 409)
        #expect(vault.files.isEmpty && vault.count == 3)
    }

    @Test("A write that is repeated keeps its files")
    func repeated() async throws {
        let hooked = HookedStore(
            store,
            beforeWrites: [
                { store in
                    _ = try store.update(
                        .init(type: "albums", id: "1"),
                        with: ResourceChange(attributes: ["title": "Other"]), ifVersion: nil)
                }
            ])
        var late = self
        late.service.store(hooked)
        let reply = try await late.patch(Self.document(Self.text(id: "1")), Self.file())
        #expect(reply.status == 200)
        #expect(hooked.attempts == 2)
        #expect(vault.files.keys.sorted() == ["cover-1"])
        #expect(cover == "cover-1")
    }

    @Test("A form that is cut off anywhere leaves no file and no resource")
    func cutOff() async throws {
        let whole = try await counted(
            Self.document(Self.text()), Self.file(), Self.file("back"))
        let size = try await whole.body.collected().count
        for cut in stride(from: 3, to: size, by: 7) {
            let form = try await counted(
                Self.document(Self.text()), Self.file(), Self.file("back"), cut: cut)
            #expect(try await send(.post, "/albums", form.body).status == 400, "without \(cut)")
            #expect(vault.files.isEmpty, "without \(cut)")
        }
        #expect(vault.count > 5)
        #expect(store.resources(of: "albums").count == 1)
    }

    @Test("The error of a body that cannot be read is thrown, and its files are discarded")
    func unreadable() async throws {
        struct Lost: Error {}
        let form = try MultipartBody([Self.document(Self.text()), Self.file()]).body()
        let bytes = try await form.collected()
        let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array(bytes.dropLast(2)))
            continuation.finish(throwing: Lost())
        }
        let error = await #expect(throws: RequestError.self) {
            try await send(
                .post, "/albums", ClientRequest.Body(once: source, contentType: form.contentType))
        }
        #expect(error?.cause is Lost)
        #expect(vault.files.isEmpty && vault.count == 1)
    }

    @Test("Files are discarded after a cancellation, in a task that is not canceled")
    func canceled() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (discarded, discard) = AsyncStream<Bool>.makeStream()
        let waiting = FileAttributeTests(Vault()) { albums in
            albums.files = [
                "back": ServedType.File { _ in
                    "back"
                } discard: { _ in
                    discard.yield(Task.isCancelled)
                },
                "cover": ServedType.File { _ in
                    arrival.yield()
                    try await forever()
                } discard: { _ in
                    Issue.record("the file was not received")
                },
            ]
        }
        let request = Task {
            try await waiting.post(
                Self.document(Self.text()), Self.file("back"), Self.file())
        }
        for await _ in arrivals { break }
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        for await isCancelled in discarded {
            #expect(!isCancelled)
            break
        }
    }

    @Test("A file that cannot be discarded is reported")
    func stuck() async throws {
        let failures = Mutex<[String]>([])
        var stuck = FileAttributeTests(Vault(isStuck: true))
        stuck.service.onFailure = { error in
            failures.withLock { $0.append("\(type(of: error))") }
        }
        let reply = try await stuck.post(
            Self.document(Self.text()), Self.file(), Self.file("back"), Self.file("x"))
        #expect(reply.status == 422)
        #expect(failures.withLock { $0 } == ["Stuck", "Stuck"])
    }

    @Test(
        "A file that is no attribute, or has the name of the document, is a mistake of the program")
    func unknownFiles() async {
        for name: String in ["covers", "artist", "document"] {
            await #expect(processExitsWith: .failure) { [name = name as String] in
                var albums = ServedType(
                    "albums", attributes: ["cover", "document"], toOne: ["artist": "artists"])
                albums.files[name] = ServedType.File { _ in
                    .null
                } discard: { _ in
                }
                _ = ResourceService([albums], store: MemoryStore())
            }
        }
    }

    // MARK: Description

    @Test("The description has the form of each request with files")
    func description() throws {
        let required = FileAttributeTests(Vault()) { $0.required = ["cover", "title"] }
        func content(_ service: ResourceService, _ path: String, _ method: String) throws -> JSON {
            let paths: JSON = try JSON(parsing: service.openAPI().text()).paths
            let item: JSON = paths[path]
            return item[method].requestBody.content
        }
        let creation = try content(service, "/albums", "post")
        #expect(
            creation.vox.members.map(\.name) == ["application/vnd.api+json", "multipart/form-data"])
        let form: JSON = creation["multipart/form-data"]
        #expect(
            (form.schema.properties as JSON).vox.members.map(\.name) == [
                "document", "back", "cover",
            ])
        #expect(form.schema["required"].vox.elements.compactMap { String($0) } == ["document"])
        #expect(form.encoding.document.contentType == "application/vnd.api+json")
        let update = try content(service, "/albums/{id}", "patch")
        let changed: JSON = update["multipart/form-data"].schema.properties
        #expect(changed.vox.members.map(\.name) == ["document", "cover"])
        // Without its required file, a document cannot create a resource.
        let strict = try content(required.service, "/albums", "post")
        #expect(strict.vox.members.map(\.name) == ["multipart/form-data"])
        let needed: JSON = strict["multipart/form-data"].schema["required"]
        #expect(needed.vox.elements.compactMap { String($0) } == ["document", "cover"])
        let other = try content(service, "/notes", "post")
        #expect(other.vox.members.map(\.name) == ["application/vnd.api+json"])
    }
}

extension Reply {
    var detail: String? { json.errors[0].detail }
}

extension ResourceService {
    /// Serves another store with the same types.
    fileprivate mutating func store(_ store: any ResourceStore) {
        self = ResourceService(Array(types.values), store: store)
    }
}
