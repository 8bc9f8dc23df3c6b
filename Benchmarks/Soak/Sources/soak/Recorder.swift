// SPDX-License-Identifier: MIT

import Synchronization

/// What the threads of the load report.
final class Recorder: Sendable {
    private struct State {
        var latencies: [Duration] = []
        var faultCount = 0
        var faults: [String] = []
        var checks = 0
        var writes = 0
    }

    private let state = Mutex(State())

    /// Reports the time from the first byte of a request to the last byte of its response.
    func add(latency: Duration) { state.withLock { $0.latencies.append(latency) } }

    /// Reports an unexpected status, a wrong response or a lost write.
    func add(fault: String) {
        state.withLock {
            $0.faultCount += 1
            if $0.faults.count < 20 { $0.faults.append(fault) }
        }
    }

    /// Reports that a response was compared with the acknowledged writes.
    func addCheck() { state.withLock { $0.checks += 1 } }

    /// Reports a write that the service acknowledged.
    func addWrite() { state.withLock { $0.writes += 1 } }

    /// Returns the latencies since the last call.
    func takeLatencies() -> [Duration] {
        state.withLock { state in
            defer { state.latencies.removeAll(keepingCapacity: true) }
            return state.latencies
        }
    }

    var faultCount: Int { state.withLock { $0.faultCount } }
    /// The first faults.
    var faults: [String] { state.withLock { $0.faults } }
    /// The number of compared responses.
    var checks: Int { state.withLock { $0.checks } }
    /// The number of acknowledged writes.
    var writes: Int { state.withLock { $0.writes } }
}
