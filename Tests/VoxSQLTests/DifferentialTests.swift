// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Testing
import VoxSQL
import VoxSQLite
import VoxTestSupport

/// A store on a database and a store in memory give the same results for random requests.
@Suite("The same as in memory")
struct DifferentialTests {
    /// The types without relationships by foreign key to many, which the store in memory does not
    /// derive from the other side, and without a computed attribute.
    private static let types = [
        SQLType(
            "albums", table: "album", key: .text("id"),
            attributes: [
                "title": .text("title"), "year": .integer("year"), "rating": .real("rating"),
                "live": .boolean("live"), "extra": .json("extra"),
            ],
            relationships: [
                "artist": .toOne("artists", column: "artist_id"),
                "genres": .toMany(
                    "genres", through: "album_genre", owner: "album", target: "genre"),
            ], version: "version"),
        SQLType(
            "artists", table: "artist", key: .text("id"), attributes: ["name": .text("name")],
            relationships: ["rival": .toOne("artists", column: "rival_id")], version: "version"),
        SQLType(
            "genres", table: "genre", key: .text("id"), attributes: ["name": .text("name")],
            relationships: [
                "best": .toMany("albums", through: "genre_best", owner: "genre", target: "album")
            ], version: "version"),
    ]

    /// Makes random requests.
    private struct Maker {
        var random: Seeded
        private let texts = ["", "a", "A", "ab", "b", "é", "e\u{301}", "1", "1.5", "true", "zz'\""]

        init(seed: UInt64) { random = Seeded(seed) }

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        mutating func one<Element>(of list: [Element]) -> Element {
            list[Int.random(in: 0..<list.count, using: &random)]
        }

        mutating func id(of type: String) -> StoredResource.Identifier {
            let names = ["x", "y", "é", "e\u{301}", "Z", "10", "9", "'"]
            return .init(type: type, id: one(of: names))
        }

        mutating func value(of name: String) -> JSONValue {
            if chance(20) { return .null }
            switch name {
            case "year": return .number(JSONNumber(Int.random(in: -2...3, using: &random)))
            case "rating": return one(of: [-1.5, 0.5, 1.5, 2.25, 1e300])
            case "live": return .bool(chance(50))
            case "extra":
                return one(of: [
                    "a", 1, 1.5, true, [], ["a", 1, nil, "b"], ["in": "a"],
                    ["in": ["a", 2, false]],
                    ["in": nil], ["a\"\\\n": "a"],
                ])
            default: return .string(one(of: texts))
            }
        }

        mutating func anyValue() -> JSONValue {
            one(of: [
                value(of: "title"), value(of: "year"), value(of: "rating"), value(of: "live"), 3.0,
                1e19,
            ])
        }

        mutating func change(of type: String, isNew: Bool) -> ResourceChange {
            var change = ResourceChange()
            let names =
                type == "albums" ? ["title", "year", "rating", "live", "extra"] : ["name"]
            for name in names where isNew || chance(40) {
                change.attributes[name] = value(of: name)
            }
            switch type {
            case "albums":
                if isNew || chance(40) {
                    change.relationships["artist"] = .replace(
                        .one(chance(30) ? nil : id(of: "artists")))
                }
                change.relationships["genres"] = edit(of: "genres", isNew)
            case "artists":
                change.relationships["rival"] = .replace(.one(chance(50) ? nil : id(of: type)))
            default: change.relationships["best"] = edit(of: "albums", isNew)
            }
            return change
        }

        private mutating func edit(of type: String, _ isNew: Bool) -> ResourceChange.Edit {
            var ids: [StoredResource.Identifier] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) { ids.append(id(of: type)) }
            let kind = isNew ? 0 : Int.random(in: 0..<3, using: &random)
            return [.replace(.many(ids)), .add(ids), .remove(ids)][kind]
        }

