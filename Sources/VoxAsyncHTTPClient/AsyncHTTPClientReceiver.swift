// SPDX-License-Identifier: MIT

#if AsyncHTTPClient
import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import VoxHTTP

/// Reports the events of AsyncHTTPClient to a transfer.
final class Receiver: HTTPClientResponseDelegate {
    typealias Response = Void

    private let transfer: Transfer
    private let upload: Upload?
    /// The number of body bytes that were sent. AsyncHTTPClient reports the parts one after
    /// another.
    private let sent = Atomic(0)
    /// True when the head of the request was sent.
    private let hasBegun = Atomic(false)
    /// True when the whole request was sent.
    private let isSent = Atomic(false)

    init(_ transfer: Transfer, _ upload: Upload?) {
        self.transfer = transfer
        self.upload = upload
    }

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        hasBegun.store(true, ordering: .relaxed)
        transfer.progressed()
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        let count = sent.add(part.readableBytes, ordering: .relaxed).newValue
        transfer.progressed(sent: count)
        upload?.left(part.readableBytes)
    }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        isSent.store(true, ordering: .relaxed)
        transfer.progressed()
    }

    func didReceiveHead(
        task: HTTPClient.Task<Void>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        if let head = HTTPResponse(head) {
            transfer.receive(head)
        } else {
            let error = MalformedResponse.status(head.status.code)
            transfer.fail(connectionWords(error), cause: error)
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<Void>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        if buffer.withUnsafeReadableBytes(transfer.receive) {
            return task.eventLoop.makeSucceededVoidFuture()
        }
        let taken = task.eventLoop.makePromise(of: Void.self)
        transfer.whenWanted { taken.succeed() }
        return taken.futureResult
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        let noConnection: [HTTPClientError] = [
            .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
            .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
        ]
        if let error = error as? HTTPClientError, noConnection.contains(error) {
            transfer.fail(
                RequestError(
                    code: .timeout,
                    message: "there was no connection: \(error.shortDescription.lowercased())",
                    cause: error))
        } else if error as? HTTPParserError == .headerOverflow {
            transfer.fail(
                RequestError(
                    code: .responseTooLarge, message: "the header fields are too large",
                    cause: error))
        } else if error as? ChannelError == .ioOnClosedChannel, !hasBegun.load(ordering: .relaxed) {
            // The kept connection was closed before anything of the request was sent.
            transfer.fail(connectionWords(error), cause: KeptConnectionLoss(cause: error))
        } else if error is TooManyFields {
            transfer.fail(
                RequestError(
                    code: .responseTooLarge,
                    message:
                        "the response has more than \(ReceivedBytes.mostFields) header fields",
                    cause: error))
        } else if error as? HTTPClientError == .remoteConnectionClosed, upload != nil,
            !isSent.load(ordering: .relaxed)
        {
            // A response that the server sent before may be lost with the connection.
            transfer.fail(
                "the server closed the connection while the body of the request was being sent",
                cause: error)
        } else {
            transfer.fail(connectionWords(error), cause: error)
        }
        upload?.stop()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        transfer.finish()
        upload?.stop()
    }
}

extension HTTPResponse {
    fileprivate init?(_ head: HTTPResponseHead) {
        let code = head.status.code
        let status = code > EarlyResponse.closing ? code - EarlyResponse.closing : code
        guard ResponseOrder.statuses.contains(status) else { return nil }
        var fields = HTTPFields()
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(
            status: Status(
                code: Int(status), reasonPhrase: head.status.reasonPhrase),
            headerFields: fields)
    }
}
#endif
