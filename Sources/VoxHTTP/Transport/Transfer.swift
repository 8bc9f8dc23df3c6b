// SPDX-License-Identifier: MIT

package import HTTPTypes
import Synchronization

/// The exchange of one request and its response. A transfer connects an HTTP library, which pushes
/// bytes, with a reader, which pulls bytes.
///
/// The library may report its events on any thread: the connection, the head, bytes, the end or an
/// error. The caller waits for the head, and then reads the bytes piece by piece or all at once.
/// `Transfer` contains the common code of all transports: time limits, cancellation, back-pressure
/// and limits on size. The class also makes sure that a transfer ends exactly once.
package final class Transfer: Sendable {
    /// The number of unread bytes at which the library is paused. Without this buffer, each read of
    /// a socket would cause a switch to the reader, which costs more than the read itself.
    private static let readAhead = 64 << 10

    /// A reader that waits for some bytes or for all bytes.
    private struct Reader {
        let wantsAll: Bool
        let limit: Int
        let received: ClientResponse.Body.Received
        let continuation: CheckedContinuation<[UInt8]?, any Error>
    }

    private typealias StepTimer = (number: Int, time: Duration)

    private struct State {
        let timeouts: ClientRequest.Timeouts
        let limits: ClientRequest.Limits
        let totalDeadline: Duration?
        /// The time at which the current wait becomes too long; nil while there is no wait.
        var stepDeadline: Duration?
        /// The timer for the deadlines; nil until it is set.
        var timer: Int?
        var isConnected = false
        var head: HTTPResponse?
        /// The announced size of the body, up to the size that is reserved in advance.
        var expected = 0
        var received = 0
        /// The bytes that were not read yet. `held` is the function that makes the library
        /// continue.
        var unread: [UInt8] = []
        var held: (@Sendable () -> Void)?
        var headWaiter: CheckedContinuation<HTTPResponse, any Error>?
        var reader: Reader?
        var end: Result<Void, any Error>?
        var cancel: (@Sendable () -> Void)?

        /// Starts the idle limit.
        /// - Parameter watch: the clock. The clock is read only if there is an idle limit, because
        ///   reading the clock costs more than the rest of this method.
        mutating func waitForByte(_ watch: Stopwatch) {
            stepDeadline = timeouts.idle.map { watch.now() + $0 }
        }

        /// The timer, and the time when it must fire for the current wait.
        var stepTimer: StepTimer? {
            guard let timer, let stepDeadline else { return nil }
            return (timer, stepDeadline)
        }

        var nextDeadline: Duration? {
            guard let totalDeadline, let stepDeadline else { return totalDeadline ?? stepDeadline }
            return min(totalDeadline, stepDeadline)
        }

        mutating func keep(_ bytes: UnsafeRawBufferPointer) {
            // Room for the whole body is reserved only with its first bytes. A reader of pieces
            // takes the buffer away with each piece.
            if received == bytes.count { unread.reserveCapacity(max(expected, bytes.count)) }
            unread += bytes
        }

        /// Returns the result that a reader gets at once; nil if the reader must wait.
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

    /// Sets the function that stops the HTTP library. If the transfer has ended before this call,
    /// the function is called at once.
    package func onCancel(_ cancel: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.end == nil { state.cancel = cancel }
            return state.end != nil
        }
        if isOver { cancel() }
    }

    /// Reports that the connection is open and that bytes of the request are being sent. After this
    /// report, the transfer waits for the response.
    /// - Parameter sent: the number of bytes of the body that were sent so far.
    package func progressed(sent: Int? = nil) {
        let timer = state.withLock { state -> StepTimer? in
            state.isConnected = true
            if state.head == nil || state.reader != nil { state.waitForByte(timers.watch) }
            return state.stepTimer
        }
        if let timer { timers.bringForward(timer.number, to: timer.time) }
        if let sent { uploadProgress?(sent) }
    }

    /// Reports the head of the response. The HTTP library must not report interim responses (1xx).
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

    /// Reports some bytes of the body.
    /// - Returns: true if the HTTP library may deliver more bytes at once; false if the library
    ///   must wait until the transfer calls the function of ``whenWanted(_:)``.
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

    /// Sets the function that makes the HTTP library continue. If the library may continue at the
    /// moment, the function is called at once.
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

    /// Reports that the response is complete.
    package func finish() {
        end(.success(()))
    }

    /// Reports that the HTTP library failed. A failure before the head is reported as a failed
    /// connection. A failure after the head is reported as an incomplete body.
    package func fail(_ message: String, cause: any Error) {
        let hasHead = state.withLock { $0.head != nil }
        fail(
            RequestError(
                code: hasHead ? .truncatedBody : .connection,
                message: (hasHead ? "the response ended early: " : "") + message,
                cause: cause))
    }

    /// Ends the transfer with an error, and stops the HTTP library.
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
            // A waiting reader gets the bytes that have arrived. A later reader gets them too,
            // unless the transfer was cancelled.
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

    /// Waits for some bytes, and returns nil at the end. Cancelling the task ends the transfer.
    nonisolated(nonsending) func next() async throws -> [UInt8]? {
        try await read(all: false, upTo: .max) { _ in }
    }

    /// Waits for all remaining bytes. The method throws if the body has more than `limit` bytes.
    /// `received` is called with the number of bytes whenever some arrive. Cancelling the task ends
    /// the transfer.
    nonisolated(nonsending) func rest(
        upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8] {
        try await read(all: true, upTo: limit, received: received) ?? []
    }

    nonisolated(nonsending) private func read(
        all: Bool, upTo limit: Int, received: @escaping ClientResponse.Body.Received
    ) async throws -> [UInt8]? {
        // A short body has usually arrived by now, and needs no setup for a wait.
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

    /// Takes the bytes that can be read at once. If no bytes have arrived yet, the method returns
    /// nil and stores the reader, which then waits.
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

    /// Ends the transfer if one of its time limits has passed.
    /// - Returns: the time of the next check; nil if no further check is needed.
    private func look() -> Duration? {
        let now = timers.watch.now()
        let (next, error) = state.withLock { state -> (Duration?, RequestError?) in
            if let total = state.totalDeadline, total <= now {
                let passed = RequestDeadline.Passed.total(state.timeouts.total ?? .zero)
                return (nil, RequestError(code: .timeout, message: passed.message))
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
    /// The result for the caller that waits for the head, if a transfer ends with this result
    /// before the head arrives.
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
