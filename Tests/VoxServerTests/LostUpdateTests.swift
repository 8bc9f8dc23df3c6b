// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Synchronization
import Testing
import Vox
import VoxServer
import VoxTestSupport

/// A network that loses, repeats and delays what it carries.
private final class FaultyNetwork: HTTPTransport {
    private let service: ResourceService
    private let numbers: Mutex<Seeded>
    private let patches = Mutex(0)

    /// The number of updates that were sent.
    var writes: Int { patches.withLock { $0 } }

    init(_ service: ResourceService, seed: UInt64) {
        self.service = service
        numbers = Mutex(Seeded(seed))
    }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        if request.method == .patch { patches.withLock { $0 += 1 } }
        let chance = numbers.withLock { Int.random(in: 0..<100, using: &$0) }
        switch chance {
        case ..<5: throw RequestError(code: .connection, message: "the request was lost")
        case ..<15:
            _ = try await service.execute(request)
            throw RequestError(code: .connection, message: "the response was lost")
        case ..<20: _ = try await service.execute(request)
        case ..<40: for _ in 0..<chance { await Task.yield() }
        default: break
        }
        return try await service.execute(request)
    }
}

/// Many clients edit the same resources over a network with faults.
@Suite("Lost updates")
struct LostUpdateTests {
    struct Note: ResourceSchema {
        static let type = "notes"
        let history = Attribute<[String]>("history")
        let marks = Attribute<JSON>("marks")
        let tags = ToMany<AnyResource>("tags")
    }

    /// What a client knows of its edits of one resource.
    private struct Known {
        /// The tokens of acknowledged edits of the list, which must be there once.
        var stored: [String] = []
        /// The tokens of edits with an unknown end, which may be there once.
        var uncertain: Set<String> = []
        /// The values that the client's own mark may have: the acknowledged one, and later ones with
        /// an unknown end.
        var marks: [String?] = [nil]
        /// The same for the membership of the client's own tag.
        var membership: Set<Bool> = [false]

        /// Notes an edit: of the list, of the client's own mark, or of the membership of its tag.
        mutating func note(_ kind: Int, _ token: String, _ isMember: Bool, isCertain: Bool) {
            switch (kind, isCertain) {
            case (0, true): stored.append(token)
            case (0, false): uncertain.insert(token)
            case (1, true): marks = [token]
            case (1, false): marks.append(token)
            case (_, true): membership = [isMember]
            case (_, false): membership.insert(isMember)
            }
        }
    }

    private static let clients = 64
    private static var resources: Int { max(20, min(500, edits / 200)) }

    private static var edits: Int {
        ProcessInfo.processInfo.environment["VOX_EDITS"].flatMap { Int($0) } ?? 1_000
    }

    @Test("MW-133 No acknowledged edit is lost, and none is applied twice")
    func edits() async throws {
        let seed =
            ProcessInfo.processInfo.environment["VOX_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0..<1 << 32)
        print("seed \(seed), \(Self.edits) edits")
        let notes = (0..<Self.resources).map {
            StoredResource(
                type: "notes", id: "\($0)", attributes: ["history": [], "marks": [:]],
                relationships: ["tags": .many([])])
        }
        let store = MemoryStore(
            notes + (0..<Self.clients).map { StoredResource(type: "tags", id: "\($0)") })
        let service = ResourceService(serving: store)
        let known = try await withThrowingTaskGroup(of: (Int, [Known]).self) { group in
            for client in 0..<Self.clients {
                group.addTask {
                    (client, try await Self.run(client, service, seed: seed &+ UInt64(client)))
                }
            }
            return try await group.reduce(into: [Int: [Known]]()) { $0[$1.0] = $1.1 }
        }
        for (index, note) in store.resources(of: "notes").enumerated() {
            guard case .array(let history)? = note.attributes["history"],
                case .object(let marks)? = note.attributes["marks"]
            else {
                Issue.record("seed \(seed): \(note)")
                continue
            }
            let tokens = history.compactMap { if case .string(let text) = $0 { text } else { nil } }
            #expect(Set(tokens).count == tokens.count, "seed \(seed): an edit was applied twice")
            let members = Set(note.relationships["tags"]?.identifiers.map(\.id) ?? [])
            var allowed: Set<String> = []
            for (client, all) in known {
                let own = all[index]
                #expect(Set(own.stored).isSubset(of: tokens), "seed \(seed): an edit was lost")
                allowed.formUnion(own.stored)
                allowed.formUnion(own.uncertain)
                var mark: String?
                if case .string(let text)? = marks["client\(client)"] { mark = text }
                #expect(own.marks.contains(mark), "seed \(seed): a mark was lost")
                #expect(
                    own.membership.contains(members.contains("\(client)")),
                    "seed \(seed): a member was lost")
            }
            #expect(Set(tokens).isSubset(of: allowed))
        }
    }

    private static func run(
        _ client: Int, _ service: ResourceService, seed: UInt64
    ) async throws -> [Known] {
        var reliability = ReliabilityOptions()
        reliability.clock = TestClock(jumps: true)
        reliability.cacheCapacity = 0
        let network = FaultyNetwork(service, seed: seed)
        let api = try APIClient(
            "https://x.example", transport: network, reliability: reliability)
        let notes = DataSource<Note>(.path("notes/<id>"), client: api)
        var numbers = Seeded(seed)
        var known = Array(repeating: Known(), count: resources)
        for edit in 0..<Self.edits / clients {
            let index = Int.random(in: 0..<resources, using: &numbers)
            guard let note = try? await notes.fetch(id: "\(index)").result().data else { continue }
            let token = "\(client).\(edit)"
            let kind = Int.random(in: 0..<3, using: &numbers)
            let isMember = Bool.random(using: &numbers)
            switch kind {
            case 0: note.history = (note.history ?? []) + [token]
            case 1: note.marks["client\(client)"] = try JSON(.string(token))
            default:
                let others = note.tags.filter { $0.id != "\(client)" }
                note.tags =
                    others + (isMember ? [Resource(type: "tags", id: "\(client)")] : [])
            }
            do {
                let update = notes.update(note).merging(structured: true, attempts: 50) {
                    conflict in
                    guard case .array(let theirs)? = conflict.theirs else { return .mine }
                    return theirs.contains(.string(token))
                        ? .theirs : .value(.array(theirs + [.string(token)]))
                }
                let writes = network.writes
                guard case .written = try await update.result() else { continue }
                // The clock jumps over time limits, so an earlier request of this client may still
                // be on its way. Its version is out of date after a write, but not after an update
                // that had nothing to send.
                let isCertain = kind == 0 || network.writes > writes
                known[index].note(kind, token, isMember, isCertain: isCertain)
            } catch is RequestError {
                known[index].note(kind, token, isMember, isCertain: false)
            }
        }
        return known
    }
}
