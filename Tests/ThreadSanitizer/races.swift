// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Two threads at one number, in a way that the argument names: some are right, the others races that
/// the thread sanitizer must report.
final class Shared: @unchecked Sendable {
    let lock = Mutex(())
    let otherLock = Mutex(())
    let counted = Mutex(0)
    var number = 0
    var seen = 0
}

func run(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    for work in [first, second] {
        Thread.detachNewThread {
            // Long enough for each to wait for the other, often.
            for _ in 0..<100_000 { work() }
            done.signal()
        }
    }
    done.wait()
    done.wait()
}

let shared = Shared()
let addLocked = { @Sendable in shared.lock.withLock { _ in shared.number += 1 } }

switch CommandLine.arguments.dropFirst().first {
case "inside":
    run({ shared.counted.withLock { $0 += 1 } }, { shared.counted.withLock { $0 += 1 } })
    shared.number = shared.counted.withLock { $0 }
case "beside":
    run(addLocked, addLocked)
case "trying":
    run(addLocked) {
        while shared.lock.withLockIfAvailable({ _ in shared.number += 1 }) == nil {}
    }
case "write-without-lock":
    run(addLocked, { shared.number += 1 })
case "read-without-lock":
    run(addLocked, { shared.seen = shared.number })
case "two-locks":
    run(addLocked, { shared.otherLock.withLock { _ in shared.number += 1 } })
default:
    exit(2)
}
print(shared.number)
