// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxSQL
import VoxSQLite

@Suite("vox generate", .timeLimit(.minutes(5)))
struct GenerateTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("The schemas of a SQLite file are printed, twice the same, and the file stays as it is")
    func source() async throws {
        let file = folder.files.appending(path: "music.sqlite")
        let database = try SQLiteDatabase(path: file.path)
        try await database.write { connection in
            for text in [
                "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
                "CREATE TABLE album (id INTEGER PRIMARY KEY, artist_id INTEGER REFERENCES artist (id))",
            ] { _ = try await connection.execute(SQLStatement(text)) }
        }
        let expected = try await SQLStore.source(describing: database)
        #expect(expected.contains("let artist = ToOne<Artist>(\"artist\")"))
        for _ in 0..<2 {
            #expect(try folder.vox("generate", "music.sqlite") == .good(expected))
        }
    }

    @Test("A missing file is not created, and a file that is no database is an error")
    func refused() throws {
        #expect(try folder.vox("generate", "none.sqlite").isRefusal(naming: "none.sqlite"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.files.path)
        #expect(!files.contains("none.sqlite"))
        try folder.write(String(repeating: "no database ", count: 100), to: "text.sqlite")
        #expect(try folder.vox("generate", "text.sqlite").isFailure(naming: "text.sqlite"))
    }
}
