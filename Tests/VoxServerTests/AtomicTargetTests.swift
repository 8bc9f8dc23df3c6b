// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// What the operations of a request are about, and what is refused.
@Suite("Targets of operations")
struct AtomicTargetTests {
    /// A refused operation: its text, the status, and the pointer inside the operation.
    struct Fault: Sendable, CustomTestStringConvertible {
        let operation: String
        let status: Int
        let pointer: String

        init(_ operation: String, _ status: Int, _ pointer: String) {
            (self.operation, self.status, self.pointer) = (operation, status, pointer)
        }

        var testDescription: String { operation }
    }

    private let store = Music.store()
    private var service: ResourceService { Atomic.service(store) }

    /// Sends an operation after one that succeeds, and checks that nothing is stored.
    private func expect(_ fault: Fault, of service: ResourceService? = nil)
        async throws
    {
        let service = service ?? self.service
        let before = Atomic.contents(of: store)
        for index in [0, 1] {
            let first = [
                #"{"op":"add","data":{"type":"artists","lid":"known","attributes":{"name":"x"}}}"#
            ]
            let reply = try await service.operate(first.prefix(index) + [fault.operation])
            #expect(reply.status == fault.status, "\(fault.operation)")
            #expect(
                reply.pointer == "/atomic:operations/\(index)\(fault.pointer)",
                "\(fault.operation)")
            #expect(reply.json.errors[0].detail.vox.kind == .string)
            #expect(Atomic.contents(of: store) == before)
        }
    }

    // MARK: Structure

    @Test(
        "JA-138 The op is add, update or remove",
        arguments: [
            #"{"data":{"type":"albums"}}"#, #"{"op":"replace","data":{"type":"albums"}}"#,
            #"{"op":"ADD","data":{"type":"albums"}}"#, #"{"op":null}"#, #"{"op":["add"]}"#,
        ])
    func codes(operation: String) async throws {
        // The pointer must lead to a value that exists.
        try await expect(
            Fault(operation, 400, operation.contains("op") ? "/op" : ""))
    }

    @Test(
        "JA-139 At most one of ref and href; a ref is type and id or lid, and a relationship",
        arguments: [
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"1"},"href":"/albums/1"}"#, 400,
                "/href"),
            Fault(#"{"op":"remove","ref":"albums/1"}"#, 400, "/ref"),
            Fault(#"{"op":"remove","ref":null}"#, 400, "/ref"),
            Fault(#"{"op":"remove","ref":{"type":"albums"}}"#, 400, "/ref"),
            Fault(#"{"op":"remove","ref":{"id":"1"}}"#, 400, "/ref"),
            Fault(#"{"op":"remove","ref":{"type":1,"id":"1"}}"#, 400, "/ref/type"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":1}}"#, 400, "/ref/id"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"1","lid":"a"}}"#, 400, "/ref/lid"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","lid":1}}"#, 400, "/ref/lid"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","lid":""}}"#, 400, "/ref/lid"),
            Fault(
                #"{"op":"remove","ref":{"type":"nothing","id":"1"}}"#, 404, "/ref/type"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"99"}}"#, 404, "/ref"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"a\u0000"}}"#, 404, "/ref/id"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"1","relationship":7},"data":[]}"#,
                400, "/ref/relationship"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"1","relationship":"x"},"data":[]}"#,
                404, "/ref/relationship"),
            Fault(#"{"op":"remove","href":7}"#, 400, "/href"),
        ])
    func refs(fault: Fault) async throws { try await expect(fault) }

    @Test(
        "A misspelled member of a ref is refused: without its relationship, a removal deletes the resource",
        arguments: [
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"3","relation":"tracks"},"data":[]}"#,
                400, "/ref/relation"),
            Fault(
                #"{"op":"remove","reference":{"type":"albums","id":"3"}}"#, 400, ""),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"3","a/b":1}}"#, 400, "/ref/a~1b"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"3","x:y":1}}"#, 400, "/ref/x:y"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"3"},"data":[{"type":"tracks","id":"3.0"}]}"#,
                400, "/data"),
        ])
    func misspelled(fault: Fault) async throws { try await expect(fault) }

    @Test(
        "JA-140 A creation has a resource object with a type, and may have the href of a collection",
        arguments: [
            Fault(#"{"op":"add"}"#, 400, ""),
            Fault(#"{"op":"add","data":null}"#, 400, "/data"),
            Fault(#"{"op":"add","data":[]}"#, 400, "/data"),
            Fault(#"{"op":"add","data":{"id":"1"}}"#, 400, "/data"),
            Fault(#"{"op":"add","data":{"type":"nothing"}}"#, 404, "/data/type"),
            Fault(
                #"{"op":"add","href":"/albums/1","data":{"type":"albums"}}"#, 400, "/href"),
            Fault(
                #"{"op":"add","href":"/albums","data":{"type":"tracks"}}"#, 409, "/data/type"),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"n"},"data":{"type":"albums","id":"n"}}"#,
                400, "/ref"),
            Fault(
                #"{"op":"add","data":{"type":"tracks","id":"3.0"}}"#, 409, "/data/id"),
            Fault(
                #"{"op":"add","data":{"type":"tracks","attributes":[]}}"#, 400, "/data/attributes"),
            Fault(
                #"{"op":"add","data":{"type":"tracks","relationships":{"album":{"data":{"type":"albums","id":"99"}}}}}"#,
                404, "/data/relationships/album/data"),
        ])
    func creations(fault: Fault) async throws { try await expect(fault) }

    @Test("JA-140 A resource is created with and without href")
    func created() async throws {
        for href in ["", #""href":"/tracks","#, #""href":"http://music.example/tracks/","#] {
            let reply = try await service.operate(
                #"{"op":"add",\#(href)"data":{"type":"tracks","attributes":{"length":3}}}"#)
            #expect(reply.status == 200)
            let id = try #require(String(reply.results[0].data.id))
            let stored = try await service.send(.get, "/tracks/\(id)").json.data
            #expect(stored.attributes.length == 3)
        }
    }

    @Test(
        "JA-141 An update has a target by ref, href, or the type and id of its data",
        arguments: [
            #""ref":{"type":"albums","id":"1"},"#, #""href":"/albums/1","#, "",
            #""href":"albums/1","#, #""href":"http://music.example/album%73/%31","#,
            #""href":"//music.example/albums/1/","#, #""href":"./x/../albums/1","#,
        ])
    func updates(target: String) async throws {
        let reply = try await service.operate(
            #"{"op":"update",\#(target)"data":{"type":"albums","id":"1","attributes":{"year":null}}}"#
        )
        #expect(reply.status == 200)
        #expect(reply.results[0].data.attributes.year.vox.kind == .null)
        // Attributes that are not sent stay.
        #expect(reply.results[0].data.attributes.title == "Album 1")
    }

    @Test(
        "JA-141 An update of another resource than the target, or without a target, is refused",
        arguments: [
            Fault(#"{"op":"update","data":{"type":"albums"}}"#, 400, "/data"),
            Fault(#"{"op":"update"}"#, 400, ""),
            Fault(#"{"op":"update","data":null}"#, 400, "/data"),
            Fault(
                #"{"op":"update","href":"/albums","data":{"type":"albums","id":"1"}}"#, 400,
                "/href"),
            Fault(
                #"{"op":"update","ref":{"type":"albums","id":"1"},"data":{"type":"albums","id":"2"}}"#,
                409, "/data/id"),
            Fault(
                #"{"op":"update","ref":{"type":"albums","id":"1"},"data":{"type":"tracks","id":"1"}}"#,
                409, "/data/type"),
            Fault(
                #"{"op":"update","data":{"type":"albums","id":"99"}}"#, 404, "/data"),
            Fault(
                #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"titel":"x"}}}"#,
                422, "/data/attributes/titel"),
            Fault(
                #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"title":""}}}"#,
                422, "/data/attributes/title"),
            Fault(
                #"{"op":"update","data":{"type":"albums","id":"1","relationships":{"tracks":{"data":[{"type":"albums","id":"1"}]}}}}"#,
                422, "/data/relationships/tracks/data/0/type"),
        ])
    func wrongUpdates(fault: Fault) async throws { try await expect(fault) }

    @Test("JA-142 A resource is deleted by ref or href, and not by its data")
    func removals() async throws {
        #expect(
            try await service.operate(
                #"{"op":"remove","ref":{"type":"albums","id":"1"}}"#,
                #"{"op":"remove","href":"/albums/2"}"#
            ).status == 204)
        #expect(store.resources(of: "albums").map(\.id) == ["3", "4", "5", "6", "7"])
        try await expect(Fault(#"{"op":"remove"}"#, 400, ""))
        try await expect(
            Fault(#"{"op":"remove","data":{"type":"albums","id":"3"}}"#, 400, ""))
        try await expect(Fault(#"{"op":"remove","href":"/albums"}"#, 400, "/href"))
    }

    @Test(
        "FastAPI-JSONAPI#33 JA-143 Relationships: to-one by update, to-many by add, update and remove"
    )
    func relationships() async throws {
        func linkage(_ name: String) async throws -> [String] {
            let data = try await service.send(.get, "/albums/3/relationships/\(name)").json.data
            return (data.vox.kind == .array ? data.vox.elements : [data]).compactMap { $0.id }
        }
        func edit(_ op: String, _ name: String, _ data: String, isRef: Bool) -> String {
            let target =
                isRef
                ? #""ref":{"type":"albums","id":"3","relationship":"\#(name)"}"#
                : #""href":"/albums/3/relationships/\#(name)""#
            return #"{"op":"\#(op)",\#(target),"data":\#(data)}"#
        }
        func track(_ id: String) -> String { #"{"type":"tracks","id":"\#(id)"}"# }
        for isRef in [true, false] {
            #expect(
                try await service.operate(
                    edit("update", "tracks", "[\(track("3.0")),\(track("3.1"))]", isRef: isRef),
                    edit("add", "tracks", "[\(track("2.0")),\(track("3.0"))]", isRef: isRef),
                    edit("remove", "tracks", "[\(track("3.1"))]", isRef: isRef),
                    edit("update", "artist", #"{"type":"artists","id":"1"}"#, isRef: isRef)
                ).status == 204)
            #expect(try await linkage("tracks") == ["3.0", "2.0"])
            #expect(try await linkage("artist") == ["1"])
            #expect(
                try await service.operate(
                    edit("update", "tracks", "[]", isRef: isRef),
                    edit("update", "artist", "null", isRef: isRef)
                ).status == 204)
            #expect(try await linkage("tracks").isEmpty)
            #expect(try await linkage("artist").isEmpty)
        }
    }

    @Test(
        "JA-143 Linkage of the wrong form, and operations that a relationship lacks, are refused",
        arguments: [
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"artist"},"data":{"type":"artists","id":"1"}}"#,
                400, "/op"),
            Fault(
                #"{"op":"remove","ref":{"type":"albums","id":"1","relationship":"artist"},"data":null}"#,
                400, "/op"),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"}}"#, 400,
                ""),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":{"type":"tracks","id":"3.0"}}"#,
                422, "/data"),
            Fault(
                #"{"op":"update","ref":{"type":"albums","id":"1","relationship":"artist"},"data":[]}"#,
                422, "/data"),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[{"type":"tracks","id":"3.0"},{"type":"tracks","id":"99"}]}"#,
                404, "/data/1"),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"1","relationship":"tracks"},"data":[{"type":"artists","id":"1"}]}"#,
                422, "/data/0/type"),
            Fault(
                #"{"op":"add","ref":{"type":"albums","id":"99","relationship":"tracks"},"data":[]}"#,
                404, "/ref"),
        ])
    func wrongLinkage(fault: Fault) async throws { try await expect(fault) }

    @Test(
        "An href that is no address of the service is refused",
        arguments: [
            ("http://other.example/albums/1", 400), ("https://music.example/albums/1", 400),
            ("http://music.example:81/albums/1", 400), ("/albums/1?include=artist", 400),
            ("/albums/1#top", 400), ("/albums/1/tracks", 400), ("mailto:a@b", 400),
            ("/nothing/1", 404), ("/albums/1/2/3/4", 404), ("/albums/99", 404),
            ("/albums/%zz", 404), ("", 400), ("/operations", 404), ("/albums//1", 404),
        ])
    func hrefs(href: String, status: Int) async throws {
        let before = Atomic.contents(of: store)
        let reply = try await service.operate(#"{"op":"remove","href":"\#(href)"}"#)
        #expect(reply.status == status || href.isEmpty && reply.status == 404)
        #expect(reply.pointer == "/atomic:operations/0/href")
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("With a base path an href has the base path, too")
    func base() async throws {
        var service = service
        service.basePath = "/v1"
        func status(_ href: String) async throws -> Int {
            try await service.send(
                .post, "/v1/operations",
                #"{"atomic:operations":[{"op":"remove","href":"\#(href)"}]}"#,
                [.contentType: Atomic.mediaType]
            ).status
        }
        #expect(try await status("/albums/1") == 404)
        #expect(try await status("/v1/albums/1") == 204)
        #expect(try await status("albums/2") == 204)
        #expect(try await status("http://music.example/v1/albums/3") == 204)
    }
}
