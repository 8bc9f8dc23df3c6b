// SPDX-License-Identifier: MIT

extension ClientRequest.Body {
    /// The bytes of a body for one request, in chunks that are never empty. The chunks can be read
    /// only once.
    ///
    /// If the number of bytes differs from the declared length of the body, the iteration throws.
    /// If the body has more bytes than its declared length, the last chunk is not returned, so that
    /// the server sees that the body is incomplete.
    public struct Chunks: AsyncSequence, Sendable {
        /// A chunk of bytes, which is never empty.
        public typealias Element = [UInt8]

        private enum Content: Sendable {
            case bytes([UInt8])
            case source(Source, length: Int?)
        }

        private let content: Content

        init(_ bytes: [UInt8]) { content = .bytes(bytes) }

        init(_ source: Source, length: Int?) { content = .source(source, length: length) }

        /// Starts reading.
        public func makeAsyncIterator() -> AsyncIterator {
            switch content {
            case .bytes(let bytes): AsyncIterator(bytes: bytes.isEmpty ? nil : bytes)
            case .source(let source, let length):
                AsyncIterator(chunks: source.makeAsyncIterator(), length: length)
            }
        }

        /// Iterates over the chunks.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var bytes: [UInt8]?
            private var chunks: (any AsyncIteratorProtocol<[UInt8], any Error>)?
            private let length: Int?
            private var count = 0

            init(bytes: [UInt8]?) {
                self.bytes = bytes
                length = nil
            }

            init(chunks: any AsyncIteratorProtocol<[UInt8], any Error>, length: Int?) {
                self.chunks = chunks
                self.length = length
            }

            /// Returns the next chunk, or nil at the end.
            public mutating func next() async throws -> [UInt8]? {
                try await next(isolation: #isolation)
            }

            /// Returns the next chunk, or nil at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(any Error) -> [UInt8]? {
                if let bytes {
                    self.bytes = nil
                    return bytes
                }
                guard let chunk = try await read(actor) else {
                    if let length, count < length { throw wrongLength("only \(count)") }
                    return nil
                }
                count += chunk.count
                guard let length, count >= length else { return chunk }
                let isLast = try await read(actor) == nil
                guard count == length, isLast else { throw wrongLength("more") }
                return chunk
            }

            /// Returns the next chunk that is not empty.
            private mutating func read(
                _ actor: isolated (any Actor)?
            ) async throws(any Error) -> [UInt8]? {
                do {
                    while let chunk = try await chunks?.next(isolation: actor) {
                        if !chunk.isEmpty { return chunk }
                    }
                    // Some sequences end when their task is cancelled. A part of a body must not
                    // pass for the whole body.
                    try Task.checkCancellation()
                    chunks = nil
                    return nil
                } catch {
                    chunks = nil
                    throw RequestError.ofBody(error)
                }
            }

            private func wrongLength(_ found: String) -> RequestError {
                RequestError(
                    code: .unsendable,
                    message: "the body should have \(length ?? 0) bytes, but has \(found)")
            }
        }
    }
}
