// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

@Suite("vox: help and usage", .timeLimit(.minutes(5)))
struct UsageTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let commands = ["check", "get", "set", "remove", "format", "show"]

    @Test("--version prints the version and nothing else")
    func version() throws {
        let outcome = try folder.vox("--version")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test("help names every command and the exit codes")
    func help() throws {
        let outcome = try folder.vox("help")
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let words = outcome.output.split { $0 == " " || $0 == "\n" }
        for command in Self.commands + ["validate", "fetch", "select", "patch", "merge", "diff"] {
            #expect(words.contains(command[...]))
        }
        #expect(outcome.output.contains("Exit codes"))
        #expect(try folder.vox("--help") == outcome)
        #expect(try folder.vox("-h") == outcome)
    }

    @Test("Each command has its help", arguments: commands)
    func helpOfCommand(command: String) throws {
        let outcome = try folder.vox("help", command)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("USAGE: vox \(command) <file"))
        #expect(controls(in: outcome.output) == [])
        #expect(try folder.vox(command, "--help") == outcome)
        #expect(try folder.vox(command, "-h") == outcome)
        #expect(try folder.vox(command, "file.json", "--help") == outcome)
    }

    @Test(
        "Help names the options of the contract",
        arguments: [
            ("check", ["--max-depth", "--max-size", "--strict"]), ("set", ["--style"]),
            ("remove", ["--style"]),
            ("format", ["--style", "preserve", "compact", "pretty", "sorted"]),
            ("show", ["--json"]),
        ])
    func helpOfOptions(command: String, options: [String]) throws {
        let outcome = try folder.vox("help", command)
        for option in options { #expect(outcome.output.contains(option)) }
    }

    @Test("Each option that takes a value gets the argument that follows it")
    func values() throws {
        let help = try JSON(parsing: try folder.vox("--experimental-dump-help").output)
        var count = 0
        for command in help["command"]["subcommands"].vox.elements {
            let name = try #require(command["commandName"] as String?)
            for option in command["arguments"].vox.elements where option["kind"] == "option" {
                let word = try #require(option["preferredName"]["name"] as String?)
                let outcome = try folder.vox(name, "file", "--\(word)", "1")
                #expect(!outcome.errors.contains("Missing value"), "\(name) --\(word)")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test("A command that there is not, and an option that there is not")
    func unknown() throws {
        #expect(try folder.vox("sing").isRefusal(naming: "sing"))
        #expect(try folder.vox("sing", "file.json").isRefusal(naming: "sing"))
        #expect(try folder.vox("--loud").isRefusal(naming: "--loud"))
        for command in Self.commands {
            #expect(try folder.vox(command, "--loud").code == 2, "\(command)")
            #expect(try folder.vox(command).isRefusal(naming: "vox \(command)"), "\(command)")
        }
    }

    @Test("Complaints about usage are explained on standard error, not on standard output")
    func complaints() throws {
        for line in ["check", "get a", "format --style x a", "check --max-depth x a"] {
            let outcome = try folder.shell("\"$VOX\" \(line)")
            #expect(outcome.isRefusal(naming: "--help"), "\(line)")
            #expect(controls(in: outcome.errors) == [])
        }
    }
}
