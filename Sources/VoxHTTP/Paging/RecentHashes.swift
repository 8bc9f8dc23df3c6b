// SPDX-License-Identifier: MIT

/// The latest hashes of a walk, in bounded memory, because a walk may have any number of resources.
///
/// At least the last 131,072 hashes are kept, and at most twice as many, which is less than 5 MiB.
struct RecentHashes: Sendable {
    private static let generation = 1 << 17

    private var former: Set<Int> = []
    private var latest: Set<Int> = []

    /// Returns true if a hash was inserted, unless it is too long ago.
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
