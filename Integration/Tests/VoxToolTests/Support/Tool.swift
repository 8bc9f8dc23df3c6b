// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The tool `vox`, which stands beside the tests.
enum Tool {
    /// The folder of build products: that of the test bundle, or of the process where tests and
    /// process are one file.
    static let executable: URL? = {
        let places = [
            Bundle.main.bundleURL, Bundle(for: Folder.self).bundleURL, Bundle.main.executableURL,
        ]
        return places.compactMap { $0 }
            .flatMap { [$0, $0.deletingLastPathComponent()] }
            .map { $0.appending(path: "vox", directoryHint: .notDirectory) }
            .first { isProgram($0) }
    }()

    private static func isProgram(_ place: URL) -> Bool {
        let isFile = try? place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        return isFile == true && FileManager.default.isExecutableFile(atPath: place.path)
    }
}

/// How a run of a program ended, and what it had to say.
struct Outcome: Equatable, CustomTestStringConvertible {
    var code: Int32
    var output: String = ""
    var errors: String = ""

    /// A good ending with exactly this output and no word on standard error.
    static func good(_ output: String) -> Outcome { Outcome(code: 0, output: output) }

    var testDescription: String {
        "exit \(code), output \(output.debugDescription), errors \(errors.debugDescription)"
    }

    /// Whether it was about the usage: exit code 2, nothing but an explanation.
    func isRefusal(naming word: String) -> Bool {
        code == 2 && output.isEmpty && errors.contains(word)
    }

    /// Whether it says that the document or the pointer is wrong: exit code 1, no output.
    func isFailure(naming word: String) -> Bool {
        code == 1 && output.isEmpty && errors.contains(word)
    }
}
