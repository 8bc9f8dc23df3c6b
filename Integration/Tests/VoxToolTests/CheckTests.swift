// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxJSON

@Suite("vox check", .timeLimit(.minutes(5)))
struct CheckTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write("{\"a\": 1, \"b\": [1, 2.50, \"x\"]}\n", to: "good.json")
        try folder.write("{\"a\":\n  [1,]}", to: "bad.json")
    }

    private static let badLine =
        "bad.json:2:6: error: expected a value after ',' (offset 11, at \"/a\")\n"

    @Test("A well-formed file: no word, exit code 0")
    func good() throws {
        #expect(try folder.vox("check", "good.json") == .good(""))
        #expect(try folder.vox("check", "good.json", "good.json") == .good(""))
        #expect(try folder.vox("check", "-", input: "[1]") == .good(""))
    }

    @Test("The name of a file may be bytes that are no UTF-8", arguments: ["bad", "worse"])
    func nameOfBytes(name: String) throws {
        let odd = #"$(printf '\#(name)\377\200.json')"#
        let shown = #"\#(name)\xff\x80.json"#
        _ = try folder.shell(#"cp bad.json "\#(odd)"; cp good.json "$(printf 'new\377.json')""#)
        let check = try folder.shell(#""$VOX" check "\#(odd)""#)
        #expect(check == Outcome(code: 1, output: Self.badLine.replacing("bad.json", with: shown)))
        #expect(try folder.shell(#""$VOX" format "$(printf 'new\377.json')""#).code == 0)
        #expect(try folder.shell(#""$VOX" diff good.json "$(printf 'new\377.json')""#).code == 0)
        #expect(try folder.shell(#""$VOX" check "$(printf 'no\377.json')""#).code == 2)
        let patch = try folder.shell(
            #"echo '[]' >"$(printf 'p\377')"; "$VOX" patch "$(printf 'p\377')" good.json"#)
        #expect(patch.code == 0, "\(patch.errors)")
    }

    /// Without libyajl there is one reader; another test shows what the other one then says.
    private static let readers =
        (try? JSON(parsing: "1", options: yajl)) == nil ? ["fast"] : ["fast", "yajl"]

    private static let yajl: JSON.Options = {
        var options = JSON.Options()
        options.reader = .yajl
        return options
    }()

    @Test("Either reader, the same line", arguments: readers)
    func reader(_ name: String) throws {
        let expected = Outcome(code: 1, output: Self.badLine)
        #expect(try folder.vox("check", "--reader", name, "bad.json") == expected)
        #expect(try folder.vox("check", "--reader", name, "good.json") == .good(""))
    }

    @Test("A malformed file: one line on standard output, exit code 1")
    func bad() throws {
        let expected = Outcome(code: 1, output: Self.badLine)
        #expect(try folder.vox("check", "bad.json") == expected)
        #expect(try folder.vox("check", "bad.json", "good.json") == expected)
        #expect(try folder.vox("check", "good.json", "bad.json") == expected)
    }

    @Test(
        "Where the error is, and in which value",
        arguments: [
            ("", "1:1", 0, ""),
            (" \n\n", "3:1", 3, ""),
            ("nul", "1:4", 3, ""),
            ("[1,2", "1:5", 4, ""),
            ("[1 2]", "1:4", 3, ""),
            ("[] []", "1:4", 3, ""),
            ("{} \"abc", "1:4", 3, ""),
            ("{\"a\":[0,{\"b\":x}]}", "1:14", 13, "/a/1"),
            ("{\"a\":1,\n\n  b}", "3:3", 11, ""),
            ("[\"\\x\"]", "1:3", 2, "/0"),
            ("[\n\"a\tb\"]", "2:3", 4, "/0"),
            ("[\"é\",\"\\ud800\"]", "1:8", 7, "/1"),
            ("[\"é\" x]", "1:7", 6, ""),
            ("{\"a/b\":{\"c~d\":[tru]}}", "1:19", 18, "/a~1b/c~0d/0"),
            ("{\"q\\\"\":[,]}", "1:9", 8, "/q\""),
            ("[1.]", "1:4", 3, "/0"),
            ("[01]", "1:3", 2, ""),
        ])
    func places(text: String, place: String, offset: Int, pointer: String) throws {
        let outcome = try folder.vox("check", "-", input: text)
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("-:\(place): error: "))
        let quoted = pointer.replacing("\"", with: "\\\"")
        #expect(outcome.output.hasSuffix(" (offset \(offset), at \"\(quoted)\")\n"))
        #expect(outcome.output.count { $0 == "\n" } == 1)
    }

    @Test("Bytes that are not UTF-8")
    func notUTF8() throws {
        try folder.write(Data([0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D]), to: "latin.json")
        #expect(
            try folder.vox("check", "latin.json")
                == Outcome(
                    code: 1,
                    output: "latin.json:1:3: error: the bytes are not UTF-8 (offset 2, at \"/0\")\n"
                ))
    }

    @Test("One line for each file that is not well-formed, in the order given")
    func severalBad() throws {
        try folder.write("[", to: "open.json")
        let outcome = try folder.vox("check", "open.json", "good.json", "bad.json", "open.json")
        #expect(outcome.code == 1)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["open.json", "bad.json", "open.json"])
    }

    @Test("A file that cannot be read: exit code 2, whatever else there is")
    func unreadable() throws {
        #expect(try folder.vox("check", "none.json").isRefusal(naming: "none.json"))
        #expect(try folder.vox("check", ".").isRefusal(naming: "."))
        let orders = [
            ["bad.json", "none.json", "good.json"], ["none.json", "bad.json"],
            ["good.json", "none.json", "bad.json"],
        ]
        for files in orders {
            let outcome = try folder.shell("\"$VOX\" check \(files.joined(separator: " "))")
            #expect(outcome.code == 2)
            #expect(outcome.output == Self.badLine)
            #expect(outcome.errors.contains("none.json"))
            #expect(outcome.errors.count { $0 == "\n" } == 1)
        }
    }

    @Test("Nothing is printed about the good files beside an unreadable one")
    func unreadableAlone() throws {
        let outcome = try folder.vox("check", "good.json", "none.json")
        #expect(outcome.isRefusal(naming: "none.json"))
        #expect(!outcome.errors.contains("good.json"))
    }

    @Test("Files that are pipes are read like others")
    func pipes() throws {
        #expect(try folder.shell("cat good.json | \"$VOX\" check -") == .good(""))
        #expect(try folder.shell("cat bad.json | \"$VOX\" check -").code == 1)
        let named = "mkfifo pipe && { cat good.json >pipe & \"$VOX\" check pipe; }"
        #expect(try folder.shell("\(named); code=$?; kill $! 2>/dev/null; exit $code") == .good(""))
    }

    @Test("Names with spaces, and names that look like options after --")
    func names() throws {
        try folder.write("[", to: "a file.json")
        #expect(try folder.vox("check", "a file.json").output.hasPrefix("a file.json:1:2: error: "))
        try folder.write("[", to: "--strict")
        #expect(try folder.vox("check", "--", "--strict").output.hasPrefix("--strict:1:2: error: "))
    }

    // MARK: Options

    @Test("--max-depth: as deep is fine, one deeper is refused at its bracket")
    func maxDepth() throws {
        let deep = "[[[]]]"
        #expect(try folder.vox("check", "--max-depth", "3", "-", input: deep) == .good(""))
        #expect(try folder.vox("check", "-", "--max-depth=3", input: deep) == .good(""))
        let refused = Outcome(
            code: 1,
            output: "-:1:3: error: nesting is deeper than the depth limit (offset 2, at \"/0/0\")\n"
        )
        #expect(try folder.vox("check", "-", "--max-depth", "2", input: deep) == refused)
        #expect(try folder.vox("check", "--max-depth=2", "-", input: deep) == refused)
        #expect(try folder.vox("check", "--max-depth", "0", "-", input: "1") == .good(""))
        #expect(try folder.vox("check", "--max-depth", "0", "-", input: "[]").code == 1)
    }

    @Test("Nesting of 512 is accepted without an option, 513 is not")
    func usualDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try folder.vox("check", "-", input: nested(512)) == .good(""))
        #expect(
            try folder.vox("check", "-", input: nested(513)).output.hasPrefix("-:1:513: error: "))
        #expect(
            try folder.vox("check", "--max-depth", "100000", "-", input: nested(100_000)).code == 0)
    }

    @Test("--max-size: as large is fine, one byte more is refused at that byte")
    func maxSize() throws {
        #expect(try folder.vox("check", "--max-size", "5", "-", input: "[1,2]") == .good(""))
        let outcome = try folder.vox("check", "-", "--max-size", "4", input: "[1,2]")
        #expect(outcome.code == 1)
        #expect(
            outcome.output
                == "-:1:5: error: the document is larger than the size limit (offset 4, at \"\")\n")
        #expect(try folder.vox("check", "--max-size", "0", "good.json").code == 1)
    }

    @Test("--strict refuses repeated names and a byte order mark")
    func strict() throws {
        let twice = "{\"a\":1,\"a\":2}"
        #expect(try folder.vox("check", "-", input: twice) == .good(""))
        let repeated = try folder.vox("check", "--strict", "-", input: twice)
        #expect(repeated.code == 1)
        #expect(repeated.output.hasPrefix("-:1:8: error: "))
        #expect(repeated.output.hasSuffix(" (offset 7, at \"\")\n"))

        #expect(try folder.vox("check", "-", input: "\u{FEFF}[]") == .good(""))
        let marked = try folder.vox("check", "-", "--strict", input: "\u{FEFF}[]")
        #expect(marked.code == 1)
        #expect(marked.output.hasPrefix("-:1:1: error: "))
        #expect(try folder.vox("check", "--strict", "good.json") == .good(""))
    }

    @Test("Options together hold for every file")
    func together() throws {
        let outcome = try folder.vox(
            "check", "good.json", "--strict", "--max-depth", "1", "-", "--max-size", "100",
            input: "[[]]")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("good.json:1:15: error: "))
        #expect(outcome.output.contains("\n-:1:2: error: "))
    }

    @Test(
        "Limits that are no limits are a matter of usage",
        arguments: ["--max-depth", "--max-size"], ["-1", "ten", "1.5", ""])
    func badLimits(option: String, value: String) throws {
        #expect(try folder.vox("check", "good.json", option, value).isRefusal(naming: "--help"))
        #expect(
            try folder.vox("check", "good.json", "\(option)=\(value)").isRefusal(naming: "--help"))
    }
}
