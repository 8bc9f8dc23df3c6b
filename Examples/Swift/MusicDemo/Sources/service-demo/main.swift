// SPDX-License-Identifier: MIT

import Foundation
import Music
import VoxURLSession

// service-demo               the requests over HTTP, with a server and a client in one program
// service-demo serve [PORT]  the server alone, until it is told to stop (SIGTERM, SIGINT)

let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let sample = here.appendingPathComponent("../../../../Documents/music.json").standardized
let arguments = CommandLine.arguments.dropFirst()

if arguments.first == "serve" {
    let port = arguments.last.flatMap { Int($0) } ?? 0
    try await MusicServer(port: port, sample: sample).serve { url in
        print("serving \(url.text)")
        fflush(nil)
    }
} else {
    print("\nThe main job over HTTP: Hummingbird and SQLite on one side, this client on the other")
    try await MusicServer(port: 0, sample: sample).run { url in
        try await Requests(url, over: URLSessionTransport.shared).run()
    }
}
