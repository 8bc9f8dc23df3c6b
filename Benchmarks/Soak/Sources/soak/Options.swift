// SPDX-License-Identifier: MIT

import Foundation

/// The command line.
struct Options {
    struct Usage: Error, CustomStringConvertible {
        let description = """
            usage: soak [MINUTES] [--output FOLDER] [--only sqlite|postgresql] [--seed NUMBER]
                   soak rows [COUNT] [--only sqlite|postgresql]
                   soak serve DATABASE
            """
    }

    /// The minutes under load, on all databases together, or the number of rows.
    var number: Double
    var output = URL(filePath: "build/soak")
    var databases = DatabaseKind.allCases
    /// Decides which requests are sent. Which requests run at the same time depends on the machine.
    var seed = UInt64.random(in: 0..<1_000_000)

    init(_ arguments: [String], number: Double) throws {
        self.number = number
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--output": output = URL(filePath: try Self.value(&rest))
            case "--only":
                guard let one = DatabaseKind(rawValue: try Self.value(&rest)) else { throw Usage() }
                databases = [one]
            case "--seed":
                guard let number = UInt64(try Self.value(&rest)) else { throw Usage() }
                seed = number
            default:
                guard let number = Double(word), number > 0, number < 1e9 else { throw Usage() }
                self.number = number
            }
        }
    }

    private static func value(_ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw Usage() }
        return value
    }
}

enum DatabaseKind: String, CaseIterable {
    case sqlite, postgresql
}

/// Shows what the program does if standard error is a terminal.
func progress(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text.prefix(100))".utf8))
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
