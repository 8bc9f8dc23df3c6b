// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxTesting

/// Calls of every kind while everything breaks that can break on a socket, by seed. `VOX_SEEDS` is how
/// many thousands of runs there are; by default one.
@Suite("Transports: runs with faults", .serialized, .timeLimit(.minutes(30)))
struct FaultRunTests {
    private struct Disc: ResourceSchema {
        static let type = "discs"
        let title = Attribute<String>("title")
        let singer = ToOne<Singer>("singer")
        let songs = ToMany<Song>("songs")
    }

    private struct Singer: ResourceSchema {
        static let type = "singers"
        let name = Attribute<String>("name")
    }

    private struct Song: ResourceSchema {
        static let type = "songs"
        let number = Attribute<Int>("number")
    }

    /// One kind of call.
    private enum Deed: CaseIterable {
        case one, pages, create, createWithKey, update, delete, add, shared
    }

    /// What a run came to.
    private enum End { case answer, error(RequestError.Code) }

    private static func store(runs: Int) throws -> MemoryStore {
        let discs = (0..<runs).map {
            """
            {"type":"discs","id":"\($0)","attributes":{"title":"disc \($0)"},"relationships":\
            {"singer":{"data":{"type":"singers","id":"1"}},"songs":{"data":[]}}}
            """
        }
        let songs = (1...6).map {
            #"{"type":"songs","id":"\#($0)","attributes":{"number":\#($0)}}"#
        }
        let singer = #"{"type":"singers","id":"1","attributes":{"name":"N"}}"#
        return try MemoryStore(
            parsing: #"{"data":[\#((discs + songs + [singer]).joined(separator: ","))]}"#)
    }

    /// Half of what is sent meets a fault.
    private static func fault(_ run: Int, _ attempt: Int, of faults: [WireFault]) -> WireFault {
        var seeded = SeededNumbers(UInt64(run) << 8 | UInt64(attempt))
        return Bool.random(using: &seeded)
            ? .none : faults.randomElement(using: &seeded) ?? .none
    }

    @Test(
        "Whatever breaks, each call ends once, nothing is written twice, and nothing stays behind",
        arguments: Transport.onNetwork)
    func runs(transport: Transport) async throws {
        // In a process of its own, for its descriptors are counted.
        await #expect(processExitsWith: .success) { [transport = transport as Transport] in
            try await FaultRunTests().check(transport)
        }
    }

    private func check(_ transport: Transport) async throws {
        let seeds = ProcessInfo.processInfo.environment["VOX_SEEDS"].flatMap { Int($0) } ?? 1
        let count = transport == .urlSession ? 200 * seeds : 1000 * seeds
        let faults = transport == .urlSession ? WireFault.forFoundation : WireFault.allCases
        let tokens = Counter()
        // What libraries open once and keep is open before the counting begins.
        _ = try await run(transport, 64, faults, tokens)
        let before = openDescriptors()
        let ends = try await run(transport, count, faults, tokens)
        #expect(ends.count == count)
        let failures = ends.reduce(into: [String: Int]()) {
            if case .error(let code) = $1 { $0[code.description, default: 0] += 1 }
        }
        let good = count - failures.values.reduce(0, +)
        print("\(transport): \(count) runs, \(good) answers, errors \(failures)")
        // That nothing worked, or nothing failed, would show nothing.
        #expect(good > count / 4 && good < count)
        await settle { openDescriptors() <= before && tokens.value == 0 }
        #expect(openDescriptors() <= before)
        #expect(tokens.value == 0)
    }

    private func run(
        _ transport: Transport, _ count: Int, _ faults: [WireFault], _ tokens: Counter
    ) async throws -> [End] {
        let store = try Self.store(runs: count)
        let log = RequestLog()
        let done = RequestLog()
        let service = ResourceService(serving: store).with(log, IdempotencyKeys(), done)
        let server = try FaultyServer(service) { Self.fault($0, $1, of: faults) }
        var reliability = ReliabilityOptions()
        reliability.retryBudget = ReliabilityOptions.RetryBudget(share: 2)
        let api = try APIClient(
            server.url.text, transport: transport.client(clock: ContinuousClock()),
            reliability: reliability)
        let ends = try await withThrowingTaskGroup(of: End.self) { group in
            var ends: [End] = []
            for number in 0..<count {
                if number >= 32, let end = try await group.next() { ends.append(end) }
                group.addTask {
                    try await Self.perform(number, api, store, tokens)
                }
            }
            for try await end in group { ends.append(end) }
            return ends
        }
        // What has no key was sent once at most; what has one was done once at most.
        let creations = Dictionary(grouping: store.resources(of: "discs")) {
            $0.attributes["title"] ?? .null
        }
        #expect(creations.values.allSatisfy { $0.count == 1 })
        let writes = Dictionary(
            grouping: done.requests.filter { $0.method == .post || $0.method == .patch }
        ) { $0.headers["X-Run"] }
        #expect(writes.values.allSatisfy { $0.count == 1 })
        for request in log.requests where request.headers["Idempotency-Key"] == nil {
            guard request.method == .post || request.method == .patch else { continue }
            let run = try #require(request.headers["X-Run"].flatMap { Int($0) })
            #expect(server.attempts(of: run) == 1, "\(run)")
        }
        return ends
    }

