// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer
import VoxTestSupport

// Faults of stores and of functions, and errors about single parts.
extension FileAttributeTests {
    // MARK: Undoing

    @Test(
        "A file stays if the store has written its resource, although the result is refused",
        arguments: [("tapes", "7"), ("albums", "..")])
    func written(type: String, id: String) async throws {
        let failures = ReadCount()
        let hooked = HookedStore(store, given: { _ in StoredResource(type: type, id: id) })
        var faulty = self
        faulty.service = ResourceService(Array(service.types.values), store: hooked)
        faulty.service.onFailure = { _ in _ = failures.next() }
        let reply = try await faulty.post(Self.document(Self.text()), Self.file())
        #expect(reply.status == 500)
        #expect(failures.value == 1)
        #expect(store.resources(of: "albums").count == 2)
        #expect(vault.files.keys.sorted() == ["cover-1"])
    }

    @Test("A value that the resource already has is not discarded with the new values")
    func valueInUse() async throws {
        let discarded = ReadCount()
        let equal = FileAttributeTests(Vault()) { albums in
            albums.files = [
                "cover": ServedType.File { _ in
                    "old"
                } discard: { _ in
                    Issue.record("the file is in use")
                },
                "back": ServedType.File { _ in
                    "new"
                } discard: { _ in
                    _ = discarded.next()
                },
            ]
        }
        // The other file is write-once.
        let reply = try await equal.patch(
            Self.document(Self.text(id: "1")), Self.file(), Self.file("back"))
        #expect(reply.status == 403)
        #expect(discarded.value == 1)
    }

    // MARK: Failures

    @Test("A cancellation while the task is not canceled is a failure like any other")
    func foreignCancellation() async throws {
        let failures = ReadCount()
        func status(_ file: FileAttributeTests) async throws -> Int {
            var canceling = file
            canceling.service.onFailure = { if $0 is CancellationError { _ = failures.next() } }
            let reply = try await canceling.post(Self.document(Self.text()), Self.file())
            #expect(reply.json.errors[0].status == "500")
            #expect(canceling.vault.files.isEmpty)
            return reply.status
        }
        let receiving = FileAttributeTests(Vault()) { albums in
            albums.files["cover"] = ServedType.File { _ in
                throw CancellationError()
            } discard: { _ in
            }
        }
        #expect(try await status(receiving) == 500)
        let validating = FileAttributeTests(Vault()) { albums in
            albums.validate = { _ in throw CancellationError() }
        }
        #expect(try await status(validating) == 500)
        var storing = FileAttributeTests(Vault())
        storing.service = ResourceService(
            Array(storing.service.types.values),
            store: HookedStore(storing.store, beforeWrites: [{ _ in throw CancellationError() }]))
        #expect(try await status(storing) == 500)
        #expect(failures.value == 3)
    }

    @Test("A function that reads a file in a wrong way is a failure of the service")
    func misuse() async throws {
        let twice = FileAttributeTests(Vault()) { albums in
            albums.files["cover"] = ServedType.File { part in
                _ = try await part.body.bytes()
                return .number(JSONNumber(try await part.body.bytes().count))
            } discard: { _ in
            }
        }
        #expect(try await twice.post(Self.document(Self.text()), Self.file()).status == 500)

        let form = ReadForm.bytes(ReadForm.part("a", "1") + ReadForm.part("b", "2") + "--B--")
        var parts = try MultipartBody.Reader(ClientResponse.Body(form), contentType: ReadForm.type)
            .makeAsyncIterator()
        let first = try #require(try await parts.next())
        _ = try await parts.next()
        let late = await #expect(throws: RequestError.self) { try await first.body.bytes() }
        #expect(late?.code == .unsendable)
        #expect(late.map { ErrorResponse($0).status.code } == 500)
    }

    // MARK: Parts

