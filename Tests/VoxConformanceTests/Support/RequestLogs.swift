// SPDX-License-Identifier: MIT

import Vox
import VoxTesting

/// The requests that a server received, with their bodies.
struct RequestLogs {
    private let log = RequestLog()

    func server(_ server: any HTTPTransport) -> any HTTPTransport { server.with(log) }

    var requests: [ClientRequest] { log.requests }

    /// The body of the last request that had one.
    var lastBody: String? {
        log.requests.last { $0.body != nil }?.body.map { String(decoding: $0, as: UTF8.self) }
    }
}
