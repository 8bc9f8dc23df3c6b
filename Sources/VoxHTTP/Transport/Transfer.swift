// SPDX-License-Identifier: MIT

package import HTTPTypes
import Synchronization

/// One exchange in flight: where an HTTP library that pushes meets a reader that pulls.
///
/// The library reports what happens (connected, head, bytes, the end or an error), in any thread;
/// the caller waits for the head, and then for some bytes after the other or for all of them. All
/// that the transports have in common is here: time limits, cancellation, back-pressure, limits on
/// size, and that a transfer ends exactly once.
package final class Transfer: Sendable {
    /// How many bytes may lie here unread before the library is to wait: a switch to the reader for
    /// every read of a socket would cost more than what is read.
    private static let readAhead = 64 << 10

    /// Who waits for bytes: for some, or for all of them.
    private struct Reader {
        let wantsAll: Bool
        let limit: Int
        let received: ClientResponseBody.Received
        let continuation: CheckedContinuation<[UInt8]?, any Error>
    }

    private typealias StepTimer = (number: Int, time: Duration)

    private struct State {
        let timeouts: Timeouts
        let limits: ClientRequest.Limits
        let totalDeadline: Duration?
        /// When whoever waits has waited too long; nil while nobody does.
        var stepDeadline: Duration?
        /// What fires at these times; nil until it is set.
        var timer: Int?
        var isConnected = false
        var head: HTTPResponse?
        /// What the body is said to have, as far as that is worth room in advance.
        var expected = 0
        var received = 0
        /// Bytes that nobody has taken yet, and what tells the library to go on.
        var unread: [UInt8] = []
        var held: (@Sendable () -> Void)?
        var headWaiter: CheckedContinuation<HTTPResponse, any Error>?
        var reader: Reader?
        var end: Result<Void, any Error>?
        var cancel: (@Sendable () -> Void)?

        /// - Parameter watch: not asked without need, for that costs more than the rest.
        mutating func waitForByte(_ watch: Stopwatch) {
            stepDeadline = timeouts.idle.map { watch.now() + $0 }
        }

        /// The timer, and when it must fire for whoever waits.
        var stepTimer: StepTimer? {
            guard let timer, let stepDeadline else { return nil }
            return (timer, stepDeadline)
        }

        var nextDeadline: Duration? {
            guard let totalDeadline, let stepDeadline else { return totalDeadline ?? stepDeadline }
            return min(totalDeadline, stepDeadline)
        }

        mutating func keep(_ bytes: UnsafeRawBufferPointer) {
            // Room for all of it with its first bytes alone: who reads in pieces takes each away.
            if received == bytes.count { unread.reserveCapacity(max(expected, bytes.count)) }
            unread += bytes
        }

        /// What a reader gets at once, if anything.
        mutating func takeKnown(
            all: Bool, upTo limit: Int
        ) -> Result<[UInt8]?, any Error>? {
            if received > limit { return .failure(RequestError.tooLarge(limit)) }
            if !unread.isEmpty, !all { return .success(takeUnread()) }
            return end?.map { all ? takeUnread() : nil }
        }

        mutating func takeUnread() -> [UInt8] {
            defer { unread = [] }
            return unread
        }
    }

    private let state: Mutex<State>
    private let timers: Timers
    private let uploadProgress: (@Sendable (Int) -> Void)?

    package init(_ request: ClientRequest, _ timers: Timers) {
        let now = timers.watch.now()
        self.timers = timers
        uploadProgress = request.uploadProgress
        state = Mutex(
            State(
                timeouts: request.timeouts, limits: request.limits,
                totalDeadline: request.timeouts.total.map { now + $0 },
                stepDeadline: request.timeouts.connect.map { now + $0 }))
        let timer = timers.set(at: state.withLock { $0.nextDeadline }) { self.look() }
        let isOver = state.withLock { state in
            state.timer = timer
            return state.end != nil
        }
        if isOver { timers.remove(timer) }
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

    /// There is a connection, and bytes of the request move: from now on the response is waited
    /// for.
    /// - Parameter sent: the bytes of the body that have left so far.
    package func progressed(sent: Int? = nil) {
        let timer = state.withLock { state -> StepTimer? in
            guard state.end == nil else { return nil }
            state.isConnected = true
            if state.head == nil || state.reader != nil { state.waitForByte(timers.watch) }
            return state.stepTimer
        }
        if let timer { timers.bringForward(timer.number, to: timer.time) }
        if let sent { uploadProgress?(sent) }
    }

    /// The head of the response; not that of an interim response (1xx).
    package func receive(_ head: HTTPResponse) {
        if let error = state.withLock({ $0.limits.refusal(of: head) }) { return fail(error) }
        let waiter = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
            guard state.end == nil, state.head == nil else { return nil }
            state.isConnected = true
            state.head = head
            state.stepDeadline = nil
            state.expected = min(head.headerFields.contentLength ?? 0, 1 << 20)
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: head)
    }

    /// Some bytes of the body.
    /// - Returns: whether more may come at once; if not, the library waits for ``whenWanted(_:)``.
    package func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        enum Outcome { case hand(Reader), tell(Reader, Int), fail(Int), goOn, wait }
        let outcome = state.withLock { state -> Outcome in
            guard state.end == nil, !bytes.isEmpty else { return .goOn }
            state.received += bytes.count
            let limit = min(state.limits.body ?? .max, state.reader?.limit ?? .max)
            guard state.received <= limit else { return .fail(limit) }
            guard let reader = state.reader else {
                state.keep(bytes)
                return state.unread.count < Self.readAhead ? .goOn : .wait
            }
            if reader.wantsAll {
                state.keep(bytes)
                state.waitForByte(timers.watch)
                return .tell(reader, state.received)
            }
            state.reader = nil
            state.stepDeadline = nil
            return .hand(reader)
        }
        switch outcome {
        case .hand(let reader): reader.continuation.resume(returning: [UInt8](bytes))
        case .tell(let reader, let count): reader.received(count)
        case .fail(let limit): fail(RequestError.tooLarge(limit))
        case .goOn: break
        case .wait: return false
        }
        return true
    }

    /// Says how the library is told that more bytes may come; done at once when they may already.
    package func whenWanted(_ resume: @escaping @Sendable () -> Void) {
        let isWanted = state.withLock { state in
            guard state.end == nil, state.reader == nil, state.unread.count >= Self.readAhead else {
                return true
            }
            state.held = resume
            return false
        }
        if isWanted { resume() }
    }

    /// The response is whole.
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
                message: (hasHead ? "the response ended early: " : "") + message,
                cause: cause))
    }

    /// Ends the transfer with an error, and the library's part of it.
    package func fail(_ error: any Error) {
        end(.failure(error))
    }

    private func end(_ result: Result<Void, any Error>) {
        let last = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            let last = state
            state.end = result
            state.held = nil
            state.headWaiter = nil
            state.reader = nil
            state.cancel = nil
            // Whoever waits gets what is there; so does who comes later, but not when it was given
            // up.
            if last.reader != nil { state.unread = [] }
            if case .failure(is CancellationError) = result { state.unread = [] }
            return last
        }
        guard let last else { return }
        if let timer = last.timer { timers.remove(timer) }
        last.held?()
        if case .failure = result { last.cancel?() }
        last.headWaiter?.resume(with: result.withoutHead)
        if let reader = last.reader {
            reader.continuation.resume(with: result.map { reader.wantsAll ? last.unread : nil })
        }
    }

    // MARK: - For the reader

    /// Waits for the head. Cancelling the task ends the transfer.
    nonisolated(nonsending) package func head() async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known = state.withLock { state -> Result<HTTPResponse, any Error>? in
                    if let head = state.head { return .success(head) }
                    if let end = state.end { return end.withoutHead }
                    state.headWaiter = continuation
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Waits for some bytes; nil at the end. Cancelling the task ends the transfer.
    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        try await read(all: false, upTo: .max) { _ in }
    }

    /// Waits for all bytes that are left, of a body that may have so many at most. `received` is
    /// told their number whenever some came. Cancelling the task ends the transfer.
    nonisolated(nonsending) func rest(
        upTo limit: Int, received: @escaping ClientResponseBody.Received
    ) async throws -> [UInt8] {
        try await read(all: true, upTo: limit, received: received) ?? []
    }

    nonisolated(nonsending) private func read(
        all: Bool, upTo limit: Int, received: @escaping ClientResponseBody.Received
    ) async throws -> [UInt8]? {
        // A short body is mostly there by now: then there is nothing to set up for a wait.
        if !Task.isCancelled, let known = take(all: all, upTo: limit) { return try known.get() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let reader = Reader(
                    wantsAll: all, limit: limit, received: received, continuation: continuation)
                if let known = take(all: all, upTo: limit, else: reader) {
                    continuation.resume(with: known)
                }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Takes what there is to be read; nil when that is still to come: then the reader waits for
    /// it.
    private func take(
        all: Bool, upTo limit: Int, else reader: Reader? = nil
    ) -> Result<[UInt8]?, any Error>? {
        var resume: (@Sendable () -> Void)?
        var timer: StepTimer?
        let known = state.withLock { state -> Result<[UInt8]?, any Error>? in
            let known = state.takeKnown(all: all, upTo: limit)
            if known != nil || reader != nil { resume = state.held.take() }
            if known == nil, let reader {
                state.reader = reader
                state.waitForByte(timers.watch)
                timer = state.stepTimer
            }
            return known
        }
        if case .failure(let error as RequestError) = known { fail(error) }
        resume?()
        if let timer { timers.bringForward(timer.number, to: timer.time) }
        return known
    }

    // MARK: - Time

    /// Ends the transfer when one of its time limits has passed.
    /// - Returns: when to look again; nil for never.
    private func look() -> Duration? {
        let now = timers.watch.now()
        let (next, error) = state.withLock { state -> (Duration?, RequestError?) in
            guard state.end == nil else { return (nil, nil) }
            if let total = state.totalDeadline, total <= now {
                return (nil, .timeout("the response was not complete", after: state.timeouts.total))
            }
            if let step = state.stepDeadline, step <= now {
                return (
                    nil,
                    state.isConnected
                        ? .timeout("no byte of the response arrived", after: state.timeouts.idle)
                        : .timeout("no connection was established", after: state.timeouts.connect)
                )
            }
            return (state.nextDeadline, nil)
        }
        if let error { fail(error) }
        return next
    }
}

extension Result where Success == Void, Failure == any Error {
    /// What a transfer that ends so before its head comes to.
    fileprivate var withoutHead: Result<HTTPResponse, any Error> {
        flatMap { .failure(RequestError(code: .connection, message: "no response arrived")) }
    }
}

extension ClientRequest.Limits {
    fileprivate func refusal(of head: HTTPResponse) -> RequestError? {
        let fields = head.headerFields
        if let headerFields, fields.count > headerFields {
            return .responseTooLarge("the response has more than \(headerFields) header fields")
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

    fileprivate static func tooLarge(_ limit: Int) -> RequestError {
        .responseTooLarge("the body is larger than \(limit) bytes")
    }

    fileprivate static func timeout(_ what: String, after limit: Duration?) -> RequestError {
        RequestError(code: .timeout, message: "\(what) within \(limit ?? .zero)")
    }
}
