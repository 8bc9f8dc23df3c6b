// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
import Vox

/// A server that allows so many requests in each window, and refuses the others with 429.
final class LimitedServer: HTTPTransport {
    /// How it tells which requests count.
    enum Rule: CaseIterable { case windows, sliding }

    /// The state of the limit after a request.
    struct Count {
        var limit: Int
        var remaining: Int
        var reset: Duration
        var isRefused: Bool

        /// The seconds until the reset, rounded up.
        var seconds: Int64 {
            reset.components.seconds + (reset.components.attoseconds > 0 ? 1 : 0)
        }
    }

    private let limits: [(count: Int, window: Duration)]
    private let rule: Rule
    private let now: @Sendable () -> Duration
    private let fields: @Sendable ([Count]) -> HTTPFields
    private let state = Mutex((times: [Duration](), refusals: 0))

    init(
        _ limits: [(count: Int, window: Duration)], rule: Rule = .windows,
        now: @escaping @Sendable () -> Duration,
        fields: @escaping @Sendable ([Count]) -> HTTPFields
    ) {
        self.limits = limits
        self.rule = rule
        self.now = now
        self.fields = fields
    }

    /// The number of requests that were refused.
    var refusals: Int { state.withLock { $0.refusals } }
    /// When the requests came that were not refused.
    var times: [Duration] { state.withLock { $0.times } }

    func execute(_ request: ClientRequest) async throws -> ClientResponse {
        let now = now()
        let (fields, isRefused) = respond(at: now)
        return request.answer(isRefused ? 429 : 200, fields)
    }

    private func respond(at now: Duration) -> (HTTPFields, Bool) {
        state.withLock { state in
            var counts = limits.map { limit in
                let start: Duration
                switch rule {
                case .windows: start = limit.window * Int((now / limit.window).rounded(.down))
                case .sliding: start = now - limit.window
                }
                let used = state.times.filter { rule == .windows ? $0 >= start : $0 > start }
                let reset =
                    rule == .windows
                    ? start + limit.window - now : (used.first.map { $0 - start } ?? limit.window)
                return Count(
                    limit: limit.count, remaining: limit.count - used.count, reset: reset,
                    isRefused: used.count >= limit.count)
            }
            let isRefused = counts.contains(where: \.isRefused)
            if isRefused {
                state.refusals += 1
            } else {
                state.times.append(now)
                for index in counts.indices { counts[index].remaining -= 1 }
            }
            for index in counts.indices { counts[index].isRefused = isRefused }
            return (fields(counts), isRefused)
        }
    }
}

extension HTTPFields {
    /// Fields by their names.
    init(named fields: [String: String]) {
        self.init()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { self[name] = value }
        }
    }
}
