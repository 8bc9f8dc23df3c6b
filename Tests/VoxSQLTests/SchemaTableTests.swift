// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Testing
import VoxSQL
import VoxServer
import VoxTestSupport

/// Tables that follow from schemas.
@Suite("Tables from schemas")
struct SchemaTableTests {
    private func statements(
        _ types: SQLType..., dialect: SQLDialect = .sqlite
    ) throws -> [String] {
        try SQLStore(NotingDatabase(dialect), types).schemaStatements
    }

    private func problems(_ types: SQLType...) -> [String] {
        do throws(SQLStore.SchemaError) {
            _ = try SQLStore(NotingDatabase(.sqlite), types)
            return []
        } catch {
            return error.problems
        }
    }

    @Test("Each Swift type has its kind of column, and required() is NOT NULL")
    func kinds() throws {
        struct Thing: ResourceSchema {
            static let type = "things"
            let text = Attribute<String>("text").required()
            let note = Attribute<String?>("note").required()
            let made = Attribute<String>("made").readOnly().required()
            let count = Attribute<Int>("count")
            let small = Attribute<UInt8?>("small")
            let size = Attribute<Double>("size")
            let exact = Attribute<JSONNumber>("exact")
            let isOpen = Attribute<Bool>("open")
            let time = Attribute<Date>("time")
            let code = Attribute<UUID>("code")
            let site = Attribute<URL>("site")
            let state = Attribute<State>("state")
            let listed = Attribute<Listed>("listed")
            let level = Attribute<Level?>("level")
            let kind = Attribute<OpenEnum<State>>("kind")
            let words = Attribute<[String]>("words")
            let counts = Attribute<[String: Int]>("counts")
            let place = Attribute<TypedObject<Place>>("place")
            let price = Attribute<Price>("price")
            let any = Attribute<JSONValue>("any")
            let street = Attribute<String>(at: "address.street")
            let town = Attribute<String>(at: "address.town").required()
            let length = Attribute<Int>("length").transformed(to: { Float($0) }, from: { Int($0) })
        }
        let columns = [
            "text TEXT NOT NULL", "note TEXT", "made TEXT", "count INTEGER", "small INTEGER",
            "size REAL", "exact REAL", "open BOOLEAN", "time TEXT", "code TEXT", "site TEXT",
            "state TEXT", "listed TEXT", "level INTEGER", "kind TEXT", "words TEXT", "counts TEXT",
            "place TEXT", "price TEXT", "any TEXT", "address TEXT", "length INTEGER",
        ].map { text in
            let words = text.split(separator: " ", maxSplits: 1)
            return "\"\(words[0])\" \(words[1])"
        }
        #expect(
            try statements(SQLType(Thing.self, table: "thing")) == [
                "CREATE TABLE \"thing\" (\"id\" INTEGER PRIMARY KEY AUTOINCREMENT, "
                    + "\(columns.joined(separator: ", ")))"
            ])
        let kinds = try statements(
            SQLType(Thing.self, table: "thing"), dialect: .postgreSQL)[0]
        for column in [
            "\"time\" timestamptz", "\"words\" jsonb", "\"size\" double precision",
            "\"price\" jsonb", "\"level\" bigint",
        ] {
            #expect(kinds.contains(column), "\(kinds)")
        }
    }

    private enum State: String, JSONConvertible { case open, done }
    private enum Listed: String, JSONConvertible, CaseIterable { case open, done }
    private enum Level: Int, JSONConvertible { case low, high }
    private struct Price: JSONCodable { var amount: Int }
    private struct Place: ObjectSchema { let name = Attribute<String>("name") }

    @Test("The columns of a relationship follow from both sides")
    func relationships() throws {
        let described = [
            SQLType(
                "tasks", table: "task", attributes: ["title": .text("title").required()],
                relationships: [
                    "project": .toOne("projects", column: "project_id").required(),
                    "owner": .toOne(["people": "user_id", "teams": "work_team_id"]),
                    "labels": .toMany(
                        "labels", through: "task_label", owner: "task", target: "label"),
                ]),
            SQLType(
                "projects", table: "project",
                relationships: ["tasks": .toMany("tasks", column: "project_id")]),
            SQLType(
                "labels", table: "label", key: .text("word"),
                relationships: [
                    "tasks": .toMany("tasks", through: "task_label", owner: "label", target: "task")
                ]),
            SQLType(
                "people", table: "person",
                relationships: ["tasks": .toMany("tasks", column: "user_id")]),
            SQLType("teams", table: "team"),
        ]
        let derived = [
            SQLType(
                Job.self, table: "task",
                .through(\.labels, "task_label", owner: "task", target: "label")),
            SQLType(Plan.self, table: "project"),
            SQLType(Tag.self, table: "label", key: .text("word")),
            SQLType(Person.self, table: "person"),
            SQLType(Team.self, table: "team"),
        ]
        for dialect in [SQLDialect.sqlite, .postgreSQL] {
            let one = try SQLStore(NotingDatabase(dialect), derived)
            let other = try SQLStore(NotingDatabase(dialect), described)
            #expect(one.schemaStatements == other.schemaStatements)
            #expect(one.inverse(of: "tasks", from: "projects", to: "tasks") == "project")
            #expect(one.inverse(of: "tasks", from: "labels", to: "tasks") == "labels")
            #expect(one.inverse(of: "tasks", from: "people", to: "tasks") == "owner")
        }
    }

    private struct Job: ResourceSchema {
        static let type = "tasks"
        let title = Attribute<String>("title").required()
        let project = ToOne<Plan>("project").required()
        let owner = ToOne<Owner>("owner")
        let labels = ToMany<Tag>("labels")
    }
    private struct Plan: ResourceSchema {
        static let type = "projects"
        let tasks = ToMany<Job>("tasks")
    }
    private struct Tag: ResourceSchema {
        static let type = "labels"
        let tasks = ToMany<Job>("tasks")
    }
    private struct Person: ResourceSchema {
        static let type = "people"
        let tasks = ToMany<Job>("tasks")
    }
    private struct Team: ResourceSchema {
        static let type = "teams"
    }
    private enum Owner: ResourceUnion {
        case user(Resource<Person>)
        case workTeam(Resource<Team>)
        case other(Resource<AnyResource>)

        init(_ resource: Resource<AnyResource>) {
            self =
                resource.as(Person.self).map(Owner.user)
                ?? resource.as(Team.self).map(Owner.workTeam) ?? .other(resource)
        }
    }

    private struct Album: ResourceSchema {
        static let type = "albums"
        let title = Attribute<String>("title")
        let year = Attribute<Int>("releaseYear")
        let shout = Attribute<String>("shout").readOnly()
        let artist = ToOne<Artist>("leadArtist")
        let guest = ToOne<Artist>("guest")
    }
    private struct Artist: ResourceSchema {
        static let type = "artists"
        let albums = ToMany<Album>("albums")
        let rivals = ToMany<Artist>("rivals")
    }

    @Test("What does not follow is refused, with all that could be meant")
    func refused() {
        #expect(
            problems(SQLType(Album.self, table: "album"), SQLType(Artist.self, table: "artist"))
                == [
                    """
                    type "albums": "releaseYear" is no name of a column: add .column(…, "NAME"), or \
                    names: .snakeCase for all fields of the type
                    """,
                    """
                    type "albums": "leadArtist" is no name of a column: add .column(…, "NAME"), or \
                    names: .snakeCase for all fields of the type
                    """,
                    """
                    type "artists": "rivals": no column and no join table of "artists" refers to \
                    this type: add .through(…) to one of the two
                    """,
                ])
        #expect(
            problems(
                SQLType(Album.self, table: "album", names: .snakeCase),
                SQLType(
                    Artist.self, table: "artist",
                    .through(\.rivals, "rival", owner: "one", target: "other"))) == [
                    """
                    type "artists": "albums" can be in several places (album.lead_artist_id, \
                    album.guest_id): add .column(…) or .through(…)
                    """
                ])
        struct Weight: JSONConvertible {
            static func decode(_ json: JSON) throws(JSONError) -> Weight { Weight() }
            func encoded() throws(JSONError) -> JSONValue { .null }
        }
        struct Parcel: ResourceSchema {
            static let type = "parcels"
            let weight = Attribute<Weight>("weight")
            let sender = ToOne<AnyResource>("sender")
            let items = ToMany<Owner>("items")
        }
        #expect(
            problems(SQLType(Parcel.self, table: "parcel")) == [
                """
                type "parcels": the type of "weight" gives no kind of column: add .column(…, \
                .text(…)) or another kind
                """,
                """
                type "parcels": the columns of "sender" do not follow from the cases of its type: \
                add .columns(…)
                """,
                """
                type "parcels": "items" has targets of several types, which no table can hold
                """,
            ])
        #expect(
            problems(
                SQLType(
                    Parcel.self, table: "parcel",
                    .column(\.weight, .integer("grams")),
                    .columns(\.sender, ["parcels": "from"]),
                    .omitted(\.items))) == [])
        #expect(
            problems(
                SQLType(
                    Parcel.self, table: "parcel",
                    .omitted(\.weight), .column(\.sender, "from"),
                    .through(\.items, "a", owner: "b", target: "c"))) == [
                    """
                    type "parcels": "sender" has targets of several types: add .columns(…)
                    """,
                    """
                    type "parcels": "items" has targets of several types, which no table can hold
                    """,
                ])
    }

    private struct Crew: ResourceSchema {
        static let type = "crews"
    }
    private struct Show: ResourceSchema {
        static let type = "shows"
        let owner = ToOne<Alike>("owner")
    }
    private enum Alike: ResourceUnion {
        case homeTV(Resource<Team>)
        case homeTv(Resource<Crew>)
        case other(Resource<AnyResource>)

        init(_ resource: Resource<AnyResource>) {
            self =
                resource.as(Team.self).map(Alike.homeTV)
                ?? resource.as(Crew.self).map(Alike.homeTv) ?? .other(resource)
        }
    }

    @Test("Two cases of a union whose names are one column are refused")
    func alike() {
        #expect(
            problems(
                SQLType(Show.self, table: "show"), SQLType(Team.self, table: "team"),
                SQLType(Crew.self, table: "crew")) == [
                    """
                    type "shows": the columns of "owner" do not follow from the cases of its type: \
                    add .columns(…)
                    """
                ])
    }

    @Test("An entry says what differs for its field")
    func entries() throws {
        let types = [
            SQLType(
                Album.self, table: "album",
                .column(\.title, "name"), .unique(\.title), .column(\.year, "released"),
                .column(\.shout, .computed(.text, "upper({name})")),
                .column(\.artist, "artist_id"), .omitted(\.guest), version: "version"),
            SQLType(
                Artist.self, table: "artist",
                .through(\.rivals, "rival", owner: "one", target: "other"), key: .text("code")),
        ]
        let store = try SQLStore(NotingDatabase(.sqlite), types)
        let statements = store.schemaStatements
        #expect(
            statements[0] == """
                CREATE TABLE "album" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT UNIQUE, \
                "released" INTEGER, "artist_id" TEXT REFERENCES "artist" ("code"), "version" INTEGER \
                NOT NULL DEFAULT 1)
                """)
        #expect(store.canSort(by: "shout", "albums"))
        #expect(store.inverse(of: "albums", from: "artists", to: "albums") == "leadArtist")
    }

    @Test(
        "A service and its tables are compared, and every difference is named",
        arguments: TestDatabase.all)
    func differences(on kind: TestDatabase) async throws {
        let types = [
            SQLType(
                "albums", table: "album",
                attributes: ["title": .integer("title"), "shout": .computed(.text, "'x'")],
                relationships: [
                    "leadArtist": .toOne("labels", column: "label_id"),
                    "guest": .toMany("labels", through: "guest", owner: "a", target: "b"),
                ]),
            SQLType("labels", table: "label"),
        ]
        try await kind.withStore(types) { store, _ in
            try await store.checkTables()
            var albums = ServedType(Album.self)
            albums.readOnly = []
            let service = ResourceService([albums, ServedType(Artist.self)], store: store)
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                try await store.checkTables(for: service)
            }
            #expect(
                error?.problems == [
                    "type \"albums\": the attribute \"releaseYear\" is served, and has no column",
                    "type \"albums\": the attribute \"shout\" is computed by the database: declare it read-only",
                    "type \"albums\": the attribute \"title\" is text, and its column is integer",
                    "type \"albums\": the relationship \"guest\" is to-one and to-many",
                    "type \"albums\": the relationship \"leadArtist\" has no column for \"artists\"",
                    "type \"artists\": it is served, and no table is described",
                ])
        }
    }

    private struct Disc: ResourceSchema {
        static let type = "discs"
        let title = Attribute<String>("title").required()
        let code = Attribute<String>("code")
        let released = Attribute<Date?>("released")
        let words = Attribute<[String]>("words")
        let band = ToOne<Band>("band")
        let styles = ToMany<Style>("styles")
    }
    private struct Band: ResourceSchema {
        static let type = "bands"
        let discs = ToMany<Disc>("discs")
    }
    private struct Style: ResourceSchema {
        static let type = "styles"
        let parent = ToOne<Style>("parent")
    }

    @Test(
        "Missing statements make older tables fit, and keep their rows", arguments: TestDatabase.all
    )
    func missing(on kind: TestDatabase) async throws {
        let styles = ServedType.Rule.through(
            \Disc.styles, "disc_style", owner: "disc", target: "style")
        let whole = [
            SQLType(Disc.self, table: "disc", .unique(\.code), styles, version: "version"),
            SQLType(Band.self, table: "band"),
            SQLType(Style.self, table: "style", key: .text("word"), version: "version"),
        ]
        let seed = Seeded.drawnSeed()
        var random = Seeded(seed)
        for round in 0..<10 {
            func older<Schema>(
                _ fields: [ServedType.Rule<Schema>]
            ) -> [ServedType.Rule<Schema>] {
                fields.filter { _ in Bool.random(using: &random) }
            }
            let omitsBand = Bool.random(using: &random)
            let old = [
                SQLType(
                    Disc.self, table: "disc",
                    rules: older([.omitted(\.code), .omitted(\.released), .omitted(\.words)])
                        + (omitsBand ? [.omitted(\.band)] : []) + [.omitted(\.styles)],
                    version: Bool.random(using: &random) ? "version" : nil),
                SQLType(Band.self, table: "band", rules: omitsBand ? [.omitted(\.discs)] : []),
                SQLType(
                    Style.self, table: "style", rules: older([.omitted(\.parent)]),
                    key: .text("word")),
            ].suffix(Int.random(in: omitsBand ? 0...3 : 3...3, using: &random))
            try await kind.with { database in
                if !old.isEmpty {
                    let store = try SQLStore(database, Array(old))
                    try await store.createTables()
                    for type in old {
                        _ = try await store.insert(
                            type: type.name, id: "7",
                            with: ResourceChange(
                                attributes: type.name == "discs" ? ["title": "a"] : [:]))
                    }
                }
                let store = try SQLStore(database, whole)
                let statements = try await store.missingStatements()
                if old.isEmpty { #expect(Set(statements) == Set(store.schemaStatements)) }
                try await database.write { connection in
                    for statement in statements {
                        _ = try await connection.execute(SQLStatement(statement))
                    }
                }
                try await store.checkTables()
                #expect(try await store.missingStatements() == [], "seed \(seed), round \(round)")
                for type in old {
                    let list = try await store.list(ResourceSelection(type: type.name))
                    #expect(list.resources.map(\.id) == ["7"], "seed \(seed), round \(round)")
                }
            }
        }
    }

    @Test("What no statement can add is an error", arguments: TestDatabase.all)
    func unaddable(on kind: TestDatabase) async throws {
        let old = SQLType("albums", table: "album", attributes: ["year": .text("year")])
        try await kind.withStore([old]) { _, database in
            let store = try SQLStore(
                database,
                [
                    SQLType(
                        "albums", table: "album",
                        attributes: [
                            "title": .text("title").required(), "year": .integer("year"),
                            "note": .text("note"),
                        ])
                ])
            let error = await #expect(throws: SQLStore.SchemaError.self) {
                _ = try await store.missingStatements()
            }
            #expect(
                error?.problems == [
                    "the column \"title\" of the table \"album\" does not exist",
                    "the column \"year\" of the table \"album\" has the type TEXT, which does not fit integer",
                ])
        }
    }
}

#endif
