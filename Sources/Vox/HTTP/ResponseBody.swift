// SPDX-License-Identifier: MIT

/// The body of an answer: chunks of bytes as they arrive, to be read once.
///
/// Little is read ahead: the transport waits until more is asked for, so a slow reader slows the
/// sender down.
public struct ResponseBody: AsyncSequence, Sendable {
    /// A run of bytes; never empty.
    public typealias Element = [UInt8]

    /// Told how many bytes of a body there are so far, in any thread.
    package typealias Received = @Sendable (Int) -> Void

    private let start: @Sendable () -> Iterator

    /// Reads the whole body without going by its chunks, where it can do so.
    private let readWhole:
        (@Sendable (_ limit: Int, _ received: @escaping Received) async throws -> [UInt8])?

    /// The whole body when it is there already; nil when it is still to come.
    package let whole: [UInt8]?

    /// No body.
    public init() { self.init([]) }

    /// A body that is there already.
    public init(_ bytes: [UInt8]) {
        start = { Iterator(rest: bytes.isEmpty ? nil : bytes) }
        whole = bytes
        readWhole = nil
    }

    /// A body from a sequence of chunks.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
    where Chunks.Element == [UInt8], Chunks.Failure == any Error {
        start = { Iterator(chunks: chunks.makeAsyncIterator()) }
        whole = nil
        readWhole = nil
    }

    /// A body from chunks that can also be read in one go.
    package init(_ chunks: some WholeBody) {
        start = { Iterator(chunks: chunks.makeAsyncIterator()) }
        whole = nil
        readWhole = { try await chunks.bytes(upTo: $0, received: $1) }
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
        try await bytes(upTo: limit) { _ in }
    }

    /// The whole body.
    /// - Parameters:
    ///   - limit: the most bytes to take.
    ///   - received: told of the bytes as they come.
    /// - Returns: all bytes, in one piece.
    /// - Throws: ``RequestError`` with code `responseTooLarge`, or what the transport throws.
    package func bytes(
        upTo limit: Int, received: @escaping Received
    ) async throws -> [UInt8] {
        if let readWhole { return try await readWhole(limit, received) }
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else {
                throw RequestError(
                    code: .responseTooLarge, message: "the body is larger than \(limit) bytes")
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            received(bytes.count)
        }
        return bytes
    }
}

/// Chunks of a body that can also be read in one go, which saves a switch of tasks for each of them.
package protocol WholeBody: AsyncSequence, Sendable
where Element == [UInt8], Failure == any Error {
    /// All bytes, in one piece; throws when there are more than the limit.
    func bytes(
        upTo limit: Int, received: @escaping ResponseBody.Received
    ) async throws -> [UInt8]
}
