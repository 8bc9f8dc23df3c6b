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
        let pass = isComplete ? ["-emit-sil", "-o", "/dev/null"] : ["-typecheck"]
        let output = try compile(["wrong.swift": source], pass, in: folder)
        var errors: [Int: [String]] = [:]
        for line in output.split(separator: "\n") {
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

    /// Compiles a program with what the tests were built with besides tests, and returns its place in
    /// the folder. `@main` is in one of the sources.
    public static func program(
        _ sources: [String: String], in path: String
    ) throws -> String {
        let folder = URL(fileURLWithPath: path)
        let products = modules.deletingLastPathComponent()
        let list = products.appendingPathComponent("voxPackageTests.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter {
            !$0.contains(/(Tests|TestSupport)\.(build|derived)\//)
        }
        let objectList = folder.appendingPathComponent("objects")
        try objects.joined(separator: "\n").write(to: objectList, atomically: true, encoding: .utf8)
        let program = folder.appendingPathComponent("program")
        var options = ["-parse-as-library", "-gnone", "@\(objectList.path)", "-o", program.path]
        options += ["pq", "sqlite3", "yajl", "z"].map { "-l\($0)" }
        // The objects of a build with the sanitizer need it.
        if dlsym(nil, "__asan_init") != nil {
            options += [
                "-sanitize=address", "-Xclang-linker", "-fsanitize=undefined", "-use-ld=lld",
            ]
        }
        let output = try compile(sources, options, in: folder)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Failure(description: output)
        }
        return program.path
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Calls the compiler, and returns what it prints.
    private static func compile(
        _ sources: [String: String], _ options: [String], in folder: URL
    ) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let output = folder.appendingPathComponent("output")
        try Data().write(to: output)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            [
                "swiftc", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path,
                "-I",
            ]
            + [root.appendingPathComponent("include").path] + options
        for (name, text) in sources {
            let file = folder.appendingPathComponent(name)
            try text.write(to: file, atomically: true, encoding: .utf8)
            compiler.arguments?.append(file.path)
        }
        // The modules of the drivers need those of their libraries.
        let maps =
            ["Sources/CPostgreSQL"].map(root.appendingPathComponent)
            + ["..", "../.."].map {
                modules.resolvingSymlinksInPath().deletingLastPathComponent()
                    .appendingPathComponent("\($0)/checkouts/GRDB.swift/Sources/GRDBSQLite")
            }
        for map in maps.map({ $0.appendingPathComponent("module.modulemap").path })
        where FileManager.default.fileExists(atPath: map) {
            compiler.arguments? += ["-Xcc", "-fmodule-map-file=\(map)"]
        }
        for headers in ["/usr/include/postgresql"]
        where FileManager.default.fileExists(atPath: headers) {
            compiler.arguments? += ["-Xcc", "-I\(headers)"]
        }
        let handle = try FileHandle(forWritingTo: output)
        compiler.standardError = handle
        compiler.standardOutput = handle
        try compiler.run()
        compiler.waitUntilExit()
        return try String(contentsOf: output, encoding: .utf8)
    }
}
