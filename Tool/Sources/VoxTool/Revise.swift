// SPDX-License-Identifier: MIT

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

    @Argument(help: "The files to patch; - for standard input, which is the default.")
    var files: [String] = []

    @OptionGroup var input: FilterOptions

    @Option(
        help: """
            How to handle a record that is malformed or cannot be patched: stop; write a row with \
            the error instead; or keep the record unchanged.
            """)
    var onError: ReviseFault = .stop

    @Flag(
        help: """
            Parse the elements of data and included only when the patch needs them. This is \
            faster for records with several resources, and slower for records with one. Malformed \
            JSON in other elements is not detected.
            """)
    var lazy = false

    func validate() throws {
        if patch == "-", files.isEmpty || files.contains("-") {
            throw ValidationError("Standard input cannot be both the patch and a file to patch.")
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
            Values that the patch does not change are written byte for byte, including white \
            space and line ends. If one operation of the patch fails, the record is not changed.

            Exit codes: 0 all records were patched; 1 a record was malformed or could not be \
            patched; 2 wrong usage, a malformed patch, an unreadable file, or output that cannot \
            be written.

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
            A merge patch is a document with the members to change; null removes a member. Other \
            members are written byte for byte. The exit codes are those of vox patch.

            Examples:
              echo '{"data": {"attributes": {"year": 1994}}}' | vox merge - album.json
              vox merge changes.json albums.ndjson > edited.ndjson
            """)

    @OptionGroup var options: ReviseOptions

    func run() throws { try options.run(VOX_REVISE_MERGE) }
}
