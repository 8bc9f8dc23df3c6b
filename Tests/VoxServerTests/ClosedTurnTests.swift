// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// How many others a write waits for.
@Suite("Turns of writes")
struct ClosedTurnTests {
    /// A store in which the others have their turn between a read of one writer and its write.
    private final class SlowStore: ResourceStore {
        @TaskLocal static var isSlow = false

        let base = MemoryStore([
            StoredResource(type: "notes", id: "1", attributes: ["text": ""])
        ])
        private let attempted = Mutex(0)

        private let ended = Mutex(false)

        var isDone: Bool { ended.withLock { $0 } }

        func end() { ended.withLock { $0 = true } }

        var attempts: Int { attempted.withLock { $0 } }

        func list(_ selection: ResourceSelection) -> ResourceSlice { base.list(selection) }

        func resources(
            _ identifiers: [StoredResource.Identifier], fields: FieldSelection
        ) -> [StoredResource] {
            base.resources(identifiers, fields: fields)
        }

        func insert(
            type: String, id: String?, with content: ResourceChange
        ) throws -> StoredResource {
            try base.insert(type: type, id: id, with: content)
        }

        func update(
            _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
        ) async throws -> StoredResource {
            if Self.isSlow {
                attempted.withLock { $0 += 1 }
                await othersHaveTheirTurn()
            }
            return try base.update(identifier, with: change, ifVersion: ifVersion)
        }

        func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
            try base.delete(identifier, ifVersion: ifVersion)
        }
    }

    @Test("A write that others make late again and again gets its turn, and they wait for its end")
    func closed() async throws {
        let store = SlowStore()
        let service = ResourceService([ServedType("notes", attributes: ["text"])], store: store)
        let others = 4
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for other in 0..<others {
                tasks.addTask {
                    while !store.isDone {
                        let reply = try await service.send(
                            .patch, "/notes/1", Self.text("\(other)"))
                        #expect(reply.status == 200)
                        await Task.yield()
                    }
                }
            }
            let reply = try await SlowStore.$isSlow.withValue(true) {
                try await service.send(.patch, "/notes/1", Self.text("slow"))
            }
            store.end()
            #expect(reply.status == 200)
            try await tasks.waitForAll()
        }
        // Three attempts beside the others, and one for each write that had already begun.
        #expect(store.attempts <= 3 + others + 1)
    }

    @Test("A rule that calls the service in a turn does not wait for its own turn")
    func nested() async throws {
        let store = MemoryStore([
            StoredResource(type: "notes", id: "1", attributes: ["text": ""]),
            StoredResource(type: "logs", id: "1", attributes: ["text": ""]),
        ])
        let logs = ResourceService([ServedType("logs", attributes: ["text"])], store: store)
        let calls = Mutex(0)
        var notes = ServedType("notes", attributes: ["text"])
        notes.validate = { _ in
            calls.withLock { $0 += 1 }
            let document = #"{"data":{"type":"logs","id":"1","attributes":{"text":"a"}}}"#
            let reply = try await logs.send(.patch, "/logs/1", document)
            #expect(reply.status == 200)
            // The first four attempts are late: the fourth has a turn.
            if calls.withLock({ $0 }) < 5 { throw StoreError.stale }
            return []
        }
        let service = ResourceService([notes], store: store)
        #expect(try await service.send(.patch, "/notes/1", Self.text("a")).status == 200)
        #expect(calls.withLock { $0 } == 5)
    }

    private static func text(_ text: String) -> String {
        #"{"data":{"type":"notes","id":"1","attributes":{"text":"\#(text)"}}}"#
    }
}
