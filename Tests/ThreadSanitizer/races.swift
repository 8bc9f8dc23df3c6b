// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Two threads at one number, in a way that the argument names: some are right, the others races that
/// the thread sanitizer must report.
final class Shared: @unchecked Sendable {
    let lock = Mutex(())
    let otherLock = Mutex(())
    let counted = Mutex(0)
    let begun = Atomic(0)
    var number = 0
    var seen = 0
}

func run(_ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    for work in [first, second] {
        Thread.detachNewThread {
            // Both at once: who begins when the other has gone may not be seen.
            shared.begun.add(1, ordering: .relaxed)
            while shared.begun.load(ordering: .relaxed) < 2 {}
            // Long enough for each to wait for the other, often.
            for _ in 0..<100_000 { work() }
            done.signal()
        }
    }
    done.wait()
    done.wait()
}

/// Bytes that one thread writes and another reads. The reader lets go of its reference when it has read.
final class Storage: @unchecked Sendable {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
}

final class Slot: Sendable {
    let storage = Mutex<Storage?>(nil)

    func put(_ storage: Storage) {
        while !self.storage.withLock({ slot in
            defer { slot = slot ?? storage }
            return slot == nil
        }) {}
    }

    func take() -> Storage {
        while true {
            if let storage = storage.withLock({ $0.take() }) { return storage }
        }
    }
}

/// Hands storage from the writer to the reader, through slots of which both use each in turn: no lock
/// orders a read and the next write. The writer writes on in storage that nobody reads any more, as SwiftNIO
/// does in the buffer that it receives into. Without `asking` it does so at times in storage that is read.
func hand(asking: Bool) {
    let slots = (0..<64).map { _ in Slot() }
    nonisolated(unsafe) var storage = Storage()
    nonisolated(unsafe) var written = 0
    nonisolated(unsafe) var read = 0
    run {
        if asking ? !isKnownUniquelyReferenced(&storage) : written % 5 == 0 { storage = Storage() }
        storage.bytes[0] = 1
        slots[written % 64].put(storage)
        written += 1
    } _: {
        let taken = slots[read % 64].take()
        // The pointer alone keeps nothing.
        shared.seen = withExtendedLifetime(taken) { Int(taken.bytes[0]) }
        read += 1
    }
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
case "last-reference":
    hand(asking: true)
case "any-reference":
    hand(asking: false)
case "two-locks":
    run(addLocked, { shared.otherLock.withLock { _ in shared.number += 1 } })
default:
    exit(2)
}
print(shared.number)
