// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("vox get", .timeLimit(.minutes(5)))
struct GetTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(
            """

             {"a": 1.50, "list": [ 1 ,2, {"x" : null}], "": "empty", "a/b": 1, "m~n": 2,
              "text": "\\u0041\\/ é", "twice": 1, "twice": 2, "-5": true}

            """, to: "file.json")
    }

    @Test(
        "The value as it stands in the source, then one newline",
        arguments: [
            ("/a", "1.50"), ("/list", "[ 1 ,2, {\"x\" : null}]"), ("/list/0", "1"),
            ("/list/2", "{\"x\" : null}"), ("/list/2/x", "null"), ("/", "\"empty\""),
            ("/a~1b", "1"),
            ("/m~0n", "2"), ("/text", "\"\\u0041\\/ é\""), ("/twice", "2"), ("/-5", "true"),
        ])
    func values(pointer: String, expected: String) throws {
        #expect(try folder.vox("get", "file.json", pointer) == .good(expected + "\n"))
    }

    @Test("The empty pointer names the whole document, white space around it aside")
    func whole() throws {
        let text = try folder.read("file.json")
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try folder.vox("get", "file.json", "") == .good(trimmed + "\n"))
        #expect(try folder.vox("get", "-", "", input: "\u{FEFF} 7\n\n") == .good("7\n"))
    }

    @Test("- is standard input")
    func standardInput() throws {
        #expect(try folder.vox("get", "-", "/1", input: "[0, -1e2]") == .good("-1e2\n"))
        #expect(try folder.shell("printf '[0, [ ]]' | \"$VOX\" get - /1") == .good("[ ]\n"))
    }

    @Test("-- ends the options and is not a value")
    func separator() throws {
        #expect(try folder.vox("get", "--", "file.json", "/a") == .good("1.50\n"))
        #expect(try folder.vox("get", "file.json", "--", "/a") == .good("1.50\n"))
    }

    @Test(
        "A pointer to nothing: exit code 1, no output",
        arguments: [
            "/none", "/list/3", "/list/-", "/list/00", "/list/x", "/a/b", "/A", "a", "/m~2n", "/m~",
        ])
    func nothing(pointer: String) throws {
        let outcome = try folder.vox("get", "file.json", pointer)
        #expect(outcome.isFailure(naming: "file.json"))
        #expect(outcome.errors.contains(pointer))
        #expect(outcome.errors.count { $0 == "\n" } == 1)
    }

    @Test("A malformed document: exit code 1, the place on standard error")
    func malformed() throws {
        let outcome = try folder.vox("get", "-", "/0", input: "[1,\n2")
        #expect(outcome.isFailure(naming: "-:2:2: error: "))
        #expect(outcome.errors.hasSuffix(" (offset 5, at \"\")\n"))
    }

    @Test("A file that cannot be read: exit code 2")
    func unreadable() throws {
        #expect(try folder.vox("get", "none.json", "/a").isRefusal(naming: "none.json"))
        #expect(try folder.vox("get", ".", "/a").isRefusal(naming: "."))
    }

    @Test("Too few or too many words: exit code 2")
    func usage() throws {
        #expect(try folder.vox("get").isRefusal(naming: "<file>"))
        #expect(try folder.vox("get", "file.json").isRefusal(naming: "<pointer>"))
        #expect(try folder.vox("get", "file.json", "/a", "/a").isRefusal(naming: "/a"))
        #expect(
            try folder.vox("get", "file.json", "/a", "--style", "compact").isRefusal(
                naming: "--style"))
    }

    @Test("A large value comes out whole, in a pipe too")
    func large() throws {
        let list = "[" + (0..<200_000).map(String.init).joined(separator: ", ") + "]"
        try folder.write("{\"list\":\(list)}", to: "large.json")
        let outcome = try folder.vox("get", "large.json", "/list")
        #expect(outcome.code == 0)
        #expect(outcome.output == list + "\n")
        #expect(
            try folder.shell("\"$VOX\" get large.json /list | wc -c").output.contains(
                "\(list.utf8.count + 1)"))
    }

    @Test("A reader that goes away early is no reason to complain")
    func readerGone() throws {
        let list = "[" + (0..<200_000).map(String.init).joined(separator: ", ") + "]"
        try folder.write(list, to: "large.json")
        let outcome = try folder.shell("\"$VOX\" get large.json '' | head -c 5")
        #expect(outcome == .good("[0, 1"))
    }
}
