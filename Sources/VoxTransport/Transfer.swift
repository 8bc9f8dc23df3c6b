// SPDX-License-Identifier: MIT

package import HTTPTypes
import Synchronization
package import Vox

/// One exchange in flight: where an HTTP library that pushes meets a reader that pulls.
///
/// The library reports what happens (connected, head, chunks, the end or an error), in any thread; the
/// caller waits for the head and then for one chunk after the other. All that the transports have in
/// common is here: time limits, cancellation, back-pressure, limits on size, and that a transfer ends
/// exactly once.
package final class Transfer: Sendable {
    private struct State {
        let timeouts: Timeouts
        let limits: ResponseLimits
        let totalDeadline: ContinuousClock.Instant?
        /// When whoever waits has waited too long; nil while nobody does.
        var stepDeadline: ContinuousClock.Instant?
        var isConnected = false
        var head: HTTPResponse?
        var received = 0
        /// Chunks that nobody has asked for yet, and what tells the library to go on.
        var chunks: [[UInt8]] = []
        var held: [@Sendable () -> Void] = []
        var headWaiter: CheckedContinuation<HTTPResponse, any Error>?
        var chunkWaiter: CheckedContinuation<[UInt8]?, any Error>?
        var end: Result<Void, any Error>?
        var cancel: (@Sendable () -> Void)?

        mutating func waitForByte() {
            stepDeadline = timeouts.idle.map { ContinuousClock.now + $0 }
        }
    }

    private let state: Mutex<State>

    package init(_ request: ClientRequest) {
        let now = ContinuousClock.now
        state = Mutex(
            State(
                timeouts: request.timeouts, limits: request.limits,
                totalDeadline: request.timeouts.total.map { now + $0 },
                stepDeadline: request.timeouts.connect.map { now + $0 }))
        Deadlines.shared.add(self)
    }

    // MARK: - For the library

    /// Says how the library is told to stop; done at once when the transfer is over already.
    package func onCancel(_ cancel: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.end == nil { state.cancel = cancel }
            return state.end != nil
        }
        if isOver { cancel() }
    }

    /// There is a connection, and bytes of the request move: from now on the answer is waited for.
    package func progressed() {
        let deadline = state.withLock { state -> ContinuousClock.Instant? in
            guard state.end == nil else { return nil }
            state.isConnected = true
            if state.head == nil || state.chunkWaiter != nil { state.waitForByte() }
            return state.stepDeadline
        }
        if let deadline { Deadlines.shared.wake(by: deadline) }
    }

    /// The head of the answer; not that of an interim answer (1xx).
    package func receive(_ head: HTTPResponse) {
        if let error = state.withLock({ $0.limits.refusal(of: head) }) { return fail(error) }
        let waiter = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
            guard state.end == nil, state.head == nil else { return nil }
            state.isConnected = true
            state.head = head
            state.stepDeadline = nil
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: head)
    }

    /// A chunk of the body. `resume` is called when the next may come: once the reader has this one.
    package func receive(_ chunk: [UInt8], resume: @escaping @Sendable () -> Void = {}) {
        enum Outcome {
            case handOver(CheckedContinuation<[UInt8]?, any Error>), hold, over, tooLarge(Int)
        }
        let outcome = state.withLock { state -> Outcome in
            guard state.end == nil else { return .over }
            state.received += chunk.count
            if let limit = state.limits.body, state.received > limit { return .tooLarge(limit) }
            if let waiter = state.chunkWaiter, !chunk.isEmpty {
                state.chunkWaiter = nil
                state.stepDeadline = nil
                return .handOver(waiter)
            }
            if chunk.isEmpty { return .over }
            state.chunks.append(chunk)
            state.held.append(resume)
            return .hold
        }
        switch outcome {
        case .handOver(let waiter):
            waiter.resume(returning: chunk)
            resume()
        case .hold: break
        case .over: resume()
        case .tooLarge(let limit):
            resume()
            fail(RequestError.responseTooLarge("the body is larger than \(limit) bytes"))
        }
    }

    /// The answer is whole.
    package func finish() {
        end(.success(()))
    }

    /// The library gave up. Before the head that is a failed connection, afterwards a body that
    /// is not whole.
    package func fail(_ message: String, cause: any Error) {
        let hasHead = state.withLock { $0.head != nil }
        fail(
            RequestError(
                code: hasHead ? .truncatedBody : .connection,
                message: (hasHead ? "the answer ended before it was whole: " : "") + message,
                cause: cause))
    }

    /// Ends the transfer with an error, and the library's part of it.
    package func fail(_ error: any Error) {
        end(.failure(error))
    }

    private func end(_ result: Result<Void, any Error>) {
        let last = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = result
            defer {
                state.held = []
                state.headWaiter = nil
                state.chunkWaiter = nil
                state.cancel = nil
                if case .failure(is CancellationError) = result { state.chunks = [] }
            }
            return state
        }
        guard let last else { return }
        Deadlines.shared.remove(self)
        for resume in last.held { resume() }
        switch result {
        case .success:
            last.headWaiter?.resume(
                throwing: RequestError(code: .connection, message: "no answer came"))
            last.chunkWaiter?.resume(returning: nil)
        case .failure(let error):
            last.cancel?()
            last.headWaiter?.resume(throwing: error)
            last.chunkWaiter?.resume(throwing: error)
        }
    }

    // MARK: - For the reader

    /// Waits for the head. Cancelling the task ends the transfer.
    package func head() async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = state.withLock { state -> Result<HTTPResponse, any Error>? in
                    if let head = state.head { return .success(head) }
                    if case .failure(let error) = state.end { return .failure(error) }
                    state.headWaiter = continuation
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Waits for the next chunk; nil at the end. Cancelling the task ends the transfer.
    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(continuation)
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    private func take(_ continuation: CheckedContinuation<[UInt8]?, any Error>) {
        var resumes: [@Sendable () -> Void] = []
        var deadline: ContinuousClock.Instant?
        let known = state.withLock { state -> Result<[UInt8]?, any Error>? in
            if !state.chunks.isEmpty {
                let chunk = state.chunks.removeFirst()
                if state.chunks.isEmpty { swap(&resumes, &state.held) }
                return .success(chunk)
            }
            if let end = state.end { return end.map { nil } }
            state.chunkWaiter = continuation
            state.waitForByte()
            deadline = state.stepDeadline
            return nil
        }
        for resume in resumes { resume() }
        if let deadline { Deadlines.shared.wake(by: deadline) }
        if let known { continuation.resume(with: known) }
    }

    // MARK: - Time

    /// Ends the transfer when one of its time limits has passed.
    /// - Returns: when to look again; nil for never.
    func look(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (next, error) = state.withLock { state -> (ContinuousClock.Instant?, RequestError?) in
            guard state.end == nil else { return (nil, nil) }
            if let total = state.totalDeadline, total <= now {
                return (nil, .timeout("the answer was not whole", after: state.timeouts.total))
            }
            if let step = state.stepDeadline, step <= now {
                return (
                    nil,
                    state.isConnected
                        ? .timeout("no byte of the answer came", after: state.timeouts.idle)
                        : .timeout("there was no connection", after: state.timeouts.connect)
                )
            }
            return ([state.totalDeadline, state.stepDeadline].compactMap { $0 }.min(), nil)
        }
        if let error { fail(error) }
        return next
    }
}

extension ResponseLimits {
    fileprivate func refusal(of head: HTTPResponse) -> RequestError? {
        let fields = head.headerFields
        if let headerFields, fields.count > headerFields {
            return .responseTooLarge("the answer has more than \(headerFields) header fields")
        }
        if let headerBytes {
            let size = fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
            if size > headerBytes {
                return .responseTooLarge("the header fields are larger than \(headerBytes) bytes")
            }
        }
        return nil
    }
}

extension RequestError {
    package static func responseTooLarge(_ message: String) -> RequestError {
        RequestError(code: .responseTooLarge, message: message)
    }

    fileprivate static func timeout(_ what: String, after limit: Duration?) -> RequestError {
        RequestError(code: .timeout, message: "\(what) within \(limit ?? .zero)")
    }
}
