// SPDX-License-Identifier: MIT
#if Hummingbird

import Foundation
import Testing
import Vox

/// The program curl: a client that knows nothing of this library.
enum Curl {
    static let program = ["/usr/bin/curl", "/usr/local/bin/curl", "/bin/curl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    struct Answer: Sendable {
        /// The exit code of curl; 0 when the transfer was whole.
        let code: Int32
        /// The status, 0 when there was none.
        let status: Int
        let head: String
        let body: [UInt8]

        var json: JSON { (try? JSON(parsing: body)) ?? .null }

        func header(_ name: String) -> String? {
            head.split(whereSeparator: \.isNewline).first {
                $0.lowercased().hasPrefix(name.lowercased() + ":")
            }.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Sends a document.
    static func send(_ method: String, _ url: String, _ document: String) async throws -> Answer {
        try await run(
            url, "-X", method, "-H", "Content-Type: application/vnd.api+json", "--data-binary",
            document)
    }

    /// Runs curl with a time limit of 20 seconds.
    static func run(_ url: String, _ arguments: String...) async throws -> Answer {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "vox-curl-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let (code, body) = try await start(
            ["-sS", "-g", "--max-time", "600", "-D", file.path] + arguments + [url])
        let heads = (try? String(contentsOf: file, encoding: .isoLatin1)) ?? ""
        // Before the response there may be a 100, which curl asks for with larger bodies.
        let head = heads.components(separatedBy: "\r\n\r\n").last { !$0.isEmpty } ?? ""
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(code: code, status: status, head: head, body: body)
    }

    private static func start(_ arguments: [String]) async throws -> (Int32, [UInt8]) {
        let path = try #require(program)
        // On a thread of its own: waiting for a program must not keep the server from its threads.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: path)
                process.arguments = arguments
                let output = Pipe()
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                do {
                    try process.run()
                    let body = output.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    continuation.resume(returning: (process.terminationStatus, [UInt8](body)))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

#endif
