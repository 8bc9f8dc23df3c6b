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
/// with the text. A chunk is read when the values before it are used up, so whoever reads slowly
/// slows the sender down.
///
/// Fails with ``JSONError``, whose position is that in the whole text, or with what the chunks fail
/// with. What came before the fault has been handed out by then.
public struct JSONSequence<Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Collection<UInt8> {
    /// What the text is.
    public enum Form: Hashable, Sendable {
        /// Values with white space between them, as in NDJSON. Each counts as a document of its own
        /// for the limits, and there may be any number of them.
        case values
        /// One document, of which the elements of the root array are wanted, or those of the array
        /// `data` of the root object. What else there is is checked and left out. The limits count in
        /// the whole text.
        case elements
    }

    private let chunks: Chunks
    private let form: Form
    private let options: JSONOptions

    /// Makes the sequence; nothing is read before it is iterated.
    public init(_ chunks: Chunks, of form: Form = .values, options: JSONOptions = JSONOptions()) {
        self.chunks = chunks
        self.form = form
        self.options = options
    }

    /// Starts reading the chunks.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), form: form, options: options)
    }

    /// Walks through the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        private let form: Form
        private let options: JSONOptions
        private var stream: TreeStream?
        private var isAtEnd = false

        init(chunks: Chunks.AsyncIterator, form: Form, options: JSONOptions) {
            self.chunks = chunks
            self.form = form
            self.options = options
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
                    form == .values ? .values : .elements, options: options, maximumHeld: nil)
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
