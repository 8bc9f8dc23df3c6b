// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import VoxSQL
import VoxTestSupport

/// A service with the schemas that are made from the tables of a database, in a process of its own. So
/// the compiler reads the schemas when the test runs.
final class GeneratedService {
    static let canCompile = Compiler.has("VoxSQLite") && Compiler.has("VoxPostgreSQL")

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("vox-generated-\(UUID().uuidString)")
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// What the tables lack besides indexes, or why the service does not fit them.
    private(set) var faults = ""
    private(set) var types: [String] = []

    init(_ source: String, _ kind: TestDatabase, at place: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = try Compiler.program(
            ["schemas.swift": source, "main_program.swift": Self.program], in: folder.path)
        process.executableURL = URL(filePath: program)
        process.arguments = [kind == .sqlite ? "sqlite" : "postgresql", place]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        faults = output.line() ?? "no output"
        types = (output.line() ?? "").split(separator: "\t").map(String.init)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the response to a request.
    func answer(_ method: String, _ target: String, _ body: String = "") throws -> Answer {
        try input.fileHandleForWriting.write(
            contentsOf: Data("\(method)\t\(target)\t\(body)\n".utf8))
        let parts = (output.line() ?? "").split(
            separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        return Answer(status: Int(parts[0]) ?? 0, text: String(parts.last ?? ""))
    }

    private static let program = #"""
        import Foundation
        import HTTPTypes
        import Vox
        import VoxPostgreSQL
        import VoxSQLite
        import VoxServer

        func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

        @main
        struct Program {
            static func main() async throws {
                let place = CommandLine.arguments[2]
                let database: any SQLDatabase =
                    CommandLine.arguments[1] == "sqlite"
                    ? try SQLiteDatabase(path: place) : try PostgreSQLDatabase(place)
                let store = try SQLStore(database, SQLTables.all)
                var service = try ResourceService(serving: store)
                service.openAPIPath = "openapi.json"
                do {
                    try await store.checkTables(for: service)
                    say("\(try await store.missingStatements().filter { !$0.contains("INDEX") })")
                } catch {
                    say("\(error)".replacing("\n", with: "; "))
                }
                say(service.types.keys.sorted().joined(separator: "\t"))
                while let line = readLine() {
                    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
                    let isEmpty = parts[2].isEmpty
                    let request = ClientRequest(
                        method: HTTPRequest.Method(rawValue: String(parts[0])) ?? .get,
                        url: try HTTPURL("http://test.example\(parts[1])"),
                        headers: isEmpty ? [:] : [.contentType: "application/vnd.api+json"],
                        body: isEmpty ? nil : Array(parts[2].utf8))
                    let response = try await service.execute(request)
                    let text = String(decoding: try await response.body.bytes(), as: UTF8.self)
                    say("\(response.status.code)\t\(text)")
                }
            }
        }
        """#
}

#endif
