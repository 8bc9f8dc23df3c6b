// SPDX-License-Identifier: MIT

import ArgumentParser
import CVoxFilter
import Foundation
import Vox

/// The command `vox schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Finds the columns of JSON:API documents or NDJSON, and their types.",
        discussion: """
            Reads all records, not a sample, and prints a table of columns for each type of \
            resource, for the included resources of each type, and for records that are not \
            JSON:API. Each column has its type, and how often it is absent, null, or of another \
            type.

            With --json the output is a list of descriptions of columns. The C library and the \
            Python module take each of them to read the same files as columns of Arrow.

            Whole numbers and other numbers become int64, double or decimal128, so that no digit \
            is lost. Dates (YYYY-MM-DD) become date32, and moments with a zone timestamp. Values \
            of several kinds become json. With --share 99, a column has the type that 99 in 100 \
            of its values have.

            Exit codes: 0 all records were read; 1 some records were malformed; 2 wrong usage or \
            an unreadable file.

            Examples:
              vox schema articles.ndjson
              vox schema --json part-*.ndjson > schema.json
            """)

    @Argument(help: "The files; - for standard input, which is the default.")
    var files: [String] = []

    @Option(
        help: """
            The format of the files. auto: a file is one document if its first line that is not \
            blank ends within a value, and NDJSON otherwise.
            """)
    var from: FilterInput = .auto

    @OptionGroup var limit: RecordLimit

    @Option(
        help: ArgumentHelp(
            "Give a column the type that so many of 100 values have.", valueName: "percent"))
    var share: Int = 100

    @Flag(help: "Print the descriptions of columns as JSON.")
    var json = false

    func validate() throws {
        if from == .sequence || from == .concatenated {
            throw ValidationError("--from must be auto, ndjson or document.")
        }
        if share < 1 || share > 100 {
            throw ValidationError("--share must be between 1 and 100.")
        }
    }

    func run() throws {
        let text = try read()
        let schema: JSON
        do throws(JSONError) {
            schema = try JSON(parsing: text)
        } catch {
            throw Failure(.usage, "vox: \(error.message)")
        }
        Terminal.write(json ? text : SchemaText(of: schema).text)
        let faults = (schema["seen"]["faults"] as Int?) ?? 0
        if faults > 0 {
            throw Failure(
                .wrong,
                "vox: \(faults) \(faults == 1 ? "record is" : "records are") malformed; "
                    + "'vox select id FILE' shows the errors")
        }
    }

    /// Reads the files, and returns the descriptions.
    private func read() throws(Failure) -> String {
        let names = files.isEmpty ? ["-"] : files
        var pointers: [UnsafePointer<CChar>?] = names.map { name in
            UnsafePointer(strdup(Arguments.path(ofFile: name)))
        }
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        var made: UnsafeMutablePointer<CChar>?
        var unread: UnsafePointer<CChar>?
        let outcome = vox_schema_files(
            &pointers, names.count, from.form(of: ""), limit.maxRecord, UInt32(share), &made,
            &unread)
        defer { free(made) }
        if let made, outcome == VOX_FILTER_DONE { return String(cString: made) }
        let name = pointers.firstIndex(of: unread).map { names[$0] } ?? "-"
        if unread != nil, outcome == VOX_FILTER_WRONG {
            throw Failure(
                .usage,
                "vox: \(name): gzip has compressed the file; decompress it first, such as by "
                    + "'gunzip -c FILE | vox schema'")
        }
        throw Failure(
            .usage,
            outcome == VOX_FILTER_UNREAD
                ? "vox: \(name): \(FilterOptions.cause)" : "vox: out of memory")
    }
}

/// The tables of a schema, for people.
private struct SchemaText {
    let text: String

    init(of schema: JSON) {
        let tables = schema["tables"].vox.elements
        text = tables.map(Self.table).joined(separator: "\n")
    }

    private static func table(_ table: JSON) -> String {
        let type = (table["type"] as String?).map { " " + Terminal.quoted($0) } ?? ""
        let rows = (table["seen"]["rows"] as Int?).map { ", \($0) rows" } ?? ""
        let heading = ((table["table"] as String?) ?? "") + type + rows + "\n"
        let columns = table["columns"].vox.elements
        // The tables of relationships have the same columns for all files.
        guard !columns.isEmpty else {
            return heading + "  type, id, relationship, position, target_type, target_id, meta\n"
        }
        let lines = columns.map { column in
            [
                Terminal.safe((column["name"] as String?) ?? ""), Self.type(of: column),
                Self.count(column, "absent"), Self.count(column, "null"),
                Self.count(column, "other"),
            ]
        }
        return heading
            + Table(
                headings: ["column", "type", "absent", "null", "other"], rows: lines,
                width: Terminal.width
            ).text
    }

    private static func count(_ column: JSON, _ name: String) -> String {
        (column["seen"][name] as Int?).map { String($0) } ?? ""
    }

    /// The type of a column on one line, such as `list<struct<a: int64>>`.
    private static func type(of column: JSON) -> String {
        let name = (column["type"] as String?) ?? ""
        switch name {
        case "decimal128":
            let precision = (column["precision"] as Int?) ?? 0
            return "decimal128(\(precision), \((column["scale"] as Int?) ?? 0))"
        case "list":
            return "list<\(type(of: column["items"]))>"
        case "struct":
            let members = column["columns"].vox.elements.map { member in
                Terminal.safe((member["name"] as String?) ?? "") + ": " + type(of: member)
            }
            return "struct<\(members.joined(separator: ", "))>"
        default:
            return name
        }
    }
}
