// SPDX-License-Identifier: MIT
#if SQLite && PostgreSQL

import Foundation
import Testing

/// A small disk in memory (tmpfs). Only root may mount one.
final class SmallDisk: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// True if this process may mount a disk.
    static let isAvailable: Bool = {
        guard let disk = try? SmallDisk(megabytes: 1) else { return false }
        disk.remove()
        return true
    }()

    /// Why a test is skipped.
    static let missing: Comment = "a small disk cannot be mounted"

    /// The path of the disk.
    let path: String

    init(megabytes: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    /// The number of bytes that are free.
    var free: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
            return (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? 0
        }
    }

    /// Occupies all but some bytes.
    func occupy(allBut rest: Int) throws {
        let size = max(try free - rest, 0)
        try Data(repeating: 1, count: size).write(to: ballast)
    }

    /// Frees what ``occupy(allBut:)`` has occupied.
    func makeRoom() throws { try FileManager.default.removeItem(at: ballast) }

    func remove() {
        // Lazily: the database may still have files open.
        try? Self.run("umount", "-l", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    private var ballast: URL { URL(filePath: path).appending(path: "ballast") }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")) failed")
        }
    }
}

#endif
