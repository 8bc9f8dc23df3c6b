// SPDX-License-Identifier: MIT
#if Hummingbird

public import HTTPTypes
public import ServiceLifecycle
import Synchronization

/// Whether a service takes requests, for who sends them to it: a load balancer, an orchestrator.
///
/// Told to stop, it says no at once, and lets the service go on for a while: so no request is sent to
/// one that is about to go. Run it *behind* the application, for a service group stops what it runs in
/// reverse order:
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

    /// Makes the service.
    /// - Parameter delay: how long requests are taken after they were declined: as long as it takes whoever
    ///   asks to ask again, and to act on it.
    public init(delay: Duration = .seconds(5)) { self.delay = delay }

    /// True while it runs and was not told to stop.
    public var isReady: Bool { ready.load(ordering: .relaxed) }

    /// What to answer who asks: 200, or 503.
    public var status: HTTPResponse.Status { isReady ? .ok : .serviceUnavailable }

    /// Is ready until the group is told to stop, and takes the delay to end.
    public func run() async throws {
        ready.store(true, ordering: .relaxed)
        defer { ready.store(false, ordering: .relaxed) }
        try await gracefulShutdown()
        ready.store(false, ordering: .relaxed)
        try await Task.sleep(for: delay)
    }
}

#endif
