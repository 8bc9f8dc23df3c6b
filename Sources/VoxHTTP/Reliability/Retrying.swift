// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Retries requests safely after failures that may be temporary.
///
/// - Requests with GET, HEAD, PUT, DELETE and OPTIONS can be retried. Requests with other methods
///   can be retried only if `repeatability` is `always` or the request has an `Idempotency-Key`. A
///   request is not retried if `repeatability` is `never`, or if its body can be sent only once.
/// - After a 429, requests with every method can be retried, because the server has not carried out
///   the request (RFC 6585, section 4).
/// - A request is retried after the ``RequestError`` codes `connection` and `timeout`, and after
///   the statuses 408, 425, 429, 502, 503 and 504. A request is not retried after a 500, because a
///   500 is usually permanent.
/// - A request is retried at most ``limit`` times, and only if the
///   ``ReliabilityOptions/RetryBudget`` of all requests allows it.
/// - The wait before a retry is random, so that clients that failed at the same time do not retry
///   at the same time ("full jitter"). The maximum of the random wait doubles with each retry, up
///   to ``longestWait``. If the response has `Retry-After`, the client waits for the time in this
///   field plus the random wait. If the sum is longer than the rest of `timeouts.total`, the client
///   waits only for the time in the field. A `Retry-After` that is neither a number nor a date is
///   ignored.
/// - A request is not retried if its time limit `timeouts.total` would pass during the wait.
/// - If the server closed or reset a reused connection before the first byte of the response, the
///   request is retried once without a wait. This retry counts neither for ``limit`` nor for the
///   budget. The usual reason for the loss of a connection is that the server closed an idle
///   connection just when the request was sent. The transport must report the loss of a reused
///   connection. The transport on AsyncHTTPClient reports this loss for HTTP/1.1.
///
/// The caller gets the response or the error of the last attempt. `attempts` of the response is the
/// number of times that the request was sent. A failure while the body is read is not retried.
///
/// If `Retry-After` is longer than ``longestWait`` or than the rest of `timeouts.total`, the
/// request fails with ``RequestError`` code `retryAfter`. The error contains the errors of the
/// response, for which at most 64 KiB of the body are read.
package struct Retrying: HTTPMiddleware {
    /// The maximum number of retries of one request.
    package var limit: Int
    /// The maximum length of the first wait. The maximum doubles with each retry, up to
    /// ``longestWait``.
    package var firstWait: Duration
    /// The maximum of the random wait, and of the time in `Retry-After`. If the time in
    /// `Retry-After` is longer, the request fails. If a response has `Retry-After`, the client
    /// waits for both times together, so the whole wait may be longer than `longestWait`.
    package var longestWait: Duration

    private let budget: ReliabilityOptions.RetryBudget
    private let watch: Stopwatch
    private let random: @Sendable () -> Double

    /// Creates the middleware.
    /// - Parameters:
    ///   - limit: the maximum number of retries of one request.
    ///   - firstWait: the maximum length of the first wait. The maximum doubles with each retry, up
    ///     to ``longestWait``.
    ///   - longestWait: the maximum of the random wait, and of the time in `Retry-After`.
    ///   - budget: the retry budget of all requests.
    ///   - clock: the clock for the waits.
    ///   - random: returns random numbers from 0 to 1.
    package init(
        limit: Int = 2, firstWait: Duration = .milliseconds(250),
        longestWait: Duration = .seconds(60),
        budget: ReliabilityOptions.RetryBudget = ReliabilityOptions.RetryBudget(),
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

    /// Sends the request, and retries it after a failure that may be temporary.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        let end = request.timeouts.total.map { watch.now() + $0 }
        let isRepeatable = request.isRepeatable
        budget.earn()
        var repetitions = 0
        var resent = 0
        while true {
            let outcome = await Self.send(request, to: next)
            if isRepeatable || Self.wasLimited(outcome) && request.repeatability != .never,
                request.canBeSentAgain
            {
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

    /// True if the server refused the request because of a rate limit.
    private static func wasLimited(_ outcome: Result<ClientResponse, any Error>) -> Bool {
        guard case .success(let response) = outcome else { return false }
        return response.status.code == 429
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
            let option =
                asked > longestWait
                ? "longestRetryWait is \(longestWait.words)"
                : "timeouts.total is \(request.timeouts.total?.words ?? "nil")"
            var error = RequestError(
                code: .retryAfter,
                message:
                    "the server requires a wait of \(asked.words), which is longer than allowed",
                request: request, response: response
            ).advising(": \(option)")
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
