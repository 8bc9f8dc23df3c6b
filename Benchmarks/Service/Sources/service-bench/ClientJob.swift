// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import Hummingbird
import Vox
import VoxAsyncHTTPClient

/// Fetches a compound document of 40 kB over and over, 64 at a time, with everything that a client has
/// by default, and reads three fields of it; against AsyncHTTPClient alone, which collects the same
/// bytes.
struct ClientJob {
    static let goal = 0.8
    /// What memory may grow by over the fetches behind the warm-up.
    static let growthLimit = 8 << 20
    static let fetches = 10_000
    static let atATime = 64

    let port: Int
    let size: Int

    static func addRoutes(
        to router: Hummingbird.Router<BasicRequestContext>, answering body: [UInt8]
    ) {
        let buffer = ByteBuffer(bytes: body)
        router.get("albums/:id") { _, _ in
            Response(
                status: .ok, headers: [.contentType: MediaType.jsonAPI.description],
                body: .init(byteBuffer: buffer))
        }
    }

    /// Measures, prints, and says whether the goals are reached. A failed fetch ends the program.
    func run() async throws -> Bool {
        let api = try APIClient("http://127.0.0.1:\(port)", client: AsyncHTTPClientTransport())
        let albums = DataSource<Album>(.path("albums/<id>"), client: api)
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.atATime
        configuration.redirectConfiguration = .disallow
        let bare = HTTPClient(configuration: configuration)
        defer { bare.shutdown { _ in } }

        func vox(_ count: Int) async throws -> Double {
            try await Self.perform(count) { number in
                // Addresses of their own: equal GETs would share a transfer.
                let album = try await albums.fetch(id: "\(number)").result().data
                guard album?.title != nil, album?.year != nil, album?.artist?.name != nil else {
                    throw LoadError.answer("the album is not whole")
                }
            }
        }
        func plain(_ count: Int) async throws -> Double {
            try await Self.perform(count) { number in
                let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/albums/\(number)")
                let answer = try await bare.execute(request, timeout: .seconds(120))
                guard try await answer.body.collect(upTo: 1 << 20).readableBytes == size else {
                    throw LoadError.answer("the body is not whole")
                }
            }
        }

        _ = (try await plain(2000), try await vox(5000))
        let before = try residentMemory()
        let speed = try await vox(Self.fetches)
        let growth = try residentMemory() - before
        var rounds: [(vox: Double, bare: Double)] = []
        for _ in 0..<7 {
            rounds.append((try await vox(2000), try await plain(2000)))
        }
        let ratio = median(rounds.map { $0.vox / $0.bare })
        print("client, \(Self.fetches) fetches of \(size) bytes, \(Self.atATime) at a time:")
        print("  failures                  none, at \(Int(speed)) requests/s")
        print("  memory after warm-up      \(before >> 10) kB resident")
        print("  grown by the end          \(growth >> 10) kB, limit \(Self.growthLimit >> 10) kB")
        print("and with and without Vox, medians of 7 rounds:")
        print("  Vox                       \(Int(median(rounds.map(\.vox)))) requests/s")
        print("  AsyncHTTPClient alone     \(Int(median(rounds.map(\.bare)))) requests/s")
        print("  ratio                     \(rounded(ratio)), goal \(Self.goal)")
        return ratio >= Self.goal && growth <= Self.growthLimit
    }

    /// Does something so many times, as many at a time as is wanted; gives how often in a second.
    private static func perform(
        _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Double {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= atATime { try await group.next() }
                group.addTask { try await work(number) }
            }
            try await group.waitForAll()
        }
        return Double(count) / (ContinuousClock.now - start).seconds
    }
}

extension Duration {
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
