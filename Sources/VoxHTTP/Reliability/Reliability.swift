// SPDX-License-Identifier: MIT

/// How a client is made reliable and safe: what ``HTTPTransport/reliable(_:)`` puts before it.
///
/// Time limits are not here but on each request: ``ClientRequest/timeouts``.
public struct ReliabilityOptions: Sendable {
    /// Header fields of every request. Default: none.
    public var headers = DefaultHeaders()
    /// Sees each call once, as the caller made it: hooks, logs. Default: none.
    public var eachCall: [any HTTPMiddleware] = []
    /// Shows credentials. Default: none.
    public var authentication: Authentication?
    /// Whether equal GETs under way share one transfer. Default: true.
    public var coalescesRequests = true
    /// The most redirects to follow. Default: 10.
    public var redirectLimit = 10
    /// Whether redirects may lead to another origin, without any secret field. Default: false.
    public var allowsRedirectsToOtherOrigins = false
    /// The bytes to keep for conditional requests; 0 for none. Default: 16 MiB.
    public var cacheCapacity = 16 << 20
    /// The most repetitions of a request. Default: 2.
    public var retryLimit = 2
    /// The longest that a repetition waits, also when the server asks for more. Default: 60 seconds.
    public var longestRetryWait = Duration.seconds(60)
    /// The repetitions that all requests together have; nil for a budget of the client's own.
    public var retryBudget: RetryBudget?
    /// Sees each sending: redirects and repetitions too. Default: none.
    public var eachSend: [any HTTPMiddleware] = []
    /// The origins that secret fields may go to over plain http. Default: none.
    public var plainHTTPOrigins: [HTTPURL] = []
    /// What time is measured by.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}

    /// The middleware, in its one right order. What stands further down happens more often:
    ///
    /// 1. ``DefaultHeaders``, so that everything below sees the request whole.
    /// 2. ``eachCall``.
    /// 3. ``Deadlines``: a limit on everything below.
    /// 4. ``Authentication``: above what compares requests, so that requests of two identities are
    ///    never equal, and above redirects, so that these can take the credential off.
    /// 5. ``RequestCoalescing``: above redirects and repetitions, which are shared too.
    /// 6. ``Redirects``: each step below is a request with rules of its own. A POST may not be
    ///    repeated, the GET that a 303 makes of it may.
    /// 7. ``ConditionalRequests``: below redirects, as what is kept belongs to the very address that
    ///    sent it.
    /// 8. ``SizeLimit``: below all that hold a body in memory.
    /// 9. ``Retrying``.
    /// 10. ``eachSend``.
    /// 11. ``CredentialGuard``: last, so that nothing can add a secret behind it.
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
        all += eachSend
        all.append(
            CredentialGuard(allowing: plainHTTPOrigins + (authentication?.plainHTTP ?? [])))
        return all
    }
}

extension HTTPTransport {
    /// This client behind everything that makes requests reliable and safe, in the right order
    /// (``ReliabilityOptions/middleware()``). What it remembers, it shares with no other client.
    ///
    /// To be called once for a program, or once for a server: each call makes a cache and a budget of
    /// its own.
    public func reliable(_ options: ReliabilityOptions = ReliabilityOptions()) -> any HTTPTransport
    {
        with(options.middleware())
    }
}
