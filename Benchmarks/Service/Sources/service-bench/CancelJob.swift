// SPDX-License-Identifier: MIT

import Foundation
import Hummingbird
import Vox
import VoxAsyncHTTPClient

/// Cancels calls that wait for a server that does not respond, and measures how long each call still takes.
struct CancelJob {
    private static let count = 500
    private static let goal = Duration.milliseconds(100)
    private static let requests = AsyncStream<Void>.makeStream()

    let port: Int

    static func addRoutes(to router: Hummingbird.Router<BasicRequestContext>) {
        router.get("silent") { _, _ -> Response in
            requests.continuation.yield()
            try await Task.sleep(for: .seconds(3600))
            return Response(status: .noContent)
        }
    }

    /// Prints the median and the longest time. Returns false if the longest is above the goal.
    func run() async throws -> Bool {
        let api = try APIClient("http://127.0.0.1:\(port)", transport: AsyncHTTPClientTransport())
        var arrivals = Self.requests.stream.makeAsyncIterator()
        var times: [Double] = []
        for _ in 0..<Self.count {
            let call = Task {
                _ = try await api.fetch("silent", as: VoxList.Article.self).result()
            }
            _ = await arrivals.next()
            let start = ContinuousClock.now
            call.cancel()
            guard case .failure = await call.result else {
                throw LoadError.response("a response of a server that sends none")
            }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let longest = times.max() ?? 0
        print("a cancelled call ends after, of \(Self.count):")
        print("    median                       \(rounded(median(times))) ms")
        print("    longest                      \(rounded(longest)) ms, goal \(Self.goal)")
        return longest <= Self.goal / .milliseconds(1)
    }
}
