// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

@Suite(
    "vox set, remove and format", .timeLimit(.minutes(5)))
struct EditTests {
    let folder: Folder
    private let text = "\n{\"b\": 2.50,  \"a\": [1, \"x\"],\n \"c\": {\"d\": null}}\n"

    init() throws {
        folder = try Folder()
        try folder.write(text, to: "file.json")
    }

    // MARK: set

    @Test("Overwrites a value and leaves every other byte")
    func set() throws {
        let edited = text.replacing("2.50", with: "7")
        #expect(try folder.vox("set", "file.json", "/b", "7") == .good(edited))
        #expect(try folder.read("file.json") == text, "the file itself stays")
    }

    @Test(
        "Every kind of value, negative numbers too",
        arguments: [
            "-5", "-0", "-1.5e-3", "1e400", "true", "false", "null", "\"\"", "\"\u{e9}\\u0001\"",
            "[]",
            "{}",
        ])
    func kinds(value: String) throws {
        let expected = Outcome.good(text.replacing("2.50", with: value))
        #expect(try folder.vox("set", "file.json", "/b", value) == expected)
        #expect(try folder.vox("set", "--style", "preserve", "file.json", "/b", value) == expected)
        #expect(try folder.vox("set", "file.json", "--style=preserve", "/b", value) == expected)
        #expect(try folder.vox("set", "file.json", "/b", value, "--style", "preserve") == expected)
        #expect(try folder.vox("set", "file.json", "/b", "--", value) == expected)
        #expect(try folder.vox("set", "-", "/b", value, input: text) == expected)
    }

    @Test("Options stand before, between and behind the values")
    func optionPlaces() throws {
        let expected = Outcome.good("{\"b\":-5,\"a\":[1,\"x\"],\"c\":{\"d\":null}}")
        let lines = [
            "--style compact file.json /b -5", "file.json --style compact /b -5",
            "file.json /b --style compact -5", "file.json /b -5 --style compact",
            "file.json /b -5 --style=compact", "--style=compact -- file.json /b -5",
        ]
        for line in lines {
            #expect(try folder.shell("\"$VOX\" set \(line)") == expected, "\(line)")
        }
    }

