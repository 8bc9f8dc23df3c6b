// SPDX-License-Identifier: MIT

import ArgumentParser
import Vox

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Summarises a JSON:API document.",
        discussion: """
            Shows the primary data, the number of included resources by type, the operations and \
            results of the extension Atomic Operations, links, meta, and errors.
            """)

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(help: "Print the document as an indented tree.")
    var tree = false

    @OptionGroup var parsing: ParsingOption

    func run() throws {
        let input = Input(name: file)
        let document = try parsing.document(input)
        guard document.vox.kind == .object else {
            throw Failure(
                .wrong,
                "\(file):1:1: error: a JSON:API document must be an object (offset 0, at \"\")")
        }
        let summary = Summary(of: document, file: file)
        if let failure = document.vox.failure, failure.position != nil {
            throw Failure(.wrong, input.line(for: failure))
        }
        if tree {
            let lines = document.vox.tree(limit: Summary.mostRows).split(separator: "\n")
            return Terminal.write(lines.map { Terminal.safe(String($0)) + "\n" }.joined())
        }
        Terminal.write(json ? try summary.value.text(style: .pretty) + "\n" : summary.text)
    }
}
