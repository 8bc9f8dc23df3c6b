// SPDX-License-Identifier: MIT

internal import Synchronization

/// Ends requests that take too long: `timeouts.total` over everything behind this middleware and the
/// reading of the body, `timeouts.idle` between two chunks of it.
///
/// The time to connect, and the wait for the first byte, are the transport's. What is behind this
/// middleware is cancelled, and need not notice: the caller gets the error in any case.
///
/// Fails with ``RequestError`` code `timeout`. Contract: T53.
public struct Deadlines: Middleware {
    private let watch: Stopwatch
    private let alarms: Alarms

    /// Makes the middleware.
    public init(clock: any Clock<Duration> = ContinuousClock()) {
        watch = Stopwatch(clock)
        alarms = Alarms(watch)
    }

    /// Sends the request, and watches the clock until its body was read.
    public func intercept(
        _ request: ClientRequest, next: any Client
    ) async throws -> ClientResponse {
        guard request.timeouts.total != nil || request.timeouts.idle != nil else {
            return try await next.execute(request)
        }
        let limits = Limits(
            request: request, end: request.timeouts.total.map { watch.now() + $0 }, watch: watch,
            alarms: alarms)
        var response = try await limits.run { try await next.execute(request) }
        response.body = ResponseBody(Watched(body: response.body, limits: limits))
        return response
    }
}

/// The limits of one request.
private struct Limits: Sendable {
    let request: ClientRequest
    let end: Duration?
    let watch: Stopwatch
    let alarms: Alarms

    /// Does something within the limits. The pulse says when bytes came last; without it none are
    /// waited for.
    func run<Value: Sendable>(
        _ pulse: Pulse? = nil, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        guard let time = self.time(pulse) else { return try await work() }
        guard time > watch.now() else { throw timeout(at: time) }

        let outcome = Outcome<Value>()
        let task = Task { await outcome.settle(with: work) }
        let alarm = alarms.set(at: time) {
            guard let time = self.time(pulse), time <= watch.now() else { return self.time(pulse) }
            outcome.settle(.failure(timeout(at: time)))
            return nil
        }
        defer {
            alarms.remove(alarm)
            task.cancel()
        }
        return try await outcome.value()
    }

    /// When the time is up.
    private func time(_ pulse: Pulse?) -> Duration? {
        let idleEnd = pulse.flatMap { pulse in request.timeouts.idle.map { pulse.last + $0 } }
        guard let end, let idleEnd else { return end ?? idleEnd }
        return min(end, idleEnd)
    }

    private func timeout(at time: Duration) -> RequestError {
        let isTotal = time == end
        let limit = isTotal ? request.timeouts.total : request.timeouts.idle
        let what = isTotal ? "the request took longer than" : "the next bytes took longer than"
        return RequestError(
            code: .timeout, message: "\(what) \(limit ?? .zero)", request: request)
    }
}

/// When bytes came last.
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

    let body: ResponseBody
    let limits: Limits

    func makeAsyncIterator() -> Iterator {
        Iterator(reader: BodyReader(body), limits: limits)
    }

    struct Iterator: AsyncIteratorProtocol {
        let reader: BodyReader
        let limits: Limits

        mutating func next() async throws -> [UInt8]? {
            try await limits.run(Pulse(limits.watch)) { [reader] in try await reader.next() }
        }
    }

    func bytes(
        upTo limit: Int, received: @escaping ResponseBody.Received
    ) async throws -> [UInt8] {
        let pulse = Pulse(limits.watch)
        return try await limits.run(pulse) { [body] in
            try await body.bytes(upTo: limit) { count in
                pulse.beat()
                received(count)
            }
        }
    }
}
