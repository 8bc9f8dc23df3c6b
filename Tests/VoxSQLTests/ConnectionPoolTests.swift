// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Synchronization
import Testing
import VoxPostgreSQL
import VoxSQLite
import VoxTestSupport

@Suite("The share of a caller in the connections of a database")
struct ConnectionPoolTests {
    @TaskLocal static var caller: String?

    /// The calls that use a connection until the gate opens.
    private final class Calls: Sendable {
        private struct State {
            var running = 0
            var most = 0
            var done = 0
            var isOpen = false
        }

        private let state = Mutex(State())

        var running: Int { state.withLock { $0.running } }
        var most: Int { state.withLock { $0.most } }
        var done: Int { state.withLock { $0.done } }

        func open() { state.withLock { $0.isOpen = true } }

        func use() async {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            await eventually { state.withLock { $0.isOpen } }
            state.withLock { state in
                state.running -= 1
                state.done += 1
            }
        }
    }

    /// Calls a function with a database of some connections that read.
    private func withDatabase(
        _ kind: TestDatabase, connections: Int = 4, _ body: (any SQLDatabase) async throws -> Void
    ) async throws {
        switch kind {
        case .sqlite:
            try await withFile {
                try await body(
                    SQLiteDatabase(
                        path: $0, readers: connections, waitLimit: .seconds(3600),
                        caller: { Self.caller }))
            }
        case .postgreSQL:
            try await PostgreSQLServer.shared.get().withSchema {
                try await body(
                    PostgreSQLDatabase(
                        $0, connections: connections, waitLimit: .seconds(3600),
                        caller: { Self.caller }))
            }
        }
    }

    @Test(
        "A caller holds at most half of the connections, and others need not wait for it",
        arguments: TestDatabase.all)
    func half(on kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let calls = Calls()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<6 {
                    tasks.addTask {
                        try await Self.$caller.withValue("greedy") {
                            try await database.read { _ in await calls.use() }
                        }
                    }
                }
                await eventually { calls.running == 2 }
                for caller in ["other", nil, "other"] {
                    let rows = try await Self.$caller.withValue(caller) {
                        try await database.read { _ in
                            try await database.read {
                                try await $0.execute(SQLStatement("SELECT 1"))
                            }
                        }
                    }
                    #expect(rows == [[.integer(1)]] && calls.running == 2)
                }
                calls.open()
                try await tasks.waitForAll()
            }
            #expect(calls.done == 6 && calls.most == 2)
        }
    }

    @Test(
        "Of a few connections a caller holds half, rounded down, but at least one",
        arguments: TestDatabase.all, [(1, 1), (2, 1), (3, 1), (5, 2)])
    func few(on kind: TestDatabase, sizes: (connections: Int, share: Int)) async throws {
        try await withDatabase(kind, connections: sizes.connections) { database in
            let (calls, started) = (Calls(), Calls())
            started.open()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask {
                        try await Self.$caller.withValue("a") {
                            await started.use()
                            try await database.read { _ in await calls.use() }
                        }
                    }
                }
                await eventually { calls.running == sizes.share && started.done == 4 }
                calls.open()
                try await tasks.waitForAll()
            }
            #expect(calls.done == 4 && calls.most == sizes.share)
        }
    }

    @Test("A caller that gives one of its connections back gets one", arguments: TestDatabase.all)
    func givenBack(on kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let (first, rest) = (Calls(), Calls())
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                func start(_ calls: Calls) {
                    tasks.addTask {
                        try await Self.$caller.withValue("a") {
                            try await database.read { _ in await calls.use() }
                        }
                    }
                }
                start(first)
                await eventually { first.running == 1 }
                for _ in 0..<3 { start(rest) }
                await eventually { rest.running == 1 }
                first.open()
                await eventually { rest.running == 2 }
                // Connections that others give back are not for this caller.
                for _ in 0..<4 { try await database.read { _ in } }
                #expect(rest.running == 2)
                rest.open()
                try await tasks.waitForAll()
            }
            #expect(rest.done == 3 && rest.most == 2)
        }
    }

    @Test(
        "Calls without a caller use all connections, and a failed call gives its connection back",
        arguments: TestDatabase.all)
    func everyone(on kind: TestDatabase) async throws {
        struct Failure: Error {}
        try await withDatabase(kind) { database in
            for _ in 0..<5 {
                await #expect(throws: Failure.self) {
                    try await Self.$caller.withValue("a") {
                        try await database.read { _ in throw Failure() }
                    }
                }
            }
            let calls = Calls()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask { try await database.read { _ in await calls.use() } }
                }
                await eventually { calls.running == 4 }
                calls.open()
                try await tasks.waitForAll()
            }
            #expect(calls.done == 4)
        }
    }

    @Test("Who stops waiting ends no other wait", arguments: TestDatabase.all)
    func cancelled(on kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let (calls, started) = (Calls(), Calls())
            started.open()
            let holding = (0..<4).map { _ in
                Task { try await database.read { _ in await calls.use() } }
            }
            await eventually { calls.running == 4 }
            let waiting = (0..<20).map { _ in
                Task {
                    await started.use()
                    try await database.read { _ in }
                }
            }
            await eventually { started.done == 20 }
            for number in stride(from: 1, to: 20, by: 2) { waiting[number].cancel() }
            for number in stride(from: 1, to: 20, by: 2) {
                await #expect(throws: CancellationError.self) { try await waiting[number].value }
            }
            calls.open()
            for task in holding { try await task.value }
            for number in stride(from: 0, to: 20, by: 2) { try await waiting[number].value }
        }
    }
}

#endif
