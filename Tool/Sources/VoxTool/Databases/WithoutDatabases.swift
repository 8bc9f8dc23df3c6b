// SPDX-License-Identifier: MIT

#if !Databases
import ArgumentParser

/// What `vox generate` says in a tool that was built without databases.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the schemas of tables. Not in this build.", shouldDisplay: false)

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws {
        throw Failure(
            .usage, "this vox was built without databases; build it with: make vox DATABASES=1")
    }
}
#endif
