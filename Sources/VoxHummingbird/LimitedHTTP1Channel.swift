// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import VoxServer

/// Hummingbird's channel of HTTP/1, with a ``ConnectionHandler`` between the parser and it.
struct LimitedHTTP1Channel: ServerChildChannel {
    let limits: ConnectionLimits
    let base: HTTP1Channel
    let gate: ConnectionGate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        gate.guardServer(of: channel)
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            // The parts of HTTP/1 still have the version, which is lost further on.
            try pipeline.addHandler(ConnectionHandler(limits), position: .after(parser))
            return AcceptedConnection(value, base, logger)
        }
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        value.isHandled.store(true, ordering: .relaxed)
        await base.handle(value: value.connection, logger: logger)
    }
}

/// A connection that was accepted and waits to be handled.
///
/// A server that stops drops those that it accepts while it closes its socket. SwiftNIO traps when
/// a connection is dropped that nobody has begun to handle, so the last reference sees to it:
/// whoever has connected is answered, and told that there is no more.
final class AcceptedConnection: ServerChildChannelValue {
    let connection: HTTP1Channel.Value
    let isHandled = Atomic(false)
    private let base: HTTP1Channel
    private let logger: Logger

    init(_ connection: HTTP1Channel.Value, _ base: HTTP1Channel, _ logger: Logger) {
        self.connection = connection
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

/// Told to a ``ConnectionHandler`` when the body of the request that is being answered is asked
/// for.
struct BodyWanted: Sendable {}

/// Closes a connection of HTTP/1 when its client is idle, and when a response has to be the last
/// one: also when the service stops.
///
///     parser -> ConnectionHandler -> Hummingbird
///
/// The requests that are not answered yet stand in a queue; only the last of them can be
/// incomplete, and responses come in the order of the requests.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Message {
        /// Before HTTP/1.1.
        let isOld: Bool
        let isKeptAlive: Bool
        let isHead: Bool
        /// True until the client was told to send the body, or sent it anyway.
        var expectsContinue: Bool
        var isWhole = false
        var isAnswered = false
    }

    private let idle: TimeAmount
    private let drain: TimeAmount
    private let fewestBytes: Int
    private var messages = CircularBuffer<Message>()
    /// Set by the head of the last response: no further request is taken.
    private var isLast = false
    /// Set by the end of the last response: what still comes is thrown away.
    private var isClosing = false
    /// Set when the service was told to stop: the response to the last request there is, is the
    /// last one.
    private var isStopping = false
    /// Until when requests are taken for such, once the service was told to stop.
    private var draining = NIODeadline.distantFuture
    private var isReadPending = false

    private var since = NIODeadline.now()
    private var received = 0
    private var written = 0
    private var taken = 0
    private var timer: Scheduled<Void>?

    init(_ limits: ConnectionLimits) {
        idle = TimeAmount(limits.idle)
        drain = min(TimeAmount(limits.drain), idle)
        let seconds = Double(idle.nanoseconds) / 1e9
        fewestBytes = max(1, Int(min(Double(limits.minimumRate) * seconds, 1e15)))
    }

