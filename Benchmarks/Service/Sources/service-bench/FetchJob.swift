// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Foundation
import Hummingbird
import Vox
import VoxAsyncHTTPClient

/// Fetches documents of 300 and of 1,700 bytes, one at a time and 32 at a time, and reads three attributes
/// of each: the client of Vox with everything that it has by default, against AsyncHTTPClient with
/// JSONDecoder, which is made once.
struct FetchJob {
    private static let rows: [(size: Int, atATime: Int, goal: Double)] = [
        (300, 1, 1.15), (1700, 1, 1.3), (300, 32, 1.3), (1700, 32, 1.3),
    ]

    private struct CodableArticle: Decodable {
        struct Resource: Decodable {
            struct Attributes: Decodable {
                let title: String
                let body: String
                let views: Int
                let rating: Double
                let published: Bool
            }

            let type: String
            let id: String
            let attributes: Attributes
        }

        let data: Resource
    }

    typealias Fetch = @Sendable (Int) async throws -> Int64

    let port: Int

    static func addRoutes(to router: Hummingbird.Router<BasicRequestContext>) {
        for size in [300, 1700] {
            let buffer = ByteBuffer(string: document(bytes: size))
            router.get("articles-\(size)/:id") { _, _ in
                Response(
                    status: .ok, headers: [.contentType: HTTPMediaType.jsonAPI.description],
                    body: .init(byteBuffer: buffer))
            }
        }
    }

    private static func document(bytes count: Int) -> String {
        func text(_ body: String) -> String {
            #"{"data":{"type":"articles","id":"17","attributes":{"title":"Night trains of the north","#
                + #""body":"\#(body)","views":4711,"rating":4.5,"published":true},"#
                + #""relationships":{"author":{"data":{"type":"people","id":"7"}}}}}"#
        }
        var random = SeededRandom(seed: 1)
        return text(random.words(bytes: count - text("").utf8.count))
    }

    /// Measures in turns, prints, and says whether the goals are reached. A failed fetch, or a side that
    /// reads something else than the other, ends the program.
    func run() async throws -> Bool {
        let base = "http://127.0.0.1:\(port)"
        let api = try APIClient(base, transport: AsyncHTTPClientTransport())
        // As many connections as the transport of Vox has.
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let client = HTTPClient(configuration: configuration)
        defer { client.shutdown { _ in } }
        var isGood = true
        print("client of small documents, medians of 31 rounds; processor time with the server's:")
        for row in Self.rows {
            let path = "articles-\(row.size)"
            let vox: Fetch = { number in
                let article = try await api.fetch("\(path)/\(number)", as: VoxList.Article.self)
                    .result().data
                var figure = Figure()
                figure.add(
                    article?.title ?? "", article?.views ?? 0, article?.published ?? false)
                return figure.value
            }
            let codable = Self.codable("\(base)/\(path)", client)
            guard try await vox(0) == codable(0) else {
                throw LoadError.response("the sides read different")
            }
            isGood = try await Self.measure(row, vox, codable) && isGood
        }
        return isGood
    }

    private static func codable(_ path: String, _ client: HTTPClient) -> Fetch {
        let decoder = JSONDecoder()
        return { number in
            var request = HTTPClientRequest(url: "\(path)/\(number)")
            request.headers.add(name: "accept", value: HTTPMediaType.jsonAPI.description)
            let response = try await client.execute(request, timeout: .seconds(120))
            guard response.status == .ok else { throw LoadError.response("\(response.status)") }
            let bytes = try await response.body.collect(upTo: 1 << 20).readableBytesView
            let article = try decoder.decode(CodableArticle.self, from: Data(bytes)).data.attributes
            var figure = Figure()
            figure.add(article.title, article.views, article.published)
            return figure.value
        }
    }

    private static func measure(
        _ row: (size: Int, atATime: Int, goal: Double), _ vox: @escaping Fetch,
        _ codable: @escaping Fetch
    ) async throws -> Bool {
        var rounds: [(speeds: [Double], times: [Double])] = []
        for _ in 0..<32 {
            var speeds: [Double] = []
            var times: [Double] = []
            for fetch in [vox, codable] {
                let start = InMemory.processorTime()
                speeds.append(
                    try await perform(500, atATime: row.atATime) { _ = try await fetch($0) })
                times.append((InMemory.processorTime() - start) / 500 * 1e6)
            }
            rounds.append((speeds, times))
        }
        rounds.removeFirst()
        func speed(_ side: Int) -> Int { Int(median(rounds.map { $0.speeds[side] })) }
        func time(_ side: Int) -> Int { Int(median(rounds.map { $0.times[side] })) }
        let ratio = median(rounds.map { $0.speeds[0] / $0.speeds[1] })
        print("  \(row.size) bytes, \(row.atATime) at a time:")
        print("    Vox                          \(speed(0)) requests/s, \(time(0)) µs each")
        print("    AsyncHTTPClient, JSONDecoder \(speed(1)) requests/s, \(time(1)) µs each")
        let work = median(rounds.map { $0.times[1] / $0.times[0] })
        print("    ratio of processor time      \(rounded(work))")
        print("    ratio                        \(rounded(ratio)), goal \(row.goal)")
        return ratio >= row.goal
    }
}
