// SPDX-License-Identifier: MIT

import ArgumentParser
import CVox
import Vox

/// Exit codes: 0 success, 1 the document or the pointer is wrong, 2 wrong usage or an unreadable
/// file.
@main
struct Main {
    static func main() async {
        Terminal.holdDescriptors()
        let arguments = Arguments.separated(Arguments.all)
        do {
            var command = try VoxCommand.parseAsRoot(arguments)
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            if !failure.message.isEmpty { Terminal.complain(failure.message) }
            Terminal.exit(failure.code)
        } catch  where VoxCommand.exitCode(for: error) == .success {
            Terminal.write(VoxCommand.fullMessage(for: error) + "\n")
        } catch {
            Terminal.complain(VoxCommand.fullMessage(for: error))
            Terminal.exit(.usage)
        }
    }
}

struct VoxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vox",
        abstract:
            "Reads, checks, edits and fetches JSON and JSON:API documents, and checks servers.",
        discussion: """
            FILE may be - for standard input. Exit codes: 0 success; 1 the document or the pointer \
            is wrong, or the request failed; 2 wrong usage or an unreadable file.

            Examples:
              vox check *.json
              vox get album.json /data/attributes/title
              vox set album.json /data/attributes/title '"Blue Lines"' > edited.json
              vox select id,title,author.name articles.ndjson
              vox fetch https://example.com/articles --include author
              vox conform https://example.com
              vox generate music.sqlite
            """,
        version: String(cString: vox_version()),
        subcommands: [
            Check.self, Validate.self, Get.self, Set.self, Remove.self, Format.self, Show.self,
            Select.self, Schema.self, Patch.self, Merge.self, Diff.self, Fetch.self,
            Conform.self, Generate.self,
        ]
    )
}
