// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import HTTPTypes
import Testing
import VoxSQL
import VoxSQLite

/// The contract of a store.
@Suite("A store on a database")
struct StoreTests {
    private let artist = StoredResource.Identifier(type: "artists", id: "a")
    private let album = StoredResource.Identifier(type: "albums", id: "1")

    private func content(
        _ attributes: JSONObject = ["title": "One"],
        _ relationships: [String: ResourceChange.Edit] = [:]
    ) -> ResourceChange {
        ResourceChange(attributes: attributes, relationships: relationships)
    }

    /// Adds an artist and an album, and returns the album.
    private func fill(_ store: SQLStore) async throws -> StoredResource {
        _ = try await store.insert(type: "artists", id: "a", with: content(["name": "Ann"]))
        return try await store.insert(
            type: "albums", id: "1",
            with: content(["title": "One"], ["artist": .replace(.one(artist))]))
    }

    @Test("What is written is read", arguments: TestDatabase.all)
    func values(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            _ = try await store.insert(type: "artists", id: "a", with: content(["name": "Ann"]))
            let attributes: JSONObject = [
                "title": "One", "year": 9_223_372_036_854_775_807, "rating": 4.5, "live": true,
                "released": "2024-02-29T12:00:00Z", "extra": ["a": [1, nil, "x"]],
            ]
            let made = try await store.insert(
                type: "albums", id: nil,
                with: content(attributes, ["artist": .replace(.one(artist))]))
            #expect(UUID(uuidString: made.id) != nil)
            var expected = attributes
            expected["shout"] = "ONE"
            #expect(made.attributes == expected)
            #expect(made.relationships["artist"] == .one(artist))
            let whole = try #require(try await store.resource(made.identifier))
            #expect(whole.attributes == made.attributes && whole.version == made.version)
            #expect(whole.relationships["artist"] == .one(artist))
            #expect(whole.relationships["tracks"] == .many([]))
            // The linkage of a to-many may be large.
            #expect(made.relationships.keys.sorted() == ["artist"])
            let track = try await store.insert(
                type: "tracks", id: nil,
                with: content([:], ["album": .replace(.one(made.identifier))]))
            #expect(track.id == "1")
            // The database does not choose an id that a client has chosen.
            for id in ["2", "3"] {
                _ = try await store.insert(type: "tracks", id: id, with: ResourceChange())
            }
            let next = try await store.insert(type: "tracks", id: nil, with: ResourceChange())
            #expect(next.id == "4")
            #expect(
                try await store.resource(made.identifier)?.relationships["tracks"]
                    == .many([track.identifier]))
            #expect(try await store.resource(.init(type: "tracks", id: "01")) == nil)
            #expect(try await store.resource(.init(type: "nothing", id: "1")) == nil)
        }
    }

    @Test("A write with a version succeeds once", arguments: TestDatabase.all)
    func versions(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            let made = try await fill(store)
            let same = try await store.update(
                album, with: content(["title": "One"]), ifVersion: made.version)
            #expect(same.version == made.version)
            let next = try await store.update(
                album, with: content(["year": 1999]), ifVersion: made.version)
            #expect(next.version > made.version)
            await #expect(throws: StoreError.stale) {
                _ = try await store.update(
                    album, with: content(["year": 2000]), ifVersion: made.version)
            }
            await #expect(throws: StoreError.stale) {
                try await store.delete(album, ifVersion: made.version)
            }
            try await store.delete(album, ifVersion: next.version)
            await #expect(throws: StoreError.missing) {
                try await store.delete(album, ifVersion: nil)
            }
            await #expect(throws: StoreError.missing) {
                _ = try await store.update(album, with: content(), ifVersion: nil)
            }
            let again = try await store.insert(type: "albums", id: "1", with: content())
            #expect(again.version > next.version)
        }
    }

    @Test(
        "Without a version column, the version is that of the columns", arguments: TestDatabase.all)
    func digests(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            let made = try await store.insert(type: "genres", id: "x", with: content(["name": "X"]))
            let changed = try await store.update(
                made.identifier, with: content(["name": "Y"]), ifVersion: made.version)
            #expect(changed.version != made.version)
            await #expect(throws: StoreError.stale) {
                try await store.delete(made.identifier, ifVersion: made.version)
            }
        }
    }

    @Test("A failed constraint names the attribute of its column", arguments: TestDatabase.all)
    func constraints(on kind: TestDatabase) async throws {
        func error(_ body: () async throws -> Void) async throws -> String {
            do {
                try await body()
                return "none"
            } catch let error as StoreError {
                return "\(error)"
            } catch let error as ErrorResponse {
                return "\(error.status.code) \(error.errors.first?.pointer ?? "")"
            }
        }
        try await kind.withStore { store, database in
            _ = try await fill(store)
            func insert(_ type: String, _ id: String?, _ content: ResourceChange) async throws
                -> String
            {
                try await error { _ = try await store.insert(type: type, id: id, with: content) }
            }
            #expect(try await insert("albums", "1", content()) == "exists")
            #expect(
                try await insert("artists", "b", content(["name": "Ann"]))
                    .hasPrefix("409"))
            #expect(
                try await insert("artists", "b", content(["name": "Ann"])).contains(
                    "/data/attributes/name"))
            let untitled = try await insert("albums", "2", content([:]))
            #expect(untitled.hasPrefix("422") && untitled.contains("/data/attributes/title"))
            let null = try await error {
                _ = try await store.update(album, with: content(["title": .null]), ifVersion: nil)
            }
            #expect(null.hasPrefix("422") && null.contains("/data/attributes/title"))
            for (name, value) in [
                ("title", 1), ("year", "x"), ("year", 1.5), ("rating", "x"), ("live", 1),
                ("released", 5), ("title", "a\u{0}b"), ("extra", ["\u{0}": 1]),
            ] as [(String, JSONValue)] {
                let text = try await insert("albums", "3", content(["title": "x", name: value]))
                #expect(text.hasPrefix("422") && text.contains("/data/attributes/\(name)"))
            }
            #expect(
                try await insert("albums", "4", content(["title": "x", "shout": "y"])).hasPrefix(
                    "403"))
            #expect(
                try await insert("albums", "4", content(["title": "x", "other": 1])).hasPrefix(
                    "422"))
            for (name, edit) in [
                ("nothing", .replace(.one(nil))), ("artist", .add([])),
                ("artist", .replace(.many([]))),
            ] as [(String, ResourceChange.Edit)] {
                #expect(
                    try await insert("albums", "4", content(["title": "x"], [name: edit]))
                        == "422 /data/relationships/\(name)")
            }
            #expect(try await insert("albums", "a\u{0}", content()).contains("/data/id"))
            // Behind such a key the database would find no more keys.
            #expect(
                try await insert("tracks", "9223372036854775807", content([:])).contains("/data/id")
            )
            // PostgreSQL writes such a number with all its digits.
            for number in [JSONNumber(text: "1e131071"), JSONNumber(text: "-1e-16000")] {
                let value = try #require(number)
                let text = try await insert(
                    "albums", "3", content(["title": "x", "extra": ["a": [.number(value)]]]))
                #expect(text.hasPrefix("422") && text.contains("/data/attributes/extra"))
            }
            // It also writes all digits of the sum of numbers, so many numbers are as one large one.
            for text in ["1e308", "-1E-308", "0e-16000", "0e99999999999999999999"] {
                let number = JSONValue.number(try #require(JSONNumber(text: text)))
                let value = JSONValue.array(Array(repeating: number, count: 300))
                let refusal = try await insert(
                    "albums", "3", content(["title": "x", "extra": value]))
                #expect(
                    refusal.hasPrefix("422") && refusal.contains("/data/attributes/extra"),
                    "\(text)")
            }
            #expect(try await insert("tracks", "x", content([:])).contains("/data/id"))
            for name in ["artist", "genres", "tracks"] {
                let type = name == "artist" ? "artists" : name
                let none = StoredResource.Identifier(type: type, id: "99")
                let edit: ResourceChange.Edit = .replace(
                    name == "artist" ? .one(none) : .many([none]))
                #expect(
                    try await insert("albums", "5", content(["title": "x"], [name: edit]))
                        == "missingTarget")
                let other = StoredResource.Identifier(type: "albums", id: "1")
                let wrong: ResourceChange.Edit = .replace(
                    name == "artist" ? .one(other) : .many([other]))
                #expect(
                    try await insert("albums", "5", content(["title": "x"], [name: wrong]))
                        == "missingTarget")
            }
            // Nothing of a failed write is kept.
            #expect(try await database.run("SELECT count(*) FROM album") == [[.integer(1)]])
            _ = try await database.run(
                "CREATE TABLE sticker (album TEXT NOT NULL REFERENCES album (id))")
            _ = try await database.run("INSERT INTO sticker VALUES ('1')")
            #expect(
                try await error { try await store.delete(album, ifVersion: nil) }.hasPrefix("409"))
        }
    }

    @Test(
        "Edits of to-many relationships, by join table and by foreign key",
        arguments: TestDatabase.all)
    func edits(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            let made = try await fill(store)
            var genres: [StoredResource.Identifier] = []
            var tracks: [StoredResource.Identifier] = []
            for id in ["x", "y", "z"] {
                genres.append(
                    try await store.insert(type: "genres", id: id, with: content([:])).identifier)
                tracks.append(
                    try await store.insert(type: "tracks", id: nil, with: content([:])).identifier)
            }
            for (name, targets) in [("genres", genres), ("tracks", tracks)] {
                var version = try #require(try await store.resource(album)).version
                func edit(
                    _ edit: ResourceChange.Edit, _ expected: [StoredResource.Identifier],
                    changes: Bool = true
                ) async throws {
                    let result = try await store.update(
                        album, with: content([:], [name: edit]), ifVersion: version)
                    let whole = try await store.resource(album)
                    #expect(whole?.relationships[name] == .many(expected))
                    #expect((result.version > version) == changes)
                    version = result.version
                }
                try await edit(.add([targets[0], targets[1]]), [targets[0], targets[1]])
                try await edit(.add([targets[0]]), [targets[0], targets[1]], changes: false)
                try await edit(.remove([targets[2]]), [targets[0], targets[1]], changes: false)
                try await edit(.remove([targets[0], targets[2]]), [targets[1]])
                try await edit(
                    .replace(.many([targets[0], targets[2]])), [targets[0], targets[2]])
                try await edit(
                    .replace(.many([targets[2], targets[0]])), [targets[0], targets[2]],
                    changes: false)
                try await edit(.replace(.many([])), [])
            }
            // A track has one album.
            _ = try await store.insert(
                type: "albums", id: "2",
                with: content(["title": "Two"], ["tracks": .replace(.many(tracks))]))
            let before = try #require(try await store.resource(tracks[0]))
            _ = try await store.update(
                album, with: content([:], ["tracks": .add([tracks[0]])]), ifVersion: nil)
            let after = try #require(try await store.resource(tracks[0]))
            #expect(after.relationships["album"] == .one(made.identifier))
            #expect(after.version > before.version)
            #expect(
                try await store.resource(.init(type: "albums", id: "2"))?.relationships["tracks"]
                    == .many(Array(tracks.dropFirst())))
        }
    }

    @Test(
        "A deleted resource is in no linkage, and those that had it are changed",
        arguments: TestDatabase.all)
    func deletion(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            let made = try await fill(store)
            let genre = try await store.insert(
                type: "genres", id: "g", with: content([:], ["albums": .add([album])]))
            #expect(
                try await store.resource(genre.identifier)?.relationships["albums"]
                    == .many([album]))
            let track = try await store.insert(
                type: "tracks", id: nil, with: content([:], ["album": .replace(.one(album))]))
            try await store.delete(artist, ifVersion: nil)
            let changed = try #require(try await store.resource(album))
            #expect(changed.relationships["artist"] == .one(nil))
            #expect(changed.version > made.version)
            try await store.delete(genre.identifier, ifVersion: nil)
            let again = try #require(try await store.resource(album))
            #expect(again.relationships["genres"] == .many([]))
            #expect(again.version > changed.version)
            try await store.delete(album, ifVersion: again.version)
            let free = try #require(try await store.resource(track.identifier))
            #expect(free.relationships["album"] == .one(nil))
            #expect(free.version > track.version)
        }
    }

    @Test(
        "A transaction keeps all or nothing, and goes on after a write that fails",
        arguments: TestDatabase.all)
    func transactions(on kind: TestDatabase) async throws {
        struct Stop: Error {}
        try await kind.withStore { store, database in
            await #expect(throws: Stop.self) {
                try await store.transaction { store in
                    _ = try await store.insert(type: "genres", id: "x", with: ResourceChange())
                    #expect(try await store.resource(.init(type: "genres", id: "x")) != nil)
                    throw Stop()
                }
            }
            #expect(try await store.resource(.init(type: "genres", id: "x")) == nil)
            try await store.transaction { store in
                _ = try await store.insert(type: "genres", id: "y", with: ResourceChange())
                let taken = ResourceChange(relationships: [
                    "albums": .add([.init(type: "albums", id: "none")])
                ])
                await #expect(throws: StoreError.missingTarget) {
                    _ = try await store.insert(type: "genres", id: "z", with: taken)
                }
                await #expect(throws: StoreError.exists) {
                    _ = try await store.insert(type: "genres", id: "y", with: ResourceChange())
                }
            }
            #expect(try await database.run("SELECT code FROM genre") == [[.text("y")]])
            // A task that is canceled keeps nothing.
            let task = Task {
                try await store.transaction { store in
                    _ = try await store.insert(type: "genres", id: "c", with: ResourceChange())
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await store.resource(.init(type: "genres", id: "c")) == nil)
            _ = try await store.insert(type: "genres", id: "d", with: ResourceChange())
        }
    }

    @Test("A writer of another process makes a write busy, and a reader does not wait")
    func busy() async throws {
        try await withFile { path in
            let other = try SQLiteDatabase(patient: path)
            let store = try SQLStore(
                SQLiteDatabase(path: path, busyTimeout: .milliseconds(50)), Catalogue.all)
            try await store.createTables()
            try await other.write { connection in
                _ = try await connection.execute(
                    SQLStatement("INSERT INTO genre (code) VALUES ('o')"))
                await #expect(throws: StoreError.busy) {
                    _ = try await store.insert(type: "genres", id: "x", with: ResourceChange())
                }
                #expect(try await store.list(ResourceSelection(type: "genres")).total == 0)
            }
            _ = try await store.insert(type: "genres", id: "x", with: ResourceChange())
            #expect(try await store.list(ResourceSelection(type: "genres")).total == 2)
        }
    }

    @Test("64 writers at once lose nothing", arguments: TestDatabase.all)
    func writers(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            let counter = StoredResource.Identifier(type: "artists", id: "c")
            _ = try await store.insert(
                type: "artists", id: "c", with: content(["name": "Count", "founded": 0]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        try await retrying {
                            _ = try await store.insert(
                                type: "tracks", id: nil,
                                with: ResourceChange(
                                    attributes: ["length": .number(JSONNumber(number))]))
                        }
                        try await retrying {
                            try await store.transaction { try await increase(counter, in: $0) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.resource(counter)?.attributes["founded"] == 64)
            #expect(try await store.list(ResourceSelection(type: "tracks")).total == 64)
        }
    }

    private func increase(
        _ counter: StoredResource.Identifier, in store: any ResourceStore
    ) async throws {
        let present = try #require(try await store.resource(counter))
        guard case .number(let count)? = present.attributes["founded"],
            let value = count.exactly(Int.self)
        else { return }
        _ = try await store.update(
            counter,
            with: ResourceChange(attributes: ["founded": .number(JSONNumber(value + 1))]),
            ifVersion: present.version)
    }

    @Test("A column of JSON that contains no JSON is null")
    func brokenJSON() async throws {
        try await TestDatabase.sqlite.withStore { store, database in
            _ = try await fill(store)
            try await database.run("UPDATE album SET extra = '{'")
            #expect(try await store.resource(album)?.attributes["extra"] == .null)
            var selection = ResourceSelection(type: "albums")
            selection.filter = .isNull(["extra"])
            let all = try await store.list(ResourceSelection(type: "albums")).total
            #expect(try await store.list(selection).total == all)
        }
    }

    @Test("A member of JSON is found by every name", arguments: TestDatabase.all)
    func memberNames(on kind: TestDatabase) async throws {
        try await kind.withStore { store, database in
            // A point separates the names of a path.
            let names = hostileTexts.prefix(150)
                .filter { !$0.contains(".") && !$0.utf8.contains(0) }
            var whole: JSONObject = [:]
            for (number, name) in names.enumerated() {
                whole[name] = [name: .number(JSONNumber(number))]
            }
            _ = try await store.insert(
                type: "albums", id: "1",
                with: content(["title": "One", "extra": .object(whole)]))
            var selection = ResourceSelection(type: "albums")
            for (number, name) in names.enumerated() {
                let path = ["extra.\(name).\(name)"]
                selection.filter = .and([
                    .comparison(path, .equal, .number(JSONNumber(number))), .not(.isNull(path)),
                ])
                #expect(try await store.list(selection).total == 1, "\(name.debugDescription)")
            }
            selection.filter = .isNull(["extra.none.none"])
            #expect(try await store.list(selection).total == 1)
            // Other programs write escapes where none are needed.
            try await database.run(#"UPDATE album SET extra = '{"\u00e9\/":[1.5,true]}'"#)
            for value: JSONValue in [1.5, true] {
                selection.filter = .comparison(["extra.é/"], .equal, value)
                #expect(try await store.list(selection).total == 1)
            }
            // A long list of values has another statement.
            selection.filter = .anyOf(
                ["extra.é/"], (0...100).map { .number(JSONNumber($0)) } + [1.5])
            #expect(try await store.list(selection).total == 1)
            let long = Array(repeating: "a", count: 60).joined(separator: ".")
            selection.filter = .isNull(["extra.\(long)"])
            #expect(try await store.list(selection).total == 1)
            selection.filter = .isNull(["extra.a.\(long)"])
            await #expect(throws: ErrorResponse.self) { _ = try await store.list(selection) }
        }
    }

    @Test("A filter of 2,000 conditions is understood", arguments: TestDatabase.all)
    func manyConditions(on kind: TestDatabase) async throws {
        try await kind.withStore { store, _ in
            _ = try await fill(store)
            var selection = ResourceSelection(type: "albums")
            let conditions = (0..<1_999).map { number in
                FilterExpression.not(.comparison(["year"], .equal, .number(JSONNumber(number))))
            }
            selection.filter = .and(conditions + [.comparison(["title"], .equal, "One")])
            #expect(try await store.list(selection).total == 1)
            let others = conditions.map { FilterExpression.not($0) }
            selection.filter = .or(others)
            #expect(try await store.list(selection).total == 0)
            for place in [0, 99, 100, 101, 200, others.count] {
                var all = others
                all.insert(.comparison(["title"], .equal, "One"), at: place)
                selection.filter = .or(all)
                #expect(try await store.list(selection).total == 1, "\(place)")
            }
        }
    }

    @Test("A filter of any depth is understood, with every kind of condition at its end")
    func deepFilters() async throws {
        try await TestDatabase.sqlite.withStore { store, _ in
            _ = try await fill(store)
            let ends: [FilterExpression] = [
                .anyOf(["extra.a.b.c"], ["x", 1, true]), .comparison(["extra"], .less, "1"),
                .comparison(["released"], .contains, "x"), .has(["artist"], .isNull(["name"])),
                .comparison(["artist", "rival", "name"], .equal, "x"), .isNull(["extra.a"]),
            ]
            let steps: [(FilterExpression) -> FilterExpression] = [
                { .not($0) }, { .and([$0]) }, { .or([.isNull(["title"]), $0]) },
                { .and([.isNull(["extra.x"]), $0]) }, { .has(["genres"], .has(["albums"], $0)) },
                { .not(.has(["tracks"], .not(.has(["album"], $0)))) },
            ]
            for end in ends {
                for step in steps {
                    var filter = end
                    for depth in 1...20 {
                        filter = step(filter)
                        var selection = ResourceSelection(type: "albums")
                        selection.filter = filter
                        let found = try await store.list(selection).total
                        #expect(found != nil, "\(depth): \(end)")
                    }
                }
            }
        }
    }

    @Test("A file that is opened again has its rows")
    func again() async throws {
        try await withFile { path in
            let store = try SQLStore(SQLiteDatabase(patient: path), Catalogue.all)
            try await store.createTables()
            let made = try await fill(store)
            let again = try SQLStore(SQLiteDatabase(patient: path), Catalogue.all)
            try await again.checkTables()
            #expect(try await again.resources([album], fields: .init()) == [made])
        }
    }

    @Test("A file that is no database, and a folder that does not exist")
    func files() async throws {
        try await withFile { path in
            #expect(throws: SQLError.self) { _ = try SQLiteDatabase(path: path + "/none/x") }
            try Data(repeating: 65, count: 8192).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: SQLError.self) { _ = try SQLiteDatabase(patient: path) }
            #expect(error?.reason == .unavailable)
        }
    }

    @Test("Values of every text are kept, found and sorted", arguments: TestDatabase.all)
    func texts(on kind: TestDatabase) async throws {
        try await kind.withStore { store, database in
            let texts = hostileTexts.filter { !$0.utf8.contains(0) }
            for (number, text) in texts.enumerated() {
                _ = try await store.insert(
                    type: "albums", id: "\(number)\(text)",
                    with: content(["title": .string(text), "extra": .string(text)]))
            }
            for (number, text) in texts.enumerated() {
                let id = "\(number)\(text)"
                #expect(
                    try await store.resource(.init(type: "albums", id: id))?.attributes["title"]
                        == .string(text))
                // Each query reads all rows.
                for field in number % 9 == 0 ? ["title", "extra"] : ["title"] {
                    var selection = ResourceSelection(type: "albums")
                    selection.filter = .comparison([field], .equal, .string(text))
                    #expect(try await store.list(selection).resources.map(\.id) == [id])
                }
            }
            var sorted = ResourceSelection(type: "albums")
            sorted.sort = [.init("title")]
            let titles = try await store.list(sorted).resources.map { $0.attributes["title"] }
            let expected = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(titles == expected.map { .string($0) })
            for text in hostileTexts where text.utf8.contains(0) {
                #expect(try await store.resource(.init(type: "albums", id: text)) == nil)
            }
            // An id does not end at U+0000.
            let other = StoredResource.Identifier(type: "albums", id: "0\(texts[0])\u{0}x")
            var selection = ResourceSelection(type: "albums")
            selection.ids = [other.id]
            #expect(try await store.list(selection).total == 0)
            selection.ids = nil
            selection.filter = .comparison(["id"], .equal, .string(other.id))
            #expect(try await store.list(selection).total == 0)
            await #expect(throws: StoreError.missing) {
                _ = try await store.update(other, with: content(), ifVersion: nil)
            }
            await #expect(throws: StoreError.missing) {
                try await store.delete(other, ifVersion: nil)
            }
            #expect(
                try await database.run("SELECT count(*) FROM album") == [
                    [.integer(Int64(texts.count))]
                ])
        }
    }
}

#endif
