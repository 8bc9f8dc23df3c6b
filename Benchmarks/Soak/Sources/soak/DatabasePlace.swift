// SPDX-License-Identifier: MIT

import Foundation

/// A new, empty database: a SQLite file in a folder of its own, or a PostgreSQL server that
/// `Scripts/postgresql` starts.
final class DatabasePlace {
    /// The path of the file, or the connection string of libpq.
    let text: String
    private let folder: URL?
    /// The server ends when this pipe is closed.
    private let server: (process: Process, input: Pipe)?

    init(_ kind: DatabaseKind) throws {
        switch kind {
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory
                .appending(path: "vox-soak-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            text = folder.appending(path: "tracker.sqlite").path
            self.folder = folder
            server = nil
        case .postgresql:
            var root = URL(filePath: #filePath)
            for _ in 0..<5 { root.deleteLastPathComponent() }
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = root.appending(path: "Scripts/postgresql")
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            guard let line = output.firstLine else {
                throw Failure("Scripts/postgresql started no server")
            }
            text = line
            folder = nil
            server = (process, input)
        }
    }

    deinit { remove() }

    /// Ends the server, and removes all files.
    func remove() {
        if let folder { try? FileManager.default.removeItem(at: folder) }
        if let server {
            try? server.input.fileHandleForWriting.close()
            server.process.waitUntilExit()
        }
    }
}
