// SPDX-License-Identifier: MIT

import Foundation

// documents-demo [FOLDER]    the main job, on documents of ours and on all those of FOLDER

let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let examples = here.appendingPathComponent("../../../../Documents").standardized
try documents(beside: examples, corpora: CommandLine.arguments.dropFirst().first)
