// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import Hummingbird
import Vox
import VoxAsyncHTTPClient
import VoxREST

/// Fetches a list of 1,000 models of a plain REST API, reads three fields of each, changes one and saves
/// it, over and over, one request at a time: VoxREST with everything that it has by default, against
/// AsyncHTTPClient with JSONDecoder and JSONEncoder.
struct ModelsJob {
    static let goal = 8.0
    static let models = 1000
    static let title = "Harbour lights"

    let port: Int

    static func addRoutes(to router: Hummingbird.Router<BasicRequestContext>) {
        func answer(_ bytes: [UInt8]) -> @Sendable () -> Response {
            let buffer = ByteBuffer(bytes: bytes)
            return {
                Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: .init(byteBuffer: buffer))
            }
        }
        let list = answer(PostsText.list(models))
        let saved = answer(PostsText.saved(models / 2 + 1, title: title))
        router.get("posts") { _, _ in list() }
        router.patch("posts/:id") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 20)
            return saved()
        }
    }

    /// Measures in turns, prints, and says whether the goal is reached. A failed request, or a side
    /// that reads something else than the other, ends the program.
    func run() async throws -> Bool {
        let base = "http://127.0.0.1:\(port)"
        let vox = VoxPosts(try RESTClient(base, transport: AsyncHTTPClientTransport()))
        let client = HTTPClient()
        defer { client.shutdown { _ in } }
        let codable = CodablePosts { method, path, body in
            var request = HTTPClientRequest(url: base + path)
            request.method = .RAW(value: method.rawValue)
            if let body {
                request.headers.add(name: "content-type", value: "application/json")
                request.body = .bytes(body)
            }
            let answer = try await client.execute(request, timeout: .seconds(120))
            guard answer.status == .ok else { throw LoadError.answer("\(answer.status)") }
            return Data(try await answer.body.collect(upTo: 1 << 24).readableBytesView)
        }
        let figures = (
            try await vox.readAndSave(title: Self.title),
            try await codable.readAndSave(title: Self.title)
        )
        guard figures.0 == figures.1 else { throw LoadError.answer("the sides read different") }
        var rounds: [(vox: Double, codable: Double)] = []
        for _ in 0..<31 {
            rounds.append(
                (
                    try await Self.milliseconds(times: 8, vox.readAndSave),
                    try await Self.milliseconds(times: 2, codable.readAndSave)
                ))
        }
        let ratio = median(rounds.map { $0.codable / $0.vox })
        print("client of plain REST, \(Self.models) models read and one saved, 31 rounds:")
        print("  VoxREST                   \(rounded(median(rounds.map(\.vox)))) ms")
        print("  JSONDecoder, JSONEncoder  \(rounded(median(rounds.map(\.codable)))) ms")
        print("  ratio                     \(rounded(ratio)), goal \(Self.goal)")
        return ratio >= Self.goal
    }

    private static func milliseconds(
        times count: Int, _ work: (String) async throws -> Int64
    ) async throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<count { _ = try await work(title) }
        return (ContinuousClock.now - start) / .milliseconds(count)
    }
}
