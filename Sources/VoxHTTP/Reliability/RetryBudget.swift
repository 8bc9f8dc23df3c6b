// SPDX-License-Identifier: MIT

internal import Synchronization

extension ReliabilityOptions {
    /// Limits retries, so that they do not make an outage worse. By default, all requests of a
    /// client together cause at most one retry per five requests, even if each request allows more
    /// retries.
    ///
    /// A request adds 0.2 to the budget, and a retry takes 1. The budget never exceeds `burst`, so
    /// that many successful requests do not allow a long burst of retries. A new budget allows two
    /// retries before any request has added to it, for programs with few requests. The two retries
    /// are not added to the retries that the first ten requests allow.
    ///
    /// Clients of the same server can share a budget.
    public final class RetryBudget: Sendable {
        private let share: Double
        private let reserve: Double
        private let burst: Double
        private let state: Mutex<(earned: Double, spent: Double)>

        /// Creates a budget.
        /// - Parameters:
        ///   - share: the number of retries that each request adds to the budget.
        ///   - reserve: the number of retries that a new budget allows.
        ///   - burst: the maximum of the budget.
        public init(share: Double = 0.2, reserve: Int = 2, burst: Int = 100) {
            self.share = share
            self.reserve = Double(reserve)
            self.burst = Double(max(burst, reserve))
            state = Mutex((0, 0))
        }

        /// Counts a request.
        func earn() {
            state.withLock { state in
                state.earned = min(state.earned + share, state.spent + burst)
            }
        }

        /// Takes a retry from the budget. Returns false if the budget is used up.
        func spend() -> Bool {
            state.withLock { state in
                // A sum of tenths is not exact, so a difference of a millionth is ignored.
                guard max(state.earned, reserve) + 1e-6 >= state.spent + 1 else { return false }
                state.spent += 1
                return true
            }
        }
    }
}
