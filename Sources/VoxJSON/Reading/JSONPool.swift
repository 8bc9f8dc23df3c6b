// SPDX-License-Identifier: MIT

internal import CVox

/// Memory of documents that are gone, kept for the next ones.
///
/// A service that reads one document after another gives them all the same pool. Once the pool has
/// seen documents of the usual sizes, another one allocates two small Swift objects and nothing else.
///
/// ```swift
/// var options = JSONOptions()
/// options.pool = JSONPool(keeping: 4 << 20)
/// for text in ["[1]", "[2]", "[3]"] {
///     let json = try JSON(parsing: text, options: options)
///     print(json[0] as Int? ?? 0)
/// }
/// // prints: 1
/// // prints: 2
/// // prints: 3
/// ```
///
/// Any number of threads may use one pool; they wait for one another only while a block is taken or
/// given back. Documents, and copies of them, keep their pool alive. Pools are equal when they are the same.
public final class JSONPool: Sendable {
    // Sound to share: the core guards the pool with a lock of its own. Nil when there was no memory
    // for it: then documents do without.
    nonisolated(unsafe) private let raw: OpaquePointer?

    /// Makes a pool that keeps so many bytes of unused memory at most; what is beyond goes back at
    /// once.
    public init(keeping maximum: Int = 16 << 20) {
        var pool: OpaquePointer?
        raw = vox_pool_new(nil, max(maximum, 0), &pool) == VOX_OK ? pool : nil
    }

    deinit { vox_pool_free(raw) }

    /// Bytes that are kept unused at the moment.
    public var unusedBytes: Int { vox_pool_bytes(raw) }

    var allocator: vox_allocator {
        raw.map { vox_pool_allocator($0) } ?? vox_allocator_default()
    }
}

extension JSONPool: Hashable {
    /// True for the same pool.
    public static func == (left: JSONPool, right: JSONPool) -> Bool { left === right }

    /// Hashes which pool it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
