// SPDX-License-Identifier: MIT

#if Tool
public import ArgumentParser
import Foundation
public import Vox

extension Validator.Profile: ExpressibleByArgument {}

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks files against the rules of JSON:API 1.1.",
        discussion: """
            Prints a line for each finding: \
            FILE:LINE:COLUMN: error|warning: JA-nnn MESSAGE (at POINTER). \
            Columns count bytes.

            Exit codes: 0 no errors (warnings are allowed); 1 errors or malformed JSON; 2 wrong \
            usage or an unreadable file.

            Examples:
              vox validate --as response articles.json
              vox validate --fields articles=title,body --include author articles.json
            """)

    @Argument(help: "The files; - for standard input.")
    var files: [String]

    @Option(name: .customLong("as"), help: "The kind of the documents.")
    var profile: Validator.Profile = .any

    @Option(
        help: ArgumentHelp(
            "The requested fields of a type; repeatable.", valueName: "TYPE=a,b"))
    var fields: [Fieldset] = []

    @Option(help: ArgumentHelp("The requested include paths.", valueName: "a,b.c"))
    var include: NameList?

    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp("The namespace of an applied extension; repeatable.", valueName: "name"))
    var extensions: [Namespace] = []

    @Flag(help: "Do not report deviations that lenient reading accepts.")
    var lenient = false

    @Flag(
        help: """
            Print an array of {file, findings: [{rule, severity, pointer, offset, line, column, \
            message}]}. Malformed JSON has the rule "JSON".
            """)
    var json = false

    func run() throws {
        let validator = Validator(
            profile: profile,
            fields: Dictionary(fields.map { ($0.type, $0.names) }) { $0 + $1 },
            include: include?.names, extensions: extensions.map(\.name), lenient: lenient)
        var reports: [JSONValue] = []
        var worst: Failure?
        for name in files {
            do throws(Failure) {
                let report = try Report(of: Input(name: name), validator: validator)
                if json {
                    reports.append(report.value)
                } else {
                    Terminal.write(report.text)
                }
                if report.hasErrors, worst == nil { worst = Failure(.wrong) }
            } catch {
                Terminal.complain(error.message)
                worst = error
            }
        }
        if json {
            Terminal.write(try JSONValue.array(reports).text(style: .pretty) + "\n")
        }
        if let worst { throw Failure(worst.code) }
    }
}

/// The findings in one file.
private struct Report {
    let input: Input
    var findings: [Validator.Finding] = []
    var malformed: JSONError?

    /// Reads and validates a file. Throws if the file cannot be read.
    init(of input: Input, validator: Validator) throws(Failure) {
        self.input = input
        let bytes = try input.bytes()
        do throws(JSONError) {
            let document = try JSON(parsing: bytes, options: Input.options)
            findings = try validator.findings(in: document)
        } catch {
            malformed = error
        }
    }

    var hasErrors: Bool { malformed != nil || findings.contains { $0.severity == .error } }

    var text: String {
        if let malformed { return input.line(for: malformed) + "\n" }
        return findings.map { finding in
            "\(input.name):\(finding.position.line):\(finding.position.column): "
                + "\(finding.severity.rawValue): \(finding.code) \(finding.message) "
                + "(at \(Terminal.quoted(finding.pointer)))\n"
        }.joined()
    }

    var value: JSONValue {
        var values = findings.map {
            Self.value(
                rule: $0.code, severity: $0.severity, pointer: $0.pointer, position: $0.position,
                message: $0.message)
        }
        if let malformed {
            values.append(
                Self.value(
                    rule: "JSON", severity: .error, pointer: malformed.pointer,
                    position: malformed.position
                        ?? JSONError.Position(offset: 0, line: 1, column: 1),
                    message: malformed.message))
        }
        return ["file": .string(input.name), "findings": .array(values)]
    }

    private static func value(
        rule: String, severity: Validator.Finding.Severity, pointer: String,
        position: JSONError.Position,
        message: String
    ) -> JSONValue {
        [
            "rule": .string(rule), "severity": .string(severity.rawValue),
            "pointer": .string(pointer), "offset": .number(JSONNumber(position.offset)),
            "line": .number(JSONNumber(position.line)),
            "column": .number(JSONNumber(position.column)), "message": .string(message),
        ]
    }
}
#endif
