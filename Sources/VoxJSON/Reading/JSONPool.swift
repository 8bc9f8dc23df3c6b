// SPDX-License-Identifier: MIT

internal import CVox

extension JSON {
    /// A pool that keeps the memory of freed documents for later documents.
    ///
    /// A service that reads many documents, one after another, should use one pool for all documents.
    /// After the pool has been used for documents of the usual sizes, each further document allocates
    /// only two small Swift objects.
    ///
    /// ```swift
    /// var options = JSON.Options()
    /// options.pool = JSON.Pool(keeping: 4 << 20)
    /// for text in ["[1]", "[2]", "[3]"] {
    ///     let json = try JSON(parsing: text, options: options)
    ///     print(json[0] as Int? ?? 0)
    /// }
    /// // prints: 1
    /// // prints: 2
    /// // prints: 3
    /// ```
    ///
    /// Any number of threads may use one pool. A thread waits for the pool only while another thread
    /// takes or returns a block of memory. The pool lives until all documents that use the pool, and
    /// all copies of these documents, are freed. Two references are equal if they refer to the same
    /// pool.
    public final class Pool: Sendable {
        // Safe to share: the core guards the pool with a lock. The pointer is nil if there was no
        // memory for the pool. In that case, documents use the default allocator.
        nonisolated(unsafe) private let raw: OpaquePointer?

        /// Creates a pool that keeps at most `maximum` bytes of unused memory for later documents. If
        /// the pool keeps `maximum` bytes, further unused memory is freed at once.
        public init(keeping maximum: Int = 16 << 20) {
            var pool: OpaquePointer?
            raw = vox_pool_new(nil, max(maximum, 0), &pool) == VOX_OK ? pool : nil
        }

        deinit { vox_pool_free(raw) }

        /// The number of unused bytes that the pool keeps at the moment.
        public var unusedBytes: Int { vox_pool_bytes(raw) }

        var allocator: vox_allocator {
            raw.map { vox_pool_allocator($0) } ?? vox_allocator_default()
        }
    }
}

extension JSON.Pool: Hashable {
    /// Returns true if two references refer to the same pool.
    public static func == (left: JSON.Pool, right: JSON.Pool) -> Bool { left === right }

    /// Hashes the identity of the pool.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
