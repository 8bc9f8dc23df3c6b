// SPDX-License-Identifier: MIT

internal import Synchronization

extension ClientRequest {
    /// The body of a request: bytes, or a source of bytes that is opened again each time the
    /// request is sent.
    ///
    /// A source is read in chunks while the request is sent, no faster than the server receives the
    /// chunks. So a body may be larger than the memory. The source is opened again for a retry, for
    /// a redirect that keeps the body (307, 308) and for a request with new credentials. A body
    /// from ``init(once:length:contentType:)`` can be sent only once: it is not sent again with new
    /// credentials or in a retry, and a redirect that keeps the body fails.
    ///
    /// ```swift
    /// func export(_ path: String, to url: HTTPURL) throws -> ClientRequest {
    ///     ClientRequest(method: .put, url: url, sending: try ClientRequest.Body(file: path))
    /// }
    /// ```
    ///
    /// A body of unknown length is sent with chunked coding (RFC 9112, section 7.1), which some
    /// servers refuse. If the length is given and the source returns fewer or more bytes, the
    /// request fails with code `unsendable`. The last bytes are sent only after the source has
    /// ended, so that the server never treats a body of the wrong length as complete. A negative
    /// length counts as zero.
    public struct Body: Sendable {
        /// A sequence of chunks of bytes.
        package typealias Source = any AsyncSequence<[UInt8], any Error> & Sendable

        private enum Content: Sendable {
            case bytes([UInt8])
            case source(
                length: Int?, isThere: @Sendable () -> Bool,
                open: @Sendable () async throws -> Source)
        }

        private let content: Content

        /// The media type of the body; nil if it is unknown.
        public let contentType: String?

        /// Creates a body from bytes in memory.
        public init(_ bytes: [UInt8], contentType: String? = nil) {
            content = .bytes(bytes)
            self.contentType = contentType
        }

        /// Creates a body that is opened each time the request is sent.
        /// - Parameters:
        ///   - length: the number of bytes, which must be the same each time the body is opened;
        ///     nil if the number is unknown.
        ///   - contentType: the media type.
        ///   - open: returns the chunks from the first byte on. If `open` throws a
        ///     ``RequestError``, the request fails with this error. If `open` throws an error of
        ///     another type, the request fails with code `unsendable`.
        public init<Chunks: AsyncSequence & Sendable>(
            length: Int? = nil, contentType: String? = nil,
            opening open: @escaping @Sendable () async throws -> Chunks
        ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
            self.init(length: length, contentType: contentType, isThere: { true }, opening: open)
        }

        /// Creates a body that can be sent only once, because its bytes can be read only once.
        /// - Parameters:
        ///   - chunks: the bytes.
        ///   - length: the number of bytes; nil if the number is unknown.
        ///   - contentType: the media type.
        public init<Chunks: AsyncSequence & Sendable>(
            once chunks: Chunks, length: Int? = nil, contentType: String? = nil
        ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
            let source = OneSource(chunks)
            content = .source(length: length.map { max($0, 0) }, isThere: { source.isThere }) {
                guard let chunks = source.take() else {
                    throw RequestError(
                        code: .unsendable,
                        message: "the body was already sent, and can be sent only once")
                }
                return chunks
            }
            self.contentType = contentType
        }

        /// Creates a body that is opened each time it is sent, as long as `isThere` returns true.
        init<Chunks: AsyncSequence & Sendable>(
            length: Int?, contentType: String?, isThere: @escaping @Sendable () -> Bool,
            opening open: @escaping @Sendable () async throws -> Chunks
        ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
            content = .source(
                length: length.map { max($0, 0) }, isThere: isThere, open: { try await open() })
            self.contentType = contentType
        }

        /// Returns this body with another media type.
        public func of(contentType: String?) -> ClientRequest.Body {
            ClientRequest.Body(content: content, contentType: contentType)
        }

        private init(content: Content, contentType: String?) {
            self.content = content
            self.contentType = contentType
        }

        /// The bytes of a body in memory; nil for a body that must be opened.
        public var bytes: [UInt8]? {
            if case .bytes(let bytes) = content { bytes } else { nil }
        }

        /// The number of bytes; nil if the number is unknown before the body is sent.
        public var length: Int? {
            switch content {
            case .bytes(let bytes): bytes.count
            case .source(let length, _, _): length
            }
        }

        /// True if the body can be opened and sent. The value is false for a body that can be sent
        /// only once and was opened before.
        public var canBeOpened: Bool {
            if case .source(_, let isThere, _) = content { isThere() } else { true }
        }

        /// Opens the body for reading from its first byte. A transport calls this method once each
        /// time it sends the request.
        /// - Throws: ``RequestError`` with code `unsendable`, or `CancellationError`.
        public func open() async throws -> Chunks {
            switch content {
            case .bytes(let bytes): return Chunks(bytes)
            case .source(let length, _, let open):
                do {
                    return Chunks(try await open(), length: length)
                } catch {
                    throw RequestError.ofBody(error)
                }
            }
        }

        /// Returns the whole body.
        /// - Parameter limit: the maximum number of bytes.
        /// - Returns: all bytes.
        /// - Throws: ``RequestError`` with code `limit` (the body has more bytes than `limit`) or
        ///   `unsendable` (the body cannot be read), or `CancellationError`.
        public func collected(upTo limit: Int = .max) async throws -> [UInt8] {
            try await collected(upTo: limit) { _ in }
        }

        /// Returns the whole body. `taken` is called with the number of bytes read so far.
        package func collected(upTo limit: Int, taken: (Int) -> Void) async throws -> [UInt8] {
            if let length, length > limit { throw RequestError.body(over: limit) }
            if let bytes { return bytes }
            var bytes: [UInt8] = []
            for try await chunk in try await open() {
                guard chunk.count <= limit - bytes.count else {
                    throw RequestError.body(over: limit)
                }
                bytes += chunk
                taken(bytes.count)
            }
            return bytes
        }
    }
}

/// A container that returns its sequence only to the first caller.
private final class OneSource: Sendable {
    private let source: Mutex<ClientRequest.Body.Source?>

    init(_ source: ClientRequest.Body.Source) { self.source = Mutex(source) }

    var isThere: Bool { source.withLock { $0 != nil } }

    func take() -> ClientRequest.Body.Source? { source.withLock { $0.take() } }
}

extension ClientRequest.Body: Redacted {
    /// The number of bytes, or "a body of unknown length".
    public var description: String { length.map { "\($0) bytes" } ?? "a body of unknown length" }
}

extension RequestError {
    /// Converts an error of the source of a body to the error of the request.
    static func ofBody(_ error: any Error) -> any Error {
        if error is RequestError || error is CancellationError && Task.isCancelled { return error }
        return RequestError(
            code: .unsendable, message: "the body could not be read: \(type(of: error))",
            cause: error)
    }

    fileprivate static func body(over limit: Int) -> RequestError {
        RequestError(code: .limit, message: "the body is larger than \(limit) bytes")
    }
}
