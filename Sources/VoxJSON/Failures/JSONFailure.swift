// SPDX-License-Identifier: MIT

/// A plain read or write that failed. It could not throw, so the document notes it.
public struct JSONFailure: Hashable, Sendable {
    /// What failed.
    public enum Kind: Hashable, Sendable {
        /// A read: it gave nil. It stops nothing.
        case read
        /// A write: it changed nothing. It stops every document that would have carried the value.
        case write
    }

    /// Whether it was a read or a write.
    public let kind: Kind
    /// What was wrong, and where.
    public let error: JSONError
}

extension JSONFailure: CustomStringConvertible {
    /// One line: read or write, message, and pointer.
    public var description: String { "\(kind): \(error)" }
}

/// The plain reads and writes of a document that failed since the list was last cleared, in order.
///
/// Each is listed once, however often it is repeated. Up to ``capacity`` reads and as many writes are
/// listed; of further ones ``dropped`` is the number. Of malformed text that lazy reading met, the
/// first place is listed: reading goes on without looking at it again.
public struct JSONFailures: Hashable, Sendable {
    /// How many reads, and how many writes, are listed at most.
    public static let capacity = 100

    /// How many failures are not listed, repeated ones counted again.
    public private(set) var dropped = 0

    private var listed: [JSONFailure] = []
    private var known: Set<JSONFailure> = []
    private var counts = (reads: 0, writes: 0)

    init() {}

    /// The first failed write; nil when all went well.
    public var firstWrite: JSONError? { first { $0.kind == .write }?.error }

    /// Lists a failure. False when it is listed already, or there is no room for it.
    mutating func add(_ error: JSONError, _ kind: JSONFailure.Kind) -> Bool {
        let failure = JSONFailure(kind: kind, error: error)
        guard !known.contains(failure) else { return false }
        let count = kind == .read ? counts.reads : counts.writes
        guard count < Self.capacity else {
            dropped += 1
            return false
        }
        if kind == .read { counts.reads += 1 } else { counts.writes += 1 }
        known.insert(failure)
        listed.append(failure)
        return true
    }

    /// True when the failures listed and dropped are the same.
    public static func == (left: JSONFailures, right: JSONFailures) -> Bool {
        left.listed == right.listed && left.dropped == right.dropped
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(listed)
        hasher.combine(dropped)
    }
}

extension JSONFailures: RandomAccessCollection {
    /// The position of the first failure.
    public var startIndex: Int { 0 }

    /// The position behind the last failure.
    public var endIndex: Int { listed.count }

    /// The failure at a position. Traps outside of the indices, as arrays do.
    public subscript(position: Int) -> JSONFailure { listed[position] }
}

extension JSONFailures: CustomStringConvertible, CustomReflectable {
    /// How many failures there are, and each on a line of its own.
    public var description: String {
        let total = count + dropped
        let more = dropped == 0 ? [] : ["… \(dropped) more"]
        let lines = map(\.description) + more
        guard total > 0 else { return "no failures" }
        return "\(total) failure\(total == 1 ? "" : "s")"
            + lines.map { "\n  " + $0 }.joined()
    }

    /// Shows the failures, as of an array.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: listed, displayStyle: .collection)
    }
}
