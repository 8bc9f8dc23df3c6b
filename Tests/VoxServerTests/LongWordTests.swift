// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxServer

/// A response to a long word of a request is not as long as the word.
@Suite("Long words in requests")
struct LongWordTests {
    private static let name = "aRelationshipWithALongNameOfMoreThanFiftyCharacters"

    private static let service: ResourceService = {
        struct Note: ResourceSchema {
            static let type = "notes"
            let n = Attribute<Int>("n")
            let next = ToOne<Note>("aRelationshipWithALongNameOfMoreThanFiftyCharacters")
            let readers = ToMany<Note>("readers")
        }
        let notes = StoredResource(
            type: "notes", id: "1", attributes: ["n": 1],
            relationships: [name: .one(nil), "readers": .many([])])
        var service = ResourceService([ServedType(Note.self)], store: MemoryStore([notes]))
        service.operationsPath = "operations"
        service.openAPIPath = "openapi.json"
        return service
    }()

    private struct Door: Sendable {
        var method: HTTPRequest.Method = .get
        let target: String
        var operation: String?
        var headers: HTTPFields = [:]
        /// The parameter of the error; nil if the word is in the detail.
        var parameter: String?
        let detail: String
    }

    private static func word(_ length: Int) -> String { String(repeating: "A", count: length) }

    private static func method(_ length: Int) -> HTTPRequest.Method {
        HTTPRequest.Method(word(length)) ?? .get
    }

    private static let doors = [
        Door(
            target: "/openapi.json?\(word(201))=1", parameter: word(200),
            detail: "the description of the service has no parameters"),
        Door(
            method: method(41), target: "/openapi.json",
            detail: "the endpoint does not support \(word(40)), only GET, HEAD"),
        Door(
            method: method(41), target: "/notes",
            detail: "the method \(word(40)) is not supported"),
        Door(
            target: "/notes?\(word(201))=1", parameter: word(200),
            detail: "the parameter is not supported"),
        Door(
            method: .delete, target: "/notes/1?\(word(201))=1", parameter: word(200),
            detail: "the response has no document, so the parameter is not supported"),
        Door(
            target: "/notes/1/relationships/readers?filter[\(word(194))]=1",
            parameter: "filter[\(word(193))", detail: "linkage cannot be sorted or filtered"),
        Door(
            target: "/notes?filter[\(word(101))]=1", parameter: "filter[\(word(101))]",
            detail: "notes cannot be filtered by \"\(word(100))\""),
        Door(
            target: "/notes?filter[n]=\(word(100))", parameter: "filter[n]",
            detail: "\"\(word(99)) is not a value of \"n\""),
        Door(
            target: "/notes?filter[\(name).\(name).n]=x", parameter: "filter[\(name).\(name).n]",
            detail: "\"x\" is not a value of \"\("\(name).\(name).n".prefix(100))\""),
        Door(
            target: "/notes?page[size]=\(word(41))", headers: CursorPages.accept,
            parameter: "page[size]",
            detail: "page[size] must be a positive integer; got \(word(40))"),
        Door(
            target: "/notes?page[size]=\(String(repeating: "1", count: 21))",
            headers: CursorPages.accept, parameter: "page[size]",
            detail:
                "The requested size is \(String(repeating: "1", count: 20)), but 1000 is the maximum."
        ),
        Door(
            method: .post, target: "/operations",
            operation: #"{"op":"remove","ref":{"type":"\#(word(101))","id":"1"}}"#,
            detail: "the type \"\(word(100))\" does not exist"),
        Door(
            method: .post, target: "/operations",
            operation:
                #"{"op":"update","ref":{"type":"notes","id":"1","relationship":"\#(word(101))"}}"#,
            detail: "notes has no relationship \"\(word(100))\""),
    ]

    @Test("An error names a long word by its beginning", arguments: doors.indices)
    func beginning(index: Int) async throws {
        let door = Self.doors[index]
        var headers = door.headers
        if door.operation != nil { headers[.contentType] = Atomic.mediaType }
        let reply = try await Self.service.send(
            door.method, door.target, door.operation.map { #"{"atomic:operations":[\#($0)]}"# },
            headers)
        let error = reply.json.errors[0]
        #expect(error.detail == .some(door.detail), "\(reply.json)")
        if let parameter = door.parameter {
            #expect(error.source.parameter == .some(parameter), "\(reply.json)")
        }
    }

    @Test("The error about a host names its first 100 characters")
    func host() {
        let error = #expect(throws: ErrorResponse.self) {
            try ResourceService.Address.loopback.url(hosts: ["\(Self.word(101))"], target: "/")
        }
        let name = Self.word(100).lowercased()
        #expect(
            error?.errors.first?.detail == "the server does not serve the host \"\(name)\"")
    }
}
