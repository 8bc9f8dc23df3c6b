// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import VoxServer

/// Hummingbird's HTTP/1 channel, with a ``ConnectionHandler`` behind the parser.
struct LimitedHTTP1Channel: ServerChildChannel {
    let limits: ConnectionLimits
    let base: HTTP1Channel
    let gate: ConnectionGate
    /// The timers of all connections.
    let timers: Timers

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        gate.guardServer(of: channel)
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // The handler goes here because the HTTP version is lost behind Hummingbird's handlers.
            let departure = Departure()
            try pipeline.addHandler(
                ConnectionHandler(limits, timers, departure), position: .after(parser))
            return AcceptedConnection(value, base, logger, departure)
        }
    }

    /// Handles the requests of a connection. When the client is gone, the task of the current
    /// request is canceled.
    func handle(value: AcceptedConnection, logger: Logger) async {
        value.isHandled.store(true, ordering: .relaxed)
        let requests = Task { await base.handle(value: value.connection, logger: logger) }
        value.departure.cancels(requests)
        value.channel.closeFuture.whenComplete { _ in value.departure.happened() }
        await withTaskCancellationHandler {
            await requests.value
        } onCancel: {
            requests.cancel()
        }
    }
}

/// A connection that was accepted and waits to be handled.
///
/// While a stopping server closes its socket, the server drops the connections that it accepts.
/// SwiftNIO traps when a connection is dropped before it is handled. Therefore `deinit` handles the
/// dropped connection: it responds to a request of the client, and closes the connection.
final class AcceptedConnection: ServerChildChannelValue {
    let connection: HTTP1Channel.Value
    let isHandled = Atomic(false)
    let departure: Departure
    private let base: HTTP1Channel
    private let logger: Logger

    init(
        _ connection: HTTP1Channel.Value, _ base: HTTP1Channel, _ logger: Logger,
        _ departure: Departure
    ) {
        self.connection = connection
        self.departure = departure
        self.base = base
        self.logger = logger
    }

    var channel: any Channel { connection.channel }

    deinit {
        if isHandled.load(ordering: .relaxed) { return }
        let (connection, base, logger) = (self.connection, self.base, self.logger)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        Task { await base.handle(value: connection, logger: logger) }
    }
}

/// Cancels the task that handles the requests of a client when the client departs.
final class Departure: Sendable {
    private let state = Mutex<(hasHappened: Bool, task: Task<Void, Never>?)>((false, nil))

    func cancels(_ task: Task<Void, Never>) {
        let hasHappened = state.withLock { state in
            state.task = task
            return state.hasHappened
        }
        if hasHappened { task.cancel() }
    }

    func happened() {
        let task = state.withLock { state in
            state.hasHappened = true
            return state.task
        }
        task?.cancel()
    }
}

/// The event that tells a ``ConnectionHandler`` that the body of the current request is being read.
struct BodyWanted: Sendable {}