        mutating func filter(on type: String, depth: Int) -> FilterExpression {
            if depth > 0, chance(50) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: return .not(filter(on: type, depth: depth - 1))
                case 1:
                    return .and([
                        filter(on: type, depth: depth - 1), filter(on: type, depth: depth - 1),
                    ])
                default:
                    return .or([
                        filter(on: type, depth: depth - 1), filter(on: type, depth: depth - 1),
                    ])
                }
            }
            if chance(15) {
                let (name, target) = relationship(of: type)
                return .has([name], chance(30) ? nil : filter(on: target, depth: depth - 1))
            }
            let path = path(on: type)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return .isNull(path)
            case 1:
                return .anyOf(path, (0..<one(of: [0, 1, 3, 20])).map { _ in anyValue() })
            default:
                return .comparison(path, one(of: FilterExpression.Operator.allCases), anyValue())
            }
        }

        private func relationships(of type: String) -> [(String, String)] {
            switch type {
            case "albums": [("artist", "artists"), ("genres", "genres")]
            case "artists": [("rival", "artists")]
            default: [("best", "albums")]
            }
        }

        private mutating func relationship(of type: String) -> (String, String) {
            one(of: relationships(of: type))
        }

        private mutating func path(on type: String) -> [String] {
            if chance(25) {
                let (name, target) = relationship(of: type)
                return chance(30) ? [name] : [name] + path(on: target)
            }
            let names =
                type == "albums"
                ? ["id", "title", "year", "rating", "live", "extra", "extra.in", "extra.a\"\\\n"]
                : ["id", "name"]
            return [one(of: names)]
        }

        mutating func selection(of type: String) -> ResourceSelection {
            var selection = ResourceSelection(type: type)
            if chance(70) { selection.filter = filter(on: type, depth: 3) }
            let fields =
                type == "albums" ? ["id", "title", "year", "rating", "live"] : ["id", "name"]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                selection.sort.append(.init(one(of: fields), isDescending: chance(50)))
            }
            if chance(60) {
                // The order is total only in keysets.
                selection.keyset = .init(isFromEnd: chance(40))
                selection.limit = Int.random(in: 0...4, using: &random)
            } else {
                selection.sort.append(.init("id"))
                selection.offset = chance(50) ? 0 : Int.random(in: 0...4, using: &random)
                selection.limit = chance(50) ? .max : Int.random(in: 0...4, using: &random)
            }
            if chance(20) { selection.ids = ["x", "Z", "9", "none", "e\u{301}"] }
            return selection
        }
    }

    private func comparable(_ resources: [StoredResource]) -> [StoredResource] {
        resources.map { resource in
            var resource = resource
            // The versions differ, and targets are a set.
            resource.version = 0
            for (name, linkage) in resource.relationships {
                guard case .many(let targets) = linkage else { continue }
                resource.relationships[name] = .many(
                    targets.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) })
            }
            return resource
        }
    }

    @Test(
        "Random edits, filters, sorts and pages", arguments: TestDatabase.all,
        1...Size.of(quick: 1, full: 4))
    func random(on kind: TestDatabase, round: Int) async throws {
        let seed = Seeded.drawnSeed()
        print("\(kind), differential round \(round): seed \(seed)")
        try await kind.withStore(Self.types) { store, _ in
            var maker = Maker(seed: seed)
            let memory = MemoryStore()
            for step in 0..<150 {
                let note = Comment(rawValue: "seed \(seed), step \(step)")
                try await edit(store, memory, &maker, note)
                let type = maker.one(of: ["albums", "albums", "artists", "genres"])
                var selection = maker.selection(of: type)
                // A position of a resource that exists, and the page on both sides of it.
                if var keyset = selection.keyset,
                    let found = memory.list(ResourceSelection(type: type)).resources.randomElement(
                        using: &maker.random)
                {
                    let position = ResourceSelection.Keyset.Position(
                        values: selection.sort.map {
                            $0.name == "id" ? .string(found.id) : found.attributes[$0.name]
                        },
                        id: found.id)
                    if maker.chance(70) { keyset.after = position }
                    if maker.chance(30) { keyset.before = position }
                    selection.keyset = keyset
                }
                try await related(store, memory, &maker, note)
                let expected = memory.list(selection)
                let found = try await store.list(selection)
                #expect(found.total == expected.total, note)
                #expect(
                    comparable(found.resources) == comparable(expected.resources),
                    "\(note): \(selection)")
            }
        }
    }

    /// Reads a page of the related resources of one or several owners.
    private func related(
        _ store: SQLStore, _ memory: MemoryStore, _ maker: inout Maker, _ note: Comment
    ) async throws {
        let owned = maker.one(of: [
            ("albums", "artist", "artists"), ("albums", "genres", "genres"),
            ("artists", "rival", "artists"), ("genres", "best", "albums"),
        ])
        var selection = maker.selection(of: owned.2)
        selection.ids = nil
        if maker.chance(50) {
            // Several owners, in the order of the ids.
            selection = ResourceSelection(type: owned.2)
            selection.isCounted = false
            selection.sort = maker.chance(50) ? [.init("id")] : []
            let limit = maker.chance(50) ? Int.max : 2
            selection.limit = selection.sort.isEmpty ? .max : limit
        }
        let several: [StoredResource.Identifier] = ["x", "Z", "none", "e\u{301}", "9"].map {
            .init(type: owned.0, id: $0)
        }
        let owners = selection.isCounted ? [maker.id(of: owned.0)] : several
        let expected = try await memory.related(owned.1, of: owners, selection)
        let found = try await store.related(owned.1, of: owners, selection)
        #expect(Set(found.keys) == Set(expected.keys), note)
        for (owner, slice) in expected {
            var (left, right) = (
                comparable(found[owner]?.resources ?? []), comparable(slice.resources)
            )
            if selection.sort.isEmpty, selection.keyset == nil {
                // The order is that of the linkage, which is a set.
                left.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
                right.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
            }
            #expect(left == right, "\(note): \(owner) \(owned.1) \(selection)")
            if selection.isCounted { #expect(found[owner]?.total == slice.total, note) }
        }
    }

    private func edit(
        _ store: SQLStore, _ memory: MemoryStore, _ maker: inout Maker, _ note: Comment
    ) async throws {
        for _ in 0..<3 {
            let identifier = maker.id(of: maker.one(of: ["albums", "artists", "genres"]))
            let present = try await memory.resource(identifier)
            let change = maker.change(of: identifier.type, isNew: present == nil)
            let isDeletion = present != nil && maker.chance(15)
            func outcome(
                _ write: () async throws -> StoredResource?
            ) async throws -> Result<[StoredResource], StoreError> {
                do {
                    let resource = try await write()
                    return .success(comparable(resource.map { [$0] } ?? []))
                } catch let error as StoreError {
                    return .failure(error)
                }
            }
            let expected = try await outcome {
                if isDeletion {
                    try memory.delete(identifier, ifVersion: nil)
                    return nil
                }
                if present == nil {
                    return try memory.insert(type: identifier.type, id: identifier.id, with: change)
                }
                return try memory.update(identifier, with: change, ifVersion: nil)
            }
            let version = try await store.resource(identifier)?.version
            let found = try await outcome {
                if isDeletion {
                    try await store.delete(identifier, ifVersion: version)
                    return nil
                }
                if present == nil {
                    _ = try await store.insert(
                        type: identifier.type, id: identifier.id, with: change)
                    return try await store.resource(identifier)
                }
                _ = try await store.update(identifier, with: change, ifVersion: version)
                return try await store.resource(identifier)
            }
            #expect(found == expected, note)
        }
    }

    @Test(
        "A walk by positions meets each resource once, in both directions",
        arguments: TestDatabase.all)
    func walks(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            let seed = Seeded.drawnSeed()
            print("walk: seed \(seed)")
            var random = Seeded(seed)
            for number in 0..<200 {
                var content = ResourceChange()
                let year = Int.random(in: 0...5, using: &random)
                content.attributes["year"] = year == 0 ? .null : .number(JSONNumber(year))
                content.attributes["live"] = .bool(Bool.random(using: &random))
                _ = try await store.insert(type: "albums", id: "n\(number)", with: content)
            }
            for sort in [[], ["year"], ["-year"], ["live", "-year"], ["-live", "year"], ["-id"]] {
                var selection = ResourceSelection(type: "albums")
                selection.sort = sort.map {
                    .init($0.replacing("-", with: ""), isDescending: $0.hasPrefix("-"))
                }
                selection.keyset = .init()
                let all = try await store.list(selection).resources.map(\.id)
                #expect(Set(all).count == 200)
                selection.limit = 7
                for isBackward in [false, true] {
                    var walked: [String] = []
                    selection.keyset = .init(isFromEnd: isBackward)
                    while true {
                        let page = try await store.list(selection).resources
                        walked = isBackward ? page.map(\.id) + walked : walked + page.map(\.id)
                        guard let last = isBackward ? page.first : page.last, page.count == 7 else {
                            break
                        }
                        let position = ResourceSelection.Keyset.Position(
                            values: selection.sort.map {
                                $0.name == "id" ? .string(last.id) : last.attributes[$0.name]
                            },
                            id: last.id)
                        if isBackward {
                            selection.keyset?.before = position
                        } else {
                            selection.keyset?.after = position
                        }
                    }
                    #expect(walked == all, "seed \(seed), sort \(sort), backward \(isBackward)")
                }
            }
        }
    }

    @Test(
        "A filter as deep as a service reads it is no work for the parser of the database",
        arguments: TestDatabase.all)
    func depth(on kind: TestDatabase) async throws {
        try await kind.withStore(Self.types) { store, _ in
            let made = try await store.insert(
                type: "artists", id: "a", with: ResourceChange(attributes: ["name": "x"]))
            _ = try await store.update(
                made.identifier,
                with: ResourceChange(relationships: ["rival": .replace(.one(made.identifier))]),
                ifVersion: nil)
            for (name, count) in [("x", 1), ("y", 0)] {
                var filters: [FilterExpression] = Array(
                    repeating: .comparison(["name"], .equal, .string(name)), count: 3)
                for _ in 1..<FilterExpression.maximumDepth {
                    filters[0] = .and([filters[0], .or([.not(.isNull(["id"]))])])
                    filters[1] = .not(.not(filters[1]))
                    filters[2] = .has(["rival"], filters[2])
                }
                for filter in filters {
                    var selection = ResourceSelection(type: "artists")
                    selection.filter = filter
                    #expect(try await store.list(selection).total == count)
                }
            }
        }
    }
}

#endif
