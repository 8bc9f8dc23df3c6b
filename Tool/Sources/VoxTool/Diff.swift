// SPDX-License-Identifier: MIT

import ArgumentParser
import CVoxFilter
import Foundation

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the JSON Patch (RFC 6902) that turns one document into another.",
        discussion: """
            Ignores the order of members, the layout, escapes, and the notation of numbers. \
            Compares NDJSON line by line, and prints a patch for each line. The patch of equal \
            lines is [], or {} with --merge.

            Exit codes are those of diff(1): 0 no differences; 1 differences; 2 an error.

            Examples:
              vox diff old.json new.json > changes.json
              vox diff --merge old.json new.json
              curl -s https://example.com/albums/1 | vox diff album.json -
            """)

    @Argument(help: "The old file; - for standard input.")
    var before: String

    @Argument(help: "The new file; - for standard input.")
    var after: String

    @OptionGroup var input: FilterOptions

    @Flag(help: "Print a JSON Merge Patch (RFC 7386), which cannot set a member to null.")
    var merge = false

    func validate() throws {
        if before == "-", after == "-" {
            throw ValidationError("Only one of the two files can be standard input.")
        }
    }

    func run() throws {
        FilterOptions.endQuietly()
        var differ = false
        let outcome = FilterOptions.withFile(before) { first in
            FilterOptions.withFile(after) { second in
                compare(first, second, &differ)
            } ?? unread(after)
        }
        switch outcome ?? unread(before) {
        case VOX_FILTER_DONE: if differ { throw Failure(.wrong) }
        case VOX_FILTER_STOPPED, VOX_FILTER_UNREAD: throw Failure(.usage)
        case let outcome: throw FilterOptions.ending(outcome, of: before)
        }
    }

    private func unread(_ name: String) -> vox_filter_outcome {
        Terminal.complain("vox: \(name): \(FilterOptions.cause)")
        return VOX_FILTER_UNREAD
    }

    private func compare(
        _ first: Int32, _ second: Int32, _ differ: inout Bool
    ) -> vox_filter_outcome {
        var options = vox_revise_options()
        options.kind = merge ? VOX_REVISE_MERGE : VOX_REVISE_PATCH
        options.max_record = input.maxRecord
        options.descriptor = STDOUT_FILENO
        return before.withCString { beforeName in
            after.withCString { afterName in
                let sides = [
                    vox_diff_side(
                        name: beforeName, descriptor: first, input: input.from.form(of: before)),
                    vox_diff_side(
                        name: afterName, descriptor: second, input: input.from.form(of: after)),
                ]
                var name: UnsafePointer<CChar>?
                let outcome = vox_diff_files(&options, sides, &differ, &name)
                if outcome == VOX_FILTER_UNREAD, let name { _ = unread(String(cString: name)) }
                return outcome
            }
        }
    }
}
