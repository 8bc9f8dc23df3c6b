// SPDX-License-Identifier: MIT

internal import Synchronization

/// Keeps repetitions from making an outage worse: all requests of a client together are repeated at
/// most once for every five that were sent, however much each of them may be.
///
/// A request adds 0.2 to the budget, a repetition takes 1. At most `burst` is kept, so that a long
/// quiet time does not pay for a storm. So that a program with few requests has something to repeat
/// with, the first two repetitions are always there; they are not on top of the 20 %, but ahead of it.
///
/// Share one among clients of the same server to bound them together.
public final class RetryBudget: Sendable {
    private let share: Double
    private let reserve: Double
    private let burst: Double
    private let state: Mutex<(earned: Double, spent: Double)>

    /// Makes a budget.
    /// - Parameters:
    ///   - share: repetitions per request.
    ///   - reserve: repetitions there are before requests have earned them.
    ///   - burst: the most repetitions that can be saved up.
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

    /// Takes a repetition; false when there is none to be had.
    func spend() -> Bool {
        state.withLock { state in
            // A sum of tenths is not exact; a millionth of a request is no request.
            guard max(state.earned, reserve) + 1e-6 >= state.spent + 1 else { return false }
            state.spent += 1
            return true
        }
    }
}
