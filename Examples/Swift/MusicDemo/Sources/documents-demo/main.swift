// SPDX-License-Identifier: MIT

import Foundation
import Music
import Vox
import VoxServer

// documents-demo [FOLDER]    documents: ours and all those of FOLDER; then a service in memory

let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let examples = here.appendingPathComponent("../../../../Documents").standardized
try documents(beside: examples, corpora: CommandLine.arguments.dropFirst().first)

heading("A service in memory, and a client of it")
let music = try Data(contentsOf: examples.appendingPathComponent("music.json"))
let service = MusicService.create(on: try MemoryStore(Document(parsing: music)))
try await Requests(HTTPURL("http://music.example"), over: service).run()
