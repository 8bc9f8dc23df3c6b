// SPDX-License-Identifier: MIT

#if Tool
import ArgumentParser
import Vox

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Summarises a JSON:API document.",
        discussion: "Primary data, included resources by type, links, meta, and errors.")

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Flag(help: "Print the summary as JSON.")
    var json = false

    func run() throws {
        let document = try Input(name: file).document()
        guard document.vox.kind == .object else {
            throw Failure(
                .wrong,
                "\(file):1:1: error: a JSON:API document must be an object (offset 0, at \"\")")
        }
        let summary = Summary(of: document, file: file)
        Terminal.write(json ? try summary.value.text(style: .pretty) + "\n" : summary.text)
    }
}
#endif
