// SPDX-License-Identifier: MIT

import Synchronization

/// Bytes in chunks of one size; counts how many were asked for.
package final class Chunks: AsyncSequence, Sendable {
    private let bytes: [UInt8]
    private let size: Int
    private let asked = Mutex(0)

    package init(_ bytes: some Collection<UInt8>, size: Int) {
        self.bytes = Array(bytes)
        self.size = size
    }

    /// The bytes read so far.
    package var read: Int { asked.withLock { Swift.min($0 * size, bytes.count) } }

    package struct AsyncIterator: AsyncIteratorProtocol {
        let chunks: Chunks

        package mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            let start = chunks.asked.withLock { count in
                defer { count += 1 }
                return count * chunks.size
            }
            guard start < chunks.bytes.count else { return nil }
            return Array(chunks.bytes[start..<Swift.min(start + chunks.size, chunks.bytes.count)])
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
}
