// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A verb that was not adopted is no call: each line is compiled, against the modules that this test
/// was built with.
@Suite("Verbs that were not adopted")
struct VerbMessageTests {
    private static let modules =
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules")

    private static let canCompile = FileManager.default.fileExists(
        atPath: modules.appendingPathComponent("VoxREST.swiftmodule").path)

    private static let source = """
        import VoxREST
        struct None: RESTSchema { static let path = "a/<id>" }
        struct C: RESTSchema, Creatable { static let path = "a/<id>" }
        struct R: RESTSchema, Readable { static let path = "a/<id>" }
        struct U: RESTSchema, Updatable { static let path = "a/<id>" }
        struct D: RESTSchema, Deletable { static let path = "a/<id>" }
        struct E: RESTSchema, Enumerable { static let path = "a/<id>" }

        """

    /// What each verb allows.
    private static let calls: [String: [String]] = [
        "C": ["s.create(m)"], "R": [#"s.fetch(id: "1")"#, "s.refresh(m)", "s.fetchOne()"],
        "U": ["s.update(m)"], "D": ["s.delete(m)", #"s.delete(id: "1")"#], "E": ["s.fetch()"],
    ]

    @Test(
        "MW-107 A call compiles where its verb was adopted, and nowhere else.",
        .enabled(if: canCompile, "the modules of the package are not beside the tests"))
    func table() throws {
        var lines: [(line: String, isRight: Bool)] = []
        for schema in ["None", "C", "R", "U", "D", "E"] {
            for (verb, calls) in Self.calls.sorted(by: { $0.key < $1.key }) {
                for call in calls + (verb == "C" ? ["s.save(m)"] : []) {
                    let right = verb == schema && call != "s.save(m)"
                    let line =
                        "func l(_ s: ModelSource<\(schema)>, _ m: Model<\(schema)>) { _ = \(call) }"
                    lines.append((line, right))
                }
            }
        }
        let types = lines.enumerated().map { "enum E\($0) { static \($1.line) }" }
        let wrong = try wrongLines(Self.source + types.joined(separator: "\n") + "\n")
        let first = Self.source.split(separator: "\n", omittingEmptySubsequences: false).count
        for (index, line) in lines.enumerated() {
            #expect(wrong.contains(first + index) == !line.isRight, "\(line.line)")
        }
    }

    /// The lines that the compiler has an error about.
    private func wrongLines(_ source: String) throws -> Set<Int> {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("vox-verbs-\(ProcessInfo.processInfo.processIdentifier)")
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
            "swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I",
            Self.modules.path, "-I", root.appendingPathComponent("include").path, file.path,
        ]
        let handle = try FileHandle(forWritingTo: output)
        compiler.standardError = handle
        compiler.standardOutput = handle
        try compiler.run()
        compiler.waitUntilExit()
        var wrong: Set<Int> = []
        for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
            guard let range = line.range(of: ": error: ") else { continue }
            let place = line[..<range.lowerBound].split(separator: ":")
            guard place.count > 1, let number = Int(place[place.count - 2]) else {
                Issue.record("\(line)")
                continue
            }
            wrong.insert(number)
        }
        return wrong
    }
}
