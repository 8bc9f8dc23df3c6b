// SPDX-License-Identifier: MIT

import Foundation
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
//     … --port N                listens on another port of 127.0.0.1 than 8080; 0 is a free port

var arguments = Array(CommandLine.arguments.dropFirst())
var port = 8080
if let index = arguments.firstIndex(of: "--port"), arguments.indices.contains(index + 1) {
    port = Int(arguments[index + 1]) ?? port
    arguments.removeSubrange(index...index + 1)
}
let isNew = arguments.contains("--create")
arguments.removeAll { $0 == "--create" }
guard arguments.count == 1 else {
    print("usage: tracker FILE | CONNECTION-STRING [--create] [--port N]")
    throw SQLError(.other, "the database is missing")
}

let place = arguments[0]
let database: any SQLDatabase =
    place.contains("=") || place.contains("://")
    ? try PostgreSQLDatabase(place) : try SQLiteDatabase(path: place)
let store = try SQLStore(database, Tables.all)
if isNew { try await store.createTables() }
let service = try ResourceService.tracker(on: database)
try await store.checkTables(for: service)

let application = Application(
    responder: TransportResponder<BasicRequestContext>(service),
    server: .http1(limits: ConnectionLimits()),
    configuration: .init(address: .hostname("127.0.0.1", port: port)),
    onServerRunning: { [port] channel in
        print("serving http://127.0.0.1:\(channel.localAddress?.port ?? port)/")
        fflush(nil)  // also where the output is a file
    })
try await application.runService()
