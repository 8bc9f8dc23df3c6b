// SPDX-License-Identifier: MIT

// Runs the service of the tracker (Examples/Swift/Tracker) on a database under mixed load, and looks
// for what only shows with time: memory or descriptors that grow, requests that become slower, and
// acknowledged writes that are lost.
//
//     soak [MINUTES] [--output FOLDER] [--only sqlite|postgresql] [--seed NUMBER]
//         loads the service on SQLite and then on PostgreSQL, each for half of the time (2 minutes).
//         The figures of each interval are written to FOLDER/sqlite.tsv and FOLDER/postgresql.tsv.
//         Ends with 1 if a check fails.
//     soak rows [COUNT] [--only sqlite|postgresql]
//         walks a table of so many rows (1,000,000) by cursor. Ends with 1 if a row is missing, if
//         memory grows, or if the last pages are slower than the first ones.
//     soak serve DATABASE
//         runs the service on a free port of loopback, and prints its address. DATABASE is the path
//         of a SQLite file, or a connection string of libpq. The service creates missing tables.
//         The service ends when the process that started it ends.

import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "serve", arguments.count == 2 {
        try await Server(arguments[1]).run()
    } else if arguments.first == "rows" {
        let options = try Options(Array(arguments.dropFirst()), number: 1_000_000)
        var isGood = true
        for kind in options.databases {
            isGood = try await LargeTable(kind: kind, rows: Int(options.number)).run() && isGood
        }
        exit(isGood ? 0 : 1)
    } else {
        let options = try Options(arguments, number: 2)
        let isGood = try await Program(options).run()
        exit(isGood ? 0 : 1)
    }
} catch let error as Options.Usage {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
} catch {
    progress("")
    FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
    exit(1)
}
