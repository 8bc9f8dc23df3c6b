// SPDX-License-Identifier: MIT

/// A part of a list of related resources: `album.tracks[0..<3]`. The positions in a slice are the
/// same as in the list. An edit of the slice changes the list: `album.tracks[0..<3].reverse()`.
/// When resources move, the meta information of their identifiers moves with them.
public struct RelatedSlice<Base: RandomAccessCollection>: RandomAccessCollection
where Base.Index == Int {
    /// A resource of the list.
    public typealias Element = Base.Element
    /// A position in the whole list.
    public typealias Index = Int
    /// A smaller slice of the same list.
    public typealias SubSequence = RelatedSlice

    /// The list.
    public let base: Base
    /// The first position.
    public let startIndex: Int
    /// The position after the last resource of the slice.
    public let endIndex: Int

    init(_ base: Base, _ bounds: Range<Int>) {
        precondition(
            bounds.lowerBound >= base.startIndex && bounds.upperBound <= base.endIndex,
            "positions \(bounds) are outside of the list")
        self.base = base
        startIndex = bounds.lowerBound
        endIndex = bounds.upperBound
    }

    /// The resource at a position in the whole list. Traps if the position is outside the slice.
    public subscript(position: Int) -> Base.Element { base[checked(position)] }

    /// A smaller slice of the same list. Traps if the range is outside the slice.
    public subscript(bounds: Range<Int>) -> RelatedSlice { narrowed(bounds) }

    private func checked(_ position: Int) -> Int {
        precondition(indices.contains(position), "position \(position) is outside of the slice")
        return position
    }

    private func narrowed(_ bounds: Range<Int>) -> RelatedSlice {
        precondition(
            bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex,
            "positions \(bounds) are outside of the slice")
        return RelatedSlice(base, bounds)
    }
}

extension RelatedSlice: MutableCollection where Base: MutableCollection {
    /// The resource at a position in the whole list. Traps if the position is outside the slice.
    public subscript(position: Int) -> Base.Element {
        get { base[checked(position)] }
        nonmutating set {
            var list = base
            list[checked(position)] = newValue
        }
    }

    /// A smaller slice of the same list. Traps if the range is outside the slice.
    public subscript(bounds: Range<Int>) -> RelatedSlice {
        get { narrowed(bounds) }
        nonmutating set { replace(narrowed(bounds).indices, with: newValue) }
    }

    /// Exchanges the resources at two positions. For details, see `swapAt` of the list.
    public func swapAt(_ first: Int, _ second: Int) {
        var list = base
        list.swapAt(checked(first), checked(second))
    }

    /// Reverses the order, including the meta information of the identifiers. O(count of the list).
    public func reverse() { _ = withContiguousMutableStorageIfAvailable { $0.reverse() } }

    /// Passes the resources of the slice to `body` as an array, and then writes the array to the
    /// linkage.
    public func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Base.Element>) throws -> Result
    ) rethrows -> Result? {
        var list = base
        return try list.withContiguousMutableStorageIfAvailable { buffer in
            var slice = UnsafeMutableBufferPointer(rebasing: buffer[indices])
            return try body(&slice)
        }
    }
}

extension MutableCollection where Self: RandomAccessCollection, Index == Int {
    /// Replaces resources one by one. Resources that are already in their position are not changed.
    func replace(_ bounds: Range<Int>, with slice: some Collection<Element>) {
        let new = Array(slice)
        precondition(
            new.count == bounds.count, "a slice can only be replaced by a slice of the same length")
        var list = self
        for (position, element) in zip(bounds, new) { list[position] = element }
    }
}
