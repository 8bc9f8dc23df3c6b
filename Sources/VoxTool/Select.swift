// SPDX-License-Identifier: MIT

#if Tool
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
        abstract: "Writes chosen columns of JSON:API resources, a row each: NDJSON or TSV.",
        discussion: """
            Reads documents of JSON:API, or NDJSON with a document or a resource object on each \
            line, and writes a row for each resource of primary data, in order. Of NDJSON one \
            record is in memory at a time; of a document one resource, unless a column leads into \
            included.

            COLUMNS are separated by commas. A column is a path from the resource on:
              id, type, lid       its identity
              title               an attribute; address.city goes on into its object
              author              a relationship: its linkage
              author.id           the identity of the linkage; a list of them for a list
              author.name         an attribute of the included resource; a list likewise
              /meta/rank          a JSON Pointer in the resource object, for the rest
              writer=author.name  the same under another name

            In NDJSON a value stands as it was written, and what is absent is left out; with \
            --absent null it is null, and a good row has a null for error, so that engines that \
            infer columns from a sample find all of them. In TSV absent and null are \\N, strings have \\t, \\n, \\r and \\\\ for tab, line feed, carriage \
            return and backslash, and objects and lists are JSON.

            A malformed record becomes a row of its own, and the rest goes on; so does a record, or \
            a row, larger than --max-record, and a row for which a column reads 16 times as much:
              {"error":{"file":"a.ndjson","line":2,"column":50,"offset":74,
                        "pointer":"/attributes/t","code":"VOX_ERROR_SYNTAX",
                        "message":"expected a value after ','"}}

            In TSV that object is the last column, \\N in other rows. With --on-error report it is \
            a line on standard error instead, with stop also the end.

            Blank lines, CRLF and a byte order mark are no errors; the last line needs no line feed.

            Exit codes: 0 all records were good, 1 some were malformed, 2 usage, an unreadable \
            file, or output that cannot be written.

            Examples:
              vox select id,title,writer=author.name articles.json
              zcat corpus.gz | vox select id,title --from ndjson --to tsv --names
              vox fetch https://example.com/articles --all --json | vox select id,title
              vox select type,id --on-error stop part-*.ndjson > ids.ndjson
            """)

    @Argument(help: "What of each resource: id,title,author.name")
    var columns: String

    @Argument(help: "The files; - or none for standard input.")
    var files: [String] = []

    @OptionGroup var input: FilterOptions

    @Option(help: "What rows are written as.")
    var to: SelectOutput = .ndjson

    @Option(help: "What a row has for a column that is absent (NDJSON).")
    var absent: SelectAbsent = .omit

    @Option(help: ArgumentHelp("Only resources of this type.", valueName: "name"))
    var type: String?

    @Option(help: "What becomes of a malformed record.")
    var onError: SelectFault = .row

    @Flag(help: "Begin with a line of names (TSV).")
    var names = false

    @Flag(
        help: """
            Parse resources of lists and of included only when a column looks at them. Faster where \
            records have many resources in included that no column leads to (2 times with 20 of \
            them), slower where columns look at most resources. A mistake in what none looks at \
            goes unseen.
            """)
    var lazy = false

    @Flag(help: "Exit with 0 although records were malformed, for engines that give up otherwise.")
    var exitZero = false

    func validate() throws {
        if let type, NameList.trimmed(type).isEmpty {
            throw ValidationError("--type must be a name.")
        }
        if names, to != .tsv { throw ValidationError("--names is for --to tsv.") }
        if absent == .null, to != .ndjson {
            throw ValidationError("--absent null is for --to ndjson; in TSV absent is \\N.")
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
                .usage, "vox: columns, at \(Terminal.quoted(rest)): \(String(cString: message))")
        }
        throw Failure(.usage, "vox: out of memory")
    }
}
#endif
