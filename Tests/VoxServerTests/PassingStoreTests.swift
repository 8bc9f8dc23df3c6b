// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// A store that passes its calls on, as a log would. It can do something before an update.
private struct LoggingStore: PassingStore {
    let base: any ResourceStore
    var beforeUpdate: @Sendable (StoredResource.Identifier) async throws -> Void = { _ in }

    var supportsKeysets: Bool { base.supportsKeysets }

    func resources(
        _ identifiers: [StoredResource.Identifier], fields: ResourceSelection.Fields
    ) async throws -> [StoredResource] {
        try await base.resources(identifiers, fields: fields)
    }

    func related(
        _ name: String, of owners: [StoredResource.Identifier], _ selection: ResourceSelection
    ) async throws -> [StoredResource.Identifier: ResourceSelection.Slice] {
        try await base.related(name, of: owners, selection)
    }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) async throws -> StoredResource {
        try await beforeUpdate(identifier)
        return try await base.update(identifier, with: change, ifVersion: ifVersion)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await base.transaction { transaction in
            try await body(LoggingStore(base: transaction, beforeUpdate: beforeUpdate))
        }
    }
}

@Suite("A store that passes its calls on")
struct PassingStoreTests {
    private static let text = #"""
        {"data": [
            {"type": "albums", "id": "1", "attributes": {"n": 1}, "relationships": {
                "owner": {"data": {"type": "artists", "id": "7"}},
                "guests": {"data": [{"type": "artists", "id": "7"}, {"type": "albums", "id": "2"}]}}},
            {"type": "albums", "id": "2", "attributes": {"n": 2}}, {"type": "artists", "id": "7"}]}
        """#

    private static let requests: [(HTTPRequest.Method, String, String?)] = [
        (.get, "/albums", nil), (.get, "/albums/2", nil), (.get, "/albums/2/owner", nil),
        (.get, "/albums/2/relationships/owner", nil), (.get, "/albums/2/guests", nil),
        (.get, "/albums/2/relationships/guests", nil), (.get, "/albums?include=owner", nil),
        (.get, "/albums?include=owner,guests.owner,guests.guests", nil),
        (.get, "/albums/2?include=owner,guests", nil),
        (.get, "/albums/1/guests?include=owner", nil),
        (.get, "/albums?fields[albums]=owner,guests&include=guests", nil),
        (.get, "/albums/1/relationships/guests?page[size]=1", nil),
        (.get, "/albums?filter[owner.id]=7&include=owner", nil),
        (.post, "/albums?include=owner", #"{"data":{"type":"albums","attributes":{"n":3}}}"#),
        (.post, "/albums?include=guests.owner", #"{"data":{"type":"albums","id":"n"}}"#),
        (
            .patch, "/albums/2?include=owner,guests",
            #"{"data":{"type":"albums","id":"2","attributes":{"n":4}}}"#
        ),
        (
            .post, "/albums/2/relationships/guests",
            #"{"data":[{"type":"artists","id":"7"}]}"#
        ),
        (.delete, "/albums/1/relationships/guests", #"{"data":[{"type":"artists","id":"7"}]}"#),
        (.patch, "/albums/2/relationships/owner", #"{"data":null}"#),
        (.delete, "/artists/7", nil), (.get, "/albums/1?include=owner,guests", nil),
    ]

    @Test("The service gives the same answers as with the store behind it")
    func same() async throws {
        let memory = [try MemoryStore(parsing: Self.text), try MemoryStore(parsing: Self.text)]
        let types = try #require(ResourceService(serving: memory[0]).types["albums"])
        let services = [
            ResourceService([types, ServedType("artists")], store: memory[0]),
            ResourceService([types, ServedType("artists")], store: LoggingStore(base: memory[1])),
        ]
        for (method, target, document) in Self.requests {
            var replies: [String] = []
            for service in services {
                let reply = try await service.send(method, target, document)
                #expect(reply.status < 300, "\(method) \(target) \(reply.status)")
                replies.append(String(decoding: reply.bytes, as: UTF8.self))
            }
            #expect(replies[0] == replies[1], "\(method) \(target)")
        }
    }

    private struct Counts {
        var hot = 0
        var cool = 0
        /// The attempts on the hot note when the cool note was written.
        var hotBeforeCool: Int?
    }

    @Test("A write that others disturb waits for one attempt of a request that always fails")
    func turns() async throws {
        let counts = Mutex(Counts())
        let store = LoggingStore(
            base: MemoryStore(["hot", "cool"].map { StoredResource(type: "notes", id: $0) })
        ) { identifier in
            if identifier.id == "hot" {
                let attempt = counts.withLock { counts in
                    counts.hot += 1
                    return counts.hot
                }
                // From the fifth attempt on, the request has the turn. A repeated attempt of the other
                // request is a transaction, which begins after this one.
                if attempt == 5 { await eventually { counts.withLock { $0.cool } >= 1 } }
                for _ in 0..<100 { await Task.yield() }
                throw StoreError.stale
            }
            let isDisturbed = counts.withLock { counts in
                counts.cool += 1
                if counts.cool > 3 { counts.hotBeforeCool = counts.hot }
                return counts.cool <= 3
            }
            if isDisturbed { throw StoreError.stale }
        }
        let service = ResourceService([ServedType("notes")], store: store)
        func patch(_ id: String) async throws -> Int {
            let document = #"{"data":{"type":"notes","id":"\#(id)","attributes":{"a":1}}}"#
            return try await service.send(.patch, "/notes/\(id)", document).status
        }
        async let hot = patch("hot")
        await eventually { counts.withLock { $0.hot } >= 5 }
        #expect(try await patch("cool") == 200)
        #expect(try await hot == 503)
        let counted = counts.withLock { $0 }
        #expect(counted.hot == 50)
        #expect((counted.hotBeforeCool ?? 50) < 50)
    }
}
