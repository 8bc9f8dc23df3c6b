// SPDX-License-Identifier: MIT

public import ArgumentParser
import Foundation
public import Vox

extension Validator.Profile: @retroactive ExpressibleByArgument {}

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks files against the rules of JSON:API 1.1 and of Atomic Operations.",
        discussion: """
            Prints a line for each finding: \
            FILE:LINE:COLUMN: error|warning: JA-nnn MESSAGE (at POINTER). \
            Columns count bytes. Lines count from the beginning of the file.

            --as says what a document is for: a response; a request to create or update one \
            resource; the linkage of a relationship; operations, which is a request of the \
            extension Atomic Operations; results, which is the response to operations, or their \
            errors; any of them. operations and results imply --extension atomic.

            A file is one document, NDJSON with a document on each line, a JSON text sequence \
            (RFC 7464), or concatenated documents. In the last three forms, one document at a time \
            is in memory, and checking continues after a malformed document.

            Exit codes: 0 no errors (warnings are allowed); 1 errors or malformed JSON; 2 wrong \
            usage or an unreadable file.

            Examples:
              vox validate --as response articles.json
              vox validate --fields articles=title,body --include author articles.json
              vox validate --as response responses.ndjson
              vox validate --as operations request.json
              vox validate --as results response.json
            """)

    @Argument(help: "The files; - for standard input.")
    var files: [String]

    @OptionGroup var records: RecordOptions

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

    @Option(
        help: ArgumentHelp(
            "A rule that is not reported, such as JA-026; repeatable.", valueName: "rule"))
    var ignore: [RuleNumber] = []

    @Flag(
        help: """
            Print an array of {file, findings: [{rule, severity, pointer, offset, line, column, \
            message}]}. Malformed JSON has the rule "JSON". The findings of all files are in \
            memory until the end.
            """)
    var json = false

    func run() throws {
        let validator = Validator(
            profile: profile,
            fields: Dictionary(fields.map { ($0.type, $0.names) }) { $0 + $1 },
            include: include?.names, extensions: extensions.map(\.name), lenient: lenient,
            ignoredRules: Swift.Set(ignore.map(\.number)))
        var reports: [JSONValue] = []
        var ending = Ending()
        for name in files {
            var findings: [JSONValue] = []
            let isRead = ending.read(name, by: records) { record in
                let report = Report(of: record, validator: validator)
                if json {
                    findings += report.values
                } else {
                    Terminal.write(report.text)
                }
                return !report.hasErrors
            }
            if isRead || !findings.isEmpty {
                reports.append(["file": .string(name), "findings": .array(findings)])
            }
        }
        if json {
            Terminal.write(try JSONValue.array(reports).text(style: .pretty) + "\n")
        }
        try ending.check()
    }
}

/// A rule of the validator: JA-026, or 26.
struct RuleNumber: ExpressibleByArgument {
    let number: Int

    init?(argument: String) {
        let digits = argument.hasPrefix("JA-") ? argument.dropFirst(3) : argument[...]
        guard let number = Int(digits), Validator.rules.contains(number) else { return nil }
        self.number = number
    }
}

/// The findings in one document.
private struct Report {
    let record: Record
    var findings: [Validator.Finding] = []
    var malformed: JSONError?

    private static let options: JSON.Options = {
        var options = Input.options
        options.pool = JSON.Pool()
        return options
    }()

    /// Parses and validates a document.
    init(of record: Record, validator: Validator) {
        self.record = record
        let document: JSON
        do throws(JSONError) {
            document = try record.document(options: Self.options)
        } catch {
            malformed = error
            return
        }
        do throws(JSONError) {
            findings = try validator.findings(in: document)
        } catch {
            malformed = record.located(error)
        }
    }

    var hasErrors: Bool { malformed != nil || findings.contains { $0.severity == .error } }

    var text: String {
        if let malformed { return Input(name: record.file).line(for: malformed) + "\n" }
        return findings.map { finding in
            let position = record.position(finding.position)
            return "\(record.file):\(position.line):\(position.column): "
                + "\(finding.severity.rawValue): \(finding.code) \(finding.message) "
                + "(at \(Terminal.quoted(finding.pointer)))\n"
        }.joined()
    }

    var values: [JSONValue] {
        if let malformed {
            return [
                Self.value(
                    rule: "JSON", severity: .error, pointer: malformed.pointer,
                    position: malformed.position
                        ?? JSONError.Position(offset: 0, line: 1, column: 1),
                    message: malformed.message)
            ]
        }
        return findings.map {
            Self.value(
                rule: $0.code, severity: $0.severity, pointer: $0.pointer,
                position: record.position($0.position), message: $0.message)
        }
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
