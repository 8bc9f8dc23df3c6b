// SPDX-License-Identifier: MIT

#if Tool
import ArgumentParser
import Vox

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks that files are well-formed JSON.",
        discussion: """
            Prints a line for each malformed file: \
            FILE:LINE:COLUMN: error: MESSAGE (offset N, at POINTER). \
            Columns and offsets count bytes.
            """)

    @Argument(help: "The files; - for standard input.")
    var files: [String]

    @Option(help: "The maximum nesting depth.")
    var maxDepth: Int = 512

    @Option(help: ArgumentHelp("The maximum size of a file.", valueName: "bytes"))
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
        var worst: Failure?
        for name in files {
            let input = Input(name: name)
            do throws(Failure) {
                _ = try input.document(options: options)
            } catch {
                if error.code == .wrong {
                    Terminal.write(error.message + "\n")
                } else {
                    Terminal.complain(error.message)
                }
                if worst?.code != .usage { worst = error }
            }
        }
        if let worst { throw Failure(worst.code) }
    }
}
#endif
