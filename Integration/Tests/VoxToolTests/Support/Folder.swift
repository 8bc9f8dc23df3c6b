// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A temporary folder, in which the tool runs; it goes when nobody holds it any more.
final class Folder: Sendable {
    private let root: URL
    /// The folder the tool sees; what it prints is kept outside.
    let files: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(
            path: "vox-tool-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        files = root.appending(path: "files", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ text: String, to name: String) throws {
        try write(Data(text.utf8), to: name)
    }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: files.appending(path: name))
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: files.appending(path: name)), as: UTF8.self)
    }

    /// Runs the tool; `input` is its standard input.
    func vox(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(try #require(Tool.executable, "no vox beside the tests"), arguments, input: input)
    }

    /// Runs a line of shell in which `$VOX` is the tool.
    func shell(_ line: String) throws -> Outcome {
        try run(URL(filePath: "/bin/sh"), ["-c", line])
    }

    /// Streams are files, so that neither side ever waits for the other.
    private func run(
        _ program: URL, _ arguments: [String], input: String = ""
    ) throws -> Outcome {
        let name = UUID().uuidString
        let places = ["in", "out", "err"].map { root.appending(path: "\(name).\($0)") }
        defer { for place in places { try? FileManager.default.removeItem(at: place) } }
        try Data(input.utf8).write(to: places[0])
        for place in places.dropFirst() { try Data().write(to: place) }
        let streams = [
            try FileHandle(forReadingFrom: places[0]), try FileHandle(forWritingTo: places[1]),
            try FileHandle(forWritingTo: places[2]),
        ]

        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = files
        process.environment = ProcessInfo.processInfo.environment
            .merging(["VOX": Tool.executable?.path ?? "vox"]) { $1 }
        process.standardInput = streams[0]
        process.standardOutput = streams[1]
        process.standardError = streams[2]
        try process.run()
        process.waitUntilExit()
        for stream in streams { try stream.close() }

        try #require(process.terminationReason == .exit, "\(arguments) was ended by a signal")
        return Outcome(
            code: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: places[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: places[2]), as: UTF8.self))
    }
}

/// Characters that steer a terminal: all of C0 but the line feed, delete, and C1.
func controls(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
}
