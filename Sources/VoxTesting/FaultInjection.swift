// SPDX-License-Identifier: MIT

import HTTPTypes
import Synchronization
public import VoxServer

/// Middleware that causes faults between a client and a service. The faults come from a queue, or
/// are random with a given rate. The same seed gives the same random faults.
///
/// ```swift
/// import VoxTesting
///
/// let faults = FaultInjection()
/// let service = ResourceService(serving: MemoryStore()).with(faults)
/// faults.next(.status(.serviceUnavailable, retryAfter: "1"))
///
/// let request = ClientRequest(method: .get, url: try HTTPURL("http://test.example/notes"))
/// print(try await service.execute(request).status.code)  // prints: 503
/// print(try await service.execute(request).status.code)  // prints: 404
/// ```
public final class FaultInjection: HTTPMiddleware {
    /// The faults that are selected at random by default: all kinds of faults, with short durations
    /// for tests.
    public static let all: [Fault] = [
        .delay(.milliseconds(20)), .refuse, .lose, .cut(after: 0), .cut(after: 20),
        .truncate(after: 20), .wrongLength(more: 10), .garbage, .flood,
        .trickle(bytes: 7, every: .milliseconds(1)), .contentType("text/html"),
        .contentType("application/vnd.api+json; charset=utf-8"),
        .status(.internalServerError, retryAfter: nil),
        .status(.serviceUnavailable, retryAfter: "0"), .status(.tooManyRequests, retryAfter: "0"),
        .htmlError, .redirectLoop,
    ]

    private struct State {
        var queued: [Fault] = []
        var random: SplitMix
        var happened: [Fault] = []
    }

    private let state: Mutex<State>
    private let rate: Double
    private let faults: [Fault]

    /// Creates a middleware.
    /// - Parameters:
    ///   - rate: the fraction of requests with a random fault, from 0 to 1.
    ///   - seed: the seed of the random faults.
    ///   - faults: the faults that are selected at random.
    public init(rate: Double = 0, seed: UInt64 = 0, of faults: [Fault] = all) {
        state = Mutex(State(random: SplitMix(state: seed)))
        self.rate = rate
        self.faults = faults
    }

    /// Adds faults to the queue. Each fault affects one request.
    public func next(_ faults: Fault...) { state.withLock { $0.queued += faults } }

    /// The faults that have occurred so far. The list has one element for each request:
    /// ``FaultInjection/Fault/none`` for a request without a fault.
    public var happened: [Fault] { state.withLock { $0.happened } }

    private func draw() -> Fault {
        state.withLock { state in
            var fault = Fault.none
            if !state.queued.isEmpty {
                fault = state.queued.removeFirst()
            } else if Double.random(in: 0..<1, using: &state.random) < rate {
                fault = faults.randomElement(using: &state.random) ?? .none
            }
            state.happened.append(fault)
            return fault
        }
    }

    /// Executes a request with the next fault of the queue. If the queue is empty, a random fault
    /// may occur.
    public func intercept(
        _ request: ClientRequest, next: any HTTPTransport
    ) async throws -> ClientResponse {
        try await draw().respond(to: request, next: next)
    }
}

/// A small random number generator with a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
