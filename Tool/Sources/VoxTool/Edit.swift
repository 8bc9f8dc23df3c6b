// SPDX-License-Identifier: MIT

public import ArgumentParser
public import Vox

extension JSON.Style: @retroactive ExpressibleByArgument {}

struct StyleOption: ParsableArguments {
    @Option(help: "The layout of the output; preserve keeps unchanged values byte for byte.")
    var style: JSON.Style = .preserve

    /// Writes the whole document. Only on a terminal, it adds a line end.
    func write(_ document: JSON) throws(Failure) {
        do {
            let bytes = try document.vox.bytes(style: style)
            Terminal.write(bytes)
            if Terminal.hasOutput, bytes.last != UInt8(ascii: "\n") { Terminal.write("\n") }
        } catch {
            throw Failure(.wrong, "vox: \(error)")
        }
    }
}

/// Returns the value at a pointer, or throws the reason why it cannot be found.
func find(_ pointer: String, in document: JSON, file: String) throws(Failure) -> JSON {
    do {
        return try document.vox.find(pointer)
    } catch {
        throw failure(error, at: pointer, file: file)
    }
}

/// Returns the failure for a pointer whose value cannot be read. If the document is malformed, the
/// message has the position in the file.
func failure(_ error: JSONError, at pointer: String, file: String) -> Failure {
    Failure(
        .wrong,
        error.position == nil
            ? "vox: \(file): \(error.message): \(Terminal.quoted(pointer))"
            : Input(name: file).line(for: error))
}

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the value at a JSON Pointer, byte for byte as in the file.",
        discussion: "The empty pointer '' is the whole document.")

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Argument(help: "A JSON Pointer (RFC 6901), such as /data/0/id.")
    var pointer: String

    @OptionGroup var parsing: ParsingOption

    func run() throws {
        let document = try parsing.document(Input(name: file))
        let value = try find(pointer, in: document, file: file)
        Terminal.write((value.vox.source ?? []) + [UInt8(ascii: "\n")])
    }
}

struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sets a value and prints the document.",
        discussion: """
            Replaces the value at the pointer. A missing member is appended to its object. If the \
            last part of the pointer is -, the value is appended to an array.
            """)

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Argument(help: "A JSON Pointer (RFC 6901).")
    var pointer: String

    @Argument(help: "The new value as JSON text: 5, '\"text\"', '{\"a\": 1}'.")
    var json: String

    @OptionGroup var style: StyleOption
    @OptionGroup var parsing: ParsingOption

    func run() throws {
        do throws(JSONError) {
            _ = try JSONValue(parsing: json)
        } catch {
            throw Failure(.usage, Input(name: "JSON argument").line(for: error))
        }
        let document = try parsing.document(Input(name: file))
        do throws(JSONError) {
            try document.vox.set(pointer, parsing: json)
        } catch {
            throw failure(error, at: pointer, file: file)
        }
        try style.write(document)
    }
}

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes a member or an element and prints the document.")

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Argument(help: "A JSON Pointer (RFC 6901), which must not be empty.")
    var pointer: String

    @OptionGroup var style: StyleOption
    @OptionGroup var parsing: ParsingOption

    func run() throws {
        let document = try parsing.document(Input(name: file))
        let value = try find(pointer, in: document, file: file)
        if value == document {
            throw Failure(.wrong, "vox: \(file): the whole document cannot be removed")
        }
        value.vox.remove()
        try style.write(document)
    }
}

struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the document in another layout.",
        discussion:
            "Keeps escapes and the notation of numbers, except with --style sorted (RFC 8785).")

    @Argument(help: "The file; - for standard input.")
    var file: String

    @OptionGroup var style: StyleOption
    @OptionGroup var parsing: ParsingOption

    func run() throws {
        try style.write(parsing.document(Input(name: file)))
    }
}
