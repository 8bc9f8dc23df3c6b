// SPDX-License-Identifier: MIT

/// The body of an answer: chunks of bytes as they arrive, to be read once.
///
/// Nothing is read ahead: the transport waits until the next chunk is asked for, so a slow reader
/// slows the sender down.
public struct ResponseBody: AsyncSequence, Sendable {
    /// A run of bytes; never empty.
    public typealias Element = [UInt8]

    private let start: @Sendable () -> Iterator

    /// The whole body when it is there already; nil when it is still to come.
    package let whole: [UInt8]?

    /// No body.
    public init() { self.init([]) }

    /// A body that is there already.
    public init(_ bytes: [UInt8]) {
        start = { Iterator(rest: bytes.isEmpty ? nil : bytes) }
        whole = bytes
    }

    /// A body from a sequence of chunks.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
    where Chunks.Element == [UInt8], Chunks.Failure == any Error {
        start = { Iterator(chunks: chunks.makeAsyncIterator()) }
        whole = nil
    }

    /// Reads the body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var rest: [UInt8]?
        private var chunks: (any AsyncIteratorProtocol<[UInt8], any Error>)?

        init(rest: [UInt8]?) { self.rest = rest }

        init(chunks: any AsyncIteratorProtocol<[UInt8], any Error>) { self.chunks = chunks }

        /// The next chunk; nil at the end.
        public mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        /// The next chunk; nil at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [UInt8]? {
            if let bytes = rest {
                rest = nil
                return bytes
            }
            while let chunk = try await chunks?.next(isolation: actor) {
                if !chunk.isEmpty { return chunk }
            }
            // Some sequences end when their task is cancelled: part of a body is not the whole.
            try Task.checkCancellation()
            chunks = nil
            return nil
        }
    }

    private typealias Iterator = AsyncIterator

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { start() }

    /// The whole body.
    /// - Parameter limit: the most bytes to take.
    /// - Returns: all bytes, in one piece.
    /// - Throws: ``RequestError`` with code `responseTooLarge`, or what the transport throws.
    public func bytes(upTo limit: Int = .max) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else {
                throw RequestError(
                    code: .responseTooLarge, message: "the body is larger than \(limit) bytes")
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }
}
