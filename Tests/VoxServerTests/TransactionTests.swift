// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTestSupport
import VoxTesting

/// What a transaction of the store in memory promises.
@Suite("Transactions of a store in memory")
struct TransactionTests {
    private struct Failure: Error {}

    /// What happens while transactions wait.
    private final class Waiting: Sendable {
        let hasBegun = Mutex(false)
        let refused = Mutex(0)
    }

    private static let first = StoredResource.Identifier(type: "accounts", id: "1")
    private static let second = StoredResource.Identifier(type: "accounts", id: "2")

    private func accounts(_ amounts: Int...) -> MemoryStore {
        MemoryStore(
            amounts.enumerated().map { index, amount in
                StoredResource(
                    type: "accounts", id: String(index + 1),
                    attributes: ["amount": .number(JSONNumber(amount))],
                    relationships: ["friends": .many([])])
            })
    }

    private static func amount(of account: StoredResource?) -> Int {
        guard case .number(let amount)? = account?.attributes["amount"] else { return 0 }
        return amount.exactly() ?? 0
    }

    private func find(_ account: StoredResource.Identifier, in store: MemoryStore)
        -> StoredResource?
    {
        store.resources(of: account.type).first { $0.identifier == account }
    }

    private static func set(_ amount: Int) -> ResourceChange {
        ResourceChange(attributes: ["amount": .number(JSONNumber(amount))])
    }

    @Test("What a transaction made and deleted gives its id and its version to nobody")
    func deletedInside() async throws {
        let store = accounts(10)
        let (changed, made) = try await store.transaction { inside in
            let changed = try await inside.update(Self.first, with: Self.set(11), ifVersion: 1)
            try await inside.delete(Self.first, ifVersion: nil)
            let made = try await inside.insert(type: "accounts", id: nil, with: Self.set(1))
            try await inside.delete(made.identifier, ifVersion: nil)
            return (changed, made)
        }
        let again = try store.insert(type: "accounts", id: "1", with: Self.set(12))
        #expect(again.version > changed.version && again.version > made.version)
        let next = try store.insert(type: "accounts", id: nil, with: Self.set(2))
        #expect(next.id != made.id)
    }

    @Test("The writes of a transaction are kept together, and its reads see them before")
    func kept() async throws {
        let store = accounts(10, 20)
        let made = try await store.transaction { inside in
            let made = try await inside.insert(type: "accounts", id: nil, with: Self.set(1))
            _ = try await inside.update(Self.first, with: Self.set(11), ifVersion: 1)
            try await inside.delete(Self.second, ifVersion: nil)
            #expect(Self.amount(of: try await inside.resource(Self.first)) == 11)
            #expect(try await inside.resource(made.identifier) == made)
            #expect(try await inside.list(ResourceSelection(type: "accounts")).total == 2)
            // Nobody else sees any of it.
            #expect(store.resources(of: "accounts").map(Self.amount) == [10, 20])
            return made
        }
        #expect(store.resources(of: "accounts").map(Self.amount) == [11, 1])
        #expect(find(made.identifier, in: store) == made)
    }