    @Test("A missing member is appended, and - appends an element to an array")
    func append() throws {
        #expect(
            try folder.vox("set", "file.json", "/e", "1")
                == .good(
                    "\n{\"b\": 2.50,  \"a\": [1, \"x\"],\n \"c\": {\"d\": null},\n \"e\": 1}\n"))
        #expect(
            try folder.vox("set", "file.json", "/a/-", "[]", "--style", "compact")
                == .good("{\"b\":2.50,\"a\":[1,\"x\",[]],\"c\":{\"d\":null}}"))
        #expect(
            try folder.vox("set", "file.json", "/a/1", "-1")
                == .good(text.replacing("\"x\"", with: "-1")))
    }

    @Test("The empty pointer replaces the whole document")
    func whole() throws {
        #expect(
            try folder.vox("set", "-", "", "-5", "--style", "compact", input: "[1]") == .good("-5"))
    }

    @Test("Of repeated names the last is set")
    func repeated() throws {
        #expect(
            try folder.vox("set", "-", "/a", "3", input: "{\"a\":1, \"a\":2}")
                == .good("{\"a\":1, \"a\":3}"))
    }

    @Test(
        "A pointer to no place: exit code 1, no output",
        arguments: ["/none/x", "/a/9", "/a/x", "/b/c", "b", "/~2"])
    func noPlace(pointer: String) throws {
        let outcome = try folder.vox("set", "file.json", pointer, "1")
        #expect(outcome.isFailure(naming: "file.json"))
        #expect(outcome.errors.contains(pointer))
    }

    @Test(
        "A value that is not JSON is a matter of usage",
        arguments: ["", "x", "'a'", "1 2", "[1,]", "-", "--", "-x"])
    func badValue(value: String) throws {
        let outcome = try folder.vox("set", "file.json", "/b", value)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    // MARK: remove

    @Test("Removes a member or an element")
    func remove() throws {
        #expect(
            try folder.vox("remove", "file.json", "/a")
                == .good("\n{\"b\": 2.50,\n \"c\": {\"d\": null}}\n"))
        #expect(
            try folder.vox("remove", "file.json", "/c")
                == .good("\n{\"b\": 2.50,  \"a\": [1, \"x\"]}\n"))
        #expect(
            try folder.vox("remove", "file.json", "/a/0", "--style", "compact")
                == .good("{\"b\":2.50,\"a\":[\"x\"],\"c\":{\"d\":null}}"))
        #expect(try folder.vox("remove", "-", "/0", input: "[1]") == .good("[]"))
        #expect(try folder.read("file.json") == text, "the file itself stays")
    }

    @Test("Of repeated names all are removed")
    func removeRepeated() throws {
        #expect(
            try folder.vox("remove", "-", "/a", input: "{\"a\":1,\"b\":2,\"a\":3}")
                == .good("{\"b\":2}"))
    }

    @Test(
        "The whole document cannot be removed, nor what is not there",
        arguments: ["", "/none", "/a/2", "/a/-", "a"])
    func removeNothing(pointer: String) throws {
        #expect(try folder.vox("remove", "file.json", pointer).isFailure(naming: "file.json"))
    }

    // MARK: format and the styles

    @Test("Without a style the document comes out byte for byte")
    func untouched() throws {
        #expect(try folder.vox("format", "file.json") == .good(text))
        #expect(try folder.vox("format", "--style", "preserve", "file.json") == .good(text))
        let marked = "\u{FEFF}  [ 1 , 2.0,\t{\"a\":1, \"a\":2} ]\r\n\r\n"
        let outcome = try folder.vox("format", "-", input: marked)
        #expect(outcome.code == 0)
        #expect(Array(outcome.output.utf8) == Array(marked.utf8))
    }

    private static let layouts: [(String, String)] = [
        ("compact", "{\"b\":2.50,\"a\":[1,\"x\"],\"c\":{\"d\":null}}"),
        (
            "pretty",
            """
            {
              "b": 2.50,
              "a": [
                1,
                "x"
              ],
              "c": {
                "d": null
              }
            }
            """
        ),
        ("sorted", "{\"a\":[1,\"x\"],\"b\":2.5,\"c\":{\"d\":null}}"),
    ]

    @Test("The other styles", arguments: layouts)
    func styles(style: String, expected: String) throws {
        #expect(try folder.vox("format", "file.json", "--style", style) == .good(expected))
        #expect(try folder.vox("format", "--style=\(style)", "-", input: text) == .good(expected))
        let set = try folder.vox("set", "file.json", "/b", "2.50", "--style", style)
        #expect(set == .good(expected))
        let removed = try folder.vox(
            "remove", "--style", style, "-", "/z",
            input: text.replacing("{\"b", with: "{\"z\":[], \"b"))
        #expect(removed == .good(expected))
    }

    @Test("Every style parses back to an equal value", arguments: JSON.Style.allCases)
    func equal(style: JSON.Style) throws {
        let source =
            "\u{FEFF}{\"é\": [\"\\u0001\\ud83d\\ude00\", -0.0, 1E2, {}, []], \"a\\u0000\": {\"b\": [[]]}}"
        let outcome = try folder.vox("format", "-", "--style", style.rawValue, input: source)
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("\u{FEFF}") == (style == .preserve))
        #expect(try JSON(parsing: outcome.output).vox.isEqual(to: JSON(parsing: source)))
    }

    @Test("Another style is a matter of usage, and the error names those there are")
    func badStyle() throws {
        for command in ["format file.json", "set file.json /b 1", "remove file.json /b"] {
            for option in ["--style ugly", "--style", "--style=", "--style PRETTY"] {
                let outcome = try folder.shell("\"$VOX\" \(command) \(option)")
                #expect(outcome.isRefusal(naming: "--style"), "\(command) \(option)")
            }
        }
        let outcome = try folder.vox("format", "file.json", "--style", "ugly")
        for style in JSON.Style.allCases { #expect(outcome.errors.contains(style.rawValue)) }
    }

    // MARK: All three

    private static let commands = [["set", "/b", "1"], ["remove", "/b"], ["format"]]

    private func run(_ command: [String], on file: String, input: String = "") throws -> Outcome {
        switch command.count {
        case 1: try folder.vox(command[0], file, input: input)
        case 2: try folder.vox(command[0], file, command[1], input: input)
        default: try folder.vox(command[0], file, command[1], command[2], input: input)
        }
    }

    @Test("A malformed document: exit code 1, the place on standard error", arguments: commands)
    func malformed(command: [String]) throws {
        let outcome = try run(command, on: "-", input: "{\"b\":\n1,}")
        #expect(outcome.isFailure(naming: "-:2:3: error: "))
        #expect(outcome.errors.hasSuffix(" (offset 8, at \"\")\n"))
    }

    @Test("A file that cannot be read: exit code 2", arguments: commands)
    func unreadable(command: [String]) throws {
        #expect(try run(command, on: "none.json").isRefusal(naming: "none.json"))
        #expect(try run(command, on: ".").isRefusal(naming: "."))
    }

    @Test("Too few or too many words: exit code 2")
    func usage() throws {
        let lines = [
            "set", "set file.json", "set file.json /b", "set file.json /b 1 2", "remove",
            "remove file.json",
            "remove file.json /b /c", "format", "format file.json file.json",
            "format --strict file.json",
        ]
        for line in lines {
            let outcome = try folder.shell("\"$VOX\" \(line)")
            #expect(outcome.isRefusal(naming: "vox \(line.prefix { $0 != " " })"), "\(line)")
        }
    }

    @Test("Edits in a row, from pipe to pipe")
    func pipeline() throws {
        let line = """
            "$VOX" set file.json /b -1 | "$VOX" remove - /c | "$VOX" set - /a/0 '{"k": []}' \
            | "$VOX" format - --style sorted
            """
        #expect(try folder.shell(line) == .good("{\"a\":[{\"k\":[]},\"x\"],\"b\":-1}"))
    }
}
