// SPDX-License-Identifier: MIT

#if !Network
import ArgumentParser

/// What `vox fetch` says in a tool that was built without the network.
struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fetches resources over HTTP. Not in this build.", shouldDisplay: false)

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws { throw Failure.withoutNetwork }
}

/// What `vox conform` says in a tool that was built without the network.
struct Conform: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks a server. Not in this build.", shouldDisplay: false)

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws { throw Failure.withoutNetwork }
}

extension Failure {
    fileprivate static let withoutNetwork = Failure(
        .usage, "this vox was built without the network; build it with: make vox NETWORK=1")
}
#endif