    @Test("An error, and a cancellation in the middle or before the end, undo all writes")
    func undone() async throws {
        let store = accounts(10, 20)
        let before = Atomic.contents(of: store)
        await #expect(throws: Failure.self) {
            try await store.transaction { inside in
                _ = try await inside.insert(type: "accounts", id: "3", with: Self.set(1))
                try await inside.delete(Self.first, ifVersion: nil)
                throw Failure()
            }
        }
        #expect(Atomic.contents(of: store) == before)
        let task = Task {
            try await store.transaction { inside in
                try await inside.delete(Self.first, ifVersion: nil)
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(Atomic.contents(of: store) == before)
        // The store goes on.
        try await store.transaction { try await $0.delete(Self.first, ifVersion: nil) }
        #expect(store.resources(of: "accounts").map(\.id) == ["2"])
    }

    @Test("A write of others to what the transaction read or wrote makes it stale, and is kept")
    func stale() async throws {
        let uses: [@Sendable (any ResourceStore) async throws -> Void] = [
            { _ = try await $0.resource(Self.first) },
            { _ = try await $0.update(Self.first, with: Self.set(1), ifVersion: nil) },
            { try await $0.delete(Self.first, ifVersion: nil) },
            { _ = try await $0.list(ResourceSelection(type: "others")) },
            {
                let link = ResourceChange(relationships: ["friends": .add([Self.first])])
                _ = try await $0.update(Self.second, with: link, ifVersion: nil)
            },
            {
                let link = ResourceChange(relationships: ["friends": .add([Self.first])])
                _ = try await $0.insert(type: "others", id: "8", with: link)
            },
        ]
        let writes: [@Sendable (MemoryStore) throws -> Void] = [
            { _ = try $0.update(Self.first, with: Self.set(5), ifVersion: nil) },
            { try $0.delete(Self.first, ifVersion: nil) },
        ]
        for use in uses {
            for write in writes {
                let store = accounts(10, 20)
                await #expect(throws: StoreError.stale) {
                    try await store.transaction { inside in
                        try await use(inside)
                        _ = try await inside.insert(type: "other", id: "9", with: Self.set(0))
                        try write(store)
                    }
                }
                let other = accounts(10, 20)
                try write(other)
                #expect(Atomic.contents(of: store) == Atomic.contents(of: other))
            }
        }
    }

