// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The compiler, for what must not compile, and for what it says then. It compiles against the modules
/// that the tests were built with.
public enum Compiler {
    private static let modules =
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules")

    /// True when a module is beside the tests.
    public static func has(_ module: String) -> Bool {
        FileManager.default.fileExists(
            atPath: modules.appendingPathComponent("\(module).swiftmodule").path)
    }

    /// The errors that the compiler reports, by line. `isComplete`: those of the passes behind the
    /// checking of types, too, which find data races; they run when all types are right.
    public static func errors(
        in source: String, isComplete: Bool = false
    ) throws -> [Int: [String]] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("wrong.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", isComplete ? "-emit-sil" : "-typecheck", "-swift-version", "6",
            "-diagnostic-style", "llvm", "-I", modules.path, "-I",
            root.appendingPathComponent("include").path, file.path,
        ]
        if isComplete { compiler.arguments? += ["-o", "/dev/null"] }
        let handle = try FileHandle(forWritingTo: output)
        compiler.standardError = handle
        compiler.standardOutput = handle
        try compiler.run()
        compiler.waitUntilExit()
        var errors: [Int: [String]] = [:]
        for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
            guard let range = line.range(of: ": error: ") else { continue }
            let place = line[..<range.lowerBound].split(separator: ":")
            guard place.count > 1, let number = Int(place[place.count - 2]) else {
                Issue.record("\(line)")
                continue
            }
            errors[number, default: []].append(String(line[range.upperBound...]))
        }
        return errors
    }
}
