// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The shared documents. Read in place, at `VOX_CORPORA` or beside the package.
enum Corpora {
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["VOX_CORPORA"] {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        var package = URL(filePath: #filePath)
        for _ in 1...4 {
            package.deleteLastPathComponent()
        }
        return package.appending(path: "../shared/corpora").standardizedFileURL
    }()

    static let arePresent = FileManager.default.fileExists(atPath: root.path)

    static let missing: Comment = "no shared corpora; VOX_CORPORA names their folder"

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: path)))
    }
}
