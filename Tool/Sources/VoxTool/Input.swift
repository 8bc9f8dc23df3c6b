// SPDX-License-Identifier: MIT

public import ArgumentParser
import Foundation
public import Vox

extension JSON.Options.Reader: @retroactive ExpressibleByArgument {}

/// The option that chooses the reader.
struct ReaderOption: ParsableArguments {
    @Option(help: "The parser: the fast reader of the core, or only libyajl (yajl).")
    var reader: JSON.Options.Reader = .fast
}

/// The options for parsing a document.
struct ParsingOption: ParsableArguments {
    @OptionGroup var reading: ReaderOption

    @Flag(help: "Parse the elements of data and included only when they are used.")
    var lazy = false

    /// Returns the document. Its size is not limited: such limits are for services, not for a
    /// user's own files.
    func document(_ input: Input) throws(Failure) -> JSON {
        var options = Input.options
        options.reader = reading.reader
        if lazy { options.parsing = .lazy }
        return try input.document(options: options)
    }
}

/// An exit with a failure code.
struct Failure: Error {
    enum Code: Int32 {
        case wrong = 1
        case usage = 2
        /// A server cannot be probed.
        case unreachable = 3
        /// The user has interrupted the program (SIGINT).
        case interrupted = 130
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String = "") {
        self.code = code
        self.message = message
    }
}

/// A file to read, or standard input for "-".
struct Input {
    let name: String

    func bytes() throws(Failure) -> Data {
        let descriptor = name == "-" ? dup(STDIN_FILENO) : Arguments.open(file: name, O_RDONLY)
        if descriptor < 0 {
            throw Failure(.usage, "vox: \(name): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            return try handle.readToEnd() ?? Data()
        } catch {
            throw Failure(.usage, "vox: \(name): cannot be read (it may be a directory)")
        }
    }

    /// Reads and parses the document. Its size is not limited: such limits are for services, not
    /// for a user's own files.
    func document(options: JSON.Options = Input.options) throws(Failure) -> JSON {
        try document(of: bytes(), options: options)
    }

    /// Parses the document in bytes that were read before.
    func document(of bytes: Data, options: JSON.Options = Input.options) throws(Failure) -> JSON {
        do {
            return try JSON(parsing: bytes, options: options)
        } catch {
            throw Failure(.wrong, line(for: error))
        }
    }

    static var options: JSON.Options {
        var options = JSON.Options()
        options.maximumSize = Int(UInt32.max)
        options.maximumValues = .max
        return options
    }

    /// Returns `FILE:LINE:COLUMN: error: MESSAGE (offset N, at POINTER)`.
    func line(for error: JSONError) -> String {
        let position = error.position ?? JSONError.Position(offset: 0, line: 1, column: 1)
        let pointer = Terminal.quoted(error.pointer)
        return "\(name):\(position.line):\(position.column): error: \(error.message) "
            + "(offset \(position.offset), at \(pointer))"
    }
}