    /// One call, which gives the right answer or a request error; what it writes is checked.
    private static func perform(
        _ run: Int, _ api: APIClient, _ store: MemoryStore, _ tokens: Counter
    ) async throws -> End {
        let deed = Deed.allCases[run % Deed.allCases.count]
        var api = api
        if let name = HTTPField.Name("X-Run"), deed != .shared {
            api.options.headers[name] = "\(run)"
        }
        let limits = ClientRequest.Timeouts(
            connect: nil, idle: .seconds(2), total: .seconds(600))
        // Whoever keeps a request after its end keeps this.
        let given: [String: any Sendable] = deed == .shared ? [:] : ["token": Token(tokens)]
        let discs = DataSource<Disc>(.path("<type>/<id>"), client: api)
        let disc = Resource<Disc>()
        disc.id = "\(run)"
        func title() -> String? {
            let found = store.resources(of: "discs").first { $0.id == "\(run)" }
            if case .string(let title)? = found?.attributes["title"] { return title }
            return nil
        }
        do {
            switch deed {
            case .one, .shared:
                let id = deed == .shared ? "0" : "\(run)"
                let found = try await discs.fetch(id: id).include(\.singer).timeouts(limits)
                    .userInfo(given).result().data
                #expect(found?.title == "disc \(id)" && found?.singer?.name == "N", "\(run)")
            case .pages:
                var ids: [String?] = []
                let songs = DataSource<Song>(.path("songs"), client: api).fetch()
                    .paginate(Pagination.PageBased(number: 1, size: 2)).timeouts(limits)
                    .userInfo(given)
                for try await song in songs.resources() { ids.append(song.id) }
                #expect(ids == ["1", "2", "3", "4", "5", "6"], "\(run)")
            case .create, .createWithKey:
                disc.id = nil
                disc.title = "new \(run)"
                var request = discs.create(disc).timeouts(limits).userInfo(given)
                if deed == .createWithKey { request = request.idempotencyKey("key-\(run)") }
                try await request.result()
                let made = store.resources(of: "discs").filter {
                    $0.attributes["title"] == .string("new \(run)")
                }
                #expect(made.count == 1, "\(run)")
                #expect(disc.id == nil || disc.id == made.first?.id, "\(run)")
            case .update:
                disc.title = "changed \(run)"
                do {
                    try await discs.update(disc).timeouts(limits).userInfo(given).result()
                    #expect(title() == "changed \(run)", "\(run)")
                    #expect(try disc.vox.changes().isEmpty, "\(run)")
                } catch {
                    #expect(try disc.vox.changes().attributes == ["title"], "\(run)")
                    throw error
                }
            case .delete:
                try await discs.delete(id: "\(run)").timeouts(limits).userInfo(given).result()
                #expect(title() == nil, "\(run)")
            case .add:
                let song = Resource<Song>()
                song.id = "3"
                try await discs.relationship(\.songs, of: disc).add([song]).timeouts(limits)
                    .userInfo(given).result()
                #expect(disc.songs.map(\.id) == ["3"], "\(run)")
            }
            return .answer
        } catch let error as RequestError {
            return .error(error.code)
        }
    }

    /// Waits for something that other threads do; for minutes, since nobody ends a process of its own
    /// that waits for ever.
    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<30_000 where !isDone() { try? await Task.sleep(for: .milliseconds(20)) }
    }

    private func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

/// Counted while it lives.
private final class Token: Sendable {
    private let tokens: Counter

    init(_ tokens: Counter) {
        self.tokens = tokens
        tokens.add(1)
    }

    deinit { tokens.add(-1) }
}

/// SplitMix64: the same numbers for the same seed.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
