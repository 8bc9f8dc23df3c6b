// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTesting

/// RFC 9110, section 13: every method with every condition.
@Suite("Preconditions")
struct PreconditionTests {
    enum Value: String, CaseIterable, Sendable {
        case current, weak, other, any, empty, among, noTag, madeUp

        func text(_ tag: String) -> String {
            switch self {
            case .current: tag
            case .weak: "W/" + tag
            case .other: #""other""#
            case .any: "*"
            case .empty: ""
            case .among: #""a,b", W/"c" ,"# + tag
            case .noTag: String(tag.dropFirst().dropLast())
            case .madeUp: #""4-x""#
            }
        }

        /// If-Match compares strongly.
        var matchesStrongly: Bool { [.current, .any, .among].contains(self) }
        /// If-None-Match compares weakly.
        var matchesWeakly: Bool { matchesStrongly || self == .weak }
    }

    private static let old = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let future = "Fri, 06 Nov 2099 08:49:37 GMT"

    struct Row: Sendable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let target: String
        var document: String?

        var description: String { "\(method) \(target)" }
    }

    private static let rows =
        [HTTPRequest.Method.get, .head].flatMap { method in
            [
                "/albums", "/albums/3", "/albums/3/tracks", "/albums/3/artist",
                "/albums/3/relationships/tracks", "/albums/3/relationships/artist",
            ].map { Row(method: method, target: $0) }
        }
        + RefusedWriteTests.endpoints.map {
            Row(method: $0.method, target: $0.target, document: $0.document)
        }

    private func status(
        _ row: Row, _ name: HTTPField.Name, _ value: (String) -> String
    ) async throws -> Int {
        let service = Music.service()
        let tag = try #require(try await service.send(.get, row.target).headers[.eTag])
        return try await service.send(row.method, row.target, row.document, [name: value(tag)])
            .status
    }

    @Test("If-Match", arguments: rows)
    func ifMatch(row: Row) async throws {
        for value in Value.allCases {
            let status = try await status(row, .ifMatch, value.text)
            #expect((status == 412) == !value.matchesStrongly, "\(value): \(status)")
            #expect(status == 412 || (200..<300).contains(status), "\(value): \(status)")
        }
    }

    @Test("If-None-Match", arguments: rows)
    func ifNoneMatch(row: Row) async throws {
        let refusal = row.document == nil && row.method != .delete ? 304 : 412
        for value in Value.allCases {
            let status = try await status(row, .ifNoneMatch, value.text)
            #expect((status == refusal) == value.matchesWeakly, "\(value): \(status)")
            #expect(status == refusal || (200..<300).contains(status), "\(value): \(status)")
        }
    }

    @Test("Dates are ignored: no resource has a time of change", arguments: rows)
    func dates(row: Row) async throws {
        for name in [HTTPField.Name.ifModifiedSince, .ifUnmodifiedSince] {
            for date in [Self.old, Self.future, "x", ""] {
                let status = try await status(row, name) { _ in date }
                #expect((200..<300).contains(status), "\(name) \(date): \(status)")
            }
        }
    }

    @Test("What would be refused without a condition is refused the same with one")
    func order() async throws {
        let service = Music.service()
        for name in [HTTPField.Name.ifMatch, .ifNoneMatch] {
            #expect(try await service.send(.get, "/albums/99", nil, [name: "*"]).status == 404)
            #expect(try await service.send(.delete, "/albums/99", nil, [name: "*"]).status == 404)
            #expect(
                try await service.send(.delete, "/albums/3?sort=x", nil, [name: #""o""#]).status
                    == 400)
        }
        // The content comes after the condition.
        #expect(
            try await service.send(.patch, "/albums/3", "{", [.ifMatch: #""other""#]).status == 412)
    }

    @Test("A tag is of one resource, and of none that is made anew")
    func anew() async throws {
        let service = Music.service()
        let document = #"{"data":{"type":"albums","id":"3","attributes":{"title":"Album 3"}}}"#
        func tag(_ target: String) async throws -> String {
            try #require(try await service.send(.get, target).headers[.eTag])
        }
        let other = try await tag("/albums/1")
        #expect(try await service.send(.delete, "/albums/3", nil, [.ifMatch: other]).status == 412)
        var tags: Set<String> = []
        for _ in 0..<3 {
            #expect(try await service.send(.delete, "/albums/3").status == 204)
            #expect(try await service.send(.post, "/albums", document).status == 201)
            #expect(tags.insert(try await tag("/albums/3")).inserted)
        }
    }

    @Test("A write that changes nothing keeps the tag")
    func unchanged() async throws {
        let service = Music.service()
        let before = try await service.send(.get, "/albums/3").headers[.eTag]
        let tracks = try await service.send(.get, "/albums/3/relationships/tracks")
        let title = #"{"data":{"type":"albums","id":"3","attributes":{"title":"Album 3"}}}"#
        #expect(try await service.send(.patch, "/albums/3", title).status == 200)
        let same = #"{"data":[{"type":"tracks","id":"3.0"}]}"#
        #expect(
            try await service.send(.post, "/albums/3/relationships/tracks", same).ids == tracks.ids)
        #expect(try await service.send(.get, "/albums/3").headers[.eTag] == before)
    }

    @Test("The tag of a response is the same on every machine")
    func fixed() async throws {
        for (target, tag) in [
            ("/artists/1", "c5c5a18725f273ce-cb78fbf5ab436660"),
            ("/artists/1/rival", "9947c2133870105a-a2ae266d1a8639ef"),
            ("/artists/1/relationships/rival", "c5c5a18725f273ce-bea8e997613fb264"),
            ("/artists", "970fcc47b64e8a40"),
        ] {
            let reply = try await Music.service().send(.get, target)
            #expect(
                reply.headers[.eTag] == "\"\(tag)\"",
                "\(String(decoding: reply.bytes, as: UTF8.self))")
        }
    }
}
