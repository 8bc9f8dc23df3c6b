// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Repeats requests that failed in a way that may pass, where repeating does no harm.
///
/// - Which: GET, HEAD, PUT, DELETE and OPTIONS; others only when `repeatability` says `always` or
///   they carry an `Idempotency-Key`. What is `never` is not repeated, nor is a request whose body
///   can be sent only once.
/// - When: after ``RequestError`` codes `connection` and `timeout`, and the statuses 408, 425, 429,
///   502, 503 and 504. Not after 500: the server has no reason to do better next time.
/// - How often: ``limit`` times for a request, and as the ``RetryBudget`` allows for all together.
/// - How long it waits in between: at random up to twice as long each time ("full jitter"), so that
///   clients that failed together do not come back together. After what the server asks for in
///   `Retry-After`, when that is within ``longestWait``; if not, the request fails with
///   what the response says (64 kB of it at most).
///   What is no number and no date is ignored.
/// - Never when the wait would end after `timeouts.total`.
/// - Once more, at once and apart from ``limit`` and the budget, when a kept connection was closed
///   or reset without a byte of the response: servers close connections that nobody used for a
///   while, and this request came just then. That holds for all requests that may be repeated. The
///   transport tells; that on AsyncHTTPClient does, over HTTP/1.1.
///
/// The last response or error is what the caller gets; `attempts` of the response says how often
/// the request was sent. What breaks while the body is read is not repeated.
///
/// Fails with ``RequestError`` code `retryAfter`.
public struct Retrying: HTTPMiddleware {
    /// The most repetitions of one request.
    public var limit: Int
    /// The longest that the first wait can be; each further one can be twice as long.
    public var firstWait: Duration
    /// The longest wait, whoever asks for it.
    public var longestWait: Duration

    private let budget: RetryBudget
    private let watch: Stopwatch
    private let random: @Sendable () -> Double

    /// Makes the middleware.
    /// - Parameters:
    ///   - limit: the most repetitions of one request.
    ///   - firstWait: the longest that the first wait can be; each further one can be twice as
    ///     long.
    ///   - longestWait: the longest wait, whoever asks for it.
    ///   - budget: how many repetitions all requests together may cause.
    ///   - clock: what waits are measured with.
    ///   - random: gives numbers from 0 to 1.
    public init(
        limit: Int = 2, firstWait: Duration = .milliseconds(250),
        longestWait: Duration = .seconds(60), budget: RetryBudget = RetryBudget(),
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.limit = limit
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.budget = budget
        self.random = random
        watch = Stopwatch(clock)
    }

    /// Sends the request, and again while that may help.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let end = request.timeouts.total.map { watch.now() + $0 }
        let isRepeatable = request.isRepeatable
        budget.earn()
        var repetitions = 0
        var resent = 0
        while true {
            let outcome = await Self.send(request, to: next)
            if isRepeatable, request.canBeSentAgain {
                if resent == 0, Self.brokeKeptConnection(outcome) {
                    resent = 1
                    continue
                }
                if repetitions < limit, Self.mayPass(outcome),
                    let wait = try await wait(after: outcome, repetitions, of: request, until: end),
                    budget.spend()
                {
                    try await watch.sleep(wait)
                    repetitions += 1
                    continue
                }
            }
            var response = try outcome.get()
            response.attempts = 1 + resent + repetitions
            return response
        }
    }

    private static func brokeKeptConnection(
        _ outcome: Result<ClientResponse, any Error>
    ) -> Bool {
        guard case .failure(let error as RequestError) = outcome else { return false }
        return error.cause is KeptConnectionLoss
    }

    nonisolated(nonsending) private static func send(
        _ request: ClientRequest, to client: any HTTPTransport
    ) async -> Result<ClientResponse, any Error> {
        do {
            return .success(try await client.execute(request))
        } catch {
            return .failure(error)
        }
    }

    private static func mayPass(_ outcome: Result<ClientResponse, any Error>) -> Bool {
        switch outcome {
        case .success(let response):
            [408, 425, 429, 502, 503, 504].contains(response.status.code)
        case .failure(let error as RequestError):
            error.code == .connection || error.code == .timeout
        case .failure:
            false
        }
    }

    /// The time to wait; nil when there is not enough left of it.
    private func wait(
        after outcome: Result<ClientResponse, any Error>, _ repetitions: Int,
        of request: ClientRequest, until end: Duration?
    ) async throws -> Duration? {
        let most = min(longestWait, firstWait * (1 << min(repetitions, 20)))
        let jitter = most * min(max(random(), 0), 1)
        guard case .success(let response) = outcome, let asked = response.retryAfter else {
            return isOver(jitter, end) ? nil : jitter
        }
        if asked > longestWait || isOver(asked, end) {
            var error = RequestError(
                code: .retryAfter,
                message: "the server asks to wait \(asked), which is longer than allowed",
                request: request, response: response)
            error.body = (try? await response.body.bytes(upTo: 65536)) ?? []
            try Task.checkCancellation()
            throw error
        }
        // Not all at the very moment that the server named.
        return isOver(asked + jitter, end) ? asked : asked + jitter
    }

    private func isOver(_ wait: Duration, _ end: Duration?) -> Bool {
        end.map { watch.now() + wait >= $0 } ?? false
    }
}

extension ClientRequest {
    /// Whether it may be sent again when it is not known what became of it.
    fileprivate var isRepeatable: Bool {
        switch repeatability {
        case .never: false
        case .always: true
        case .byMethod:
            ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method.rawValue)
                || headers.contains { $0.name.canonicalName == "idempotency-key" }
        }
    }
}
