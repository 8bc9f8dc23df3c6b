// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox

/// Long random edits of a JSON:API document, beside a model of it that knows nothing of the library.
@Suite("Random edits of resources")
struct ResourceScriptTests {
    /// Steps by seed: two long scripts and many short ones; with `VOX_SEEDS` so many long ones.
    static let lengths: [UInt64: Int] = {
        let asked = ProcessInfo.processInfo.environment["VOX_SEEDS"].flatMap { UInt64($0) }
        return Dictionary(
            uniqueKeysWithValues: (1...max(1, asked ?? 20)).map { seed in
                (seed, asked != nil || seed <= 2 ? 10_000 : 500)
            })
    }()

    @Test("document and model agree after thousands of steps", arguments: lengths.keys.sorted())
    func script(seed: UInt64) throws {
        let steps = Self.lengths[seed] ?? 0
        if try ResourceScript.run(seed: seed, steps: steps, checkingEvery: 250) == nil { return }
        // The same again, to say which step it was.
        let first = try ResourceScript.run(seed: seed, steps: steps, checkingEvery: 1)
        Issue.record("\(first ?? "the failure did not come again")")
    }

    /// Checked rarely, because a check touches everything: what is deferred is to meet edits.
    @Test(
        "they agree too where resources are parsed when they are touched",
        arguments: lengths.keys.sorted().filter { $0 > 2 }.prefix(8))
    func lazyScript(seed: UInt64) throws {
        for steps in [1, 5, 20, 150] {
            let seed = seed &* 1_000 &+ UInt64(steps)
            let failure = try ResourceScript.run(
                seed: seed, steps: steps, checkingEvery: 100, parsing: .lazy)
            #expect(failure == nil)
        }
    }
}
