// SPDX-License-Identifier: MIT

extension ClientResponse {
    /// The body of a response: chunks of bytes, which can be read only once.
    ///
    /// The transport reads only a little in advance, so the sender waits for a slow reader.
    public struct Body: AsyncSequence, Sendable {
        /// A chunk of bytes, which is never empty.
        public typealias Element = [UInt8]

        /// A function that receives the number of bytes of a body that have arrived so far. The
        /// function is called on any thread.
        package typealias Received = @Sendable (Int) -> Void

        /// The origin of the bytes.
        private enum Source: Sendable {
            case bytes([UInt8])
            case chunks(any AsyncSequence<[UInt8], any Error> & Sendable)
            case transfer(any WholeBody)
        }

        private let source: Source

        /// The whole body if it is in memory; otherwise nil.
        package var whole: [UInt8]? {
            if case .bytes(let bytes) = source { bytes } else { nil }
        }

        /// A function that ends a waiting read of this body at once with an error. If the function is
        /// nil, a waiting read ends only when its task is cancelled.
        package var breakOff: (@Sendable (any Error) -> Void)? {
            if case .transfer(let body) = source { body.breakOff } else { nil }
        }

        /// No body.
        public init() { self.init([]) }

        /// Creates a body from bytes in memory.
        public init(_ bytes: [UInt8]) { source = .bytes(bytes) }

        /// Creates a body from a sequence of chunks.
        public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks)
        where Chunks.Element == [UInt8], Chunks.Failure == any Error {
            source = .chunks(chunks)
        }

        /// Creates a body from chunks that can also be read all at once.
        package init(_ chunks: some WholeBody) { source = .transfer(chunks) }

        /// Reads the body.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var rest: [UInt8]?
            private var chunks: (any AsyncIteratorProtocol<[UInt8], any Error>)?

            init(rest: [UInt8]?) { self.rest = rest }

            init(chunks: any AsyncIteratorProtocol<[UInt8], any Error>) { self.chunks = chunks }

            /// Returns the next chunk, or nil at the end.
            public mutating func next() async throws -> [UInt8]? {
                try await next(isolation: #isolation)
            }

            /// Returns the next chunk, or nil at the end.
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
                // Some sequences end when their task is cancelled. A part of a body must not pass for
                // the whole body.
                try Task.checkCancellation()
                chunks = nil
                return nil
            }
        }

        /// Starts reading.
        public func makeAsyncIterator() -> AsyncIterator {
            switch source {
            case .bytes(let bytes): AsyncIterator(rest: bytes.isEmpty ? nil : bytes)
            case .chunks(let chunks): AsyncIterator(chunks: chunks.makeAsyncIterator())
            case .transfer(let body): AsyncIterator(chunks: body.makeAsyncIterator())
            }
        }

        /// Returns the whole body.
        /// - Parameter limit: the maximum number of bytes.
        /// - Returns: all bytes.
        /// - Throws: ``RequestError`` with code `responseTooLarge`, or the error of the transport.
        public func bytes(upTo limit: Int = .max) async throws -> [UInt8] {
            try await bytes(upTo: limit) { _ in }
        }

        /// Returns the whole body.
        /// - Parameters:
        ///   - limit: the maximum number of bytes.
        ///   - received: a function that receives the number of bytes that have arrived so far.
        /// - Returns: all bytes.
        /// - Throws: ``RequestError`` with code `responseTooLarge`, or the error of the transport.
        nonisolated(nonsending) package func bytes(
            upTo limit: Int, received: @escaping Received
        ) async throws -> [UInt8] {
            switch source {
            case .bytes(let bytes):
                guard bytes.count <= limit else { throw RequestError.response(over: limit) }
                if !bytes.isEmpty { received(bytes.count) }
                return bytes
            case .chunks: return try await collected(upTo: limit, received: received)
            case .transfer(let body): return try await body.bytes(upTo: limit, received: received)
            }
        }
    }
}

/// The chunks of a body that can also be read all at once. Reading all chunks at once saves a
/// switch between tasks for each chunk.
package protocol WholeBody: AsyncSequence, Sendable
where Element == [UInt8], Failure == any Error {
    /// Returns all bytes in one array, and throws if the body has more bytes than the limit.
    nonisolated(nonsending) func bytes(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8]

    /// A function that ends reading with an error. A waiting reader gets this error at once. Nil if
    /// a waiting read ends only when its task is cancelled.
    var breakOff: (@Sendable (any Error) -> Void)? { get }
}

extension AsyncSequence where Element == [UInt8], Failure == any Error {
    /// Reads all bytes chunk by chunk, and returns them in one array.
    nonisolated(nonsending) package func collected(
        upTo limit: Int, received: ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard chunk.count <= limit - bytes.count else {
                throw RequestError.response(over: limit)
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            received(bytes.count)
        }
        return bytes
    }
}

extension RequestError {
    fileprivate static func response(over limit: Int) -> RequestError {
        RequestError(
            code: .responseTooLarge, message: "the body is larger than \(limit) bytes")
    }
}
