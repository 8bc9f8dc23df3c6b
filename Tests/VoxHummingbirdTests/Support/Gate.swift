// SPDX-License-Identifier: MIT

import Synchronization

/// Holds who comes until so many have come.
final class Gate: Sendable {
    private let size: Int
    private let waiting = Mutex<(count: Int, held: [CheckedContinuation<Void, Never>])>((0, []))

    init(_ size: Int) { self.size = size }

    /// How many have come.
    var count: Int { waiting.withLock { $0.count } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let released = waiting.withLock { waiting in
                waiting.count += 1
                waiting.held.append(continuation)
                guard waiting.count >= size else { return [CheckedContinuation<Void, Never>]() }
                defer { waiting.held = [] }
                return waiting.held
            }
            for continuation in released { continuation.resume() }
        }
    }
}
