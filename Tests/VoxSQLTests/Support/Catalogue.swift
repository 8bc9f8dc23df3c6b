// SPDX-License-Identifier: MIT

import VoxSQL

/// The types of the tests: each kind of column and relationship occurs.
enum Catalogue {
    static let albums = SQLType(
        "albums", table: "album", key: .text("id"),
        attributes: [
            "title": .text("title").required(), "year": .integer("year"),
            "rating": .real("rating"), "live": .boolean("live"), "released": .date("released"),
            "extra": .json("extra"), "shout": .computed(.text, "upper({title})"),
        ],
        relationships: [
            "artist": .toOne("artists", column: "artist_id"),
            "tracks": .toMany("tracks", column: "album_id"),
            "genres": .toMany("genres", through: "album_genre", owner: "album", target: "genre"),
        ], version: "version")
    static let artists = SQLType(
        "artists", table: "artist", key: .text("id"),
        attributes: ["name": .text("name").required().unique(), "founded": .integer("founded")],
        relationships: [
            "rival": .toOne("artists", column: "rival_id"),
            "albums": .toMany("albums", column: "artist_id"),
        ], version: "version")
    static let tracks = SQLType(
        "tracks", table: "track",
        attributes: ["length": .integer("length"), "label": .text("order")],
        relationships: ["album": .toOne("albums", column: "album_id")], version: "version")
    static let genres = SQLType(
        "genres", table: "genre", key: .text("code"), attributes: ["name": .text("name")],
        relationships: [
            "albums": .toMany("albums", through: "album_genre", owner: "genre", target: "album")
        ], version: "version")

    static let all = [albums, artists, tracks, genres]

    /// What the service knows of them.
    static let served: [ServedType] = {
        var albums = ServedType(
            "albums",
            attributes: ["title", "year", "rating", "live", "released", "extra", "shout"],
            toOne: ["artist": "artists"], toMany: ["tracks": "tracks", "genres": "genres"])
        albums.readOnly = ["shout"]
        return [
            albums,
            ServedType(
                "artists", attributes: ["name", "founded"], toOne: ["rival": "artists"],
                toMany: ["albums": "albums"]),
            ServedType("tracks", attributes: ["length", "label"], toOne: ["album": "albums"]),
            ServedType("genres", attributes: ["name"], toMany: ["albums": "albums"]),
        ]
    }()
}

/// A database without rows that notes its statements. It has no catalogue.
final class NotingDatabase: SingleConnection {
    let dialect: SQLDialect
    private let notes = Notes()
    /// The rows of the next statements; then there are none.
    private let rows: [[[SQLValue]]]

    init(_ dialect: SQLDialect, rows: [[[SQLValue]]] = []) {
        self.dialect = dialect
        self.rows = rows
    }

    private actor Notes {
        var statements: [SQLStatement] = []

        func add(_ statement: SQLStatement) -> Int {
            statements.append(statement)
            return statements.count - 1
        }
    }

    var statements: [SQLStatement] {
        get async { await notes.statements }
    }

    func execute(_ statement: SQLStatement) async throws -> [[SQLValue]] {
        if statement.text.contains("pg_attribute") { return [] }
        let number = await notes.add(statement)
        return rows.indices.contains(number) ? rows[number] : []
    }
}

/// A database that is its only connection, and has no transactions.
protocol SingleConnection: SQLDatabase, SQLConnection {}

extension SingleConnection {
    func read<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result { try await body(self) }

    func write<Result: Sendable>(
        _ body: @Sendable (any SQLConnection) async throws -> Result
    ) async throws -> Result { try await body(self) }
}

/// 505 texts that would change a statement if they were part of it.
let hostileTexts = singleTexts + injections

private let singleTexts = [
    "'", "\"", "''", "\"\"", "`", "\\", "\\'", "%", "_", "?", "?1", "$1", ":a", "@a", ";", "--",
    "/*", "*/", "' OR '1'='1", "\" OR \"1\"=\"1", "'; DROP TABLE album; --",
    "\"; DROP TABLE album; --", "1); DELETE FROM album; --", "x' UNION SELECT 1,2,3 --",
    "{title}", "{", "}", "[x]", "$.a", "$[0]", "null", "NULL", "true", "0x41", "1e999", "-0",
    "\u{1}", "\u{7F}", "\u{FEFF}", "\u{202E}abc", "é", "e\u{301}", "İ", "ß", "\u{1F600}",
    "\r\n", "\t", " ", "a\u{0}b", "\u{0}", String(repeating: "'", count: 200),
    String(repeating: "x", count: 5000), "Robert'); DROP TABLE students;--",
]

/// An end of a value or a name, a second statement or condition, and an end of the statement.
private let injections = ["'", "\"", "')", "\")", "`", "]", "\\'", "$$", "''", "%' "].flatMap {
    end in
    [
        " OR 1=1", " AND 1=0", "; DROP TABLE album", "; DELETE FROM album", " UNION SELECT NULL",
        "||(SELECT version())", ", title = 'x' ", "; COMMIT; BEGIN", " LIMIT 0",
    ].flatMap { middle in
        [" --", "/*", "", ";", "\u{0}"].map { end + middle + $0 }
    }
}
