// SPDX-License-Identifier: MIT

internal import Synchronization

/// Ends requests that take too long. `timeouts.total` limits the total time of the following
/// middleware and of the transport, including the time to read the body. `timeouts.idle` limits the
/// time between two chunks of the body.
///
/// The transports of Vox limit the time to connect, and limit the total time and the idle time of
/// each exchange. `Deadlines` limits the time of several exchanges together, such as a request and
/// its retries, and works with any transport. When a time limit has passed, the following
/// middleware and the transport are cancelled, and the caller gets the error at once. Reading a
/// body that is already in memory has no time limit.
///
/// A request that takes too long fails with ``RequestError`` code `timeout`.
package struct Deadlines: HTTPMiddleware {
    private let watch: Stopwatch
    private let timers: Timers

    /// Creates the middleware.
    package init(clock: any Clock<Duration> = ContinuousClock()) {
        watch = Stopwatch(clock)
        timers = Timers(watch)
    }

    /// Sends the request, and enforces the time limits until the body of the response has been
    /// read.
    package func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        guard request.timeouts.total != nil || request.timeouts.idle != nil else {
            return try await next.execute(request)
        }
        let limits = Limits(request, watch: watch, timers: timers)
        var response = try await limits.response(to: request, from: next)
        // Reading a body in memory needs no time limit.
        guard response.body.whole == nil else { return response }
        response.body = ClientResponse.Body(Watched(body: response.body, limits: limits))
        return response
    }
}

/// The limits of one request.
private final class Limits: Sendable {
    private let request: ClientRequest
    private let deadline: RequestDeadline
    let watch: Stopwatch
    private let timers: Timers

    init(_ request: ClientRequest, watch: Stopwatch, timers: Timers) {
        self.request = request
        deadline = RequestDeadline(request.timeouts, from: watch.now())
        self.watch = watch
        self.timers = timers
    }

    /// Sends a request within its limits. The idle limit does not apply yet.
    nonisolated(nonsending) func response(
        to request: ClientRequest, from client: any HTTPTransport
    ) async throws -> ClientResponse {
        guard deadline.hasEnd else { return try await client.execute(request) }
        try Task.checkCancellation()
        if let error = timeout(nil) { throw error }
        let outcome = Outcome<ClientResponse>()
        let giveUp = client.begin(request, for: outcome)
        // A client without a network has responded by now, and needs no timer.
        if let result = outcome.taken() { return try result.get() }
        do {
            return try await within(nil, { outcome.settle(.failure($0)) }) {
                try await outcome.value()
            }
        } catch {
            giveUp()
            throw error
        }
    }

    /// Reads a body within the limits. `read` is the function that reads, and `body` is the body
    /// that it reads.
    nonisolated(nonsending) func read<Value: Sendable>(
        _ body: ClientResponse.Body, _ pulse: Pulse,
        _ read: nonisolated(nonsending) @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if let breakOff = body.breakOff { return try await within(pulse, breakOff, read) }
        let outcome = Outcome<Value>()
        return try await within(pulse, { outcome.settle(.failure($0)) }) {
            try await outcome.value(begunBy: {
                Task.atOnce { await outcome.settle(with: read) }.cancel
            })
        }
    }

    /// Runs some work, and ends it when a time limit has passed. The pulse contains the time at
    /// which the last bytes arrived.
    nonisolated(nonsending) private func within<Value>(
        _ pulse: Pulse?, _ breakOff: @escaping @Sendable (any Error) -> Void,
        _ work: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        guard let time = deadline.next(sinceBytes: pulse?.last) else { return try await work() }
        if let error = timeout(pulse) { throw error }

        let timer = timers.set(at: time) {
            guard let error = self.timeout(pulse) else {
                return self.deadline.next(sinceBytes: pulse?.last)
            }
            breakOff(error)
            return nil
        }
        defer { timers.remove(timer) }
        return try await work()
    }

    /// Returns the error of a limit that has passed; nil while there is time left.
    private func timeout(_ pulse: Pulse?) -> RequestError? {
        guard let passed = deadline.passed(at: watch.now(), sinceBytes: pulse?.last) else {
            return nil
        }
        return RequestError(code: .timeout, message: passed.message, request: request)
    }
}

/// The time at which the last bytes arrived.
private final class Pulse: Sendable {
    private let watch: Stopwatch
    private let time: Mutex<Duration>

    init(_ watch: Stopwatch) {
        self.watch = watch
        time = Mutex(watch.now())
    }

    var last: Duration { time.withLock { $0 } }

    func beat() {
        let now = watch.now()
        time.withLock { $0 = now }
    }
}

private struct Watched: WholeBody {
    typealias Element = [UInt8]

    let body: ClientResponse.Body
    let limits: Limits

    var breakOff: (@Sendable (any Error) -> Void)? { body.breakOff }

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body, reader: BodyReader(body), limits: limits)
    }

    struct Iterator: AsyncIteratorProtocol {
        let body: ClientResponse.Body
        let reader: BodyReader
        let limits: Limits

        mutating func next() async throws -> [UInt8]? {
            try await limits.read(body, Pulse(limits.watch)) { [reader] in
                try await reader.next()
            }
        }
    }

    nonisolated(nonsending) func bytes(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        let pulse = Pulse(limits.watch)
        return try await limits.read(body, pulse) { [body] in
            try await body.bytes(upTo: limit) { count in
                pulse.beat()
                received(count)
            }
        }
    }
}
