// SPDX-License-Identifier: MIT

import Foundation

/// The shared documents. Read in place, at `VOX_CORPORA` or beside the package; tests that use them
/// have cases of their own beside.
enum Corpora {
    private static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["VOX_CORPORA"] {
            return URL(filePath: path, directoryHint: .isDirectory)
        }
        var package = URL(filePath: #filePath)
        for _ in 1...4 {
            package.deleteLastPathComponent()
        }
        return package.appending(path: "../shared/corpora").standardizedFileURL
    }()

    /// The names in a folder; nil where there is none.
    static func folder(_ path: String) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
    }

    /// The bytes of a document; nil where there is none.
    static func file(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: root.appending(path: path))).map { [UInt8]($0) }
    }
}
