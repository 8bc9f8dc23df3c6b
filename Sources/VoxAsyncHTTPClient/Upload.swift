// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import NIOCore
import Synchronization
import VoxHTTP

/// The body of one request on its way: read from its source in a task, and sent in pieces, so that each
/// that has left is progress, and a slow upload is not taken for a server that does not answer.
///
/// A piece is written when there is room for it among those that have not left yet. AsyncHTTPClient
/// has a signal of its own for that, a future, but drops it when the request ends.
final class Upload: Sendable {
    /// A record of TLS, and a frame of HTTP/2.
    private static let piece = 16 << 10
    /// Below the 64 KiB from which on a connection of SwiftNIO would rather not be written to.
    private static let room = 3 * piece

    private struct State {
        var waiting = 0
        var isOver = false
        var task: Task<Void, Never>?
        var writer: CheckedContinuation<Void, any Error>?
    }

    private let content: ClientRequestBody
    private let transfer: Transfer
    private let state = Mutex(State())

    /// An upload for a body that is not sent in one go: nil for no body, and for a short one.
    init?(of content: ClientRequestBody?, _ transfer: Transfer) {
        guard let content, content.bytes.map({ $0.count > 64 << 10 }) ?? true else { return nil }
        self.content = content
        self.transfer = transfer
    }

    /// The body as AsyncHTTPClient takes it. It asks for it when the head has been sent.
    var body: HTTPClient.Body {
        .stream(contentLength: content.length.map { Int64($0) }) { [self] writer in
            let sent = HTTPClient.defaultEventLoopGroup.any().makePromise(of: Void.self)
            let task = Task {
                do {
                    try await send(to: writer)
                    sent.succeed()
                } catch {
                    // First here: it is the error of the source, not one of AsyncHTTPClient's.
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
        // SwiftNIO ends a debug build when a promise goes unfulfilled, as AsyncHTTPClient lets one go
        // that is not taken when the request ends. This one waits for itself.
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

    /// So many bytes have left.
    func left(_ count: Int) {
        let writer = state.withLock { state in
            state.waiting -= count
            return state.waiting > Self.room ? nil : state.writer.take()
        }
        writer?.resume()
    }

    /// The request is over: what is not sent now is not sent any more.
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
