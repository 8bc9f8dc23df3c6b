// SPDX-License-Identifier: MIT

public import Foundation
public import Testing

/// The shared documents. Read in place: in the folder that `VOX_CORPORA` names, where tests of what is
/// missing fail; where it is not set, beside the package, if they are there; where it is empty, nowhere.
public enum Corpora {
    private static let named = ProcessInfo.processInfo.environment["VOX_CORPORA"]

    /// Where they are, or would be.
    public static let root: URL = {
        if let named {
            return URL(
                filePath: named.isEmpty ? "/dev/null" : named, directoryHint: .isDirectory)
        }
        var package = URL(filePath: #filePath)
        // The package Integration has this file, too, by a link.
        for _ in 1...3 { package.deleteLastPathComponent() }
        if package.lastPathComponent == "Integration" { package.deleteLastPathComponent() }
        return package.appending(path: "../shared/corpora").standardizedFileURL
    }()

    /// Whether there are any.
    public static let exist = named != "" && FileManager.default.fileExists(atPath: root.path)

    /// Whether all tests must run: the environment names a folder.
    public static let areDue = named.map { !$0.isEmpty } ?? false

    /// Whether tests that need them run. Where they are due and are not there, such tests fail.
    public static let arePresent = exist || areDue

    /// Why a test is skipped.
    public static let missing: Comment = "no shared corpora; VOX_CORPORA names their folder"

    /// The paths of the `.json` files below some folders, in order.
    public static func documents(in folders: String...) -> [String] {
        folders.flatMap { folder -> [String] in
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            let paths = (names?.allObjects ?? []).compactMap { $0 as? String }
            return paths.filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
        }
    }

    /// All real JSON:API documents, and the general ones.
    public static let real = documents(in: "jsonapi", "perf")

    /// The names in a folder; nil where there is none.
    public static func folder(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
    }

    /// The bytes of a document; nil where there is none, which is a failure where all tests must run.
    public static func file(_ path: String) -> [UInt8]? {
        let bytes = try? Self.bytes(path)
        if bytes == nil, areDue {
            Issue.record("\(path) is missing below \(root.path)")
        }
        return bytes
    }

    /// The bytes of a document.
    ///
    /// - Throws: the error of reading the file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: path)))
    }
}
