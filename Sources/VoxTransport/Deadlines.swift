// SPDX-License-Identifier: MIT

import Synchronization

/// Looks after the time limits of all transfers.
///
/// One sleeping task for all of them: a sleep that is cancelled leaves its timer behind until it would
/// have ended, so a sleep for each transfer would keep memory for every transfer of the last seconds.
final class Deadlines: Sendable {
    static let shared = Deadlines()

    private struct State {
        var transfers: [ObjectIdentifier: Transfer] = [:]
        /// When the task wakes that sleeps; nil while none does.
        var alarm: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    func add(_ transfer: Transfer) {
        state.withLock { $0.transfers[ObjectIdentifier(transfer)] = transfer }
        if let deadline = transfer.look(at: .now) { wake(by: deadline) }
    }

    func remove(_ transfer: Transfer) {
        _ = state.withLock { $0.transfers.removeValue(forKey: ObjectIdentifier(transfer)) }
    }

    /// Sees to it that the transfers are looked at by then.
    func wake(by deadline: ContinuousClock.Instant) {
        let isEarlier = state.withLock { state in
            if let alarm = state.alarm, alarm <= deadline { return false }
            state.alarm = deadline
            return true
        }
        guard isEarlier else { return }
        Task {
            try? await Task.sleep(until: deadline, tolerance: .zero, clock: .continuous)
            self.look(alarm: deadline)
        }
    }

    private func look(alarm: ContinuousClock.Instant) {
        let transfers = state.withLock { state -> [Transfer] in
            // Another task was set to wake earlier, and has looked in the meantime or set a later one.
            guard state.alarm == alarm else { return [] }
            state.alarm = nil
            return Array(state.transfers.values)
        }
        let now = ContinuousClock.now
        if let next = transfers.compactMap({ $0.look(at: now) }).min() { wake(by: next) }
    }
}
