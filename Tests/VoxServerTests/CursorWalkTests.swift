// SPDX-License-Identifier: MIT

import Foundation
import Testing
import VoxTestSupport

/// Walks by cursor through random tables, against a model.
@Suite("Walks by cursor")
struct CursorWalkTests {
    /// A thousand walks, or as many as VOX_WALKS says. Walk number n has the seed VOX_SEED + n.
    @Test("JA-153 JA-154 JA-157 Every row that stays is delivered exactly once, in order")
    func walks() async throws {
        let seed = Seeded.drawnSeed()
        let count =
            ProcessInfo.processInfo.environment["VOX_WALKS"].flatMap { UInt64($0) } ?? 1000
        print("\(count) walks by cursor, VOX_SEED=\(seed)")
        for number in 0..<count {
            var walk = try CursorWalk(seed: seed &+ number)
            let fault = try await walk.run()
            try #require(fault == nil, "VOX_SEED=\(seed &+ number) VOX_WALKS=1: \(fault ?? "")")
        }
    }
}