    @Test("A resource that others create meanwhile is not replaced")
    func createdTwice() async throws {
        let store = accounts(10)
        await #expect(throws: StoreError.stale) {
            try await store.transaction { inside in
                _ = try await inside.insert(type: "accounts", id: "2", with: Self.set(1))
                _ = try store.insert(type: "accounts", id: "2", with: Self.set(2))
            }
        }
        #expect(store.resources(of: "accounts").map(Self.amount) == [10, 2])
    }

    @Test("A failed write depends on what it found, also if the function goes on")
    func failedWrite() async throws {
        let store = accounts(10)
        await #expect(throws: StoreError.stale) {
            try await store.transaction { inside in
                do {
                    try await inside.delete(Self.second, ifVersion: nil)
                    Issue.record("there is no second account")
                } catch StoreError.missing {}
                _ = try await inside.update(Self.first, with: Self.set(1), ifVersion: nil)
                _ = try store.insert(type: "accounts", id: "2", with: Self.set(2))
            }
        }
        #expect(store.resources(of: "accounts").map(Self.amount) == [10, 2])
    }

    @Test("A write of others to anything else is kept beside the writes of the transaction")
    func merged() async throws {
        let store = accounts(10, 20, 30)
        try await store.transaction { inside in
            _ = try await inside.update(Self.first, with: Self.set(11), ifVersion: nil)
            _ = try store.update(Self.second, with: Self.set(21), ifVersion: nil)
            _ = try store.insert(type: "accounts", id: nil, with: Self.set(40))
            let made = try await inside.insert(type: "accounts", id: nil, with: Self.set(50))
            #expect(made.id != "1" && made.id != "2" && made.id != "3")
        }
        #expect(store.resources(of: "accounts").map(Self.amount) == [11, 21, 30, 40, 50])
        #expect(Set(store.resources(of: "accounts").map(\.id)).count == 5)
    }

    @Test("A deletion of others that the transaction does not depend on disturbs no update")
    func deletedBeside() async throws {
        let store = accounts(10, 20)
        try await store.transaction { inside in
            _ = try await inside.update(Self.first, with: Self.set(11), ifVersion: nil)
            try store.delete(Self.second, ifVersion: nil)
        }
        #expect(store.resources(of: "accounts").map(Self.amount) == [11])
    }

    @Test("A deletion also removes linkage that others have added meanwhile")
    func linkage() async throws {
        let store = accounts(10, 20, 30)
        try await store.transaction { inside in
            try await inside.delete(Self.first, ifVersion: nil)
            let link = ResourceChange(relationships: ["friends": .add([Self.first])])
            _ = try store.update(Self.second, with: link, ifVersion: nil)
        }
        let second = try #require(find(Self.second, in: store))
        #expect(second.relationships["friends"] == .many([]))
        #expect(find(Self.first, in: store) == nil)
    }

    @Test("No resource has a version twice, whoever deletes it and creates it again")
    func versions() async throws {
        let store = accounts(10)
        var versions: Set<Int> = [1]
        for round in 0..<4 {
            try await store.transaction { inside in
                let changed = try await inside.update(
                    Self.first, with: Self.set(round), ifVersion: nil)
                try await inside.delete(Self.first, ifVersion: changed.version)
            }
            let made = try await store.transaction { inside in
                try await inside.insert(type: "accounts", id: "1", with: Self.set(-1))
            }
            #expect(versions.insert(made.version).inserted)
            #expect(find(Self.first, in: store) == made)
        }
        // A deletion between the start and the end could lead to the version of a deleted resource.
        await #expect(throws: StoreError.stale) {
            try await store.transaction { inside in
                let other = try store.insert(type: "b", id: "x", with: Self.set(1))
                _ = try store.update(other.identifier, with: Self.set(2), ifVersion: nil)
                for step in 3..<9 {
                    _ = try store.update(other.identifier, with: Self.set(step), ifVersion: nil)
                }
                _ = try await inside.insert(type: "c", id: "x", with: Self.set(1))
                try store.delete(other.identifier, ifVersion: nil)
            }
        }
    }

    @Test("Concurrent transactions move amounts, and the sum stays; no update is lost")
    func sum() async throws {
        let store = accounts(100, 100, 100, 100)
        let failed = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for task in 0..<32 {
                tasks.addTask {
                    var failed = 0
                    for round in 0..<20 {
                        let from = String(1 + (task + round) % 4)
                        let to = String(1 + (task * 7 + round * 3 + 1) % 4)
                        if from == to { continue }
                        do {
                            try await Self.move(from, to, in: store, fails: round % 5 == 4)
                        } catch is Failure {
                            failed += 1
                        }
                        let sum = store.resources(of: "accounts").map(Self.amount).reduce(0, +)
                        #expect(sum == 400)
                    }
                    return failed
                }
            }
            return try await tasks.reduce(0, +)
        }
        #expect(failed > 0)
        let moves = store.resources(of: "accounts").map { $0.version - 1 }.reduce(0, +)
        var expected = 0
        for task in 0..<32 {
            for round in 0..<20 where round % 5 != 4 {
                if (task + round) % 4 != (task * 7 + round * 3 + 1) % 4 { expected += 2 }
            }
        }
        #expect(moves == expected)
    }

    @Test("If too many transactions wait, a further one is refused, and the others run")
    func waiting() async throws {
        let store = accounts(0)
        let (door, key) = AsyncStream<Void>.makeStream()
        let waiting = Waiting()
        @Sendable func add(_ inside: any ResourceStore) async throws {
            let amount = Self.amount(of: try await inside.resource(Self.first))
            _ = try await inside.update(Self.first, with: Self.set(amount + 1), ifVersion: nil)
        }
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await store.transaction { inside in
                    waiting.hasBegun.withLock { $0 = true }
                    for await _ in door { break }
                    try await add(inside)
                }
            }
            await eventually { waiting.hasBegun.withLock { $0 } }
            for _ in 0..<1024 + 5 {
                group.addTask {
                    do {
                        try await store.transaction(add)
                    } catch StoreError.busy {
                        waiting.refused.withLock { $0 += 1 }
                    }
                }
            }
            await eventually { waiting.refused.withLock { $0 } == 5 }
            key.yield()
            try await group.waitForAll()
        }
        #expect(waiting.refused.withLock { $0 } == 5)
        #expect(Self.amount(of: find(Self.first, in: store)) == 1025)
    }

    private static func move(
        _ from: String, _ to: String, in store: MemoryStore, fails: Bool
    ) async throws {
        try await store.transaction { inside in
            for (id, change) in [(from, -1), (to, 1)] {
                let account = StoredResource.Identifier(type: "accounts", id: id)
                let amount = Self.amount(of: try await inside.resource(account))
                await Task.yield()
                _ = try await inside.update(
                    account, with: Self.set(amount + change), ifVersion: nil)
                if fails { throw Failure() }
            }
        }
    }
}
