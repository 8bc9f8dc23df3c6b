// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Vox

/// Prints each request as it goes and its response as it comes, and counts what crosses the wire.
final class Wire: HTTPMiddleware {
    struct Count {
        var requests = 0
        var sent = 0
        var received = 0
    }

    private let counted = Mutex(Count())

    var count: Count { counted.withLock { $0 } }

    func intercept(_ request: ClientRequest, next: any HTTPTransport) async throws -> ClientResponse
    {
        var response = try await next.execute(request)
        let body = try await response.body.bytes()
        response.body = ClientResponse.Body(body)
        counted.withLock {
            $0.requests += 1
            $0.sent += request.body?.count ?? 0
            $0.received += body.count
        }
        let target = request.url.target.removingPercentEncoding ?? request.url.target
        print("  \(request.method) \(target)")
        if let body = request.body { print("    ▸ \(String(decoding: body, as: UTF8.self))") }
        let reason = response.status.reasonPhrase
        let status = "\(response.status.code)\(reason.isEmpty ? "" : " \(reason)")"
        print("    ◂ \(status), \(body.count) bytes")
        return response
    }
}
