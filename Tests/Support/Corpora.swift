// SPDX-License-Identifier: MIT

package import Foundation
package import Testing

/// The shared documents. Read in place, at `VOX_CORPORA` or beside the package.
package enum Corpora {
    package static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["VOX_CORPORA"] {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        var package = URL(filePath: #filePath)
        for _ in 1...3 {
            package.deleteLastPathComponent()
        }
        return package.appending(path: "../shared/corpora").standardizedFileURL
    }()

    package static let arePresent = FileManager.default.fileExists(atPath: root.path)

    package static let missing: Comment = "no shared corpora; VOX_CORPORA names their folder"

    /// The paths of the `.json` files below some folders, in order.
    package static func documents(in folders: String...) -> [String] {
        folders.flatMap { folder -> [String] in
            let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            let paths = (names?.allObjects ?? []).compactMap { $0 as? String }
            return paths.filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
        }
    }

    /// All real JSON:API documents, and the general ones.
    package static let real = documents(in: "jsonapi", "perf")

    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: path)))
    }
}
