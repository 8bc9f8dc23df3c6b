// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Vox
import VoxHummingbird

/// Services that respond with a list of 25 articles, their authors and tags, built and written for every
/// request out of values in memory: on Vox, and on JSONEncoder. What is measured is the processor time of
/// a request, without a socket.
struct ListJob {
    static let goal = 3.0

    /// Measures in turns, prints, and says whether the goal is reached.
    func run() async throws -> Bool {
        let values = ListValues(seed: 1)
        let vox = Router()
        vox.get("articles") { _, _ in try Response(document: VoxList.document(of: values)) }
        let codable = Router()
        codable.get("articles") { _, _ in
            Response(.ok, jsonAPI: try CodableList.write(values))
        }
        let sides = (vox.buildResponder(), codable.buildResponder())
        guard try await InMemory.areEqual("/articles", sides.0, sides.1) else { return false }
        var rounds: [(vox: Double, codable: Double)] = []
        for _ in 0..<31 {
            rounds.append(
                (
                    try await InMemory.time("/articles", sides.0, times: 200),
                    try await InMemory.time("/articles", sides.1, times: 200)
                ))
        }
        let ratio = median(rounds.map { $0.codable / $0.vox })
        print("service, a list of 25 with 18 included, processor time of a request, 31 rounds:")
        print("  Vox                       \(rounded(median(rounds.map(\.vox)))) µs")
        print("  JSONEncoder               \(rounded(median(rounds.map(\.codable)))) µs")
        print("  ratio                     \(rounded(ratio)), goal \(Self.goal)")
        return ratio >= Self.goal
    }
}
