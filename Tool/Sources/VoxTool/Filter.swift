// SPDX-License-Identifier: MIT

import ArgumentParser
import CVoxFilter
import Foundation

/// The format of input files.
enum FilterInput: String, ExpressibleByArgument, CaseIterable {
    case auto
    case ndjson
    case document
    case sequence
    case concatenated

    /// Returns the option for the core of a filter. In auto mode, the file name is considered too:
    /// `auto` is how to treat a file whose name says nothing.
    func form(
        of name: String, otherwise auto: vox_filter_input = VOX_FILTER_AUTO
    ) -> vox_filter_input {
        switch self {
        case .ndjson: VOX_FILTER_LINES
        case .document: VOX_FILTER_DOCUMENT
        case .sequence: VOX_FILTER_SEQUENCE
        case .concatenated: VOX_FILTER_CONCATENATED
        case .auto:
            name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? VOX_FILTER_LINES : auto
        }
    }
}

/// The option that limits the size of records.
struct RecordLimit: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The maximum size of a record, below 4 GiB. A larger record counts as malformed.",
            valueName: "bytes"))
    var maxRecord: Int = 64 << 20

    func validate() throws {
        if maxRecord < 1 || maxRecord >= 1 << 32 {
            throw ValidationError("--max-record must be between 1 and 4294967295.")
        }
    }
}

/// The options of commands that read records from several files, one after the other.
struct FilterOptions: ParsableArguments {
    @Option(
        help: """
            The format of the files. auto: a file whose name ends with .ndjson or .jsonl is \
            NDJSON, and a file whose first byte is 0x1E is a JSON text sequence (RFC 7464). Any \
            other file is one document if its first line that is not blank ends within a value, \
            and NDJSON otherwise. concatenated: JSON values one after another, with or without \
            white space between them.
            """)
    var from: FilterInput = .auto

    @OptionGroup var limit: RecordLimit

    var maxRecord: Int { limit.maxRecord }

    /// If the reader of the output closes it, the signal ends the filter without a message, as it
    /// ends other filters.
    static func endQuietly() { signal(SIGPIPE, SIG_DFL) }

    /// The message of the last system error.
    static var cause: String { String(cString: strerror(errno)) }

    /// Opens the file, or standard input for "-", and passes its descriptor to a closure. Returns
    /// nil if the file cannot be opened.
    static func withFile<Result>(_ name: String, _ body: (Int32) -> Result) -> Result? {
        guard name != "-" else { return body(STDIN_FILENO) }
        let descriptor = Arguments.open(file: name, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        let result = body(descriptor)
        let cause = errno
        close(descriptor)
        errno = cause
        return result
    }

    /// Converts an outcome other than done and unread into the failure of the command.
    static func ending(_ outcome: vox_filter_outcome, of name: String) -> Failure {
        switch outcome {
        case VOX_FILTER_STOPPED: Failure(.wrong)
        case VOX_FILTER_UNSENT: Failure(.usage, Terminal.unwritten(errno))
        default: Failure(.usage, "vox: \(name): out of memory")
        }
    }

    /// Reads all files. After a file that cannot be read, it continues with the next one.
    func read(
        _ files: [String], by file: (String, Int32, vox_filter_input) -> vox_filter_outcome
    ) throws(Failure) {
        Self.endQuietly()
        var isUnread = false
        for name in files.isEmpty ? ["-"] : files {
            let outcome = Self.withFile(name) { file(name, $0, from.form(of: name)) }
            switch outcome ?? VOX_FILTER_UNREAD {
            case VOX_FILTER_DONE: break
            case VOX_FILTER_UNREAD:
                Terminal.complain("vox: \(name): \(Self.cause)")
                isUnread = true
            case let outcome: throw Self.ending(outcome, of: name)
            }
        }
        if isUnread { throw Failure(.usage) }
    }
}
