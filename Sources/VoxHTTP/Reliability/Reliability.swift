// SPDX-License-Identifier: MIT

/// The options of ``HTTPTransport/reliable(_:)``, which adds retries, limits and other middleware
/// to a transport.
///
/// Time limits are options of each request: ``ClientRequest/timeouts``.
public struct ReliabilityOptions: Sendable {
    /// The header fields that every request has. Default: none.
    public var headers = ClientRequest.DefaultHeaders()
    /// Middleware that receives each call of the program once, such as hooks and logs. Default:
    /// none.
    public var eachCall: [any HTTPMiddleware] = []
    /// Adds credentials. Default: none.
    public var authentication: Authentication?
    /// True if equal GETs that run at the same time share one transfer. Default: true.
    public var coalescesRequests = true
    /// The maximum number of redirects. Default: 10.
    public var redirectLimit = 10
    /// True if redirects may lead to another origin. Secret fields are not sent to another origin.
    /// Default: false.
    public var allowsRedirectsToOtherOrigins = false
    /// The size in bytes of the response cache, which conditional requests use; 0 for no cache.
    /// Default: 16 MiB.
    public var cacheCapacity = 16 << 20
    /// The maximum number of retries of a request. Default: 2.
    public var retryLimit = 2
    /// The maximum of the random wait before a retry, and of the time in `Retry-After`. If the time
    /// in `Retry-After` is longer, the request fails. If a response has `Retry-After`, the client
    /// waits for both times together, so the whole wait may be longer than `longestRetryWait`.
    /// Default: 60 seconds.
    public var longestRetryWait = Duration.seconds(60)
    /// The retry budget of all requests together. If the property is nil, each client gets its own
    /// budget.
    public var retryBudget: RetryBudget?
    /// The rate budget of all requests together. If the property is nil, each client gets its own
    /// budget, which reads the limits from responses. `ReliabilityOptions.RateBudget(readsFields:
    /// false)` turns rate limits off.
    public var rateBudget: RateBudget?
    /// Middleware that receives each request that is sent, including redirects and retries.
    /// Default: none.
    public var eachSend: [any HTTPMiddleware] = []
    /// The origins to which secret fields may be sent over unencrypted HTTP. Default: none.
    public var plainHTTPOrigins: [HTTPURL] = []
    /// The clock for all time limits.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}

    /// Returns the middleware in the right order. Each middleware of this list may send a request
    /// several times to the next one, so middleware at the end of the list may run more often than
    /// at its start:
    ///
    /// 1. ``ClientRequest/DefaultHeaders`` is first, so that all other middleware sees all fields
    ///    of the request.
    /// 2. ``eachCall``.
    /// 3. `Deadlines` limits the time of all following middleware.
    /// 4. ``Authentication`` is before `RequestCoalescing` and `ConditionalRequests`, so that
    ///    requests with different credentials are never equal. ``Authentication`` is also before
    ///    `Redirects`, so that a redirect can remove the credential.
    /// 5. `RequestCoalescing` is before `Redirects` and `Retrying`, so that equal requests
    ///    also share redirects and retries.
    /// 6. `Redirects` is before `Retrying`, because each redirect leads to a separate request.
    ///    For example, the GET after a 303 for a POST can be retried, although the POST cannot.
    /// 7. `ConditionalRequests` is after `Redirects`, because a stored response belongs to the
    ///    address that sent it.
    /// 8. `SizeLimit` follows every middleware that holds a body in memory.
    /// 9. `Retrying`.
    /// 10. ``ReliabilityOptions/RateBudget`` is after `Retrying`, because retries count for rate
    ///     limits. ``ReliabilityOptions/RateBudget`` is also before ``eachSend``, so that logs and
    ///     traces do not contain the wait.
    /// 11. ``eachSend``.
    /// 12. `CredentialGuard` is last, so that no middleware can add a secret after it.
    public func middleware() -> [any HTTPMiddleware] {
        var all: [any HTTPMiddleware] = headers.isEmpty ? [] : [headers]
        all += eachCall
        all.append(Deadlines(clock: clock))
        if var authentication {
            authentication.plainHTTP += plainHTTPOrigins
            all.append(authentication)
        }
        if coalescesRequests { all.append(RequestCoalescing()) }
        all.append(
            Redirects(limit: redirectLimit, allowsOtherOrigins: allowsRedirectsToOtherOrigins))
        if cacheCapacity > 0 { all.append(ConditionalRequests(capacity: cacheCapacity)) }
        all.append(SizeLimit())
        all.append(
            Retrying(
                limit: retryLimit, longestWait: longestRetryWait,
                budget: retryBudget ?? RetryBudget(), clock: clock))
        all.append(rateBudget ?? RateBudget(clock: clock))
        all += eachSend
        all.append(
            CredentialGuard(allowing: plainHTTPOrigins + (authentication?.plainHTTP ?? [])))
        return all
    }
}

extension HTTPTransport {
    /// Returns this transport with the middleware that makes requests reliable and safe, in the
    /// right order (``ReliabilityOptions/middleware()``). The returned transport has its own cache.
    /// If `options` does not set a budget, the transport has its own budget.
    ///
    /// Call this method once per program, or once per server, because each call creates a new cache
    /// and new budgets.
    public func reliable(_ options: ReliabilityOptions = ReliabilityOptions()) -> any HTTPTransport
    {
        with(options.middleware())
    }
}
