// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport
import VoxTesting

/// Random requests with operations, compared with a model of what they mean.
@Suite("Atomic requests and a model")
struct AtomicModelTests {
    @Test("JA-148 Random requests: accepted as in the model, or refused and nothing is changed")
    func random() async throws {
        let seed = Seeded.drawnSeed()
        print("the seed of the operations: \(seed)")
        var accepted = 0
        var refused = 0
        for round in 0..<40 {
            var run = Run(seed: seed &+ UInt64(round))
            for step in 0..<25 {
                let place: Comment = "seed \(seed), round \(round), step \(step)"
                if try await run.step(place) { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(accepted > 200 && refused > 200)
    }
}

/// The resources of a model: nodes with a number, a parent and tags, and tags with a number.
private struct Model {
    struct Resource: Equatable {
        var number = 0
        var parent: String?
        var tags: [String] = []
    }

    /// By type and id, as in `nodes/7`. A new resource has its lid for an id, as in `nodes/#a`.
    var resources: [String: Resource] = [:]

    func keys(_ type: String) -> [String] {
        resources.keys.filter { $0.hasPrefix(type + "/") }.sorted()
    }

    mutating func remove(_ key: String) {
        resources[key] = nil
        for other in resources.keys {
            if resources[other]?.parent == key { resources[other]?.parent = nil }
            resources[other]?.tags.removeAll { $0 == key }
        }
    }

    /// Gives new resources their ids.
    mutating func rename(_ names: [String: String]) {
        resources = Dictionary(
            uniqueKeysWithValues: resources.map { key, resource in
                var resource = resource
                resource.parent = resource.parent.map { names[$0] ?? $0 }
                resource.tags = resource.tags.map { names[$0] ?? $0 }
                return (names[key] ?? key, resource)
            })
    }
}

private struct Run {
    private static let types: [ServedType] = {
        var nodes = ServedType(
            "nodes", attributes: ["n", "made"], toOne: ["parent": "nodes"],
            toMany: ["tags": "tags"])
        nodes.readOnly = ["made"]
        nodes.validate = { write in
            write.new.attributes.n == -1
                ? [APIError(status: 422, title: "Negative", source: .pointer("/data/attributes/n"))]
                : []
        }
        return [nodes, ServedType("tags", attributes: ["n"])]
    }()

    private let store = MemoryStore()
    private let service: ResourceService
    private var model = Model()
    private var lot: Seeded
    private var count = 0

    init(seed: UInt64) {
        lot = Seeded(seed)
        service = Atomic.service(store, types: Self.types)
    }

    /// Sends a request of random operations, in half of the requests with one fault. Returns true if
    /// it was accepted.
    mutating func step(_ place: Comment) async throws -> Bool {
        var next = model
        var operations: [String] = []
        var created: [(index: Int, key: String)] = []
        for index in 0...lot.below(6) {
            let (operation, key) = draw(&next)
            operations.append(operation)
            if let key { created.append((index, key)) }
        }
        let before = Atomic.contents(of: store)
        guard lot.chance(50) else {
            let reply = try await service.operate(operations)
            #expect([200, 204].contains(reply.status), place)
            var names: [String: String] = [:]
            for (index, key) in created where key.contains("#") {
                let id = try #require(String(reply.results[index].data.id), place)
                names[key] = "\(key.prefix { $0 != "/" })/\(id)"
            }
            next.rename(names)
            model = next
            #expect(try stored() == model.resources, place)
            return true
        }
        let index = lot.below(operations.count + 1)
        operations.insert(fault(), at: index)
        let reply = try await service.operate(operations)
        #expect((400..<500).contains(reply.status), place)
        let pointer = try #require(reply.pointer, place)
        #expect(pointer.hasPrefix("/atomic:operations/\(index)/"), place)
        #expect(Atomic.contents(of: store) == before, place)
        return false
    }

    // MARK: Drawing

    /// An operation that succeeds, made in the model, too. The key is that of a new resource.
    private mutating func draw(_ model: inout Model) -> (operation: String, key: String?) {
        let nodes = model.keys("nodes")
        let tags = model.keys("tags")
        let choice = nodes.isEmpty ? lot.below(2) : lot.below(8)
        switch choice {
        case 0, 1: return create(choice == 0 ? "nodes" : "tags", &model)
        case 2:
            let key = lot.pick(nodes + tags)
            model.remove(key)
            return (#"{"op":"remove",\#(target(key, ""))}"#, nil)
        case 3, 4:
            let key = lot.pick(nodes)
            var members: [String] = []
            if lot.chance(70) {
                model.resources[key]?.number = lot.below(100)
                members.append(
                    #""attributes":{"n":\#(model.resources[key]?.number ?? 0)}"#)
            }
            if lot.chance(50) {
                let parent = lot.chance(30) ? nil : lot.pick(nodes)
                model.resources[key]?.parent = parent
                members.append(
                    #""relationships":{"parent":{"data":\#(identifier(parent))}}"#)
            }
            let isOwn = lot.chance(40)
            let target = isOwn ? "" : target(key, "") + ","
            let rest = members.map { "," + $0 }.joined()
            return (#"{"op":"update",\#(target)"data":{\#(name(key))\#(rest)}}"#, nil)
        case 5:
            let key = lot.pick(nodes)
            let parent = lot.chance(30) ? nil : lot.pick(nodes)
            model.resources[key]?.parent = parent
            return (
                #"{"op":"update",\#(target(key, "parent")),"data":\#(identifier(parent))}"#, nil
            )
        default: return (editTags(of: lot.pick(nodes), tags, &model), nil)
        }
    }

    private mutating func create(
        _ type: String, _ model: inout Model
    ) -> (operation: String, key: String?) {
        count += 1
        let isLocal = lot.chance(60)
        let key = "\(type)/\(isLocal ? "#" : "c")\(count)"
        var resource = Model.Resource(number: lot.below(100))
        var links = ""
        if type == "nodes", let parent = model.keys("nodes").randomElement(using: &lot) {
            resource.parent = parent
            links = #","relationships":{"parent":{"data":\#(identifier(parent))}}"#
        }
        model.resources[key] = resource
        let operation =
            #"{"op":"add","data":{\#(name(key)),"attributes":{"n":\#(resource.number)}\#(links)}}"#
        return (operation, key)
    }

    private mutating func editTags(
        of key: String, _ tags: [String], _ model: inout Model
    ) -> String {
        let chosen = tags.filter { _ in lot.chance(40) }
        var present = model.resources[key]?.tags ?? []
        let op = lot.pick(["add", "update", "remove"])
        switch op {
        case "add": present += chosen.filter { !present.contains($0) }
        case "remove": present.removeAll { chosen.contains($0) }
        default: present = chosen
        }
        model.resources[key]?.tags = present
        let data = chosen.map { identifier($0) }.joined(separator: ",")
        return #"{"op":"\#(op)",\#(target(key, "tags")),"data":[\#(data)]}"#
    }

    /// An operation that is refused whatever the store has.
    private mutating func fault() -> String {
        lot.pick([
            #"{"op":"add","data":{"type":"nodes","attributes":{"x":1}}}"#,
            #"{"op":"add","data":{"type":"nodes","attributes":{"n":-1}}}"#,
            #"{"op":"add","data":{"type":"nodes","attributes":{"made":1}}}"#,
            #"{"op":"add","data":{"type":"none"}}"#,
            #"{"op":"add","data":{"type":"nodes","id":"n","lid":"m"}}"#,
            #"{"op":"add","data":{"type":"nodes","relationships":{"parent":{"data":{"type":"nodes","id":"none"}}}}}"#,
            #"{"op":"add","data":{"type":"nodes","relationships":{"tags":{"data":[{"type":"tags","lid":"none"}]}}}}"#,
            #"{"op":"update","data":{"type":"tags","id":"none"}}"#,
            #"{"op":"update","ref":{"type":"nodes","id":"1"},"data":{"type":"nodes","id":"2"}}"#,
            #"{"op":"update","ref":{"type":"nodes","id":"none","relationship":"parent"},"data":null}"#,
            #"{"op":"remove","ref":{"type":"nodes","lid":"none"}}"#,
            #"{"op":"remove","href":"/nodes/none"}"#, #"{"op":"move","href":"/nodes/1"}"#,
            #"{"op":"add","href":"/nodes/1/relationships/parent","data":null}"#,
        ])
    }

    // MARK: Text

    private func parts(_ key: String) -> (type: Substring, id: Substring) {
        let type = key.prefix { $0 != "/" }
        return (type, key.dropFirst(type.count + 1))
    }

    private func name(_ key: String) -> String {
        let (type, id) = parts(key)
        return id.hasPrefix("#")
            ? #""type":"\#(type)","lid":"\#(id)""# : #""type":"\#(type)","id":"\#(id)""#
    }

    private func identifier(_ key: String?) -> String { key.map { "{\(name($0))}" } ?? "null" }

    private mutating func target(_ key: String, _ relationship: String) -> String {
        let (type, id) = parts(key)
        if !id.hasPrefix("#"), lot.chance(50) {
            let rest = relationship.isEmpty ? "" : "/relationships/\(relationship)"
            return #""href":"/\#(type)/\#(id)\#(rest)""#
        }
        let rest = relationship.isEmpty ? "" : #","relationship":"\#(relationship)""#
        return #""ref":{\#(name(key))\#(rest)}"#
    }

    // MARK: The store

    /// What the store has, in the form of the model.
    private func stored() throws -> [String: Model.Resource] {
        var found: [String: Model.Resource] = [:]
        for resource in store.types.flatMap(store.resources) {
            var copy = Model.Resource()
            guard case .number(let number)? = resource.attributes["n"] else { continue }
            copy.number = number.exactly() ?? -1
            copy.parent = resource.relationships["parent"]?.identifiers.first.map {
                "\($0.type)/\($0.id)"
            }
            copy.tags = (resource.relationships["tags"]?.identifiers ?? []).map {
                "\($0.type)/\($0.id)"
            }
            found["\(resource.type)/\(resource.id)"] = copy
        }
        return found
    }
}
