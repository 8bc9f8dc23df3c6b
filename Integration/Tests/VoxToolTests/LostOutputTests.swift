// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What a command cannot write, or cannot read, it says, and no command ends well then.
@Suite("vox: lost output", .timeLimit(.minutes(5)))
struct LostOutputTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(#"{"data": {"type": "a", "id": "1"}}"#, to: "good.json")
        try folder.write(#"{"data": [}"#, to: "bad.json")
        try folder.write(#"{"data": {"id": 1}}"#, to: "odd.json")
        try folder.write("[]", to: "patch.json")
        try folder.write("{}", to: "merge.json")
    }

    /// Each command in a way that makes it write.
    private static let writing = [
        "--version", "--help", "help", "help select", "check bad.json", "validate odd.json",
        "validate --json good.json", "get good.json /data", "set good.json /data null",
        "remove good.json /data", "format good.json", "show good.json", "show --json good.json",
        "show --tree good.json", "select id good.json", "select id bad.json",
        "select id --to tsv --names good.json", "patch patch.json good.json",
        "patch --on-error row patch.json bad.json", "patch --on-error keep patch.json bad.json",
        "merge merge.json good.json", "diff good.json odd.json", "diff good.json good.json",
    ]

    @Test("A full device: exit code 2, and a word about it", arguments: writing)
    func fullDevice(command: String) throws {
        let outcome = try folder.shell("\"$VOX\" \(command) > /dev/full")
        #expect(outcome.isRefusal(naming: "cannot write the output: No space left"))
    }

    @Test("A standard output that is closed: exit code 2, and a word about it", arguments: writing)
    func closedOutput(command: String) throws {
        let outcome = try folder.shell("\"$VOX\" \(command) >&-")
        #expect(outcome.isRefusal(naming: "cannot write the output"))
    }

    private static let complaining: [(String, Int32)] = [
        ("check none", 2), ("validate none", 2), ("get good.json /none", 1), ("show bad.json", 1),
        ("select id none", 2), ("select id --on-error report bad.json", 1), ("select", 2),
        ("patch none good.json", 2), ("patch patch.json bad.json", 1),
        ("diff good.json bad.json", 2),
        ("fetch nowhere", 2), ("--loud", 2),
    ]

    @Test("A full device behind standard error changes no exit code", arguments: complaining)
    func fullErrors(command: String, code: Int32) throws {
        #expect(try folder.shell("\"$VOX\" \(command) 2> /dev/full") == Outcome(code: code))
    }

    @Test(
        "A file that is missing, or a folder: exit code 2, its name, and no output",
        arguments: [
            "check FILE", "validate FILE", "get FILE /a", "set FILE /a 1", "remove FILE /a",
            "format FILE", "show FILE", "select id FILE", "patch FILE good.json",
            "patch patch.json FILE", "merge FILE good.json", "merge merge.json FILE",
            "diff FILE good.json", "diff good.json FILE",
        ])
    func unreadable(command: String) throws {
        for name in ["none.json", "."] {
            let line = command.replacing("FILE", with: name)
            #expect(try folder.shell("\"$VOX\" \(line)").isRefusal(naming: name), "\(line)")
        }
        let line = command.replacing("FILE", with: "-")
        let closed = try folder.shell("\"$VOX\" \(line) <&-")
        #expect(closed.isRefusal(naming: "-"), "\(line) of a standard input that is closed")
    }
}