    @Test("An error in the header fields of a part names the part, and no field of the request")
    func partFields() async throws {
        let type = "the media type of the document must be application/vnd.api+json"
        for (fields, detail) in [
            ("", type), ("Content-Type: application/json\n", type),
            (
                "Content-Type: application/vnd.api+json\nContent-Encoding: gzip\n",
                "the document must not be compressed"
            ),
        ] {
            let form =
                "--B\nContent-Disposition: form-data; name=document\n\(fields)\n{}\n--B--"
            let reply = try await send(
                .post, "/albums",
                ClientRequest.Body(ReadForm.bytes(form), contentType: ReadForm.type))
            #expect(reply.status == 415)
            #expect(reply.detail == "the part \"document\": \(detail)")
            #expect(reply.json.errors[0].title == "Unsupported Media Type")
            let source: JSON = reply.json.errors[0].source
            #expect(source.vox.state == .absent)
            #expect(reply.headers[.acceptEncoding] == nil)
        }
    }

    @Test("A file that is too large has the pointer of its attribute, also if nobody reads it")
    func largeFile() async throws {
        let large = Self.file("back", [UInt8](repeating: 0, count: 1001))
        let reply = try await post(Self.document(Self.text()), Self.file(), large)
        #expect(reply.status == 413)
        #expect(reply.pointer == "/data/attributes/back")
        #expect(reply.detail == "part 3 is larger than 1000 bytes")
        let skipping = FileAttributeTests(Vault()) { albums in
            albums.files["back"] = ServedType.File(maximumSize: 1000) { _ in
                "back"
            } discard: { _ in
            }
        }
        let skipped = try await skipping.post(Self.document(Self.text()), large)
        #expect(skipped.status == 413)
        #expect(skipped.pointer == "/data/attributes/back")
        let document = try await post(
            Self.document(String(repeating: " ", count: (1 << 20) + 1)), Self.file())
        #expect(document.status == 413)
        #expect(document.pointer == nil)
    }

    @Test("A form for an operation without files is refused before it is read")
    func unreadForms() async throws {
        let cases: [(HTTPRequest.Method, String, Int)] = [
            (.post, "/notes", 415), (.post, "/operations", 415), (.patch, "/notes/1", 404),
            (.patch, "/albums/1/relationships/x", 404), (.delete, "/albums/1", 204),
        ]
        for (method, path, status) in cases {
            let large = Self.file("cover", [UInt8](repeating: 0, count: 2 << 20))
            let form = try await counted(Self.document(Self.text()), large)
            #expect(try await send(method, path, form.body).status == status, "\(path)")
            #expect(form.chunks.read == 0, "\(path)")
        }
    }

    // MARK: Description

    struct Tape: ResourceSchema {
        static let type = "tapes"
        let scan = Attribute<String?>("scan").required()
    }

    @Test("The description has files that can be null, files of open types, and the first part")
    func describedFiles() async throws {
        var tapes = ServedType(Tape.self)
        tapes.files["scan"] = vault.file()
        var boxes = ServedType("boxes")
        boxes.files["photo"] = vault.file()
        let service = ResourceService([tapes, boxes], store: MemoryStore())
        let description = try JSON(parsing: service.openAPI().text())
        func content(_ path: String) -> JSON {
            let paths: JSON = description.paths
            let item: JSON = paths[path]
            return item.post.requestBody.content
        }
        func attributes(_ name: String) -> JSON {
            let schemas: JSON = description.components.schemas
            let schema: JSON = schemas[name]
            return schema.properties.attributes.properties
        }
        // Null is a value of the required attribute, so a document without a form can have it.
        let tape = content("/tapes")
        #expect(
            tape.vox.members.map(\.name) == ["application/vnd.api+json", "multipart/form-data"])
        let scan: JSON = attributes("tapes-new").scan
        #expect(scan["type"] == "null")
        let media: JSON = tape["application/vnd.api+json"]
        let strict: JSON = media.schema.allOf[1]
        let needed: JSON = strict.properties.data.properties.attributes["required"]
        #expect(needed.vox.elements.compactMap { String($0) } == ["scan"])
        let form: JSON = tape["multipart/form-data"].schema
        #expect(form["required"].vox.elements.compactMap { String($0) } == ["document"])
        #expect(form["description"] == "The part \"document\" must be the first part of the form.")
        let photo: JSON = attributes("boxes-new").photo
        #expect(photo["type"] == "null")
        #expect(attributes("boxes").vox.members.map(\.name) == ["photo"])

        for (attributes, status) in [(#"{"scan":null}"#, 201), ("{}", 422)] {
            let reply = try await service.send(
                .post, "/tapes", #"{"data":{"type":"tapes","attributes":\#(attributes)}}"#)
            #expect(reply.status == status)
        }
    }
}
