// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Retries requests after failures that may be temporary, if a retry is safe.
///
/// - Which requests: GET, HEAD, PUT, DELETE and OPTIONS; others only if `repeatability` is `always`
///   or they have an `Idempotency-Key`. Requests with `never`, and those whose body can be sent
///   only once, are not retried.
/// - When: after the ``RequestError`` codes `connection` and `timeout`, and the statuses 408, 425,
///   429, 502, 503 and 504. A 500 is not retried, because it is usually permanent.
/// - How often: ``limit`` times for a request, and within the ``RetryBudget`` of all requests.
/// - The wait before a retry: a random time, so that clients that failed together do not return
///   together ("full jitter"). Its maximum doubles with each retry. If the response has
///   `Retry-After`, the wait is that time. If that time is longer than ``longestWait``, the request
///   fails with the errors of the response; at most 64 kB of its body are read. A value that is
///   neither a number nor a date is ignored.
/// - A request is not retried if the wait would end after `timeouts.total`.
/// - If the server closed or reset a reused connection before the first byte of the response, the
///   request is retried once, at once, without counting for ``limit`` and the budget. Servers close
///   idle connections, and this request was sent at that moment. The transport reports this case:
///   the transport on AsyncHTTPClient does so for HTTP/1.1.
///
/// The caller gets the last response or error. `attempts` of the response is the number of times
/// that the request was sent. A failure while the body is read is not retried.
///
/// Fails with ``RequestError`` code `retryAfter`.
public struct Retrying: HTTPMiddleware {
    /// The maximum number of retries of one request.
    public var limit: Int
    /// The maximum of the first wait. It doubles for each further wait.
    public var firstWait: Duration
    /// The longest wait, also if the server wants a longer one.
    public var longestWait: Duration

    private let budget: RetryBudget
    private let watch: Stopwatch
    private let random: @Sendable () -> Double

    /// Creates the middleware.
    /// - Parameters:
    ///   - limit: the maximum number of retries of one request.
    ///   - firstWait: the maximum of the first wait. It doubles for each further wait.
    ///   - longestWait: the longest wait, also if the server wants a longer one.
    ///   - budget: the retry budget of all requests.
    ///   - clock: the clock for the waits.
    ///   - random: returns random numbers from 0 to 1.
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

    /// Sends the request, and retries it if that may help.
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

    /// Returns the time to wait before a retry; nil if the request must not be retried because too
    /// little time is left.
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
                message: "the server requires a wait of \(asked), which is longer than allowed",
                request: request, response: response)
            error.body = (try? await response.body.bytes(upTo: 65536)) ?? []
            try Task.checkCancellation()
            throw error
        }
        // A random time is added, so that the clients do not all return at the moment that the
        // server named.
        return isOver(asked + jitter, end) ? asked : asked + jitter
    }

    private func isOver(_ wait: Duration, _ end: Duration?) -> Bool {
        end.map { watch.now() + wait >= $0 } ?? false
    }
}

extension ClientRequest {
    /// True if the request may be sent again when its outcome is unknown.
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
