// SPDX-License-Identifier: MIT

import Testing

// SwiftPM takes the entry point of the tests from a file of this name. Without the file, SwiftPM
// looks for tests of XCTest in an index of all sources, and writing the index takes a fifth of the
// time of a build (`--disable-index-store` in .ci/run). All tests of this package use Swift Testing.

@main
struct TestProgram {
    static func main() async {
        // `swift test` also starts the program for XCTest, without this argument.
        if CommandLine.arguments.contains("swift-testing") {
            await Testing.__swiftPMEntryPoint() as Never
        }
    }
}
