// SPDX-License-Identifier: MIT

import Foundation

/// Prepares command lines for the parser.
enum Arguments {
    /// The command line without the name of the program.
    ///
    /// The name of a file is a sequence of bytes. If the bytes of an argument are not UTF-8, the
    /// text has `\xff` in place of such a byte, and ``bytes(ofFile:)`` returns the bytes.
    static let all = read.map(\.text)

    private static let read: [(text: String, bytes: [UInt8])] =
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return nil }
            let bytes = Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            return (text(of: bytes), bytes)
        }

    /// The arguments that are not UTF-8.
    private static let unreadable = read.filter {
        String(validating: $0.bytes, as: UTF8.self) == nil
    }

    private static func text(of bytes: [UInt8]) -> String {
        var text = ""
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var rest = bytes[...]
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let encoded):
                text.unicodeScalars.append(UTF8.decode(encoded))
                rest = rest.dropFirst(encoded.count)
            case .error(let length):
                for byte in rest.prefix(length) { text += "\\x" + String(byte, radix: 16) }
                rest = rest.dropFirst(length)
            case .emptyInput: return text
            }
        }
    }

    /// Returns the bytes of the name of a file, which is an argument or the value of an option.
    static func bytes(ofFile name: String) -> [UInt8] {
        for argument in unreadable {
            if argument.text == name { return argument.bytes }
            if argument.text.hasSuffix("=" + name), let sign = argument.bytes.firstIndex(of: 0x3D) {
                return Array(argument.bytes[(sign + 1)...])
            }
        }
        return Array(name.utf8)
    }

    /// Returns the name of a file for functions of C.
    static func path(ofFile name: String) -> [CChar] {
        bytes(ofFile: name).map { CChar(bitPattern: $0) } + [0]
    }

    /// Opens a file. Returns a negative number, and sets errno, if that fails.
    static func open(file name: String, _ flags: Int32) -> Int32 {
        Foundation.open(path(ofFile: name), flags, 0o666)
    }

    private static let optionsWithValue: Swift.Set<String> = [
        "--style", "--max-depth", "--max-size", "--as", "--fields", "--include", "--extension",
        "--filter", "--sort", "--page", "--limit", "--header", "--reader",
        "--from", "--to", "--type", "--on-error", "--max-record", "--absent",
        "--profile", "--accept", "--query", "--base", "--relative-to", "--next", "--rate",
        "--collections", "--write", "--operations", "--only", "--skip", "--time", "--subjects",
        "--probes", "--ignore", "--junit", "--html", "--baseline", "--write-baseline", "--write-to",
        "--share",
    ]

    /// Moves options in front of `--`, so that values such as `-5` are not parsed as options.
    static func separated(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, !command.hasPrefix("-"), command != "help" else {
            return arguments
        }
        var options: [String] = []
        var values: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            if argument == "--" {
                values += rest
                break
            }
            guard argument.hasPrefix("--") || argument == "-h" else {
                values.append(argument)
                continue
            }
            options.append(argument)
            if optionsWithValue.contains(argument), let value = rest.popFirst() {
                options.append(value)
            }
        }
        return [command] + options + (values.isEmpty ? [] : ["--"] + values)
    }
}