    // MARK: What the client sends

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { schedule(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        schedule(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Nobody waits for a response behind the last one.
            if isLast || !(messages.last?.isKeptAlive ?? true) { return }
            begin()
            let isOld = head.version.major < 1 || head.version == .http1_0
            let expectsContinue = head.headers[canonicalForm: "expect"].contains {
                $0.lowercased() == "100-continue"
            }
            messages.append(
                Message(
                    isOld: isOld, isKeptAlive: head.isKeepAlive, isHead: head.method == .HEAD,
                    expectsContinue: !isOld && expectsContinue))
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

    /// True of parts that no request in the queue has.
    private var isBehindLast: Bool { messages.last?.isWhole ?? true }

    func read(context: ChannelHandlerContext) {
        isReadPending = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadPending = false
        context.fireChannelReadComplete()
        // Nobody else asks for what is thrown away.
        if isClosing { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            // Not handed on: Hummingbird would close the connection under what is on its way.
            return stop(context)
        }
        if isClosing, case ChannelEvent.inputClosed = event {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Makes an end when what was received is answered. Where nothing was, a request that comes
    /// soon is waited for.
    private func stop(_ context: ChannelHandlerContext) {
        if isStopping { return }
        isStopping = true
        draining = .now() + drain
        if messages.isEmpty { begin() }
        reschedule(context)
    }

    // MARK: What the service answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200:
            context.write(data, promise: promise)
        case .head(var head):
            // Without a request it is a parse error that is answered, by Hummingbird with no body.
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

    /// Writes the head of a response and the error document of a refusal behind it.
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

    /// Says with the head of a response whether another may follow.
    private func finish(_ head: inout HTTPResponseHead) {
        begin()
        if !messages.isEmpty { messages[messages.startIndex].isAnswered = true }
        let message = messages.first
        isLast =
            isStopping && (messages.count < 2 || .now() > draining)
            || !(message?.isKeptAlive ?? false) || !(message?.isWhole ?? false) || !head.isKeepAlive
        if !head.headers.contains(name: "content-length"), head.status.mayHaveResponseBody,
            let message, message.isHead || message.isOld
        {
            // The end of the connection ends it: nobody before HTTP/1.1 knows chunks, and a
            // response to HEAD has none, not even the empty one that the encoder would write.
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
        if let message = messages.first, message.expectsContinue, !message.isAnswered {
            messages[messages.startIndex].expectsContinue = false
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        promise?.succeed()
    }

    /// Tells the client that there is no more, and leaves it the time to read what there was: a
    /// connection that is closed with unread bytes is reset, and the response is lost with it.
    private func beginClosing(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let closing = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.close(mode: .output).assumeIsolated().whenFailure { error in
            // Hummingbird may have done so before.
            if error as? ChannelError != .outputClosed { closing.value.close(promise: nil) }
        }
        context.read()
    }

    // MARK: Time

    /// Begins a new period.
    private func begin() {
        since = .now()
        received = 0
    }

    /// How long the present period may be.
    private func period(_ context: ChannelHandlerContext) -> TimeAmount {
        isStopping && messages.isEmpty && unsent(context) == 0 ? drain : idle
    }

    private func reschedule(_ context: ChannelHandlerContext) {
        timer?.cancel()
        if context.channel.isActive { schedule(context) }
    }

    private func schedule(_ context: ChannelHandlerContext) {
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: since + period(context)) {
            let (handler, context) = handler.value
            handler.timer = nil
            if .now() >= handler.since + handler.period(context), handler.isIdle(context) {
                handler.giveUp(context)
            } else {
                handler.schedule(context)
            }
        }
    }

    /// How many bytes of the answers the client has not taken.
    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// Whether the client is to blame for a period in which nothing was finished; else a new one
    /// has begun.
    private func isIdle(_ context: ChannelHandlerContext) -> Bool {
        let waiting = unsent(context)
        let isTaking = waiting == 0 || written - waiting > taken
        taken = written - waiting
        if !isTaking { return true }
        guard let message = messages.first else {
            // The whole response was written; the client may still be taking it.
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
            // Who sends a request at this very moment sees an end, and not a reset connection.
            isLast = true
            isClosing = true
            begin()
            beginClosing(context)
            return schedule(context)
        }
        if let message = messages.first, messages.count == 1, !message.isWhole, !message.isAnswered
        {
            var head = HTTPResponseHead(version: .http1_1, status: .requestTimeout)
            head.headers.add(name: "connection", value: "close")
            write(
                ErrorResponse(.requestTimeout, "the body of the request did not come in time"),
                head, nil, context)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
        context.close(promise: nil)
    }
}

extension ErrorResponse {
    /// What is said of a request that could not be read; nil for a status of something else.
    fileprivate static func malformed(_ status: HTTPResponseStatus) -> ErrorResponse? {
        status == .badRequest
            ? ErrorResponse(.badRequest, "the request breaks the rules of HTTP") : nil
    }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}

#endif
