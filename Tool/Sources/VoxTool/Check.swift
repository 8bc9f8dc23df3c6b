// SPDX-License-Identifier: MIT

import ArgumentParser
import Vox

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks that files are well-formed JSON.",
        discussion: """
            A file is one document, NDJSON with a document on each line, a JSON text sequence \
            (RFC 7464), or concatenated documents. In the last three forms, one document at a time \
            is in memory, and checking continues after a malformed document.

            Prints a line for each malformed document: \
            FILE:LINE:COLUMN: error: MESSAGE (offset N, at POINTER). \
            Columns and offsets count bytes. Lines and offsets count from the beginning of the \
            file, and the pointer begins at the document.

            Exit codes: 0 all documents are well-formed; 1 a document is malformed; 2 wrong usage \
            or an unreadable file.

            Examples:
              vox check *.json
              vox check albums.ndjson
              zcat albums.gz | vox check --from ndjson -
              vox check --from concatenated log.json
            """)

    @Argument(help: "The files; - for standard input.")
    var files: [String]

    @OptionGroup var records: RecordOptions

    @Option(help: "The maximum nesting depth.")
    var maxDepth: Int = 512

    @Option(
        help: ArgumentHelp(
            """
            The maximum size of a document. --max-record also limits the documents of a file \
            with several documents.
            """, valueName: "bytes"))
    var maxSize: Int?

    @Flag(help: "Also report repeated member names and a byte order mark as errors (RFC 7493).")
    var strict = false

    @OptionGroup var reading: ReaderOption

    func validate() throws {
        if maxDepth < 0 || (maxSize ?? 0) < 0 {
            throw ValidationError("A limit cannot be negative.")
        }
    }

    func run() throws {
        var options = Input.options
        options.maximumDepth = maxDepth
        options.maximumSize = maxSize ?? options.maximumSize
        options.mode = strict ? .strict : .standard
        options.reader = reading.reader
        options.pool = JSON.Pool()
        let checked = options
        var ending = Ending()
        for name in files {
            ending.read(name, by: records, upTo: maxSize ?? .max, strict: strict) { record in
                do throws(JSONError) {
                    _ = try record.document(options: checked)
                    return true
                } catch {
                    Terminal.write(Input(name: name).line(for: error) + "\n")
                    return false
                }
            }
        }
        try ending.check()
    }
}

/// How a command ends that checks several files.
struct Ending {
    private var isWrong = false
    private var isUnread = false

    /// Reads a file, and returns false if that fails. `isGood` returns false for a wrong record.
    @discardableResult
    mutating func read(
        _ name: String, by records: RecordOptions, upTo maximum: Int = .max, strict: Bool = false,
        isGood: @escaping (Record) -> Bool
    ) -> Bool {
        var isWrong = isWrong
        defer { self.isWrong = isWrong }
        do throws(Failure) {
            try records.read(name, upTo: maximum, strict: strict) { record in
                if !isGood(record) { isWrong = true }
            }
        } catch {
            Terminal.complain(error.message)
            isUnread = true
            return false
        }
        return true
    }

    /// Throws if a file could not be read, or a record was wrong.
    func check() throws(Failure) {
        if isUnread { throw Failure(.usage) }
        if isWrong { throw Failure(.wrong) }
    }
}