/// Closes a connection of HTTP/1 when its client is idle, and after a response that must be the
/// last one, for example when the service stops.
///
///     parser -> ConnectionHandler -> Hummingbird
///
/// A queue contains the requests without a complete response. Only the last request in the queue
/// can be incomplete. Responses have the order of the requests.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Message {
        /// True if the version of HTTP is older than 1.1.
        let isOld: Bool
        let isKeptAlive: Bool
        let isHead: Bool
        /// True until the server sends 100, or the client sends the body without waiting for 100.
        var expectsContinue: Bool
        var isWhole = false
        var hasResponse = false
    }

    private let idle: Duration
    private let drain: Duration
    private let fewestBytes: Int
    private var messages = CircularBuffer<Message>()
    /// True after the head of the last response: no further request is accepted.
    private var isLast = false
    /// True after the end of the last response: further input is discarded.
    private var isClosing = false
    /// True after the service begins to stop: the response to the last request in the queue is the
    /// last response.
    private var isStopping = false
    /// The end of the time in which requests are accepted after the service begins to stop.
    private var draining: Duration?
    private var isReadPending = false

    private var since: Duration
    private var received = 0
    private var written = 0
    private var taken = 0
    private let timers: Timers
    private var timer: Int?
    /// The number of timers so far. A timer that was replaced when it had just fired does nothing.
    private var timerCount = 0
    private let departure: Departure

    /// The time in which a client that has closed its output still gets its responses. Most of
    /// these clients have closed the whole connection, but the server cannot see the difference.
    private static let patience = TimeAmount.seconds(1)

    /// The clock cannot sleep for an unlimited time.
    private static let longestPeriod = Duration.seconds(1_000_000_000)

    init(_ limits: ConnectionLimits, _ timers: Timers, _ departure: Departure) {
        self.departure = departure
        self.timers = timers
        since = timers.watch.now()
        idle = min(limits.idle, Self.longestPeriod)
        drain = min(limits.drain, idle)
        let seconds: Double = idle / .seconds(1)
        fewestBytes = max(1, Int(min(Double(limits.minimumRate) * seconds, 1e15)))
    }

    // MARK: Requests of the client

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { schedule(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { removeTimer() }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        schedule(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        removeTimer()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            // After the last response, further requests are discarded.
            if isLast || !(messages.last?.isKeptAlive ?? true) { return }
            begin()
            head.useHostOfTarget()
            let isOld = head.version.major < 1 || head.version == .http1_0
            let expectsContinue = head.headers[canonicalForm: "expect"].contains {
                $0.lowercased() == "100-continue"
            }
            messages.append(
                Message(
                    isOld: isOld, isKeptAlive: head.isKeepAlive, isHead: head.method == .HEAD,
                    expectsContinue: !isOld && expectsContinue))
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            guard !isBehindLast else { return }
            received += bytes.readableBytes
            messages[messages.index(before: messages.endIndex)].expectsContinue = false
        case .end:
            guard !isBehindLast else { return }
            begin()
            messages[messages.index(before: messages.endIndex)].isWhole = true
        }
        context.fireChannelRead(data)
    }

    /// True for parts that belong to no request in the queue.
    private var isBehindLast: Bool { messages.last?.isWhole ?? true }

    func read(context: ChannelHandlerContext) {
        isReadPending = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadPending = false
        context.fireChannelReadComplete()
        // Discarded input must be read here, because no other handler reads it.
        if isClosing { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            // The event stops here: Hummingbird would close the connection while requests are
            // running.
            return stop(context)
        }
        if case ChannelEvent.inputClosed = event {
            if isClosing { context.close(promise: nil) } else { waitForResponse(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Cancels the current request of a client that has closed its output, unless the response
    /// begins soon.
    private func waitForResponse(_ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.patience) {
            let handler = handler.value
            if let message = handler.messages.first, !message.hasResponse {
                handler.departure.happened()
            }
        }
    }

    /// Closes the connection after the responses to all received requests. If no request was
    /// received, the connection first stays open for the drain time.
    private func stop(_ context: ChannelHandlerContext) {
        if isStopping { return }
        isStopping = true
        draining = timers.watch.now() + drain
        if messages.isEmpty { begin() }
        reschedule(context)
    }

    // MARK: Responses of the service

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200:
            context.write(data, promise: promise)
        case .head(var head):
            // A head without a request is Hummingbird's response, without a body, to a parse error.
            let refusal = messages.isEmpty ? ErrorResponse.malformed(head.status) : nil
            finish(&head)
            if let refusal { return write(refusal, head, promise, context) }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes):
            written += bytes.readableBytes
            context.write(data, promise: promise)
        case .end:
            if !messages.isEmpty { messages.removeFirst() }
            begin()
            guard isLast else { return context.write(data, promise: promise) }
            isClosing = true
            messages.removeAll()
            if isStopping { reschedule(context) }
            let promise = promise ?? context.eventLoop.makePromise()
            let closing = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            promise.futureResult.assumeIsolated().whenComplete { _ in
                let (handler, context) = closing.value
                handler.beginClosing(context)
            }
            context.write(data, promise: promise)
        }
    }

    /// Writes the head of a response, and the document of an error response as its body.
    private func write(
        _ refusal: ErrorResponse, _ head: HTTPResponseHead, _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        let document = ByteBuffer(bytes: refusal.documentBytes)
        var head = head
        head.headers.replaceOrAdd(name: "content-type", value: HTTPMediaType.jsonAPI.description)
        head.headers.replaceOrAdd(name: "content-length", value: "\(document.readableBytes)")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(document))), promise: promise)
    }

    /// Determines whether this response is the last one, and sets `Connection` in its head.
    private func finish(_ head: inout HTTPResponseHead) {
        begin()
        if !messages.isEmpty { messages[messages.startIndex].hasResponse = true }
        let message = messages.first
        let isDrained = draining.map { timers.watch.now() > $0 } ?? false
        isLast =
            isStopping && (messages.count < 2 || isDrained)
            || !(message?.isKeptAlive ?? false) || !(message?.isWhole ?? false) || !head.isKeepAlive
        if !head.headers.contains(name: "content-length"), head.status.mayHaveResponseBody,
            let message, message.isHead || message.isOld
        {
            // The end of the connection ends the body. Before HTTP/1.1 there is no chunked coding.
            // A response to HEAD has no chunks, not even the empty chunk that the encoder would
            // write.
            head.version = .http1_0
            head.headers.remove(name: "transfer-encoding")
            isLast = true
        }
        if isLast {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        } else if let message, message.isOld {
            head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is BodyWanted else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if let message = messages.first, message.expectsContinue, !message.hasResponse {
            messages[messages.startIndex].expectsContinue = false
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        promise?.succeed()
    }

    /// Closes the output, and gives the client time to read the response. If a connection is closed
    /// with unread input, the connection is reset, and the response is lost.
    private func beginClosing(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let closing = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.close(mode: .output).assumeIsolated().whenFailure { error in
            // Hummingbird may have closed the output already.
            if error as? ChannelError != .outputClosed { closing.value.close(promise: nil) }
        }
        context.read()
    }

    // MARK: Time

    /// Starts a new idle period.
    private func begin() {
        since = timers.watch.now()
        received = 0
    }

    /// The length of the current idle period.
    private func period(_ context: ChannelHandlerContext) -> Duration {
        isStopping && messages.isEmpty && unsent(context) == 0 ? drain : idle
    }

    private func reschedule(_ context: ChannelHandlerContext) {
        if context.channel.isActive { schedule(context) }
    }

    private func schedule(_ context: ChannelHandlerContext) {
        removeTimer()
        let loop = context.eventLoop
        let handler = NIOLoopBound((self, context), eventLoop: loop)
        let number = timerCount
        timer = timers.set(at: checkTime(context)) {
            loop.execute {
                let (handler, context) = handler.value
                if handler.timerCount == number { handler.checkProgress(context) }
            }
            return nil
        }
    }

    /// The time of the next check: the end of the period, or up to a 64th of the period later. The
    /// checks of many connections happen together, because each wake-up looks at all timers. While
    /// the service stops, checks are more frequent, because the period becomes shorter as soon as the
    /// client has received everything.
    private func checkTime(_ context: ChannelHandlerContext) -> Duration {
        let period = period(context)
        var end = since + period
        if isStopping { end = min(end, timers.watch.now() + drain) }
        let step = period / 64
        guard step >= .milliseconds(1) else { return end }
        return step * Int((end / step).rounded(.up))
    }

    private func removeTimer() {
        if let timer { timers.remove(timer) }
        timer = nil
        timerCount += 1
    }

    private func checkProgress(_ context: ChannelHandlerContext) {
        removeTimer()
        if timers.watch.now() >= since + period(context), isIdle(context) {
            giveUp(context)
        } else {
            schedule(context)
        }
    }

    /// The number of bytes of responses that the client has not received.
    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// Returns true if the client made no progress in this period. Otherwise starts a new period.
    private func isIdle(_ context: ChannelHandlerContext) -> Bool {
        let waiting = unsent(context)
        let isTaking = waiting == 0 || written - waiting > taken
        taken = written - waiting
        if !isTaking { return true }
        guard let message = messages.first else {
            // The whole response was written, and the client may still be receiving it.
            if waiting > 0 { begin() }
            return waiting == 0
        }
        let last = messages.last ?? message
        if !last.isWhole, isReadPending, received < fewestBytes { return true }
        begin()
        return false
    }

    private func giveUp(_ context: ChannelHandlerContext) {
        if isStopping, messages.isEmpty, !isClosing {
            // A client that sends a request now sees the end of the connection instead of a reset.
            isLast = true
            isClosing = true
            begin()
            beginClosing(context)
            return schedule(context)
        }
        if let message = messages.first, messages.count == 1, !message.isWhole, !message.hasResponse
        {
            var head = HTTPResponseHead(version: .http1_1, status: .requestTimeout)
            head.headers.add(name: "connection", value: "close")
            write(
                ErrorResponse(.requestTimeout, "the body of the request did not arrive in time"),
                head, nil, context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        // A process that this one has started may hold the socket, too. Then only the end of the
        // output reaches the client.
        context.close(mode: .output, promise: nil)
        context.close(promise: nil)
    }
}

extension HTTPRequestHead {
    /// Writes a target in absolute form as a path, and its host as `Host` (RFC 9112, section 3.2.2).
    /// The handlers of Hummingbird would drop that host. An invalid `Host` stays, so that the
    /// request is refused.
    fileprivate mutating func useHostOfTarget() {
        guard let (host, path) = ResourceService.Address.split(absolute: uri),
            (try? ResourceService.Address.check(hosts: headers["host"], target: "/")) != nil
        else { return }
        headers.replaceOrAdd(name: "host", value: host)
        uri = path
    }
}

extension ErrorResponse {
    /// The error response for a request that could not be parsed, or nil for a status other than
    /// 400.
    fileprivate static func malformed(_ status: HTTPResponseStatus) -> ErrorResponse? {
        status == .badRequest
            ? ErrorResponse(.badRequest, "the request is not valid HTTP") : nil
    }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}

#endif
