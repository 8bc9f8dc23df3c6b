// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

@Suite("What reads the text")
struct ReaderTests {
    private func options(_ reader: JSONOptions.Reader) -> JSONOptions {
        var options = JSONOptions()
        options.reader = reader
        return options
    }

    private static let texts = [
        "null", " [1, -2.5e3, true, \"\\u00e4\\n\"] ", #"{"a":{"b":[{}]},"a":"","":[]}"#,
    ]

    @Test("The fast reader is the default")
    func standard() {
        #expect(JSONOptions().reader == .fast)
    }

    #if Yajl
    @Test("Both readers make the same of a text", arguments: texts)
    func same(text: String) throws {
        let fast = try JSON(parsing: text, options: options(.fast))
        let yajl = try JSON(parsing: text, options: options(.yajl))
        #expect(try yajl.vox.text(style: .sorted) == fast.vox.text(style: .sorted))
        #expect(try yajl.vox.text() == text)
    }
    #else
    @Test("Without libyajl to ask for it is an error that says so", arguments: texts)
    func absent(text: String) throws {
        #expect(try JSON(parsing: text, options: options(.fast)).vox.text() == text)
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: text, options: options(.yajl))
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "this build has no yajl to read with")
    }
    #endif
}
