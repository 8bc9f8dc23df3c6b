// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
public import Testing

/// Expects that some work costs less than so many times what other work costs, in the same run on the
/// same machine. What it costs is the time of the processor in the threads that do it, so other
/// programs do not count.
public func expectCost(
    below factor: Double, times usual: () throws -> Void, of work: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    try expectRatio(below: factor, sourceLocation: sourceLocation) {
        try cost(work) / cost(usual)
    }
}

/// The same for work with calls that are awaited.
public func expectAwaitedCost(
    below factor: Double, times usual: @escaping @Sendable () async throws -> Void,
    of work: @escaping @Sendable () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    var least = Double.infinity
    for _ in 0..<10 where least >= factor {
        least = try await min(least, awaitedCost(work) / awaitedCost(usual))
    }
    report(least, factor, sourceLocation)
}

/// Expects that a ratio of costs is below a bound, which is far from what must not be. Caches and
/// interrupts add to a cost; a ratio that is above the bound gets another try, ten in all.
public func expectRatio(
    below factor: Double, sourceLocation: SourceLocation = #_sourceLocation,
    _ ratio: () throws -> Double
) rethrows {
    var least = Double.infinity
    for _ in 0..<10 where least >= factor { least = try min(least, ratio()) }
    report(least, factor, sourceLocation)
}

private func report(_ ratio: Double, _ factor: Double, _ sourceLocation: SourceLocation) {
    if ratio < factor { return }
    Issue.record("\(ratio) times the usual cost", sourceLocation: sourceLocation)
}

/// What this thread takes of the processor for some work, in nanoseconds; for ratios alone.
public func processorTime(_ work: () throws -> Void) rethrows -> Double {
    let start = Processor.nanoseconds
    try work()
    return Double(Processor.nanoseconds - start)
}

/// What some work costs in the mean: it is done until the clock of the processor tells.
private func cost(_ work: () throws -> Void) rethrows -> Double {
    var (count, spent) = (0.0, 0.0)
    repeat {
        spent += try processorTime(work)
        count += 1
    } while spent < 5_000_000
    return spent / count
}

private func awaitedCost(
    _ work: @escaping @Sendable () async throws -> Void
) async throws -> Double {
    let processor = Processor()
    var count = 0
    repeat {
        try await Task(executorPreference: processor) { try await work() }.value
        count += 1
    } while processor.spent.withLock({ $0 }) < 5_000_000
    return Double(processor.spent.withLock { $0 }) / Double(count)
}

/// Runs tasks one after the other, and measures what they take of the processor.
private final class Processor: TaskExecutor {
    let spent = Mutex(0)
    private let queue = DispatchQueue(label: "vox-tests-processor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            let start = Self.nanoseconds
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.spent.withLock { $0 += Self.nanoseconds - start }
        }
    }

    /// What this thread has taken of the processor so far.
    static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
