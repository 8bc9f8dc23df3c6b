// SPDX-License-Identifier: MIT

import Dispatch

/// Runs the tasks that prefer it in one thread, one after the other: so a test can wait until each has
/// gone as far as it can, instead of for some time.
final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "vox-http-tests-one-thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits until what runs now, or was called before, has come to where it waits.
    func settle() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }
}
