// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Synchronization
import VoxPostgreSQL

/// A PostgreSQL server on a socket in a folder of its own, which `Scripts/postgresql` starts. The
/// server ends with this process.
final class PostgreSQLServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The server of all tests that do not stop it.
    static let shared = Result { try PostgreSQLServer() }

    private static let count = Mutex(0)
    private let input = Pipe()
    private let output = Pipe()
    /// The connection string of libpq. Connecting may take as long as it takes.
    let settings: String

    /// Starts a server. The files of its database are in the given folder, or in one of its own.
    init(folder: String? = nil) throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let script = Process()
        script.executableURL = root.appending(path: "Scripts/postgresql")
        script.arguments = folder.map { [$0] } ?? []
        script.standardInput = input
        script.standardOutput = output
        try script.run()
        guard let settings = output.line() else {
            throw Failure(description: "Scripts/postgresql started no server")
        }
        self.settings = "\(settings) connect_timeout=0"
    }

    /// Stops, kills or starts the server, and waits for the end of it.
    func send(_ command: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        guard output.line() == command else {
            throw Failure(description: "\(command) failed")
        }
    }

    /// Calls a function with the connection string of a new schema.
    func withSchema<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let owner = try PostgreSQLDatabase(patient: settings, connections: 1)
        try await owner.run("CREATE SCHEMA test\(number)")
        let result = try await body("\(settings) options='-c search_path=test\(number)'")
        try await owner.run("SET client_min_messages = warning")
        try await owner.run("DROP SCHEMA test\(number) CASCADE")
        return result
    }
}

extension Pipe {
    /// Returns the next line; nil at the end.
    func line() -> String? {
        var line: [UInt8] = []
        while let byte = try? fileHandleForReading.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

#endif
