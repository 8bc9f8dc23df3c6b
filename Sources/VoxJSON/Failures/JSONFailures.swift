// SPDX-License-Identifier: MIT

extension JSON {
    /// The reads and writes of a document that failed without throwing an error, in order. The list
    /// contains the failures since it was last cleared.
    ///
    /// A repeated failure is listed once. The list has at most ``capacity`` reads and at most
    /// ``capacity`` writes, and ``dropped`` counts all further failures. If lazy parsing finds
    /// malformed text, only the first syntax error is listed, and reading can continue.
    public struct Failures: Hashable, Sendable {
        /// A failed read or write that could not throw and was therefore recorded by the document.
        public struct Failure: Hashable, Sendable {
            /// The kind of the failed operation.
            public enum Kind: Hashable, Sendable {
                /// The failed operation is a read. The read returned nil, or left the value at the
                /// pointer of the error out of a list. A failed read does not prevent any output.
                case read
                /// The failed operation is a write, which changed nothing. Until the failures are
                /// cleared, a failed write prevents the output of every document that would contain the
                /// value.
                case write
            }

            /// The kind of the operation: a read or a write.
            public let kind: Kind
            /// The error with the reason and the location of the failure.
            public let error: JSONError
        }

        /// The maximum number of reads in the list. The maximum number of writes is the same.
        public static let capacity = 100

        /// The number of failures that are not listed. Repeated failures are counted each time.
        public private(set) var dropped = 0

        private var listed: [Failure] = []
        private var known: Set<Failure> = []
        private var counts = (reads: 0, writes: 0)

        package init() {}

        /// The first failed write, or nil.
        public var firstWrite: JSONError? { first { $0.kind == .write }?.error }

        /// Adds a failure. Returns false if the failure is already listed or the list is full.
        mutating func add(_ error: JSONError, _ kind: Failure.Kind) -> Bool {
            let failure = Failure(kind: kind, error: error)
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

        /// Returns true if two lists have the same failures and the same number of dropped failures.
        public static func == (left: JSON.Failures, right: JSON.Failures) -> Bool {
            left.listed == right.listed && left.dropped == right.dropped
        }

        /// Hashes the parts that equality compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(listed)
            hasher.combine(dropped)
        }
    }
}

extension JSON.Failures: RandomAccessCollection {
    /// The position of the first failure.
    public var startIndex: Int { 0 }

    /// The position after the last failure.
    public var endIndex: Int { listed.count }

    /// Returns the failure at a position. Like the subscript of an array, traps if the position is
    /// out of range.
    public subscript(position: Int) -> Failure { listed[position] }
}

extension JSON.Failures: CustomStringConvertible, CustomReflectable {
    /// The number of failures, followed by one line for each failure.
    public var description: String {
        let total = count + dropped
        let more = dropped == 0 ? [] : ["… \(dropped) more"]
        let lines = map(\.description) + more
        guard total > 0 else { return "no failures" }
        return "\(total) failure\(total == 1 ? "" : "s")"
            + lines.map { "\n  " + $0 }.joined()
    }

    /// Shows the failures like the elements of an array.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: listed, displayStyle: .collection)
    }
}

extension JSON.Failures.Failure: CustomStringConvertible {
    /// The description is one line with the kind, the message and the pointer.
    public var description: String { "\(kind): \(error)" }
}
