// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Carries out asynchronous work on the thread that waits for it, so that the processor time of that
/// thread is the time of the work.
final class WaitingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrived.signal()
    }

    /// Does the work, and returns when it is done.
    func run(_ work: @escaping @Sendable () async throws -> Int64) throws -> Int64 {
        let outcome = Outcome()
        Task(executorPreference: self) {
            do {
                let figure = try await work()
                outcome.value.withLock { $0 = .success(figure) }
            } catch {
                outcome.value.withLock { $0 = .failure(error) }
            }
        }
        while true {
            if let result = outcome.value.withLock({ $0 }) { return try result.get() }
            arrived.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private final class Outcome: Sendable {
        let value = Mutex<Result<Int64, any Error>?>(nil)
    }
}
