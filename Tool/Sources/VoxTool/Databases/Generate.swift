// SPDX-License-Identifier: MIT

#if Databases
import ArgumentParser
import Foundation
import VoxPostgreSQL
import VoxSQL
import VoxSQLite

/// The command `vox generate`.
struct Generate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the schemas of the tables of a database, in Swift.",
        discussion: """
            Prints a file of Swift: a schema for each table with a key of one column, and the \
            descriptions with which a store serves these tables. The first lines list what no \
            schema can say. The same tables always give the same file. No row is read, and nothing \
            is written to the database.

            DATABASE is a SQLite file, or a connection string or an address of PostgreSQL. Of \
            PostgreSQL, the tables in the search path are read.

            Exit codes: 0 success; 1 the database cannot be read; 2 wrong usage.

            Examples:
              vox generate music.sqlite > Schemas.swift
              vox generate 'host=localhost dbname=music' > Schemas.swift
            """)

    @Argument(help: "A SQLite file, or a connection string of PostgreSQL.")
    var database: String

    func run() async throws {
        do {
            Terminal.write(try await SQLStore.source(describing: open()))
        } catch let error as SQLError {
            throw Failure(.wrong, "\(database): \(error.message)")
        }
    }

    private func open() throws -> any SQLDatabase {
        if database.contains("://") || database.contains("=") {
            return try PostgreSQLDatabase(database)
        }
        // SQLite would create a file that does not exist.
        guard FileManager.default.fileExists(atPath: database) else {
            throw Failure(.usage, "\(database): there is no such file")
        }
        return try SQLiteDatabase(path: database)
    }
}
#endif
