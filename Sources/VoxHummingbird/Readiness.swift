// SPDX-License-Identifier: MIT
#if Hummingbird

public import HTTPTypes
public import ServiceLifecycle
import Synchronization
import VoxServer

/// Reports to a load balancer or an orchestrator whether a service accepts requests.
///
/// When the service group stops, the readiness service reports 503 at once, and the application
/// continues for a while. As a result, no request is sent to an application that is about to stop.
/// List this service *after* the application, because a service group stops its services in reverse
/// order:
///
///     let readiness = Readiness(delay: .seconds(5))
///     router.get("ready") { _, _ in readiness.status }
///     let group = ServiceGroup(
///         services: [application, readiness], gracefulShutdownSignals: [.sigterm, .sigint],
///         logger: logger)
///     try await group.run()
public final class Readiness: Service {
    private let ready = Atomic(false)
    private let delay: Duration
    private let watch: Stopwatch

    /// Creates the service.
    /// - Parameters:
    ///   - delay: how long the application continues after the first 503 response. Choose a delay in
    ///     which the load balancer can check the status again and stop sending requests.
    ///   - clock: the clock for the delay. Tests can pass a manual clock.
    public init(delay: Duration = .seconds(5), clock: any Clock<Duration> = ContinuousClock()) {
        self.delay = delay
        watch = Stopwatch(clock)
    }

    /// True from the start of this service until the service group begins to stop.
    public var isReady: Bool { ready.load(ordering: .relaxed) }

    /// The status for the load balancer: 200 or 503.
    public var status: HTTPResponse.Status { isReady ? .ok : .serviceUnavailable }

    /// Keeps the service ready until the group begins to stop, and returns after the delay.
    public func run() async throws {
        ready.store(true, ordering: .relaxed)
        defer { ready.store(false, ordering: .relaxed) }
        try await gracefulShutdown()
        ready.store(false, ordering: .relaxed)
        try await watch.sleep(delay)
    }
}

#endif
