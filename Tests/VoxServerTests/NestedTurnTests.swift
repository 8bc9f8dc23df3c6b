// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// Turns in turns.
@Suite("Nested turns of writes")
struct NestedTurnTests {
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
