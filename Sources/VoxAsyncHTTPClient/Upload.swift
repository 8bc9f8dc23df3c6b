// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import Synchronization
import VoxHTTP

/// The upload of a request body. A task reads the source, and sends the body in pieces. Each sent
/// piece counts as progress, so a slow upload is not mistaken for a server that does not respond.
///
/// A piece is written when enough of the earlier pieces have been sent. AsyncHTTPClient signals
/// with a future that a piece has been sent, but drops the future when the request ends.
final class Upload: Sendable {
    /// The size of a piece, which is also the size of a TLS record and of an HTTP/2 frame.
    private static let piece = 16 << 10
    /// The maximum number of bytes that wait to be sent. The number is less than 64 KiB, the size
    /// at which a SwiftNIO connection stops being writable.
    private static let room = 3 * piece

    private struct State {
        var waiting = 0
        var isOver = false
        var task: Task<Void, Never>?
        var writer: CheckedContinuation<Void, any Error>?
    }

    private let content: ClientRequest.Body
    private let transfer: Transfer
    private let state = Mutex(State())

    /// Creates an upload. Returns nil if there is no body, or if the body is in memory and has at
    /// most 64 KiB.
    init?(of content: ClientRequest.Body?, _ transfer: Transfer) {
        guard let content, content.bytes.map({ $0.count > 64 << 10 }) ?? true else { return nil }
        self.content = content
        self.transfer = transfer
    }

    /// The body for AsyncHTTPClient. AsyncHTTPClient requests the body after the head has been
    /// sent.
    var body: HTTPClient.Body {
        .stream(contentLength: content.length.map { Int64($0) }) { [self] writer in
            let sent = HTTPClient.defaultEventLoopGroup.any().makePromise(of: Void.self)
            let task = Task {
                do {
                    try await send(to: writer)
                    sent.succeed()
                } catch {
                    // The transfer fails first, so that it reports the error of the source and not
                    // one of AsyncHTTPClient.
                    transfer.fail(error)
                    sent.fail(error)
                }
            }
            let isOver = state.withLock { state in
                state.task = task
                return state.isOver
            }
            if isOver { task.cancel() }
            return sent.futureResult
        }
    }

    private func send(to writer: HTTPClient.Body.StreamWriter) async throws {
        for try await chunk in try await content.open() {
            for start in stride(from: 0, to: chunk.count, by: Self.piece) {
                let piece = chunk[start..<min(start + Self.piece, chunk.count)]
                try await makeRoom(for: piece.count)
                write(ByteBuffer(bytes: piece), to: writer)
            }
        }
    }

    private func write(_ piece: ByteBuffer, to writer: HTTPClient.Body.StreamWriter) {
        let taken = writer.write(.byteBuffer(piece))
        #if DEBUG
        // A debug build of SwiftNIO traps when a promise is released without a result.
        // AsyncHTTPClient releases the promise of a pending piece when the request ends. This
        // closure keeps the future alive.
        taken.whenComplete { _ in withExtendedLifetime(taken) {} }
        #else
        _ = taken
        #endif
    }

    /// Waits until a piece may be written.
    private func makeRoom(for count: Int) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            let result: Result<Void, any Error>? = state.withLock { state in
                if state.isOver { return .failure(CancellationError()) }
                state.waiting += count
                guard state.waiting > Self.room else { return .success(()) }
                state.writer = continuation
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Records that a number of bytes have been sent.
    func left(_ count: Int) {
        let writer = state.withLock { state in
            state.waiting -= count
            return state.waiting > Self.room ? nil : state.writer.take()
        }
        writer?.resume()
    }

    /// Stops the upload, because the request has ended.
    func stop() {
        let (task, writer) = state.withLock { state in
            state.isOver = true
            defer { state.task = nil }
            return (state.task, state.writer.take())
        }
        task?.cancel()
        writer?.resume(throwing: CancellationError())
    }
}
#endif
