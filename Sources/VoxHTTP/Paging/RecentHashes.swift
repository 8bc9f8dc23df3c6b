// SPDX-License-Identifier: MIT

/// The latest hashes of a loop over pages. The memory is bounded, because a loop may read any
/// number of resources.
///
/// At least the last 131,072 hashes are kept, and at most twice as many. The hashes use less than 5
/// MiB.
struct RecentHashes: Sendable {
    private static let generation = 1 << 17

    private var former: Set<Int> = []
    private var latest: Set<Int> = []

    /// Returns true if a hash was inserted and is still kept.
    func contains(_ hash: Int) -> Bool { latest.contains(hash) || former.contains(hash) }

    /// Inserts a hash. O(1) amortized.
    mutating func insert(_ hash: Int) {
        if latest.count == Self.generation {
            former = latest
            latest = Set(minimumCapacity: Self.generation)
        }
        latest.insert(hash)
    }
}
