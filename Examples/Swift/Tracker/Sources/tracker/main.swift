// SPDX-License-Identifier: MIT

import Hummingbird
import Vox
import VoxHummingbird
import VoxPostgreSQL
import VoxSQLite

// A tracker of tasks as a JSON:API service.
//
//     tracker FILE              on the SQLite file FILE
//     tracker "host=… dbname=…" on a PostgreSQL database, by a connection string of libpq
//     … --create                creates the tables first
//
// The service listens on 127.0.0.1:8080.

let arguments = CommandLine.arguments.dropFirst()
guard let place = arguments.first else {
    print("usage: tracker FILE | CONNECTION-STRING [--create]")
    throw SQLError(.other, "the database is missing")
}
let database: any SQLDatabase =
    place.contains("=") || place.contains("://")
    ? try PostgreSQLDatabase(place) : try SQLiteDatabase(path: place)
let store = try SQLStore(database, Tables.all)
if arguments.contains("--create") {
    try await store.createTables()
    try await database.write { connection in
        for text in Tables.indexes { _ = try await connection.execute(SQLStatement(text)) }
    }
}
try await store.checkTables()

let application = Application(
    responder: TransportResponder<BasicRequestContext>(try ResourceService.tracker(on: database)),
    server: .http1(limits: ConnectionLimits()),
    configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
try await application.runService()
