// SPDX-License-Identifier: MIT

extension JSON {
    /// An asynchronous sequence of the JSON values in chunks of bytes: the lines of NDJSON, or the
    /// elements of one large list. Each value is returned as soon as it is complete.
    ///
    /// ```swift
    /// let lines = AsyncStream<[UInt8]> { chunks in
    ///     chunks.yield(Array("{\"n\": 1}\n{\"n\"".utf8))
    ///     chunks.yield(Array(": 2}\n".utf8))
    ///     chunks.finish()
    /// }
    /// for try await line in JSON.Sequence(lines) {
    ///     print(line.n as Int? ?? 0)
    /// }
    /// // prints: 1
    /// // prints: 2
    /// ```
    ///
    /// Every value that the sequence returns is a document of its own. The sequence keeps only the
    /// incomplete value in memory, so the text may have any length. The limits of the options apply
    /// to each value. The sequence reads a chunk only after all earlier values were consumed, so a
    /// slow consumer slows the sender down.
    ///
    /// Iteration throws a ``JSONError`` with a position in the whole text, the error of the chunks,
    /// or `CancellationError` if the task is cancelled before the chunks end. The values before the
    /// error are returned first.
    public struct Sequence<Chunks: AsyncSequence>: AsyncSequence
    where Chunks.Element: Collection<UInt8> {
        /// The kind of the text.
        public enum Form: Hashable, Sendable {
            /// The text contains values with white space between them, as in NDJSON.
            case values
            /// One document. The sequence returns the elements of the root array, or of the array
            /// `data` of the root object.
            ///
            /// If the document has no such array, the sequence throws an error with code
            /// `wrongKind` at the end of the text.
            ///
            /// The sequence checks and skips all other parts of the document. The limits treat
            /// `included` as one value, and all other parts together as another value. The depth of
            /// a value is counted from the root of the document.
            case elements
        }

        private let chunks: Chunks
        private let form: Form
        private let options: JSON.Options
        private let limit: Int?

        /// Creates the sequence. The sequence reads nothing before iteration.
        ///
        /// - Parameters:
        ///   - chunks: the bytes of the text, which may be split at any position.
        ///   - form: `.values` for a text of several values, or `.elements` for one document with a
        ///     list.
        ///   - options: the options for each value. The limits of the options apply to each value.
        ///   - limit: the maximum size of the whole text in bytes. Default: no limit.
        public init(
            _ chunks: Chunks, of form: Form = .values, options: JSON.Options = JSON.Options(),
            upTo limit: Int? = nil
        ) {
            self.chunks = chunks
            self.form = form
            self.options = options
            self.limit = limit
        }

        /// Starts reading the chunks.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                chunks: chunks.makeAsyncIterator(), form: form, options: options, limit: limit)
        }

        /// Iterates over the values.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var chunks: Chunks.AsyncIterator
            private let form: Form
            private let options: JSON.Options
            private let limit: Int?
            private var stream: TreeStream?
            private var isAtEnd = false

            init(chunks: Chunks.AsyncIterator, form: Form, options: JSON.Options, limit: Int?) {
                self.chunks = chunks
                self.form = form
                self.options = options
                self.limit = limit
            }

            /// Returns the next value, or nil after the last value and after an error.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws -> JSON? {
                if isAtEnd { return nil }
                isAtEnd = true  // unless there is a value
                let stream =
                    try self.stream
                    ?? TreeStream(
                        form == .values ? .values : .elements, options: options, upTo: limit)
                self.stream = stream
                while let item = try await stream.next(from: &chunks, isolation: actor) {
                    switch item {
                    case .document(let node), .element(let node):
                        isAtEnd = false
                        return JSON(node)
                    case .included: continue
                    case .rest(let node):
                        guard node.isArray || node.member("data")?.isArray ?? false else {
                            throw JSONError(
                                .wrongKind,
                                expected: "an array, or an object with the array \"data\"",
                                found: node)
                        }
                    }
                }
                return nil
            }
        }
    }
}

@available(*, unavailable) extension JSON.Sequence.AsyncIterator: Sendable {}
