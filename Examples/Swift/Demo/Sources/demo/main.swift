// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

// demo [FOLDER]      the main job, on documents (those of FOLDER too) and over HTTP
// demo serve [PORT]  the server of the second part alone, until it is interrupted

let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let examples = here.appendingPathComponent("../../../../Documents").standardized
let sample = examples.appendingPathComponent("music.json").path
let arguments = Array(CommandLine.arguments.dropFirst())

if arguments.first == "serve" {
    let server = try await MusicServer(
        port: arguments.last.flatMap { Int($0) } ?? 0, sample: sample)
    var sources: [any DispatchSourceSignal] = []
    // Ended by a signal: NIO traps when a server is told to stop while it accepts a connection.
    for number in [SIGINT, SIGTERM] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler {
            server.remove()
            exit(0)
        }
        source.activate()
        sources.append(source)
    }
    print("serving \(server.url.text)")
    fflush(nil)
    while !sources.isEmpty { try await Task.sleep(for: .seconds(3600)) }
}

try documents(beside: examples, corpora: arguments.first)
heading("The same over HTTP: Hummingbird and SQLite on one side, this client on the other")
let server = try await MusicServer(port: 0, sample: sample)
do {
    try await Requests(server.url).run()
} catch {
    print("failed: \(error)")
    server.remove()
    exit(1)
}
server.remove()
exit(0)
