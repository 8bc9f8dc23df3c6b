// SPDX-License-Identifier: MIT

import ArgumentParser
import CVoxFilter
import Foundation
import Vox

/// The output format of `vox select`.
enum SelectOutput: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case tsv
}

/// The value of an absent column in NDJSON.
enum SelectAbsent: String, ExpressibleByArgument, CaseIterable {
    case omit
    case null
}

/// The handling of a malformed record.
enum SelectFault: String, ExpressibleByArgument, CaseIterable {
    case row
    case report
    case stop
}

struct Select: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes columns of JSON:API resources as NDJSON or TSV, one row per resource.",
        discussion: """
            Reads JSON:API documents, or NDJSON with a document or a resource object on each line \
            (or such records in a JSON text sequence, or one after another), and writes a row for each resource of the primary data, in order. With several records, one \
            record is in memory at a time. With a document, one resource is in memory at a time, \
            unless a column needs included resources.

            COLUMNS are separated by commas. A column is a path that begins at the resource:
              id, type, lid       the identity of the resource
              title               an attribute; address.city is the member city of an object
              author              the linkage of a relationship
              author.id           the id in the linkage
              author.name         an attribute of the included resource
              /meta/rank          any other value of the resource object, as a JSON Pointer
              writer=author.name  author.name, with writer as the name of the column

            If author is a to-many relationship, author, author.id and author.name are lists.

            In NDJSON, values keep their text, and absent columns are left out. With --absent \
            null, absent columns are null, and each row without an error has "error": null. \
            Then programs that infer the columns from a sample find all of them.

            In TSV, \\N is written for absent columns and for null. In strings, tab, line feed, \
            carriage return and backslash are written as \\t, \\n, \\r and \\\\. Objects and lists \
            are written as JSON.

            For a malformed record, a row with an error is written, and reading continues. The \
            same applies to a record or a row larger than --max-record, to a row for which one \
            column reads more than 16 times --max-record, and to a row that would make the rows of \
            a record larger than 1 MiB and 256 times its text:
              {"error":{"file":"a.ndjson","line":2,"column":50,"offset":74,
                        "pointer":"/attributes/t","code":"VOX_ERROR_SYNTAX",
                        "message":"expected a value after ','"}}

            In TSV, the object under "error" is the last column, which is \\N in other rows. With \
            --on-error report, the error is a line on standard error instead. With --on-error \
            stop, reading also ends.

            A document with errors that a server reported has no rows, whatever --on-error and \
            --to are. Each of its errors is a line on standard error; --on-error stop also ends \
            reading:
              a.ndjson:3:12: error: the document reports 404 Not found: no album 7 (at "/data")

            Blank lines, CRLF and a byte order mark are accepted. The last line needs no line feed.

            Exit codes: 0 all records were valid; 1 some records were malformed, or documents \
            reported errors; 2 wrong usage, an unreadable file, or output that cannot be written.

            Examples:
              vox select id,title,writer=author.name articles.json
              zcat corpus.gz | vox select id,title --from ndjson --to tsv --names
              vox fetch https://example.com/articles --all --json | vox select id,title
              vox select type,id --on-error stop part-*.ndjson > ids.ndjson
            """)

    @Argument(help: "The columns, separated by commas: id,title,author.name")
    var columns: String

    @Argument(help: "The files; - for standard input, which is the default.")
    var files: [String] = []

    @OptionGroup var input: FilterOptions

    @Option(help: "The output format.")
    var to: SelectOutput = .ndjson

    @Option(help: "How to write absent columns (NDJSON).")
    var absent: SelectAbsent = .omit

    @Option(help: ArgumentHelp("Select only resources of this type.", valueName: "name"))
    var type: String?

    @Option(help: "How to handle a malformed record.")
    var onError: SelectFault = .row

    @Flag(help: "Write the names of the columns as the first line (TSV).")
    var names = false

    @Flag(
        help: """
            Parse resources of lists and of included only when a column needs them. This is faster \
            for records with many included resources that no column needs (2 times faster with 20 \
            of them), and slower if columns need most resources. Malformed JSON in other resources \
            is not detected.
            """)
    var lazy = false

    @Flag(
        help: """
            Exit with 0 even if records were malformed or reported errors, for programs that stop \
            at other exit codes.
            """)
    var exitZero = false

    func validate() throws {
        if let type, NameList.trimmed(type).isEmpty {
            throw ValidationError("--type needs a name.")
        }
        if names, to != .tsv { throw ValidationError("--names requires --to tsv.") }
        if absent == .null, to != .ndjson {
            throw ValidationError(
                "--absent null requires --to ndjson; in TSV, absent columns are \\N.")
        }
    }

    func run() throws {
        let select = try makeSelect()
        defer { vox_select_free(select) }
        try input.read(files) { name, descriptor, form in
            vox_select_file(select, name, descriptor, form)
        }
        if vox_select_faults(select) > 0, !exitZero { throw Failure(.wrong) }
    }

    private func makeSelect() throws(Failure) -> OpaquePointer {
        var made: OpaquePointer?
        var message: UnsafePointer<CChar>?
        var offset = 0
        let outcome = columns.withCString { columns in
            NameList.trimmed(type ?? "").withCString { type in
                var options = vox_select_options()
                options.columns = columns
                options.type = self.type == nil ? nil : type
                options.output = to == .tsv ? VOX_SELECT_TSV : VOX_SELECT_NDJSON
                options.fault =
                    switch onError {
                    case .row: VOX_FILTER_ROW
                    case .report: VOX_FILTER_REPORT
                    case .stop: VOX_FILTER_STOP
                    }
                options.max_record = input.maxRecord
                options.lazy = lazy
                options.absent_null = absent == .null
                options.names = names
                options.descriptor = STDOUT_FILENO
                return vox_select_new(&options, &made, &message, &offset)
            }
        }
        if let made { return made }
        if outcome == VOX_FILTER_WRONG, let message {
            let rest = String(decoding: columns.utf8.dropFirst(offset), as: UTF8.self)
            throw Failure(
                .usage,
                "vox: invalid columns at \(Terminal.quoted(rest)): \(String(cString: message))")
        }
        throw Failure(.usage, "vox: out of memory")
    }
}
