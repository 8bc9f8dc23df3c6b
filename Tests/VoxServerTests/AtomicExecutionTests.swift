// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTesting

/// A store in memory with transactions of its own.
private protocol StoreInMemory: ResourceStore {
    var base: MemoryStore { get }
}

extension StoreInMemory {
    func list(_ selection: ResourceSelection) -> ResourceSelection.Slice { base.list(selection) }

    func insert(
        type: String, id: String?, with content: ResourceChange
    ) throws -> StoredResource { try base.insert(type: type, id: id, with: content) }

    func update(
        _ identifier: StoredResource.Identifier, with change: ResourceChange, ifVersion: Int?
    ) throws -> StoredResource {
        try base.update(identifier, with: change, ifVersion: ifVersion)
    }

    func delete(_ identifier: StoredResource.Identifier, ifVersion: Int?) throws {
        try base.delete(identifier, ifVersion: ifVersion)
    }
}

/// A store in memory that does something at the end of its first transactions, before their writes
/// are kept.
private final class InterruptedStore: StoreInMemory {
    let base: MemoryStore
    private let interruptions: Mutex<[@Sendable (MemoryStore) throws -> Void]>
    private let begun = Mutex(0)

    init(_ base: MemoryStore, _ interruptions: [@Sendable (MemoryStore) throws -> Void]) {
        self.base = base
        self.interruptions = Mutex(interruptions)
    }

    var transactions: Int { begun.withLock { $0 } }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        try await base.transaction { inside in
            self.begun.withLock { $0 += 1 }
            let result = try await body(inside)
            let interruption = self.interruptions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            try interruption?(self.base)
            return result
        }
    }
}

/// A store in memory whose transactions fail if another one runs at the same time, as those of a
/// database do that read the same rows.
private final class CrowdedStore: StoreInMemory {
    private struct Crowd {
        var running: Set<Int> = []
        var crowded: Set<Int> = []
        var begun = 0
    }

    let base: MemoryStore
    private let crowd = Mutex(Crowd())

    init(_ base: MemoryStore) { self.base = base }

    var transactions: Int { crowd.withLock { $0.begun } }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any ResourceStore) async throws -> Result
    ) async throws -> Result {
        let number = crowd.withLock { crowd in
            crowd.begun += 1
            crowd.running.insert(crowd.begun)
            if crowd.running.count > 1 { crowd.crowded.formUnion(crowd.running) }
            return crowd.begun
        }
        try await Task.sleep(for: .milliseconds(2))
        let isLate = crowd.withLock { crowd in
            crowd.running.remove(number)
            return crowd.crowded.contains(number)
        }
        if isLate { throw StoreError.stale }
        return try await base.transaction(body)
    }
}

/// How a service executes operations: with the checks of single requests, in one transaction.
@Suite("The execution of operations")
struct AtomicExecutionTests {
    private static let album = StoredResource.Identifier(type: "albums", id: "1")
    private static let rename =
        #"{"op":"update","data":{"type":"albums","id":"1","attributes":{"title":"New"}}}"#

    @Test("A store without transactions is responded with 501, in words")
    func unsupported() async throws {
        let store = HookedStore(Music.store())
        let before = Atomic.contents(of: store.base)
        let log = Mutex(0)
        var service = Atomic.service(store)
        service.operationsPath = "operations"
        let reply = try await service.operate(Self.rename)
        #expect(reply.status == 501)
        #expect((reply.json.errors[0].detail as String?)?.contains("transactions") == true)
        #expect(reply.headers[.contentType] == Atomic.mediaType)
        #expect(Atomic.contents(of: store.base) == before && store.attempts == 0)
        #expect(log.withLock { $0 } == 0)
    }

