// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

@Suite("What reads the text")
struct ReaderTests {
    private static func options(_ reader: JSON.Options.Reader) -> JSON.Options {
        var options = JSON.Options()
        options.reader = reader
        return options
    }

    private static let texts = [
        "null", " [1, -2.5e3, true, \"\\u00e4\\n\"] ", #"{"a":{"b":[{}]},"a":"","":[]}"#,
    ]

    @Test("The fast reader is the default")
    func standard() {
        #expect(JSON.Options().reader == .fast)
    }

    /// Whether the core was built with libyajl; the environment decides for the build as for this test.
    private static let hasYajl = (try? JSON(parsing: "1", options: options(.yajl))) != nil

    @Test("The environment decides whether libyajl is there")
    func decided() {
        guard let choice = ProcessInfo.processInfo.environment["VOX_YAJL"] else { return }
        #expect(Self.hasYajl == (choice != "0"))
    }

    @Test(
        "Both readers make the same of a text", .enabled(if: hasYajl, "the core has no libyajl"),
        arguments: texts)
    func same(text: String) throws {
        let fast = try JSON(parsing: text, options: Self.options(.fast))
        let yajl = try JSON(parsing: text, options: Self.options(.yajl))
        #expect(try yajl.vox.text(style: .sorted) == fast.vox.text(style: .sorted))
        #expect(try yajl.vox.text() == text)
    }

    @Test(
        "Without libyajl to ask for it is an error that says so",
        .enabled(if: !hasYajl, "the core has libyajl"),
        arguments: texts)
    func absent(text: String) throws {
        #expect(try JSON(parsing: text, options: Self.options(.fast)).vox.text() == text)
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: text, options: Self.options(.yajl))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "this build has no yajl to read with")
    }
}
