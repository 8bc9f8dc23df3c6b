// SPDX-License-Identifier: MIT

#if Tool
import ArgumentParser
import CVoxFilter
import Foundation
import Vox

/// The handling of a record that is malformed, or to which the patch cannot be applied.
enum ReviseFault: String, ExpressibleByArgument, CaseIterable {
    case stop
    case row
    case keep
}

/// The options of `vox patch` and `vox merge`.
struct ReviseOptions: ParsableArguments {
    @Argument(help: "The file with the patch; - for standard input.")
    var patch: String

    @Argument(help: "The files to patch; - or none for standard input.")
    var files: [String] = []

    @OptionGroup var input: FilterOptions

    @Option(
        help: """
            What becomes of a record that is malformed or cannot be patched: stop there, put a row \
            with the error in its place, or keep it as it came.
            """)
    var onError: ReviseFault = .stop

    @Flag(
        help: """
            Parse the elements of data and included only when the patch touches them. Faster for \
            records of more than some resources, slower for those of one. A mistake elsewhere goes \
            through.
            """)
    var lazy = false

    func validate() throws {
        if patch == "-", files.isEmpty || files.contains("-") {
            throw ValidationError("Standard input cannot be both the patch and what is patched.")
        }
    }

    func run(_ kind: vox_revise_kind) throws(Failure) {
        let revise = try make(kind)
        defer { vox_revise_free(revise) }
        try input.read(files) { name, descriptor, form in
            vox_revise_file(revise, name, descriptor, form)
        }
        if vox_revise_faults(revise) > 0 { throw Failure(.wrong) }
    }

    private func make(_ kind: vox_revise_kind) throws(Failure) -> OpaquePointer {
        let source = Input(name: patch)
        let text = try source.bytes()
        do {
            _ = try source.document(of: text)
        } catch {
            throw Failure(.usage, error.message)  // usage, because the patch is an argument
        }
        var options = vox_revise_options()
        options.kind = kind
        options.fault =
            switch onError {
            case .stop: VOX_FILTER_STOP
            case .row: VOX_FILTER_ROW
            case .keep: VOX_FILTER_KEEP
            }
        options.max_record = input.maxRecord
        options.lazy = lazy
        options.descriptor = STDOUT_FILENO
        var made: OpaquePointer?
        _ = text.withUnsafeBytes { bytes in
            vox_revise_new(
                &options, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, &made)
        }
        guard let made else { throw Failure(.usage, "vox: out of memory") }
        return made
    }
}

struct Patch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Applies a JSON Patch (RFC 6902) to documents, or to each line of NDJSON.",
        discussion: """
            What the patch does not touch comes out byte for byte, white space and line ends \
            included. A record is patched as a whole or not at all.

            Exit codes: 0 all was patched, 1 a record was malformed or the patch did not fit, \
            2 usage, a patch that is no JSON, an unreadable file, or output that cannot be written.

            Examples:
              vox patch changes.json album.json > edited.json
              vox diff old.json new.json | vox patch - copy.json
              zcat albums.gz | vox patch changes.json --from ndjson --on-error keep
            """)

    @OptionGroup var options: ReviseOptions

    func run() throws { try options.run(VOX_REVISE_PATCH) }
}

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Applies a JSON Merge Patch (RFC 7386) to documents, or to each line of NDJSON.",
        discussion: """
            A merge patch is a document with the members that change; null removes one. What it \
            does not name comes out byte for byte. Exit codes as of vox patch.

            Examples:
              echo '{"data": {"attributes": {"year": 1994}}}' | vox merge - album.json
              vox merge changes.json albums.ndjson > edited.ndjson
            """)

    @OptionGroup var options: ReviseOptions

    func run() throws { try options.run(VOX_REVISE_MERGE) }
}
#endif