    @Test("A request is repeated if others write meanwhile, and its checks are made again")
    func repeated() async throws {
        let retitle: @Sendable (MemoryStore) throws -> Void = { store in
            _ = try store.update(
                Self.album, with: ResourceChange(attributes: ["title": "Other", "year": 7]),
                ifVersion: nil)
        }
        let store = InterruptedStore(Music.store(), [retitle])
        let reply = try await Atomic.service(store).operate(Self.rename)
        #expect(reply.status == 200)
        #expect(reply.results[0].data.attributes.title == "New")
        #expect(reply.results[0].data.attributes.year == 7)
        #expect(store.transactions == 2)

        let delete: @Sendable (MemoryStore) throws -> Void = {
            try $0.delete(Self.album, ifVersion: nil)
        }
        let gone = InterruptedStore(Music.store(), [delete])
        let refused = try await Atomic.service(gone).operate(Self.rename)
        #expect(refused.status == 404 && refused.pointer == "/atomic:operations/0/data")
    }

    @Test("Long requests that make each other late end all the same, after few attempts")
    func crowded() async throws {
        let store = CrowdedStore(Music.store())
        var service = Atomic.service(store)
        service.operationsPath = "operations"
        let crowdedService = service
        let replies = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for _ in 0..<8 {
                tasks.addTask { try await crowdedService.operate(Self.rename).status }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(replies == Array(repeating: 200, count: 8))
        // Three attempts of each beside the others, and then one of each, or a few more.
        #expect(store.transactions <= 8 * 5)
    }

    @Test("A request that is always late, or whose store is busy, is 503 with Retry-After")
    func busy() async throws {
        let late: @Sendable (MemoryStore) throws -> Void = { store in
            let year = JSONValue.number(JSONNumber(store.resources([Self.album])[0].version))
            _ = try store.update(
                Self.album, with: ResourceChange(attributes: ["year": year]), ifVersion: nil)
        }
        let busy: @Sendable (MemoryStore) throws -> Void = { _ in throw StoreError.busy }
        for interruptions in [[busy], Array(repeating: late, count: 1000)] {
            let store = InterruptedStore(Music.store(), interruptions)
            let reply = try await Atomic.service(store).operate(Self.rename)
            #expect(reply.status == 503)
            #expect(reply.headers[.retryAfter] == "1")
            #expect(reply.headers[.contentType] == Atomic.mediaType)
            #expect(store.base.resources(of: "albums")[0].attributes["title"] == "Album 1")
            #expect(store.transactions < 1000)
        }
    }

    @Test("A resource of a document that leaves out a relationship has it in operations, too")
    func leftOut() async throws {
        let store = try MemoryStore(
            parsing: #"{"data":[{"type":"albums","id":"1"},{"type":"tracks","id":"1"}]}"#)
        let albums = ServedType("albums", toMany: ["tracks": "tracks"])
        let service = Atomic.service(store, types: [albums, ServedType("tracks")])
        let reply = try await service.operate(
            #"{"op":"add","href":"/albums/1/relationships/tracks","data":[{"type":"tracks","id":"1"}]}"#
        )
        #expect(reply.status == 204)
        #expect(try await service.send(.get, "/albums/1/tracks").ids == ["1"])
    }

    @Test("A cancellation between two operations undoes the first")
    func cancelled() async throws {
        let store = Music.store()
        let before = Atomic.contents(of: store)
        var albums = ServedType("albums")
        albums.validate = { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return []
        }
        let service = Atomic.service(store, types: [albums])
        let task = Task { try await service.operate(Self.rename, Self.rename) }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("An error of the server in an operation is 500 without details, and undoes all")
    func failure() async throws {
        struct Secret: Error {}
        let store = Music.store()
        let before = Atomic.contents(of: store)
        let failures = Mutex<[String]>([])
        var service = Atomic.service(
            InterruptedStore(store, [{ _ in throw Secret() }]))
        service.onFailure = { error in failures.withLock { $0.append("\(error)") } }
        let reply = try await service.operate(Self.rename)
        #expect(reply.status == 500)
        #expect(!String(decoding: reply.bytes, as: UTF8.self).contains("Secret"))
        #expect(failures.withLock { $0 } == ["Secret()"])
        #expect(Atomic.contents(of: store) == before)
    }

    @Test("Readers see no half of a request: entries of accounts always have the sum 0")
    func entries() async throws {
        let store = MemoryStore()
        var entries = ServedType("entries", attributes: ["amount"])
        entries.validate = { write in
            write.new.attributes.amount == 13
                ? [APIError(status: 422, title: "Unlucky", source: .pointer("/data/attributes"))]
                : []
        }
        let service = Atomic.service(store, types: [entries])
        func entry(_ amount: Int) -> String {
            #"{"op":"add","data":{"type":"entries","attributes":{"amount":\#(amount)}}}"#
        }
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { tasks in
            for task in 0..<32 {
                tasks.addTask {
                    var statuses: [Int] = []
                    for round in 0..<5 {
                        let amount = task % 4 == 3 && round == 4 ? 13 : 1 + task + round * 40
                        statuses.append(
                            try await service.operate(entry(-amount), entry(amount)).status)
                        let list = try await service.send(.get, "/entries?page[size]=1000").json
                        let sum = list.data.vox.elements.map {
                            $0.attributes.amount as Int? ?? 0
                        }.reduce(0, +)
                        #expect(sum == 0)
                    }
                    return statuses
                }
            }
            return try await tasks.reduce(into: [Int]()) { $0 += $1 }
        }
        let refused = statuses.filter { $0 == 422 }.count
        #expect(refused >= 8 && statuses.allSatisfy { $0 == 200 || $0 == 422 })
        #expect(store.resources(of: "entries").count == 2 * (160 - refused))
    }

    // MARK: The checks of single requests

    @Test("Read-only attributes, replacement and validation are refused as in single requests")
    func checks() async throws {
        var albums = ServedType(
            "albums", attributes: ["title", "year", "label"], toOne: ["artist": "artists"],
            toMany: ["tracks": "tracks"])
        albums.readOnly = ["year"]
        albums.allowsReplacement = false
        albums.acceptsClientIDs = false
        albums.validate = { write in
            write.new.attributes.title == "bad"
                ? [APIError(title: "No", pointer: "/data/attributes/title")] : []
        }
        let store = Music.store()
        let types = [albums, ServedType("artists"), ServedType("tracks")]
        let service = Atomic.service(store, types: types)
        let before = Atomic.contents(of: store)
        let tracks = #"[{"type":"tracks","id":"3.0"}]"#
        let linkage = "/albums/1/relationships/tracks"
        let cases: [(HTTPRequest.Method, String, String, String)] = [
            (.patch, "/albums/1", #"{"type":"albums","id":"1","attributes":{"year":1}}"#, "update"),
            (.patch, "/albums/1", #"{"type":"albums","id":"1","attributes":{"x":1}}"#, "update"),
            (
                .patch, "/albums/1", #"{"type":"albums","id":"1","attributes":{"title":"bad"}}"#,
                "update"
            ),
            (
                .patch, "/albums/1",
                #"{"type":"albums","id":"1","relationships":{"tracks":{"data":\#(tracks)}}}"#,
                "update"
            ),
            (.post, "/albums", #"{"type":"albums","id":"n"}"#, "add"),
            (.post, "/albums", #"{"type":"albums","attributes":{"year":1}}"#, "add"),
            (
                .post, "/albums",
                #"{"type":"albums","relationships":{"artist":{"data":{"type":"artists","id":"9"}}}}"#,
                "add"
            ),
            (.patch, linkage, tracks, "update"), (.post, linkage, "{}", "add"),
            (.post, linkage, #"[{"type":"tracks","id":"9"}]"#, "add"),
            (.patch, "/albums/99", #"{"type":"albums","id":"99"}"#, "update"),
        ]
        for (method, path, data, op) in cases {
            let single = try await service.send(method, path, #"{"data":\#(data)}"#)
            let atomic = try await service.operate(
                #"{"op":"\#(op)","href":"\#(path)","data":\#(data)}"#)
            #expect((400..<500).contains(single.status))
            #expect(single.status == atomic.status, "\(path) \(data)")
            let (one, other) = (single.json.errors[0], atomic.json.errors[0])
            #expect(one.title as String? == other.title && one.detail as String? == other.detail)
            if let pointer = single.pointer {
                #expect(atomic.pointer == "/atomic:operations/0" + pointer)
            } else {
                #expect(atomic.pointer == "/atomic:operations/0/href")
            }
        }
        #expect(Atomic.contents(of: store) == before)
    }

    // MARK: Authorization

    @Test("Each operation is authorized once, and equally in single and atomic requests")
    func authorized() async throws {
        let seen = Mutex<[ResourceService.Operation]>([])
        var service = Atomic.service(Music.store())
        service.authorize = { operation in seen.withLock { $0.append(operation) } }
        let linkage = "/albums/1/relationships/tracks"
        let track = #"[{"type":"tracks","id":"3.0"}]"#
        let cases: [(HTTPRequest.Method, String, String?, String)] = [
            (.post, "/artists", #"{"type":"artists","id":"n"}"#, "add"),
            (.patch, "/artists/1", #"{"type":"artists","id":"1"}"#, "update"),
            (.post, linkage, track, "add"), (.patch, linkage, track, "update"),
            (.delete, linkage, track, "remove"), (.delete, "/artists/%32", nil, "remove"),
        ]
        for (method, path, data, _) in cases {
            let reply = try await service.send(method, path, data.map { #"{"data":\#($0)}"# })
            #expect((200..<300).contains(reply.status))
        }
        let single = seen.withLock { seen in
            defer { seen = [] }
            return seen
        }
        service.store(Music.store())
        let operations = cases.map { _, path, data, op in
            #"{"op":"\#(op)","href":"\#(path)"\#(data.map { #","data":\#($0)"# } ?? "")}"#
        }
        #expect(try await service.operate(operations).status == 200)
        let atomic = seen.withLock { $0 }
        #expect(single.count == cases.count)
        #expect(atomic == single)
        #expect(
            atomic.map(\.action) == [
                .create, .update, .addLinkage, .replaceLinkage, .removeLinkage, .delete,
            ])
        _ = try await service.send(.head, "/albums/1")
        #expect(seen.withLock { $0.last?.action } == .fetch)
    }

    @Test(
        "elide#2239: what is refused in a single request is refused in an atomic one, at its place")
    func refused() async throws {
        let store = Music.store()
        let before = Atomic.contents(of: store)
        var service = Atomic.service(store)
        service.authorize = { operation in
            if operation.action == .delete { throw ErrorResponse(.forbidden, "nothing is deleted") }
        }
        for path in ["/albums/1", "/album%73/%31", "/albums/1/"] {
            #expect(try await service.send(.delete, path).status == 403)
            let reply = try await service.operate(
                Self.rename, #"{"op":"remove","href":"\#(path)"}"#, Self.rename)
            #expect(reply.status == 403 && reply.pointer == "/atomic:operations/1")
            #expect(reply.json.errors[0].detail == "nothing is deleted")
        }
        #expect(Atomic.contents(of: store) == before)
        #expect(try await service.operate(Self.rename).status == 200)
    }

    @Test("An operation on a new resource has its lid, and no id")
    func localID() async throws {
        let seen = Mutex<[ResourceService.Operation]>([])
        var service = Atomic.service(Music.store())
        service.authorize = { operation in seen.withLock { $0.append(operation) } }
        _ = try await service.operate(
            #"{"op":"add","data":{"type":"artists","lid":"a"}}"#,
            #"{"op":"update","data":{"type":"artists","lid":"a"}}"#,
            #"{"op":"update","ref":{"type":"artists","lid":"a","relationship":"rival"},"data":null}"#
        )
        let operations = seen.withLock { $0 }
        #expect(operations.map(\.lid) == [nil, "a", "a"])
        #expect(operations.allSatisfy { $0.id == nil && $0.type == "artists" })
        #expect(operations.map(\.relationship) == [nil, nil, "rival"])
    }
}

extension ResourceService {
    /// Serves another store with the same settings.
    fileprivate mutating func store(_ store: MemoryStore) {
        var other = Atomic.service(store)
        other.authorize = authorize
        self = other
    }
}
