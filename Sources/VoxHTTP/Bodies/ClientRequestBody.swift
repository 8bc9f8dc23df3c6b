// SPDX-License-Identifier: MIT

internal import Synchronization

/// The body of a request: bytes, or a source of bytes that is opened anew for each sending.
///
/// A source is read while the request is sent, a piece at a time and no faster than the server takes
/// it, so a body may be larger than the memory. A repetition, a redirect that keeps the body (307, 308)
/// and a new credential open it once more; a body made by ``init(once:length:contentType:)`` is sent
/// once, and what would need it again fails or is not done.
///
/// ```swift
/// func export(_ path: String, to url: HTTPURL) throws -> ClientRequest {
///     ClientRequest(method: .put, url: url, sending: try ClientRequestBody(file: path))
/// }
/// ```
///
/// Without a length the body goes chunked (RFC 9112, section 7.1), which some servers refuse. With one,
/// a source that gives fewer or more bytes is an error of the request, code `unsendable`, and the last
/// bytes are kept back until it is known that no more come. One below zero counts as zero.
public struct ClientRequestBody: Sendable {
    /// A sequence of runs of bytes.
    package typealias Source = any AsyncSequence<[UInt8], any Error> & Sendable

    private enum Content: Sendable {
        case bytes([UInt8])
        case source(
            length: Int?, isThere: @Sendable () -> Bool,
            open: @Sendable () async throws -> Source)
    }

    private let content: Content

    /// The media type of the body, for who makes a request of it; nil where nothing is known.
    public let contentType: String?

    /// A body of bytes in memory.
    public init(_ bytes: [UInt8], contentType: String? = nil) {
        content = .bytes(bytes)
        self.contentType = contentType
    }

    /// A body that is opened for each sending.
    /// - Parameters:
    ///   - length: the number of bytes, the same each time; nil when it is not known.
    ///   - contentType: the media type.
    ///   - open: begins at the first byte. What it throws ends the request, as the code `unsendable`
    ///     unless it is a ``RequestError`` already.
    public init<Chunks: AsyncSequence & Sendable>(
        length: Int? = nil, contentType: String? = nil,
        opening open: @escaping @Sendable () async throws -> Chunks
    ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
        self.init(length: length, contentType: contentType, isThere: { true }, opening: open)
    }

    /// A body that can be sent once: nothing gives its bytes a second time.
    /// - Parameters:
    ///   - chunks: the bytes.
    ///   - length: their number; nil when it is not known.
    ///   - contentType: the media type.
    public init<Chunks: AsyncSequence & Sendable>(
        once chunks: Chunks, length: Int? = nil, contentType: String? = nil
    ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
        let source = OneSource(chunks)
        content = .source(length: length.map { max($0, 0) }, isThere: { source.isThere }) {
            guard let chunks = source.take() else {
                throw RequestError(
                    code: .unsendable, message: "the body was sent, and can be sent only once")
            }
            return chunks
        }
        self.contentType = contentType
    }

    /// A body that is opened for each sending, as long as its source is there.
    init<Chunks: AsyncSequence & Sendable>(
        length: Int?, contentType: String?, isThere: @escaping @Sendable () -> Bool,
        opening open: @escaping @Sendable () async throws -> Chunks
    ) where Chunks.Element == [UInt8], Chunks.Failure == any Error {
        content = .source(
            length: length.map { max($0, 0) }, isThere: isThere, open: { try await open() })
        self.contentType = contentType
    }

    /// The same body, said to be of another media type.
    public func of(contentType: String?) -> ClientRequestBody {
        ClientRequestBody(content: content, contentType: contentType)
    }

    private init(content: Content, contentType: String?) {
        self.content = content
        self.contentType = contentType
    }

    /// The bytes when they are in memory; nil for a body that has to be opened.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = content { bytes } else { nil }
    }

    /// The number of bytes; nil when it is not known before they are sent.
    public var length: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .source(let length, _, _): length
        }
    }

    /// Whether the body can be sent (again): false for one that could be sent once, and was opened.
    public var canBeOpened: Bool {
        if case .source(_, let isThere, _) = content { isThere() } else { true }
    }

    /// Begins at the first byte: for a transport, once for each sending.
    /// - Throws: ``RequestError`` with code `unsendable`; `CancellationError`.
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
    /// - Throws: ``RequestError`` with code `limit` when there are more, `unsendable`;
    ///   `CancellationError`.
    public func collected(upTo limit: Int = .max) async throws -> [UInt8] {
        try await collected(upTo: limit) { _ in }
    }

    /// The whole body; `taken` is told how many bytes there are so far.
    package func collected(upTo limit: Int, taken: (Int) -> Void) async throws -> [UInt8] {
        if let length, length > limit { throw RequestError.body(over: limit) }
        if let bytes { return bytes }
        var bytes: [UInt8] = []
        for try await chunk in try await open() {
            guard chunk.count <= limit - bytes.count else { throw RequestError.body(over: limit) }
            bytes += chunk
            taken(bytes.count)
        }
        return bytes
    }
}

/// Gives its sequence to the first who asks.
private final class OneSource: Sendable {
    private let source: Mutex<ClientRequestBody.Source?>

    init(_ source: ClientRequestBody.Source) { self.source = Mutex(source) }

    var isThere: Bool { source.withLock { $0 != nil } }

    func take() -> ClientRequestBody.Source? { source.withLock { $0.take() } }
}

extension ClientRequestBody: CustomStringConvertible, CustomReflectable {
    /// How many bytes there are, where that is known.
    public var description: String { length.map { "\($0) bytes" } ?? "a body of unknown length" }

    /// Shows nothing more than the description: the content may be secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension RequestError {
    /// What a source of a body threw, as the error of the request.
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
