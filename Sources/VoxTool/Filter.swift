// SPDX-License-Identifier: MIT

#if Tool
import ArgumentParser
import CVoxFilter
import Foundation

/// What files hold.
enum FilterInput: String, ExpressibleByArgument, CaseIterable {
    case auto
    case ndjson
    case document

    /// For the core of a filter; names of files tell, too.
    func form(of name: String) -> vox_filter_input {
        switch self {
        case .ndjson: VOX_FILTER_LINES
        case .document: VOX_FILTER_DOCUMENT
        case .auto:
            name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl")
                ? VOX_FILTER_LINES : VOX_FILTER_AUTO
        }
    }
}

/// What commands have in common that read records of many files, one after the other.
struct FilterOptions: ParsableArguments {
    @Option(
        help: """
            What files hold. auto: NDJSON, unless the first line that is not blank ends within its \
            value; then one document.
            """)
    var from: FilterInput = .auto

    @Option(
        help: ArgumentHelp(
            "Take a longer record for malformed; below 4 GiB.", valueName: "bytes"))
    var maxRecord: Int = 64 << 20

    func validate() throws {
        if maxRecord < 1 || maxRecord >= 1 << 32 {
            throw ValidationError("--max-record must be between 1 and 4294967295.")
        }
    }

    /// Who reads no more ends a filter as it ends others: by the signal, without a word.
    static func endQuietly() { signal(SIGPIPE, SIG_DFL) }

    /// What the last call of the system says.
    static var cause: String { String(cString: strerror(errno)) }

    /// Opens the file, or standard input for "-", and hands on its descriptor.
    static func withFile<Result>(_ name: String, _ body: (Int32) -> Result) -> Result? {
        guard name != "-" else { return body(STDIN_FILENO) }
        let descriptor = open(name, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        let result = body(descriptor)
        let cause = errno
        close(descriptor)
        errno = cause
        return result
    }

    /// The ending of the command that an outcome is, but for done and unread.
    static func ending(_ outcome: vox_filter_outcome, of name: String) -> Failure {
        switch outcome {
        case VOX_FILTER_STOPPED: Failure(.wrong)
        case VOX_FILTER_UNSENT: Failure(.usage, Terminal.unwritten(errno))
        default: Failure(.usage, "vox: \(name): out of memory")
        }
    }

    /// Reads all files; one that cannot be read does not keep the others from it.
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
#endif
