// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import ResourceDatabase
import Testing
import VoxServer

/// What a service relies on when it writes to the store.
@Suite struct ContractTests {
    private let name = StoredResource.Identifier(type: "a", id: "101")

    private func withFile(_ work: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await work(folder.appendingPathComponent("store").path)
    }

    @Test("An id does not end at U+0000")
    func zero() async throws {
        try await withFile { path in
            let store = try SQLiteStore(path: path)
            let kept = try await store.insert(type: "a", id: "101", with: ResourceChange())
            let other = StoredResource.Identifier(type: "a", id: "101\u{0}x")
            #expect(try await store.resources([other]).isEmpty)
            var selection = ResourceSelection(type: "a")
            selection.ids = [other.id]
            #expect(try await store.list(selection).resources.isEmpty)
            selection.ids = nil
            selection.filter = .comparison(["id"], .equal, .string(other.id))
            #expect(try await store.list(selection).resources.isEmpty)
            let change = ResourceChange(attributes: ["x": 1])
            await #expect(throws: StoreError.missing) {
                _ = try await store.update(other, with: change, ifVersion: nil)
            }
            await #expect(throws: StoreError.missing) {
                try await store.delete(other, ifVersion: nil)
            }
            await #expect(throws: ErrorResponse.self) {
                _ = try await store.insert(type: "a", id: other.id, with: ResourceChange())
            }
            #expect(try await store.resources([name]) == [kept])
        }
    }

    @Test("A filter as deep as a service can read is no work for the parser of SQLite")
    func depth() async throws {
        try await withFile { path in
            let store = try SQLiteStore(path: path)
            let made = try await store.insert(
                type: "a", id: "101", with: ResourceChange(attributes: ["x": 1]))
            var selection = ResourceSelection(type: "a")
            for (value, found) in [(1, [made]), (2, [])] as [(JSONValue, [StoredResource])] {
                var filter: FilterExpression = .comparison(["x"], .equal, value)
                for level in 1..<FilterExpression.maximumDepth {
                    let other: FilterExpression = .comparison(["id"], .equal, "101")
                    filter =
                        level % 2 == 0 ? .and([other, filter]) : .or([.isNull(["id"]), filter])
                }
                selection.filter = filter
                #expect(try await store.list(selection).resources == found)
                selection.filter = (0..<64).reduce(filter) { filter, _ in .not(filter) }
                #expect(try await store.list(selection).resources == found)
            }
        }
    }

    @Test("A file that has its tables is opened again, with all that is in it")
    func again() async throws {
        try await withFile { path in
            let made = try await SQLiteStore(path: path).insert(
                type: "a", id: "101", with: ResourceChange(attributes: ["x": 1]))
            #expect(try await SQLiteStore(path: path).resources([name]) == [made])
        }
    }

    @Test("A file that others have locked is busy, and the service answers 503 with Retry-After")
    func locked() async throws {
        try await withFile { path in
            let store = try SQLiteStore(path: path, patience: 0.05)
            _ = try await store.insert(type: "a", id: "101", with: ResourceChange())
            let service = ResourceService([ServedType("a")], store: store)
            let request = ClientRequest(
                method: .delete, url: try HTTPURL("http://test.example/a/101"))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
            let refused = try await service.execute(request)
            #expect(refused.status.code == 503)
            #expect(refused.headers[.retryAfter] == "1")
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            #expect(try await service.execute(request).status.code == 204)
        }
    }

    @Test("No resource has a version twice, and a write that changes nothing keeps it")
    func versions() async throws {
        try await withFile { path in
            let store = try SQLiteStore(path: path)
            let change = ResourceChange(attributes: ["x": 1])
            var versions: Set<Int> = []
            for _ in 0..<3 {
                let made = try await store.insert(type: "a", id: "101", with: change)
                #expect(versions.insert(made.version).inserted)
                let same = try await store.update(name, with: change, ifVersion: made.version)
                #expect(same == made)
                let next = try await store.update(
                    name, with: ResourceChange(attributes: ["x": 2]), ifVersion: made.version)
                #expect(versions.insert(next.version).inserted)
                await #expect(throws: StoreError.stale) {
                    _ = try await store.update(name, with: change, ifVersion: made.version)
                }
                try await store.delete(name, ifVersion: next.version)
            }
        }
    }

    @Test("What is not there is linked with nothing")
    func targets() async throws {
        try await withFile { path in
            let store = try SQLiteStore(path: path)
            let missing = StoredResource.Identifier(type: "a", id: "9")
            let link = ResourceChange(relationships: ["one": .replace(.one(missing))])
            await #expect(throws: StoreError.missingTarget) {
                _ = try await store.insert(type: "a", id: "101", with: link)
            }
            let made = try await store.insert(type: "a", id: "101", with: ResourceChange())
            await #expect(throws: StoreError.missingTarget) {
                _ = try await store.update(
                    name, with: ResourceChange(relationships: ["many": .add([missing])]),
                    ifVersion: nil)
            }
            #expect(try await store.resources([name]) == [made])
            let own = ResourceChange(relationships: ["one": .replace(.one(name))])
            #expect(
                try await store.update(name, with: own, ifVersion: nil).relationships["one"]
                    == .one(name))
        }
    }
}
