// SPDX-License-Identifier: MIT

/// JSON values from bytes that arrive in chunks, each as soon as it is complete: the lines of
/// NDJSON, or the elements of one large list.
///
/// ```swift
/// let lines = AsyncStream<[UInt8]> { chunks in
///     chunks.yield(Array("{\"n\": 1}\n{\"n\"".utf8))
///     chunks.yield(Array(": 2}\n".utf8))
///     chunks.finish()
/// }
/// for try await line in JSONSequence(lines) {
///     print(line.n as Int? ?? 0)
/// }
/// // prints: 1
/// // prints: 2
/// ```
///
/// Every value is a document of its own, and only what is not complete is held: memory does not grow
/// with the text, which may be of any length. The limits of the options are those of one value. A chunk is read when the values before it are used up, so whoever reads slowly
/// slows the sender down.
///
/// Fails with ``JSONError``, whose position is that in the whole text, or with what the chunks fail
/// with. What came before the fault has been handed out by then.
public struct JSONSequence<Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    /// What the text is.
    public enum Form: Hashable, Sendable {
        /// Values with white space between them, as in NDJSON.
        case values
        /// One document, of which the elements of the root array are wanted, or those of the array
        /// `data` of the root object. What else there is, is checked and left out; `included`, and
        /// the rest, count as a value each. Depth counts from the root.
        case elements
    }

    private let chunks: Chunks
    private let form: Form
    private let options: JSONOptions
    private let limit: Int?

    /// Makes the sequence; nothing is read before it is iterated.
    ///
    /// - Parameters:
    ///   - chunks: the bytes of the text, cut anywhere.
    ///   - form: what the text is.
    ///   - options: how each value is read; the limits are those of one value.
    ///   - limit: the most bytes of the whole text. Default: any number.
    public init(
        _ chunks: Chunks, of form: Form = .values, options: JSONOptions = JSONOptions(),
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

    /// Walks through the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let form: Form
        private let options: JSONOptions
        private let limit: Int?
        private var stream: TreeStream?
        private var isAtEnd = false

        init(chunks: Chunks.AsyncIterator, form: Form, options: JSONOptions, limit: Int?) {
            self.chunks = chunks
            self.form = form
            self.options = options
            self.limit = limit
        }

        /// The next value; nil behind the last, and behind an error.
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
                case .included, .rest: continue
                }
            }
            return nil
        }
    }
}

@available(*, unavailable)
extension JSONSequence.AsyncIterator: Sendable {}
