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
        func responding(_ bytes: [UInt8]) -> @Sendable () -> Response {
            let buffer = ByteBuffer(bytes: bytes)
            return {
                Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: .init(byteBuffer: buffer))
            }
        }
        let list = responding(PostsText.list(models))
        let saved = responding(PostsText.saved(models / 2 + 1, title: title))
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
        let transport = AsyncHTTPClientTransport()
        let vox = VoxPosts(try RESTClient(base, transport: transport))
        let requests = try Self.requests(base)
        let client = HTTPClient()
        defer { client.shutdown { _ in } }
        let codable = CodablePosts { method, path, body in
            var request = HTTPClientRequest(url: base + path)
            request.method = .RAW(value: method.rawValue)
            if let body {
                request.headers.add(name: "content-type", value: "application/json")
                request.body = .bytes(body)
            }
            let response = try await client.execute(request, timeout: .seconds(120))
            guard response.status == .ok else { throw LoadError.response("\(response.status)") }
            return Data(try await response.body.collect(upTo: 1 << 24).readableBytesView)
        }
        let figures = (
            try await vox.readAndSave(title: Self.title),
            try await codable.readAndSave(title: Self.title)
        )
        guard figures.0 == figures.1 else { throw LoadError.response("the sides read different") }
        var rounds: [(vox: Double, codable: Double, bytes: Double)] = []
        for _ in 0..<31 {
            rounds.append(
                (
                    try await Self.milliseconds(times: 8, vox.readAndSave),
                    try await Self.milliseconds(times: 2, codable.readAndSave),
                    try await Self.milliseconds(times: 8) { _ in
                        try await Self.carry(requests, over: transport)
                    }
                ))
        }
        let ratio = median(rounds.map { $0.codable / $0.vox })
        print("client of plain REST, \(Self.models) models read and one saved, 31 rounds:")
        print("  VoxREST                   \(rounded(median(rounds.map(\.vox)))) ms")
        print("  JSONDecoder, JSONEncoder  \(rounded(median(rounds.map(\.codable)))) ms")
        print("  the bytes alone           \(rounded(median(rounds.map(\.bytes)))) ms")
        let work = median(rounds.map { ($0.codable - $0.bytes) / ($0.vox - $0.bytes) })
        print("  ratio without the bytes   \(rounded(work))")
        print("  ratio                     \(rounded(ratio)), goal \(Self.goal)")
        return ratio >= Self.goal
    }

    /// The same two exchanges, as the transport gets them.
    private static func requests(_ base: String) throws -> [ClientRequest] {
        var save = ClientRequest(
            method: .patch, url: try HTTPURL("\(base)/posts/\(models / 2 + 1)"))
        save.headers[.contentType] = "application/json"
        save.body = Array(#"{"title":"\#(title)"}"#.utf8)
        return [ClientRequest(method: .get, url: try HTTPURL("\(base)/posts")), save]
    }

    /// What both sides wait for and neither can save: the bytes go to and fro, and nobody reads them.
    private static func carry(
        _ requests: [ClientRequest], over transport: AsyncHTTPClientTransport
    ) async throws -> Int64 {
        var count = 0
        for request in requests {
            count += try await transport.execute(request).body.bytes().count
        }
        return Int64(count)
    }

    private static func milliseconds(
        times count: Int, _ work: (String) async throws -> Int64
    ) async throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<count { _ = try await work(title) }
        return (ContinuousClock.now - start) / .milliseconds(count)
    }
}
