// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Vox

/// Fetches a compound document of 40 kB over and over, 64 at a time, with everything that a client has
/// by default, and reads three fields of it; against AsyncHTTPClient alone, which collects the same
/// bytes, and against what lies between the two (``ClientLayers``).
struct ClientJob {
    static let goal = 0.8
    /// What memory may grow by over the fetches behind the warm-up.
    static let growthLimit = 8 << 20
    static let fetches = 10_000
    static let atATime = 64

    let port: Int
    let size: Int

    static func addRoutes(
        to router: Hummingbird.Router<BasicRequestContext>, sending body: [UInt8]
    ) {
        let buffer = ByteBuffer(bytes: body)
        router.get("albums/:id") { _, _ in
            Response(
                status: .ok, headers: [.contentType: HTTPMediaType.jsonAPI.description],
                body: .init(byteBuffer: buffer))
        }
    }

    /// Measures, prints, and says whether the goals are reached. A failed fetch ends the program.
    func run() async throws -> Bool {
        let layers = try ClientLayers(port: port, size: size)
        defer { layers.close() }
        for layer in [layers.bare, layers.everything] {
            _ = try await perform(3000, atATime: Self.atATime, layer.fetch)
        }
        let before = try residentMemory()
        let speed = try await perform(
            Self.fetches, atATime: Self.atATime, layers.everything.fetch)
        let growth = try residentMemory() - before
        print("client, \(Self.fetches) fetches of \(size) bytes, \(Self.atATime) at a time:")
        print("  failures                  none, at \(Int(speed)) requests/s")
        print("  memory after warm-up      \(before >> 10) kB resident")
        print("  grown by the end          \(growth >> 10) kB, limit \(Self.growthLimit >> 10) kB")

        var rounds: [[Double]] = []
        for _ in 0..<31 {
            var speeds: [Double] = []
            for layer in layers.all {
                speeds.append(try await perform(500, atATime: Self.atATime, layer.fetch))
            }
            rounds.append(speeds)
        }
        func ratio(_ index: Int) -> Double { median(rounds.map { $0[index] / $0[0] }) }
        print("requests/s over those of AsyncHTTPClient alone, medians of \(rounds.count) rounds:")
        for (index, layer) in layers.all.enumerated().dropFirst() {
            let name = layer.name.padding(toLength: 46, withPad: " ", startingAt: 0)
            print("  \(name)\(rounded(ratio(index)))")
        }
        let reached = ratio(layers.all.count - 1)
        print("  goal of that                                  \(Self.goal)")
        return reached >= Self.goal && growth <= Self.growthLimit
    }
}
